"""Points of a card against the piles: in words, by the suit that a card belongs to."""

from typing import Any

import msgspec
import pytest

from pitch.findings import Finding
from pitch.hand.records import HandRecord
from pitch.proof import provers
from tests.support.hands import blocking, deal

JACK_OF_CLUBS = "High isn't the jack of clubs: the queen of spades was in play. Change it?"
BELOW = "High isn't the 9 of spades: the jack of clubs was in play. Change it?"
JOKER_LOW = "Low isn't the 3 of spades: the 2 of spades was in play. Change it?"
CASES: list[tuple[str, dict[str, Any], str]] = [
    (
        "trickster-ten",
        {"holdings": [{"seat": 1, "cards": ["QS"]}], "claims": [{"point": "high", "card": "JC"}]},
        JACK_OF_CLUBS,
    ),
    (
        "setback-six",
        {"piles": {0: "JC"}, "claims": [{"point": "high", "card": "9S"}]},
        BELOW,
    ),
    (
        "joker-pitch",
        {"piles": {0: "HJ 2S"}, "claims": [{"point": "low", "card": "3S"}]},
        JOKER_LOW,
    ),
    (
        "joker-pitch",
        {"piles": {0: "2S"}, "claims": [{"point": "low", "side": 1}]},
        "{0} took the 2 of spades, so Low isn't {1}'s. Change it?",
    ),
    (
        "trickster-ten",
        {"claims": [{"point": "high", "card": "HJ"}, {"point": "jack", "side": 0}]},
        "With the jack of trumps in play, High can't be the high joker. Change one.",
    ),
    (
        "ten-point",
        {"piles": {0: "JC"}, "claims": [{"point": "off_jack", "side": 1}]},
        "{0} took the jack of clubs, not {1}. Change it?",
    ),
    (
        "ten-point",
        {"piles": {0: "JC"}, "claims": [{"point": "off_jack", "inPlay": False}]},
        "The jack of clubs is entered, so it was in play. Which is right?",
    ),
    (
        "setback-six",
        {"piles": {0: "HJ"}, "claims": [{"point": "joker", "side": 1}]},
        "{0} took the joker, not {1}. Change it?",
    ),
    (
        "smear-ten",
        {"piles": {0: "LJ"}, "claims": [{"point": "low_joker", "side": 1}]},
        "{0} took the low joker, not {1}. Change it?",
    ),
    (
        "smear-ten",
        {"claims": [{"point": "off_jack", "side": 1, "inPlay": False}]},
        "Nobody can take the off-jack if it wasn't in play. Change one.",
    ),
    (
        "king-pedro",
        {"piles": {0: "5C"}, "claims": [{"point": "off_five", "side": 1}]},
        "{0} took the 5 of clubs, not {1}. Change it?",
    ),
]


@pytest.mark.parametrize(("preset", "facts", "sentence"), CASES)
def test_a_point_that_the_cards_contradict_is_told_in_words(
    preset: str, facts: dict[str, Any], sentence: str
) -> None:
    piles = facts.get("piles", {}).items()
    body = {
        "trump": "S",
        "piles": [
            {"side": side, "cards": cards.split(), "listed": "some"} for side, cards in piles
        ],
        "holdings": facts.get("holdings", []),
        "claims": {"points": facts["claims"]},
    }
    hand = deal(preset)
    proof = provers.prove(msgspec.convert(body, HandRecord), hand)
    sentences = blocking(proof.findings)
    assert sentences == [sentence.format(*hand.side_names)]


@pytest.mark.parametrize("preset", ["play-smear", "trickster-5"])
def test_the_two_in_another_pile_is_no_contradiction_where_low_is_dealt(preset: str) -> None:
    body = {
        "trump": "S",
        "piles": [{"side": 0, "cards": ["2S"], "listed": "some"}],
        "claims": {"points": [{"point": "low", "side": 1}]},
    }
    proof = provers.prove(msgspec.convert(body, HandRecord), deal(preset))
    assert not any(map(Finding.prevents_scoring, proof.findings))
