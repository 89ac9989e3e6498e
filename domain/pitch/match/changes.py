"""Score changes: which ones a hand can make, and how its points then fell.

Points alone make a bid by number, and every distribution of the points comes from some hand: High
and Low can go to any side, Jack and Game to any side or to nobody, but Game always goes to a side
if the rules award every tie. `takers` knows the tricks that a slam requires besides.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Annotated, Final

from msgspec import Meta

from pitch import messages
from pitch.calls import Call
from pitch.hand import awards, partners, points, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.points import Owners, PointSide
from pitch.hand.records import Score
from pitch.hand.results import TricksAndPoints
from pitch.match import takers
from pitch.messages import (
    BID,
    CHOICE,
    COUNT,
    POINT,
    SCORE,
    SIDE,
    TYPED,
    Argument,
    Message,
    Parameter,
    Refusal,
    Sentence,
    any_of,
)
from pitch.point_names import PointName
from pitch.types import Fact, Side

_BID: Final[dict[str, Parameter]] = {"side": SIDE, "bid": BID, "made": CHOICE}
_SCORES: Final[dict[str, Parameter]] = {"score": SCORE, "reached": any_of(SCORE), "after": SCORE}
_NO_PARTNER = Message("problem.hand_not_possible.no_partner", rules=TYPED)
_NO_POINT = Message("problem.hand_not_possible.no_point", rules=TYPED, point=POINT)
_SCORE_AGAINST = Message("problem.hand_not_possible.score_against", side=SIDE, **_SCORES)
_OWN_SCORE = Message("problem.hand_not_possible.own_score", **_BID, **_SCORES)
_SCORE_OF_CALLED = Message(
    "problem.hand_not_possible.score_of_called", other=SIDE, **_BID, **_SCORES
)
_TOGETHER = Message("problem.hand_not_possible.together")
_OTHERS_PAID = Message("problem.hand_not_possible.others_paid", **_BID)
_OTHERS_TOTAL = Message(
    "problem.hand_not_possible.others_total",
    side=SIDE,
    after=SCORE,
    reached=any_of(SCORE),
    others=SCORE,
)
_POINTS_BID = Message("problem.hand_not_possible.points_bid", points=COUNT, **_BID)
_POINTS_SCORE = Message(
    "problem.hand_not_possible.points_score", side=SIDE, score=SCORE, due=SCORE, after=SCORE
)
_POINTS_FALL = Message("problem.hand_not_possible.points_fall", **_BID)
_LONGEST_LIST: Final = 4


class HandNotPossible(Refusal):
    """No hand can have that result under these rules."""


Scores = Annotated[tuple[Score, ...], Meta(min_length=2, max_length=8)]


class Result(Fact, frozen=True, kw_only=True):
    """A hand as the score sheet shows it: the scores after it, and made or set."""

    after: Scores
    """The score of each side after the hand, by side."""
    pitching_side: Side
    """The side that pitched the hand, counted from 0."""
    bid: Call
    """The bid for which the hand was pitched."""
    made: bool
    """True if the bid was made by the score sheet."""
    partner_side: Side | None = None
    """The side of a called partner, or the pitcher's side if the pitcher played alone; not allowed
    if partners are not called.
    """
    points: Annotated[tuple[PointSide, ...], Meta(max_length=len(PointName))] | None = None
    """The points with their sides, if known; a point that is not listed went to nobody."""

    def owners(self, deal: Deal) -> Owners | None:
        """Return the sides that took the points of the rules, in counting order, if known."""
        if self.points is None:
            return None
        sides = {point.point: point.side for point in self.points}
        return tuple(sides.get(point) for point in deal.ruleset.rules.points)


def list_ways(
    before: Sequence[int], result: Result, deal: Deal
) -> Mapping[Contract, tuple[Owners, ...]]:
    """Return every way in which the points can have fallen, by contract.

    A way lists the side of each point in counting order. There are several contracts only while a
    called partner is not known; then one side stands for all that score together. `before` are the
    scores by side before the hand. Raises HandNotPossible, with the reason, if there is no such
    way.
    """
    if result.partner_side is not None and not deal.calls_partner:
        raise HandNotPossible(_NO_PARTNER(rules=deal.ruleset.name), pointer="/result/partnerSide")
    contracts = _possible_contracts(result, deal)
    _check_sides(before, result, contracts, deal)
    ways = {contract: tuple(_ways(before, result, contract, deal)) for contract in contracts}
    ways = {contract: owners for contract, owners in ways.items() if owners}
    if not ways:
        reason = _explain_scores(before, result, contracts, deal)
        raise HandNotPossible(reason, pointer="/result/after")
    owners = result.owners(deal)
    if owners is None:
        return ways
    _check_points(result, deal)
    matches = {
        contract: (owners,)
        for contract, candidates in ways.items()
        if _is_among(owners, candidates, result, contract, deal)
    }
    if not matches:
        reason = _explain_points(before, result, owners, next(iter(ways)), deal)
        raise HandNotPossible(reason, pointer="/result/points")
    return matches


def _is_among(
    owners: Owners, ways: Sequence[Owners], result: Result, contract: Contract, deal: Deal
) -> bool:
    """Return whether points fell in one of some ways, in which one side stands for its partners."""
    firsts = tuple(
        None if side is None else partners.first_side(side, contract, deal) for side in owners
    )
    return firsts in ways and takers.can_fare(owners, contract, deal, is_made=result.made)


def _check_points(result: Result, deal: Deal) -> None:
    """Refuse a point that the rules do not have."""
    ruleset = deal.ruleset
    for index, point in enumerate(result.points or ()):
        if point.point not in ruleset.rules.points:
            raise HandNotPossible(
                _NO_POINT(rules=ruleset.name, point=point.point),
                pointer=f"/result/points/{index}/point",
            )


def _check_sides(
    before: Sequence[int], result: Result, contracts: Sequence[Contract], deal: Deal
) -> None:
    """Refuse a change that no hand makes to the score of a side, whatever the others get."""
    rules = deal.ruleset.rules
    for side, (score, after) in enumerate(zip(before, result.after, strict=True)):
        changes: set[int] = set()
        for contract in contracts:
            if side in partners.pitching_sides(contract, deal):
                points_by_bid = _own_points(result, contract, deal)
                changes |= {_pay(own, 0, result, contract, deal)[side] for own in points_by_bid}
            else:
                changes |= points.payable_sums(deal)
        reached = sorted({rules.floor_score(score + change) for change in changes})
        if after in reached:
            continue
        scores = {"score": score, "reached": _alternatives(reached), "after": after}
        if side == result.pitching_side:
            reason = _OWN_SCORE(**scores, **_bid_arguments(result, deal))
        elif deal.calls_partner:
            reason = _SCORE_OF_CALLED(
                **scores, other=deal.side(side), **_bid_arguments(result, deal)
            )
        else:
            reason = _SCORE_AGAINST(**scores, side=deal.side(side))
        raise HandNotPossible(reason, pointer="/result/after")


def _alternatives(numbers: Sequence[int]) -> tuple[int | Argument, ...]:
    """Return numbers to choose from, in order: a long run by its ends, as 0 to 14."""
    is_run = len(numbers) > _LONGEST_LIST and numbers[-1] - numbers[0] == len(numbers) - 1
    return (messages.range_argument(SCORE, numbers[0], numbers[-1]),) if is_run else tuple(numbers)


def _bid_arguments(result: Result, deal: Deal) -> dict[str, object]:
    """Return the pitching side, its bid and whether it was made, as message arguments."""
    made = "yes" if result.made else "no"
    return {"side": deal.side(result.pitching_side), "bid": result.bid, "made": made}


def _possible_contracts(result: Result, deal: Deal) -> tuple[Contract, ...]:
    """Return the contract, with every possible partner if the called one is not known."""
    seats = deal.seating.table.seats_by_side[result.pitching_side]
    # A side with a called partner is one seat.
    contract = Contract(pitcher=seats[0], bid=result.bid, partner=result.partner_side)
    return partners.possible_contracts(contract, deal, ())


def _own_points(result: Result, contract: Contract, deal: Deal) -> list[int]:
    """Return the points that the pitching side can have taken, by how its bid fared alone."""
    promised = results.contract_needs(contract, deal).points
    payable = sorted(points.payable_sums(deal))
    if result.made:
        return [own for own in payable if own >= promised]
    # A slam with all its points can still fail by tricks.
    return [own for own in payable if own < promised or result.bid.is_slam]


def _pay(
    own: int, others: int | Sequence[int], result: Result, contract: Contract, deal: Deal
) -> tuple[int, ...]:
    """Return the changes of score by side if the pitching sides take `own` points.

    `others` are the points that the other sides take, by side, or that each of them takes.
    """
    pitching = partners.pitching_sides(contract, deal)
    points_by_side = [
        own if side in pitching else others if isinstance(others, int) else others[side]
        for side in range(deal.sides)
    ]
    return results.deltas(contract, points_by_side, deal, is_made=result.made)


def _ways(
    before: Sequence[int], result: Result, contract: Contract, deal: Deal
) -> Iterator[Owners]:
    """Yield the distributions of the points that pay each side its gain."""
    pitching, gains = partners.pitching_sides(contract, deal), _gains(before, result)
    # All sides that score together gain the same, so one stands for all of them.
    firsts = [partners.first_side(side, contract, deal) for side in range(deal.sides)]
    if any(gains[s] != gains[firsts[s]] for s in range(deal.sides) if s not in pitching):
        return
    for own in _own_points(result, contract, deal):
        changes = _pay(own, gains, result, contract, deal)
        if any(
            deal.ruleset.rules.floor_score(before[side] + changes[side]) != result.after[side]
            for side in pitching
        ):
            continue
        points_by_side = [own if side in pitching else gains[side] for side in range(deal.sides)]
        for owners in sorted(_distribute(points_by_side, set(firsts), deal), key=repr):
            if takers.can_fare(owners, contract, deal, is_made=result.made):
                yield owners


def _distribute(points_by_side: Sequence[int], among: Set[int], deal: Deal) -> Iterator[Owners]:
    """Yield the ways to give the points to the sides `among` so that each has its points."""
    # Point by point, each way with the points that are still missing from every side.
    missing = tuple(number if side in among else 0 for side, number in enumerate(points_by_side))
    ways: list[tuple[Owners, tuple[int, ...]]] = [((), missing)]
    remaining = points.most_points(deal)
    for value in deal.ruleset.rules.point_values:
        nobody = () if points.is_always_taken(value.point, deal) else (None,)
        remaining -= value.worth
        ways = [
            way
            for owners, missing in ways
            for side in (*among, *nobody)
            if (way := _give(owners, missing, side, value.worth)) and sum(way[1]) <= remaining
        ]
    return (owners for owners, missing in ways if not any(missing))


def _give(
    owners: Owners, missing: tuple[int, ...], side: int | None, worth: int
) -> tuple[Owners, tuple[int, ...]] | None:
    """Return the owners and missing points after one more point; None if a side has too many."""
    if side is None:
        return (*owners, None), missing
    if missing[side] < worth:
        return None
    return (*owners, side), (*missing[:side], missing[side] - worth, *missing[side + 1 :])


def _gains(before: Sequence[int], result: Result) -> list[int]:
    return [after - score for score, after in zip(before, result.after, strict=True)]


def _explain_scores(
    before: Sequence[int], result: Result, contracts: Sequence[Contract], deal: Deal
) -> Sentence:
    """Return why the changes cannot go together, though each by itself could be."""
    contract = contracts[0]
    pitching = partners.pitching_sides(contract, deal)
    against = [gain for side, gain in enumerate(_gains(before, result)) if side not in pitching]
    if deal.calls_partner and (len(contracts) > 1 or len(set(against)) > 1):
        return _TOGETHER()
    others = against[0] if deal.calls_partner else sum(against)
    totals = _totals(before, result, contract, deal)
    if others in totals:
        return _OTHERS_PAID(**_bid_arguments(result, deal))
    return _OTHERS_TOTAL(
        side=deal.side(result.pitching_side),
        after=result.after[result.pitching_side],
        reached=_alternatives(totals),
        others=others,
    )


def _totals(before: Sequence[int], result: Result, contract: Contract, deal: Deal) -> list[int]:
    """Return the points that the other sides can take together, by the bounds of a hand."""
    rules, pitching = deal.ruleset.rules, result.pitching_side
    least, most = points.least_points(deal), points.most_points(deal)
    all_sides = tuple(range(deal.sides))
    if deal.sides == 2 and awards.tie_winner(all_sides, deal, contract.pitcher) is not None:
        least += sum(value.worth for value in rules.point_values if value.point is PointName.GAME)
    totals: set[int] = set()
    for own in _own_points(result, contract, deal):
        change = _pay(own, 0, result, contract, deal)[pitching]
        if rules.floor_score(before[pitching] + change) == result.after[pitching]:
            totals.update(range(max(0, least - own), most - own + 1))
    return sorted(totals & points.payable_sums(deal))


def _explain_points(
    before: Sequence[int], result: Result, owners: Owners, contract: Contract, deal: Deal
) -> Sentence:
    """Return why the points of the result do not make its scores."""
    pitching = result.pitching_side
    points_by_side = partners.pool(points.by_side(owners, deal), contract, deal)
    own = points_by_side[pitching]
    least = TricksAndPoints(tricks=0, points=own)
    most = TricksAndPoints(tricks=deal.tricks, points=own)
    is_made = results.is_made(contract, least, most, deal)
    if is_made is not None and is_made is not result.made:
        made = "yes" if is_made else "no"
        return _POINTS_BID(side=deal.side(pitching), bid=result.bid, made=made, points=own)
    changes = results.deltas(contract, points_by_side, deal, is_made=result.made)
    for side, (score, change, after) in enumerate(zip(before, changes, result.after, strict=True)):
        due = deal.ruleset.rules.floor_score(score + change)
        if due != after:
            return _POINTS_SCORE(side=deal.side(side), score=score, due=due, after=after)
    return _POINTS_FALL(**_bid_arguments(result, deal))
