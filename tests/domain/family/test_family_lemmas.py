"""The lemmas hold for the games that they are stated for, by hands of the second engine."""

from dataclasses import replace

import pytest

from tests.support.family import hands, lemmas
from tests.support.family.books import BOOKS, prairie
from tests.support.family.games import Game
from tests.support.family.lemmas import HOLDS, Lemma
from tests.support.searches import share

GAMES = {**BOOKS, "prairie-smear 3": prairie(3), "prairie-smear 8": prairie(8)}
NAMES = [lemma.__name__ for lemma in HOLDS]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_lemmas_hold_where_they_are_said_to(game: Game) -> None:
    due = [lemma for lemma, holds in HOLDS.items() if holds(game)]
    for seed in range(share(2_000, 50)):
        hand = hands.hand(game, seed, seed % game.players).played
        assert [lemma.__name__ for lemma in due if not lemma(hand)] == [], hand


@pytest.mark.parametrize(
    ("lemma", "game"),
    [
        (lemmas.captured_is_six_each, BOOKS["smear-ten"]),
        (lemmas.captured_is_six_each, BOOKS["pitch31"]),
        (lemmas.piles_are_whole_tricks, BOOKS["pitch31"]),
        (lemmas.two_to_four_points, BOOKS["play-smear"]),
        (lemmas.every_trick_has_a_card_of_everybody, BOOKS["ten-point"]),
        (lemmas.points_sum_to_the_total, BOOKS["ten-point"]),
        (lemmas.low_goes_with_its_card, BOOKS["pitch31"]),
        (lemmas.low_goes_with_its_card, BOOKS["play-smear"]),
        (lemmas.plain_pile_has_two_of_a_suit, prairie(4)),
        (lemmas.trumps_spread, prairie(4)),
    ],
    ids=lambda value: value.__name__ if callable(value) else value.name,
)
def test_lemmas_fail_where_they_are_said_to(lemma: Lemma, game: Game) -> None:
    assert not HOLDS[lemma](game)
    plays = (hands.hand(game, seed, seed % game.players).played for seed in range(1_000))
    assert any(not lemma(hand) for hand in plays)


FREE_LEAD = replace(BOOKS["pitch"], trump_by="named", name="pitch with a free lead")


@pytest.mark.search
@pytest.mark.parametrize(
    "lemma",
    [
        lemmas.some_trump_was_played,
        lemmas.lone_trump_is_the_pitchers,
        lemmas.two_trumps_go_together,
        lemmas.trumps_spread,
        lemmas.plain_pile_has_two_of_a_suit,
    ],
    ids=lambda lemma: lemma.__name__,
)
def test_a_free_lead_takes_away_what_rests_on_a_trump_lead(lemma: Lemma) -> None:
    """All five fail where trump is named and the lead is free."""
    game = replace(FREE_LEAD, players=2, sides=2, dealt=3, keep=3)
    assert not HOLDS[lemma](game)
    plays = (hands.hand(game, seed, seed % 2, prudence=0).played for seed in range(4_000))
    assert any(not lemma(hand) for hand in plays)


def test_a_bid_that_pays_only_itself_never_pays_more() -> None:
    """With `bid_only` a side that makes its bid scores the bid, whatever it took."""
    for seed in range(share(2_000, 50)):
        hand = hands.hand(BOOKS["setback-six"], seed)
        number = hand.game.bids.index(hand.bid) + 2
        assert hand.score.changes[hand.pitcher % 2] == (number if hand.score.made else -number)
