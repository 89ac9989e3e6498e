"""Hinges: what a ruling turns on, found by judging the question again under other rules."""

from collections.abc import Callable, Iterator, Sequence
from enum import EnumType
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct, structs

from pitch import calls, seats
from pitch.calls import Call
from pitch.errors import Refusal
from pitch.messages import Message, Sentences
from pitch.rules import rulesets
from pitch.rules.options import OPTIONS, Options, Rules
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.rulesets import ContradictoryOptions, RuleSet
from pitch.rulings import conditions
from pitch.rulings.answers import Choice, Hinge, HingeKind, Ruling
from pitch.seats import Table


class NotDecided(Refusal):
    """That takes more work than is allowed."""

    code = "not_decided"
    default_message = Message("problem.not_decided")


_Ruling = TypeVar("_Ruling", bound=Ruling)
Judge = Callable[[RuleSet], _Ruling]
"""A question, ready to be judged under any rule set that allows its table."""


def rule_with_hinges(
    judge: Judge[_Ruling],
    ruleset: RuleSet,
    table: Table,
    options: tuple[str, ...] = (),
    most_pairs: int = 1_000,
    said: tuple[Call, ...] = (),
) -> _Ruling:
    """The ruling, with every document and option that would make it another, or pairs of options.

    The question is judged again under each, so what it turns on is found, never written down. A
    document that has no such table, or under which the question cannot come up, is left out.
    `options` are the names of the choices that such a question can depend on, and `said` the bids
    that it names.
    """
    ruling = judge(ruleset)
    documents, open_documents = _decisive(judge, ruling, tuple(_documents(ruleset, table)))
    hinges, open_options = _decisive(judge, ruling, _singles(ruleset, options, said))
    untried = 0
    if not hinges:
        # Two options together matter only where neither does alone: otherwise the pair would say
        # the same again.
        pairs = _pairs(ruleset, options, said)
        hinges, open_pairs = _decisive(judge, ruling, pairs[:most_pairs])
        untried = len(open_pairs) + len(pairs[most_pairs:])
    turns_on = (*documents, *hinges)
    undecided = dict.fromkeys(chain(*(o.conditions for o in (*open_documents, *open_options))))
    return structs.replace(
        ruling,
        turns_on=turns_on,
        undecided=tuple(undecided),
        moot=not turns_on and not undecided,
        pairs_untried=untried,
    )


@lru_cache(maxsize=512)
def apply_document(preset: str, ruleset: RuleSet) -> RuleSet:
    """A document's rules, played as long as the match in question."""
    rules = ruleset.rules
    length = Options(
        target=UNSET if rules.target is None else rules.target,
        hands=UNSET if rules.hands is None else rules.hands,
    )
    return rulesets.house_rules(rulesets.preset(preset), length)


class _Other(Struct, frozen=True):
    """Rules to judge under, and what they change."""

    kind: HingeKind
    choices: tuple[Choice, ...]
    ruleset: RuleSet
    conditions: Sentences
    changes: frozenset[object] = frozenset()
    """The bids that come into a list or leave it; of another option its new value."""


def _documents(ruleset: RuleSet, table: Table) -> Iterator[_Other]:
    for preset, document in PRESETS.items():
        other = apply_document(preset, ruleset)
        # A document that has no such table cannot say what would happen at it. How many cards are
        # dealt there is each document's own.
        has_table = any(seats.is_seated_alike(table, own) for own in document.rules.tables)
        if has_table and other.rules != ruleset.rules:
            choice = Choice(name=preset, value=document.name)
            yield _Other(
                HingeKind.PRESET, (choice,), other, (conditions.for_document(document.name),)
            )


@lru_cache(maxsize=64)
def _singles(
    ruleset: RuleSet, options: tuple[str, ...], said: tuple[Call, ...]
) -> tuple[_Other, ...]:
    """The rules with one option chosen otherwise, of lists of bids the smallest changes first."""
    others = []
    for option in options:
        own = getattr(ruleset.rules, option)
        # The smallest changes first, so that larger ones to the same effect can be left out.
        listed = _values(option, ruleset.rules, said)
        values = sorted(listed, key=lambda value: len(_changes(own, value)))
        found = [_other(ruleset, HingeKind.OPTION, {option: value}) for value in values]
        others += [other for other in found if other is not None]
    return tuple(others)


@lru_cache(maxsize=64)
def _pairs(
    ruleset: RuleSet, options: tuple[str, ...], said: tuple[Call, ...]
) -> tuple[_Other, ...]:
    """The rules with two options chosen otherwise, of lists of bids each with one bid changed."""

    def near(option: str) -> list[Any]:
        own = getattr(ruleset.rules, option)
        values = _values(option, ruleset.rules, said)
        return [value for value in values if len(_changes(own, value)) == 1]

    # One that such a question cannot depend on may be what another contradicts.
    allowing = ((one, other) for one in options for other in OPTIONS[one].allowed_by)
    found = (
        _other(ruleset, HingeKind.PAIR, {one: value, other: also})
        for one, other in (
            *combinations(options, 2),
            *(pair for pair in allowing if pair[1] not in options),
        )
        for value, also in product(near(one), near(other))
    )
    return tuple(other for other in found if other is not None)


