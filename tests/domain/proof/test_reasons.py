"""Every reason is one under the rules that it is told under: its facts can never be true together.

That holds for each lemma among the reasons and every game of the family, whatever the search
before blamed.
"""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.proof import solver, statements
from pitch.proof.cases import Case
from pitch.proof.explanations import reasons
from pitch.proof.facts import Facts
from pitch.proof.fits import Misfit
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork
from tests.support.family import hands, records
from tests.support.family.books import BOOKS, prairie
from tests.support.family.games import Game
from tests.support.family.small_games import deal_of, some_game
from tests.support.searches import share

SOME = settings(max_examples=share(400, 20), derandomize=True, database=None)
WORK = 20_000
GAMES = {**BOOKS, "prairie-smear 3": prairie(3), "prairie-smear 8": prairie(8)}


def check_reasons(game: Game, seed: int) -> None:
    """Fail if a reason is told of a record with slips whose facts can be true together."""
    chance, hand = random.Random(seed), hands.prudent(game, seed)
    if not hand.tricks:
        return
    record = records.part(hand, "two", chance)
    for _ in range(chance.randint(1, 3)):
        record = records.with_slip(record, chance, hand)
    deal = deal_of(game, hand.dealer)
    stated = statements.from_record(record, deal)
    case = Case(stated, deal, solver.WARM.for_layout(layouts.from_deal(deal)), work=100 * WORK)
    facts = Facts(((place, fact.statement) for place, fact in enumerate(stated)), deal)
    for reason in reasons(facts):
        try:
            answer = case.fit(reason.places, work=WORK)
        except OutOfWork:
            continue
        told = [stated[place] for place in sorted(reason.places)]
        assert isinstance(answer, Misfit), (reason.message, told, game)


@pytest.mark.search
@pytest.mark.parametrize("name", GAMES)
def test_reasons_hold_in_the_games_of_the_books(name: str) -> None:
    game = replace(GAMES[name], joker_pips="none")
    for seed in range(share(40, 20)):
        check_reasons(game, seed)


@SOME
@given(st.integers(0, 2**32))
def test_reasons_hold_in_any_game(seed: int) -> None:
    check_reasons(some_game(random.Random(seed)), seed)
