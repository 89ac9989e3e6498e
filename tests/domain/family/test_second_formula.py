"""The second formula of the family tells of all hands: by its engine, and by every small hand."""

import random

import pytest

from tests.support.family import every, facts, formulas, hands, playing, questions, slips
from tests.support.family.books import BOOKS
from tests.support.family.games import SUITS, Game, tiny
from tests.support.family.questions import Asked, Fact
from tests.support.searches import share, some

TINY = {
    "pitch31": tiny(BOOKS["pitch31"], "2JA", 2, 2, 2),
    "setback-six": tiny(BOOKS["setback-six"], "2JA", 2, 2, 2),
    "pitch": tiny(BOOKS["pitch"], "TJA", 2, 2, 2),
    "trickster-ten": tiny(BOOKS["trickster-ten"], "3JA", 2, 2, 2),
    "pedro": tiny(BOOKS["pedro"], "25A", 2, 2, 2),
    "pidro": tiny(BOOKS["pidro"], "25A", 2, 3, 3),
    "joker-pitch": tiny(BOOKS["joker-pitch"], "2JA", 2, 2, 2),
    "smear-ten": tiny(BOOKS["smear-ten"], "3JA", 2, 2, 2),
    "prairie-smear": tiny(BOOKS["prairie-smear"], "2JA", 2, 2, 2),
    "play-smear": tiny(BOOKS["play-smear"], "2JA", 2, 2, 2),
    "nine-card": tiny(BOOKS["nine-card"], "25A", 2, 2, 2),
}


@pytest.mark.search
@pytest.mark.parametrize("name", some(list(TINY), 4))
def test_facts_can_be_if_some_small_hand_has_them(name: str) -> None:
    """True facts and slips of them, against a list of all hands that there are."""
    game, chance = TINY[name], random.Random(name)
    trump = chance.choice(SUITS)
    dealer = chance.randrange(game.players)
    hand_facts: list[tuple[playing.Played, frozenset[Fact]]] = [
        (hand, frozenset([*facts.of_play(hand), *facts.of_points(hand)]))
        for hand in every.hand_of(game, trump, dealer)
    ]
    counts = {True: 0, False: 0}
    # Of plain cards that are never played the list has one choice of many.
    left_out = {"no_more_surplus", *(["has"] if game.follow == "trumps_only" else [])}
    for _ in range(share(300, 10)):
        true = chance.choice(hand_facts)[1]
        candidates = sorted((fact for fact in true if fact[0] not in left_out), key=repr)
        sample = chance.sample(candidates, min(len(candidates), chance.randint(2, 7)))
        if chance.random() < 0.7:
            sample = slips.with_slip(sample, chance, game)
        can_be = any(
            all(fact in all_true or _begins(fact, hand) for fact in sample)
            for hand, all_true in hand_facts
        )
        assert questions.can_be(game, dealer, sample, trump) is can_be, sample
        counts[can_be] += 1
    assert min(counts.values()) > 5


def _begins(fact: Fact, hand: playing.Played) -> bool:
    """Return whether a trick begins with the cards of a fact: only a whole one is among what is
    true.
    """
    return fact[0] == "log" and facts.holds(fact, hand)


@pytest.mark.search
@pytest.mark.parametrize("game", some(list(BOOKS.values()), 5), ids=lambda game: game.name)
def test_every_hand_of_the_engine_is_a_model(game: Game) -> None:
    for seed in range(share(20, 5)):
        hand = hands.hand(game, seed)
        true = [*facts.of_play(hand.played), *facts.of_points(hand.played)]
        assert questions.can_be(game, hand.dealer, true, hand.played.trump) is True


@pytest.mark.search
@pytest.mark.parametrize("game", some(list(BOOKS.values()), 5), ids=lambda game: game.name)
def test_every_model_is_a_hand_of_the_engine(game: Game) -> None:
    """Some true facts make another hand that keeps every rule and has all of them."""
    for seed in range(share(40, 5)):
        hand, chance = hands.hand(game, seed), random.Random(seed)
        true = facts.some_of(hand, chance, 0.15)
        trump = hand.played.trump
        answer = questions.can_be(game, hand.dealer, true, trump)
        assert answer is not False
        if answer:
            model = facts.model(Asked(formulas.formula(game, trump, hand.dealer)))
            assert playing.faults(model) == []
            assert [fact for fact in true if not facts.holds(fact, model)] == []
