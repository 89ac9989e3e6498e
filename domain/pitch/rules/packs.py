"""The pack of a table by its rules, and contradictions in rules about pack and deal."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from msgspec import structs

from pitch import cards, point_names, seats
from pitch.cards import HIGH_JOKER, LOW_JOKER, PACK, JokerRank, Pack
from pitch.messages import CARD, COUNT, POINT, TYPED, Message, Sentence
from pitch.rules.choices import Draw, PitchedJoker, Surplus, TrumpBy
from pitch.rules.options import Rules
from pitch.seats import Table
from pitch.tricks import Follow

_OFF_CARDS: Final = Message("problem.contradictory_options.off_cards")
_DRAW: Final = Message("problem.contradictory_options.draw")
_DRAW_MOST: Final = Message("problem.contradictory_options.draw_most", most=COUNT, cards=COUNT)
_JOKER_RANK: Final = Message("problem.contradictory_options.joker_rank")
_PITCHED: Final = Message("problem.contradictory_options.pitched_joker")
_NO_CARD: Final = Message("problem.contradictory_options.no_card", players=COUNT, point=POINT)
_STRIPPED: Final = Message("problem.contradictory_options.stripped")
_TOO_MANY: Final = Message(
    "problem.contradictory_options.too_many", players=COUNT, kitty=COUNT, needed=COUNT, cards=COUNT
)
_NOT_DRAWN: Final = Message(
    "problem.contradictory_options.not_drawn", players=COUNT, dealt=COUNT, cards=COUNT
)
_KEEP: Final = Message("problem.contradictory_options.keep", players=COUNT, keep=COUNT, cards=COUNT)
_SURPLUS: Final = Message("problem.contradictory_options.surplus")
_SURPLUS_OR_OUT: Final = Message("problem.contradictory_options.surplus_or_out")
_PLAY_WITHOUT = Message("problem.not_in_pack.stripped", rules=TYPED, players=COUNT, card=CARD)
_ONE_JOKER = Message("problem.not_in_pack.one_joker", rules=TYPED)
_NO_JOKERS = Message("problem.not_in_pack.no_jokers", rules=TYPED)


def for_table(rules: Rules, table: Table) -> Pack:
    """Return the pack that a table is dealt from, without its stripped ranks."""
    return _without(full_pack(rules), table.stripped)


def full_pack(rules: Rules) -> Pack:
    """Return the pack of some rules before any rank is removed."""
    return structs.replace(
        PACK,
        # The joker of a pack with one is the high one.
        jokers=(HIGH_JOKER, LOW_JOKER)[: rules.jokers],
        joker_rank=rules.joker_rank,
        joker_order=rules.joker_order,
        joker_pips=rules.joker_pips,
        off_ranks=rules.off_cards,
    )


@lru_cache(maxsize=512)
def _without(pack: Pack, stripped: tuple[str, ...]) -> Pack:
    """Return a pack without some ranks, cached with the orders that are computed from it."""
    # There are few packs and many rule sets: a ruling is tried under hundreds of them.
    ranks = "".join(rank for rank in pack.ranks if rank not in stripped)
    return structs.replace(pack, ranks=ranks)


def explain_absence(rules: Rules, table: Table, card: str, name: str) -> Sentence | None:
    """Return why the pack of a table lacks a card, or None; `name` is that of the rules."""
    if card in for_table(rules, table).card_set:
        return None
    if not cards.is_joker(card):
        return _PLAY_WITHOUT(rules=name, players=table.players, card=card)
    return _ONE_JOKER(rules=name) if rules.jokers else _NO_JOKERS(rules=name)


def contradictions(rules: Rules) -> Iterator[tuple[str, Sentence]]:
    """Yield contradictions in pack, deal and draw: the option at fault, and the reason."""
    if not _is_rising(rules.off_cards):
        yield "offCards", _OFF_CARDS()
    if rules.draw is Draw.NON_TRUMPS and rules.trump_by is TrumpBy.FIRST_CARD:
        yield "draw", _DRAW()
    if rules.draw is Draw.ANY and rules.draw_most > rules.keep:
        yield "drawMost", _DRAW_MOST(most=rules.draw_most, cards=rules.keep)
    is_apart = rules.jokers > 0 and rules.joker_rank is JokerRank.APART
    if rules.follow is Follow.TRUMPS_ONLY and is_apart:
        yield "jokerRank", _JOKER_RANK()
    # A trump on the first trick would not show whether its player has too many or no other; no
    # documented game has both.
    is_thrown = rules.draw is Draw.NON_TRUMPS and rules.surplus is Surplus.ON_FIRST_TRICK
    if rules.follow is Follow.TRUMPS_ONLY and is_thrown:
        yield "surplus", _SURPLUS_OR_OUT()
    is_barred = rules.pitched_joker is PitchedJoker.BARRED
    if rules.trump_by is TrumpBy.FIRST_CARD and is_apart and not is_barred:
        yield "pitchedJoker", _PITCHED()
    for table in rules.tables:
        yield from _stripped_points(rules, table)
        yield from _table_contradictions(rules, table)


def _stripped_points(rules: Rules, table: Table) -> Iterator[tuple[str, Sentence]]:
    """Yield a contradiction for each point whose card is stripped from the pack of a table."""
    for point in rules.points:
        rank = point_names.RANKS.get(point) or point_names.OFF_RANKS.get(point)
        if rank in table.stripped:
            yield "pointValues", _NO_CARD(players=table.players, point=point)


def _table_contradictions(rules: Rules, table: Table) -> Iterator[tuple[str, Sentence]]:
    """Yield contradictions at a table: too many cards, or another number to play from."""
    if not _is_rising(table.stripped):
        yield "tables", _STRIPPED()
        return
    size, players = len(for_table(rules, table).cards), table.players
    needed = seats.cards_in_play(table) + table.kitty
    if needed > size:
        yield "tables", _TOO_MANY(players=players, kitty=table.kitty, needed=needed, cards=size)
    # Only a draw for trumps changes the number of cards in a hand.
    is_filled = rules.draw is Draw.NON_TRUMPS
    if not is_filled and table.dealt != rules.keep:
        yield "keep", _NOT_DRAWN(players=players, dealt=table.dealt, cards=rules.keep)
    if is_filled and players * rules.keep > size:
        yield "keep", _KEEP(players=players, keep=rules.keep, cards=size)
    if is_filled and rules.surplus is Surplus.TO_OPPONENTS and table.side_count > 2:
        yield "surplus", _SURPLUS()


def _is_rising(ranks: Iterable[str]) -> bool:
    positions = [PACK.ranks.index(rank) for rank in ranks]
    return positions == sorted(set(positions))
