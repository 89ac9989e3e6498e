"""Records with a slip are judged as the second formula judges them: possible, or not."""

import random

import pytest

from pitch.findings import Status
from pitch.hand import verdicts
from pitch.proof import provers
from pitch.proof.provers import SearchLimits
from tests.support.family import entries, hands, readings
from tests.support.family.books import BOOKS, prairie
from tests.support.family.deals import deal_of
from tests.support.family.games import Game
from tests.support.searches import share, some

GAMES = {**BOOKS, "prairie-smear 3": prairie(3), "prairie-smear 8": prairie(8)}
UNEXPLAINED = SearchLimits(explains=False)


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(GAMES), 18))
def test_a_record_is_impossible_where_no_hand_comes_to_it(name: str) -> None:
    game: Game = GAMES[name]
    for seed in range(share(60, 30)):
        hand, chance = hands.hand(game, seed), random.Random(seed)
        record = entries.part(hand, chance)
        if chance.random() < 0.8:
            record = entries.with_slip(record, hand, chance)
        deal = deal_of(game, hand.dealer)
        proof = provers.prove(record, deal, UNEXPLAINED)
        verdict = verdicts.judge(record, deal, proof)
        truth = readings.is_possible(record, game, hand.dealer)
        is_possible = verdict.status is not Status.IMPOSSIBLE
        if truth is None or is_possible is truth:
            continue
        # What is not searched to the end is said to be, and is never refused for that.
        assert is_possible, record
        assert verdict.undecided, record
