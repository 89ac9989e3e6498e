"""A ruling ends when its budget does: its searches share it, and it says what they left open."""

from typing import Any, Final

import msgspec
import pytest
from msgspec import structs

from pitch.hand.records import HandRecord
from pitch.proof import provers, solver
from pitch.proof.formula import layouts
from pitch.proof.provers import SearchLimits
from pitch.proof.solver import Effort, Solver
from pitch.rules.choices import GoingOut
from pitch.rules.options import Options
from pitch.rulings import hands, winners
from pitch.rulings.hands import HandQuestion, HandRuling
from pitch.rulings.winners import WinnerQuestion, WinnerRuling
from pitchkeeper.messages import languages
from tests.support import wide_records
from tests.support.hands import anywhere, deal
from tests.support.searches import some

OPEN: Final[dict[str, dict[str, Any]]] = {
    "seven, two piles of which little is known": {
        "players": 7,
        "dealer": 6,
        "record": {
            "trump": "S",
            "piles": [
                {"side": 4, "cards": ["TH", "JH", "2C", "KC"], "listed": "some"},
                {"side": 6, "cards": [], "listed": "scoring"},
            ],
            "tricksWon": [1, 0, 0, 1, 1, 3, 0],
            "claims": {"points": [{"point": "high", "side": 0}, {"point": "jack", "side": 5}]},
        },
    },
    "eight, trump not told": {
        "players": 8,
        "dealer": 7,
        "record": wide_records.EIGHT_PLAYERS,
    },
}
LITTLE: Final = {"trump": "S", "claims": {"points": [{"point": "high", "side": 0}]}}


def dispute(body: dict[str, Any]) -> HandQuestion:
    return msgspec.convert({"sides": "individuals", "witness": True} | body, HandQuestion)


class Worked:
    """The amount of work of the solvers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.work = 0
        ask = Solver.ask

        def count_work(engine: Solver, *arguments: Any) -> Any:
            before = engine.work
            try:
                return ask(engine, *arguments)
            finally:
                self.work += engine.work - before

        monkeypatch.setattr(Solver, "ask", count_work)


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(OPEN), 2))
def test_the_widest_rulings_end_by_their_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    question, ruleset = dispute(OPEN[name]), anywhere("rules-guru")
    effort = Worked(monkeypatch)
    monkeypatch.setattr(provers, "OTHERS", 0)
    hands.rule_on_hand(question, ruleset)
    own, effort.work = effort.work, 0
    monkeypatch.undo()
    effort = Worked(monkeypatch)
    ruling = hands.rule_on_hand(question, ruleset)
    # A warm solver takes more work for the same at one time than at another.
    # Games that are played alike have one allowance, and all the others one more.
    assert effort.work < 2 * own + 2 * provers.OTHERS
    assert effort.work <= provers.USUAL.total + 2 * provers.OTHERS + 100
    assert ruling.turns_on or ruling.undecided


def rule(record: dict[str, Any]) -> HandRuling:
    question = dispute({"sides": None, "players": 4, "record": record})
    return hands.rule_on_hand(question, anywhere("rules-guru"))


def test_rules_for_which_no_work_was_left_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody is told that nothing else would change the outcome."""
    full = rule(LITTLE)
    assert full.undecided == ()
    monkeypatch.setattr(provers, "OTHERS", 0)
    spent = rule(LITTLE)
    assert (spent.outcome, spent.moot) == (full.outcome, False)
    assert spent.undecided
    assert set(spent.turns_on) <= set(full.turns_on)
    assert all(languages.text(sentence).startswith("If ") for sentence in spent.undecided)


def test_what_was_found_is_not_searched_for_again() -> None:
    """Under rules that deals and plays have nothing to do with, a hand ends as before."""
    record, dealt = msgspec.convert(LITTLE, HandRecord), deal("rules-guru")
    effort = Effort(provers.USUAL.total)
    own = provers.prove(record, dealt, provers.USUAL, effort)
    assert own.is_exact
    spent = effort.continue_with(0)
    assert provers.prove(record, dealt, provers.BRIEF, spent) == structs.replace(own, pips=())


@pytest.mark.parametrize("work", [1, 30, 300])
def test_a_question_takes_no_more_work_than_it_is_given(work: int) -> None:
    engine = solver.fresh(layouts.from_deal(deal("rules-guru", 8)))
    hard = [engine.formula.legal, engine.formula.fair, engine.formula.leads[5, 3]]
    before = engine.work
    try:
        engine.ask(hard, work)
    except solver.OutOfWork:
        assert engine.work - before <= work + 100


SMUDGED: Final = {"contract": {"pitcher": 0, "bid": "smudge"}}
LOST: Final = SMUDGED | {"piles": [{"side": 1, "cards": ["2C"], "listed": "some"}]}


@pytest.mark.parametrize(
    "record", [LITTLE, LOST, {"claims": {"points": [{"point": "high", "side": 0}]}}]
)
def test_a_hand_with_many_endings_is_decided_under_other_rules(
    record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who can have which point is known, and so is the bid; more work finds nothing else."""
    ruling = rule(record)
    assert "too many ways" in languages.texts(ruling.verdict.undecided)
    assert ruling.undecided == ()
    monkeypatch.setattr(provers, "BRIEF", SearchLimits(explains=False))
    monkeypatch.setattr(provers, "OTHERS", 200_000)
    assert rule(record).turns_on == ruling.turns_on


def won(record: dict[str, Any], scores: tuple[int, ...]) -> WinnerRuling:
    question = {"players": 4, "scores": scores, "hand": record}
    ruleset = anywhere("rules-guru").house_rules(Options(going_out=GoingOut.ANYONE))
    return winners.rule_on_winner(msgspec.convert(question, WinnerQuestion), ruleset)


def test_that_anybody_can_still_win_is_seen_by_two_endings_of_many() -> None:
    """One from the target whoever takes High wins; far from it that takes all the endings."""
    close, far = won(LOST, (10, 10, 10, 10)), won(LOST, (0, 0, 0, 0))
    low = "If Low goes to whoever was dealt it"
    assert tuple(low in map(languages.text, ruling.undecided) for ruling in (close, far)) == (
        False,
        True,
    )
