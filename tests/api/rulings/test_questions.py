"""A dispute that cannot be as it is told is refused with the place."""

from typing import Final

import pytest

from tests.support import claims as told
from tests.support.disputes import Body, call, play, result, went_wrong
from tests.support.phones import Device, Json, assert_problem

QUESTIONS: Final = [
    ("call", call("", "two"), {"call": None}, "one_of_two", "/call"),
    ("call", call("", "two"), {"tabled": "AS"}, "one_of_two", "/call"),
    ("call", call("two two", "pass"), {}, "illegal_call", "/calls/1"),
    ("call", call("", "two"), {"dealer": 5}, "not_at_table", "/dealer"),
    ("call", call("", "two"), {"players": 8}, "table_not_allowed", "/players"),
    ("call", call("", "two"), {"options": {"bids": []}}, "contradictory_options", "/options/bids"),
    ("play", play("KD", "5D", "5D"), {"leader": 4}, "not_at_table", "/leader"),
    ("play", play("KD", "5D", "KD"), {}, "card_twice", "/card"),
    ("play", play("KD KD", "5D", "5D"), {}, "card_twice", "/played/1"),
    ("play", play("KD", "5D KD", "5D"), {}, "card_twice", "/hand/1"),
    ("play", play("KD QD JD TD", "5D", "5D"), {}, "trick_complete", "/card"),
    ("play", play("KD QD JD TD 9D", "", None), {}, "trick_complete", "/played"),
    ("play", play("KD", "", "5C"), {}, "hand_needed", "/hand"),
    ("play", play("KD", "", None), {}, "hand_needed", "/hand"),
    ("play", play("KD", "5D", "5D"), {"trump": None}, "trump_needed", "/trump"),
    ("winner", result("0 0", "2 0", "two", made=True), {"hand": {}}, "one_of_two", "/hand"),
    (
        "winner",
        result("0 0", "2 0", "two", made=True),
        {"scores": [0] * 3},
        "wrong_length",
        "/scores",
    ),
    ("winner", result("0 0", "2 0 0", "two", made=True), {}, "wrong_length", "/result/after"),
    ("winner", result("0 0", "2 0", "two", made=True), {"target": 9}, "fixed_target", "/target"),
    ("winner", result("0 0", "2 0", "smudge", made=True), {}, "illegal_call", "/result/bid"),
    (
        "winner",
        result("0 0", "2 0", "two", made=True, points=told.sides(high=0) * 2),
        {},
        "entered_twice",
        "/result/points/1/point",
    ),
    (
        "winner",
        result("0 0", "2 0", "two", made=True, points=told.sides(high=0, low=5)),
        {},
        "not_at_table",
        "/result/points/1/side",
    ),
    (
        "winner",
        result("0 0", "2 0", "two", made=True),
        {"result": None, "hand": {"trump": "S", "dealer": 7}},
        "not_at_table",
        "/hand/dealer",
    ),
    ("irregularity", went_wrong("revoke", 5), {}, "not_at_table", "/offender"),
    ("irregularity", went_wrong("revoke", 1, points=[1, 1, 1]), {}, "wrong_length", "/points"),
    ("irregularity", went_wrong("revoke", 1, points=[4, 1]), {}, "too_many_points", "/points"),
]


@pytest.mark.parametrize(("kind", "body", "more", "code", "pointer"), QUESTIONS)
async def test_a_question_that_cannot_be_is_refused_with_its_place(
    passer_by: Device, kind: str, body: Body, more: Json, code: str, pointer: str
) -> None:
    answer = await passer_by.post(f"/v1/rulings/{kind}", json=body("singaporemahjong") | more)
    assert_problem(answer, 422, code, pointer)
