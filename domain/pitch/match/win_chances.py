"""Win chances: how likely each side is to win a match as it stands, by facts and by a model.

Facts come from the sheet and from bounds: a winner, the sides that can win with the open hand, and
sides too far behind for the remaining hands. Everything else is an estimate by the odds of hands
(`races`), in which nobody plays better than another. Adjustments outside play are left out, as
everywhere.

After a fixed number of hands the side with the most points wins. For two sides the model adds up
the lead of one, hand by hand. For more it adds up each score by itself, as in a race; sides that
share the most points share the chance, because they play on. A score that rules hold at zero
counts as if it could fall below.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch import percents
from pitch.hand import results
from pitch.match import duels, races
from pitch.match.matches import Match
from pitch.match.sheets import Sheet
from pitch.match.steps import Standing
from pitch.percents import Percent
from pitch.rules.choices import Misdeal
from pitch.rules.options import Rules
from pitch.seats import Table
from pitch.types import Code, Value

_STEPS: Final = 64
"""Resolution of sums: in points, or in several points if the sums vary more."""
_NEGLIGIBLE: Final = 1e-8
_EVEN: Final = 0.5
_TWO_SIDES: Final = 2
_Odds = tuple[tuple[float, float], ...]
"""Points, from the fewest on, each with its probability."""


class _Sums(Struct, frozen=True):
    """The probability of every sum from the lowest on, in units."""

    lowest: int
    odds: tuple[float, ...]


def estimate_chances(
    rules: Rules, table: Table, scores: tuple[int, ...], hands: int
) -> tuple[float, ...]:
    """Return how likely each side wins with `hands` left, at least one; the sum is 1."""
    if len(scores) > _TWO_SIDES:
        return _chances_of_several(_gain_odds(rules, table, hands), scores)
    lead = scores[0] - scores[1]
    ahead = sum(
        probability * (_EVEN if lead + points == 0 else lead + points > 0)
        for points, probability in _lead_odds(rules, hands)
    )
    return ahead, 1 - ahead


def _chances_of_several(odds: _Odds, scores: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chances to finish first: a race down from the most points, which the best wins."""
    points, probabilities = zip(*odds, strict=True)
    below = (0.0, *accumulate(probabilities))
    ends = sorted({score + gain for score in scores for gain in points}, reverse=True)
    return races.chances_to_go_first(
        [(1.0, *(below[bisect_left(points, end - score)] for end in ends)) for score in scores]
    )


@lru_cache(maxsize=256)
def _gain_odds(rules: Rules, table: Table, hands: int) -> _Odds:
    """Return what one side may add to its score in so many hands."""
    odds = defaultdict[int, float](float)
    changes = races.score_changes(rules, table, 1 / table.side_count)
    for (points, _), probability in changes.items():
        odds[points] += probability
    return _add_hands(odds, hands, rules.total)


@lru_cache(maxsize=256)
def _lead_odds(rules: Rules, hands: int) -> _Odds:
    """Return how much one of two sides may gain on its opponents in so many hands."""
    odds = defaultdict[int, float](float)
    for hand in races.list_outcomes(rules):
        lead = hand.pitching - hand.others
        odds[lead] += _EVEN * hand.probability
        odds[-lead] += _EVEN * hand.probability
    return _add_hands(odds, hands, rules.total)


def _add_hands(odds: Mapping[int, float], hands: int, total: int) -> _Odds:
    """Return the odds of the sum of `hands`, each of which pays with the same odds."""
    # The more a sum may vary, the larger the units it is counted in.
    unit = max(1.0, total * sqrt(hands) / _STEPS)
    steps = defaultdict[int, float](float)
    for points, probability in odds.items():
        steps[round(points / unit)] += probability
    lowest, sums = min(steps), _Sums(0, (1.0,))
    power = _Sums(lowest, tuple(steps[step] for step in range(lowest, max(steps) + 1)))
    # By binary powers: odds of 1, 2, 4 and more hands, of which those that make the number are
    # added.
    while hands:
        if hands % 2:
            sums = _convolve(sums, power)
        hands //= 2
        if hands:
            power = _convolve(power, power)
    total_odds = sum(sums.odds)
    return tuple(
        (reached * unit, odd / total_odds) for reached, odd in enumerate(sums.odds, sums.lowest)
    )


