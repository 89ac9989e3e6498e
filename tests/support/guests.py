"""Inviting, joining, and looking at who is in: a match, or a league alike."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import httpx

from tests.support import tables
from tests.support.phones import Device, Json

PLURALS = {"match": "matches", "league": "leagues"}
JOINS = {"match": "/v1/joins", "league": "/v1/league-joins"}


def kind(aggregate: Json) -> str:
    """Return whether it is a match or a league."""
    return "league" if "leagueId" in aggregate else "match"


def aggregate_id(aggregate: Json) -> str:
    """The id of a match or a league."""
    return str(aggregate[f"{kind(aggregate)}Id"])


def path(aggregate: Json) -> str:
    """Return the path of the match or the league."""
    return f"/v1/{PLURALS[kind(aggregate)]}/{aggregate_id(aggregate)}"


async def invite(owner: Device, aggregate: Json, **wanted: object) -> Json:
    """Make an invite into a match or a league, as its owner."""
    body = {"role": "viewer"} | wanted
    answer = await owner.post(f"{path(aggregate)}/invites", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def publish(owner: Device, aggregate: Json) -> Json:
    """Make a public link to a match or a league, as its owner."""
    answer = await owner.post(f"{path(aggregate)}/public-links")
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def scoreboard(anybody: Device, link: Json, tag: str = "") -> httpx.Response:
    """Return the scoreboard of a public link."""
    return await anybody.get(f"/v1/public/{link['secret']}", headers={"If-None-Match": tag})


async def join(
    phone: Device, code: str, key: str | None = None, where: str = JOINS["match"]
) -> httpx.Response:
    """Try to join by a code."""
    headers = {"Idempotency-Key": key} if key else {}
    return await phone.post(where, json={"code": code}, headers=headers)


async def enter(
    phone: Device, aggregate: Json, code: str, key: str | None = None
) -> httpx.Response:
    """Try to join something of the same kind by a code."""
    return await join(phone, code, key, JOINS[kind(aggregate)])


async def let_in(owner: Device, aggregate: Json, phone: Device, role: str = "viewer") -> str:
    """Let a device in, and return its id."""
    invitation = await invite(owner, aggregate, role=role)
    answer = await enter(phone, aggregate, invitation["code"])
    assert answer.status_code == 201, answer.text
    return await tables.device_id(phone)


async def members(phone: Device, aggregate: Json) -> list[Json]:
    """Return the members."""
    if kind(aggregate) == "league":
        return (await phone.get(path(aggregate))).json()["members"]  # type: ignore[no-any-return]
    return (await phone.get(f"{path(aggregate)}/members")).json()["items"]  # type: ignore[no-any-return]


async def try_to_score(phone: Device, aggregate: Json) -> httpx.Response:
    """Try to enter something."""
    if kind(aggregate) == "league":
        return await phone.post(f"{path(aggregate)}/payments", json={"entrant": 1, "amount": 1000})
    return await phone.put(tables.path(aggregate, 1), json={"trump": "S"})


async def list_ids(phone: Device, aggregate: Json) -> list[str]:
    """Return the ids of all of that kind in which a device takes part."""
    items = (await phone.get(f"/v1/{PLURALS[kind(aggregate)]}")).json()["items"]
    return [item[f"{kind(aggregate)}Id"] for item in items]


async def journal(phone: Device, aggregate: Json) -> list[Json]:
    """Return the journal without the opening."""
    return (await phone.get(f"{path(aggregate)}/journal")).json()["items"][1:]  # type: ignore[no-any-return]


def actions(lines: list[Json]) -> list[str]:
    """Return the actions of the lines of a journal."""
    return [line["action"] for line in lines]


Switch: TypeAlias = Callable[[bool], Awaitable[None]]
