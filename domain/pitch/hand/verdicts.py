"""Verdicts: what follows from a record under a rule set."""

from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch import calls, name_caches
from pitch.calls import Call
from pitch.cards import MOST_CARDS, Suit
from pitch.findings import Finding, Status
from pitch.hand import needs, partners, points, readings, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.needs import Need, Situation
from pitch.hand.pips import SidePips
from pitch.hand.points import Bounds, Points
from pitch.hand.proofs import Proof, Repair
from pitch.hand.readings import HandReading
from pitch.hand.records import HandRecord
from pitch.hand.results import ScoredHand, TricksAndPoints
from pitch.hand.witnesses import RevokedCard
from pitch.messages import Sentence
from pitch.types import Code, Quantity, RunningScore, Seat, Side, Value


class Verdict(Value, frozen=True):
    """What a record amounts to. What is not known yet, or not to be scored, is null."""

    status: Status
    """How far the hand is decided."""
    thrown_in: bool
    """Whether everyone passed, so that the hand is thrown in and nobody scores."""
    pitcher: Seat | None
    pitching_side: Side | None
    bid: Call | None
    """The bid that is played; null if not known."""
    partner: Annotated[
        Seat | None,
        Meta(
            description="Who scores with the pitcher, or the pitcher if he plays alone; null if "
            "not known, and where no partner is called."
        ),
    ]
    trump: Suit | None
    """The trump suit; null if not known."""
    points: Points | None
    """Where each point of the rules goes, in counting order; null where none are to be had."""
    pips: tuple[SidePips, ...]
    """What every side counted for Game, as narrowly as it is known."""
    tricks: tuple[Quantity, ...] | None
    """How many tricks each side won; null if not known."""
    made: bool | None
    """Whether the bid was made; null while that is open, and where nothing is scored."""
    deltas: tuple[RunningScore, ...] | None
    """What the hand adds to the score of each side."""
    outcomes: tuple[ScoredHand, ...]
    """All results that an open hand can still have, where they are few enough to list."""
    clauses: tuple[Code, ...]
    """The clauses that decide made or set."""
    findings: tuple[Finding, ...]
    """What is wrong or odd about the record."""
    revokes: Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None
    """The fewest reneges that explain the record; null when none do, or none were searched."""
    revoked: Annotated[tuple[RevokedCard, ...], Meta(max_length=MOST_CARDS)]
    """Reneges that would explain the record, as few as will do; there may be other ways."""
    repairs: tuple[Repair, ...]
    """Single changes that make an impossible record possible, the likeliest first."""
    needs: tuple[Need, ...]
    """What to ask next; of a settled hand only where counting order tells who won the match."""
    is_proven: bool
    """Whether this was decided over all deals and plays, not only by what the facts tell."""
    undecided: tuple[Sentence, ...]
    """What was not proven within the work allowed."""


class ContractResult(Struct, frozen=True):
    """How a contract came out; by default nothing of it is known yet."""

    made: bool | None = None
    deltas: tuple[int, ...] | None = None
    """What each side's score changes by; None while that is open."""
    outcomes: tuple[ScoredHand, ...] = ()
    """All results that there can be, if all endings are listed."""


class HandScore(Struct, frozen=True):
    """The part of a verdict that is not the same of every hand; by default nothing is scored."""

    points: Points | None = None
    pips: tuple[SidePips, ...] = ()
    made: bool | None = None
    deltas: tuple[int, ...] | None = None
    outcomes: tuple[ScoredHand, ...] = ()
    clauses: tuple[str, ...] = ()
    revoked: tuple[RevokedCard, ...] = ()
    repairs: tuple[Repair, ...] = ()
    needs: tuple[Need, ...] = ()


# Told by its points alone a hand is one of few hundred, which come again and again at a table.
@name_caches.register_cache
@lru_cache(maxsize=1024)
def judge(record: HandRecord, deal: Deal, proof: Proof | None = None) -> Verdict:
    """The verdict on a record: points, made or set, deltas, and what is wrong or missing.

    A `proof` found for this record and dealer says what holds over all deals and plays; without
    one the facts are taken for what they tell by themselves, which is right but less.
    """
    reading = (
        readings.read(record, deal) if proof is None else readings.from_proof(record, proof, deal)
    )
    if reading.is_impossible:
        # Nothing is scored, but which card lies in two piles can be asked at once.
        mending = HandScore(
            revoked=proof.revoked if proof else (),
            repairs=proof.repairs if proof else (),
            needs=needs.for_contested_cards(record, deal),
        )
        return _verdict(Status.IMPOSSIBLE, mending, reading, deal, proof)
    if reading.bidding.thrown_in:
        nothing = HandScore(deltas=(0,) * deal.sides)
        return _verdict(Status.SETTLED, nothing, reading, deal, proof)
    if reading.bidding.dealer_set:
        unplayed = HandScore(
            deltas=results.dealer_set_deltas(deal), clauses=deal.cite("bid.allpass")
        )
        return _verdict(Status.SETTLED, unplayed, reading, deal, proof)
    return _scored(record, reading, deal, proof)


