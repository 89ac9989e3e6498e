"""Parameters and headers are given once, in one spelling, and are refused in a sentence."""

import json
from typing import Any

import pytest
from msgspec import structs

from tests.support.operations import Call, calls
from tests.support.phones import Device, Json, assert_problem

SPELLINGS = {
    "integer": ("+1", "01", "1_0", " 1", "\u0661"),
    "string": ("{%s}", "urn:uuid:%s"),
}


def asking(place: str, name: str | None = None) -> list[tuple[Call, Json]]:
    """Every operation with a parameter in some place, and that parameter."""
    return [
        (call, parameter)
        for call in calls()
        for parameter in call.parameters
        if parameter["in"] == place and name in {None, parameter["name"]}
    ]


async def test_a_parameter_is_said_once(phone: Device, match: Json) -> None:
    """Of two the framework takes the last: the page would be of what was not asked for."""
    assert len(asking("query")) > 20
    for call, parameter in asking("query"):
        name = parameter["name"]
        twice = f"{name}=1&{name}=2"
        answer = await phone.request(call.method, call.address(match["matchId"]), params=twice)
        assert_problem(answer, 400, "invalid_parameter", parameter=name)
        assert answer.json()["detail"] == f"{name} is given twice. Give it once."


async def test_a_parameter_that_is_missing_is_named_in_words(phone: Device) -> None:
    answer = await phone.get("/v1/rulesets/setback/difference")
    assert_problem(answer, 400, "invalid_parameter", parameter="other")
    assert answer.json()["detail"] == "other is missing."


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/v1/leagues?state=won", "state can only be deleted."),
        ("/v1/matches?sort=best", "sort can only be newest, oldest or updated."),
    ],
)
async def test_what_a_parameter_can_be_is_told(phone: Device, path: str, detail: str) -> None:
    answer = await phone.get(path)
    assert answer.status_code == 400
    assert answer.json()["detail"] == detail


@pytest.mark.parametrize(
    "name", ["Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID"]
)
async def test_a_header_that_says_one_thing_stands_once(phone: Device, name: str) -> None:
    answer = await phone.get("/v1/matches", headers=[(name, "a"), (name.lower(), "b")])
    assert_problem(answer, 400, "invalid_parameter", parameter=name)


async def test_a_list_of_tags_may_be_parted(phone: Device, match: Json) -> None:
    path = f"/v1/matches/{match['matchId']}"
    for tags in (('"1"', '"7"'), ('"7"', '"1"'), ('"7"', 'W/"1"')):
        headers = [("If-None-Match", tag) for tag in tags]
        assert (await phone.get(path, headers=headers)).status_code == 304


@pytest.mark.parametrize("tag", ["3", "3 ", '"3', '"3" "4"', '"2", 3', ",", '"2",,"3"'])
async def test_a_tag_without_its_quotes_is_refused_in_words(
    phone: Device, match: Json, tag: str
) -> None:
    """It would name no version, so the phone would be told for ever that something changed."""
    for name in ("If-Match", "If-None-Match"):
        for call, _ in asking("header", name):
            answer = await phone.request(
                call.method,
                call.address(match["matchId"]),
                headers={name: tag},
                **({} if call.body is None else {"json": call.body}),
            )
            if "leagueId" not in call.path:
                assert_problem(answer, 400, "invalid_parameter", parameter=name)


async def test_a_number_and_an_id_have_one_address(phone: Device, match: Json) -> None:
    match_id = match["matchId"]
    for call, parameter in asking("path"):
        here = f"{{{parameter['name']}}}"
        address = structs.replace(call, path=call.path.replace(here, "%s")).address(match_id)
        for spelling in SPELLINGS.get(parameter["schema"].get("type", ""), ()):
            path = address.replace("%s", spelling.replace("%s", match_id))
            answer = await phone.request(call.method, path, json=call.body)
            assert_problem(answer, 400, "invalid_parameter", parameter=parameter["name"])
    assert (await phone.get(f"/v1/matches/{match_id.upper()}")).status_code == 200


async def test_what_is_there_already_is_told_by_the_header_that_asked(
    phone: Device, match: Json
) -> None:
    path, headers = f"/v1/matches/{match['matchId']}/hands/1", {"If-None-Match": "*"}
    assert (await phone.put(path, json={"trump": "S"}, headers=headers)).status_code == 200
    answer = await phone.put(path, json={"trump": "H"}, headers=headers)
    assert_problem(answer, 412, "stale_match")
    assert answer.json()["detail"].startswith("Hand 1 was changed since you looked.")
    assert "If-None-Match" in answer.json()["hint"]
    assert "If-Match" not in answer.json()["hint"]


@pytest.mark.parametrize("coding", ["gzip", "br", "GZIP, identity"])
async def test_a_body_that_is_packed_is_not_read(phone: Device, match: Json, coding: str) -> None:
    """Nor one that only says so: who packs it must be told that nobody unpacks it."""
    for call in (call for call in calls() if call.body is not None):
        answer = await phone.request(
            call.method,
            call.address(match["matchId"]),
            content=json.dumps(call.body),
            headers={"Content-Type": "application/json", "Content-Encoding": coding},
        )
        assert_problem(answer, 415, "not_json")
    for kind in ("text/plain", "application/json"):
        headers: Any = {"Content-Type": kind, "Content-Encoding": coding}
        answer = await phone.post("/v1/imports", content=b"", headers=headers)
        assert_problem(answer, 415, "not_json")
