"""Score bounds: between which the scores are while what hands before paid is not settled.

A hand that is not settled pays what some hand of its contract pays: a bid by number costs the
pitching side the bid or gives it up to all the points, and gives the others what is left of them
(D-8, D-9). What a slam pays is up to the house, and may be the match: where one may have been bid,
nothing is bounded. What the table writes down for points outside play is known and moves all
bounds alike.
"""

from operator import add

from msgspec import Struct

from pitch import calls
from pitch.calls import Call
from pitch.findings import Status
from pitch.hand import partners, points
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.verdicts import Verdict
from pitch.rules.choices import SlamBid, SlamReward
from pitch.rules.options import Rules, floor_score


class ScoreBounds(Struct, frozen=True):
    """Bounds on the scores by side, and on their sum; each score between them may be or not."""

    least: tuple[int, ...]
    most: tuple[int, ...]
    together: int
    """The most that all sides have together."""


def for_scores(scores: tuple[int, ...]) -> ScoreBounds:
    """The bounds of scores, by side, that are known."""
    return ScoreBounds(least=scores, most=scores, together=sum(scores))


def add_changes(scores: tuple[int, ...], changes: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """Scores by side after changes, as they are written down."""
    return tuple(floor_score(score, rules) for score in map(add, scores, changes))


def after_hand(
    before: ScoreBounds | None,
    verdict: Verdict,
    deal: Deal,
    adjusted: tuple[int, ...],
    *,
    counts: bool,
) -> ScoreBounds | None:
    """The bounds after one more hand and the points outside play with it; None if there are none.

    A hand that does not count changes nothing, nor does one that was thrown in.
    """
    found = before
    if before is not None and counts and not verdict.thrown_in:
        found = _played(before, verdict, deal)
    return None if found is None else _moved(found, adjusted, deal.ruleset.rules)


def _played(before: ScoreBounds, verdict: Verdict, deal: Deal) -> ScoreBounds | None:
    """The bounds after a hand that counts, by what it paid, or by all that it may have paid."""
    is_slam = calls.is_slam(verdict.bid)
    if is_slam and deal.ruleset.rules.slam_reward is SlamReward.MATCH_OR_ZERO:
        return None
    if verdict.status is Status.SETTLED and verdict.deltas is not None:
        return _moved(before, verdict.deltas, deal.ruleset.rules)
    # Of a record that cannot be the contract may be what is wrong.
    is_told = verdict.status is Status.OPEN
    bid, pitching = (verdict.bid, _pitching(verdict, deal)) if is_told else (None, ())
    if calls.is_slam(bid) or (bid is None and deal.ruleset.rules.slam is not SlamBid.NONE):
        return None
    return _unsettled(before, bid, pitching, deal)


def _pitching(verdict: Verdict, deal: Deal) -> tuple[int, ...]:
    """The sides that may lose the bid; none where nobody knows who they are."""
    if verdict.pitcher is None or verdict.bid is None:
        return ()
    contract = Contract(pitcher=verdict.pitcher, bid=verdict.bid, partner=verdict.partner)
    return () if partners.is_open(contract, deal) else partners.pitching_sides(contract, deal)


def _moved(bounds: ScoreBounds, changes: tuple[int, ...], rules: Rules) -> ScoreBounds:
    """The bounds after changes by side that are known."""
    # A score that is held up at zero does not fall by all that was taken from it, and how far it
    # does is not known; so of the sum only what was gained is certain to count.
    counted = changes if rules.negative_scores else tuple(max(0, each) for each in changes)
    return ScoreBounds(
        least=add_changes(bounds.least, changes, rules),
        most=add_changes(bounds.most, changes, rules),
        together=bounds.together + sum(counted),
    )


def _unsettled(
    bounds: ScoreBounds, bid: Call | None, pitching: tuple[int, ...], deal: Deal
) -> ScoreBounds:
    """The bounds after a hand that may be any that fits what is known of its contract."""
    rules, sides = deal.ruleset.rules, range(deal.sides)
    bids = [bid] if bid else [*rules.bids, *rules.dealer_alone_bids]
    set_back = max(calls.rank(each) for each in bids)
    paid = points.most_points(deal)
    losses = tuple(-set_back if not pitching or side in pitching else 0 for side in sides)
    # Where a partner is called several score the same points, all but a lone pitcher at the most.
    scoring = deal.sides - 1 if deal.calls_partner else 1
    return ScoreBounds(
        least=add_changes(bounds.least, losses, rules),
        most=add_changes(bounds.most, (paid,) * deal.sides, rules),
        together=bounds.together + paid * scoring,
    )
