"""Readings: the facts and contradictions of a record under a rule set, before scoring."""

from msgspec import structs

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
    """A record read under a rule set: its auction, captures, points and findings."""

    bidding: Bidding
    captures: Captures
    points: Points
    pips: tuple[SidePips, ...]
    taken: tuple[int | None, ...] | None
    """The claimed points of each side, by side."""
    taken_together: tuple[int | None, ...] | None
    """The claimed points of the pitcher with the called partner, and of all the others."""
    findings: tuple[Finding, ...]

    @property
    def contract(self) -> Contract | None:
        """Return the contract, if it is known."""
        return self.bidding.contract

    @property
    def is_impossible(self) -> bool:
        """Return whether a finding prevents scoring."""
        return any(map(Finding.prevents_scoring, self.findings))


def read(record: HandRecord, deal: Deal) -> HandReading:
    """Return what the facts of a record show without a search, with its findings.

    Reads impossible records too: their findings say why. The seats and sides of the record have
    to be at the table (`HandRecord.check`).
    """
    reading, log = _read_facts(record, deal)
    contract = reading.contract
    pitcher = contract.pitcher if contract else None
    results = [*reading.bidding.findings]
    if record.tricks:
        results += play.check(record, log, deal, pitcher)
        results += revokes.check(record, log, deal)
    results += captures.check(record, reading.captures, deal)
    results += trumps.check(record, reading.captures, deal, pitcher=pitcher)
    results += claims.check(record, reading.captures, reading.points, deal)
    if deal.calls_partner:
        results += called_cards.check(record, log, contract, reading.points, deal)
    if not results:
        return reading
    return structs.replace(reading, findings=counts.order_findings(results, deal))


def _read_facts(record: HandRecord, deal: Deal) -> tuple[HandReading, Log]:
    """Return the reading of a record without findings on its play and claims, and its log."""
    bidding = auction_record.read(record, deal)
    contract = bidding.contract
    pitcher = contract.pitcher if contract else None
    log = play.read(record, deal, pitcher)
    if contract is not None and deal.calls_partner:
        contract = partners.infer_partner(contract, record, log, deal)
        bidding = structs.replace(bidding, contract=contract)
    captured = piles.read(record, log, deal)
    last_winner = log.winners[-1] if len(log.winners) == deal.tricks else None
    side_pips = pips.count(record, captured, deal)
    facts = Facts(record, captured, side_pips, deal, pitcher, last_winner)
    reading = HandReading(
        bidding=bidding,
        captures=captured,
        points=awards.reckon(facts),
        pips=side_pips,
        taken=record.claims.taken if record.claims else None,
        taken_together=record.claims.taken_together if record.claims else None,
        findings=(),
    )
    return reading, log


def from_proof(record: HandRecord, proof: Proof, deal: Deal) -> HandReading:
    """Return a reading narrowed by a proof: its findings, owners of points and pips."""
    reading, _ = _read_facts(record, deal)
    hand_points = reading.points
    if proof.possible:
        hand_points = points.narrow(hand_points, proof.possible, deal)
    # A proof ignores the scores before the hand, and so who may bid the slam.
    by_scores = () if deal.scores is None else reading.bidding.findings
    added = [finding for finding in by_scores if finding not in proof.findings]
    keys = {(finding.code, finding.facts) for finding in added}
    further = [finding for finding in proof.findings if (finding.code, finding.facts) not in keys]
    bidding = reading.bidding
    if bidding.contract is not None and len(proof.partners) == 1:
        contract = structs.replace(bidding.contract, partner=proof.partners[0])
        bidding = structs.replace(bidding, contract=contract)
    return structs.replace(
        reading,
        bidding=bidding,
        points=hand_points,
        pips=proof.pips or reading.pips,
        findings=counts.order_findings((*added, *further), deal),
    )
