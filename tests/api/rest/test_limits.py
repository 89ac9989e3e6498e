"""Rate limits of a device and an address, across all processes."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import asyncpg
import httpx
import pytest
from litestar import Litestar
from msgspec import structs

from pitchkeeper import app
from pitchkeeper.database import cleanup
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.rate_limits import RateLimit, RateLimited, RateLimits
from pitchkeeper.rest.limits import quotas as permits
from pitchkeeper.rest.limits.quotas import Quotas
from tests.support.apps import client, living
from tests.support.phones import LAVISH, Device, assert_problem
from tests.support.queues import enter_hand, opening, outcomes, post, send
from tests.support.sheet_entries import FOUR_TO_NONE

STRICT = RateLimit("joins", quota=3, seconds=3600)
USUAL = RateLimit("device", quota=100, seconds=60)


class Clock:
    """Seconds that pass when a test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def quotas(pool: "asyncpg.Pool[asyncpg.Record]", clock: Clock) -> Quotas:
    return Quotas(Connections(pool), clock)


@asynccontextmanager
async def living_with_limits(
    url: str, **limits: RateLimit
) -> AsyncIterator[tuple[Litestar, Device]]:
    """The app with some limits within reach, and a client of it."""
    strict: RateLimits = structs.replace(LAVISH, **limits)
    async with living(url, rate_limits=strict) as app_, client(app_) as device:
        yield app_, device


async def test_a_quota_holds_across_processes(
    quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]", clock: Clock
) -> None:
    second = Quotas(Connections(pool), clock)
    permits = [await worker.take(STRICT, "Ann") for worker in (quotas, second, quotas)]
    assert [allowance.remaining for allowance in permits] == [2, 1, 0]
    with pytest.raises(RateLimited) as error:
        await second.take(STRICT, "Ann")
    assert 1100 < error.value.seconds <= 1200
    assert (await second.take(STRICT, "Bob")).remaining == 2


async def test_many_at_once_never_get_more_than_the_quota(
    quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]", clock: Clock
) -> None:
    processes = (quotas, Quotas(Connections(pool), clock))
    slow = structs.replace(USUAL, seconds=36_000)
    takings = [process.take(slow, "Ann") for process in processes for _ in range(100)]
    permits = await asyncio.gather(*takings, return_exceptions=True)
    assert sum(isinstance(permit, RateLimited) for permit in permits) == 100


async def let_pass(pool: "asyncpg.Pool[asyncpg.Record]", seconds: float) -> None:
    """Let so many seconds go by, as PostgreSQL counts them."""
    text = "UPDATE allowances SET spent_until = spent_until - $1 * interval '1 second'"
    await pool.execute(text, seconds)


async def test_permits_come_back_one_by_one(
    quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]", clock: Clock
) -> None:
    slow = RateLimit("slow", quota=2, seconds=7200)
    await quotas.take(slow, "Ann")
    await quotas.take(slow, "Ann")
    with pytest.raises(RateLimited):
        await quotas.take(slow, "Ann")
    await let_pass(pool, 3700)
    clock.now += 3700
    assert (await quotas.take(slow, "Ann")).remaining == 0


