"""Commands in a batch: their ids, their shape, and how many at once."""

import pytest
from uuid_utils.compat import uuid4, uuid7

from tests.support.phones import Device, Json, assert_problem
from tests.support.queues import enter_hand, make_command, opening, outcomes, post, send
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE
from tests.support.tables import path

PENALTY = {"side": 0, "points": -1, "reason": "Table talk"}


async def test_an_id_is_for_one_command(phone: Device) -> None:
    command = opening()
    first = enter_hand(command, 1, FOUR_TO_NONE)
    second = first | {"body": THREE_TO_ONE}
    assert outcomes(await send(phone, command, first, second)) == ["done", "done", "key_reused"]
    request = {"Idempotency-Key": first["commandId"]}
    penalty = await phone.post(path(command, part="adjustments"), json=PENALTY, headers=request)
    assert_problem(penalty, 422, "key_reused")
    assert outcomes(await send(phone, first, first)) == ["repeated", "repeated"]


async def test_how_a_command_is_written_does_not_matter(phone: Device) -> None:
    command = opening()
    first = enter_hand(command, 1, FOUR_TO_NONE)
    await send(phone, command, first)
    reordered = dict(reversed(first.items())) | {"number": 1.0, "seenVersion": None}
    assert outcomes(await send(phone, reordered)) == ["repeated"]


async def test_an_id_that_a_device_makes_is_a_uuid7(phone: Device) -> None:
    command = opening()
    random = enter_hand(command, 1, FOUR_TO_NONE) | {"commandId": str(uuid4())}
    items = await send(
        phone, command, random, make_command("open_match", str(uuid4()), body=command["body"])
    )
    assert outcomes(items) == ["done", "id_not_uuid7", "id_not_uuid7"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"kind": "forget_hand"}, "/commands/1/kind"),
        ({"number": 0}, "/commands/1/number"),
        ({"body": {"trump": "X"}}, "/commands/1/body/trump"),
        ({"afterwards": None}, "/commands/1/afterwards"),
    ],
)
async def test_a_batch_of_the_wrong_shape_is_refused_whole(
    phone: Device, change: Json, pointer: str
) -> None:
    command = opening()
    answer = await post(phone, command, enter_hand(command, 1, FOUR_TO_NONE) | change)
    assert_problem(answer, 400, "invalid_body", pointer)
    assert (await phone.get(path(command))).status_code == 404


async def test_a_match_has_one_id(phone: Device) -> None:
    command = opening()
    body = command["body"] | {"matchId": str(uuid7())}
    assert_problem(await post(phone, command | {"body": body}), 400, "invalid_body", "/commands/0")
    body["matchId"] = command["matchId"]
    assert outcomes(await send(phone, command | {"body": body})) == ["done"]


async def test_a_batch_has_up_to_a_hundred_commands_and_a_mebibyte(phone: Device) -> None:
    command = opening()
    many = [make_command("void_hand", command["matchId"], number=1) for _ in range(99)]
    assert len(await send(phone, command, *many)) == 100
    assert await send(phone) == []
    assert_problem(await post(phone, command, *many, many[0]), 400, "invalid_body", "/commands")
    headers = {"Content-Type": "application/json"}
    for spaces, status in ((1000, 200), (1100, 413)):
        content = b'{"commands": [' + b" " * spaces * 1024
        content += b'{"kind": "void_hand", "commandId": "%s", "number": 1, "matchId": "%s"}]}' % (
            many[0]["commandId"].encode(),
            command["matchId"].encode(),
        )
        answer = await phone.post("/v1/commands", content=content, headers=headers)
        assert answer.status_code == status, answer.text
