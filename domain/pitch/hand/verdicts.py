"""Verdicts: the result of a hand by its record, its findings, and what to ask next."""

from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch import name_caches
from pitch.calls import Call
from pitch.cards import MOST_CARDS, Suit
from pitch.findings import Finding, Status
from pitch.hand import needs, partners, points, readings, results
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.needs import Need, Situation
from pitch.hand.pips import SidePips
from pitch.hand.points import Bounds, Points
from pitch.hand.proofs import Proof, Repair, RevokedCard
from pitch.hand.readings import HandReading
from pitch.hand.records import HandRecord
from pitch.hand.results import ScoredHand, TricksAndPoints
from pitch.messages import Sentence
from pitch.types import Code, Quantity, RunningScore, Seat, Side, Value


class Verdict(Value, frozen=True):
    """The result that follows from a record; unknown or unscored parts are null."""

    status: Status
    """The status of the hand: open, scored, or impossible."""
    thrown_in: bool
    """True if everyone passed, so that the hand is thrown in and nobody scores."""
    pitcher: Seat | None
    """The seat of the pitcher, counted clockwise from 0; null if not known."""
    pitching_side: Side | None
    """The pitcher's side, counted from 0; null if not known."""
    bid: Call | None
    """The bid that the pitcher plays for; null if not known."""
    partner: Seat | None
    """The seat that scores with the pitcher, or the pitcher's own if the pitcher plays alone; null
    if not known, and if no partner is called.
    """
    trump: Suit | None
    """The trump suit of the hand; null if not known."""
    points: Points | None
    """Every point of the rules with its owner, in counting order; null if none is scored."""
    pips: tuple[SidePips, ...]
    """The bounds of each side's count for Game."""
    tricks: tuple[Quantity, ...] | None
    """The number of tricks that each side won, by side; null if not known."""
    made: bool | None
    """True if the bid was made; null while that is open, and if nothing is scored."""
    deltas: tuple[RunningScore, ...] | None
    """The change of each side's score by the rules; null if the hand is not scored."""
    outcomes: tuple[ScoredHand, ...]
    """All results that an open hand can still have, if they are few enough to list."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that decide made or set."""
    findings: tuple[Finding, ...]
    """The contradictions and oddities of the record."""
    revokes: Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None
    """The smallest number of reneges that explains the record; null if no number does, or without a
    search.
    """
    revoked: Annotated[tuple[RevokedCard, ...], Meta(max_length=MOST_CARDS)]
    """Reneges that would explain the record, as few as possible; other reneges may explain it too.
    """
    repairs: tuple[Repair, ...]
    """Single changes that make an impossible record possible, the likeliest first."""
    needs: tuple[Need, ...]
    """The next questions; for a settled hand only if counting order decides the match."""
    is_proven: bool
    """True if the verdict covers all deals and plays, not only what the facts show by themselves.
    """
    undecided: tuple[Sentence, ...]
    """Statements left unproven within the work allowed."""

    @property
    def contract(self) -> Contract | None:
        """The contract; None while its pitcher or its bid is not known."""
        if self.pitcher is None or self.bid is None:
            return None
        return Contract(pitcher=self.pitcher, bid=self.bid, partner=self.partner)


class ContractResult(Struct, frozen=True):
    """The result of a contract; by default open."""

    made: bool | None = None
    deltas: tuple[int, ...] | None = None
    """The change of each side's score; None while that is open."""
    outcomes: tuple[ScoredHand, ...] = ()
    """All possible results, if all endings are listed."""


# A hand recorded by its points alone is one of a few hundred, which recur at every table.
@name_caches.register_cache
@lru_cache(maxsize=1024)
def judge(record: HandRecord, deal: Deal, proof: Proof | None = None) -> Verdict:
    """Return the verdict on a record: points, made or set, deltas, findings and questions.

    With a `proof` of this record and dealer it covers all deals and plays; without one only what
    the facts show by themselves, which is true but less. The record has passed `HandRecord.check`
    for the deal's rule set and table: of another, a card or seat may raise KeyError or IndexError.
    Its choices are members of their enumerations: words for them, as in JSON, are not recognised.
    """
    if proof is None:
        reading = readings.read(record, deal)
    else:
        reading = readings.from_proof(record, proof, deal)
    verdict = _unscored(reading, deal, proof)
    if reading.is_impossible:
        # The table can be asked at once about cards in two piles.
        return structs.replace(
            verdict,
            revoked=proof.revoked if proof else (),
            repairs=proof.repairs if proof else (),
            needs=needs.for_contested_cards(record, deal),
        )
    if reading.bidding.thrown_in:
        return structs.replace(verdict, status=Status.SETTLED, deltas=(0,) * deal.sides)
    if reading.bidding.dealer_set:
        return structs.replace(
            verdict,
            status=Status.SETTLED,
            deltas=results.dealer_set_deltas(deal),
            clauses=deal.cite("bid.allpass"),
        )
    return _score(verdict, record, reading, deal, proof)


