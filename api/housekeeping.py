"""Housekeeping: what is deleted once nobody needs it, by one process at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog

from api.database import Connections, queries

CHORES: Final = ("forget_idle_allowances", "forget_old_codes", "forget_old_keys")
"""The statements, by name, that are run once in a while."""
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
                await connection.execute(getattr(queries(), chore))
        finally:
            await connection.fetchval(queries().unlock_housekeeping, _LOCK)
    return True


async def _repeat(connections: Connections, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        try:
            await run(connections)
        except Exception as failed:
            _log.warning("housekeeping failed", exc_info=failed)
