"""Prospects: the outcomes of a record once more is known, or after each change that mends it."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch.findings import Status
from pitch.hand import answers, verdicts
from pitch.hand.answers import Answer, Decided, Deltas, IsMade
from pitch.hand.deals import Deal
from pitch.hand.proofs import MOST_REPAIRS, Proof, Repair
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.proof import contests, pile_cards, provers, repairs, trials
from pitch.proof.contests import CertainPoints
from pitch.proof.pile_cards import PileCards
from pitch.proof.solver import Effort
from pitch.types import Value

_WORK: Final = 12_000
"""Work for all repairs of a record together, in the solver's units."""


class RepairOutcome(Value, frozen=True):
    """The outcome of a hand after one of the changes that would make it possible."""

    repair: Annotated[int, Meta(ge=0, le=MOST_REPAIRS - 1)]
    """The index of the change in `verdict.repairs`, from 0."""
    status: Decided
    """The status of the hand after the change; null if that takes too much work to find."""
    made: IsMade
    """True if the bid is made after the change; null while that is open."""
    deltas: Deltas
    """The points that the hand adds to each side's score after the change; null while that is open.
    """


def for_repairs(
    record: HandRecord, deal: Deal, suggestions: Iterable[Repair]
) -> tuple[RepairOutcome, ...]:
    """Return the outcome of a record after each repair; no status if it takes too much work."""
    effort = Effort(_WORK)
    outcomes = []
    for place, repair in enumerate(suggestions):
        way = trials.run(repairs.apply(record, repair.change), deal, effort).way
        outcomes.append(
            RepairOutcome(repair=place, status=way.status, made=way.made, deltas=way.deltas)
        )
    return tuple(outcomes)


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


def for_verdict(
    record: HandRecord, deal: Deal, verdict: Verdict, proof: Proof, effort: Effort | None = None
) -> Prospect:
    """Return the prospect of a record; an empty one if its hand is settled.

    `effort` is that of the proof, if its solvers are still at hand.
    """
    if verdict.status is Status.OPEN:
        return Prospect(
            answers=answers.for_verdict(verdict, proof, deal),
            pile_cards=pile_cards.search(record, deal, verdict.points or (), effort),
        )
    if verdict.status is Status.IMPOSSIBLE:
        contest = contests.assess(record, deal, verdict.findings)
        return Prospect(
            answers=contest.answers,
            repairs=for_repairs(record, deal, verdict.repairs),
            certain=contest.certain,
        )
    return Prospect()