def _score(
    verdict: Verdict, record: HandRecord, reading: HandReading, deal: Deal, proof: Proof | None
) -> Verdict:
    """Score a possible hand as far as it is known, with questions that settle the rest."""
    result = _contract_result(reading, deal, proof)
    is_open = result.deltas is None
    return structs.replace(
        verdict,
        status=Status.OPEN if is_open else Status.SETTLED,
        points=reading.points,
        pips=reading.pips,
        made=result.made,
        deltas=result.deltas,
        outcomes=result.outcomes if is_open else (),
        clauses=_result_clauses(reading.contract, deal, is_made=result.made),
        needs=_open_needs(record, reading, deal, proof) if is_open else (),
    )


def _unscored(reading: HandReading, deal: Deal, proof: Proof | None) -> Verdict:
    """Return the verdict on a hand that is not scored: its auction, trump, tricks and findings."""
    contract, thrown_in = reading.contract, reading.bidding.thrown_in
    return Verdict(
        status=Status.IMPOSSIBLE,
        thrown_in=thrown_in,
        pitcher=contract.pitcher if contract else None,
        pitching_side=deal.side_of(contract.pitcher) if contract else None,
        bid=contract.bid if contract else None,
        partner=contract.partner if contract else None,
        trump=_SUITS.get(reading.captures.trump),
        points=None,
        pips=(),
        tricks=_complete_tricks(reading.captures.tricks),
        made=None,
        deltas=None,
        outcomes=(),
        clauses=deal.cite("bid.allpass") if thrown_in else (),
        findings=reading.findings,
        revokes=proof.revokes if proof else None,
        revoked=(),
        repairs=(),
        needs=(),
        is_proven=proof is not None,
        undecided=proof.undecided if proof else (),
    )


_SUITS: Final[dict[str | None, Suit]] = {suit.value: suit for suit in Suit}


def _complete_tricks(tricks: tuple[int | None, ...]) -> tuple[int, ...] | None:
    """Return the tricks by side; None unless every side's are known."""
    numbers = tuple([number for number in tricks if number is not None])
    return numbers if len(numbers) == len(tricks) else None


def _contract_result(reading: HandReading, deal: Deal, proof: Proof | None) -> ContractResult:
    """Return the result of a contract, by all endings of a proof or by bounds on the points."""
    contract = reading.contract
    if contract is None:
        return ContractResult()
    # With all endings listed the result is read from them, because two open points can still lead
    # to one result.
    if proof is not None and proof.endings and proof.is_complete:
        return _by_endings(contract, proof, deal)
    if not partners.is_open(contract, deal):
        return _by_bounds(contract, reading, deal, proof)
    contracts = partners.possible_contracts(contract, deal, proof.partners if proof else ())
    results_by_partner = {_by_bounds(possible, reading, deal, proof) for possible in contracts}
    if len(results_by_partner) == 1:
        return results_by_partner.pop()
    # The bid may be made with every possible partner, or with none.
    made = {result.made for result in results_by_partner}
    return ContractResult(made=made.pop() if len(made) == 1 else None)


