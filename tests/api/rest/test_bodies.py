"""Text, depth and length of bodies have the same limits for all operations."""

import json
from collections.abc import Iterator

import msgspec
import pytest

from pitchkeeper.rest.bodies import parse
from pitchkeeper.rest.problems import MalformedJson
from tests.support.bodies import Path, fields, kinds, least, pointer, with_value
from tests.support.operations import JSON_TYPE, Call, bodies, calls
from tests.support.phones import Device, Json, assert_problem
from tests.support.searches import IS_THOROUGH

HIDDEN = ("\x00", "\n", "\x7f", "\x85", "\u200b", "\u200e", "\u202e", "\u2066", "\ufeff", "\u061c")
HEADERS = {"Content-Type": JSON_TYPE}
BY_RECORD = {"importMatches"}
"""What is wrong in one item refuses no other: tests/api/documents/test_imports.py looks at it."""


@pytest.mark.search
@pytest.mark.parametrize("call", bodies(), ids=str)
async def test_no_text_of_any_body_hides_anything(phone: Device, match: Json, call: Call) -> None:
    places = [place for place, schema in fields(call.schema, ()) if "string" in kinds(schema)]
    if not places:
        pytest.skip("It holds no text.")
    for number, place in enumerate(places):
        for character in HIDDEN if IS_THOROUGH else (HIDDEN[number % len(HIDDEN)],):
            bad = with_value(call.body, place, f"A{character}nn")
            for is_escaped in (False, True):
                text = json.dumps(bad, ensure_ascii=is_escaped)
                answer = await phone.request(
                    call.method, call.address(match["matchId"]), content=text, headers=HEADERS
                )
                assert answer.status_code == 400, (place, character, answer.text)


@pytest.mark.parametrize("call", bodies(), ids=str)
async def test_no_list_of_any_body_is_longer_than_the_contract_says(
    phone: Device, match: Json, call: Call
) -> None:
    for place, schema in fields(call.schema, ()):
        if "array" in kinds(schema) and not (call.id in BY_RECORD and len(place) > 1):
            bad = with_value(call.body, place, [least(schema["items"])] * (schema["maxItems"] + 1))
            answer = await phone.request(call.method, call.address(match["matchId"]), json=bad)
            assert_problem(answer, 400, "invalid_body", pointer(place))


def objects(value: object, path: Path = ()) -> Iterator[Path]:
    """Every place of a body at which an object stands, of lists in the first item."""
    if isinstance(value, list) and value:
        yield from objects(value[0], (*path, 0))
    if isinstance(value, dict):
        yield path
        for name, inside in value.items():
            yield from objects(inside, (*path, name))


@pytest.mark.parametrize("call", bodies(), ids=str)
async def test_no_object_of_any_body_has_a_field_that_nobody_knows(
    phone: Device, match: Json, call: Call
) -> None:
    for place in objects(call.body):
        if call.id in BY_RECORD and len(place) > 1:
            continue
        bad = with_value(call.body, (*place, "odd"), 1)
        answer = await phone.request(call.method, call.address(match["matchId"]), json=bad)
        assert_problem(answer, 400, "invalid_body", pointer((*place, "odd")))


def test_all_text_of_bodies_has_a_pattern_or_is_one_of_a_few() -> None:
    for call in bodies():
        for place, schema in fields(call.schema, ()):
            if "string" in kinds(schema):
                assert {"pattern", "enum", "format", "const"} & schema.keys(), (call.id, place)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('{"trump": "S", "trump": "H"}', "A field is there twice. Leave one out."),
        (
            '{"claims": {"points": [{"point": "low", "side": 0, "side": 0}]}}',
            "A field is there twice. Leave one out.",
        ),
        (
            '{"piles": ' + "[" * 32 + "]" * 32 + "}",
            "That goes too deep: at most 32 levels.",
        ),
        (
            '{"piles": ' + '{"a": ' * 4_000 + "1" + "}" * 4_000 + "}",
            "That goes too deep: at most 32 levels.",
        ),
    ],
)
async def test_what_can_be_misread_is_refused(
    phone: Device, match: Json, body: str, message: str
) -> None:
    path = f"/v1/matches/{match['matchId']}/hands/1"
    answer = await phone.put(path, content=body, headers=HEADERS)
    assert_problem(answer, 400, "invalid_body")
    assert answer.json()["detail"] == message


async def test_brackets_in_text_are_no_levels(phone: Device) -> None:
    players = [{"name": f'["\\{"[" * 30}{seat}'} for seat in range(4)]
    body = {"ruleset": "mb-lounge", "players": players}
    assert (await phone.post("/v1/matches", json=body)).status_code == 201


@pytest.mark.parametrize("name", ["J\u00f6rg", "\u0410\u043d\u043d\u0430", "\u674e", "\U0001f0a1"])
async def test_names_of_all_scripts_are_welcome(phone: Device, name: str) -> None:
    body = {"ruleset": "mb-lounge", "players": [{"name": name * times} for times in range(1, 5)]}
    for is_escaped in (False, True):
        text = json.dumps(body, ensure_ascii=is_escaped)
        answer = await phone.post("/v1/matches", content=text, headers=HEADERS)
        assert answer.json()["players"][0]["name"] == name


@pytest.mark.parametrize(
    ("sent", "is_half"),
    [
        (rb'"\ud83d"', True),
        (rb'"\udca1 "', True),
        (rb'"\ud83d\u0041"', True),
        (b'"\xff"', False),
        (b'"\xf0\x9f"', False),
        (b'"\xf0\x9f', False),
        (rb'"\ud83c\udca1', False),
        (rb'"\\ud83d', False),
    ],
)
def test_half_a_character_is_told_from_bytes_that_break_off(sent: bytes, is_half: bool) -> None:
    """Whether what holds it is parsed at once or later."""
    for kind in (tuple[str, ...], tuple[msgspec.Raw, ...]):
        with pytest.raises(MalformedJson) as error:
            parse(b"[%s]" % sent, kind)
        assert (error.value.message.code == "body.half_character") == is_half
        assert error.value.hint is not None
        assert ("surrogate" in error.value.hint) == is_half


@pytest.mark.parametrize("character", ["%0A", "%E2%80%AE", "%EF%BB%BF", "%C2%85"])
async def test_addresses_and_queries_hide_nothing_either(phone: Device, character: str) -> None:
    answer = await phone.get(f"/v1/rulesets/setback/difference?other=a{character}")
    assert_problem(answer, 400, "invalid_parameter", parameter="other")
    answer = await phone.get(f"/v1/rulesets/a{character}b")
    assert_problem(answer, 400, "invalid_parameter", parameter="rulesetId")


def test_every_operation_with_a_body_is_here() -> None:
    # Its lines are tried one by one: tests/api/documents/test_archives.py.
    operation_ids = {call.id for call in calls() if call.body} - {"importArchive"}
    assert operation_ids <= {call.id for call in bodies()}