def _scored(record: HandRecord, reading: HandReading, deal: Deal, proof: Proof | None) -> Verdict:
    """Score a hand that can be, as far as it is known, and ask what would settle the rest."""
    contract = reading.contract
    result = _result(contract, reading, deal, proof)
    is_open = result.deltas is None
    scoring = HandScore(
        points=reading.points,
        pips=reading.pips,
        made=result.made,
        deltas=result.deltas,
        outcomes=result.outcomes if is_open else (),
        clauses=_result_clauses(contract, deal, is_made=result.made),
        needs=_asked(record, reading, deal, proof) if is_open else (),
    )
    return _verdict(Status.OPEN if is_open else Status.SETTLED, scoring, reading, deal, proof)


def _verdict(
    status: Status, scoring: HandScore, reading: HandReading, deal: Deal, proof: Proof | None
) -> Verdict:
    """The verdict of a reading, with what is scored of it."""
    contract = reading.contract
    thrown_in = reading.bidding.thrown_in
    return Verdict(
        status=status,
        thrown_in=thrown_in,
        pitcher=contract.pitcher if contract else None,
        pitching_side=deal.side_of(contract.pitcher) if contract else None,
        bid=contract.bid if contract else None,
        partner=contract.partner if contract else None,
        trump=_SUITS.get(reading.captured.trump),
        points=scoring.points,
        pips=scoring.pips,
        tricks=_all_known(reading.captured.tricks),
        made=scoring.made,
        deltas=scoring.deltas,
        outcomes=scoring.outcomes,
        clauses=deal.cite("bid.allpass") if thrown_in else scoring.clauses,
        findings=reading.findings,
        revokes=proof.revokes if proof else None,
        revoked=scoring.revoked,
        repairs=scoring.repairs,
        needs=scoring.needs,
        is_proven=proof is not None,
        undecided=proof.undecided if proof else (),
    )


_SUITS: Final[dict[str | None, Suit]] = {suit.value: suit for suit in Suit}


def _all_known(tricks: tuple[int | None, ...]) -> tuple[int, ...] | None:
    known = tuple([won for won in tricks if won is not None])
    return known if len(known) == len(tricks) else None


def _result(
    contract: Contract | None, reading: HandReading, deal: Deal, proof: Proof | None
) -> ContractResult:
    """Return how the contract came out, by all endings of a proof or by bounds on the points."""
    if contract is None:
        return ContractResult()
    # With all endings listed the result is read from them: two open points can still come to one
    # result.
    if proof is not None and proof.endings and proof.is_complete:
        return _by_endings(contract, proof, deal)
    if not partners.is_open(contract, deal):
        return _by_bounds(contract, reading, deal, proof)
    contracts = partners.possible_contracts(contract, deal, proof.partners if proof else ())
    results_by_partner = {_by_bounds(each, reading, deal, proof) for each in contracts}
    if len(results_by_partner) == 1:
        return results_by_partner.pop()
    # Whoever the partner is, the bid may be made with all of them, or with none.
    made = {result.made for result in results_by_partner}
    return ContractResult(made=made.pop() if len(made) == 1 else None)


def _by_bounds(
    contract: Contract, reading: HandReading, deal: Deal, proof: Proof | None
) -> ContractResult:
    """Return how a contract came out, by what each side has at least and at most."""
    known = _bounds(reading, deal)
    if deal.calls_partner:
        known = _pooled(known, contract, reading, deal)
    is_made = _made(contract, reading, known, deal)
    if is_made is None and proof is not None:
        is_made = proof.made
    pitching = partners.pitching_sides(contract, deal)
    # A slam pays, and a set loses, the same whatever the pitching side took; a made number alone
    # can pay the points.
    is_counted = is_made is True and results.scores_all_taken(contract.bid, deal.ruleset.rules)
    is_open = known.least != known.most and any(
        known.least[side] != known.most[side]
        for side in range(deal.sides)
        if side not in pitching or is_counted
    )
    if is_made is None or is_open:
        return ContractResult(is_made)
    return ContractResult(is_made, results.deltas(contract, known.least, deal, is_made=is_made))


