"""Hinges of a ruling, found by trying every change of the rules."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, Final

import msgspec
import pytest

from pitch.messages import Refusal, Sentence, Sentences
from pitch.rules import rulesets
from pitch.rules.choices import Low
from pitch.rules.options import OPTIONS, Options
from pitch.rules.rulesets import RuleSet
from pitch.rulings import hinges
from pitch.rulings.answers import Hinge, HingeKind, Ruling
from pitch.rulings.decisions import Decision
from pitch.rulings.questions import Question
from tests.support.hands import PRESETS

Rule = Callable[[Any, RuleSet], Ruling]


def single_options(ruleset: RuleSet) -> list[tuple[str, str]]:
    """Every other choice in every dimension of a few choices, as JSON names them."""
    choices = []
    for option in OPTIONS.values():
        kind = option.kind
        values = (False, True) if kind is bool else kind if isinstance(kind, type(Low)) else ()
        other_values = [value for value in values if value != getattr(ruleset.rules, option.name)]
        choices += [(option.key, msgspec.json.encode(value).decode()) for value in other_values]
    return choices


LISTS: Final = ("bids", "dealerAloneBids", "dealerMatches")


Chosen = tuple[str, str]
"""An option and a choice in it, both as JSON has them."""


def lists(ruleset: RuleSet) -> list[tuple[Chosen, frozenset[str]]]:
    """Every other list of bids, and which bids come into it or leave it."""
    rules = msgspec.to_builtins(ruleset.rules)
    return [
        ((option, msgspec.json.encode(bids).decode()), frozenset(rules[option]) ^ frozenset(bids))
        for option in LISTS
        for size in range(5)
        for bids in combinations(["one", "two", "three", "four"], size)
        if list(bids) != rules[option]
    ]


def choosing(ruleset: RuleSet, *choices: Chosen) -> RuleSet | None:
    """The rule set with some choices; none where they contradict each other or mean nothing."""
    body = ", ".join(f'"{option}": {value}' for option, value in choices)
    try:
        variant = ruleset.house_rules(msgspec.json.decode(f"{{{body}}}", type=Options))
    except Refusal:
        return None
    before, after = msgspec.to_builtins(ruleset.rules), msgspec.to_builtins(variant.rules)
    return variant if all(before[option] != after[option] for option, _ in choices) else None


def assert_lists(rule: Rule, dispute: Question, ruleset: RuleSet, ruling: Ruling) -> None:
    """A list of bids that decides is named, or a smaller change to the same effect is."""
    decisions = {
        (hinge.name, hinge.value): decision(hinge)
        for hinge in ruling.turns_on
        if hinge.kind is HingeKind.OPTION
    }
    toggles = dict(lists(ruleset))
    for choice, changes in toggles.items():
        variant = choosing(ruleset, choice)
        result = None if variant is None else outcome(rule, dispute, variant, ruling)
        if result in {None, (ruling.outcome, ())}:
            assert choice not in decisions
            continue
        assert any(
            smaller[0] == choice[0] and toggles[smaller] <= changes and effect == result
            for smaller, effect in decisions.items()
            if smaller in toggles
        ), choice


def assert_pairs(rule: Rule, dispute: Question, ruleset: RuleSet) -> None:
    """Assert that exactly the deciding pairs of options are named if no single option decides."""
    ruling = rule(dispute, ruleset)
    assert_lists(rule, dispute, ruleset, ruling)
    kinds = {hinge.kind for hinge in ruling.turns_on}
    decisions = {
        ((hinge.name, hinge.value), (hinge.also.name, hinge.also.value)): decision(hinge)
        for hinge in ruling.turns_on
        if hinge.also is not None
    }
    assert (HingeKind.PAIR in kinds) is bool(decisions)
    assert ruling.pairs_untried == 0
    if HingeKind.OPTION in kinds:
        assert not decisions
        return
    near = [choice for choice, changes in lists(ruleset) if len(changes) == 1]
    for first, second in combinations([*single_options(ruleset), *near], 2):
        both = choosing(ruleset, first, second) if first[0] != second[0] else None
        result = None if both is None else outcome(rule, dispute, both, ruling)
        effect = decisions.get((first, second)) or decisions.get((second, first))
        assert effect == (None if result == (ruling.outcome, ()) else result), (first, second)


def by_itself(rule: Rule, dispute: Question, ruleset: RuleSet) -> Ruling:
    """The ruling without what it turns on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hinges, "rule_with_hinges", lambda judge, ruleset, *_, **__: judge(ruleset))
        return rule(dispute, ruleset)


