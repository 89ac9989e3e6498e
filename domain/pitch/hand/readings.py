"""Readings: what a record tells of a hand under a rule set, before anything is scored."""

from msgspec import structs

from pitch import findings
from pitch.findings import Finding
from pitch.hand import auction_record, awards, partners, piles, pips, play, points
from pitch.hand.auction_record import Bidding
from pitch.hand.auctions import Contract
from pitch.hand.awards import Facts
from pitch.hand.checks import called_cards, captures, claims, counts, revokes, trumps
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.pips import SidePips
from pitch.hand.play import Log
from pitch.hand.points import Points
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitch.types import Value


class HandReading(Value, frozen=True):
    """A record read under a rule set: its auction, captures and points, and what is wrong."""

    bidding: Bidding
    captured: Captures
    points: Points
    pips: tuple[SidePips, ...]
    taken: tuple[int | None, ...] | None
    """How many points the table says that each side took."""
    together: tuple[int | None, ...] | None
    """How many it says that the pitcher and the called partner took, and how many the others."""
    findings: tuple[Finding, ...]

    @property
    def contract(self) -> Contract | None:
        """The contract, if it is known."""
        return self.bidding.contract

    @property
    def is_impossible(self) -> bool:
        """Whether something found keeps the hand from being scored."""
        return bool(self.findings) and any(map(findings.prevents_scoring, self.findings))


def read(record: HandRecord, deal: Deal) -> HandReading:
    """What the facts of a record tell by themselves, and what is wrong about them.

    Never refused: a record that cannot be is read too, and its findings say why. Its seats and
    sides have to be at the table (`records.check_record`).
    """
    reading, log = _told(record, deal)
    contract, captured = reading.contract, reading.captured
    pitcher = contract.pitcher if contract else None
    found = [*reading.bidding.findings]
    if record.tricks:
        found += play.check(record, log, deal, pitcher)
        found += revokes.check(record, log, deal)
    found += captures.check(record, captured, deal)
    found += trumps.check(record, captured, deal, pitcher=pitcher)
    found += claims.check(record, captured, reading.points, deal)
    if deal.calls_partner:
        found += called_cards.check(record, log, contract, reading.points, deal)
    return (
        structs.replace(reading, findings=counts.order_findings(found, deal)) if found else reading
    )


def _told(record: HandRecord, deal: Deal) -> tuple[HandReading, Log]:
    """A record read without looking for what is wrong."""
    bidding = auction_record.read(record, deal)
    contract = bidding.contract
    pitcher = contract.pitcher if contract else None
    log = play.read(record, deal, pitcher)
    if contract is not None and deal.calls_partner:
        contract = partners.infer_partner(contract, record, log, deal)
        bidding = structs.replace(bidding, contract=contract)
    captured = piles.read(record, log, deal)
    last = log.winners[-1] if len(log.winners) == deal.tricks else None
    counted = pips.count(record, captured, deal)
    facts = Facts(record, captured, counted, deal, pitcher, last)
    reading = HandReading(
        bidding=bidding,
        captured=captured,
        points=awards.reckon(facts),
        pips=counted,
        taken=record.claims.taken if record.claims else None,
        together=record.claims.taken_together if record.claims else None,
        findings=(),
    )
    return reading, log


def from_proof(record: HandRecord, proof: Proof, deal: Deal) -> HandReading:
    """A reading with what a proof adds: its findings, fewer owners of points, closer pips."""
    reading, _ = _told(record, deal)
    narrowed = reading.points
    if proof.possible:
        narrowed = points.narrow(narrowed, proof.possible, deal)
    # A proof knows nothing of the scores that the hand met, and so not who might bid the slam.
    by_scores = () if deal.scores is None else reading.bidding.findings
    added = [found for found in by_scores if found not in proof.findings]
    told = {(found.code, found.facts) for found in added}
    kept = [found for found in proof.findings if (found.code, found.facts) not in told]
    contract = reading.contract
    if contract is not None and len(proof.partners) == 1:
        contract = structs.replace(contract, partner=proof.partners[0])
    return structs.replace(
        reading,
        bidding=structs.replace(reading.bidding, contract=contract),
        points=narrowed,
        pips=proof.pips or reading.pips,
        findings=counts.order_findings((*added, *kept), deal),
    )
