"""Trials: the outcome of a record that nobody has entered yet."""

from msgspec import Struct, structs

from pitch.findings import Status
from pitch.hand import verdicts
from pitch.hand.answers import Way
from pitch.hand.deals import Deal
from pitch.hand.points import Points
from pitch.hand.records import HandRecord
from pitch.proof import provers
from pitch.proof.solver import Effort


class Trial(Struct, frozen=True):
    """The outcome of one record, as far as the work allowed decides it."""

    way: Way
    points: Points | None


def run(record: HandRecord, deal: Deal, effort: Effort) -> Trial:
    """Return the outcome of a record; its way has no status if `effort` does not suffice.

    The reasons of an impossible record are not looked for.
    """
    # A proof does not depend on the scores before the hand.
    proof = provers.prove(record, structs.replace(deal, scores=None), provers.BRIEF, effort)
    verdict = verdicts.judge(record, deal, proof)
    if verdict.status is Status.OPEN and proof.undecided:
        return Trial(Way(status=None, made=verdict.made), verdict.points)
    way = Way(status=verdict.status, made=verdict.made, deltas=verdict.deltas)
    return Trial(way, verdict.points)
