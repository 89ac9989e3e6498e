"""Score bounds: limits on the scores while earlier hands are not settled.

A hand that is not settled pays as some hand of its contract does: a bid by number costs the
pitching side the bid or gives it up to all the points, and gives the others the remaining points.
The house decides what a slam pays, which may be the match: if a slam may have been bid, there are
no bounds. Adjustments outside play are known and move all bounds alike.
"""

from operator import add

from msgspec import Struct

from pitch.calls import SLAMS, Call
from pitch.findings import Status
from pitch.hand import partners, points, results
from pitch.hand.deals import Deal
from pitch.hand.verdicts import Verdict
from pitch.rules.choices import SlamReward
from pitch.rules.options import Rules


class ScoreBounds(Struct, frozen=True):
    """Bounds on the scores by side, and on their sum; not every score between them is possible."""

    least: tuple[int, ...]
    most: tuple[int, ...]
    together: int
    """The highest sum of all scores."""


def for_scores(scores: tuple[int, ...]) -> ScoreBounds:
    """Return the bounds of known scores, by side."""
    return ScoreBounds(least=scores, most=scores, together=sum(scores))


def add_changes(scores: tuple[int, ...], changes: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """Return the scores by side after changes, at zero if the rules have no negative scores."""
    return tuple(rules.floor_score(score) for score in map(add, scores, changes))


def after_hand(
    before: ScoreBounds | None,
    verdict: Verdict,
    deal: Deal,
    adjustment: tuple[int, ...],
    *,
    counts: bool,
) -> ScoreBounds | None:
    """Return the bounds after one more hand and its adjustment; None if there are none.

    A hand that does not count changes nothing, nor does one that was thrown in.
    """
    bounds = before
    if before is not None and counts and not verdict.thrown_in:
        bounds = _score_hand(before, verdict, deal)
    return None if bounds is None else _shift(bounds, adjustment, deal.ruleset.rules)


def _score_hand(before: ScoreBounds, verdict: Verdict, deal: Deal) -> ScoreBounds | None:
    """Return the bounds after a hand that counts, by its deltas or by all that it may have paid."""
    is_slam = verdict.bid in SLAMS
    if is_slam and deal.ruleset.rules.slam_reward is SlamReward.MATCH_OR_ZERO:
        return None
    if verdict.status is Status.SETTLED and verdict.deltas is not None:
        return _shift(before, verdict.deltas, deal.ruleset.rules)
    # The error of an impossible record may be its contract.
    is_open = verdict.status is Status.OPEN
    bid, pitching = (verdict.bid, _pitching(verdict, deal)) if is_open else (None, ())
    if bid in SLAMS or (bid is None and deal.ruleset.rules.has_slam):
        return None
    return _widen(before, bid, pitching, deal)


def _pitching(verdict: Verdict, deal: Deal) -> tuple[int, ...]:
    """Return the sides that may lose the bid; none if they are not known."""
    contract = verdict.contract
    if contract is None:
        return ()
    return () if partners.is_open(contract, deal) else partners.pitching_sides(contract, deal)


def _shift(bounds: ScoreBounds, changes: tuple[int, ...], rules: Rules) -> ScoreBounds:
    """Return the bounds after known changes, by side."""
    # A score that is held at zero falls by less than its loss, and nobody knows by how much; so
    # only gains are certain to count for the sum.
    certain = changes if rules.negative_scores else tuple(max(0, change) for change in changes)
    return ScoreBounds(
        least=add_changes(bounds.least, changes, rules),
        most=add_changes(bounds.most, changes, rules),
        together=bounds.together + sum(certain),
    )


def _widen(
    bounds: ScoreBounds, bid: Call | None, pitching: tuple[int, ...], deal: Deal
) -> ScoreBounds:
    """Return the bounds after any hand that fits the facts known about its contract."""
    rules, sides = deal.ruleset.rules, range(deal.sides)
    bids = [bid] if bid else [*rules.bids, *rules.dealer_alone_bids]
    setback = max(results.set_cost(each, rules) for each in bids)
    paid = points.most_points(deal)
    losses = tuple(-setback if not pitching or side in pitching else 0 for side in sides)
    # With a called partner several sides score the same points, at most all but a lone pitcher.
    scoring = deal.sides - 1 if deal.calls_partner else 1
    return ScoreBounds(
        least=add_changes(bounds.least, losses, rules),
        most=add_changes(bounds.most, (paid,) * deal.sides, rules),
        together=bounds.together + paid * scoring,
    )
