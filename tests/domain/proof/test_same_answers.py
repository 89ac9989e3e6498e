"""A question has one answer: neither what was asked before nor the process matters."""

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from pitch.hand.records import HandRecord
from pitch.proof import feasibility, provers, solver
from pitch.proof.formula import layouts
from tests.support import same_answers
from tests.support.hands import deal
from tests.support.searches import share

_ROOT: Final = Path(__file__).parents[3]
_QUESTIONS: Final = share(1_000, 100)


def in_a_fresh_process(seed: int) -> "subprocess.Popen[str]":
    """Ask all questions in another process, in which sets have another order as well."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.same_answers", str(_QUESTIONS), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=_ROOT,
        env={"PYTHONHASHSEED": str(seed)},
    )


@pytest.mark.search
def test_questions_have_the_same_answers_in_any_order_and_process() -> None:
    with in_a_fresh_process(1) as first, in_a_fresh_process(2) as second:
        here = same_answers.answers(_QUESTIONS, 3)
        assert same_answers.answers(_QUESTIONS, 4) == here
        for process in (first, second):
            output, _ = process.communicate()
            assert output.split() == here


def test_bounds_of_pips_do_not_depend_on_what_was_asked_before() -> None:
    dealt = deal("play-smear", players=3, dealer=0)
    record = msgspec.convert(same_answers.PLAY_SMEAR, HandRecord)
    solver.WARM.forget(layouts.from_deal(dealt))
    first = provers.prove(record, dealt)
    questions: list[dict[str, Any]] = [
        same_answers.PLAY_SMEAR | {"trump": suit, "lowDealtTo": seat}
        for suit in "SC"
        for seat in (1, 2)
    ]
    for question in questions:
        provers.prove(msgspec.convert(question, HandRecord), dealt)
    assert provers.prove(record, dealt) == first


def test_a_record_has_the_same_proof_when_the_kept_solver_is_led_astray(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Then a new one is asked instead, and what follows is asked of others anyway."""
    questions = same_answers.questions(18)
    usual = [provers.prove(*question) for question in questions]
    monkeypatch.setattr(feasibility, "_GLANCE", 1)
    assert [provers.prove(*question) for question in questions] == usual
