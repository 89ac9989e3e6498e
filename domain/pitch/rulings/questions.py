"""Questions: the table at which something is asked, and what it has to have for that."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from pitch import seats as tables
from pitch.errors import Refusal
from pitch.messages import COUNT, Argument, Message
from pitch.rules import rulesets
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Seating, Table
from pitch.types import Fact, Name

_NAMES = Message("problem.wrong_length.names", players=COUNT, names=COUNT)

PlayerNames = Annotated[
    tuple[Name, ...],
    Meta(min_length=2, max_length=8, description="What the players are called, by seat."),
]


class OneOfTwo(Refusal):
    """A question is about one of two things, and only one."""

    code = "one_of_two"
    default_message = Message("problem.one_of_two")


class Question(Fact, frozen=True):
    """The table at which a question came up."""

    players: Annotated[int, Meta(ge=2, le=tables.MOST_PLAYERS)]
    """How many play."""
    sides: Arrangement | None = None
    """Who scores together; the usual for that many players if absent."""
    names: PlayerNames | None = None


def table_for(situation: Question, ruleset: RuleSet) -> Table:
    """The table of a situation; refused where the rule set is not for it, or a name is missing."""
    names = situation.names
    if names is not None and len(names) != situation.players:
        raise tables.WrongLength(
            _NAMES(players=situation.players, names=len(names)), pointer="/names"
        )
    return rulesets.table_for(ruleset, situation.players, situation.sides)


def check_seats(table: Table, seats: Mapping[str, int | None]) -> None:
    """Refuse a seat that the table does not have; the seats come by their place."""
    for pointer, seat in seats.items():
        tables.check_seat(table, seat, pointer)


def seating_for(table: Table, names: tuple[str, ...] | None = None) -> Seating:
    """A table with the names of its players; where nobody gave one, they go by their places."""
    return Seating(table=table, names=names or tuple(map(tables.nameless, range(table.players))))


def player_arguments(question: Question, table: Table) -> tuple[Argument, ...]:
    """Who plays, by seat, as a sentence is about them."""
    return tables.player_arguments(seating_for(table, question.names))


def side_arguments(question: Question, table: Table) -> tuple[Argument, ...]:
    """Who scores together, by side, as a sentence is about them."""
    return tables.side_arguments(seating_for(table, question.names))
