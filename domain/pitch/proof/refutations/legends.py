"""Legends: a refutation as one formula and one proof, with the meaning of both in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Final

from msgspec import Struct

from pitch.findings import Finding, Pointer
from pitch.hand.deals import Deal
from pitch.messages import COUNT, Message, Sentence, Sentences
from pitch.proof import statement_sentences
from pitch.proof.refutations.derivations import Derivation
from pitch.proof.refutations.premises import Premises
from pitch.proof.statements import Statement, StatementAt, TrumpIs
from pitch.rules import clauses
from pitch.rules.clauses import Clause
from pitch.rules.rulesets import RuleSet

_COUNTS: Final = Message("proof.counts", least=COUNT, length=COUNT, number=COUNT)
_DEFINITION: Final = Message("proof.definition")
_PACK: Final = Message("proof.pack")
_ONE_TRUMP: Final = Message("proof.one_trump")


class Term(Struct, frozen=True):
    """A line of a list that a variable counts: a literal, and what it adds if it is true."""

    worth: int
    literal: int


class Meaning(Struct, frozen=True):
    """The meaning of a variable. If it is negated, the variable is true if the sentence is not."""

    sentence: Sentence
    is_negated: bool = False


class Premise(Struct, frozen=True):
    """A clause of the formula: one of its literals is true, by a rule or an entry."""

    literals: tuple[int, ...]
    sentences: Sentences
    rule: str = ""
    """The id of the rule's clause; empty if no rule is the reason."""
    fact: Pointer = ""
    """The pointer to the entry; empty if none is the reason."""


class Fact(Struct, frozen=True):
    """An entry of the record that the refutation needs."""

    pointer: Pointer
    sentence: Sentence


class Legend(Struct, frozen=True):
    """The formula in words."""

    facts: tuple[Fact, ...]
    """The entries that contradict each other under the rules."""
    rules: tuple[Clause, ...]
    """The clauses of the rule set that they contradict."""
    variables: tuple[Meaning, ...]
    """The meanings of the variables, counted from 1; those above the formula's are in lists."""
    lists: tuple[tuple[Term, ...], ...]
    """What variables count, counted from 1."""
    premises: tuple[Premise, ...]
    """The clauses of the formula, in their order."""


class Refutation(Struct, frozen=True):
    """A proof that no deal and play fits a record, for any program that checks LRAT."""

    formula: str
    """The clauses that matter in DIMACS: no assignment makes all of them true."""
    proof: str
    """The steps from the formula to the empty clause in LRAT."""
    legend: Legend


def forbid(facts: tuple[Fact, ...], finding: Finding, ruleset: RuleSet) -> Refutation:
    """Return the refutation of facts that a rule forbids whatever was dealt: it is one clause."""
    rules = clauses.quote(ruleset, finding.clauses)
    entered = tuple(
        Premise((number,), (fact.sentence,), fact=fact.pointer)
        for number, fact in enumerate(facts, 1)
    )
    not_all = tuple(-number for number in range(1, len(facts) + 1))
    rule = rules[0].id if rules else ""
    premises = (*entered, Premise(not_all, finding.sentences, rule=rule))
    return Refutation(
        formula=_dimacs(len(facts), premises),
        proof=_line(len(premises) + 1, (), range(1, len(premises) + 1)),
        legend=Legend(
            facts=facts,
            rules=rules,
            variables=tuple(Meaning(fact.sentence) for fact in facts),
            lists=(),
            premises=premises,
        ),
    )


class Part:
    """The refutation of a record with one trump suit, and the numbers of its variables."""

    def __init__(
        self,
        trump: str,
        premises: Premises,
        derivation: Derivation,
        names: Mapping[int, tuple[bool, Sentence]],
    ) -> None:
        self.trump = trump
        self.clauses = [premises.clauses[number] for number in derivation.core]
        self.grounds = [premises.ground(number) for number in derivation.core]
        self.steps = derivation.steps
        self.names = names
        self.counts = premises.counts
        self.variables = sorted({abs(literal) for clause in self.clauses for literal in clause})
        self.numbers: dict[int, int] = {}
        self.guard: tuple[int, ...] = ()
        """The literal that another suit is trump, if several can be."""

    def renumber(self, literals: Iterable[int]) -> tuple[int, ...]:
        """Return literals with the numbers of the formula."""
        return tuple(
            self.numbers[literal] if literal > 0 else -self.numbers[-literal]
            for literal in literals
        )


class _List(Struct):
    """The terms of a part that variables count, and how many of them any variable counts."""

    part: Part
    terms: Sequence[tuple[int, int]]
    length: int = 0


def combine(parts: Sequence[Part], everything: Sequence[StatementAt], deal: Deal) -> Refutation:
    """Return the refutations of a record with each trump suit as one refutation."""
    return _Book(parts, everything, deal).refutation()


