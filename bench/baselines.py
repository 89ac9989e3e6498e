"""Baselines: how often a second PostgreSQL answers the statements of a request."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from typing import Final
from uuid import UUID

import asyncpg
import msgspec
from msgspec import Struct

from pitchkeeper.database import pool as database
from pitchkeeper.database.pool import queries

_CONNECTIONS: Final = 8
_ROUNDS: Final = 250
_AS_IS: Final = (None, False, None, None)
"""The arguments: no command, not deleted, no known version."""


class Rates(Struct, frozen=True):
    """The number of times a second that the statements of a request are answered."""

    reads: float
    writes: float


async def statements(url: str, match_ids: Sequence[UUID], device_id: UUID) -> Rates:
    """Measure the statements of a read and of a write, with the connections of one worker."""
    connections = [await asyncpg.connect(url) for _ in range(_CONNECTIONS)]
    for connection in connections:
        await database.prepare(connection)
    try:
        reads = await _rate(connections, partial(_read, cycle(match_ids), device_id))
        return Rates(reads, await _rate(connections, partial(_write, cycle(match_ids), device_id)))
    finally:
        for connection in connections:
            await connection.close()


async def _rate(
    connections: list[asyncpg.Connection], work: Callable[[asyncpg.Connection], Awaitable[object]]
) -> float:
    async def lane(connection: asyncpg.Connection) -> None:
        for _ in range(_ROUNDS):
            await work(connection)

    before = time.perf_counter()
    await asyncio.gather(*map(lane, connections))
    return _CONNECTIONS * _ROUNDS / (time.perf_counter() - before)


async def _read(
    match_ids: Iterator[UUID], device_id: UUID, connection: asyncpg.Connection
) -> object:
    return await connection.fetchrow(queries().load_match, next(match_ids), device_id, *_AS_IS)


async def _write(
    match_ids: Iterator[UUID], device_id: UUID, connection: asyncpg.Connection
) -> object:
    match_id = next(match_ids)
    row = await connection.fetchrow(queries().load_match, match_id, device_id, *_AS_IS)
    assert row is not None
    number = len(msgspec.json.decode(row["hands"]))
    entry = b'{"action": "hand_changed"}'
    seen_at = row["updated_at"]
    written = (match_id, row["version"], seen_at, seen_at, device_id, None, entry, b"{}")
    return await connection.fetchval(
        queries().save_hand, *written, number, b"{}", False, None, None, None
    )
