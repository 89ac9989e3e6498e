"""A phone's queue: commands as it writes them down, and what it is told of them."""

from typing import Any

import httpx
from uuid_utils.compat import uuid7

from tests.support.phones import Device, Json

PLAYERS = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
OPENING: Json = {"ruleset": "mb-lounge", "players": PLAYERS, "firstDealer": 3}


def make_command(kind: str, match_id: str, **fields: Any) -> Json:
    """A command that a phone makes, with an id of its own; `body` is often what it says."""
    return {"kind": kind, "commandId": str(uuid7()), "matchId": match_id, **fields}


def opening(**more: Any) -> Json:
    """The command that opens a match, which the phone gives its id."""
    return make_command("open_match", str(uuid7()), body=OPENING, **more)


def enter_hand(earlier: Json, number: int, body: Json, **more: Any) -> Json:
    """A hand that is entered knowing what an earlier command left."""
    follows = {"after": earlier["commandId"]} | more
    return make_command("record_hand", earlier["matchId"], number=number, body=body, **follows)


async def post(phone: Device, *commands: Json) -> httpx.Response:
    """Send commands in one request."""
    return await phone.post("/v1/commands", json={"commands": commands})


async def send(phone: Device, *commands: Json) -> list[Json]:
    """Send commands in one request and return their results."""
    answer = await post(phone, *commands)
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    assert [item["commandId"] for item in items] == [command["commandId"] for command in commands]
    return items


def outcomes(items: list[Json]) -> list[str]:
    """Return the outcome of each command, or the code of its refusal."""
    return [item["problem"]["code"] if item["problem"] else item["outcome"] for item in items]
