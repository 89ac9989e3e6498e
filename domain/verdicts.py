"""Verdicts: what follows from a record under a rule set."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from domain import biddings, captures, claims, findings, needs, points
from domain.auctions import Contract
from domain.biddings import Bidding
from domain.calls import RANK, Call
from domain.captures import Captures
from domain.cards import Suit
from domain.deals import Deal
from domain.findings import Finding, FindingKind
from domain.needs import Need
from domain.pips import SidePips
from domain.points import Points, Reckoning
from domain.records import HandRecord
from domain.rules import SlamNeeds
from domain.tables import TRICKS
from domain.values import Seat, Side, Value


class Status(StrEnum):
    """Whether a hand can be scored."""

    OPEN = "open"
    SETTLED = "settled"
    IMPOSSIBLE = "impossible"


Change = Annotated[int, Meta(ge=-100, le=100)]


class Verdict(Value, frozen=True):
    """What a record amounts to. What is not known yet, or not to be scored, is null."""

    status: Status
    thrown_in: bool
    """Whether everyone passed, so that the deal is void and nobody scores."""
    pitcher: Seat | None
    pitching_side: Side | None
    bid: Call | None
    trump: Suit | None
    points: Points | None
    pips: tuple[SidePips, ...]
    tricks: tuple[int, ...] | None
    made: bool | None
    deltas: tuple[Change, ...] | None
    """What the hand adds to the score of each side."""
    clauses: tuple[str, ...]
    """The clauses that decide made or set."""
    findings: tuple[Finding, ...]
    needs: tuple[Need, ...]


def verdict(record: HandRecord, deal: Deal) -> Verdict:
    """The verdict on a record: points, made or set, deltas, and what is wrong or missing."""
    bidding = biddings.read(record, deal)
    captured = captures.read(record, deal)
    contract = bidding.contract
    reckoning = points.reckon(
        record, captured, deal, pitcher=contract.pitcher if contract else None
    )
    found = (
        *bidding.findings,
        *captures.check(record, captured, deal),
        *_trumpless(record, captured, deal),
        *claims.check(record, captured, reckoning, deal),
    )
    if any(map(findings.blocks, found)):
        return _unscored(Status.IMPOSSIBLE, bidding, captured, deal, found)
    if bidding.thrown_in:
        return _unscored(Status.SETTLED, bidding, captured, deal, found)
    return _scored(record, bidding, captured, reckoning, deal, found)


def _scored(
    record: HandRecord,
    bidding: Bidding,
    captured: Captures,
    reckoning: Reckoning,
    deal: Deal,
    found: tuple[Finding, ...],
) -> Verdict:
    contract = bidding.contract
    made = None if contract is None else _made(contract, captured, reckoning.points, deal)
    deltas = None
    if contract is not None and made is not None:
        deltas = _deltas(contract, reckoning.points, deal, made=made)
    asked: tuple[Need, ...] = ()
    if deltas is None:
        asked = needs.needs(record, captured, contract, reckoning.points, deal, made=made)
    return Verdict(
        status=Status.OPEN if deltas is None else Status.SETTLED,
        thrown_in=False,
        pitcher=contract.pitcher if contract else None,
        pitching_side=deal.side_of(contract.pitcher) if contract else None,
        bid=contract.bid if contract else None,
        trump=Suit(captured.trump) if captured.trump else None,
        points=reckoning.points,
        pips=reckoning.pips,
        tricks=_all_known(captured.tricks),
        made=made,
        deltas=deltas,
        clauses=_result_clauses(contract, deal, made=made),
        findings=found,
        needs=asked,
    )


def _unscored(
    status: Status,
    bidding: Bidding,
    captured: Captures,
    deal: Deal,
    found: tuple[Finding, ...],
) -> Verdict:
    contract = bidding.contract
    return Verdict(
        status=status,
        thrown_in=bidding.thrown_in,
        pitcher=contract.pitcher if contract else None,
        pitching_side=deal.side_of(contract.pitcher) if contract else None,
        bid=contract.bid if contract else None,
        trump=Suit(captured.trump) if captured.trump else None,
        points=None,
        pips=(),
        tricks=_all_known(captured.tricks),
        made=None,
        deltas=(0,) * deal.sides if status is Status.SETTLED else None,
        clauses=deal.cite("bid.allpass") if bidding.thrown_in else (),
        findings=found,
        needs=(),
    )


def _all_known(tricks: tuple[int | None, ...]) -> tuple[int, ...] | None:
    known = tuple(won for won in tricks if won is not None)
    return known if len(known) == len(tricks) else None


def _trumpless(record: HandRecord, captured: Captures, deal: Deal) -> tuple[Finding, ...]:
    """The first lead is a trump, so piles listed whole must show one (D-2)."""
    if captured.trumps != ():
        return ()
    finding = Finding(
        code="no_trump_in_play",
        kind=FindingKind.RULESET,
        message="No trump is listed, but the pitcher's first lead is always one.",
        facts=(
            "/trump" if record.trump else "/claims",
            "/piles" if all(captured.counted) else "/holdings",
        ),
        clauses=deal.cite("play.trump"),
    )
    return (finding,)


def _tally(reckoned: Points, sides: int) -> tuple[list[int], list[int]]:
    """The fewest and the most points that each side can have."""
    least, most = [0] * sides, [0] * sides
    for point in reckoned.all():
        for side in point.possible:
            most[side] += 1
        if point.side is not None:
            least[point.side] += 1
    return least, most


def _made(contract: Contract, captured: Captures, reckoned: Points, deal: Deal) -> bool | None:
    """Whether the pitching side took what it bid; None while that is open."""
    side = deal.side_of(contract.pitcher)
    least, most = _tally(reckoned, deal.sides)
    if RANK[contract.bid] <= RANK[Call.FOUR]:
        return _reached(least[side], most[side], RANK[contract.bid])
    tricks, points_needed = _SLAM_NEEDS[deal.ruleset.rules.slam_needs]
    won = captured.tricks[side]
    others = sum(taken or 0 for other, taken in enumerate(captured.tricks) if other != side)
    reached = (
        _reached(won or 0, TRICKS - others if won is None else won, tricks),
        _reached(least[side], most[side], points_needed),
    )
    if False in reached:
        return False
    return None if None in reached else True


def _reached(least: int, most: int, needed: int) -> bool | None:
    if least >= needed:
        return True
    return False if most < needed else None


_SLAM_NEEDS: Final = {
    SlamNeeds.FOUR_TRICKS: (4, 0),
    SlamNeeds.SIX_TRICKS: (6, 0),
    SlamNeeds.FOUR_POINTS: (0, 4),
    SlamNeeds.SIX_TRICKS_AND_FOUR_POINTS: (6, 4),
}
"""The tricks and the points that a slam promises."""


def _deltas(
    contract: Contract, reckoned: Points, deal: Deal, *, made: bool
) -> tuple[int, ...] | None:
    """What each side's score changes by; None while a point that would count is open."""
    pitching = deal.side_of(contract.pitcher)
    rules = deal.ruleset.rules
    is_slam = RANK[contract.bid] > RANK[Call.FOUR]
    deltas, most = _tally(reckoned, deal.sides)
    open_sides = {side for side in range(deal.sides) if deltas[side] != most[side]}
    if not made:
        deltas[pitching] = -(rules.slam_loses if is_slam else RANK[contract.bid])
    elif is_slam:
        deltas[pitching] = rules.slam_scores
    if not made or is_slam:
        open_sides.discard(pitching)
    return None if open_sides else tuple(deltas)


def _result_clauses(contract: Contract | None, deal: Deal, *, made: bool | None) -> tuple[str, ...]:
    if contract is None or made is None:
        return ()
    if RANK[contract.bid] > RANK[Call.FOUR]:
        return deal.cite("slam.needs", "slam.made" if made else "slam.set", "score.others")
    pooled = ("score.pool",) if deal.sides < deal.players else ()
    return deal.cite("score.made" if made else "score.set", *pooled, "score.others")
