"""Results: what a contract and the points that were taken do to the scores."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta

from domain import calls
from domain.hand.auctions import Contract
from domain.hand.deals import Deal
from domain.rules.options import SlamBid, SlamNeeds
from domain.seats import TRICKS
from domain.types import Value

Change = Annotated[int, Meta(ge=-100, le=100)]

MOST_POINTS: Final = 4
"""What a hand pays at most: High, Low, Jack and Game (D-8)."""
LEAST_POINTS: Final = 2
"""What a hand pays at least: High and Low are always somebody's (D-8)."""

SLAM_NEEDS: Final = {
    SlamNeeds.FOUR_TRICKS: (4, 0),
    SlamNeeds.SIX_TRICKS: (TRICKS, 0),
    SlamNeeds.FOUR_POINTS: (0, MOST_POINTS),
    SlamNeeds.SIX_TRICKS_AND_FOUR_POINTS: (TRICKS, MOST_POINTS),
}
"""The tricks and the points that a slam promises."""


class ScoredHand(Value, frozen=True):
    """One way a hand can be scored."""

    made: bool
    """Whether the bid is made."""
    deltas: tuple[Change, ...]
    """What each side's score changes by."""


class TricksAndPoints(Value, frozen=True):
    """Tricks and points of the pitching side."""

    tricks: int
    points: int


def may_turn_on_tricks(deal: Deal) -> bool:
    """Whether there is a bid that tricks decide: a slam that promises some (`slam.needs`)."""
    rules = deal.ruleset.rules
    return rules.slam is not SlamBid.NONE and SLAM_NEEDS[rules.slam_needs][0] > 0


def turns_on_tricks(contract: Contract | None, deal: Deal) -> bool:
    """Whether tricks decide if the contract is made (`slam.needs`); False where it is not known."""
    needed, _ = SLAM_NEEDS[deal.ruleset.rules.slam_needs]
    return contract is not None and calls.is_slam(contract.bid) and needed > 0


def promised(contract: Contract, deal: Deal) -> TricksAndPoints:
    """What the pitching side has to take (`score.made`, `slam.needs`)."""
    if not calls.is_slam(contract.bid):
        return TricksAndPoints(tricks=0, points=calls.rank(contract.bid))
    tricks, points = SLAM_NEEDS[deal.ruleset.rules.slam_needs]
    return TricksAndPoints(tricks=tricks, points=points)


def made(
    contract: Contract, least: TricksAndPoints, most: TricksAndPoints, deal: Deal
) -> bool | None:
    """Whether the pitching side took what it bid, by the least and the most that it can have.

    None while that is open (`score.made`, `slam.needs`).
    """
    needed = promised(contract, deal)
    reached = (
        _reached(least.tricks, most.tricks, needed.tricks),
        _reached(least.points, most.points, needed.points),
    )
    if False in reached:
        return False
    # Tricks and points are both promised by a slam; one that certainly fails settles it, whatever
    # the other does.
    return None if None in reached else True


def result(
    contract: Contract, owners: tuple[int | None, ...], tricks: int | None, deal: Deal
) -> ScoredHand:
    """The result when it is known who has each point (`score.made`, `score.set`).

    `owners` are the sides with High, Low, Jack and Game, None for nobody; `tricks` those of the
    pitching side, None where the contract does not turn on them.
    """
    taken = [owners.count(side) for side in range(deal.sides)]
    pitching = deal.side_of(contract.pitcher)
    has = TricksAndPoints(tricks=tricks or 0, points=taken[pitching])
    is_made = made(contract, has, has, deal) is True
    return ScoredHand(made=is_made, deltas=deltas(contract, taken, deal, is_made=is_made))


def deltas(
    contract: Contract, taken: Sequence[int], deal: Deal, *, is_made: bool
) -> tuple[int, ...]:
    """What each side's score changes by (`score.made`, `score.set`, `slam.made`, `score.others`).

    `taken` are the points that each side took, by side, and so are the changes.
    """
    rules = deal.ruleset.rules
    changes = list(taken)
    pitching = deal.side_of(contract.pitcher)
    # The others keep what they took, made or set (`score.others`).
    if not is_made:
        changes[pitching] = -(
            rules.slam_loses if calls.is_slam(contract.bid) else calls.rank(contract.bid)
        )
    elif calls.is_slam(contract.bid):
        changes[pitching] = rules.slam_scores
    return tuple(changes)


def known_tricks(won: tuple[int | None, ...], side: int, deal: Deal) -> tuple[int, int]:
    """The fewest and the most tricks of a side.

    `won` is what is known of every side, by side, None where nothing is.
    """
    mine = won[side]
    if mine is not None:
        return mine, mine
    others = sum(tricks or 0 for other, tricks in enumerate(won) if other != side)
    return 0, deal.tricks - others


def _reached(least: int, most: int, needed: int) -> bool | None:
    if least >= needed:
        return True
    return False if most < needed else None
