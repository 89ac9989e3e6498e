"""Whatever text, depth and length a body may have is the same for all operations."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.access.test_access import DOCUMENT, Call, calls, example, parameters
from tests.support.phones import Device, Json, assert_problem

SCHEMAS = DOCUMENT["components"]["schemas"]
HIDDEN = ("\x00", "\n", "\x7f", "\x85", "\u200b", "\u200e", "\u202e", "\u2066", "\ufeff", "\u061c")
JSON_TYPE = {"Content-Type": "application/json"}
PLAIN = ("2C", "mb-lounge")
NO_ID = "00000000-0000-7000-8000-000000000000"


class Kind(str):
    """A step of a path that stays where it is, but makes of that a value of this kind."""

    __slots__ = ()


BY_RECORD = {"importMatches"}
"""What is wrong in one item refuses no other: tests/api/documents/test_imports.py looks at it."""
Path = tuple[str | int, ...]


def bodies() -> list[tuple[str, str, str]]:
    """Every operation that takes a body: its id, method and path."""
    return [
        (operation["operationId"], method.upper(), path)
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
        if "requestBody" in operation
    ]


def fields(schema: Json, path: Path, seen: tuple[str, ...] = ()) -> Iterator[tuple[Path, Json]]:
    """Every place of a body that holds a plain value, with its schema."""
    for part in schema.get("anyOf", ()):
        yield from fields(part, path, seen)
    for part in schema.get("oneOf", ()):
        yield from fields(part, (*path, Kind(part["$ref"].rpartition("/")[2])), seen)
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from fields(SCHEMAS[name], path, (*seen, name))
        return
    for name, part in schema.get("properties", {}).items():
        yield from fields(part, (*path, name), seen)
    if "items" in schema:
        yield from fields(schema["items"], (*path, 0), seen)
    yield path, schema


def placed(body: Any, path: Path, value: object) -> Any:
    """A body with a value at a place, which is made if it is not there."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, Kind):
        return placed(least(SCHEMAS[step]), rest, value)
    if isinstance(step, int):
        items = body if isinstance(body, list) and body else [{}]
        return [placed(items[0], rest, value), *items[1:]]
    found = copy.copy(body) if isinstance(body, dict) else {}
    found[step] = placed(found.get(step), rest, value)
    return found


def least(schema: Json) -> Any:
    """The smallest value that has the shape of a schema."""
    if "$ref" in schema or "oneOf" in schema:
        named = schema.get("$ref") or schema["oneOf"][0]["$ref"]
        return least(SCHEMAS[named.rpartition("/")[2]])
    match kinds(schema)[0]:
        case "object":
            return {name: least(schema["properties"][name]) for name in schema.get("required", ())}
        case "array":
            return [least(schema["items"])] * schema.get("minItems", 0)
        case "integer":
            return schema["minimum"]
        case "string":
            return text_of(schema)
        case _:
            return False


def text_of(schema: Json) -> str:
    """Some text that a schema allows."""
    if "format" in schema:
        return {"uuid": NO_ID, "date": "2026-03-03"}[schema["format"]]
    plain = (text for text in PLAIN if re.match(schema.get("pattern", ""), text))
    return str(schema.get("const") or schema.get("enum", [next(plain, "")])[0])


def pointer(path: Path) -> str:
    """Where a place is, as answers say it."""
    return "".join(f"/{step}" for step in path if not isinstance(step, Kind))


def kinds(schema: Json) -> tuple[str, ...]:
    kind = schema.get("type", ())
    return (kind,) if isinstance(kind, str) else tuple(kind)


def stated(path: str, method: str) -> Json:
    operation: Json = DOCUMENT["paths"][path][method.lower()]
    return operation


@pytest.mark.parametrize(("name", "method", "path"), bodies(), ids=str)
async def test_no_text_of_any_body_hides_anything(
    phone: Device, match: Json, name: str, method: str, path: str
) -> None:
    operation = stated(path, method)
    content = operation["requestBody"]["content"]["application/json"]
    good = example(operation["requestBody"])
    call = Call(name, method, path, good, parameters(operation))
    places = [place for place, schema in fields(content["schema"], ()) if "string" in kinds(schema)]
    if not places:
        pytest.skip("It holds no text.")
    for place in places:
        for character in HIDDEN:
            bad = placed(good, place, f"A{character}nn")
            for escaped in (False, True):
                text = json.dumps(bad, ensure_ascii=escaped)
                answer = await phone.request(
                    method, call.address(match["matchId"]), content=text, headers=JSON_TYPE
                )
                assert answer.status_code == 400, (place, character, answer.text)


