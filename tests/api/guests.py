"""Inviting, joining, and looking at who is in."""

import httpx

from tests.api import tables
from tests.phones import Device, Json


async def invited(owner: Device, match: Json, **wanted: object) -> Json:
    """An invite of a match, by its owner."""
    body = {"role": "viewer"} | wanted
    answer = await owner.post(f"{tables.path(match)}/invites", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def join(phone: Device, code: str, key: str | None = None) -> httpx.Response:
    """Try to join by a code."""
    headers = {"Idempotency-Key": key} if key else {}
    return await phone.post("/v1/joins", json={"code": code}, headers=headers)


async def joined(owner: Device, match: Json, phone: Device, role: str = "viewer") -> str:
    """Let a device into a match: its id."""
    invite = await invited(owner, match, role=role)
    answer = await join(phone, invite["code"])
    assert answer.status_code == 201, answer.text
    return await tables.device_id(phone)


async def members(phone: Device, match: Json) -> list[Json]:
    """Who takes part in a match."""
    return (await phone.get(f"{tables.path(match)}/members")).json()["items"]  # type: ignore[no-any-return]


async def journal(phone: Device, match: Json) -> list[Json]:
    """Who changed what in a match, without its opening."""
    return (await phone.get(f"{tables.path(match)}/journal")).json()["items"][1:]  # type: ignore[no-any-return]


def actions(lines: list[Json]) -> list[str]:
    """What the lines of a journal record."""
    return [line["action"] for line in lines]
