"""Solver: whether assumptions fit a formula, and which of them contradict one another.

The only module that imports the SAT library. An effort is the work that one question may take in
all, with its solvers and its results so far.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial
from tempfile import TemporaryFile
from typing import Any, Final, TypeVar

import pysolvers
from msgspec import Struct
from pysat.solvers import Cadical195
from pysat.solvers import Solver as Library

from pitch.proof.formula import formulas
from pitch.proof.formula.formulas import MOST_KEPT, Formula
from pitch.proof.formula.layouts import Layout

_STEP: Final = 500
"""Propagations in a unit of work: about as many as a question takes."""
_CONFLICTS: Final = 6
"""Conflicts in a unit of work, if they come sooner."""
READING: Final = 10
"""Work that reading a record costs besides any search."""
_ENGINE = "minicard"
"""Counts natively: without that, a thirteenth card in three tricks is beyond any search."""


class OutOfWork(Exception):
    """The work limit was reached before the question was decided."""


class Model(Struct, frozen=True):
    """The variables that are true in one way in which all assumptions hold."""

    values: Sequence[int]

    def holds(self, literal: int) -> bool:
        """Return whether a literal is true."""
        return (self.values[abs(literal) - 1] > 0) == (literal > 0)


class Core(Struct, frozen=True):
    """Assumptions that cannot all hold; seldom the fewest."""

    literals: frozenset[int]


class Solver:
    """A formula that answers any number of questions and keeps the clauses it learns."""

    def __init__(self, formula: Formula) -> None:
        self._begin(formula)
        self._library = Library(name=_ENGINE)
        # Each clause without the library's three layers, which take longer than the clause.
        add = partial(pysolvers.minicard_add_cl, self._library.solver.minicard)
        deque(map(add, formula.clauses), maxlen=0)
        for bound in formula.bounds:
            self._library.add_atmost(list(bound.literals), bound.bound)

    def _begin(self, formula: Formula) -> None:
        """Begin without any definition."""
        self.formula = formula
        self._variables = formula.variables
        self._definitions: dict[Hashable, int] = {}
        self.literals: dict[Hashable, list[int]] = {}
        self._added: list[list[int]] = []
        self._settled: set[int] = set()
        self._subject: object = None
        self._cache: dict[Any, Any] = {}

    def ask(self, assumptions: Sequence[int], work: int) -> Model | Core:
        """Return a model, or a core; raise OutOfWork if so much work finds neither."""
        # Counted in propagations and not in seconds, so that a busy machine decides the same.
        self._library.prop_budget(max(work, 1) * _STEP)
        self._library.conf_budget(max(work, 1) * _CONFLICTS)
        answer = self._library.solve_limited(assumptions=assumptions)
        if answer is None:
            raise OutOfWork
        if answer:
            return Model(self._library.get_model())
        return Core(frozenset(self._library.get_core() or ()))

    def implied(self, assumptions: Sequence[int]) -> set[int] | None:
        """Return the literals that assumptions imply at once; None if they are contradictory."""
        fits, literals = self._library.propagate(assumptions)
        return set(literals) if fits else None

    def begin_with(self, literals: Sequence[int]) -> None:
        """Try literals first where a search has a choice."""
        self._library.set_phases(list(literals))

    @property
    def work(self) -> int:
        """Work that all answers have cost so far, whatever the machine."""
        statistics = self._library.accum_stats()
        return max(
            int(statistics["propagations"]) // _STEP, int(statistics["conflicts"]) // _CONFLICTS
        )

    @property
    def size(self) -> int:
        """Work that it costs to build another solver for the same clauses."""
        return len(self.formula.clauses) // _STEP + len(self._added)

    def cache_for(self, subject: object) -> dict[Any, Any]:
        """Return a cache of what is known of a subject, emptied once it is another."""
        if subject != self._subject:
            self._subject, self._cache = subject, {}
        return self._cache

    def define(self, name: Hashable, clauses: Callable[[int], Iterable[Sequence[int]]]) -> int:
        """Return the variable of a definition, with its clauses added on first use."""
        if name not in self._definitions:
            variable = self._definitions[name] = self.variable()
            for clause in clauses(variable):
                self.add(*clause)
        return self._definitions[name]

    def variable(self) -> int:
        """Return a new variable."""
        self._variables += 1
        return self._variables

    def add(self, *literals: int) -> None:
        """Add a clause for good."""
        self._added.append(list(literals))
        self._library.add_clause(self._added[-1])

    def settle(self, literal: int) -> None:
        """Add that a literal is true in all questions from now on, once."""
        if literal not in self._settled:
            self._settled.add(literal)
            self.add(literal)

    def fresh_copy(self) -> "Solver":
        """Return a solver for the same clauses that has learnt nothing."""
        solver = Solver(self.formula)
        solver.begin_with(_example(self.formula.layout))
        solver._variables, solver._definitions = self._variables, dict(self._definitions)
        solver._settled = set(self._settled)
        for clause in self._added:
            solver.add(*clause)
        return solver

    @property
    def is_worn(self) -> bool:
        """Whether so many clauses were added that a new solver is faster."""
        return len(self._added) > _WORN


_WORN: Final = 5_000
"""Clauses added to a solver after which a new one replaces it."""


class Solvers:
    """A cache of the solvers of layouts."""

    def __init__(self) -> None:
        self._solvers: dict[Layout, Solver] = {}

    def for_layout(self, layout: Layout) -> Solver:
        """Return the solver of a layout, built on first use.

        Its answers are right, but its model and its work, many times as much at worst, depend on
        all questions before.
        """
        # A warm solver has learnt much about the game, but definitions out of use slow it down.
        solver = self._solvers.pop(layout, None)
        if solver is None or solver.is_worn:
            solver = fresh(layout)
        self._solvers[layout] = solver
        if len(self._solvers) > MOST_KEPT:
            del self._solvers[next(iter(self._solvers))]
        return solver

    def forget(self, layout: Layout) -> None:
        """Drop the solver of a layout."""
        self._solvers.pop(layout, None)


WARM: Final = Solvers()
"""Solvers that a process keeps from one question to the next."""


def fresh(layout: Layout) -> Solver:
    """Return a solver that has learnt nothing, so that the same questions get the same answers."""
    solver = Solver(formulas.for_layout(layout))
    solver.begin_with(_example(layout))
    return solver


@lru_cache(maxsize=MOST_KEPT)
def _example(layout: Layout) -> Sequence[int]:
    """Return some deal and play, with which searches begin: most others are near to it."""
    solver = Solver(formulas.for_layout(layout))
    formula = solver.formula
    try:
        answer = solver.ask((formula.legal, formula.fair, formula.in_turn), _EXAMPLE)
    except OutOfWork:
        return ()
    return answer.values if isinstance(answer, Model) else ()


_EXAMPLE: Final = 60_000
"""Work for the first deal and play of a layout, in which nothing is stated."""


_Answer = TypeVar("_Answer")


class Effort:
    """The work that remains for a question, however many searches it takes.

    Work is counted, not timed, so a busy machine decides the same. Earlier questions change
    nothing either, unless they share their `solvers`. If the question `is_of_one_record`, its
    solvers take the facts of the record for good.
    """

    def __init__(
        self, work: int, solvers: Solvers | None = None, *, is_of_one_record: bool = False
    ) -> None:
        self.remaining = work
        self.is_of_one_record = is_of_one_record
        self.solvers = Solvers() if solvers is None else solvers
        self._results: dict[Hashable, Any] = {}

    def spend(self, work: int) -> None:
        """Deduct work that was done."""
        self.remaining -= work

    def continue_with(self, work: int) -> "Effort":
        """Return an effort with new work that shares the solvers and the results so far."""
        effort = Effort(work, self.solvers, is_of_one_record=self.is_of_one_record)
        effort._results = self._results
        return effort

    def find(self, question: Hashable, search: Callable[[], _Answer]) -> _Answer:
        """Return the result of a search, computed once for each question and cached."""
        if question not in self._results:
            self._results[question] = search()
        result: _Answer = self._results[question]
        return result


class ClauseList(Solver):
    """A solver that answers no questions and collects the clauses of definitions."""

    def __init__(self, formula: Formula) -> None:
        self._begin(formula)

    def add(self, *literals: int) -> None:
        """Add a clause for good."""
        self._added.append(list(literals))

    @property
    def added(self) -> Sequence[Sequence[int]]:
        """The clauses of the definitions."""
        return self._added

    @property
    def names(self) -> dict[int, Hashable]:
        """The names of the definitions by their variables."""
        return {variable: name for name, variable in self._definitions.items()}


def log_refutation(clauses: Iterable[Sequence[int]], conflicts: int) -> tuple[list[str], int]:
    """Return the log in LRAT of a search that finds no model, and the conflicts that it took.

    Raises OutOfWork if so many conflicts decide nothing, and ValueError if there is a model.
    """
    if conflicts <= 0:
        raise OutOfWork  # the library takes this for no limit
    # Another library's solver, because the one that counts natively cannot log its steps.
    engine = Cadical195()
    with TemporaryFile() as log:
        try:
            # Set by hand, because the library offers only DRUP, which lacks the reasons of steps.
            engine.configure({"lrat": 1, "binary": 0})
            engine.prfile, stream = log, pysolvers.cadical195_tracepr(engine.cadical, log)
            for clause in clauses:
                engine.add_clause(clause)
            engine.conf_budget(conflicts)
            answer = engine.solve_limited()
            if answer is None:
                raise OutOfWork
            if answer:
                raise ValueError("the clauses have a model")
            pysolvers.flushpr(stream)
            log.seek(0)
            lines = log.read().decode().splitlines()
            return lines, int(engine.accum_stats()["conflicts"])
        finally:
            engine.delete()
