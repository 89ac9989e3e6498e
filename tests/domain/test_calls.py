"""Calls: every number from 1 to 100 is a bid, spelled in one way and read in several."""

import re

import pytest

from pitch import calls
from pitch.calls import CALL_PATTERN, SLAMS, Call

WORDS = ("one", "two", "three", "four")


def test_there_are_a_pass_a_hundred_numbers_and_three_slams() -> None:
    numbers = [*WORDS, *map(str, range(5, 101))]
    assert [call.value for call in Call] == ["pass", *numbers, "smudge", "pitch", "moon"]
    assert list(calls.bids(1, 100)) == [Call(value) for value in numbers]


def test_a_number_and_its_bid_are_told_from_each_other() -> None:
    for number in range(1, 101):
        assert calls.number(calls.bid(number)) == calls.rank(calls.bid(number)) == number
    for call_ in (Call.PASS, *SLAMS):
        assert calls.number(call_) is None


@pytest.mark.parametrize("number", [0, -1, 101])
def test_no_other_number_can_be_bid(number: int) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        calls.bid(number)


def test_every_slam_ranks_above_every_number_and_a_pass_below() -> None:
    assert {calls.rank(slam) for slam in SLAMS} == {101}
    assert calls.rank(Call.PASS) < calls.rank(Call.ONE)
    assert [call for call in Call if call.is_slam] == list(SLAMS)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("5", "5"),
        ("FIVE", "5"),
        ("seven", "7"),
        ("thirteen", "13"),
        ("62", "62"),
        ("3", "three"),
        ("Three", "three"),
        ("MOON", "moon"),
        ("PASS", "pass"),
    ],
)
def test_a_call_is_read_as_people_write_it(text: str, read: str) -> None:
    assert Call(text).value == read


@pytest.mark.parametrize("text", ["0", "101", "05", "-1", "none", "3.0", "", "fourty"])
def test_nothing_else_is_a_call(text: str) -> None:
    with pytest.raises(ValueError, match="not a valid Call"):
        Call(text)


def test_the_pattern_of_the_contract_holds_the_calls_and_nothing_else() -> None:
    texts = [*map(str, range(-1, 200)), *(call.value for call in Call), "five", "Moon", "05"]
    assert [text for text in texts if re.search(CALL_PATTERN, text)] == [
        text for text in texts if text in set(Call) and text not in {"1", "2", "3", "4"}
    ]
