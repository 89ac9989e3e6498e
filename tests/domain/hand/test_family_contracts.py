"""Contracts that no auction ends with, in words."""

import pytest

from domain.calls import Call
from domain.hand.auctions import Contract
from domain.hand.records import HandRecord
from tests.support.hands import deal, judged


@pytest.mark.parametrize(
    ("preset", "bid", "said"),
    [
        ("pedro", "6", "Ann cannot pitch for 6: Pedro has no such bid."),
        ("pedro", "moon", "Ann cannot pitch for moon: Pedro has no such bid."),
        ("mb-lounge", "two", "Ann cannot pitch for two without being dealer."),
    ],
)
def test_a_bid_that_nobody_can_make_is_not_said_to_take_the_deal(
    preset: str, bid: str, said: str
) -> None:
    record = HandRecord(contract=Contract(pitcher=0, bid=Call(bid)))
    assert [each.message for each in judged(record, deal(preset)).findings] == [said]
