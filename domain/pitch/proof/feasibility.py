"""Feasibility: whether any deal and play fits what is stated."""

from collections.abc import Sequence
from typing import Final

from pitch.hand.deals import Deal
from pitch.proof import solver
from pitch.proof.cases import Case
from pitch.proof.fits import Fit
from pitch.proof.formula import layouts
from pitch.proof.solver import Effort, OutOfWork
from pitch.proof.statements import StatementAt

_GLANCE: Final = 400
"""Work that a warm solver may take."""


def is_possible(
    statements: Sequence[StatementAt], deal: Deal, work: int, effort: Effort | None
) -> bool:
    """Return whether statements fit; raise OutOfWork if that takes more than `work`.

    With an `effort` its solvers are asked, once for each question. Without one a warm solver is
    asked first, because a new one takes longer to build than most hands to decide. Its answers are
    right, but its speed depends on earlier questions; so it gets a small part of `work`, and other
    solvers decide the rest.
    """
    layout = layouts.from_deal(deal)
    if effort is not None:
        case = Case(statements, deal, effort.solvers.for_layout(layout), work, effort)
        return effort.find(("fits", statements, case.game), lambda: _fits_for_good(case, effort))
    try:
        return _fits(Case(statements, deal, solver.WARM.for_layout(layout), min(work, _GLANCE)))
    except OutOfWork:
        solver.WARM.forget(layout)
    case = Case(statements, deal, solver.fresh(layout), work)
    case.settle()
    return _fits(case)


def _fits(case: Case) -> bool:
    return isinstance(case.fit(case.everything()), Fit)


def _fits_for_good(case: Case, effort: Effort) -> bool:
    """Return whether a case fits, with what is stated added to a solver of one record."""
    if effort.is_of_one_record:
        case.settle(is_of_rules=False)
    return _fits(case)
