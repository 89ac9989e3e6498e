"""Tricks: what may be played and which card wins, under every way of following and every joker."""

import pytest
from msgspec import structs

from pitch import tricks
from pitch.cards import PACK, JokerOrder, JokerRank
from pitch.tricks import Follow

TEN_POINT = structs.replace(PACK, jokers=("HJ", "LJ"), off_ranks=("J",))
APART = structs.replace(TEN_POINT, off_ranks=(), joker_rank=JokerRank.APART)
HELD = ("AS", "3S", "JH", "9D", "HJ")


@pytest.mark.parametrize(
    ("follow", "led", "legal"),
    [
        (Follow.FOLLOW_OR_TRUMP, "2S", ("AS", "3S", "JH", "9D", "HJ")),
        (Follow.FOLLOW_OR_TRUMP, "2D", ("JH", "9D", "HJ")),
        (Follow.FOLLOW_SUIT, "2D", ("JH", "9D", "HJ")),
        (Follow.FOLLOW_SUIT, "2S", ("AS", "3S")),
        (Follow.TRUMPS_ONLY, "2D", ("JH", "9D", "HJ")),
    ],
)
def test_off_jack_and_joker_follow_as_trumps(
    follow: Follow, led: str, legal: tuple[str, ...]
) -> None:
    """Diamonds are trump: the jack of hearts is one, and no heart."""
    assert tricks.legal_plays(HELD, [led], "D", TEN_POINT, follow) == legal


def test_who_has_only_the_off_jack_of_a_plain_suit_is_void_in_it() -> None:
    holding = ("JH", "4C")
    assert tricks.legal_plays(holding, ["2H"], "D", TEN_POINT, Follow.FOLLOW_SUIT) == holding


def test_where_only_trumps_are_played_nobody_leads_anything_else() -> None:
    legal = tricks.legal_plays(HELD, [], "D", TEN_POINT, Follow.TRUMPS_ONLY)
    assert legal == ("JH", "9D", "HJ")
    assert not tricks.legal_plays(("2C", "3H"), ["9D"], "D", TEN_POINT, Follow.TRUMPS_ONLY)


@pytest.mark.parametrize("follow", [Follow.FOLLOW_OR_TRUMP, Follow.FOLLOW_SUIT])
def test_a_joker_apart_may_always_be_played_and_led_binds_nobody(follow: Follow) -> None:
    assert "HJ" in tricks.legal_plays(HELD, ["2S"], "D", APART, follow)
    assert "HJ" in tricks.legal_plays(HELD, ["2D"], "D", APART, follow)
    assert tricks.legal_plays(HELD, ["LJ"], "D", APART, follow) == HELD


@pytest.mark.parametrize(
    ("cards", "trump", "best"),
    [
        (["AS", "2D", "KS"], "D", "2D"),
        (["KD", "JH", "JD", "TD"], "D", "KD"),
        (["TD", "JH", "HJ"], "D", "JH"),
        (["TD", "LJ", "HJ"], "D", "HJ"),
        (["AH", "JH", "KH"], "D", "JH"),
        (["AS", "2H", "KS"], "D", "AS"),
        (["JC", "AS"], "S", "AS"),
        (["JC", "JH"], "S", "JC"),
    ],
)
def test_the_highest_trump_wins_in_the_order_of_the_rules(
    cards: list[str], trump: str, best: str
) -> None:
    assert tricks.winning_card(cards, trump, TEN_POINT) == best


@pytest.mark.parametrize(
    ("order", "cards", "best"),
    [
        (JokerOrder.MARKED, ["LJ", "HJ"], "HJ"),
        (JokerOrder.MARKED, ["HJ", "LJ"], "HJ"),
        (JokerOrder.FIRST_PLAYED, ["LJ", "HJ"], "LJ"),
        (JokerOrder.FIRST_PLAYED, ["HJ", "LJ"], "HJ"),
        (JokerOrder.LAST_PLAYED, ["LJ", "HJ"], "HJ"),
        (JokerOrder.LAST_PLAYED, ["HJ", "LJ"], "LJ"),
        (JokerOrder.LAST_PLAYED, ["HJ", "AS", "2S", "LJ"], "AS"),
    ],
)
@pytest.mark.parametrize("rank", [JokerRank.ABOVE_TEN, JokerRank.LOWEST, JokerRank.APART])
def test_of_two_jokers_the_marked_or_the_first_or_the_last_wins(
    order: JokerOrder, cards: list[str], best: str, rank: JokerRank
) -> None:
    pack = structs.replace(TEN_POINT, joker_order=order, joker_rank=rank)
    assert tricks.winning_card(cards, "S", pack) == best


def test_a_joker_apart_loses_to_every_trump_and_beats_the_rest() -> None:
    assert tricks.winning_card(["AS", "HJ", "2D"], "D", APART) == "2D"
    assert tricks.winning_card(["AS", "HJ", "2H"], "D", APART) == "HJ"
    assert tricks.winner(2, ["LJ", "AS", "2H"], "D", 3, APART) == 2