def _convolve(first: _Sums, second: _Sums) -> _Sums:
    """Return the odds of the sum of both, without the negligible ones at either end."""
    width, odds = len(second.odds), [0.0] * (len(first.odds) + len(second.odds) - 1)
    for start, probability in enumerate(first.odds):
        reached = slice(start, start + width)
        odds[reached] = [
            total + probability * odd for total, odd in zip(odds[reached], second.odds, strict=True)
        ]
    usual = [place for place, probability in enumerate(odds) if probability > _NEGLIGIBLE]
    start, end = usual[0], usual[-1] + 1
    return _Sums(first.lowest + second.lowest + start, tuple(odds[start:end]))


MODEL: Final = "even-hands-1"
"""The name of the model; a model that computes otherwise gets another name."""


class WinChances(Value, frozen=True):
    """The chances of each side to win the match, by its scores and rules."""

    percents: Annotated[tuple[Percent, ...], Meta(min_length=2, max_length=8)]
    """The chances in percent, by side, adding up to 100: 100 is certain, 0 is impossible."""
    is_estimate: bool
    """True until the winner is certain."""
    model: Code
    """The model of the estimate. With `even-hands-1` every side pitches as often as its seats, two
    bids of three are made, and nobody plays better than another.
    """


def estimate_win_chances(match: Match, sheet: Sheet) -> WinChances:
    """Return the chances in a match as its sheet stands."""
    possible = _possible(match, sheet)
    return WinChances(
        percents=percents.round_percents(estimate_by_model(match, sheet), possible),
        is_estimate=len(possible) > 1,
        model=MODEL,
    )


def estimate_by_model(match: Match, sheet: Sheet) -> tuple[float, ...]:
    """Return how likely each side wins by the model alone, by side; the sum is 1.

    An open hand pays nothing yet.
    """
    rules, table = match.ruleset.rules, match.seating.table
    if rules.target is None:
        return estimate_chances(rules, table, sheet.scores, _remaining_hands(rules, sheet))
    pitching = races.pitching_odds(rules, table, sheet.next_dealer)
    if len(sheet.scores) == _TWO_SIDES:
        return duels.estimate_chances(rules, sheet.scores, pitching)
    return races.estimate_chances(rules, table, sheet.scores, pitching)


def _possible(match: Match, sheet: Sheet) -> tuple[int, ...]:
    """Return the sides that can still win."""
    if sheet.winner is not None:
        return (sheet.winner.side,)
    if sheet.outlook is not None and not sheet.outlook.may_play_on:
        return sheet.outlook.winners
    sides = tuple(range(len(sheet.scores)))
    if sheet.unscored or match.ruleset.rules.hands is None:
        return sides
    return _in_reach(match.ruleset.rules, sheet)


def _in_reach(rules: Rules, sheet: Sheet) -> tuple[int, ...]:
    """Return the sides that the remaining hands can still bring level with the best."""
    sides = tuple(range(len(sheet.scores)))
    # Misdeals have no bound, so points for them could bring any side level.
    if rules.slam_may_decide or rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return sides
    bids = (*rules.bids, *rules.dealer_alone_bids)
    paid = max(rules.total, rules.slam_scores if rules.has_slam else 0)
    lost = max(
        *(results.set_cost(bid, rules) for bid in bids), rules.slam_loses if rules.has_slam else 0
    )
    # A hand brings a side nearer by at most what it pays plus what it costs a rival that is set.
    reach = _remaining_hands(rules, sheet) * (paid + lost)
    return tuple(side for side in sides if sheet.scores[side] + reach >= max(sheet.scores))


def _remaining_hands(rules: Rules, sheet: Sheet) -> int:
    """Return the remaining hands of a fixed number: at least one, because level sides play on."""
    scored = sum(line.standing in {Standing.SCORED, Standing.OVERRULED} for line in sheet.lines)
    return max(1, (rules.hands or 0) - scored)
