"""Prospects: the outcomes of a record once more is known or it is mended."""

from msgspec import Struct, structs

from pitch.findings import Status
from pitch.hand import answers, verdicts
from pitch.hand.answers import Answer
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.proof import contests, pile_cards, provers, repair_outcomes
from pitch.proof.contests import CertainPoints
from pitch.proof.pile_cards import PileCards
from pitch.proof.repair_outcomes import RepairOutcome


class Prospect(Struct, frozen=True):
    """Everything about an unsettled hand besides its verdict."""

    answers: tuple[Answer, ...] = ()
    """Possible answers to the questions of the verdict."""
    pile_cards: PileCards = PileCards()
    repairs: tuple[RepairOutcome, ...] = ()
    """The outcome of an impossible hand after each repair of the verdict."""
    certain: CertainPoints = ()


def prove_with_prospect(
    record: HandRecord, deal: Deal, proof: Proof | None
) -> tuple[Proof, Prospect]:
    """Return the proof of a record, computed unless it is given, and its prospect.

    `deal` may have the scores before the hand, on which a proof does not depend.
    """
    proof = proof_for(record, deal, proof)
    return proof, for_verdict(record, deal, verdicts.judge(record, deal, proof), proof)


def proof_for(record: HandRecord, deal: Deal, previous: Proof | None) -> Proof:
    """Return the proof of a record: the previous one if it has the same dealer."""
    if previous is not None and previous.dealer == deal.dealer:
        return previous
    return provers.prove(record, structs.replace(deal, scores=None))


def for_verdict(record: HandRecord, deal: Deal, verdict: Verdict, proof: Proof) -> Prospect:
    """Return the prospect of a record; an empty one if its hand is settled."""
    if verdict.status is Status.OPEN:
        return Prospect(
            answers=answers.for_verdict(verdict, proof, deal),
            pile_cards=pile_cards.search(record, deal, verdict.points or ()),
        )
    if verdict.status is Status.IMPOSSIBLE:
        contest = contests.assess(record, deal, verdict.findings)
        return Prospect(
            answers=contest.answers,
            repairs=repair_outcomes.for_repairs(record, deal, verdict.repairs),
            certain=contest.certain,
        )
    return Prospect()