def _by_endings(contract: Contract, proof: Proof, deal: Deal) -> ContractResult:
    """Return how a contract came out, by all endings that a hand can have."""
    outcomes = {results.score_ending(contract, end, deal) for end in proof.endings}
    ordered = tuple(sorted(outcomes, key=lambda result: (not result.made, result.deltas)))
    made = {result.made for result in ordered}
    return ContractResult(
        made=made.pop() if len(made) == 1 else None,
        deltas=ordered[0].deltas if len(ordered) == 1 else None,
        outcomes=ordered,
    )


def _bounds(reading: HandReading, deal: Deal) -> Bounds:
    """How many points each side can have: as many as the table says, or what the points tell."""
    told = points.bounds(reading.points, deal.sides)
    if reading.taken is None:
        return told
    least = tuple(map(_known_or, reading.taken, told.least))
    most = tuple(map(_known_or, reading.taken, told.most))
    # Together the sides have all points at the most, and those that are always somebody's (D-8).
    lacking = points.least_points(deal) - sum(most)
    room = points.most_points(deal) - sum(least)
    return Bounds(
        tuple(max(few, many + lacking) for few, many in zip(least, most, strict=True)),
        tuple(min(many, few + room) for few, many in zip(least, most, strict=True)),
    )


def _pooled(known: Bounds, contract: Contract, reading: HandReading, deal: Deal) -> Bounds:
    """The bounds of what every side has together with those that score with it (`score.partner`).

    What the pitching sides do not have the others have, as far as it is somebody's (D-8).
    """
    least = list(partners.pool(known.least, contract, deal))
    most = list(partners.pool(known.most, contract, deal))
    own = partners.pitching_sides(contract, deal)
    others = partners.opposing_sides(contract, deal)
    said = reading.together or (None, None)
    for sides, number in zip((own, others), said, strict=True):
        if number is not None:
            for side in sides:
                least[side] = most[side] = number
    lacking, room = points.least_points(deal), points.most_points(deal)
    a, b = own[0], others[0]
    fewest = {a: max(least[a], lacking - most[b]), b: max(least[b], lacking - most[a])}
    largest = {a: min(most[a], room - least[b]), b: min(most[b], room - least[a])}
    camp = [a if side in own else b for side in range(deal.sides)]
    return Bounds(tuple(fewest[each] for each in camp), tuple(largest[each] for each in camp))


def _known_or(taken: int | None, bound: int) -> int:
    return bound if taken is None else taken


def _made(contract: Contract, reading: HandReading, known: Bounds, deal: Deal) -> bool | None:
    """Whether the pitching side took what it bid; None while that is open."""
    side = deal.side_of(contract.pitcher)
    least, most = known.least[side], known.most[side]
    if not calls.is_slam(contract.bid):
        return results.is_reached(least, most, calls.rank(contract.bid))
    pitching = partners.pitching_sides(contract, deal)
    fewest, all_tricks = results.trick_bounds(reading.captured.tricks, pitching, deal)
    return results.is_made(
        contract,
        TricksAndPoints(tricks=fewest, points=least),
        TricksAndPoints(tricks=all_tricks, points=most),
        deal,
    )


def _asked(
    record: HandRecord, reading: HandReading, deal: Deal, proof: Proof | None
) -> tuple[Need, ...]:
    """What would settle an open hand, by all its endings where those are listed."""
    is_listed = proof is not None and proof.endings and proof.is_complete
    return needs.for_situation(
        Situation(
            record=record,
            captured=reading.captured,
            contract=reading.contract,
            points=reading.points,
            deal=deal,
            endings=proof.endings if proof and is_listed else None,
        )
    )


def _result_clauses(
    contract: Contract | None, deal: Deal, *, is_made: bool | None
) -> tuple[str, ...]:
    if contract is None or is_made is None:
        return ()
    called = ("score.partner",) if deal.calls_partner else ()
    if calls.is_slam(contract.bid):
        return deal.cite(
            "slam.needs", "slam.made" if is_made else "slam.set", *called, "score.others"
        )
    pooled = ("score.pool",) if deal.sides < deal.players else ()
    return deal.cite("score.made" if is_made else "score.set", *pooled, *called, "score.others")
