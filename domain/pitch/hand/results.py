"""Results: the score changes that follow from a contract and the points taken."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, structs

from pitch import calls
from pitch.calls import Call
from pitch.hand import partners, points
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.points import Owners
from pitch.hand.proofs import Ending
from pitch.rules.choices import FOUR_TRICKS, MadeScores, SlamNeeds, SlamReward, SlamSet
from pitch.rules.options import Rules
from pitch.types import RunningScore, Value

Change = Annotated[int, Meta(ge=-1000, le=1000)]
"""The change of one score by a hand; a failed slam may cost the largest target."""


class ScoredHand(Value, frozen=True):
    """One way in which a hand can be scored."""

    made: bool
    """True if the bid is made in this result."""
    deltas: tuple[RunningScore, ...]
    """The change of each side's score in this result."""


class TricksAndPoints(Value, frozen=True):
    """Tricks and points of the pitching side."""

    tricks: int
    points: int


def slam_points(rules: Rules) -> int:
    """Return the points that a slam promises: all or none (`slam.needs`)."""
    return rules.total if rules.slam_needs in _SLAM_POINTS else 0


def slam_needs(deal: Deal) -> TricksAndPoints:
    """Return the tricks and points that a slam promises (`slam.needs`)."""
    needs = deal.ruleset.rules.slam_needs
    return TricksAndPoints(
        tricks=_SLAM_TRICKS.get(needs, deal.tricks),
        points=slam_points(deal.ruleset.rules),
    )


_SLAM_TRICKS: Final = {SlamNeeds.FOUR_TRICKS: FOUR_TRICKS, SlamNeeds.ALL_POINTS: 0}
_SLAM_POINTS: Final = (SlamNeeds.ALL_POINTS, SlamNeeds.ALL_TRICKS_AND_POINTS)


def may_turn_on_tricks(deal: Deal) -> bool:
    """Return whether tricks can decide a bid: a slam that promises some (`slam.needs`)."""
    rules = deal.ruleset.rules
    return rules.has_slam and slam_needs(deal).tricks > 0


def turns_on_tricks(contract: Contract | None, deal: Deal) -> bool:
    """Return whether tricks decide a contract (`slam.needs`); False if it is unknown."""
    return contract is not None and contract.bid.is_slam and slam_needs(deal).tricks > 0


def contract_needs(contract: Contract, deal: Deal) -> TricksAndPoints:
    """Return what the pitching side has to take (`score.made`, `slam.needs`)."""
    if not contract.bid.is_slam:
        return TricksAndPoints(tricks=0, points=calls.rank(contract.bid))
    return slam_needs(deal)


def is_made(
    contract: Contract, least: TricksAndPoints, most: TricksAndPoints, deal: Deal
) -> bool | None:
    """Return whether a bid is made, by the least and the most that its side can have.

    None while that is open (`score.made`, `slam.needs`).
    """
    needed = contract_needs(contract, deal)
    both = (
        _is_reached(least.tricks, most.tricks, needed.tricks),
        _is_reached(least.points, most.points, needed.points),
    )
    if False in both:
        return False
    # A slam promises both tricks and points, so a certain failure of either settles it.
    return None if None in both else True


def score(contract: Contract, owners: Owners, tricks: int | None, deal: Deal) -> ScoredHand:
    """Return how a hand scores if every point's owner is known (`score.made`, `score.set`).

    `tricks` are those of the pitching side, None if the contract does not turn on them.
    """
    taken = partners.pool(points.by_side(owners, deal), contract, deal)
    pitching = deal.side_of(contract.pitcher)
    has = TricksAndPoints(tricks=tricks or 0, points=taken[pitching])
    made = is_made(contract, has, has, deal) is True
    return ScoredHand(made=made, deltas=deltas(contract, taken, deal, is_made=made))


def score_ending(contract: Contract, ending: Ending, deal: Deal) -> ScoredHand:
    """Return how a hand scores in one of its endings, with the partner of that ending."""
    if ending.partner is not None:
        contract = structs.replace(contract, partner=ending.partner)
    return score(contract, ending.owners, ending.tricks, deal)


def deltas(
    contract: Contract, taken: Sequence[int], deal: Deal, *, is_made: bool
) -> tuple[int, ...]:
    """Return the score changes by side (`score.made`, `score.set`, `slam.made`, `score.others`).

    `taken` are the points that each side took, by side; pooled with those of the sides that score
    with it if a partner is called (`partners.pool`).
    """
    rules = deal.ruleset.rules
    changes = list(taken)
    # The opposing sides keep what they took, made or set (`score.others`).
    for side in partners.pitching_sides(contract, deal):
        if not is_made:
            changes[side] = -set_cost(contract.bid, rules)
        elif contract.bid.is_slam:
            changes[side] = _slam_pays(side, deal)
        elif not scores_all_taken(contract.bid, rules):
            changes[side] = calls.rank(contract.bid)
    return tuple(changes)


def set_cost(bid: Call, rules: Rules) -> int:
    """Return what a bid costs if it is set (`score.set`, `slam.set`)."""
    if not bid.is_slam:
        return calls.rank(bid)
    costs_target = rules.slam_set is SlamSet.TARGET and rules.target is not None
    return rules.target or 0 if costs_target else rules.slam_loses


def scores_all_taken(bid: Call, rules: Rules) -> bool:
    """Return whether the pitching side scores all it took if it makes a bid (`score.made`).

    Always if the dealer pitches without a bid.
    """
    scores_all = rules.made_scores is MadeScores.ALL_TAKEN or bid is Call.PASS
    return scores_all and not bid.is_slam


def _slam_pays(pitching: int, deal: Deal) -> int:
    """Return what a made slam adds to the score of the side, which may depend on that score."""
    rules, before = deal.ruleset.rules, deal.scores
    is_or_zero = rules.slam_reward is SlamReward.MATCH_OR_ZERO
    if is_or_zero and before is not None and before[pitching] < 0:
        return -before[pitching]
    return rules.slam_scores


def dealer_set_deltas(deal: Deal) -> tuple[int, ...]:
    """Return the score changes by side if everyone passed and the dealer is set for it."""
    rules, dealing = deal.ruleset.rules, deal.side_of(deal.dealer)
    cost = set_cost(rules.least_bid, rules)
    return tuple(-cost if side == dealing else 0 for side in range(deal.sides))


def trick_bounds(
    won: tuple[int | None, ...], sides: tuple[int, ...], deal: Deal
) -> tuple[int, int]:
    """Return the fewest and the most tricks that some sides can have won together.

    `won` are the tricks of every side, by side, None if unknown.
    """
    numbers = [won[side] for side in sides]
    fewest = sum(tricks or 0 for tricks in numbers)
    if None not in numbers:
        return fewest, fewest
    opposing = sum(tricks or 0 for side, tricks in enumerate(won) if side not in sides)
    return fewest, deal.tricks - opposing


def _is_reached(least: int, most: int, needed: int) -> bool | None:
    """Return whether a need is met, by the least and the most taken; None while open."""
    if least >= needed:
        return True
    return False if most < needed else None
