"""Repair outcomes: the outcome of an impossible hand after each change that would mend it."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from pitch.hand.answers import Decided, Deltas, IsMade
from pitch.hand.deals import Deal
from pitch.hand.proofs import Repair
from pitch.hand.records import HandRecord
from pitch.proof import repairs, trials
from pitch.proof.efforts import Effort
from pitch.proof.provers import MOST_REPAIRS
from pitch.types import Value

_WORK: Final = 12_000
"""Work for all repairs of a record together, in the solver's units."""


class RepairOutcome(Value, frozen=True):
    """The outcome of a hand after one of the changes that would make it possible."""

    repair: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_REPAIRS - 1,
            description="The index of the change in `verdict.repairs`, from 0.",
        ),
    ]
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
