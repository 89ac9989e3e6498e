"""Cleanup: what is deleted once nobody needs it, by one process at a time.

A chore is one statement; a task removes things whole, in as many as that takes.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import structlog

from api import metrics
from api.database.pool import Connection, Connections, queries

CHORES: Final = (
    "forget_idle_allowances",
    "forget_old_codes",
    "forget_old_entrances",
    "forget_old_idle_commands",
    "forget_old_invites",
    "forget_old_keys",
    "forget_old_public_links",
    "forget_old_transfers",
)
"""The statements, by name, that are run once in a while; each deletes so many rows at most."""
BATCH: Final = 1_000
"""Rows that are deleted at once, in a transaction that nobody has to wait for."""
_SECONDS: Final = 600.0
_LOCK: Final = 0x7069746368
"""Any number will do that no other program locks in the same database."""
Task: TypeAlias = Callable[[Connections], AsyncIterator[int]]
"""Removes what is due step by step, and tells after each how much that was."""
_log = structlog.get_logger()


@asynccontextmanager
async def running(
    connections: Connections, tasks: Mapping[str, Task] | None = None, *, every: float = _SECONDS
) -> AsyncIterator[None]:
    """Clean up once in a while for as long as this lasts."""
    task = asyncio.create_task(_repeat(connections, tasks, every))
    try:
        yield
    finally:
        task.cancel()


async def run(connections: Connections, tasks: Mapping[str, Task] | None = None) -> bool:
    """Do every chore and task once; false if another process is at it."""
    async with connections.acquire() as connection:
        # Tried and not awaited: whoever has it does the work of all.
        if not await connection.fetchval(queries().lock_cleanup, _LOCK):
            return False
        try:
            for chore in CHORES:
                await _do(chore, _forget(chore, connection))
            for name, task in (tasks or {}).items():
                await _do(name, task(connections))
        finally:
            await connection.fetchval(queries().unlock_cleanup, _LOCK)
    return True


async def _forget(chore: str, connection: Connection) -> AsyncIterator[int]:
    deleted = BATCH
    while deleted == BATCH:
        status = await connection.execute(getattr(queries(), chore), BATCH)
        deleted = int(status.removeprefix("DELETE "))
        yield deleted


async def _do(chore: str, steps: AsyncIterator[int]) -> None:
    """Do a chore to its end; one that fails comes again, and keeps no other from being done."""
    try:
        async for deleted in steps:
            metrics.rows_forgotten(chore, deleted)
    except Exception as failed:
        metrics.chore_failed(chore)
        _log.warning("chore failed", chore=chore, exc_info=failed)


async def _repeat(connections: Connections, tasks: Mapping[str, Task] | None, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        try:
            await run(connections, tasks)
        except Exception as failed:
            _log.warning("cleanup failed", exc_info=failed)
