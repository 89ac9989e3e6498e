"""A solver that has gone astray is begun afresh: what it once learnt leaves nothing undecided."""

import msgspec

from pitch.hand.records import HandRecord
from pitch.proof import provers, solver
from pitch.proof.formula import layouts
from tests.support.hands import deal

TOLD = {"contract": {"pitcher": 0, "bid": "four"}}


def test_what_a_solver_has_learnt_leaves_no_hand_undecided() -> None:
    dealt = deal("ten-point")
    bodies = [{**TOLD, "claims": {"taken": [points, 4 - points]}} for points in (4, 3)]
    records = [msgspec.convert(body, HandRecord) for body in bodies]
    for record in records * 12:
        provers.prove(record, dealt, provers.BRIEF)
    for record in records:
        codes = {why.code for why in provers.prove(record, dealt).undecided}
        assert codes <= {"undecided.endings.too_many"}, record


def test_a_solver_that_is_forgotten_is_begun_afresh() -> None:
    dealt = deal("pitch31")
    layout, solvers = layouts.from_deal(dealt), solver.Solvers()
    worn = solvers.for_layout(layout)
    assert solvers.for_layout(layout) is worn
    solvers.forget(layout)
    solvers.forget(layout)
    assert solvers.for_layout(layout) is not worn
