"""Premises: everything that a refutation may rest on, as clauses with their grounds."""

from bisect import bisect_right
from collections.abc import Collection, Iterable
from itertools import count

from msgspec import Struct

from pitch.proof.cases import Case
from pitch.proof.formula.builders import AtMost, Count
from pitch.proof.formula.formulas import Formula
from pitch.proof.solver import ClauseList
from pitch.proof.translations import Translation


class Ground(Struct, frozen=True):
    """Why a clause is a premise: a topic of rules, a statement, or the meaning of a variable."""

    topic: str = ""
    """The topic of rules; empty if the pack and the table alone are the reason."""
    place: int | None = None
    """The place of the statement."""
    is_definition: bool = False
    """Whether the clause only says what a variable counts or an entry means."""


_DEFINITION = Ground(is_definition=True)


class Premises:
    """The clauses of some statements under one trump suit: of the game, and of the statements."""

    def __init__(self, case: Case, engine: ClauseList, places: Collection[int], trump: str) -> None:
        """Take a case whose solver is a list of clauses."""
        formula = self._formula = case.formula
        translation = Translation(engine, case.deal, trump)
        topics = _choice_topics(formula)
        units = [(choice, Ground(topics[abs(choice)])) for choice in case.choices(trump)]
        units += (
            (literal, Ground(place=place))
            for place in sorted(places)
            for literal in translation.literals(case.statements[place].statement)
        )
        self.clauses = [*formula.clauses, *engine.added]
        self._first_bound = len(self.clauses)
        bounds = _Counters(formula.bounds, engine.variable() - 1)
        self.clauses += bounds.clauses
        self._bounds_before = bounds.clauses_before
        self._first_unit = len(self.clauses)
        self.clauses += ([literal] for literal, _ in units)
        self._units = [ground for _, ground in units]
        self.counts = formula.counts | bounds.counts
        """The meanings of variables that count."""

    def ground(self, number: int) -> Ground:
        """Return why a clause is a premise, by its number from 0."""
        formula = self._formula
        if number >= self._first_unit:
            return self._units[number - self._first_unit]
        if number >= self._first_bound:
            bound = bisect_right(self._bounds_before, number - self._first_bound) - 1
            # The last clause of a counter forbids its last count.
            is_last = number - self._first_bound + 1 in self._bounds_before
            starts = [topic.bound for topic in formula.topics]
            return (
                Ground(formula.topics[bisect_right(starts, bound) - 1].topic)
                if is_last
                else _DEFINITION
            )
        if number >= len(formula.clauses):
            return _DEFINITION
        starts = [definition.start for definition in formula.definitions]
        if number in formula.definitions[bisect_right(starts, number) - 1]:
            return _DEFINITION
        starts = [topic.clause for topic in formula.topics]
        return Ground(formula.topics[bisect_right(starts, number) - 1].topic)


class _Counters:
    """Bounds as clauses, each by a counter of its own."""

    def __init__(self, bounds: Iterable[AtMost], variables: int) -> None:
        """Take bounds, and the number of variables that are in use."""
        self.clauses: list[list[int]] = []
        self.counts: dict[int, Count] = {}
        self.clauses_before = [0]
        """By bound, the number of clauses of those before, and last that of all."""
        self._variables = count(variables + 1)
        for bound in bounds:
            self._count(bound)
            self.clauses_before.append(len(self.clauses))

    def _count(self, bound: AtMost) -> None:
        # A sequential counter (Sinz, 2005) in one direction, because nothing asks for the counts,
        # and only of those from which one too many can still be reached.
        terms = [(1, literal) for literal in bound.literals]
        too_many = bound.bound + 1
        before: dict[int, int] = {}
        for length, literal in enumerate(bound.literals, 1):
            least = max(1, too_many - len(terms) + length)
            counts = {k: next(self._variables) for k in range(least, min(length, too_many) + 1)}
            for k, at_least in counts.items():
                if k in before:
                    self.clauses.append([-before[k], at_least])
                fewer = [-before[k - 1]] if k > 1 else []
                self.clauses.append([*fewer, -literal, at_least])
                self.counts[at_least] = Count(k, terms, length)
            before = counts
        self.clauses += ([-at_least] for at_least in before.values())


def _choice_topics(formula: Formula) -> dict[int, str]:
    """Return the topics of the rules that choices are about."""
    ties = (formula.tie_to_pitcher, formula.tie_to_other, formula.tie_to_dealer)
    return {
        formula.legal: "play.follow",
        formula.fair: "play.trick",
        formula.in_turn: "play.lead",
        formula.low_is_dealt: "score.low",
        formula.jack_counts: "score.pips",
        **dict.fromkeys(ties, "score.tie"),
        **dict.fromkeys((*formula.dealer_side, *formula.dealer), "table.rotate"),
        abs(formula.are_spades): "play.joker",
        **dict.fromkeys(formula.spades_are.values(), "score.high-spade"),
    }
