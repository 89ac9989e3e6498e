"""Prospects: what a record comes to once more is known or it is mended, told in one go."""

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
    """What is told of a hand that is not settled, besides its verdict."""

    answers: tuple[Answer, ...] = ()
    """What the questions of the verdict can be answered with."""
    pile_cards: PileCards = PileCards()
    repairs: tuple[RepairOutcome, ...] = ()
    """Of one that cannot be, what it comes to by each repair of the verdict."""
    certain: CertainPoints = ()


def prove_with_prospect(
    record: HandRecord, deal: Deal, proof: Proof | None
) -> tuple[Proof, Prospect]:
    """The proof of a record, which may be there already, and what is told besides.

    `deal` may know the scores that the hand met, which a proof does not ask for.
    """
    found = proof_for(record, deal, proof)
    return found, for_verdict(record, deal, verdicts.judge(record, deal, found), found)


def proof_for(record: HandRecord, deal: Deal, known: Proof | None) -> Proof:
    """Return the proof of a record, which may be there already."""
    if known is not None and known.dealer == deal.dealer:
        return known
    return provers.prove(record, structs.replace(deal, scores=None))


def for_verdict(record: HandRecord, deal: Deal, verdict: Verdict, proof: Proof) -> Prospect:
    """What is told of a record besides its verdict; nothing of a hand that is settled."""
    if verdict.status is Status.OPEN:
        return Prospect(
            answers=answers.for_verdict(verdict, proof, deal),
            pile_cards=pile_cards.search(record, deal, verdict.points or ()),
        )
    if verdict.status is Status.IMPOSSIBLE:
        contested = contests.assess(record, deal, verdict.findings)
        return Prospect(
            answers=contested.answers,
            repairs=repair_outcomes.for_repairs(record, deal, verdict.repairs),
            certain=contested.certain,
        )
    return Prospect()
