"""Changes of score: which ones a hand can make, and how its points then fell (D-8, D-9, M4).

A bid by number is made by points alone, and every way to give out the points comes of some hand:
High and Low to any sides, Jack and Game to any or to nobody, but that Game is somebody's where the
rules award every tie. What a slam that tricks decide asks of them besides, `takers` knows.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta

from pitch import calls, messages
from pitch import seats as tables
from pitch.calls import Call
from pitch.errors import Refusal
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
    Sentence,
    any_of,
)
from pitch.point_names import PointName
from pitch.rules.options import floor_score
from pitch.types import Fact, Side

_TOLD: Final[dict[str, Parameter]] = {"side": SIDE, "bid": BID, "made": CHOICE}
_SCORES: Final[dict[str, Parameter]] = {"score": SCORE, "reached": any_of(SCORE), "after": SCORE}
_NO_PARTNER = Message("problem.hand_not_possible.no_partner", rules=TYPED)
_NO_POINT = Message("problem.hand_not_possible.no_point", rules=TYPED, point=POINT)
_SCORE_AGAINST = Message("problem.hand_not_possible.score_against", side=SIDE, **_SCORES)
_OWN_SCORE = Message("problem.hand_not_possible.own_score", **_TOLD, **_SCORES)
_SCORE_OF_CALLED = Message(
    "problem.hand_not_possible.score_of_called", other=SIDE, **_TOLD, **_SCORES
)
_TOGETHER = Message("problem.hand_not_possible.together")
_OTHERS_PAID = Message("problem.hand_not_possible.others_paid", **_TOLD)
_OTHERS_TOTAL = Message(
    "problem.hand_not_possible.others_total",
    side=SIDE,
    after=SCORE,
    reached=any_of(SCORE),
    others=SCORE,
)
_POINTS_BID = Message("problem.hand_not_possible.points_bid", points=COUNT, **_TOLD)
_POINTS_SCORE = Message(
    "problem.hand_not_possible.points_score", side=SIDE, score=SCORE, due=SCORE, after=SCORE
)
_POINTS_FALL = Message("problem.hand_not_possible.points_fall", **_TOLD)
_LONGEST_LIST: Final = 4


class HandNotPossible(Refusal):
    """No hand can go that way under these rules."""

    code = "hand_not_possible"
    default_message = Message("problem.hand_not_possible")


Scores = Annotated[tuple[Score, ...], Meta(min_length=2, max_length=8)]


class Result(Fact, frozen=True, kw_only=True):
    """A hand as the score sheet shows it: the scores after it, and how the bid fared."""

    after: Scores
    """The scores after the hand, by side."""
    pitching_side: Side
    bid: Call
    """The bid that was played."""
    made: bool
    """Whether the bid was made."""
    partner_side: Annotated[
        Side | None,
        Meta(
            description="The side of a called partner, or the pitching side if it played alone; "
            "of no use where partners are not called."
        ),
    ] = None
    points: Annotated[tuple[PointSide, ...], Meta(max_length=len(PointName))] | None = None
    """Which side took which point, if that is known; a point that is not listed went to nobody."""

    def owners(self, deal: Deal) -> Owners | None:
        """The sides that took the points of the rules, in counting order, if that is known."""
        if self.points is None:
            return None
        sides = {each.point: each.side for each in self.points}
        return tuple(sides.get(point) for point in deal.ruleset.rules.points)


def list_ways(
    before: Sequence[int], result: Result, deal: Deal
) -> Mapping[Contract, tuple[Owners, ...]]:
    """Every way in which the points can have fallen, each as their sides in counting order.

    They come by the contract, of which there are several only while a called partner is not known;
    then one side stands for all that score together. `before` are the scores by side that the hand
    met. HandNotPossible, with the reason, if there is no such way (D-8, D-9, D-15, D-16, M4).
    """
    if result.partner_side is not None and not deal.calls_partner:
        raise HandNotPossible(_NO_PARTNER(rules=deal.ruleset.name), pointer="/result/partnerSide")
    contracts = _contracts(result, deal)
    _check_sides(before, result, contracts, deal)
    found = {each: tuple(_ways(before, result, each, deal)) for each in contracts}
    fitting = {each: owners for each, owners in found.items() if owners}
    if not fitting:
        raise HandNotPossible(_why_not(before, result, contracts, deal), pointer="/result/after")
    owners = result.owners(deal)
    if owners is None:
        return fitting
    _check_points(result, deal)
    told = {
        each: (owners,)
        for each, ways in fitting.items()
        if _is_among(owners, ways, result, each, deal)
    }
    if not told:
        contract = next(iter(fitting))
        raise HandNotPossible(
            _at_odds(before, result, owners, contract, deal), pointer="/result/points"
        )
    return told


def _is_among(
    owners: Owners, ways: Sequence[Owners], result: Result, contract: Contract, deal: Deal
) -> bool:
    """Whether points fell in one of some ways, in which one side stands for all of its partners."""
    firsts = tuple(
        None if side is None else partners.first_side(side, contract, deal) for side in owners
    )
    return firsts in ways and takers.can_fare(owners, contract, deal, is_made=result.made)


def _check_points(result: Result, deal: Deal) -> None:
    """Refuse a point that the rules do not have."""
    ruleset = deal.ruleset
    for place, each in enumerate(result.points or ()):
        if each.point not in ruleset.rules.points:
            raise HandNotPossible(
                _NO_POINT(rules=ruleset.name, point=each.point),
                pointer=f"/result/points/{place}/point",
            )


def _check_sides(
    before: Sequence[int], result: Result, contracts: Sequence[Contract], deal: Deal
) -> None:
    """Refuse a change that no hand makes to the score of a side, whatever the others get."""
    rules = deal.ruleset.rules
    for side, (score, after) in enumerate(zip(before, result.after, strict=True)):
        changes: set[int] = set()
        for contract in contracts:
            pitched = side in partners.pitching_sides(contract, deal)
            own = _own_changes(result, contract, side, deal) if pitched else set[int]()
            changes |= own if pitched else points.payable_sums(deal)
        reached = sorted({floor_score(score + change, rules) for change in changes})
        if after not in reached:
            scores = {"score": score, "reached": _alternatives(reached), "after": after}
            if side == result.pitching_side:
                said = _OWN_SCORE(**scores, **_told(result, deal))
            elif deal.calls_partner:
                other = deal.side(side)
                said = _SCORE_OF_CALLED(**scores, other=other, **_told(result, deal))
            else:
                said = _SCORE_AGAINST(**scores, side=deal.side(side))
            raise HandNotPossible(said, pointer="/result/after")


def _alternatives(numbers: Sequence[int]) -> tuple[int | Argument, ...]:
    """Numbers to choose from, in order: all of a long run by its ends, as 0 to 14."""
    is_run = len(numbers) > _LONGEST_LIST and numbers[-1] - numbers[0] == len(numbers) - 1
    return (messages.range_argument(SCORE, numbers[0], numbers[-1]),) if is_run else tuple(numbers)


def _told(result: Result, deal: Deal) -> dict[str, object]:
    """Who pitched, for what, and how it went, as sentences are about it."""
    made = "yes" if result.made else "no"
    return {"side": deal.side(result.pitching_side), "bid": result.bid, "made": made}


def _contracts(result: Result, deal: Deal) -> tuple[Contract, ...]:
    """The contract, with every partner that it may have where nobody said who was called."""
    seats = tables.seats_by_side(deal.seating.table)[result.pitching_side]
    # A side with a called partner is one seat.
    contract = Contract(pitcher=seats[0], bid=result.bid, partner=result.partner_side)
    return partners.possible_contracts(contract, deal, ())


def _own_points(result: Result, contract: Contract, deal: Deal) -> list[int]:
    """The points that the pitching side can have taken, by how its bid fared alone."""
    promised = results.contract_needs(contract, deal).points
    payable = sorted(points.payable_sums(deal))
    if result.made:
        return [own for own in payable if own >= promised]
    # A slam with all its points can still fail by tricks.
    return [own for own in payable if own < promised or calls.is_slam(result.bid)]


def _own_changes(result: Result, contract: Contract, side: int, deal: Deal) -> set[int]:
    """What a side that pitched, or was called, can have gained or lost."""
    return {
        _paid(own, 0, result, contract, deal)[side] for own in _own_points(result, contract, deal)
    }


def _paid(
    own: int, others: int | Sequence[int], result: Result, contract: Contract, deal: Deal
) -> tuple[int, ...]:
    """The changes of score by side, when the pitching sides take some points and the others too.

    `others` are what the other sides take, by side, or what each of them takes.
    """
    pitching = partners.pitching_sides(contract, deal)
    taken = [
        own if side in pitching else others if isinstance(others, int) else others[side]
        for side in range(deal.sides)
    ]
    return results.deltas(contract, taken, deal, is_made=result.made)


def _ways(
    before: Sequence[int], result: Result, contract: Contract, deal: Deal
) -> Iterator[Owners]:
    """The ways to give out the points that pay every side what its score gained."""
    pitching, gained = partners.pitching_sides(contract, deal), _gained(before, result)
    # Of those that score together one stands for all, for all of them gain the same.
    firsts = sorted({partners.first_side(side, contract, deal) for side in range(deal.sides)})
    others = [gained[partners.first_side(side, contract, deal)] for side in range(deal.sides)]
    if any(gained[s] != others[s] for s in range(deal.sides) if s not in pitching):
        return
    for own in _own_points(result, contract, deal):
        paid = _paid(own, gained, result, contract, deal)
        if any(
            floor_score(before[side] + paid[side], deal.ruleset.rules) != result.after[side]
            for side in pitching
        ):
            continue
        taken = [own if side in pitching else gained[side] for side in range(deal.sides)]
        for owners in sorted(_shared(taken, firsts, deal), key=repr):
            if takers.can_fare(owners, contract, deal, is_made=result.made):
                yield owners


def _shared(taken: Sequence[int], among: Sequence[int], deal: Deal) -> Iterator[Owners]:
    """The ways to give out the points among sides so that each has what it took, by side."""
    # One point after the other, each time with what is left to take of every side.
    wanted = tuple(points if side in among else 0 for side, points in enumerate(taken))
    ways: list[tuple[Owners, tuple[int, ...]]] = [((), wanted)]
    remaining = points.most_points(deal)
    for value in deal.ruleset.rules.point_values:
        nobody = () if points.is_always_taken(value.point, deal) else (None,)
        remaining -= value.worth
        further = (
            ((*owners, side), left if side is None else _less(left, side, value.worth))
            for owners, left in ways
            for side in (*among, *nobody)
            if side is None or left[side] >= value.worth
        )
        ways = [way for way in further if sum(way[1]) <= remaining]
    return (owners for owners, left in ways if not any(left))


def _less(left: tuple[int, ...], side: int, worth: int) -> tuple[int, ...]:
    return (*left[:side], left[side] - worth, *left[side + 1 :])


def _gained(before: Sequence[int], result: Result) -> list[int]:
    return [after - score for score, after in zip(before, result.after, strict=True)]


def _why_not(
    before: Sequence[int], result: Result, contracts: Sequence[Contract], deal: Deal
) -> Sentence:
    """Why the changes cannot go together, though each by itself could be."""
    gained, contract = _gained(before, result), contracts[0]
    pitching = partners.pitching_sides(contract, deal)
    against = [gain for side, gain in enumerate(gained) if side not in pitching]
    if deal.calls_partner and (len(contracts) > 1 or len(set(against)) > 1):
        return _TOGETHER()
    others = against[0] if deal.calls_partner else sum(against)
    totals = _totals(before, result, contract, deal)
    if others in totals:
        return _OTHERS_PAID(**_told(result, deal))
    return _OTHERS_TOTAL(
        side=deal.side(result.pitching_side),
        after=result.after[result.pitching_side],
        reached=_alternatives(totals),
        others=others,
    )


def _totals(before: Sequence[int], result: Result, contract: Contract, deal: Deal) -> list[int]:
    """What the other sides can take together, by what a hand pays at least and at most (D-8)."""
    rules, pitching = deal.ruleset.rules, result.pitching_side
    everybody = tuple(range(deal.sides))
    least, most = points.least_points(deal), points.most_points(deal)
    if deal.sides == 2 and awards.tie_winner(everybody, deal, contract.pitcher) is not None:
        least += sum(each.worth for each in rules.point_values if each.point is PointName.GAME)
    found: set[int] = set()
    for own in _own_points(result, contract, deal):
        paid = _paid(own, 0, result, contract, deal)[pitching]
        if floor_score(before[pitching] + paid, rules) == result.after[pitching]:
            found.update(range(max(0, least - own), most - own + 1))
    return sorted(found & points.payable_sums(deal))


def _at_odds(
    before: Sequence[int], result: Result, owners: Owners, contract: Contract, deal: Deal
) -> Sentence:
    """Why the points that were told do not make the result that was."""
    pitching = result.pitching_side
    taken = partners.pool(points.by_side(owners, deal), contract, deal)
    own = taken[pitching]
    least, most = (
        TricksAndPoints(tricks=0, points=own),
        TricksAndPoints(tricks=deal.tricks, points=own),
    )
    is_made = results.is_made(contract, least, most, deal)
    if is_made is not None and is_made is not result.made:
        told = {"side": deal.side(pitching), "bid": result.bid}
        return _POINTS_BID(**told, made="yes" if is_made else "no", points=own)
    paid = results.deltas(contract, taken, deal, is_made=result.made)
    for side, (score, change, after) in enumerate(zip(before, paid, result.after, strict=True)):
        due = floor_score(score + change, deal.ruleset.rules)
        if due != after:
            return _POINTS_SCORE(side=deal.side(side), score=score, due=due, after=after)
    return _POINTS_FALL(**_told(result, deal))
