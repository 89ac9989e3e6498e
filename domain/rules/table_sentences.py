"""What the rules say of the table, the pack and the deal."""

from collections.abc import Callable, Sequence
from typing import Final

from domain import cards
from domain.rules import packs
from domain.rules.options import Rules
from domain.rules.remedy_sentences import Sentence, always
from domain.seats import Arrangement, Table
from domain.wording import either, in_words, together


def _numbers(numbers: Sequence[int]) -> str:
    ordered = sorted(set(numbers))
    # Three or more in a row are said as a range: 2 to 8.
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]} to {ordered[-1]}"
    return either(str(number) for number in ordered)


def _players(rules: Rules) -> str:
    return f"The game is for {_numbers([table.players for table in rules.tables])} players."


_SIDES: Final = {
    Arrangement.INDIVIDUALS: "{} players each for themselves",
    Arrangement.PARTNERS_ACROSS: "{} players as two pairs, partners across the table",
    Arrangement.THREE_PAIRS: "{} players as three pairs, partners across the table",
    Arrangement.TWO_THREES: "{} players as two sides of three, seated in turn",
    Arrangement.CALLED_PARTNER: "{} players, with a partner called anew in every hand",
}


def _sides(rules: Rules) -> str:
    groups: dict[Arrangement, list[int]] = {}
    for table in rules.tables:
        groups.setdefault(table.sides, []).append(table.players)
    parts = [_SIDES[sides].format(_numbers(players)) for sides, players in groups.items()]
    usual = ""
    # Where four may play alone or in pairs, the order in the document says which is usual.
    if len({table.players for table in rules.tables}) < len(rules.tables):
        usual = "; where a number is named twice, the first way is the usual one"
    return f"Sides: {'; '.join(parts)}{usual}."


def _deal(rules: Rules) -> str:
    dealt = {table.dealt for table in rules.tables}
    jokers = {0: "", 1: ", a joker among them", 2: ", two jokers among them"}[rules.jokers]
    size = len(packs.whole(rules).cards)
    is_stripped = any(table.stripped for table in rules.tables)
    pack = f"from a {'stripped pack' if is_stripped else f'pack of {size}'}{jokers}, aces high"
    if len(dealt) == 1:
        return f"Each player is dealt {in_words(dealt.pop())} cards {pack}."
    shares = (f"{number} {share}" for share, number in _by_number(rules, _dealt_said).items())
    return f"The players are dealt cards {pack}: {'; '.join(shares)}."


def _dealt_said(table: Table) -> str:
    return f"players {in_words(table.dealt)} each"


def _by_number(rules: Rules, said: Callable[[Table], str]) -> dict[str, str]:
    """What holds for how many players, by what is said of it."""
    groups: dict[str, list[int]] = {}
    for table in rules.tables:
        groups.setdefault(said(table), []).append(table.players)
    return {text: _numbers(players) for text, players in groups.items()}


def _stripped(rules: Rules) -> str | None:
    """Which ranks are left out of the pack, by the number of players."""
    if not any(table.stripped for table in rules.tables):
        return None
    parts = [
        f"with {number} players {ranks}"
        for ranks, number in _by_number(rules, _stripped_said).items()
    ]
    return f"Left out of the pack are, {'; '.join(parts)}."


def _stripped_said(table: Table) -> str:
    names = [cards.rank_name(rank) for rank in table.stripped]
    if not names:
        return "no cards"
    return f"the {names[0]} to the {names[-1]}" if len(names) > 2 else f"the {together(names)}"


def _kitty(rules: Rules) -> str | None:
    sizes = {table.kitty for table in rules.tables} - {0}
    if not sizes:
        return None
    return f"A kitty of {_numbers(sorted(sizes))} cards goes to the pitcher, who lays away as many."


TABLE: Final[dict[str, Sentence]] = {
    "table.players": _players,
    "table.sides": _sides,
    "table.deal": _deal,
    "table.pack": _stripped,
    "table.kitty": _kitty,
    "table.rotate": always("The deal passes to the left after every hand."),
}
