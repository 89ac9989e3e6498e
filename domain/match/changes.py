"""Changes of score: which ones a hand can make, and how its points then fell (D-8, D-9, M4).

A bid by number is made by points alone, and every way to give out the points comes of some hand:
High and Low to any sides, Jack and Game to any or to nobody, but that Game is somebody's where the
rules award every tie. A slam that tricks decide binds the points as well: whoever has a point that
captured cards give won a trick (D-16), and a side with all six leaves the others none (D-15).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated

from msgspec import Meta

from domain import calls, point_names
from domain import seats as tables
from domain.calls import Call
from domain.errors import Refusal
from domain.hand import awards, points, results
from domain.hand.auctions import Contract
from domain.hand.deals import Deal
from domain.hand.points import Owners, PointSide
from domain.hand.records import Score
from domain.hand.results import TricksAndPoints
from domain.point_names import PointName
from domain.rules.choices import Low
from domain.rules.options import floored
from domain.types import Fact, Side
from domain.wording import either, nth_side, sentence, together


class HandNotPossible(Refusal):
    """The hand cannot be so under these rules."""

    code = "hand_not_possible"


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
    points: Annotated[tuple[PointSide, ...], Meta(max_length=len(PointName))] | None = None
    """Which side took which point, if that is known; a point that is not listed went to nobody."""

    def owners(self, deal: Deal) -> Owners | None:
        """The sides that took the points of the rules, in counting order, if that is known."""
        if self.points is None:
            return None
        sides = {each.point: each.side for each in self.points}
        return tuple(sides.get(point) for point in deal.ruleset.rules.points)


def ways(before: Sequence[int], result: Result, deal: Deal) -> tuple[Owners, ...]:
    """Every way in which the points can have fallen, each as their sides in counting order.

    `before` are the scores by side that the hand met. HandNotPossible, with the reason, if there
    is no such way (D-8, D-9, D-15, D-16, M4).
    """
    _check_sides(before, result, deal)
    found = tuple(_ways(before, result, deal))
    if not found:
        raise HandNotPossible(_why_not(before, result, deal), pointer="/result/after")
    owners = result.owners(deal)
    if owners is None:
        return found
    _check_points(result, deal)
    if owners not in found:
        raise HandNotPossible(_at_odds(before, result, owners, deal), pointer="/result/points")
    return (owners,)


def _check_points(result: Result, deal: Deal) -> None:
    """Refuse a point that the rules do not have."""
    ruleset = deal.ruleset
    for place, each in enumerate(result.points or ()):
        if each.point not in ruleset.rules.points:
            raise HandNotPossible(
                f"{ruleset.name} has no point {point_names.said(each.point)}.",
                pointer=f"/result/points/{place}/point",
            )


def _check_sides(before: Sequence[int], result: Result, deal: Deal) -> None:
    """Refuse a change that no hand makes to the score of a side, whatever the others get."""
    rules = deal.ruleset.rules
    for side, (score, after) in enumerate(zip(before, result.after, strict=True)):
        pitched = side == result.pitching_side
        changes = _own_changes(result, deal) if pitched else results.payable(deal)
        reached = sorted({floored(score + change, rules) for change in changes})
        if after not in reached:
            others = f"{sentence(nth_side(side))} did not pitch"
            raise HandNotPossible(
                f"{_told(result) if pitched else others}, so from {score} "
                f"it comes to {either(map(str, reached))}, not to {after}.",
                pointer="/result/after",
            )


def _told(result: Result) -> str:
    fared = "made it" if result.made else "was set"
    return f"{sentence(nth_side(result.pitching_side))} pitched for {result.bid.value} and {fared}"


def _contract(result: Result, deal: Deal) -> Contract:
    seats = tables.seats_by_side(deal.seating.table)[result.pitching_side]
    return Contract(pitcher=seats[0], bid=result.bid)


def _own_points(result: Result, deal: Deal) -> list[int]:
    """The points that the pitching side can have taken, by how its bid fared alone."""
    promised = results.promised(_contract(result, deal), deal).points
    payable = sorted(results.payable(deal))
    if result.made:
        return [own for own in payable if own >= promised]
    # A slam with all its points can still fail by tricks.
    return [own for own in payable if own < promised or calls.is_slam(result.bid)]


def _own_changes(result: Result, deal: Deal) -> set[int]:
    contract, pitching = _contract(result, deal), result.pitching_side
    changes = set()
    for own in _own_points(result, deal):
        taken = [own if side == pitching else 0 for side in range(deal.sides)]
        changes.add(results.deltas(contract, taken, deal, is_made=result.made)[pitching])
    return changes


def _ways(before: Sequence[int], result: Result, deal: Deal) -> Iterator[Owners]:
    """The ways to give out the points that pay every side what its score gained."""
    contract, pitching = _contract(result, deal), result.pitching_side
    gained = _gained(before, result)
    for own in _own_points(result, deal):
        taken = [own if side == pitching else gain for side, gain in enumerate(gained)]
        paid = results.deltas(contract, taken, deal, is_made=result.made)[pitching]
        if floored(before[pitching] + paid, deal.ruleset.rules) != result.after[pitching]:
            continue
        for owners in sorted(_shared(taken, deal), key=repr):
            if _fares(owners, contract, deal, is_made=result.made):
                yield owners


def _shared(taken: Sequence[int], deal: Deal) -> Iterator[Owners]:
    """The ways to give out the points so that each side has what it took, by side."""
    # One point after the other, each time with what is left to take of every side.
    ways: list[tuple[Owners, tuple[int, ...]]] = [((), tuple(taken))]
    remaining = results.most_points(deal)
    for value in deal.ruleset.rules.point_values:
        nobody = () if results.is_always_taken(value.point, deal) else (None,)
        remaining -= value.worth
        further = (
            ((*owners, side), left if side is None else _less(left, side, value.worth))
            for owners, left in ways
            for side in (*range(deal.sides), *nobody)
            if side is None or left[side] >= value.worth
        )
        ways = [way for way in further if sum(way[1]) <= remaining]
    return (owners for owners, left in ways if not any(left))


def _less(left: tuple[int, ...], side: int, worth: int) -> tuple[int, ...]:
    return (*left[:side], left[side] - worth, *left[side + 1 :])


def _gained(before: Sequence[int], result: Result) -> list[int]:
    return [after - score for score, after in zip(before, result.after, strict=True)]


def _fares(owners: Owners, contract: Contract, deal: Deal, *, is_made: bool) -> bool:
    """Whether the bid can fare so when the points fall so."""
    pitching = deal.side_of(contract.pitcher)
    own = points.taken(owners, deal)[pitching]
    # Whoever has a point that a card brings has won a trick (D-16), so points bound the tricks of
    # the others.
    for takers in _takers(owners, deal, contract.pitcher):
        fewest, most = int(pitching in takers), deal.tricks - len(takers - {pitching})
        for tricks in range(fewest, most + 1):
            has = TricksAndPoints(tricks=tricks, points=own)
            if results.made(contract, has, has, deal) is is_made:
                return True
    return False


def _takers(owners: Owners, deal: Deal, pitcher: int) -> Iterator[frozenset[int]]:
    """The sides that must have won a trick, in each way in which Game can have gone so."""
    named = dict(zip(deal.ruleset.rules.points, owners, strict=True))
    is_dealt = deal.ruleset.rules.low is Low.DEALT
    takers = frozenset(
        side
        for point, side in named.items()
        if side is not None
        and point is not PointName.GAME
        and not (is_dealt and point in point_names.DEALT)
    )
    if PointName.GAME not in named:
        yield takers
        return
    everybody, game = tuple(range(deal.sides)), named[PointName.GAME]
    if game is not None:
        yield takers | {game}
    else:
        for tied in combinations(everybody, 2):
            if awards.tie_winner(tied, deal, pitcher) is None:
                yield takers | set(tied)
    if (
        _may_be_without_pips(named.get(PointName.JACK), deal)
        and awards.tie_winner(everybody, deal, pitcher) == game
    ):
        yield takers


def _may_be_without_pips(jack: int | None, deal: Deal) -> bool:
    """Whether so few cards are dealt that none with pips need be among them; then all tie."""
    if jack is not None and deal.ruleset.rules.trump_jack_pips:
        return False
    # If all dealt cards can be without pips, all sides tie at none.
    without = len(deal.pack.cards) - deal.pack.pip_cards + (jack is not None)
    return deal.cards_in_play <= without


def _why_not(before: Sequence[int], result: Result, deal: Deal) -> str:
    """Why the changes cannot go together, though each by itself could be."""
    gained, pitching = _gained(before, result), result.pitching_side
    others = sum(gain for side, gain in enumerate(gained) if side != pitching)
    totals = _totals(before, result, deal)
    if others in totals:
        return f"{_told(result)}: no such hand pays the other sides so."
    what = f"{either(map(str, totals))} point{'s' if totals != [1] else ''}"
    come = f" and comes to {result.after[pitching]}"
    return f"{_told(result)}{come}, so the other sides take {what} together, not {others}."


def _totals(before: Sequence[int], result: Result, deal: Deal) -> list[int]:
    """What the other sides can take together, by what a hand pays at least and at most (D-8)."""
    contract, pitching, rules = _contract(result, deal), result.pitching_side, deal.ruleset.rules
    everybody = tuple(range(deal.sides))
    least, most = results.least_points(deal), results.most_points(deal)
    if deal.sides == 2 and awards.tie_winner(everybody, deal, contract.pitcher) is not None:
        least += sum(each.worth for each in rules.point_values if each.point is PointName.GAME)
    found: set[int] = set()
    for own in _own_points(result, deal):
        taken = [own if side == pitching else 0 for side in everybody]
        paid = results.deltas(contract, taken, deal, is_made=result.made)[pitching]
        if floored(before[pitching] + paid, rules) == result.after[pitching]:
            found.update(range(max(0, least - own), most - own + 1))
    return sorted(found & results.payable(deal))


def _at_odds(before: Sequence[int], result: Result, owners: Owners, deal: Deal) -> str:
    """Why the points that were told do not make the result that was."""
    contract, pitching = _contract(result, deal), result.pitching_side
    taken = points.taken(owners, deal)
    own = taken[pitching]
    least, most = (
        TricksAndPoints(tricks=0, points=own),
        TricksAndPoints(tricks=deal.tricks, points=own),
    )
    is_made = results.made(contract, least, most, deal)
    if is_made is not None and is_made is not result.made:
        fared = "made" if is_made else "not made"
        bid = result.bid.value
        return (
            f"By its points {nth_side(pitching)} took {own} with a bid of {bid}, which is {fared}."
        )
    paid = results.deltas(contract, taken, deal, is_made=result.made)
    for side, (score, change, after) in enumerate(zip(before, paid, result.after, strict=True)):
        due = floored(score + change, deal.ruleset.rules)
        if due != after:
            return f"By the points {nth_side(side)} comes from {score} to {due}, not to {after}."
    listed = together(map(point_names.said, deal.ruleset.rules.points))
    return f"{_told(result)}: in no such hand do {listed} fall so."
