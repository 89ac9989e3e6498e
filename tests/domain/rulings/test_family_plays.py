"""Rulings on play under the rules of the whole family, against an engine of their own."""

import random

import pytest

from pitch.cards import Suit
from pitch.rulings import play_questions, plays
from pitch.rulings.play_questions import PlayQuestion
from pitchkeeper.messages import languages
from tests.support import family_records
from tests.support.family import hands, packs, playing
from tests.support.family.books import BOOKS
from tests.support.family.games import Game
from tests.support.family.transcripts import LEGAL


@pytest.mark.parametrize("game", BOOKS.values(), ids=lambda game: game.name)
def test_what_may_be_played_is_what_a_second_engine_allows(game: Game) -> None:
    for seed in range(6):
        chance = random.Random(seed)
        hand = hands.hand(game, seed, seed % game.players, prudence=0.5).played
        holdings = [list(cards) for cards in hand.holdings]
        for number, trick in enumerate(hand.tricks):
            for place, (seat, card) in enumerate(trick.played):
                plays = trick.cards[:place]
                is_pitch = number == 0 and place == 0
                if chance.random() < 0.4 and not (is_pitch and game.trump_by == "first_card"):
                    question = _question(game, hand, number, place, tuple(holdings[seat]))
                    state = play_questions.trick_state(question, family_records.ruleset(game))
                    legal = playing.may_play(
                        game, holdings[seat], list(plays), hand.trump, opens=is_pitch
                    )
                    assert sorted(state.choices()) == sorted(legal)
                    assert state.player == seat
                holdings[seat].remove(card)


def _question(
    game: Game, hand: playing.Played, number: int, place: int, holding: tuple[str, ...]
) -> PlayQuestion:
    """Return a question about the next player, with the cards played before."""
    trick = hand.tricks[number]
    playing_seats = {seat for seat, _ in trick.played}
    is_out = game.follow == "trumps_only"
    return PlayQuestion(
        players=game.players,
        sides=family_records.deal(game, 0).seating.table.sides,
        leader=trick.leader,
        trick=number + 1,
        trump=Suit(hand.trump),
        played=trick.cards[:place],
        hand=holding,
        out=tuple(seat for seat in range(game.players) if is_out and seat not in playing_seats),
    )


@pytest.mark.parametrize("name", LEGAL)
def test_every_trick_of_the_legal_records_is_won_as_they_say(name: str) -> None:
    hand = LEGAL[name]
    for number, trick in enumerate(hand.tricks):
        question = _question(hand.game, hand, number, len(trick.played), ())
        ruling = plays.rule_on_play(question, family_records.ruleset(hand.game))
        assert ruling.winner == trick.winner == packs.winner(trick.played, hand.trump, hand.game)


def test_the_off_jack_kept_back_is_ruled_a_revoke_and_explained() -> None:
    """Hearts are trump and led; the jack of diamonds would have been one."""
    hand = LEGAL["play-smear"]
    question = PlayQuestion(
        players=4,
        leader=1,
        trick=3,
        trump=Suit.HEARTS,
        played=("7H", "9D", "9S"),
        hand=("JD", "KS", "JC"),
        card="KS",
    )
    ruling = plays.rule_on_play(question, family_records.ruleset(hand.game))
    assert ruling.legal is False
    assert languages.text(ruling.outcome) == "That's a renege."
    assert "With hearts trump, the jack of diamonds is a heart." in languages.texts(ruling.whys)
    assert ruling.choices == ("JD",)


def test_a_ruff_is_a_revoke_where_following_is_strict_and_turns_on_that() -> None:
    hand = LEGAL["setback-six"]
    question = PlayQuestion(
        players=4,
        leader=0,
        trick=2,
        trump=Suit.SPADES,
        played=("TD",),
        hand=("6D", "TS"),
        card="TS",
    )
    ruling = plays.rule_on_play(question, family_records.ruleset(hand.game))
    assert ruling.legal is False
    assert {hinge.value for hinge in ruling.turns_on if hinge.name == "follow"} == {
        '"follow_or_trump"',
        '"trumps_only"',
    }


def test_where_only_trumps_are_played_a_plain_card_is_none_and_who_is_out_is_passed_over() -> None:
    hand = LEGAL["pitch31"]
    ruleset = family_records.ruleset(hand.game)
    question = PlayQuestion(
        players=4,
        leader=2,
        trick=2,
        trump=Suit.DIAMONDS,
        played=("TD",),
        hand=("6D", "AC"),
        card="AC",
        out=(3,),
    )
    ruling = plays.rule_on_play(question, ruleset)
    assert (ruling.legal, ruling.player, ruling.choices) == (False, 0, ("6D",))
    passed_on = PlayQuestion(
        players=4, leader=0, trick=5, trump=Suit.DIAMONDS, won_last=2, hand=("8D", "HJ"), out=(2, 3)
    )
    assert plays.rule_on_play(passed_on, ruleset).choices == ("8D", "HJ")


def test_a_joker_may_not_make_trump_where_it_is_barred() -> None:
    hand = LEGAL["setback-six"]
    question = PlayQuestion(players=4, leader=0, hand=("HJ", "4D"), card="HJ")
    ruling = plays.rule_on_play(question, family_records.ruleset(hand.game))
    assert ruling.legal is False
    assert ruling.choices == ("4D",)
