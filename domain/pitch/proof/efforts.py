"""Efforts: the work that one question may take in all, its solvers and its results so far."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from pitch.proof.solver import Solvers

_Answer = TypeVar("_Answer")


class Effort:
    """The work that remains for a question, however many searches it takes.

    Work is counted, not timed, so a busy machine decides the same. Earlier questions change
    nothing either, unless they share their `solvers`.
    """

    def __init__(self, work: int, solvers: Solvers | None = None) -> None:
        self.remaining = work
        self.solvers = Solvers() if solvers is None else solvers
        self._results: dict[Hashable, Any] = {}

    def spend(self, work: int) -> None:
        """Deduct work that was done."""
        self.remaining -= work

    def continue_with(self, work: int) -> "Effort":
        """Return an effort with new work that shares the solvers and the results so far."""
        effort = Effort(work, self.solvers)
        effort._results = self._results
        return effort

    def find(self, question: Hashable, search: Callable[[], _Answer]) -> _Answer:
        """Return the result of a search, computed once for each question and cached."""
        if question not in self._results:
            self._results[question] = search()
        result: _Answer = self._results[question]
        return result
