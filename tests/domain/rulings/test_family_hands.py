"""Rulings on hands of the whole family: what they turn on is true, and cheap to find."""

import random

import pytest
from msgspec import structs

from pitch.hand.deals import Deal
from pitch.messages import Refusal
from pitch.proof import solver, statements
from pitch.proof.cases import Case
from pitch.proof.fits import Fit
from pitch.proof.formula import layouts
from pitch.proof.formula.formulas import MOST_KEPT
from pitch.proof.formula.layouts import Layout
from pitch.proof.solver import Solver
from pitch.rules import rulesets
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.rulesets import RuleSet
from pitch.rulings import alternatives, hands, hinges, questions
from pitch.rulings.answers import HingeKind
from pitch.rulings.hands import HandQuestion
from pitch.seats import Arrangement, Table
from pitchkeeper.messages import languages
from tests.support.family import games, records
from tests.support.family import hands as played
from tests.support.searches import some

FOUR = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)
ASKED = (
    *("rules-guru", "mb-lounge", "pitch31", "pedro", "setback-six"),
    *("prairie-smear", "king-pedro", "nine-card"),
)


def question(preset: str, seed: int, *, slips: int = 0) -> HandQuestion:
    """A whole record of four in pairs, with some cards entered wrong."""
    ruleset = rulesets.preset(preset)
    table = ruleset.table_for(FOUR.players, FOUR.sides)
    hand = played.hand(games.read(ruleset.rules, table, preset), seed)
    record, chance = records.complete_record(hand.played, hand.bid), random.Random(seed)
    for _ in range(slips):
        record = records.with_slip(record, chance, hand.played)
    return HandQuestion(players=4, sides=FOUR.sides, dealer=hand.dealer, record=record)


@pytest.mark.search
@pytest.mark.parametrize("preset", some(ASKED, 2))
@pytest.mark.parametrize("slips", [0, 1])
def test_the_documents_that_rule_a_hand_out_are_those_that_a_search_does(
    preset: str, slips: int
) -> None:
    """Where a bid, a card or a table is none of a document's, it is not asked at all."""
    dispute, own = question(preset, 3, slips=slips), rulesets.preset(preset)
    ruling = hands.rule_on_hand(dispute, own)
    outcomes = {
        hinge.name: languages.text(hinge.outcome)
        for hinge in ruling.turns_on
        if hinge.kind is HingeKind.PRESET
    }
    for other, document in PRESETS.items():
        if any(
            languages.text(sentence) == f"If you play by {document.name}"
            for sentence in ruling.undecided
        ):
            continue
        can_be = possible(dispute, hinges.apply_document(other, own))
        if can_be is None:
            assert other not in outcomes
        else:
            assert (
                "misplayed" not in outcomes.get(other, languages.text(ruling.outcome))
            ) is can_be, other


def possible(dispute: HandQuestion, ruleset: RuleSet) -> bool | None:
    """Return whether some deal and play fit, by the formula alone; None if not applicable."""
    try:
        table = ruleset.table_for(dispute.players, dispute.sides)
        deal = Deal(ruleset, questions.seating_for(table), dispute.dealer or 0)
        alternatives.check_alternative(dispute.record, deal, deal)
    except Refusal:
        return None
    case = Case(
        statements.from_record(dispute.record, deal),
        deal,
        solver.WARM.for_layout(layouts.from_deal(deal)),
    )
    return isinstance(case.fit(case.everything()), Fit)


def test_documents_that_the_facts_rule_out_need_no_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """A complete record of six cards each is none of nine, nor of trumps alone."""
    dispute, own = question("rules-guru", 1), rulesets.preset("rules-guru")
    searches = []
    fresh = solver.fresh

    def record_solver(layout: Layout) -> Solver:
        searches.append(layout)
        return fresh(layout)

    monkeypatch.setattr(solver, "fresh", record_solver)
    wide = structs.replace(dispute, record=structs.replace(dispute.record, contract=None))
    ruling = hands.rule_on_hand(wide, own)
    ruled_out = {
        hinge.name for hinge in ruling.turns_on if "misplayed" in languages.text(hinge.outcome)
    }
    assert {"nine-card", "trickster-ten", "pidro"} <= ruled_out
    layouts = {(layout.tricks, layout.only_trumps) for layout in searches}
    assert layouts == {(6, False)}


def test_rulings_keep_no_more_engines_than_they_may() -> None:
    for preset in ASKED:
        hands.rule_on_hand(question(preset, 2), rulesets.preset(preset))
    assert len(solver.WARM._solvers) <= MOST_KEPT
