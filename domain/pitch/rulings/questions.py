"""Questions: the table of a question, and its checks."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from pitch import seats as tables
from pitch.hand import deals
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.messages import COUNT, Argument, Message, Refusal, prefix_pointer
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Seating, Table
from pitch.types import MOST_PLAYERS, Fact, Name

_NAMES = Message("problem.wrong_length.names", players=COUNT, names=COUNT)

PlayerNames = Annotated[
    tuple[Name, ...],
    Meta(min_length=2, max_length=8, description="The names of the players, by seat."),
]


class OneOfTwo(Refusal):
    """Exactly one of two fields is needed."""


class Question(Fact, frozen=True):
    """The table at which a question came up."""

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
    """The number of players at the table."""
    sides: Arrangement | None = None
    """The sides at the table; the usual arrangement for that many players if absent."""
    names: PlayerNames | None = None
    """The names of the players by seat, for the sentences of the ruling."""


def table_for(question: Question, ruleset: RuleSet) -> Table:
    """Return the table of a question. Raises TableNotAllowed, or WrongLength for names."""
    names = question.names
    if names is not None and len(names) != question.players:
        raise tables.WrongLength(
            _NAMES(players=question.players, names=len(names)), pointer="/names"
        )
    return ruleset.table_for(question.players, question.sides)


def check_seats(table: Table, seats: Mapping[str, int | None]) -> None:
    """Refuse a seat that the table does not have; `seats` are by JSON pointer."""
    for pointer, seat in seats.items():
        table.check_seat(seat, pointer)


def seating_for(table: Table, names: tuple[str, ...] | None = None) -> Seating:
    """Return a table with the names of its players, or numbered seats if there are none."""
    return Seating(table=table, names=names or tuple(map(tables.nameless, range(table.players))))


def deal_for(
    question: Question,
    ruleset: RuleSet,
    table: Table,
    dealer: int | None,
    scores: tuple[int, ...] | None = None,
) -> Deal:
    """Return the deal of a question under a rule set, with the scores before it if known.

    Without a dealer it is the last seat, so that seat 0 is the first to call.
    """
    # The number of cards and the pack are those of the rule set judged under.
    table = ruleset.table_for(table.players, table.sides)
    dealer = table.players - 1 if dealer is None else dealer
    return deals.build_deal(ruleset, seating_for(table, question.names), dealer, scores)


def check_record(record: HandRecord, ruleset: RuleSet, table: Table, pointer: str) -> None:
    """Refuse a record that `HandRecord.check` refuses, with `pointer` before its own."""
    with prefix_pointer(pointer):
        record.check(ruleset, table)


def player_arguments(question: Question, table: Table) -> tuple[Argument, ...]:
    """Return the players by seat, as message arguments."""
    return seating_for(table, question.names).player_arguments


def side_arguments(question: Question, table: Table) -> tuple[Argument, ...]:
    """Return the sides, as message arguments."""
    return seating_for(table, question.names).side_arguments
