"""The clauses of a rule set: a rule on every topic, with the document that it rests on."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import structs

from pitch.messages import COUNT, Message, Sentence, Sentences
from pitch.rules.options import Rules, apply_options
from pitch.rules.presets.catalogue import PRESETS, Basis
from pitch.rules.rulesets import RuleSet
from pitch.rules.sentences import SENTENCES
from pitch.types import Code, Encoded, Label, Value

_PACKETS: Final = Message("clause.table.packets", cards=COUNT)
_ON_BIDS: Final = frozenset({"bid.legal", "bid.allpass"})


class Clause(Value, frozen=True):
    """A rule on one topic, in our own words."""

    id: Code
    """The clause's id: the document's name or `house`, then the topic."""
    topic: Code
    """The topic of the clause, the same in every document."""
    sentences: tuple[Sentence, ...]
    """The rule in one sentence or several."""
    document: Label | None
    """The document that has the rule or does not mention it; null for a house rule."""
    basis: Basis
    """The basis of the rule: a document, our default, or the house."""


class OptionDifference(Value, frozen=True):
    """An option in which two rule sets differ, each choice as JSON text."""

    option: Code
    """The name of the option in house rules."""
    left: Encoded
    """The first rule set's choice, as JSON text."""
    right: Encoded
    """The second rule set's choice, as JSON text."""


class ClauseDifference(Value, frozen=True):
    """A topic on which two rule sets differ; null if a rule set has no clause."""

    topic: Code
    """The topic that both clauses are about."""
    left: Clause | None
    """The first rule set's clause; null if it has none."""
    right: Clause | None
    """The second rule set's clause; null if it has none."""


class Difference(Value, frozen=True):
    """The differences between two rule sets."""

    options: tuple[OptionDifference, ...]
    """The options in which the two rule sets differ."""
    clauses: tuple[ClauseDifference, ...]
    """The topics on which the clauses of the two rule sets differ."""


@lru_cache(maxsize=256)
def list_clauses(ruleset: RuleSet) -> tuple[Clause, ...]:
    """Return all clauses of a rule set, in the order of a rulebook."""
    return _clauses_on(ruleset, SENTENCES)


@lru_cache(maxsize=4096)
def cite(ruleset: RuleSet, *topics: str) -> tuple[str, ...]:
    """Return the ids of the clauses on some topics, without topics that the rule set lacks."""
    return tuple(clause.id for clause in _clauses_on(ruleset, topics))


def quote(ruleset: RuleSet, clause_ids: Iterable[str]) -> tuple[Clause, ...]:
    """Return the clauses of some ids, in their order and once each."""
    # A ruling is judged under hundreds of rule sets and quotes a clause or two of each, so only
    # these are written.
    return _clauses_on(
        ruleset, dict.fromkeys(clause_id.partition("/")[2] for clause_id in clause_ids)
    )


def compare_rulesets(left: RuleSet, right: RuleSet) -> Difference:
    """Return the options and clauses in which two rule sets differ."""
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
        if not _is_alike(lefts.get(topic), rights.get(topic), left.rules, right.rules)
    )
    return Difference(options=options, clauses=differing)


def _clauses_on(ruleset: RuleSet, topics: Iterable[str]) -> tuple[Clause, ...]:
    return tuple(filter(None, (_clause_on(ruleset, topic) for topic in topics)))


def _clause_on(ruleset: RuleSet, topic: str) -> Clause | None:
    """Return the clause of a rule set on a topic; None if it has none."""
    writer = SENTENCES.get(topic)
    sentences = writer(ruleset.rules) if writer else None
    if sentences is None:
        return None
    basis = _basis(ruleset, topic, sentences)
    # A clause that is not in the document is cited as a house rule.
    is_house = basis is Basis.HOUSE
    packets = PRESETS[ruleset.preset].packets
    if topic == "table.deal" and packets and not is_house:
        sentences = (*sentences, _PACKETS(cards=packets))
    return Clause(
        id=f"{'house' if is_house else ruleset.preset}/{topic}",
        topic=topic,
        sentences=sentences,
        document=None if is_house else PRESETS[ruleset.preset].document,
        basis=basis,
    )


def _says(topic: str, sentences: Sentences, rules: Rules, like: Rules) -> bool:
    """Return whether rules say the same on a topic as sentences that were written for others.

    Tables choose "player" or "side", and bids the digits and the size of penalties, in clauses that
    rest on neither.
    """
    own = SENTENCES[topic](rules)
    if own is None or own == sentences or topic.startswith("table."):
        return own == sentences
    alike = structs.replace(rules, tables=like.tables)
    if topic not in _ON_BIDS:
        alone = like.dealer_alone_bids
        alike = structs.replace(alike, bids=like.bids, dealer_alone_bids=alone)
    return SENTENCES[topic](alike) == sentences


def _basis(ruleset: RuleSet, topic: str, sentences: Sentences) -> Basis:
    document = PRESETS[ruleset.preset]
    # Sentences are compared, not options: equal sentences rest on the same words of the document.
    if _says(topic, sentences, document.rules, ruleset.rules):
        return Basis.DEFAULT if topic in document.silent else Basis.TEXT
    # Some documents have two readings or offer a choice; then both are the document's.
    for reading in document.readings:
        rules = apply_options(document.rules, reading.options)
        if _says(topic, sentences, rules, ruleset.rules):
            return reading.basis
    if topic == "win.target" and document.rules.target_may_change:
        return Basis.TEXT
    return Basis.HOUSE


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _is_alike(left: Clause | None, right: Clause | None, rules: Rules, like: Rules) -> bool:
    if left is None or right is None or left.sentences == right.sentences:
        return left is right or bool(left and right)
    return _says(left.topic, right.sentences, rules, like) and _says(
        left.topic, left.sentences, like, rules
    )
