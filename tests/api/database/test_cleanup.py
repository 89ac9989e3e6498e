"""The cleanup deletes temporary rows once they have expired, in small steps."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Final, TypeAlias

import asyncpg
import pytest
from structlog.testing import capture_logs

from pitchkeeper import metrics
from pitchkeeper.database import cleanup
from pitchkeeper.database.pool import Connections, queries
from tests.support import citus
from tests.support.databases import open_pool
from tests.support.metrics import value

Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
TABLES: Final = {
    "forget_idle_allowances": (
        "allowances",
        "SELECT uuidv7(), now() + interval '30 days' - $2::interval, 1",
    ),
    "forget_old_codes": (
        "codes",
        "SELECT uuidv7()::text, uuidv7(), uuidv7(), now() - $2::interval",
    ),
    "forget_old_entrances": (
        "entrances",
        "SELECT uuidv7(), uuidv7(), uuidv7(), now() - $2::interval",
    ),
    "forget_old_idle_commands": (
        "idle_commands",
        "SELECT uuidv7(), uuidv7(), 1, now() - $2::interval",
    ),
    "forget_old_invites": (
        "invites",
        (
            "SELECT uuidv7(), uuidv7(), 'K', 'viewer', 0, now(), now() - $2::interval, 1, 1, "
            "NULL, 'match'"
        ),
    ),
    "forget_old_keys": (
        "keys",
        "SELECT uuidv7(), 'first', '\\x00'::bytea, uuidv7(), now() - $2::interval",
    ),
    "forget_old_transfers": (
        "device_codes",
        (
            "SELECT uuidv7(), 'transfer', uuid_send(uuidv7()), now(), "
            "now() + interval '29 days' - $2::interval"
        ),
    ),
    "forget_old_streams": ("streams", "SELECT uuidv7(), ARRAY[uuidv7()], now() - $2::interval"),
    "forget_old_public_links": (
        "public_links",
        "SELECT uuidv7(), uuidv7(), 'match', uuid_send(uuidv7()), now(), now() - $2::interval",
    ),
}
"""Which table each chore looks after, and how rows of some age are put there."""


async def put(pool: Pool, chore: str, rows: int, days: int) -> None:
    """Rows that were last needed so many days ago."""
    table, values = TABLES[chore]
    text = f"INSERT INTO {table} {values} FROM generate_series(1, $1)"
    await pool.execute(text, rows, timedelta(days=days))


async def count(pool: Pool, chore: str) -> int:
    return int(await pool.fetchval(f"SELECT count(*) FROM {TABLES[chore][0]}"))  # noqa: S608


def test_every_chore_is_known_here() -> None:
    assert set(cleanup.CHORES) == set(TABLES)


@pytest.mark.parametrize("chore", TABLES)
async def test_what_is_past_its_time_is_forgotten_and_nothing_else(pool: Pool, chore: str) -> None:
    await put(pool, chore, rows=2 * cleanup.BATCH + 7, days=31)
    await put(pool, chore, rows=3, days=29)
    before = value(metrics.render().decode(), "pitchkeeper_rows_forgotten_total", chore=chore)
    assert await cleanup.run(Connections(pool))
    assert await count(pool, chore) == 3
    after = value(metrics.render().decode(), "pitchkeeper_rows_forgotten_total", chore=chore)
    assert after - before == 2 * cleanup.BATCH + 7


@pytest.mark.parametrize("chore", TABLES)
async def test_no_more_is_forgotten_at_once_than_a_batch(pool: Pool, chore: str) -> None:
    await put(pool, chore, rows=25, days=31)
    assert await pool.execute(getattr(queries(), chore), 10) == "DELETE 10"
    assert await count(pool, chore) == 15


@pytest.mark.parametrize("chore", TABLES)
async def test_what_is_kept_is_not_read_to_find_what_is_not(pool: Pool, chore: str) -> None:
    citus.skip("Its plans are those of shards")
    await put(pool, chore, rows=20_000, days=29)
    await put(pool, chore, rows=5, days=31)
    await pool.execute(f"ANALYZE {TABLES[chore][0]}")
    statement = getattr(queries(), chore).replace("$1", str(cleanup.BATCH))
    plan = "\n".join(row[0] for row in await pool.fetch(f"EXPLAIN {statement}"))
    assert f"{TABLES[chore][0]}_by_time" in plan
    assert "Seq Scan" not in plan


async def test_an_invite_that_was_revoked_lately_is_kept(pool: Pool) -> None:
    for days_expired, days_revoked in ((31, 29), (40, 31)):
        await put(pool, "forget_old_invites", rows=1, days=days_expired)
        await pool.execute(
            "UPDATE invites SET revoked_at = now() - $1::interval WHERE revoked_at IS NULL",
            timedelta(days=days_revoked),
        )
    await cleanup.run(Connections(pool))
    assert await count(pool, "forget_old_invites") == 1


async def test_a_chore_that_fails_leaves_the_others_to_be_done(
    pool: Pool, database_url: str
) -> None:
    for chore in TABLES:
        await put(pool, chore, rows=2, days=31)
    impatient = await open_pool(
        f"{database_url}{'&' if '?' in database_url else '?'}lock_timeout=100"
    )
    async with pool.acquire() as busy, busy.transaction():
        await busy.execute("LOCK TABLE codes")
        with capture_logs() as logs:
            assert await cleanup.run(Connections(impatient))
    counts = {chore: await count(pool, chore) for chore in TABLES}
    assert counts == {**dict.fromkeys(TABLES, 0), "forget_old_codes": 2}
    assert [(line["event"], line["chore"]) for line in logs] == [
        ("chore failed", "forget_old_codes")
    ]
    assert await cleanup.run(Connections(impatient))
    assert await count(pool, "forget_old_codes") == 0
    impatient.terminate()


async def test_of_many_processes_one_cleans_up_and_that_is_noted(pool: Pool) -> None:
    connections, hour = Connections(pool), timedelta(hours=1)
    at_once = await asyncio.gather(*(cleanup.run(connections, every=hour) for _ in range(6)))
    assert sorted(at_once) == [False] * 5 + [True]
    done_at = await pool.fetchval("SELECT done_at FROM cleanups")
    assert await pool.fetchval("SELECT now() - $1::timestamptz", done_at) < timedelta(minutes=5)
    timestamp = value(metrics.render().decode(), "pitchkeeper_cleaned_up_timestamp_seconds")
    assert timestamp == pytest.approx(done_at.timestamp())
    assert not await cleanup.run(connections, every=hour)
    await pool.execute("UPDATE cleanups SET done_at = done_at - $1::interval", hour)
    assert await cleanup.run(connections, every=hour)


async def test_whoever_dies_at_it_is_waited_for_no_longer_than_a_step(pool: Pool) -> None:
    claim = (cleanup._NAME, cleanup._CLAIM, timedelta(0))
    assert await pool.fetchval(queries().claim_cleanup, *claim)
    assert not await cleanup.run(Connections(pool))
    await pool.execute(
        "UPDATE cleanups SET claimed_until = claimed_until - $1::interval", cleanup._CLAIM
    )
    assert await cleanup.run(Connections(pool))


async def test_a_long_cleanup_stays_claimed(pool: Pool) -> None:
    answers: list[bool] = []

    async def slow(connections: Connections) -> AsyncIterator[int]:
        for _ in range(2):
            await pool.execute("UPDATE cleanups SET claimed_until = now() + interval '1 second'")
            yield 1
            await pool.execute("SELECT pg_sleep(1.1)")
            answers.append(await cleanup.run(connections))

    assert await cleanup.run(Connections(pool), {"slow": slow})
    assert answers == [False, False]
