"""The pack as a value: what follows from its suits, its ranks and what they count."""

import pytest
from msgspec import structs

from pitch import cards, seats
from pitch.cards import PACK, JokerOrder, JokerPips, JokerRank
from pitch.hand.deals import Deal
from pitch.rules import rulesets
from pitch.seats import Seating, Table


def test_the_pack_has_fifty_two_cards_that_count_eighty() -> None:
    assert len(set(PACK.cards)) == 52
    assert PACK.total_pips == 80
    assert PACK.pip_card_count == 20
    assert PACK.plain_card_count == 39


def test_a_stripped_pack_is_another_value_and_no_other_code() -> None:
    """Seven to ace, as it is played in Racehorse: 32 cards, which count as much."""
    short_pack = structs.replace(PACK, ranks="789TJQKA")
    assert len(short_pack.cards) == 32
    assert short_pack.plain_card_count == 24
    assert short_pack.total_pips == PACK.total_pips
    assert short_pack.suit_cards("H")[0] == "7H"
    assert short_pack.order["7H"] == 0


def test_pips_are_what_the_pack_says() -> None:
    fives = structs.replace(PACK, worths=(("5", 5),))
    assert fives.total_pips == 20
    assert fives.pips["5C"] == 5
    assert fives.pips["AC"] == 0


@pytest.mark.parametrize(("players", "least"), [(2, -27), (6, -3), (7, 3), (8, 9)])
def test_seven_and_eight_players_always_meet_trumps(players: int, least: int) -> None:
    """Of each suit at least so many are in play; below that it says nothing."""
    names = tuple(f"Player {seat + 1}" for seat in range(players))
    table = Table(players=players)
    deal = Deal(rulesets.preset("rules-guru"), Seating(table=table, names=names), dealer=0)
    assert deal.least_trumps == least
    assert deal.cards_in_play == seats.cards_in_play(table) == players * deal.tricks


TEN_POINT = structs.replace(PACK, jokers=("HJ", "LJ"), off_ranks=("J",))


def test_ten_point_has_sixteen_trumps_with_off_jack_and_jokers_above_the_ten() -> None:
    trumps = "2D 3D 4D 5D 6D 7D 8D 9D TD LJ HJ JH JD QD KD AD"
    assert " ".join(TEN_POINT.trumps("D")) == trumps
    assert len(TEN_POINT.cards) == 54
    assert TEN_POINT.plain_card_count == 38


@pytest.mark.parametrize(
    ("rank", "trumps"),
    [
        (JokerRank.ABOVE_TEN, "9S TS LJ HJ JC JS QS KS AS"),
        (JokerRank.LOWEST, "LJ HJ 9S TS JC JS QS KS AS"),
        (JokerRank.HIGHEST, "9S TS JC JS QS KS AS LJ HJ"),
        (JokerRank.APART, "9S TS JC JS QS KS AS"),
    ],
)
def test_jokers_stand_where_the_rules_rank_them(rank: JokerRank, trumps: str) -> None:
    pack = structs.replace(TEN_POINT, joker_rank=rank, ranks="9TJQKA")
    assert pack.trumps("S") == tuple(trumps.split())


def test_jokers_above_the_ten_are_below_the_jack_where_no_ten_is() -> None:
    pack = structs.replace(TEN_POINT, ranks="JQKA")
    assert pack.trumps("S") == ("LJ", "HJ", "JC", "JS", "QS", "KS", "AS")


def test_every_off_card_stands_just_below_the_trump_of_its_rank() -> None:
    pedro = structs.replace(PACK, off_ranks=("5",))
    assert pedro.trumps("H")[3:5] == ("5D", "5H")
    eleven = structs.replace(PACK, off_ranks=("J", "A"))
    assert eleven.trumps("C")[-5:] == ("JC", "QC", "KC", "AS", "AC")


@pytest.mark.parametrize("trump", "CDHS")
def test_the_off_jack_belongs_to_the_trumps_and_not_to_its_printed_suit(trump: str) -> None:
    off = TEN_POINT.off_card(cards.jack(trump))
    assert TEN_POINT.suit_of(off, trump) == trump
    printed = [card for card in TEN_POINT.cards if TEN_POINT.suit_of(card, trump) == off[1]]
    assert len(printed) == 12
    suits = set("CDHS") - {trump, off[1]}
    assert all(TEN_POINT.suit_of(off, suit) == off[1] for suit in suits)


def test_a_joker_is_a_trump_but_never_low_unless_it_is_apart() -> None:
    assert TEN_POINT.suit_of("HJ", "S") == "S"
    assert "HJ" not in TEN_POINT.ranking("S").naturals
    pack = structs.replace(TEN_POINT, joker_rank=JokerRank.APART)
    assert pack.suit_of("HJ", "S") == cards.JOKER
    assert "HJ" not in pack.trumps("S")


def test_unmarked_jokers_are_as_high_as_one_another() -> None:
    pack = structs.replace(TEN_POINT, joker_order=JokerOrder.FIRST_PLAYED)
    order = pack.ranking("S").order
    assert order["TS"] < order["LJ"] == order["HJ"] < order["JC"]


def test_a_joker_counts_nothing_or_one() -> None:
    assert TEN_POINT.total_pips == 80
    pack = structs.replace(TEN_POINT, joker_pips=JokerPips.ONE)
    assert (pack.total_pips, pack.pips["HJ"], pack.pips["TS"]) == (82, 1, 10)


@pytest.mark.parametrize(
    ("text", "card"),
    [("HJ", "HJ"), ("hj", "HJ"), ("JR", "HJ"), ("*J", "HJ"), ("joker", "HJ"), ("*1", "HJ"),
     ("LJ", "LJ"), ("jb", "LJ"), ("*2", "LJ"), ("JH", "JH"), ("10h", "TH")],
)  # fmt: skip
def test_a_joker_is_read_as_people_write_it(text: str, card: str) -> None:
    assert cards.parse_card(text) == card


@pytest.mark.parametrize("text", ["XJ", "*3", "jokers", "H", "J*", "JX"])
def test_what_is_no_joker_is_no_card(text: str) -> None:
    assert cards.parse_card(text) is None
