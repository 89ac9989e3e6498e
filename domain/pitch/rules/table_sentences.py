"""Sentences of the rules on the table, the pack and the deal."""

from collections.abc import Hashable, Iterable
from typing import Final, TypeVar

from pitch import messages
from pitch.cards import PACK
from pitch.messages import (
    CHOICE,
    COUNT,
    RANK,
    Argument,
    Message,
    Sentence,
    Sentences,
    all_of,
    any_of,
)
from pitch.rules.options import Rules
from pitch.rules.writers import Writer, always
from pitch.seats import Table

K = TypeVar("K", bound=Hashable)

_PLAYERS: Final = Message("clause.table.players", players=any_of(COUNT))
_SIDES: Final = Message("clause.table.sides", players=any_of(COUNT), sides=CHOICE)
_USUAL: Final = Message("clause.table.usual", players=COUNT, sides=CHOICE)
_DECK: Final = Message("clause.table.deck.whole", jokers=COUNT)
_DECK_STRIPPED: Final = Message("clause.table.deck.stripped", jokers=COUNT)
_DEALT: Final = Message("clause.table.dealt", cards=COUNT)
_DEALT_TO: Final = Message("clause.table.dealt_to", players=any_of(COUNT), cards=COUNT)
_STRIPPED: Final = Message("clause.table.stripped", players=any_of(COUNT), ranks=all_of(RANK))
_WHOLE: Final = Message("clause.table.whole", players=any_of(COUNT))
_KITTY: Final = Message("clause.table.kitty", cards=any_of(COUNT))
_ROTATE: Final = Message("clause.table.rotate")


def _numbers(numbers: Iterable[int]) -> list[int | Argument]:
    ordered = sorted(set(numbers))
    # Three or more in a row are a range: 2 to 8.
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return [messages.range_argument(COUNT, ordered[0], ordered[-1])]
    return list(ordered)


def _players(rules: Rules) -> Sentences:
    return (_PLAYERS(players=_numbers(table.players for table in rules.tables)),)


def _sides(rules: Rules) -> Sentences:
    """Return the sides by number of players, and the usual ones if there is a choice."""
    ways = [
        _SIDES(players=_numbers(players), sides=sides)
        for sides, players in _players_by((table.sides, table) for table in rules.tables)
    ]
    tables: dict[int, list[Table]] = {}
    for table in rules.tables:
        tables.setdefault(table.players, []).append(table)
    usual = [
        _USUAL(players=players, sides=several[0].sides)
        for players, several in tables.items()
        if len(several) > 1
    ]
    return (*ways, *usual)


def _deal(rules: Rules) -> Sentences:
    is_stripped = any(table.stripped for table in rules.tables)
    deck = (_DECK_STRIPPED if is_stripped else _DECK)(jokers=rules.jokers)
    shares = _players_by((table.dealt, table) for table in rules.tables)
    if len(shares) == 1:
        return deck, _DEALT(cards=shares[0][0])
    dealt = (_DEALT_TO(players=_numbers(players), cards=cards) for cards, players in shares)
    return deck, *dealt


def _stripped(rules: Rules) -> Sentences | None:
    """Return the ranks removed from the pack, by number of players."""
    if not any(table.stripped for table in rules.tables):
        return None
    groups = _players_by((table.stripped, table) for table in rules.tables)
    return tuple(_removed_ranks(ranks, _numbers(players)) for ranks, players in groups)


def _removed_ranks(ranks: tuple[str, ...], players: list[int | Argument]) -> Sentence:
    if not ranks:
        return _WHOLE(players=players)
    # Three or more ranks in a row are a range.
    if len(ranks) > 2 and "".join(ranks) in PACK.ranks:
        return _STRIPPED(
            players=players, ranks=[messages.range_argument(RANK, ranks[0], ranks[-1])]
        )
    return _STRIPPED(players=players, ranks=ranks)


def _kitty(rules: Rules) -> Sentences | None:
    sizes = {table.kitty for table in rules.tables} - {0}
    return (_KITTY(cards=_numbers(sizes)),) if sizes else None


def _players_by(tables: Iterable[tuple[K, Table]]) -> list[tuple[K, list[int]]]:
    """Return the keys of tables, each with the numbers of players of its tables."""
    groups: dict[K, list[int]] = {}
    for key, table in tables:
        groups.setdefault(key, []).append(table.players)
    return list(groups.items())


TABLE: Final[dict[str, Writer]] = {
    "table.players": _players,
    "table.sides": _sides,
    "table.deal": _deal,
    "table.pack": _stripped,
    "table.kitty": _kitty,
    "table.rotate": always(_ROTATE()),
}
