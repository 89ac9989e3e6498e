"""Snapshots: all that is kept of a match, as the API tells it and as the tables hold it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from tests.faults.phones import Phone
from tests.support.phones import Json


@dataclass
class MatchSnapshot:
    """All that is kept of one match, as the API tells it and as the tables hold it."""

    match_id: str
    lines: list[Json]
    sheet: Json
    summary: Json
    at: Callable[[int], Awaitable[Json]]
    """Reads the sheet of a version."""
    kept: asyncpg.Record
    noted: list[Json]
    hands: dict[int, Json]
    adjustments: dict[int, Json]
    members: set[str]
    owner: str
    commands: Counter[UUID]


async def read(connection: asyncpg.Connection, match_id: str, phone: Phone) -> MatchSnapshot | None:
    """All that is kept of a match, by its owner's phone; None if there is no such match.

    It is read until nothing has changed meanwhile: a server proves by itself what it had no time
    for when it was recorded.
    """
    version = "SELECT version FROM matches WHERE match_id = $1"
    while True:
        before = await connection.fetchval(version, UUID(match_id))
        snapshot = await _read(connection, match_id, phone)
        if await connection.fetchval(version, UUID(match_id)) == before:
            return snapshot


async def _read(
    connection: asyncpg.Connection, match_id: str, phone: Phone
) -> MatchSnapshot | None:
    path, key = f"/v1/matches/{match_id}", UUID(match_id)
    answer = await phone.read(path)
    kept = await connection.fetchrow(
        "SELECT m.*, r.content AS ruleset FROM matches AS m"
        " JOIN rulesets AS r ON r.hash = m.ruleset_hash WHERE match_id = $1",
        key,
    )
    if answer.status_code == 404 or kept is None:
        return None
    rows = await connection.fetch("SELECT * FROM journal WHERE match_id = $1 ORDER BY version", key)
    hands = await _table(connection, "hands", key)
    adjustments = await _table(connection, "adjustments", key)
    members = await connection.fetch("SELECT * FROM members WHERE match_id = $1", key)
    lines = await _pages(phone, f"{path}/journal")
    summaries = {page["matchId"]: page for page in await _pages(phone, "/v1/matches")}

    async def at(version: int) -> Json:
        return _ok(await phone.read(f"{path}/versions/{version}"))

    return MatchSnapshot(
        match_id=match_id,
        lines=lines,
        sheet=_ok(answer),
        summary=summaries[match_id],
        at=at,
        kept=kept,
        noted=[_journal_entry(row) for row in rows],
        hands=hands,
        adjustments=adjustments,
        members={str(row["device_id"]) for row in members},
        owner=next(str(row["device_id"]) for row in members if row["role"] == "owner"),
        commands=Counter(row["command_id"] for row in rows if row["command_id"]),
    )


async def _pages(phone: Phone, path: str) -> list[Json]:
    items: list[Json] = []
    cursor = ""
    while True:
        page = _ok(await phone.read(f"{path}?limit=100{cursor}"))
        items += page["items"]
        if page["nextCursor"] is None:
            return items
        cursor = f"&cursor={page['nextCursor']}"


async def _table(connection: asyncpg.Connection, name: str, match_id: UUID) -> dict[int, Json]:
    """The rows of a table, each as the journal would tell it."""
    rows = await connection.fetch(
        f"SELECT number, to_jsonb(t) AS row FROM {name} AS t"  # noqa: S608
        " WHERE match_id = $1 ORDER BY number",
        match_id,
    )
    return {row["number"]: _camel(msgspec.json.decode(row["row"])) for row in rows}


def _camel(row: Json) -> Json:
    names = {"is_void": "isVoid", "after_hand": "afterHand", "device_id": "deviceId"}
    names["made_at"] = "at"
    return {names.get(name, name): value for name, value in row.items() if name != "match_id"}


def _journal_entry(row: asyncpg.Record) -> Json:
    entry: Json = {"hands": [], "adjustments": [], "members": []} | msgspec.json.decode(
        row["entry"]
    )
    return entry | {"version": row["version"], "noted_at": row["noted_at"]}


def _ok(answer: Any) -> Json:
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]
