"""Spellings of people and phones are accepted, and others are refused in a sentence."""

import re
from typing import Any

import pytest

from tests.support.bodies import fields, pointer, with_value
from tests.support.operations import Call, bodies, calls
from tests.support.phones import Device, Json, assert_problem
from tests.support.queues import enter_hand, opening, send
from tests.support.searches import IS_THOROUGH, some
from tests.support.tables import path

WRONG: tuple[Any, ...] = ("?!", "1S", -1, 10**7, True, [], {})
RAW = re.compile(r"regex|`|\b(Expected|Invalid|Object|str|int|None|bool|enum|msgspec)\b|\^|\[\^|\\")
PILE = {"side": 0, "cards": ["10s", "as", "J♠", "q♥\ufe0f", "2c"], "listed": "some"}


async def test_cards_suits_and_bids_are_read_however_they_are_written(
    phone: Device, match: Json
) -> None:
    body = {"contract": {"pitcher": 0, "bid": 3}, "trump": "spades", "piles": [PILE]}
    answer = await phone.put(path(match, 1), json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["record"] == {
        "contract": {"pitcher": 0, "bid": "three"},
        "trump": "S",
        "piles": [{**PILE, "cards": ["TS", "AS", "JS", "QH", "2C"]}],
    }
    again = await phone.put(path(match, 1), json=answer.json()["record"])
    assert again.json() == answer.json()


async def test_so_they_are_in_parts_queues_and_rulings(phone: Device, match: Json) -> None:
    where = path(match, 1, "auction")
    response = await phone.put(where, json={"calls": ["Pass", "3", "pass", 4], "trump": "♥"})
    assert response.json()["record"] == {"calls": ["pass", "three", "pass", "four"], "trump": "H"}
    command = opening()
    items = await send(
        phone, command, enter_hand(command, 1, {"contract": {"pitcher": 0, "bid": "4"}})
    )
    assert [item["outcome"] for item in items] == ["done", "done"]
    body = {"ruleset": "mb-lounge", "players": 4, "dealer": 3, "calls": [3], "call": "FOUR"}
    ruling = await phone.post("/v1/rulings/call", json=body)
    assert ruling.json()["outcome"]["text"].startswith("Legal")


@pytest.mark.parametrize(
    ("body", "place", "detail"),
    [
        (
            {"piles": [{"side": 0, "cards": ["AS", "1S"]}]},
            "/piles/0/cards/1",
            "There is no card “1S”. Rank, then suit: 9H, AS.",
        ),
        (
            {"contract": {"pitcher": 0, "bid": 101}},
            "/contract/bid",
            "There is no bid “101”, only pass, 1 to 100, smudge, pitch or moon.",
        ),
        (
            {"calls": ["pass", "shoot"]},
            "/calls/1",
            "There is no bid “shoot”, only pass, 1 to 100, smudge, pitch or moon.",
        ),
        ({"trump": "X"}, "/trump", "There is no suit “X”, only C, D, H or S."),
        ({"dealer": "Ann"}, "/dealer", "That can't go here."),
        ({"dealer": 9}, "/dealer", "The number must be at most 7."),
        ({"tricksWon": [6]}, "/tricksWon", "The list must have at least 2 entries."),
        ({"contract": {"pitcher": 0}}, "/contract/bid", "Something is missing."),
        ({"trumps": "S"}, "/trumps", "There is something here that isn't asked for."),
    ],
)
async def test_what_is_wrong_is_said_in_words(
    phone: Device, match: Json, body: Json, place: str, detail: str
) -> None:
    answer = await phone.put(path(match, 1), json=body)
    assert_problem(answer, 400, "invalid_body", place)
    assert answer.json()["detail"] == detail


@pytest.mark.parametrize("name", ["👨‍👩‍👧", "می‌خواهم", "क्‍ष", "José", "李"])
async def test_names_hold_whatever_their_script_needs(phone: Device, name: str) -> None:
    players = [{"name": name}, {"name": "Bob"}]
    answer = await phone.post("/v1/matches", json={"ruleset": "setback", "players": players})
    assert answer.status_code == 201, answer.text
    assert answer.json()["players"][0]["name"] == name


@pytest.mark.parametrize(
    "name", ["\u200d", " \u200c ", "An\u202en", "An\nn", "Ann\n", "An\x00n", ""]
)
async def test_names_that_hide_something_are_refused_in_words(phone: Device, name: str) -> None:
    players = [{"name": name}, {"name": "Bob"}]
    answer = await phone.post("/v1/matches", json={"ruleset": "setback", "players": players})
    assert answer.status_code == 400
    assert not RAW.search(answer.json()["detail"]), answer.text


async def test_joiners_do_not_make_another_name(phone: Device) -> None:
    players = [{"name": "Ann"}, {"name": "A\u200dnn"}]
    answer = await phone.post("/v1/matches", json={"ruleset": "setback", "players": players})
    assert_problem(answer, 422, "names_alike", "/players/1/name")


@pytest.mark.search
@pytest.mark.parametrize("call", some(bodies(), 3), ids=str)
async def test_no_answer_has_words_of_the_program(phone: Device, match: Json, call: Call) -> None:
    for number, place in enumerate(dict.fromkeys(place for place, _ in fields(call.schema, ()))):
        for wrong in WRONG if IS_THOROUGH else (WRONG[number % len(WRONG)],):
            body = with_value(call.body, place, wrong)
            answer = await phone.request(call.method, call.address(match["matchId"]), json=body)
            if answer.status_code >= 400:
                details = [error["detail"] for error in answer.json()["errors"]]
                assert not [detail for detail in details if RAW.search(detail)], (
                    pointer(place),
                    details,
                )


async def test_no_answer_to_a_wrong_parameter_has_any_either(phone: Device, match: Json) -> None:
    for call in calls():
        for parameter in call.parameters:
            # A stream begins anew after whatever id it is told, and then does not end.
            if parameter["in"] == "query" and call.id != "streamMatchEvents":
                answer = await phone.request(
                    call.method,
                    call.address(match["matchId"]),
                    params={parameter["name"]: "?!"},
                )
                if answer.status_code >= 400 and answer.content:
                    detail = answer.json()["detail"]
                    assert not RAW.search(detail), (call.id, parameter["name"], detail)
