"""The pack as a value: what follows from its suits, its ranks and what they count."""

import pytest
from msgspec import structs

from domain import cards, seats
from domain.cards import PACK, Pack
from domain.hand.deals import Deal
from domain.rules import rulesets
from domain.seats import Seating, Table


def test_the_pack_has_fifty_two_cards_that_count_eighty() -> None:
    assert len(set(PACK.cards)) == 52
    assert PACK.all_pips == 80
    assert PACK.pip_cards == 20
    assert PACK.plain_cards == 39


def test_a_stripped_pack_is_another_value_and_no_other_code() -> None:
    """Seven to ace, as it is played in Racehorse: 32 cards, which count as much."""
    stripped = structs.replace(PACK, ranks="789TJQKA")
    assert len(stripped.cards) == 32
    assert stripped.plain_cards == 24
    assert stripped.all_pips == PACK.all_pips
    assert stripped.suit_cards("H")[0] == "7H"
    assert stripped.order["7H"] == 0


def test_pips_are_what_the_pack_says() -> None:
    fives = structs.replace(PACK, worths=(("5", 5),))
    assert fives.all_pips == 20
    assert fives.pips["5C"] == 5
    assert fives.pips["AC"] == 0


@pytest.mark.parametrize("pack", [PACK, structs.replace(PACK, ranks="789TJQKA")])
def test_above_and_below_part_a_suit(pack: Pack) -> None:
    for card in pack.cards:
        suit = (*pack.below(card), card, *pack.above(card))
        assert suit == pack.suit_cards(cards.suit(card))
        assert all(pack.order[lower] < pack.order[card] for lower in pack.below(card))
        assert all(pack.order[higher] > pack.order[card] for higher in pack.above(card))


@pytest.mark.parametrize(("players", "least"), [(2, -27), (6, -3), (7, 3), (8, 9)])
def test_seven_and_eight_players_always_meet_trumps(players: int, least: int) -> None:
    """D-17: of each suit at least so many are in play; below that it says nothing."""
    names = tuple(f"Player {seat + 1}" for seat in range(players))
    table = Table(players=players)
    deal = Deal(rulesets.preset("rules-guru"), Seating(table=table, names=names), dealer=0)
    assert deal.least_trumps == least
    assert deal.cards_in_play == seats.cards_in_play(table) == players * deal.tricks
