"""One quota for however many workers: none gets more, and nobody is refused while some is left."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncpg
import pytest
from uuid_utils.compat import uuid7

from pitchkeeper.database.notifications import Notifications, Topic
from pitchkeeper.database.pool import Connections
from pitchkeeper.rate_limits import RateLimit, RateLimited
from pitchkeeper.rest.limits import quotas as permits
from pitchkeeper.rest.limits.quotas import Quotas

WORKERS = 32
SLOW = RateLimit("device", quota=600, seconds=600_000)
"""As many as a device has, but none comes back while a test runs."""


@asynccontextmanager
async def workers(
    pool: "asyncpg.Pool[asyncpg.Record]", database_url: str
) -> AsyncIterator[list[Quotas]]:
    """Quotas as so many workers have them, each with a listener of its own."""
    connections, quotas_of_workers = Connections(pool), []
    async with AsyncExitStack() as stack:
        for _ in range(WORKERS):
            notifications = Notifications(database_url, uuid7().hex)
            quotas_of_workers.append(
                Quotas(connections, time.monotonic, notifications.recall_permits)
            )
            notifications.on_change(Topic.PERMITS, quotas_of_workers[-1].return_permits)
            await stack.enter_async_context(notifications.lifespan())
        yield quotas_of_workers
        await connections.leave()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are waited for longer where one process is all of them."""
    monkeypatch.setattr(permits, "_RECALL_SECONDS", (0.05, 0.2, 0.5, 1.0, 2.0))


async def count_refusals(
    quotas: list[Quotas], limit: RateLimit, times: int, chance: random.Random
) -> int:
    """Return the number of refused requests among some at once, on any workers."""
    takings = [chance.choice(quotas).take(limit, "Ann") for _ in range(times)]
    results = await asyncio.gather(*takings, return_exceptions=True)
    assert all(error is None or isinstance(error, RateLimited) for error in map(_error_in, results))
    return sum(isinstance(result, RateLimited) for result in results)


def _error_in(result: object) -> BaseException | None:
    return result if isinstance(result, BaseException) else None


@pytest.mark.parametrize(
    "limit",
    [RateLimit("device", quota=600, seconds=60), RateLimit("sign-ins", quota=300, seconds=3600)],
)
async def test_sixty_at_once_over_32_workers_all_get_through(
    pool: "asyncpg.Pool[asyncpg.Record]", database_url: str, limit: RateLimit
) -> None:
    async with workers(pool, database_url) as quotas:
        in_turn = [quotas[number % WORKERS].take(limit, "Ann") for number in range(60)]
        assert {_error_in(result) for result in await asyncio.gather(*in_turn)} == {None}
        assert await count_refusals(quotas, limit, 60, random.Random(17)) == 0


async def test_of_one_more_than_the_quota_one_is_refused(
    pool: "asyncpg.Pool[asyncpg.Record]", database_url: str
) -> None:
    async with workers(pool, database_url) as quotas:
        assert await count_refusals(quotas, SLOW, SLOW.quota + 1, random.Random(17)) == 1


async def test_what_other_workers_do_not_use_is_there_for_one_that_needs_it(
    pool: "asyncpg.Pool[asyncpg.Record]", database_url: str
) -> None:
    async with workers(pool, database_url) as quotas:
        for quota in quotas:
            await quota.take(SLOW, "Ann")
        assert await count_refusals(quotas[:1], SLOW, SLOW.quota - WORKERS, random.Random(17)) == 0
        assert await count_refusals(quotas, SLOW, 10, random.Random(17)) == 10


async def test_what_came_back_while_a_request_waited_is_not_for_it(
    pool: "asyncpg.Pool[asyncpg.Record]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or whoever asks too often would be served late instead of being told."""
    connections, now = Connections(pool), 1000.0
    limit = RateLimit("device", quota=5, seconds=5)

    def clock() -> float:
        return now

    quotas = Quotas(connections, clock)
    began = time.monotonic()
    for _ in range(5):
        await quotas.take(limit, "Ann")
    await asyncio.sleep(1.1)

    async def late() -> None:
        nonlocal now
        now += time.monotonic() - began
        await quotas._take_share(quotas._lease(limit, holder), holder, 1000.0)

    holder = permits._holder(limit.name, "Ann")
    await late()
    assert quotas._lease(limit, holder).remaining == 0
    assert (await quotas.take(limit, "Ann")).remaining == 0
    await connections.leave()


async def test_a_quota_that_no_microsecond_divides_is_granted_whole(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    quotas = Quotas(Connections(pool), time.monotonic)
    odd = RateLimit("odd", quota=7, seconds=86_000)
    assert [(await quotas.take(odd, "Ann")).remaining for _ in range(7)] == [6, 5, 4, 3, 2, 1, 0]


async def test_who_asks_often_has_larger_leases_that_others_take_back(
    pool: "asyncpg.Pool[asyncpg.Record]", database_url: str
) -> None:
    async with workers(pool, database_url) as quotas:
        grants = []
        for _ in range(10):
            await quotas[0].take(SLOW, "Ann")
            grants.append(await pool.fetchval("SELECT granted FROM allowances"))
        assert grants == [9] * 9 + [73]
        assert await count_refusals(quotas[1:2], SLOW, SLOW.quota - 10, random.Random(17)) == 0