def _other(ruleset: RuleSet, kind: HingeKind, chosen: dict[str, Any]) -> _Other | None:
    """The rules with some choices; none if they contradict each other or change nothing."""
    own = {option: getattr(ruleset.rules, option) for option in chosen}
    try:
        other = rulesets.house_rules(ruleset, Options(**chosen))
    except ContradictoryOptions:
        return None
    # A choice that another makes meaningless falls back to its default, and is no change.
    if any(getattr(other.rules, option) == value for option, value in own.items()):
        return None
    return _Other(
        kind=kind,
        choices=tuple(
            Choice(name=OPTIONS[option].key, value=msgspec.json.encode(value).decode())
            for option, value in chosen.items()
        ),
        ruleset=other,
        conditions=conditions.for_options(chosen),
        changes=frozenset().union(*(_changes(own[option], chosen[option]) for option in chosen)),
    )


def _changes(own: Any, value: Any) -> frozenset[object]:
    """What a choice changes: the bids that come or go, or the value."""
    if isinstance(value, tuple):
        return frozenset(own) ^ frozenset(value)
    return frozenset() if value == own else frozenset({value})


def _decisive(
    judge: Judge[_Ruling], ruling: _Ruling, others: Sequence[_Other]
) -> tuple[tuple[Hinge, ...], tuple[_Other, ...]]:
    """The others under which the outcome differs, without larger changes to the same effect.

    And those under which that was not decided.
    """
    found: list[tuple[_Other, Hinge]] = []
    undecided: list[_Other] = []
    for other in others:
        try:
            hinge = _hinge(judge, ruling, other)
        except NotDecided:
            undecided.append(other)
            continue
        # Of lists of bids only the smallest changes are told: with a bid more that has the same
        # effect nothing is learnt.
        if hinge is not None and not any(
            smaller.name == hinge.name
            and (smaller.outcome, smaller.details) == (hinge.outcome, hinge.details)
            and hinge.kind is HingeKind.OPTION
            and known.changes < other.changes
            for known, smaller in found
        ):
            found.append((other, hinge))
    return tuple(hinge for _, hinge in found), tuple(undecided)


def _hinge(judge: Judge[_Ruling], ruling: _Ruling, other: _Other) -> Hinge | None:
    """What another rule set would decide, if that is something else."""
    try:
        found = judge(other.ruleset)
    except NotDecided:
        raise
    except Refusal:  # the question cannot come up there
        return None
    if (found.outcome, found.details) == (ruling.outcome, ruling.details):
        return None
    choice, *also = other.choices
    return Hinge(
        kind=other.kind,
        name=choice.name,
        value=choice.value,
        conditions=other.conditions,
        outcome=found.outcome,
        details=tuple(each for each in found.details if each not in ruling.details),
        clauses=tuple(clause.id for clause in found.clauses),
        also=also[0] if also else None,
    )


def _values(option: str, rules: Rules, said: tuple[Call, ...]) -> tuple[Any, ...]:
    """Every choice in a dimension; of numbers those that some document makes."""
    kind = OPTIONS[option].kind
    if kind is bool:
        return (False, True)
    if isinstance(kind, EnumType):
        return tuple(kind)
    if OPTIONS[option].is_bids:
        return _lists(getattr(rules, option), rules.total, said)
    # Of numbers there is no end; those that people play by stand in the documents.
    return tuple(dict.fromkeys(getattr(document.rules, option) for document in PRESETS.values()))


def _lists(own: tuple[Call, ...], total: int, said: tuple[Call, ...]) -> tuple[Any, ...]:
    """Lists of bids to try in place of a rule set's own."""
    numbers = calls.bids(1, total)
    # Of few bids there are few lists, and all are tried.
    if total <= _FEW:
        return tuple(bids for size in range(total + 1) for bids in combinations(numbers, size))
    # Of more, a question can turn on whether a bid that it names can be made, or the next one up,
    # and on whether any bid at all lies above or below it.
    found: dict[frozenset[Call], None] = {}
    for number in map(calls.number, said):
        if number is not None:
            near = numbers[number - 1 : number + 1]
            ends = (set(own) & set(numbers[number:]), set(own) & set(numbers[: number - 1]))
            for changed in (*({each} for each in near), *ends):
                found[frozenset(own) ^ changed] = None
    return tuple(tuple(each for each in numbers if each in listed) for listed in found)


_FEW: Final = 4
