"""The solver: whether assumptions fit a formula, and which of them do not go together.

The only module that knows the library.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from pysat.solvers import Solver as Library

from pitch.proof.formula import formulas
from pitch.proof.formula.formulas import MOST_KEPT, Formula
from pitch.proof.formula.layouts import Layout

_STEP: Final = 500
"""Assignments that a unit of work follows; about what a conflict takes, and so a question."""
_ENGINE = "minicard"
"""Counts natively: without that, a thirteenth card in three tricks is beyond any search."""


class OutOfWork(Exception):
    """The work limit was reached before the question was decided."""


class Model(Struct, frozen=True):
    """Which variables are true in one way that the assumptions can all hold."""

    values: Sequence[int]

    def holds(self, literal: int) -> bool:
        """Whether a literal is true."""
        return (self.values[abs(literal) - 1] > 0) == (literal > 0)


class Core(Struct, frozen=True):
    """Assumptions that cannot all hold; seldom the fewest."""

    literals: frozenset[int]


class Solver:
    """A formula that can be asked again and again; what it learns it keeps."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self._library = Library(name=_ENGINE, bootstrap_with=formula.clauses)
        for bound in formula.bounds:
            self._library.add_atmost(list(bound.literals), bound.bound)
        self._variables = formula.variables
        self._defined: dict[Hashable, int] = {}
        self._added: list[list[int]] = []

    def ask(self, assumptions: Sequence[int], work: int) -> Model | Core:
        """A model, or a core; OutOfWork when neither is found with so much work."""
        # Counted in propagations and not in seconds, so that a busy machine decides the same.
        self._library.prop_budget(max(work, 1) * _STEP)
        answer = self._library.solve_limited(assumptions=assumptions)
        if answer is None:
            raise OutOfWork
        if answer:
            return Model(self._library.get_model())
        return Core(frozenset(self._library.get_core() or ()))

    @property
    def work(self) -> int:
        """What answers have cost so far, whatever the machine: assignments that were followed."""
        return int(self._library.accum_stats()["propagations"]) // _STEP

    @property
    def size(self) -> int:
        """What it costs to make another for the same clauses."""
        return len(self.formula.clauses) // _STEP + len(self._added)

    def definition(self, name: Hashable) -> int | None:
        """The variable of a definition, if it was asked for before."""
        return self._defined.get(name)

    def define(self, name: Hashable, clauses: Callable[[int], Iterable[Sequence[int]]]) -> int:
        """The variable of a definition, which is added when it is first asked for."""
        if name not in self._defined:
            variable = self._defined[name] = self.variable()
            for clause in clauses(variable):
                self.add(*clause)
        return self._defined[name]

    def variable(self) -> int:
        """A new variable."""
        self._variables += 1
        return self._variables

    def add(self, *literals: int) -> None:
        """One more clause, for good."""
        self._added.append(list(literals))
        self._library.add_clause(self._added[-1])

    def fresh_copy(self) -> "Solver":
        """A solver for the same clauses that has learnt nothing."""
        begun = Solver(self.formula)
        begun._variables, begun._defined = self._variables, dict(self._defined)
        for clause in self._added:
            begun.add(*clause)
        return begun

    @property
    def is_worn(self) -> bool:
        """Whether so many clauses were added that starting afresh is better."""
        return len(self._added) > _WORN


_WORN: Final = 5_000


class Solvers:
    """The solvers of layouts, made when they are first asked for; so many are kept, not all."""

    def __init__(self) -> None:
        self._kept: dict[Layout, Solver] = {}

    def for_layout(self, layout: Layout) -> Solver:
        """The solver of a layout. Its answers are right, but which model hangs on all it was asked.

        So does how much work they take, many times as much at worst.
        """
        # A warm solver has learnt much about the game; definitions that nobody asks for again wear
        # it down.
        found = self._kept.pop(layout, None)
        if found is None or found.is_worn:
            found = fresh(layout)
        self._kept[layout] = found
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def forget(self, layout: Layout) -> None:
        """Begin afresh when that layout is asked for next."""
        self._kept.pop(layout, None)


WARM: Final = Solvers()
"""The solvers that are kept from one question to the next."""


def fresh(layout: Layout) -> Solver:
    """A solver that has learnt nothing, so that the same questions get the same answers."""
    return Solver(formulas.for_layout(layout))