async def test_the_database_is_asked_once_in_many_requests(
    quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    for _ in range(10):
        await quotas.take(structs.replace(USUAL, quota=640), "Ann")
    assert await pool.fetchval("SELECT sum(granted) FROM allowances") == 10


async def test_a_clock_of_ours_that_goes_backwards_does_no_harm(
    quotas: Quotas, clock: Clock
) -> None:
    first = await quotas.take(USUAL, "Ann")
    clock.now -= 500
    second = await quotas.take(USUAL, "Ann")
    assert (first.remaining, second.remaining) == (99, 98)


async def test_a_clock_of_the_database_that_went_backwards_costs_one_window(
    quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    await quotas.take(STRICT, "Ann")
    await pool.execute("UPDATE allowances SET spent_until = now() + interval '9 days'")
    with pytest.raises(RateLimited) as error:
        await quotas.take(STRICT, "Ann")
    assert error.value.seconds <= 1200


@pytest.mark.parametrize("limit", [STRICT, USUAL])
async def test_a_permit_that_did_not_count_is_given_back(quotas: Quotas, limit: RateLimit) -> None:
    before = await quotas.take(limit, "Ann")
    quotas.give_back(limit, "Ann")
    assert (await quotas.take(limit, "Ann")).remaining == before.remaining


async def test_no_address_is_kept(quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    await quotas.take(USUAL, "192.0.2.17")
    assert "192.0.2.17" not in str(await pool.fetch("SELECT * FROM allowances"))


async def test_what_is_whole_again_is_forgotten_by_one_process_at_a_time(
    quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    await quotas.take(STRICT, "Ann")
    await quotas.take(STRICT, "Bob")
    await pool.execute(
        "UPDATE allowances SET spent_until = now() - interval '1 s'"
        " WHERE holder = (SELECT min(holder::text)::uuid FROM allowances)"
    )
    claim = (cleanup._NAME, cleanup._CLAIM, timedelta(0))
    assert await pool.fetchval(queries().claim_cleanup, *claim)
    assert not await cleanup.run(Connections(pool))
    await pool.execute(queries().note_cleanup, cleanup._NAME)
    assert await cleanup.run(Connections(pool))
    assert await pool.fetchval("SELECT count(*) FROM allowances") == 1


async def test_the_house_is_kept_for_as_long_as_the_server_runs(
    quotas: Quotas, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    await quotas.take(STRICT, "Ann")
    await pool.execute("UPDATE allowances SET spent_until = now()")
    async with cleanup.lifespan(Connections(pool), every=0.01):
        while await pool.fetchval("SELECT count(*) FROM allowances"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def test_an_operation_names_a_limit_that_there_is() -> None:
    limits = {operation.rate_limit for operation in app.OPERATIONS if operation.rate_limit}
    assert limits <= {field.name for field in structs.fields(RateLimits)}
    assert {
        operation.path.split("/")[1] for operation in app.OPERATIONS if operation.is_limited
    } == {"v1"}


async def test_an_address_over_its_limit_is_told_when_to_go_on(database_url: str) -> None:
    few = RateLimit("address", quota=3, seconds=3600)
    async with living_with_limits(database_url, address=few) as (_, device):
        for remaining in (2, 1, 0):
            answer = await device.get("/v1/devices/me")
            assert_problem(answer, 401, "unauthenticated")
            assert answer.headers["ratelimit-policy"] == '"address";q=3;w=3600'
            assert re.fullmatch(rf'"address";r={remaining};t=\d+', answer.headers["ratelimit"])
        answer = await device.get("/v1/devices/me")
        assert_problem(answer, 429, "rate_limited")
        assert 1100 < int(answer.headers["retry-after"]) <= 1200
        assert answer.headers["ratelimit"] == f'"address";r=0;t={answer.headers["retry-after"]}'
        for path in ("/health/live", "/health/ready", "/openapi.json", "/docs", "/metrics"):
            free = await device.get(path, headers={"Host": "localhost"})
            assert free.status_code == 200
            assert "ratelimit" not in free.headers


async def test_a_device_over_its_limit_leaves_others_alone(database_url: str) -> None:
    few = RateLimit("device", quota=2, seconds=3600)
    async with living_with_limits(database_url, device=few) as (_, device):
        tokens = [(await device.post("/v1/devices")).json()["token"] for _ in range(2)]
        ann, bob = ({"Authorization": f"Bearer {token}"} for token in tokens)
        for _ in range(2):
            assert (await device.get("/v1/devices/me", headers=ann)).status_code == 200
        answer = await device.get("/v1/devices/me", headers=ann)
        assert_problem(answer, 429, "rate_limited")
        answer = await device.get("/v1/devices/me", headers=bob)
        assert re.fullmatch(
            r'"address";r=\d+;t=\d+, "device";r=1;t=\d+', answer.headers["ratelimit"]
        )


@pytest.mark.parametrize(
    ("limit", "path"), [("sign_ins", "/v1/devices"), ("rulings", "/v1/rulings/hand")]
)
async def test_what_costs_much_has_a_limit_of_its_own(
    database_url: str, limit: str, path: str
) -> None:
    few = RateLimit("few", quota=1, seconds=3600)
    async with living_with_limits(database_url, **{limit: few}) as (_, device):
        assert '"few";r=0' in (await device.post(path, json={})).headers["ratelimit"]
        assert_problem(await device.post(path, json={}), 429, "rate_limited")
        assert (await device.get("/v1/rulesets")).status_code == 200


async def test_a_batch_counts_as_many_requests_as_it_has_commands(
    database_url: str, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    few = RateLimit("device", quota=10, seconds=36_000)
    async with living_with_limits(database_url, device=few) as (_, device):
        token = (await device.post("/v1/devices")).json()["token"]
        device.headers["Authorization"] = f"Bearer {token}"
        queue = [opening()]
        for number in range(1, 15):
            queue.append(enter_hand(queue[-1], number, FOUR_TO_NONE))
        answer = await post(device, *queue)
        items = answer.json()["items"]
        assert outcomes(items) == ["done"] * 10 + ["rate_limited"] * 5
        assert re.search(r'^"address";r=\d+;t=\d+, "device";r=0', answer.headers["ratelimit"])
        for item in items[:10]:
            assert item["retryAfter"] is None
        for item in items[10:]:
            assert (item["status"], item["version"]) == (429, None)
            assert 3500 < item["retryAfter"] <= 3600
        again = await post(device, *queue[10:])
        assert_problem(again, 429, "rate_limited")
        await let_pass(pool, items[-1]["retryAfter"])
        await asyncio.sleep(permits._REFUSED_SECONDS)
        (item,) = await send(device, queue[10])
        assert (item["outcome"], item["version"]) == ("done", 11)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("unknown", "192.0.2.1:80", True),
    ],
)
async def test_a_network_of_ipv6_counts_as_one_address(
    database_url: str, first: str, second: str, same: bool
) -> None:
    few = RateLimit("address", quota=1, seconds=3600)
    async with living_with_limits(database_url, address=few) as (app_, _):
        statuses = []
        for host in (first, second):
            transport = httpx.ASGITransport(app=app_, client=(host, 1))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://table") as device:
                statuses.append((await device.get("/v1/rulesets")).status_code)
    assert statuses == [200, 429 if same else 200]
