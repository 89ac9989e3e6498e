"""Inviting, joining, and looking at who is in: a match, or a league alike."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import httpx

from tests.support import tables
from tests.support.phones import Device, Json

PLURALS = {"match": "matches", "league": "leagues"}
JOINS = {"match": "/v1/joins", "league": "/v1/league-joins"}


def kind(venue: Json) -> str:
    """Whether it is a match or a league."""
    return "league" if "leagueId" in venue else "match"


def venue_id(venue: Json) -> str:
    """The id of a match or a league."""
    return str(venue[f"{kind(venue)}Id"])


def path(venue: Json) -> str:
    """Where a match or a league is."""
    return f"/v1/{PLURALS[kind(venue)]}/{venue_id(venue)}"


async def invited(owner: Device, venue: Json, **wanted: object) -> Json:
    """An invite into a match or a league, by its owner."""
    body = {"role": "viewer"} | wanted
    answer = await owner.post(f"{path(venue)}/invites", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def join(
    phone: Device, code: str, key: str | None = None, where: str = JOINS["match"]
) -> httpx.Response:
    """Try to join by a code."""
    headers = {"Idempotency-Key": key} if key else {}
    return await phone.post(where, json={"code": code}, headers=headers)


async def enter(phone: Device, venue: Json, code: str, key: str | None = None) -> httpx.Response:
    """Try to join something of the same kind by a code."""
    return await join(phone, code, key, JOINS[kind(venue)])


async def joined(owner: Device, venue: Json, phone: Device, role: str = "viewer") -> str:
    """Let a device in: its id."""
    invite = await invited(owner, venue, role=role)
    answer = await enter(phone, venue, invite["code"])
    assert answer.status_code == 201, answer.text
    return await tables.device_id(phone)


async def members(phone: Device, venue: Json) -> list[Json]:
    """Who takes part."""
    if kind(venue) == "league":
        return (await phone.get(path(venue))).json()["members"]  # type: ignore[no-any-return]
    return (await phone.get(f"{path(venue)}/members")).json()["items"]  # type: ignore[no-any-return]


async def scored(phone: Device, venue: Json) -> httpx.Response:
    """Try to enter something."""
    if kind(venue) == "league":
        return await phone.post(f"{path(venue)}/payments", json={"entrant": 1, "amount": 1000})
    return await phone.put(tables.path(venue, 1), json={"trump": "S"})


async def listed(phone: Device, venue: Json) -> list[str]:
    """The ids of all of that kind in which a device takes part."""
    items = (await phone.get(f"/v1/{PLURALS[kind(venue)]}")).json()["items"]
    return [each[f"{kind(venue)}Id"] for each in items]


async def journal(phone: Device, venue: Json) -> list[Json]:
    """Who changed what, without the opening."""
    return (await phone.get(f"{path(venue)}/journal")).json()["items"][1:]  # type: ignore[no-any-return]


def actions(lines: list[Json]) -> list[str]:
    """What the lines of a journal record."""
    return [line["action"] for line in lines]


Switch: TypeAlias = Callable[[bool], Awaitable[None]]
