"""Certificates: what shows without this program that a record is possible, or that it is not."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Final

from msgspec import Struct, structs

from pitch.calls import Call
from pitch.findings import Finding, Pointer
from pitch.hand import auctions, readings, verdicts
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof, Witness
from pitch.hand.records import HandRecord
from pitch.messages import BID, COUNT, PLAYER, Message, Refusal, Sentence, Sentences
from pitch.proof import cores, prospects, provers, statement_sentences, statements
from pitch.proof.cases import Case
from pitch.proof.explanations import is_sure
from pitch.proof.formula import formulas, layouts
from pitch.proof.refutations import derivations
from pitch.proof.refutations.derivations import Derivation
from pitch.proof.refutations.premises import Premises
from pitch.proof.refutations.variable_names import name_variables
from pitch.proof.solver import ClauseList, OutOfWork
from pitch.proof.statements import (
    HadToSpare,
    LedTrick,
    OutOfTrick,
    PlayedToTrick,
    Statement,
    StatementAt,
    TookTrick,
    TrumpIs,
    WasDealt,
)
from pitch.rules import clauses
from pitch.rules.clauses import Clause

_CONFLICTS: Final = 20_000
"""Conflicts that the searches for one refutation may take: a few seconds."""
_COUNTS: Final = Message("proof.counts", least=COUNT, length=COUNT, number=COUNT)
_DEFINITION: Final = Message("proof.definition")
_PACK: Final = Message("proof.pack")
_ONE_TRUMP: Final = Message("proof.one_trump")
_CALL: Final = Message("statement.call", player=PLAYER, bid=BID)
_PASS: Final = Message("statement.call.pass", player=PLAYER)
_CONTRACT: Final = Message("statement.contract", player=PLAYER, bid=BID)
_ENTRY: Final = Message("statement.entry")


class NothingToProve(Refusal):
    """The hand was not played, or it has no such finding that rules it out."""


class ProofTooLong(Refusal):
    """The work that a certificate may take was not enough."""


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


def certify(
    record: HandRecord, deal: Deal, proof: Proof | None = None, finding: int | None = None
) -> Witness | Refutation:
    """Return a deal and play that fit a record, or a refutation if none do.

    `proof` is that of `prove`, if it is known. A refutation is of the facts of a finding: `finding`
    is its index in those of the verdict, from 0; if absent, the first that takes a search is
    meant, or else the first that rules the hand out. Raises NothingToProve if there is none, and
    ProofTooLong if the work is not enough. The same record always gets the same certificate.
    """
    proof = prospects.proof_for(record, deal, proof)
    findings = verdicts.judge(record, deal, proof).findings
    named = findings if finding is None else findings[finding : finding + 1]
    blocking = sorted(filter(Finding.prevents_scoring, named), key=is_sure)
    if blocking:
        return (_state if is_sure(blocking[0]) else _refute)(record, deal, blocking[0])
    bidding = readings.read(record, deal).bidding
    if bidding.thrown_in or bidding.dealer_set or finding is not None:
        raise NothingToProve
    witness = provers.witness(record, deal)
    if witness is None:
        raise ProofTooLong
    return witness


def describe_witness(witness: Witness, deal: Deal) -> Sentences:
    """Return a deal and play in sentences: the trump suit, each holding, and each trick."""
    facts: list[Statement] = [TrumpIs(witness.trump)]
    for seat, holding in enumerate(witness.holdings):
        facts += (WasDealt(seat, card) for card in holding)
    for seat, surplus in enumerate(witness.surplus):
        facts += (HadToSpare(deal.side_of(seat), card) for card in surplus)
    for number, trick in enumerate(witness.tricks):
        facts.append(LedTrick(number, trick.leader))
        facts += (PlayedToTrick(number, place, card) for place, card in enumerate(trick.cards))
        facts += (OutOfTrick(number, seat) for seat in trick.out)
        facts.append(TookTrick(number, trick.winner))
    return statement_sentences.sentences(facts, deal)


def _state(record: HandRecord, deal: Deal, finding: Finding) -> Refutation:
    """Return the refutation of facts that a rule forbids whatever was dealt: it is one clause."""
    facts = tuple(_entries(record, deal, finding.facts))
    rules = clauses.quote(deal.ruleset, finding.clauses)
    numbers = range(1, len(facts) + 1)
    forbidden = Premise(
        tuple(-number for number in numbers),
        finding.sentences,
        rule=rules[0].id if rules else "",
    )
    premises = (
        *(
            Premise((number,), (fact.sentence,), fact=fact.pointer)
            for number, fact in zip(numbers, facts, strict=True)
        ),
        forbidden,
    )
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


def _entries(record: HandRecord, deal: Deal, pointers: Iterable[Pointer]) -> Iterator[Fact]:
    """Yield everything that was entered at some pointers or below them, each in a sentence."""
    everything = statements.from_record(record, deal)
    auction = structs.replace(auctions.begin_auction(deal), calls=record.calls)
    calls = {
        f"/calls/{place}": _call_sentence(deal, seat, call)
        for place, (seat, call) in enumerate(
            zip(auctions.callers(auction), record.calls, strict=False)
        )
    }
    for pointer in pointers:
        if pointer.startswith("/calls"):
            named = calls if pointer == "/calls" else {pointer: calls[pointer]}
            yield from (Fact(at, sentence) for at, sentence in named.items())
        elif pointer == "/contract" and record.contract is not None:
            pitcher = deal.player(record.contract.pitcher)
            yield Fact(pointer, _CONTRACT(player=pitcher, bid=record.contract.bid))
        elif places := cores.places_at((pointer,), everything):
            for at in map(everything.__getitem__, sorted(places)):
                yield Fact(at.pointer, _sentence(at.statement, deal))
        else:
            yield Fact(pointer, _ENTRY())


def _call_sentence(deal: Deal, seat: int, call: Call) -> Sentence:
    player = deal.player(seat)
    return _PASS(player=player) if call is Call.PASS else _CALL(player=player, bid=call)


def _refute(record: HandRecord, deal: Deal, finding: Finding) -> Refutation:
    """Return the refutation of the facts of a finding, by deals and plays."""
    everything = statements.from_record(record, deal)
    engine = ClauseList(formulas.for_layout(layouts.from_deal(deal)))
    case = Case(everything, deal, engine)
    places = cores.places_at(finding.facts, everything)
    # With the trump suit one search is enough, also if the facts contradict each other in any.
    places |= {at for at in case.everything() if isinstance(everything[at].statement, TrumpIs)}
    trumps, remaining = case.trumps(places), _CONFLICTS
    parts = []
    for trump in trumps:
        premises = Premises(case, engine, places, trump)
        try:
            derivation, taken = derivations.refute(premises.clauses, remaining)
        except OutOfWork:
            raise ProofTooLong from None
        remaining -= taken
        names = name_variables(case.formula, engine.names, deal, trump)
        parts.append(_Part(trump, premises, derivation, names))
    return _Book(parts, everything, deal).refutation()


class _Part:
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

    part: _Part
    terms: Sequence[tuple[int, int]]
    length: int = 0


class _Book:
    """The parts of a refutation as one formula, one proof and one legend.

    If the trump suit is not stated, each suit has a variable and a part of its own: the clauses of
    a part hold if its suit is trump, so that its last step is that this suit cannot be.
    """

    def __init__(
        self, parts: Sequence[_Part], everything: Sequence[StatementAt], deal: Deal
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

    def _premises(self, part: _Part) -> Iterator[Premise]:
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

    def _meaning(self, part: _Part, variable: int) -> Meaning:
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
        return _sentence(statement, self._deal)


def _sentence(statement: Statement, deal: Deal) -> Sentence:
    return statement_sentences.sentences((statement,), deal)[0]


def _dimacs(variables: int, premises: Sequence[Premise]) -> str:
    """Return clauses in DIMACS."""
    lines = (" ".join(map(str, (*premise.literals, 0))) for premise in premises)
    return "\n".join((f"p cnf {variables} {len(premises)}", *lines, ""))


def _line(number: int, literals: Iterable[int], reasons: Iterable[int]) -> str:
    """Return a step of a proof in LRAT."""
    return " ".join(map(str, (number, *literals, 0, *reasons, 0))) + "\n"
