"""What the rules say of the table, the pack and the deal."""

from collections.abc import Sequence
from typing import Final

from domain.cards import PACK
from domain.rules.options import Rules
from domain.rules.remedy_sentences import Sentence, always
from domain.seats import CARDS_EACH, Arrangement
from domain.wording import either, in_words


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


TABLE: Final[dict[str, Sentence]] = {
    "table.players": _players,
    "table.sides": _sides,
    "table.deal": always(
        f"Each player is dealt {in_words(CARDS_EACH)} cards "
        f"from a pack of {len(PACK.cards)}, aces high."
    ),
    "table.rotate": always("The deal passes to the left after every hand."),
}
