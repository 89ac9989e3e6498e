"""What the rules say where the pitcher calls a card and its holder is the partner for one hand."""

from collections.abc import Iterator
from typing import Final

from domain import seats
from domain.point_names import PointName
from domain.rules.choices import GoingOut, SeveralOut, TrumpBy
from domain.rules.options import Rules
from domain.rules.remedy_sentences import Sentence


def are_called(rules: Rules) -> bool:
    """Whether some table of the rules plays with a called partner."""
    return any(map(seats.calls_partner, rules.tables))


def contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    """What cannot be where a partner is called: the option at fault, and the reason."""
    if not are_called(rules):
        return
    if rules.trump_by is not TrumpBy.NAMED_AND_LED:
        yield (
            "trumpBy",
            (
                "Where a partner is called, trump is named with the card and led first, "
                "so that the card falls to the first trick."
            ),
        )
    if PointName.GAME in rules.points:
        yield (
            "pointValues",
            (
                "Where a partner is called every player has a pile of his own, so Game, which "
                "compares the pips of sides, cannot be among the points."
            ),
        )
    if rules.several_out is SeveralOut.COUNTING_ORDER:
        yield (
            "severalOut",
            (
                "Pitcher and called partner score every point together, so neither is first in "
                "counting order."
            ),
        )


def others(rules: Rules) -> str:
    """What is scored against who pitched (`score.others`)."""
    if are_called(rules):
        return "The players against the pitcher always score the points that they took."
    return "Sides that did not pitch always score the points they took."


def _where_called(text: str) -> Sentence:
    return lambda rules: text if are_called(rules) else None


def _first_out(rules: Rules) -> str | None:
    if not are_called(rules) or rules.target is None or rules.going_out is GoingOut.ANYONE:
        return None
    return "If the pitcher and the called partner go out together, the pitcher wins."


PARTNER_PLAY: Final[dict[str, Sentence]] = {
    "play.partner": _where_called(
        "With the suit the pitcher calls a trump: whoever else holds it is the partner for the "
        "hand and says nothing; a pitcher who holds it plays alone against all the others."
    ),
    "play.called": _where_called("The partner must play the called card to the first trick."),
    "play.alone": _where_called(
        "A pitcher who plays alone need not play the called card to the first trick, and plays "
        "alone too if nobody holds it."
    ),
}
PARTNER_SCORE: Final[dict[str, Sentence]] = {
    "score.partner": _where_called(
        "Scores are each player's own: the pitcher and the partner each score what both took "
        "together, or each lose the bid, and every other player scores what the others took "
        "together."
    ),
}
PARTNER_WIN: Final[dict[str, Sentence]] = {"win.partner": _first_out}
