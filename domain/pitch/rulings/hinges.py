"""Hinges: the rules that a ruling turns on, computed by judging again under other rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import EnumType
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct, structs

from pitch import calls, seats
from pitch.calls import Call
from pitch.messages import CHOICE, COUNT, TYPED, Message, Refusal, Sentence, Sentences
from pitch.rules import rulesets
from pitch.rules.bearings import Option
from pitch.rules.options import OPTIONS, Options, Rules
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.rulesets import ContradictoryOptions, RuleSet
from pitch.rulings.answers import Choice, Hinge, HingeKind, Ruling
from pitch.seats import Table

_PRESET: Final = Message("hinge.preset", name=TYPED)


def _message(option: Option) -> Message:
    code = f"hinge.{option.name}"
    if option.listed_as:
        return Message(code, listed=option.listed_as)
    return Message(code, points=COUNT) if option.kind is int else Message(code, value=CHOICE)


_VALUES: Final = {option.name: _message(option) for option in OPTIONS.values() if option.on}
_NOTHING: Final = {
    option.name: Message(f"hinge.{option.name}.none")
    for option in OPTIONS.values()
    if option.listed_as
}


def for_document(name: str) -> Sentence:
    """Return the condition that a document is played by."""
    return _PRESET(name=name)


def for_options(values: Mapping[str, Any]) -> Sentences:
    """Return the conditions that options have these values, a sentence each."""
    return tuple(_for_option(option, value) for option, value in values.items())


def _for_option(option: str, value: Any) -> Sentence:
    match value:
        case bool():
            return _VALUES[option](value="yes" if value else "no")
        case int():
            return _VALUES[option](points=value)
        case ():
            return _NOTHING[option]()
        case tuple():
            choices = calls.alternatives(value) if OPTIONS[option].is_bids else value
            return _VALUES[option](listed=choices)
    return _VALUES[option](value=value)


class NotDecided(Refusal):
    """That takes more work than is allowed."""


_Ruling = TypeVar("_Ruling", bound=Ruling)
Judge = Callable[[RuleSet], _Ruling]
"""A question, ready to be judged under any rule set that allows its table."""
_FEW: Final = 4
"""The most points of a hand for which all lists of bids are tried."""


def rule_with_hinges(
    judge: Judge[_Ruling],
    ruleset: RuleSet,
    table: Table,
    options: tuple[str, ...] = (),
    most_pairs: int = 1_000,
    bids: tuple[Call, ...] = (),
) -> _Ruling:
    """Return the ruling with every document and option that would change its outcome.

    The question is judged again under each, so hinges are computed, never written down. If no
    single option changes the outcome, pairs of options are tried. A document without such a table,
    or under which the question cannot arise, is left out. `options` are the names of the options
    that such a question can depend on, and `bids` the bids that it names.
    """
    ruling = judge(ruleset)
    documents, open_documents = _find_hinges(judge, ruling, tuple(_documents(ruleset, table)))
    hinges, open_options = _find_hinges(judge, ruling, _singles(ruleset, options, bids))
    untried = 0
    if not hinges:
        # Pairs matter only if neither option does alone: otherwise they would repeat the hinge.
        pairs = _pairs(ruleset, options, bids)
        hinges, open_pairs = _find_hinges(judge, ruling, pairs[:most_pairs])
        untried = len(open_pairs) + len(pairs[most_pairs:])
    turns_on = (*documents, *hinges)
    undecided = dict.fromkeys(chain(*(a.conditions for a in (*open_documents, *open_options))))
    return structs.replace(
        ruling,
        turns_on=turns_on,
        undecided=tuple(undecided),
        moot=not turns_on and not undecided,
        pairs_untried=untried,
    )


@lru_cache(maxsize=512)
def apply_document(preset: str, ruleset: RuleSet) -> RuleSet:
    """Return a document's rules, with the length of match of a rule set."""
    rules = ruleset.rules
    length = Options(
        target=UNSET if rules.target is None else rules.target,
        hands=UNSET if rules.hands is None else rules.hands,
    )
    return rulesets.preset(preset).house_rules(length)


class _Alternative(Struct, frozen=True):
    """Rules to judge under, and their differences."""

    kind: HingeKind
    choices: tuple[Choice, ...]
    ruleset: RuleSet
    conditions: Sentences
    changes: frozenset[object] = frozenset()
    """The bids added to or removed from a list; for any other option its new value."""


def _documents(ruleset: RuleSet, table: Table) -> Iterator[_Alternative]:
    for preset, document in PRESETS.items():
        alternative = apply_document(preset, ruleset)
        # A document without such a table has no ruling for it. How many cards it deals there is its
        # own matter.
        has_table = any(seats.is_seated_alike(table, own) for own in document.rules.tables)
        if has_table and alternative.rules != ruleset.rules:
            choice = Choice(name=preset, value=document.name)
            condition = for_document(document.name)
            yield _Alternative(HingeKind.PRESET, (choice,), alternative, (condition,))


@lru_cache(maxsize=64)
def _singles(
    ruleset: RuleSet, options: tuple[str, ...], bids: tuple[Call, ...]
) -> tuple[_Alternative, ...]:
    """Return the rules with one option changed; of lists of bids the smallest changes first."""
    alternatives: list[_Alternative] = []
    for option in options:
        own = getattr(ruleset.rules, option)
        # The smallest changes first, so that larger ones to the same effect can be left out.
        values = sorted(
            _values(option, ruleset.rules, bids), key=lambda value: len(_changes(own, value))
        )
        candidates = [_alternative(ruleset, HingeKind.OPTION, {option: v}) for v in values]
        alternatives += filter(None, candidates)
    return tuple(alternatives)


