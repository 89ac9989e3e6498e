"""The same question gets the same ruling, whatever else was asked before."""

import msgspec
import pytest

from pitch.hand.records import HandRecord
from pitch.rules import rulesets
from pitch.rulings import hands
from pitch.rulings.hands import HandQuestion, HandRuling
from pitch.seats import Arrangement
from tests.support.searches import some

ASKED = (("mb-lounge", 4), ("rules-guru", 3), ("mb-lounge", 0), ("rules-guru", 1), ("mb-lounge", 2))


def ruling(preset: str, points: int) -> HandRuling:
    """The ruling on a hand of which only the points by side are known."""
    body = {
        "contract": {"pitcher": 0, "bid": "three"},
        "claims": {"taken": [points, 4 - points]},
    }
    record = msgspec.convert(body, HandRecord)
    across = Arrangement.PARTNERS_ACROSS
    question = HandQuestion(players=4, sides=across, dealer=3, record=record)
    return hands.rule_on_hand(question, rulesets.preset(preset))


@pytest.mark.search
@pytest.mark.parametrize("again", some(range(4), 4))
def test_a_ruling_does_not_hang_on_what_was_asked_before(again: int) -> None:
    order = some([*ASKED[again:], *ASKED[:again]], 2)
    first = {question: ruling(*question) for question in order}
    for asked in reversed(order):
        assert ruling(*asked) == first[asked], asked
