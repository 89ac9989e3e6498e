"""Sentences are for people: no names of the program, and two sides are always told apart."""

import random
from collections.abc import Iterator

import pytest

from pitch.hand import verdicts
from pitch.hand.entry import differences
from pitch.match import matches
from pitch.messages import Refusal
from pitch.proof import provers
from pitch.proof.provers import BRIEF
from pitch.rules import clauses, rulesets
from pitch.rules.options import Options
from pitch.rulings import hands
from pitch.seats import Arrangement, Table
from pitchkeeper.messages import languages
from tests.support import claims
from tests.support.hands import ALL_PRESETS, EVERY_TABLE, deal, record
from tests.support.oracles.truth import Hand, random_hand, slipped
from tests.support.sentences import list_sentences


def sentences_from(number: int) -> Iterator[str]:
    """All that is said of some records, right and wrong, at any table."""
    chance = random.Random(number)
    for _ in range(30):
        hand: Hand = random_hand(chance, chance.choice(EVERY_TABLE))
        right = hand.part()
        wrong = slipped(right, chance, hand.deal.players, hand.deal.sides)
        for entry in (right, wrong):
            verdict = verdicts.judge(entry, hand.deal)
            yield from map(languages.text, list_sentences(verdict))
            yield languages.text(hands.state_outcome(verdict, hand.deal))
            yield languages.texts(hands.list_details(verdict, hand.deal))
        for different in differences.find_disagreements(right, wrong, hand.deal):
            yield languages.text(different.message)
        proof = provers.prove(wrong, hand.deal, BRIEF)
        yield from map(languages.text, list_sentences(verdicts.judge(wrong, hand.deal, proof)))


@pytest.mark.parametrize("number", range(3))
def test_what_is_said_of_a_record_has_no_names_of_the_program(number: int) -> None:
    assert not [sentence for sentence in sentences_from(number) if "_" in sentence]


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_rulebooks_have_none_either(preset: str) -> None:
    ruleset = rulesets.preset(preset)
    assert not [
        languages.texts(clause.sentences)
        for clause in clauses.list_clauses(ruleset)
        if "_" in languages.texts(clause.sentences)
    ]


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_refusals_of_a_table_have_none(preset: str) -> None:
    ruleset = rulesets.preset(preset)
    for arrangement in Arrangement:
        for players in range(2, 9):
            with pytest.raises(Refusal) as error:
                matches.Match.open(ruleset, tuple("ABCDEFGH"[:players]), arrangement, 9)
            assert "_" not in languages.text(error.value.message)
        with pytest.raises(Refusal) as error:
            ruleset.house_rules(Options(tables=(Table(players=5, sides=arrangement),) * 2))
        assert "_" not in languages.text(error.value.message)


def test_a_table_that_is_not_allowed_is_said_in_words() -> None:
    with pytest.raises(Refusal) as error:
        rulesets.preset("mb-lounge").table_for(4, Arrangement.INDIVIDUALS)
    assert languages.text(error.value.message) == (
        "Under these rules 4 play as partners, not cutthroat."
    )


def test_two_sides_of_two_are_told_apart() -> None:
    dealt = deal("mb-lounge", 4, Arrangement.PARTNERS_ACROSS)
    entry = record(0, "three", "S", "AS KS", "2S AD KD")
    verdict = verdicts.judge(entry, dealt)
    assert verdict.points is not None
    assert languages.text(claims.point(verdict.points, "game").why) == (
        "Ann & Cid and Bob & Dee tied at 7 for Game; nobody gets it."
    )
