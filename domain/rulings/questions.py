"""Questions: the table at which something is asked, and what it has to have for that."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from domain import seats as tables
from domain.errors import Refusal
from domain.rules import rulesets
from domain.rules.rulesets import RuleSet
from domain.seats import Arrangement, Seating, Table
from domain.types import Fact
from domain.wording import nth_player, sentence


class OneOfTwo(Refusal):
    """A question is about one of two things: not both, and not neither."""

    code = "one_of_two"


class Question(Fact, frozen=True):
    """The table at which a question came up."""

    players: Annotated[int, Meta(ge=2, le=tables.MOST_PLAYERS)]
    """How many play."""
    sides: Arrangement | None = None
    """Who scores together; the usual for that many players if absent."""


def table_of(situation: Question, ruleset: RuleSet) -> Table:
    """The table of a situation; refused where the rule set is not for it."""
    return rulesets.table_for(ruleset, situation.players, situation.sides)


def check_seats(table: Table, seats: Mapping[str, int | None]) -> None:
    """Refuse a seat that the table does not have; the seats come by their place."""
    for pointer, seat in seats.items():
        tables.check_seat(table, seat, pointer)


def seated(table: Table) -> Seating:
    """A table where nobody gave a name."""
    return Seating(
        table=table, names=tuple(sentence(nth_player(seat)) for seat in range(table.players))
    )
