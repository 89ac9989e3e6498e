"""Cleanup: what is deleted once nobody needs it, once for all servers, and when is noted.

A chore is one statement; a task removes things whole, in as many as that takes. Whoever looks first
when it is due claims it for a while, and for longer with every step: a process that dies loses its
claim, and no connection is held meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final, TypeAlias

import structlog

from pitchkeeper import metrics
from pitchkeeper.database.pool import Connections, queries

CHORES: Final = (
    "forget_idle_allowances",
    "forget_old_codes",
    "forget_old_entrances",
    "forget_old_idle_commands",
    "forget_old_invites",
    "forget_old_keys",
    "forget_old_public_links",
    "forget_old_streams",
    "forget_old_transfers",
)
"""The statements, by name, that are run once in a while; each deletes so many rows at most."""
_COMMON: Final = {"forget_idle_allowances", "forget_old_streams"}
"""Those of what all servers count together."""
BATCH: Final = 1_000
"""Rows that are deleted at once, in a transaction that nobody has to wait for."""
_SECONDS: Final = 600.0
_LOOKS: Final = 10
"""How often a process looks before it is due again: any other may have done it meanwhile."""
_NAME: Final = "everything"
_CLAIM: Final = timedelta(minutes=10)
"""Longer than any one step takes."""
Task: TypeAlias = Callable[[Connections], AsyncIterator[int]]
"""Removes what is due step by step, and tells after each how much that was."""
_log = structlog.get_logger()


@asynccontextmanager
async def lifespan(
    connections: Connections, tasks: Mapping[str, Task] | None = None, *, every: float = _SECONDS
) -> AsyncIterator[None]:
    """Clean up once in a while for as long as this lasts."""
    task = asyncio.create_task(_repeat(connections, tasks, every))
    try:
        yield
    finally:
        task.cancel()


async def run(
    connections: Connections,
    tasks: Mapping[str, Task] | None = None,
    *,
    every: timedelta = timedelta(0),
) -> bool:
    """Do every chore and task once; false if another process is at it, or was not long ago."""
    common = connections.common
    if not await common.fetchval(queries().claim_cleanup, _NAME, _CLAIM, every):
        return False
    for chore in CHORES:
        its = common if chore in _COMMON else connections
        await _do(chore, common, _forget(chore, its))
    for name, task in (tasks or {}).items():
        await _do(name, common, task(connections))
    metrics.set_cleanup_time(await common.fetchval(queries().note_cleanup, _NAME))
    return True


async def _forget(chore: str, connections: Connections) -> AsyncIterator[int]:
    deleted = BATCH
    while deleted == BATCH:
        status = await connections.execute(getattr(queries(), chore), BATCH)
        # asyncpg answers what PostgreSQL says it did, such as "DELETE 1000".
        deleted = int(status.removeprefix("DELETE "))
        yield deleted


async def _do(chore: str, common: Connections, steps: AsyncIterator[int]) -> None:
    """Do a chore to its end; one that fails comes again, and keeps no other from being done."""
    try:
        async for deleted in steps:
            metrics.count_deleted_rows(chore, deleted)
            await common.execute(queries().keep_cleanup, _NAME, _CLAIM)
    except Exception as failed:
        metrics.count_failed_chore(chore)
        _log.warning("chore failed", chore=chore, exc_info=failed)


async def _repeat(connections: Connections, tasks: Mapping[str, Task] | None, every: float) -> None:
    while True:
        await asyncio.sleep(every / _LOOKS)
        try:
            await run(connections, tasks, every=timedelta(seconds=every))
        except Exception as failed:
            _log.warning("cleanup failed", exc_info=failed)
