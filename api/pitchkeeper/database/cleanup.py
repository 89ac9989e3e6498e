"""Cleanup: delete rows that nobody needs any more, once for all servers.

A chore is one statement; a task removes whole aggregates in many. The first process that looks
when a cleanup is due claims it for a while, and renews the claim with every step: a process that
dies loses its claim, and no connection is held meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from pitchkeeper import metrics
from pitchkeeper.database.pool import Connection, Connections, queries

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
"""The names of the statements; each deletes a limited number of rows."""
_COMMON: Final = {"forget_idle_allowances", "forget_old_streams"}
"""Chores on the tables that all servers share."""
BATCH: Final = 1_000
"""Rows per transaction, so few that no request waits for it."""
_SECONDS: Final = 600.0
_LOOKS: Final = 10
"""Checks per period, because any other process may have run the cleanup meanwhile."""
_NAME: Final = "everything"
_CLAIM: Final = timedelta(minutes=10)
"""Longer than any one step takes."""
Task: TypeAlias = Callable[[Connections], AsyncIterator[int]]
"""Removes due aggregates step by step, and yields the number removed in each step."""
_log = structlog.get_logger()


@asynccontextmanager
async def lifespan(
    connections: Connections, tasks: Mapping[str, Task] | None = None, *, every: float = _SECONDS
) -> AsyncIterator[None]:
    """Run the cleanup periodically during the block."""
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
    """Run every chore and task once; return false if another process does, or just did."""
    common = connections.common
    if not await common.fetchval(queries().claim_cleanup, _NAME, _CLAIM, every):
        return False
    for chore in CHORES:
        owner = common if chore in _COMMON else connections
        await _do(chore, common, _forget(chore, owner))
    for name, task in (tasks or {}).items():
        await _do(name, common, task(connections))
    metrics.set_cleanup_time(await common.fetchval(queries().note_cleanup, _NAME))
    return True


async def _forget(chore: str, connections: Connections) -> AsyncIterator[int]:
    deleted = BATCH
    while deleted == BATCH:
        status = await connections.execute(getattr(queries(), chore), BATCH)
        # asyncpg returns the command tag of PostgreSQL, such as "DELETE 1000".
        deleted = int(status.removeprefix("DELETE "))
        yield deleted


async def _do(chore: str, common: Connections, steps: AsyncIterator[int]) -> None:
    """Run all steps of a chore; log a failure, so that the other chores run too."""
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


FEW: Final = 20
"""Ids per query of the aggregates to remove."""
_FIRST: Final = UUID(int=0)
_Remove = Callable[[Connection, UUID], Awaitable[None]]


def deleted_matches(connections: Connections) -> AsyncIterator[int]:
    """Remove matches that were deleted long ago, one at a time."""
    remove = partial(_remove_in_transaction, connections, remove_match)
    return remove_listed(connections, queries().list_deleted_matches, remove)


def deleted_leagues(connections: Connections) -> AsyncIterator[int]:
    """Remove leagues that were deleted long ago, one at a time."""
    remove = partial(_remove_in_transaction, connections, remove_league)
    return remove_listed(connections, queries().list_deleted_leagues, remove)


async def remove_listed(
    connections: Connections, listing: str, remove: Callable[[UUID], Awaitable[None]]
) -> AsyncIterator[int]:
    """Remove each id that a statement lists, one at a time, and yield 1 after each.

    A failure does not stop the others; the first one is raised at the end.
    """
    failure: Exception | None = None
    last = _FIRST
    while ids := [row[0] for row in await connections.fetch(listing, last, FEW)]:
        for row_id in ids:
            try:
                await remove(row_id)
            except Exception as failed:
                failure = failure or failed
            else:
                yield 1
        last = ids[-1]
    if failure is not None:
        raise failure


async def _remove_in_transaction(connections: Connections, remove: _Remove, row_id: UUID) -> None:
    async with connections.transaction() as connection:
        await remove(connection, row_id)


async def remove_match(connection: Connection, match_id: UUID) -> None:
    """Remove a match, also from the lists of devices, which are theirs, its invites and links."""
    await _unlist(connection, match_id, queries().list_devices_ever, queries().forget_matches)
    await connection.execute(queries().remove_match, match_id)


async def remove_league(connection: Connection, league_id: UUID) -> None:
    """Remove a league, also from the lists of devices, its invites and links; its matches stay."""
    listing = queries().list_league_devices_ever
    await _unlist(connection, league_id, listing, queries().forget_leagues)
    await connection.execute(queries().remove_league, league_id)


async def _unlist(connection: Connection, aggregate_id: UUID, listing: str, forget: str) -> None:
    """Remove a match or a league from the lists of devices, and its invites and links."""
    devices = await connection.fetch(listing, aggregate_id)
    await connection.execute(forget, aggregate_id, [row["device_id"] for row in devices])
    # In a statement of its own, for a code belongs to nobody, and it may be drawn again.
    codes = await connection.fetch(queries().list_codes, aggregate_id)
    await connection.execute(queries().remove_codes, [row["code"] for row in codes], aggregate_id)
    await connection.execute(queries().remove_invites, aggregate_id)
    await connection.execute(queries().remove_public_links, aggregate_id)
