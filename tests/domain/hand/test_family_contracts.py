"""Contracts that no auction ends with, in words."""

import pytest

from pitch.calls import Call
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord
from pitchkeeper.messages import languages
from tests.support.hands import deal, judge


@pytest.mark.parametrize(
    ("preset", "bid", "sentence"),
    [
        ("pedro", "6", "These rules have no bid of 6. Change the bid."),
        ("pedro", "moon", "These rules have no bid of moon. Change the bid."),
        (
            "mb-lounge",
            "two",
            "Ann didn't deal, and only the dealer can pitch for two. Which is right?",
        ),
    ],
)
def test_a_bid_that_nobody_can_make_is_not_said_to_take_the_deal(
    preset: str, bid: str, sentence: str
) -> None:
    record = HandRecord(contract=Contract(pitcher=0, bid=Call(bid)))
    findings = judge(record, deal(preset)).findings
    assert [languages.text(finding.message) for finding in findings] == [sentence]