@pytest.mark.parametrize(("name", "method", "path"), bodies(), ids=str)
async def test_no_list_of_any_body_is_longer_than_the_contract_says(
    phone: Device, match: Json, name: str, method: str, path: str
) -> None:
    operation = stated(path, method)
    content = operation["requestBody"]["content"]["application/json"]
    good = example(operation["requestBody"])
    call = Call(name, method, path, good, parameters(operation))
    for place, schema in fields(content["schema"], ()):
        if "array" in kinds(schema) and not (name in BY_RECORD and len(place) > 1):
            bad = placed(good, place, [least(schema["items"])] * (schema["maxItems"] + 1))
            answer = await phone.request(method, call.address(match["matchId"]), json=bad)
            assert_problem(answer, 400, "invalid_body", pointer(place))


def objects(value: object, path: Path = ()) -> Iterator[Path]:
    """Every place of a body at which an object stands, of lists in the first item."""
    if isinstance(value, list) and value:
        yield from objects(value[0], (*path, 0))
    if isinstance(value, dict):
        yield path
        for name, inside in value.items():
            yield from objects(inside, (*path, name))


@pytest.mark.parametrize(("name", "method", "path"), bodies(), ids=str)
async def test_no_object_of_any_body_has_a_field_that_nobody_knows(
    phone: Device, match: Json, name: str, method: str, path: str
) -> None:
    operation = stated(path, method)
    good = example(operation["requestBody"])
    call = Call(name, method, path, good, parameters(operation))
    for place in objects(good):
        if name in BY_RECORD and len(place) > 1:
            continue
        bad = placed(good, (*place, "odd"), 1)
        answer = await phone.request(method, call.address(match["matchId"]), json=bad)
        assert_problem(answer, 400, "invalid_body", pointer((*place, "odd")))


def test_all_text_of_bodies_has_a_pattern_or_is_one_of_a_few() -> None:
    for _, method, path in bodies():
        content = stated(path, method)["requestBody"]["content"]["application/json"]
        for place, schema in fields(content["schema"], ()):
            if "string" in kinds(schema):
                assert {"pattern", "enum", "format", "const"} & schema.keys(), (path, place)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"trump": "S", "trump": "H"}', "A field stands twice in one object."),
        ('{"claims": {"low": {"side": 0, "side": 0}}}', "A field stands twice in one object."),
        ('{"piles": ' + "[" * 32 + "]" * 32 + "}", "A body has at most 32 levels."),
        (
            '{"piles": ' + '{"a": ' * 9_000 + "1" + "}" * 9_000 + "}",
            "A body has at most 32 levels.",
        ),
    ],
)
async def test_what_can_be_misread_is_refused(
    phone: Device, match: Json, body: str, said: str
) -> None:
    path = f"/v1/matches/{match['matchId']}/hands/1"
    answer = await phone.put(path, content=body, headers=JSON_TYPE)
    assert_problem(answer, 400, "invalid_body")
    assert answer.json()["detail"] == said


async def test_brackets_in_text_are_no_levels(phone: Device) -> None:
    players = [{"name": f'["\\{"[" * 30}{seat}'} for seat in range(4)]
    body = {"ruleset": "mb-lounge", "players": players}
    assert (await phone.post("/v1/matches", json=body)).status_code == 201


@pytest.mark.parametrize("name", ["J\u00f6rg", "\u0410\u043d\u043d\u0430", "\u674e", "\U0001f0a1"])
async def test_names_of_all_scripts_are_welcome(phone: Device, name: str) -> None:
    body = {"ruleset": "mb-lounge", "players": [{"name": name * times} for times in range(1, 5)]}
    for escaped in (False, True):
        text = json.dumps(body, ensure_ascii=escaped)
        answer = await phone.post("/v1/matches", content=text, headers=JSON_TYPE)
        assert answer.json()["players"][0]["name"] == name


@pytest.mark.parametrize("character", ["%0A", "%E2%80%AE", "%EF%BB%BF", "%C2%85"])
async def test_addresses_and_queries_hide_nothing_either(phone: Device, character: str) -> None:
    answer = await phone.get(f"/v1/rulesets/setback/difference?other=a{character}")
    assert_problem(answer, 400, "invalid_parameter", parameter="other")
    answer = await phone.get(f"/v1/rulesets/a{character}b")
    assert_problem(answer, 400, "invalid_parameter", parameter="rulesetId")


def test_every_operation_with_a_body_is_here() -> None:
    assert {call.id for call in calls() if call.body} <= {name for name, _, _ in bodies()}
