"""The clauses of a rule set: what it says on every topic, and what that rests on."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta, structs

from pitch.messages import Sentence, Sentences
from pitch.rules import options as dimensions
from pitch.rules.options import Rules
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.presets.preset import Basis
from pitch.rules.rulesets import RuleSet
from pitch.rules.sentences import SENTENCES
from pitch.types import Code, Encoded, Label, Value


class Clause(Value, frozen=True):
    """One numbered rule, in our own words."""

    id: Annotated[Code, Meta(description="Document or `house`, then the topic.")]
    topic: Code
    """What it is about; the same in every document."""
    sentences: Annotated[
        tuple[Sentence, ...], Meta(description="The rule, in one sentence or several.")
    ]
    document: Annotated[
        Label | None,
        Meta(description="The document that says so, or is silent; null of a house rule."),
    ]
    basis: Basis
    """Whether the document says so, or what it rests on otherwise."""


class OptionDifference(Value, frozen=True):
    """One option that two rule sets choose differently, each choice as JSON text."""

    option: Code
    """The option, as house rules name it."""
    left: Encoded
    """What the first of the two rule sets chooses."""
    right: Encoded
    """What the other rule set chooses."""


class ClauseDifference(Value, frozen=True):
    """One topic on which two rule sets say different things; null where one says nothing."""

    topic: Code
    """What the clauses are about."""
    left: Clause | None
    """What the first of the two rule sets says."""
    right: Clause | None
    """What the other rule set says."""


class Difference(Value, frozen=True):
    """How two rule sets differ."""

    options: tuple[OptionDifference, ...]
    """Every option that they choose differently."""
    clauses: tuple[ClauseDifference, ...]
    """Every topic on which they say different things."""


@lru_cache(maxsize=256)
def list_clauses(ruleset: RuleSet) -> tuple[Clause, ...]:
    """Every clause of a rule set, in the order of a rulebook."""
    return tuple(filter(None, (_on(ruleset, topic) for topic in SENTENCES)))


@lru_cache(maxsize=4096)
def cite(ruleset: RuleSet, *topics: str) -> tuple[str, ...]:
    """The ids of the clauses on some topics, leaving out topics the rule set is without."""
    return tuple(clause.id for topic in topics if (clause := _on(ruleset, topic)) is not None)


def quote(ruleset: RuleSet, cited: Iterable[str]) -> tuple[Clause, ...]:
    """The whole clauses of some ids, in the order given and once each."""
    # A ruling is judged under hundreds of rule sets for what it turns on, and quotes a clause or
    # two of each: no whole rulebook is written for that.
    topics = dict.fromkeys(clause_id.partition("/")[2] for clause_id in cited)
    return tuple(filter(None, (_on(ruleset, topic) for topic in topics)))


def compare_rulesets(left: RuleSet, right: RuleSet) -> Difference:
    """Every option and every clause on which two rule sets differ."""
    options = tuple(
        OptionDifference(
            option=field.encode_name,
            left=_json(getattr(left.rules, field.name)),
            right=_json(getattr(right.rules, field.name)),
        )
        for field in structs.fields(Rules)
        if getattr(left.rules, field.name) != getattr(right.rules, field.name)
    )
    lefts = {clause.topic: clause for clause in list_clauses(left)}
    rights = {clause.topic: clause for clause in list_clauses(right)}
    differing = tuple(
        ClauseDifference(topic=topic, left=lefts.get(topic), right=rights.get(topic))
        for topic in SENTENCES
        if _sentences(lefts.get(topic)) != _sentences(rights.get(topic))
    )
    return Difference(options=options, clauses=differing)


def _on(ruleset: RuleSet, topic: str) -> Clause | None:
    """What a rule set says on a topic; None if nothing."""
    sentence = SENTENCES.get(topic)
    said = sentence(ruleset.rules) if sentence else None
    if said is None:
        return None
    basis = _basis(ruleset, topic, said)
    # A clause that a document does not have is the house's, and is cited as such.
    is_house = basis is Basis.HOUSE
    return Clause(
        id=f"{'house' if is_house else ruleset.preset}/{topic}",
        topic=topic,
        sentences=said,
        document=None if is_house else PRESETS[ruleset.preset].document,
        basis=basis,
    )


def _basis(ruleset: RuleSet, topic: str, said: Sentences) -> Basis:
    document = PRESETS[ruleset.preset]
    sentence = SENTENCES[topic]
    # Compared by the sentence and not by the option: what reads alike rests on the same words.
    if said == sentence(document.rules):
        return Basis.DEFAULT if topic in document.silent else Basis.TEXT
    # Some documents can be read in two ways, or offer a choice; then both are theirs.
    for reading in document.readings:
        if said == sentence(dimensions.apply_options(document.rules, reading.options)):
            return reading.basis
    if topic == "win.target" and document.rules.target_may_change:
        return Basis.TEXT
    return Basis.HOUSE


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _sentences(clause: Clause | None) -> Sentences:
    return clause.sentences if clause else ()
