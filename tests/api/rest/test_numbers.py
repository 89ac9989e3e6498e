"""Numbers beyond what the contract allows are refused, or answered as it says."""

from collections.abc import Iterator

import pytest
from msgspec import structs

from pitch.types import MAX_INTEGER
from tests.support.bodies import SCHEMAS, fields, kinds, pointer, with_value
from tests.support.operations import OPERATIONS, Call, bodies
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


def list_numbers() -> Iterator[tuple[Call, str]]:
    """Every operation with a number in its path, and the name of the number."""
    for call in OPERATIONS.values():
        for parameter in call.parameters:
            if parameter["in"] == "path" and parameter["schema"].get("type") == "integer":
                yield call, parameter["name"]


def arguments(problem: Json) -> Iterator[int]:
    """Every number among the arguments of the sentences of a problem."""
    for sentence in (problem["message"], *(error["message"] for error in problem["errors"])):
        for argument in sentence["args"].values():
            if argument.get("number") is not None:
                yield argument["number"]


@pytest.mark.parametrize(("call", "name"), list(list_numbers()), ids=str)
async def test_no_number_of_an_address_is_answered_beyond_its_schema(
    phone: Device, match: Json, call: Call, name: str
) -> None:
    for number in BEYOND:
        asked = structs.replace(call, path=call.path.replace(f"{{{name}}}", str(number)))
        address = asked.address(match["matchId"])
        answer = await phone.request(call.method, address, json=call.body)
        assert 400 <= answer.status_code < 500, (number, answer.text)
        for argument in arguments(answer.json()):
            assert ARGUMENT["minimum"] <= argument <= ARGUMENT["maximum"], (number, answer.text)


@pytest.mark.parametrize("call", bodies(), ids=str)
async def test_no_number_of_any_body_is_beyond_its_schema(
    phone: Device, match: Json, call: Call
) -> None:
    for place, schema in fields(call.schema, ()):
        if call.id in NOT_CHECKED or "integer" not in kinds(schema):
            continue
        for number in (schema["minimum"] - 1, schema["maximum"] + 1):
            bad = with_value(call.body, place, number)
            answer = await phone.request(call.method, call.address(match["matchId"]), json=bad)
            assert_problem(answer, 400, "invalid_body", pointer(place))
