"""Efforts: how much work one question may take in all, its solvers and what they have found."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from pitch.proof.solver import Solvers

_Answer = TypeVar("_Answer")


class Effort:
    """The work that is left for a question, however many searches it takes.

    Counted, not timed: how fast or busy the machine is decides nothing. Nor does what others asked
    before, unless they left the question their `solvers`.
    """

    def __init__(self, work: int, solvers: Solvers | None = None) -> None:
        self.left = work
        self.solvers = Solvers() if solvers is None else solvers
        self._found: dict[Hashable, Any] = {}

    def spend(self, work: int) -> None:
        """Take off work that was done."""
        self.left -= work

    def further(self, work: int) -> "Effort":
        """Other work for what comes next, which knows what was found so far."""
        other = Effort(work, self.solvers)
        other._found = self._found
        return other

    def find(self, question: Hashable, search: Callable[[], _Answer]) -> _Answer:
        """What a search comes to, which is done once however often it is asked for."""
        if question not in self._found:
            self._found[question] = search()
        found: _Answer = self._found[question]
        return found
