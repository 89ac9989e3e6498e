"""Feasibility: whether any deal and play fits what is stated."""

from collections.abc import Sequence
from typing import Final

from pitch.hand.deals import Deal
from pitch.proof import solver
from pitch.proof.cases import Case, Fit
from pitch.proof.efforts import Effort
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import StatementAt

_GLANCE: Final = 400
"""Work within which a kept solver may answer."""


def is_possible(
    stated: Sequence[StatementAt], deal: Deal, work: int, effort: Effort | None
) -> bool:
    """Return whether statements fit; OutOfWork if that takes more than `work`.

    With an `effort` its solvers are asked, once for each question. Without one a kept solver is
    asked first, because a new one takes longer to build than most hands to decide. Its answers are
    right, but how soon it finds them depends on what it was asked before; so it is given a small
    part of `work`, and whatever comes next is asked of other solvers.
    """
    layout = layouts.from_deal(deal)
    if effort is not None:
        case = Case(stated, deal, effort.solvers.for_layout(layout), work, effort)
        return effort.find(("fits", stated, case.game), lambda: _fits(case))
    try:
        return _fits(Case(stated, deal, solver.WARM.for_layout(layout), min(work, _GLANCE)))
    except OutOfWork:
        solver.WARM.forget(layout)
    return _fits(Case(stated, deal, solver.fresh(layout), work))


def _fits(case: Case) -> bool:
    return isinstance(case.fit(case.everything()), Fit)
