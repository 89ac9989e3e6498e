"""Certificates: what shows without this program that a record is possible, or that it is not."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import structs

from pitch.calls import Call
from pitch.findings import Finding, Pointer
from pitch.hand import auctions, readings, verdicts
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof, Witness
from pitch.hand.records import HandRecord
from pitch.messages import BID, PLAYER, Message, Refusal, Sentence, Sentences
from pitch.proof import cores, prospects, provers, statement_sentences, statements
from pitch.proof.cases import Case
from pitch.proof.explanations import is_sure
from pitch.proof.formula import formulas, layouts
from pitch.proof.refutations import derivations, legends
from pitch.proof.refutations.legends import Fact, Part, Refutation
from pitch.proof.refutations.premises import Premises
from pitch.proof.refutations.variable_names import name_variables
from pitch.proof.solver import ClauseList, OutOfWork
from pitch.proof.statements import (
    HadToSpare,
    LedTrick,
    OutOfTrick,
    PlayedToTrick,
    Statement,
    TookTrick,
    TrumpIs,
    WasDealt,
)

_CONFLICTS: Final = 20_000
"""Conflicts that the searches for one refutation may take: a few seconds."""
_CALL: Final = Message("statement.call", player=PLAYER, bid=BID)
_PASS: Final = Message("statement.call.pass", player=PLAYER)
_CONTRACT: Final = Message("statement.contract", player=PLAYER, bid=BID)
_ENTRY: Final = Message("statement.entry")


class NothingToProve(Refusal):
    """The hand was not played, or it has no such finding that rules it out."""


class ProofTooLong(Refusal):
    """The work that a certificate may take was not enough."""


def certify(
    record: HandRecord, deal: Deal, proof: Proof | None = None, finding: int | None = None
) -> Witness | Refutation:
    """Return a deal and play that fit a record, or a refutation if none do.

    `proof` is that of `prove`, if it is known. A refutation is of the facts of a finding: `finding`
    is its index in those of the verdict, from 0; if absent, the first that takes a search is
    meant, or else the first that rules the hand out. Raises NothingToProve if there is none, and
    ProofTooLong if the work is not enough. The same record always gets the same certificate.
    """
    proof = prospects.proof_for(record, deal, proof)
    findings = verdicts.judge(record, deal, proof).findings
    named = findings if finding is None else findings[finding : finding + 1]
    blocking = sorted(filter(Finding.prevents_scoring, named), key=is_sure)
    if blocking and is_sure(blocking[0]):
        facts = tuple(_entries(record, deal, blocking[0].facts))
        return legends.forbid(facts, blocking[0], deal.ruleset)
    if blocking:
        return _refute(record, deal, blocking[0])
    bidding = readings.read(record, deal).bidding
    if bidding.is_unplayed or finding is not None:
        raise NothingToProve
    witness = provers.witness(record, deal)
    if witness is None:
        raise ProofTooLong
    return witness


def describe_witness(witness: Witness, deal: Deal) -> Sentences:
    """Return a deal and play in sentences: the trump suit, each holding, and each trick."""
    facts: list[Statement] = [TrumpIs(witness.trump)]
    for seat, holding in enumerate(witness.holdings):
        facts += (WasDealt(seat, card) for card in holding)
    for seat, surplus in enumerate(witness.surplus):
        facts += (HadToSpare(deal.side_of(seat), card) for card in surplus)
    for number, trick in enumerate(witness.tricks):
        facts.append(LedTrick(number, trick.leader))
        facts += (PlayedToTrick(number, place, card) for place, card in enumerate(trick.cards))
        facts += (OutOfTrick(number, seat) for seat in trick.out)
        facts.append(TookTrick(number, trick.winner))
    return statement_sentences.sentences(facts, deal)


def _entries(record: HandRecord, deal: Deal, pointers: Iterable[Pointer]) -> Iterator[Fact]:
    """Yield everything that was entered at some pointers or below them, each in a sentence."""
    everything = statements.from_record(record, deal)
    auction = structs.replace(auctions.begin_auction(deal), calls=record.calls)
    calls = {
        f"/calls/{place}": _call_sentence(deal, seat, call)
        for place, (seat, call) in enumerate(auctions.calls_by_seat(auction))
    }
    for pointer in pointers:
        if pointer.startswith("/calls"):
            named = calls if pointer == "/calls" else {pointer: calls[pointer]}
            yield from (Fact(at, sentence) for at, sentence in named.items())
        elif pointer == "/contract" and record.contract is not None:
            pitcher = deal.player(record.contract.pitcher)
            yield Fact(pointer, _CONTRACT(player=pitcher, bid=record.contract.bid))
        elif places := cores.places_at((pointer,), everything):
            for at in map(everything.__getitem__, sorted(places)):
                yield Fact(at.pointer, statement_sentences.sentence(at.statement, deal))
        else:
            yield Fact(pointer, _ENTRY())


def _call_sentence(deal: Deal, seat: int, call: Call) -> Sentence:
    player = deal.player(seat)
    return _PASS(player=player) if call is Call.PASS else _CALL(player=player, bid=call)


def _refute(record: HandRecord, deal: Deal, finding: Finding) -> Refutation:
    """Return the refutation of the facts of a finding, by deals and plays."""
    everything = statements.from_record(record, deal)
    engine = ClauseList(formulas.for_layout(layouts.from_deal(deal)))
    case = Case(everything, deal, engine)
    places = cores.places_at(finding.facts, everything)
    # With the trump suit one search is enough, also if the facts contradict each other in any.
    places.update(case.stated_trumps(case.everything()))
    trumps, remaining = case.trumps(places), _CONFLICTS
    parts = []
    for trump in trumps:
        premises = Premises(case, engine, places, trump)
        try:
            derivation, taken = derivations.refute(premises.clauses, remaining)
        except OutOfWork:
            raise ProofTooLong from None
        remaining -= taken
        names = name_variables(case.formula, engine.names, deal, trump)
        parts.append(Part(trump, premises, derivation, names))
    return legends.combine(parts, everything, deal)