Said = tuple[Sentence, Sentences]
"""An outcome, and the details that another ruling does not have."""


def decision(hinge: Hinge) -> Said:
    """Return the decision to which a hinge would lead."""
    return hinge.outcome, hinge.details


def rule_alone(rule: Rule, dispute: Question, ruleset: RuleSet) -> Ruling | None:
    """Return the ruling on a question by itself; None if it cannot come up."""
    try:
        ruling = by_itself(rule, dispute, ruleset)
    except Refusal:
        return None
    return None if getattr(ruling, "decision", None) is Decision.IMPOSSIBLE else ruling


def outcome(rule: Rule, dispute: Question, ruleset: RuleSet, own: Ruling) -> Said | None:
    """The outcome of a question beside that of its own rules; none where it cannot come up."""
    ruling = rule_alone(rule, dispute, ruleset)
    return None if ruling is None else beside(own, ruling)


def beside(own: Ruling, ruling: Ruling) -> Said:
    """Return the details of another ruling that one's own lacks."""
    return ruling.outcome, tuple(detail for detail in ruling.details if detail not in own.details)


def is_left_open(
    rule: Rule, dispute: Question, ruleset: RuleSet, own: Ruling, *changes: Sentence
) -> bool:
    """Return whether a ruling names a change as undecided that runs out of work by itself too."""
    there = rule_alone(rule, dispute, ruleset) if set(changes) <= set(own.undecided) else None
    verdict = getattr(there, "verdict", None)
    codes = set() if verdict is None else {message.code for message in verdict.undecided}
    return "undecided.endings" in codes


def with_option(ruleset: RuleSet, option: str, value: str) -> RuleSet:
    """The rule set with one option changed, both as a hinge names them."""
    return ruleset.house_rules(
        msgspec.json.decode(f'{{"{option}": {value}}}'.encode(), type=Options)
    )


def assert_turns(rule: Rule, dispute: Question, ruleset: RuleSet) -> None:
    """Each listed change gives the listed outcome, and no change that is not listed another."""
    ruling = rule(dispute, ruleset)
    assert ruling.moot is (ruling.turns_on == () == ruling.undecided)
    by_change = {
        (hinge.kind, hinge.name, hinge.value, hinge.also): hinge for hinge in ruling.turns_on
    }
    assert len(by_change) == len(ruling.turns_on)
    for (kind, name, value, _), hinge in by_change.items():
        if kind is HingeKind.PRESET:
            again = by_itself(rule, dispute, hinges.apply_document(name, ruleset))
        elif hinge.also is not None:
            both = choosing(ruleset, (name, value), (hinge.also.name, hinge.also.value))
            assert both is not None
            again = by_itself(rule, dispute, both)
        else:
            again = by_itself(rule, dispute, with_option(ruleset, name, value))
        assert beside(ruling, again) == decision(hinge) != (ruling.outcome, ())
        assert tuple(clause.id for clause in again.clauses) == hinge.clauses
    presets = {name for kind, name, *_ in by_change if kind is HingeKind.PRESET}
    for preset in set(PRESETS) - presets:
        variant = hinges.apply_document(preset, ruleset)
        if outcome(rule, dispute, variant, ruling) not in {None, (ruling.outcome, ())}:
            condition = hinges.for_document(rulesets.preset(preset).name)
            assert is_left_open(rule, dispute, variant, ruling, condition), preset
    for name, value in single_options(ruleset):
        if (HingeKind.OPTION, name, value, None) not in by_change:
            try:
                variant = with_option(ruleset, name, value)
            except Refusal:
                continue
            if outcome(rule, dispute, variant, ruling) not in {None, (ruling.outcome, ())}:
                option = next(item.name for item in OPTIONS.values() if item.key == name)
                changes = hinges.for_options({option: getattr(variant.rules, option)})
                assert is_left_open(rule, dispute, variant, ruling, *changes), (name, value)
