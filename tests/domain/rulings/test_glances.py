"""Under other rules only the outcome of a hand is compared, and a few endings tell it as well."""

import random

import pytest

from pitch.hand.deals import Deal
from pitch.proof import provers
from pitch.proof.solver import Effort
from pitch.rulings import hands, hinges, questions
from pitch.rulings.hands import HandQuestion
from pitch.seats import Arrangement, Table
from tests.support.hands import anywhere
from tests.support.oracles.truth import random_hand
from tests.support.searches import share

TABLES = (Table(players=3), Table(players=4), Table(players=4, sides=Arrangement.PARTNERS_ACROSS))
ROUNDS = share(12, 12)


@pytest.mark.search
@pytest.mark.parametrize("table", TABLES)
def test_a_glance_tells_the_outcome_or_that_it_does_not_know(table: Table) -> None:
    chance, count = random.Random(table.players), 0
    for preset in ("setback", "singaporemahjong", "rules-guru", "mb-lounge") * ROUNDS:
        hand = random_hand(chance, table)
        question = HandQuestion(
            players=table.players, sides=table.sides, record=hand.part(), dealer=hand.deal.dealer
        )
        deal = Deal(
            ruleset=anywhere(preset), seating=questions.seating_for(table), dealer=hand.deal.dealer
        )
        try:
            glance = hands._judge(question, deal, provers.GLANCE, Effort(provers.OTHERS))
            ruling = hands._judge(question, deal, provers.BRIEF, Effort(provers.OTHERS))
        except hinges.NotDecided:
            continue
        count += 1
        assert (glance.outcome, glance.details) == (ruling.outcome, ruling.details)
    assert count > ROUNDS
