"""What the rules say of the points of a hand, and of what they do to the scores."""

from typing import Final

from domain.rules.options import GameTie, Low, Rules
from domain.rules.remedy_sentences import Sentence, always
from domain.seats import Arrangement


def _low(rules: Rules) -> str:
    """The clause `score.low`: the option `Low` in words; `hand.awards._low` applies it."""
    if rules.low is Low.CAPTURED:
        return "One point, Low, goes to the side that captures the lowest trump in play."
    return (
        "One point, Low, goes to the side that was dealt the lowest trump in play, "
        "whoever captures it."
    )


def _pips(rules: Rules) -> str:
    worth = "Pips: ten 10, ace 4, king 3, queen 2, jack 1"
    if rules.trump_jack_pips:
        return f"{worth}, the jack of trumps included."
    return f"{worth}, but the jack of trumps counts none."


_GAME_TIES: Final = {
    GameTie.NOBODY: "nobody gets Game",
    GameTie.PITCHING_SIDE: "the pitching side gets Game if it is among them, else nobody",
    GameTie.OTHER_SIDE: "the side among them that did not pitch gets Game if there is just one",
    GameTie.DEALER: "the dealer's side gets Game if it is among them, else nobody",
}


def _game_tie(rules: Rules) -> str:
    return f"When sides tie for the most pips, {_GAME_TIES[rules.game_tie]}."


def _pool(rules: Rules) -> str | None:
    # Without partners there is nothing to pool, and a clause about it would only puzzle.
    if all(table.sides is Arrangement.INDIVIDUALS for table in rules.tables):
        return None
    return "Partners pool their cards, their points and their bid."


def _negative(rules: Rules) -> str:
    if rules.negative_scores:
        return "A score may fall below zero."
    return "A score never falls below zero."


POINTS: Final[dict[str, Sentence]] = {
    "score.high": always(
        "One point, High, goes to the side that captures the highest trump in play."
    ),
    "score.low": _low,
    "score.jack": always(
        "One point, Jack, goes to the side that captures the jack of trumps; "
        "if it is not in play nobody gets it."
    ),
    "score.game": always("One point, Game, goes to the side with the most pips among its cards."),
    "score.pips": _pips,
    "score.tie": _game_tie,
    "score.lone": always(
        "A lone trump in play is both High and Low, worth two points, or three if it is the jack."
    ),
    "score.pool": _pool,
    "score.made": always(
        "A pitching side that takes at least as many points as it bid scores all that it took."
    ),
    "score.set": always(
        "A pitching side that takes fewer points than it bid scores none of them "
        "and loses the number it bid."
    ),
    "score.others": always("Sides that did not pitch always score the points they took."),
    "score.negative": _negative,
}