class _Book:
    """The parts of a refutation as one formula, one proof and one legend.

    If the trump suit is not stated, each suit has a variable and a part of its own: the clauses of
    a part hold if its suit is trump, so that its last step is that this suit cannot be.
    """

    def __init__(
        self, parts: Sequence[Part], everything: Sequence[StatementAt], deal: Deal
    ) -> None:
        self._parts = parts
        self._everything = everything
        self._deal = deal
        self._clauses = clauses.list_clauses(deal.ruleset)
        by_topic = {clause.topic: clause for clause in self._clauses}
        # A pack that needs no clause of its own is in that of the deal.
        self._rules = {"table.pack": by_topic["table.deal"]} | by_topic
        self._numbers = count(1)
        self._meanings: list[Meaning] = []
        self._lists: dict[tuple[str, int], _List] = {}

    def refutation(self) -> Refutation:
        """Return the parts as one refutation."""
        for part in self._parts if len(self._parts) > 1 else ():
            part.guard = (-next(self._numbers),)
            self._meanings.append(Meaning(self._state(TrumpIs(part.trump))))
        for part in self._parts:
            part.numbers = {variable: next(self._numbers) for variable in part.variables}
        premises = (*self._one_trump(), *chain.from_iterable(map(self._premises, self._parts)))
        variables = self._explain()
        used = {premise.rule for premise in premises}
        return Refutation(
            formula=_dimacs(variables, premises),
            proof="".join(self._steps(len(premises))),
            legend=Legend(
                facts=tuple(self._facts()),
                rules=tuple(clause for clause in self._clauses if clause.id in used),
                variables=tuple(self._meanings),
                lists=tuple(
                    tuple(
                        Term(worth, *each.part.renumber((literal,)))
                        for worth, literal in each.terms[: each.length]
                    )
                    for each in self._lists.values()
                ),
                premises=premises,
            ),
        )

    def _one_trump(self) -> Iterator[Premise]:
        """Yield that one of the suits is trump, if several can be."""
        if suits := tuple(-literal for part in self._parts for literal in part.guard):
            yield Premise(suits, (_ONE_TRUMP(),))

    def _premises(self, part: Part) -> Iterator[Premise]:
        for clause, ground in zip(part.clauses, part.grounds, strict=True):
            literals = (*part.guard, *part.renumber(clause))
            rule = self._rules.get(ground.topic)
            if ground.place is not None:
                entry = self._everything[ground.place]
                yield Premise(literals, (self._state(entry.statement),), fact=entry.pointer)
            elif rule is not None:
                yield Premise(literals, rule.sentences, rule=rule.id)
            else:
                yield Premise(literals, (_DEFINITION() if ground.is_definition else _PACK(),))

    def _facts(self) -> Iterator[Fact]:
        """Yield the entries that the premises state, and that of the trump suit."""
        stated = {ground.place for part in self._parts for ground in part.grounds}
        for place, entry in enumerate(self._everything):
            if place in stated or isinstance(entry.statement, TrumpIs):
                yield Fact(entry.pointer, self._state(entry.statement))

    def _explain(self) -> int:
        """Add the meanings of all variables; return the number of those in the formula."""
        for part in self._parts:
            self._meanings += (self._meaning(part, variable) for variable in part.variables)
        variables, is_complete = len(self._meanings), False
        # What a variable counts may again be variables that count, which no clause needs.
        while not is_complete:
            is_complete = True
            for each in tuple(self._lists.values()):
                for _, literal in each.terms[: each.length]:
                    if abs(literal) not in each.part.numbers:
                        each.part.numbers[abs(literal)] = next(self._numbers)
                        self._meanings.append(self._meaning(each.part, abs(literal)))
                        is_complete = False
        return variables

    def _meaning(self, part: Part, variable: int) -> Meaning:
        if (named := part.names.get(variable)) is not None:
            is_so, sentence = named
            return Meaning(sentence, is_negated=not is_so)
        least, terms, length = part.counts[variable]
        key = (part.trump, id(terms))
        each = self._lists.setdefault(key, _List(part, terms))
        each.length = max(each.length, length)
        number = [*self._lists].index(key) + 1
        return Meaning(_COUNTS(least=least, length=length, number=number))

    def _steps(self, premises: int) -> Iterator[str]:
        """Yield the lines of the proof after so many premises."""
        first, number, ends = 1 + bool(self._parts[0].guard), premises + 1, []
        for part in self._parts:
            core, begin = len(part.clauses), number
            for step in part.steps:
                literals = (*part.guard, *part.renumber(step.literals))
                reasons = (
                    first + reason if reason < core else begin + reason - core
                    for reason in step.reasons
                )
                yield _line(number, literals, reasons)
                number += 1
            first += core
            ends.append(number - 1)
        if len(self._parts) > 1:
            yield _line(number, (), (*ends, 1))

    def _state(self, statement: Statement) -> Sentence:
        return statement_sentences.sentence(statement, self._deal)


def _dimacs(variables: int, premises: Sequence[Premise]) -> str:
    """Return clauses in DIMACS."""
    lines = (" ".join(map(str, (*premise.literals, 0))) for premise in premises)
    return "\n".join((f"p cnf {variables} {len(premises)}", *lines, ""))


def _line(number: int, literals: Iterable[int], reasons: Iterable[int]) -> str:
    """Return a step of a proof in LRAT."""
    return " ".join(map(str, (number, *literals, 0, *reasons, 0))) + "\n"
