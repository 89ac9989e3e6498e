"""Repair outcomes: what a hand that cannot be comes to by each change that would mend it."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from domain.hand.answers import Decided, Deltas, IsMade
from domain.hand.deals import Deal
from domain.hand.proofs import Repair
from domain.hand.records import HandRecord
from domain.proof import repairs, trials
from domain.proof.efforts import Effort
from domain.proof.provers import MOST_REPAIRS
from domain.types import Value

_WORK: Final = 12_000
"""Work for all repairs of a record together, in the solver's units."""


class RepairOutcome(Value, frozen=True):
    """What a hand comes to by one of the changes that would mend it."""

    repair: Annotated[
        int,
        Meta(
            ge=0, le=MOST_REPAIRS - 1, description="Which of the verdict's `repairs` it is, from 0."
        ),
    ]
    status: Decided
    made: IsMade
    deltas: Deltas


def told(record: HandRecord, deal: Deal, mending: Iterable[Repair]) -> tuple[RepairOutcome, ...]:
    """What a record comes to by each of its repairs; what takes too much work has no status."""
    effort = Effort(_WORK)
    ways = [trials.of(repairs.applied(record, each.change), deal, effort).way for each in mending]
    return tuple(
        RepairOutcome(repair=place, status=way.status, made=way.made, deltas=way.deltas)
        for place, way in enumerate(ways)
    )
