"""Packs, legal plays and winners of any rules, against the second engine."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pitch import tricks
from pitch.hand.deals import Deal
from tests.support.family import hands, packs, playing
from tests.support.family.games import SUITS, Game
from tests.support.family.house_rules import packs_and_play
from tests.support.searches import share

MANY = settings(max_examples=share(500, 12), derandomize=True, database=None)
seeds = st.integers(0, 2**32)


@MANY
@given(packs_and_play())
def test_packs_have_the_same_cards_trumps_and_pips(kind: tuple[Deal, Game]) -> None:
    deal, game = kind
    assert set(deal.pack.cards) == set(packs.pack(game))
    for trump in SUITS:
        assert deal.pack.trumps(trump) == packs.ladder(game, trump)
        lows = [card for card in packs.ladder(game, trump) if not packs.is_joker(card)]
        assert list(deal.pack.ranking(trump).naturals) == lows
        for card in packs.pack(game):
            suit = deal.pack.suit_of(card, trump)
            ours = packs.suit(card, trump, game)
            assert suit == ours or (packs.is_joker(card) and (suit, ours) == ("J", "*"))
            if card != "J" + trump:
                assert deal.pack.pips[card] == packs.pips(card, trump, game)


@MANY
@given(packs_and_play(), seeds)
def test_plays_are_legal_and_tricks_won_alike(kind: tuple[Deal, Game], seed: int) -> None:
    """Every turn of a random hand but the first lead, which other rules are about."""
    deal, game = kind
    hand = hands.hand(game, seed, deal.dealer).played
    holdings = [list(cards) for cards in hand.holdings]
    for number, trick in enumerate(hand.tricks):
        for place, (seat, card) in enumerate(trick.played):
            if number or place:
                so_far = list(trick.cards[:place])
                ours = playing.may_play(game, holdings[seat], so_far, hand.trump)
                theirs = tricks.legal_plays(
                    holdings[seat], so_far, hand.trump, deal.pack, deal.ruleset.rules.follow
                )
                assert sorted(theirs) == sorted(ours)
            holdings[seat].remove(card)
        best = tricks.winning_card(trick.cards, hand.trump, deal.pack)
        assert dict(trick.played)[trick.winner] == best


@MANY
@given(packs_and_play(), seeds)
def test_any_cards_make_a_trick_that_is_won_alike(kind: tuple[Deal, Game], seed: int) -> None:
    """Revokes too: a record may have any cards in any trick."""
    deal, game = kind
    chance, trump = random.Random(seed), SUITS[seed % 4]
    for _ in range(10):
        cards = chance.sample(packs.pack(game), game.players)
        plays = list(enumerate(cards))
        best = tricks.winning_card(cards, trump, deal.pack)
        assert cards[packs.winner(plays, trump, game)] == best