@lru_cache(maxsize=64)
def _pairs(
    ruleset: RuleSet, options: tuple[str, ...], bids: tuple[Call, ...]
) -> tuple[_Alternative, ...]:
    """Return the rules with two options changed; of lists of bids by one bid each."""

    def near(option: str) -> list[Any]:
        own = getattr(ruleset.rules, option)
        values = _values(option, ruleset.rules, bids)
        return [value for value in values if len(_changes(own, value)) == 1]

    # An option that such a question cannot depend on may be needed to allow one that it can.
    allowing = (
        (option, second)
        for option in options
        for second in OPTIONS[option].allowed_by
        if second not in options
    )
    candidates = (
        _alternative(ruleset, HingeKind.PAIR, {first: value, second: second_value})
        for first, second in (*combinations(options, 2), *allowing)
        for value, second_value in product(near(first), near(second))
    )
    return tuple(filter(None, candidates))


def _alternative(ruleset: RuleSet, kind: HingeKind, values: dict[str, Any]) -> _Alternative | None:
    """Return the rules with some values; None if they contradict each other or change nothing."""
    own = {option: getattr(ruleset.rules, option) for option in values}
    try:
        changed = ruleset.house_rules(Options(**values))
    except ContradictoryOptions:
        return None
    # An option that another makes meaningless falls back to its default, and is no change.
    if any(getattr(changed.rules, option) == value for option, value in own.items()):
        return None
    return _Alternative(
        kind=kind,
        choices=tuple(
            Choice(name=OPTIONS[option].key, value=msgspec.json.encode(value).decode())
            for option, value in values.items()
        ),
        ruleset=changed,
        conditions=for_options(values),
        changes=frozenset().union(*(_changes(own[option], values[option]) for option in values)),
    )


def _changes(own: Any, value: Any) -> frozenset[object]:
    """Return the bids that a value adds or removes, or the value if it is another."""
    if isinstance(value, tuple):
        return frozenset(own) ^ frozenset(value)
    return frozenset() if value == own else frozenset({value})


def _find_hinges(
    judge: Judge[_Ruling], ruling: _Ruling, alternatives: Sequence[_Alternative]
) -> tuple[tuple[Hinge, ...], tuple[_Alternative, ...]]:
    """Return the hinges among some alternatives, and the alternatives that were not decided.

    Larger changes of a list of bids to the same effect are left out.
    """
    hinges: list[tuple[_Alternative, Hinge]] = []
    undecided: list[_Alternative] = []
    for alternative in alternatives:
        try:
            hinge = _hinge(judge, ruling, alternative)
        except NotDecided:
            undecided.append(alternative)
            continue
        # One more bid with the same effect would teach nothing.
        if hinge is not None and not any(
            smaller.name == hinge.name
            and (smaller.outcome, smaller.details) == (hinge.outcome, hinge.details)
            and hinge.kind is HingeKind.OPTION
            and source.changes < alternative.changes
            for source, smaller in hinges
        ):
            hinges.append((alternative, hinge))
    return tuple(hinge for _, hinge in hinges), tuple(undecided)


def _hinge(judge: Judge[_Ruling], ruling: _Ruling, alternative: _Alternative) -> Hinge | None:
    """Return the ruling under an alternative as a hinge; None if its outcome is the same."""
    try:
        changed = judge(alternative.ruleset)
    except NotDecided:
        raise
    except Refusal:  # the question cannot arise there
        return None
    if (changed.outcome, changed.details) == (ruling.outcome, ruling.details):
        return None
    choice, *also = alternative.choices
    return Hinge(
        kind=alternative.kind,
        name=choice.name,
        value=choice.value,
        conditions=alternative.conditions,
        outcome=changed.outcome,
        details=tuple(detail for detail in changed.details if detail not in ruling.details),
        clauses=tuple(clause.id for clause in changed.clauses),
        also=also[0] if also else None,
    )


def _values(option: str, rules: Rules, bids: tuple[Call, ...]) -> tuple[Any, ...]:
    """Return every value of an option; of numbers those that some document has."""
    kind = OPTIONS[option].kind
    if kind is bool:
        return (False, True)
    if isinstance(kind, EnumType):
        return tuple(kind)
    if OPTIONS[option].is_bids:
        return _bid_lists(getattr(rules, option), rules.total, bids)
    # There is no end of numbers; those that people play by stand in the documents.
    return tuple(dict.fromkeys(getattr(document.rules, option) for document in PRESETS.values()))


def _bid_lists(own: tuple[Call, ...], total: int, bids: tuple[Call, ...]) -> tuple[Any, ...]:
    """Return lists of bids to try in place of a rule set's own."""
    numbers = calls.bids(1, total)
    # Few bids make few lists, and all are tried.
    if total <= _FEW:
        return tuple(some for size in range(total + 1) for some in combinations(numbers, size))
    # With more bids, a question can turn on whether a bid that it names can be made, or the next
    # one up, and on whether there is any bid above or below it.
    lists: dict[frozenset[Call], None] = {}
    for number in map(calls.number, bids):
        if number is not None:
            near = numbers[number - 1 : number + 1]
            ends = (set(own) & set(numbers[number:]), set(own) & set(numbers[: number - 1]))
            for changed in (*({bid} for bid in near), *ends):
                lists[frozenset(own) ^ changed] = None
    return tuple(tuple(bid for bid in numbers if bid in members) for members in lists)
