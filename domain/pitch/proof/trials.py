"""Trials: what a hand would come to by a record that nobody has entered yet."""

from msgspec import Struct, structs

from pitch.findings import Status
from pitch.hand import verdicts
from pitch.hand.answers import Way
from pitch.hand.deals import Deal
from pitch.hand.points import Points
from pitch.hand.records import HandRecord
from pitch.proof import provers
from pitch.proof.efforts import Effort


class Trial(Struct, frozen=True):
    """What one record comes to, as far as the work allowed tells."""

    way: Way
    points: Points | None


def run(record: HandRecord, deal: Deal, effort: Effort) -> Trial:
    """What a record comes to; its way has no status where that takes more than is left of `effort`.

    The reasons of one that cannot be are not looked for.
    """
    # A proof does not know what scores the hand met, and is the same whatever they were.
    unmet = structs.replace(deal, scores=None)
    proof = provers.prove(record, unmet, provers.BRIEF, effort)
    verdict = verdicts.judge(record, deal, proof)
    if verdict.status is Status.OPEN and proof.undecided:
        return Trial(Way(status=None, made=verdict.made), verdict.points)
    way = Way(status=verdict.status, made=verdict.made, deltas=verdict.deltas)
    return Trial(way, verdict.points)
