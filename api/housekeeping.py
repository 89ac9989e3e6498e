"""Housekeeping: what is deleted once nobody needs it, by one process at a time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import structlog

from api import metrics
from api.database import Connections, queries

CHORES: Final = (
    "forget_idle_allowances",
    "forget_old_codes",
    "forget_old_entrances",
    "forget_old_idle_commands",
    "forget_old_invites",
    "forget_old_keys",
)
"""The statements, by name, that are run once in a while; each deletes so many rows at most."""
BATCH: Final = 1_000
"""Rows that are deleted at once, in a transaction that nobody has to wait for."""
_SECONDS: Final = 600.0
_LOCK: Final = 0x7069746368
"""Any number will do that no other program locks in the same database."""
_log = structlog.get_logger()


@asynccontextmanager
async def kept(connections: Connections, *, every: float = _SECONDS) -> AsyncIterator[None]:
    """Keep house for as long as this lasts."""
    task = asyncio.create_task(_repeat(connections, every))
    try:
        yield
    finally:
        task.cancel()


async def run(connections: Connections) -> bool:
    """Do every chore once; false if another process is at it."""
    async with connections.acquire() as connection:
        if not await connection.fetchval(queries().lock_housekeeping, _LOCK):
            return False
        try:
            for chore in CHORES:
                await _do(chore, connection.execute)
        finally:
            await connection.fetchval(queries().unlock_housekeeping, _LOCK)
    return True


async def _do(chore: str, execute: Callable[[str, int], Awaitable[str]]) -> None:
    """Do a chore to its end; one that fails comes again, and keeps no other from being done."""
    try:
        deleted = BATCH
        while deleted == BATCH:
            status = await execute(getattr(queries(), chore), BATCH)
            deleted = int(status.removeprefix("DELETE "))
            metrics.rows_forgotten(chore, deleted)
    except Exception as failed:
        metrics.chore_failed(chore)
        _log.warning("chore failed", chore=chore, exc_info=failed)


async def _repeat(connections: Connections, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        try:
            await run(connections)
        except Exception as failed:
            _log.warning("housekeeping failed", exc_info=failed)