def _by_bounds(
    contract: Contract, reading: HandReading, deal: Deal, proof: Proof | None
) -> ContractResult:
    """Return the result of a contract, by the least and the most that each side has."""
    bounds = _bounds(reading, deal)
    if deal.calls_partner:
        bounds = _pool_bounds(bounds, contract, reading, deal)
    is_made = _is_made(contract, reading, bounds, deal)
    if is_made is None and proof is not None:
        is_made = proof.made
    pitching = partners.pitching_sides(contract, deal)
    # A slam pays and a set loses the same whatever the pitching side took; only a made number
    # can pay the points.
    is_counted = is_made is True and results.scores_all_taken(contract.bid, deal.ruleset.rules)
    is_open = bounds.least != bounds.most and any(
        bounds.least[side] != bounds.most[side]
        for side in range(deal.sides)
        if side not in pitching or is_counted
    )
    if is_made is None or is_open:
        return ContractResult(is_made)
    return ContractResult(is_made, results.deltas(contract, bounds.least, deal, is_made=is_made))


def _by_endings(contract: Contract, proof: Proof, deal: Deal) -> ContractResult:
    """Return the result of a contract, by all endings that a hand can have."""
    outcomes = {results.score_ending(contract, end, deal) for end in proof.endings}
    ordered = tuple(sorted(outcomes, key=lambda result: (not result.made, result.deltas)))
    made = {result.made for result in ordered}
    return ContractResult(
        made=made.pop() if len(made) == 1 else None,
        deltas=ordered[0].deltas if len(ordered) == 1 else None,
        outcomes=ordered,
    )


def _bounds(reading: HandReading, deal: Deal) -> Bounds:
    """Return the points that each side can have: as claimed, else by the points' owners."""
    bounds = points.bounds(reading.points, deal.sides)
    if reading.taken is None:
        return bounds
    claimed = list(enumerate(reading.taken))
    least = [bounds.least[side] if number is None else number for side, number in claimed]
    most = [bounds.most[side] if number is None else number for side, number in claimed]
    # Together the sides have at most all points, and at least those always taken.
    lacking = points.least_points(deal) - sum(most)
    room = points.most_points(deal) - sum(least)
    return Bounds(
        tuple(max(few, many + lacking) for few, many in zip(least, most, strict=True)),
        tuple(min(many, few + room) for few, many in zip(least, most, strict=True)),
    )


def _pool_bounds(bounds: Bounds, contract: Contract, reading: HandReading, deal: Deal) -> Bounds:
    """Return the bounds of each side pooled with those that score with it (`score.partner`).

    The opposing sides have every taken point that the pitching sides do not have.
    """
    least = list(partners.pool(bounds.least, contract, deal))
    most = list(partners.pool(bounds.most, contract, deal))
    pitching = partners.pitching_sides(contract, deal)
    opposing = partners.opposing_sides(contract, deal)
    claimed = reading.taken_together or (None, None)
    for sides, number in zip((pitching, opposing), claimed, strict=True):
        if number is not None:
            for side in sides:
                least[side] = most[side] = number
    fewest, largest = points.least_points(deal), points.most_points(deal)
    rivals = [opposing[0] if side in pitching else pitching[0] for side in range(deal.sides)]
    return Bounds(
        tuple(max(few, fewest - most[rival]) for few, rival in zip(least, rivals, strict=True)),
        tuple(min(many, largest - least[rival]) for many, rival in zip(most, rivals, strict=True)),
    )


def _is_made(contract: Contract, reading: HandReading, bounds: Bounds, deal: Deal) -> bool | None:
    """Return whether the pitching side took what it bid; None while that is open."""
    side = deal.side_of(contract.pitcher)
    least, most = bounds.least[side], bounds.most[side]
    pitching = partners.pitching_sides(contract, deal)
    fewest, all_tricks = results.trick_bounds(reading.captures.tricks, pitching, deal)
    return results.is_made(
        contract,
        TricksAndPoints(tricks=fewest, points=least),
        TricksAndPoints(tricks=all_tricks, points=most),
        deal,
    )


def _open_needs(
    record: HandRecord, reading: HandReading, deal: Deal, proof: Proof | None
) -> tuple[Need, ...]:
    """Return the questions that settle an open hand, by all its endings if those are listed."""
    is_listed = proof is not None and proof.endings and proof.is_complete
    return needs.for_situation(
        Situation(
            record=record,
            captures=reading.captures,
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
    if contract.bid.is_slam:
        return deal.cite(
            "slam.needs", "slam.made" if is_made else "slam.set", *called, "score.others"
        )
    pooled = ("score.pool",) if deal.sides < deal.players else ()
    return deal.cite("score.made" if is_made else "score.set", *pooled, *called, "score.others")
