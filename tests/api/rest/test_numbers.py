"""Numbers beyond what the contract allows are refused, or answered as it says."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitch.types import MAX_INTEGER
from tests.support.bodies import SCHEMAS, bodies, fields, kinds, placed, pointer, stated
from tests.support.operations import DOCUMENT, Call, example, parameters, usual
from tests.support.phones import Device, Json, assert_problem

ARGUMENT = SCHEMAS["Argument"]["properties"]["number"]
BEYOND = (
    ARGUMENT["maximum"] + 1,
    MAX_INTEGER,
    MAX_INTEGER + 1,
    999_999_999_999_999_999_999,
    -(10**21),
)
NOT_CHECKED = {"importMatches"}
"""What is wrong in one of its items refuses no other."""


def list_numbers() -> Iterator[tuple[str, str, str]]:
    """Every operation with a number in its path, by method, path and the name of the number."""
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            for parameter in parameters(operation):
                if parameter["in"] == "path" and parameter["schema"].get("type") == "integer":
                    yield method.upper(), path, parameter["name"]


def arguments(problem: Json) -> Iterator[int]:
    """Every number among the arguments of the sentences of a problem."""
    for sentence in (problem["message"], *(error["message"] for error in problem["errors"])):
        for argument in sentence["args"].values():
            if argument.get("number") is not None:
                yield argument["number"]


@pytest.mark.parametrize(("method", "path", "name"), list(list_numbers()), ids=str)
async def test_no_number_of_an_address_is_answered_beyond_its_schema(
    phone: Device, match: Json, method: str, path: str, name: str
) -> None:
    operation = stated(path, method)
    body = example(operation["requestBody"]) if "requestBody" in operation else None
    rest = tuple(parameter for parameter in parameters(operation) if parameter["name"] != name)
    for number in BEYOND:
        address = path.replace(f"{{{name}}}", str(number)).replace("{matchId}", match["matchId"])
        for each in rest:
            if each["in"] == "path":
                address = address.replace(f"{{{each['name']}}}", str(usual(each)))
        answer = await phone.request(method, address, json=body)
        assert 400 <= answer.status_code < 500, (number, answer.text)
        for argument in arguments(answer.json()):
            assert ARGUMENT["minimum"] <= argument <= ARGUMENT["maximum"], (number, answer.text)


@pytest.mark.parametrize(("name", "method", "path"), bodies(), ids=str)
async def test_no_number_of_any_body_is_beyond_its_schema(
    phone: Device, match: Json, name: str, method: str, path: str
) -> None:
    operation = stated(path, method)
    content = operation["requestBody"]["content"]["application/json"]
    good: Any = example(operation["requestBody"])
    call = Call(name, method, path, good, parameters(operation))
    for place, schema in fields(content["schema"], ()):
        if name in NOT_CHECKED or "integer" not in kinds(schema):
            continue
        for number in (schema["minimum"] - 1, schema["maximum"] + 1):
            bad = placed(good, place, number)
            answer = await phone.request(method, call.address(match["matchId"]), json=bad)
            assert_problem(answer, 400, "invalid_body", pointer(place))
