"""Rulings: the answer to a dispute, what it rests on, and what it turns on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import EnumType, StrEnum
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Meta, structs

from domain import clauses, rulesets, tables
from domain.clauses import Clause
from domain.presets import PRESETS, Basis
from domain.records import NotAtTable, WrongLength
from domain.refusals import Refusal
from domain.rules import Options, Rules
from domain.rulesets import ContradictoryOptions, RuleSet
from domain.tables import Arrangement, Seating, Table
from domain.values import Fact, Value


class OneOfTwo(Refusal):
    """A question is about one of two things: not both, and not neither."""

    code = "one_of_two"


class NotDecided(Refusal):
    """That takes more work than is allowed."""

    code = "not_decided"


class HingeKind(StrEnum):
    """What would have to be another: the document, or one option."""

    PRESET = "preset"
    OPTION = "option"


class Hinge(Value, frozen=True):
    """A document or a single option under which the outcome would be another."""

    kind: HingeKind
    """Whether it is another document, or one option."""
    name: Annotated[str, Meta(description="The preset's id, or the option.")]
    value: Annotated[str, Meta(description="The preset's name, or the choice as JSON text.")]
    outcome: str
    """What it would be then, in a sentence."""
    clauses: tuple[str, ...]
    """The ids of the clauses that would decide it."""


class Ruling(Value, frozen=True):
    """What every ruling says; of its clauses the first decides."""

    outcome: Annotated[str, Meta(description="One sentence; what is judged alike reads alike.")]
    why: str
    """The reason in a sentence or two."""
    basis: Annotated[Basis, Meta(description="What the deciding clause rests on.")]
    clauses: tuple[Clause, ...]
    """The rules it rests on; the first decides."""
    turns_on: tuple[Hinge, ...] = ()
    """The documents and options under which the outcome would be another."""
    undecided: tuple[str, ...] = ()
    """Under which other rules the outcome was not decided, because the search had done as much as
    it may for one ruling; a sentence each."""
    moot: Annotated[bool, Meta(description="Whether nothing else would change the outcome.")] = True


class Situation(Fact, frozen=True):
    """The table at which a question came up."""

    players: Annotated[int, Meta(ge=2, le=tables.MOST_PLAYERS)]
    """How many play."""
    sides: Arrangement | None = None
    """Who scores together; the usual for that many players if absent."""


_Ruling = TypeVar("_Ruling", bound=Ruling)
Judge = Callable[[RuleSet], _Ruling]
"""A question, ready to be judged under any rule set that allows its table."""


def table_of(situation: Situation, ruleset: RuleSet) -> Table:
    """The table of a situation; refused where the rule set is not for it."""
    return rulesets.table_for(ruleset, situation.players, situation.sides)


def check_seats(table: Table, seats: Mapping[str, int | None]) -> None:
    """Refuse a seat that the table does not have; the seats come by their place."""
    for pointer, seat in seats.items():
        if seat is not None and seat >= table.players:
            raise NotAtTable(
                f"There is no seat {seat}; the seats are 0 to {table.players - 1}.",
                pointer=pointer,
            )


def check_sides(table: Table, sides: Mapping[str, int | None]) -> None:
    """Refuse a side that the table does not have; the sides come by their place."""
    count = tables.side_count(table)
    for pointer, side in sides.items():
        if side is not None and side >= count:
            raise NotAtTable(
                f"There is no side {side}; the sides are 0 to {count - 1}.", pointer=pointer
            )


def check_length(table: Table, pointer: str, by_side: Sequence[int]) -> None:
    """Refuse a list by side that has not one entry for every side."""
    sides = tables.side_count(table)
    if len(by_side) != sides:
        raise WrongLength(f"There are {sides} sides, but {len(by_side)} entries.", pointer=pointer)


def seated(table: Table) -> Seating:
    """A table where nobody gave a name."""
    return Seating(table=table, names=tuple(f"Seat {seat}" for seat in range(table.players)))


def rule(
    judge: Judge[_Ruling], ruleset: RuleSet, table: Table, options: Sequence[str] = ()
) -> _Ruling:
    """The ruling, with every document and every single option that would make it another.

    The question is judged again under each, so what it turns on is found, never written down. A
    document that has no such table, or under which the question cannot come up, is left out.
    `options` are the names of the choices that such a question can depend on.
    """
    ruling = judge(ruleset)
    others = (*_documents(ruleset, table), *_choices(ruleset, options))
    hinges, undecided = [], []
    for kind, name, value, other in others:
        try:
            hinge = _hinge(judge, ruling, other, kind, name, value)
        except NotDecided:
            undecided.append(_not_decided(kind, name, value))
            continue
        if hinge is not None:
            hinges.append(hinge)
    return structs.replace(
        ruling,
        turns_on=tuple(hinges),
        undecided=tuple(undecided),
        moot=not hinges and not undecided,
    )


def as_document(preset: str, ruleset: RuleSet) -> RuleSet:
    """A document's rules, played as long as the match in question."""
    rules = ruleset.rules
    length = Options(
        target=UNSET if rules.target is None else rules.target,
        hands=UNSET if rules.hands is None else rules.hands,
    )
    return rulesets.house(rulesets.preset(preset), length)


_Other = tuple[HingeKind, str, str, RuleSet]


def _documents(ruleset: RuleSet, table: Table) -> Iterator[_Other]:
    for preset, document in PRESETS.items():
        other = as_document(preset, ruleset)
        if table in document.rules.tables and other.rules != ruleset.rules:
            yield HingeKind.PRESET, preset, document.name, other


def _choices(ruleset: RuleSet, options: Sequence[str]) -> Iterator[_Other]:
    for option in options:
        for value in _values(option):
            if value == getattr(ruleset.rules, option):
                continue
            try:
                other = rulesets.house(ruleset, Options(**{option: value}))
            except ContradictoryOptions:
                continue
            yield HingeKind.OPTION, _NAMES[option], msgspec.json.encode(value).decode(), other


def _hinge(
    judge: Judge[_Ruling], ruling: _Ruling, other: RuleSet, kind: HingeKind, name: str, value: str
) -> Hinge | None:
    try:
        found = judge(other)
    except NotDecided:
        raise
    except Refusal:  # the question cannot come up there
        return None
    if found.outcome == ruling.outcome:
        return None
    cited = tuple(clause.id for clause in found.clauses)
    return Hinge(kind=kind, name=name, value=value, outcome=found.outcome, clauses=cited)


def _not_decided(kind: HingeKind, name: str, value: str) -> str:
    rules = value if kind is HingeKind.PRESET else f"{name} {value}"
    return f"Whether the outcome is another under {rules} was not decided."


def _values(option: str) -> tuple[Any, ...]:
    """Every choice in a dimension; of lists of bids those that some document makes."""
    kind = _KINDS[option]
    if kind is bool:
        return (False, True)
    if isinstance(kind, EnumType):
        return tuple(kind)
    return tuple(dict.fromkeys(getattr(document.rules, option) for document in PRESETS.values()))


_KINDS: Final = {field.name: field.type for field in structs.fields(Rules)}
_NAMES: Final = {field.name: field.encode_name for field in structs.fields(Rules)}


def basis_of(cited: Sequence[Clause]) -> Basis:
    """What a ruling rests on: its first clause, which decides."""
    return cited[0].basis


def quoted(ruleset: RuleSet, *topics: str) -> tuple[Clause, ...]:
    """The clauses of a rule set on some topics."""
    return clauses.quoted(ruleset, clauses.cite(ruleset, *topics))
