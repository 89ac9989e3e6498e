"""Win chances: how likely each side is to win a match as it stands, by facts and by a model.

Facts come from the sheet and from bounds: a winner, the sides that can win with the open hand, and
sides too far behind for the remaining hands. Everything else is an estimate by the odds of hands
(`hand_odds`), in which nobody plays better than another. Adjustments outside play are left out, as
everywhere.
"""

from typing import Annotated, Final

from msgspec import Meta

from pitch import percents
from pitch.hand import results
from pitch.match import duels, finishes, hand_odds, races
from pitch.match.matches import Match
from pitch.match.sheets import Sheet
from pitch.match.steps import Standing
from pitch.percents import Percent
from pitch.rules.choices import Misdeal, SlamBid, SlamReward, SlamSet
from pitch.rules.options import Rules
from pitch.types import Code, Value

MODEL: Final = "even-hands-1"
"""The name of the model; a model that computes otherwise gets another name."""
_TWO: Final = 2


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
        return finishes.estimate_chances(rules, table, sheet.scores, _remaining_hands(rules, sheet))
    pitching = hand_odds.pitching_odds(rules, table, sheet.next_dealer)
    if len(sheet.scores) == _TWO:
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
    has_slam = rules.slam is not SlamBid.NONE
    decides = rules.slam_reward is not SlamReward.POINTS or rules.slam_set is SlamSet.MATCH
    # Misdeals have no bound, so points for them could bring any side level.
    if (has_slam and decides) or rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return sides
    bids = (*rules.bids, *rules.dealer_alone_bids)
    paid = max(rules.total, rules.slam_scores if has_slam else 0)
    lost = max(*(results.set_cost(bid, rules) for bid in bids), rules.slam_loses if has_slam else 0)
    # A hand brings a side nearer by at most what it pays plus what it costs a rival that is set.
    reach = _remaining_hands(rules, sheet) * (paid + lost)
    return tuple(side for side in sides if sheet.scores[side] + reach >= max(sheet.scores))


def _remaining_hands(rules: Rules, sheet: Sheet) -> int:
    """Return the remaining hands of a fixed number: at least one, because level sides play on."""
    scored = sum(line.standing in {Standing.SCORED, Standing.OVERRULED} for line in sheet.lines)
    return max(1, (rules.hands or 0) - scored)
