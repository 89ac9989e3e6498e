"""Guessing a code is hopeless: by arithmetic, and because tries are counted before they count."""

import time
from contextlib import suppress

import asyncpg
import httpx
import pytest
from litestar import Litestar
from msgspec import structs

from pitchkeeper.access import guessing
from pitchkeeper.access.guessing import (
    JOINS_PER_ADDRESS,
    WRONG_CODES,
    WRONG_CODES_PER_ADDRESS,
    WRONG_CODES_PER_PROVIDER,
    WRONG_CODES_PER_SITE,
)
from pitchkeeper.access.membership import invites
from pitchkeeper.database.pool import Connections
from pitchkeeper.rate_limits import RateLimit, RateLimited
from pitchkeeper.rest.limits import throttle
from pitchkeeper.rest.limits.quotas import Quotas
from tests.support import guests
from tests.support.phones import Device, Json, SignIn, assert_problem

WRONG = "2345-6789"
CODES = len(invites.ALPHABET) ** invites.LENGTH
LIVE_INTO_MATCHES, LIVE_INTO_LEAGUES = 8_000, 2_000
"""More invites than a league of leagues has at once."""
LIVE = LIVE_INTO_MATCHES + LIVE_INTO_LEAGUES
"""What is drawn from the same codes, and found by the same guesses, wherever they are sent."""


@pytest.fixture(autouse=True)
def slower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let permits come back a thousand times as slowly: none does while a busy machine counts."""
    for name in ("JOINS_PER_DEVICE", "JOINS_PER_ADDRESS", "WRONG_CODES"):
        limit = getattr(guessing, name)
        monkeypatch.setattr(guessing, name, structs.replace(limit, seconds=limit.seconds * 1000))


async def load_remaining(own_app: Litestar) -> int:
    """Return the number of wrong codes left for all clients, after one more."""
    allowance = await own_app.state.services.quotas.take(guessing.WRONG_CODES, "everybody")
    return int(allowance.remaining)


def an_hour(limit: RateLimit) -> float:
    """Return the number of permits of a limit that return in an hour."""
    return limit.quota / limit.seconds * 3600


def guesses(addresses: int) -> float:
    """Return the number of codes an hour that a client with many addresses can try."""
    total = an_hour(WRONG_CODES) + addresses * an_hour(WRONG_CODES_PER_ADDRESS)
    return min(addresses * an_hour(JOINS_PER_ADDRESS), total)


@pytest.mark.parametrize(
    ("addresses", "each_hour", "years"),
    [
        (1, 540, 23.2),
        (100, 1021, 12.3),
        (1_000, 1208, 10.4),
        (10_000, 3083, 4.1),
        (65_536, 14_653, 0.9),
    ],
)
def test_it_takes_longer_than_anybody_plays(addresses: int, each_hour: int, years: float) -> None:
    assert round(guesses(addresses)) == each_hour
    hours = CODES / LIVE / guesses(addresses)
    assert round(hours / (24 * 365.25), 1) == years
    assert LIVE / LIVE_INTO_LEAGUES == 5, "as often as any, and five times as long for a league"


@pytest.mark.parametrize(
    ("limit", "each_hour", "years", "chance"),
    [(WRONG_CODES_PER_SITE, 1005, 12.5, 73_300), (WRONG_CODES_PER_PROVIDER, 1052, 11.9, 18_325)],
)
def test_a_network_of_ipv6_has_less_than_its_addresses_together(
    limit: RateLimit, each_hour: int, years: float, chance: int
) -> None:
    tries = an_hour(WRONG_CODES) + an_hour(limit)
    assert round(tries) == each_hour
    assert round(CODES / LIVE / tries / (24 * 365.25), 1) == years
    assert int(CODES / LIVE / (WRONG_CODES.quota + limit.quota)) == chance
    assert limit.quota >= 20 * WRONG_CODES_PER_ADDRESS.quota, "no phone spends what others need"


def test_what_was_saved_up_for_a_beginning_does_not_help() -> None:
    burst = WRONG_CODES.quota + 10_000 * WRONG_CODES_PER_ADDRESS.quota
    assert int(CODES / burst / LIVE) == 547


def test_an_invite_that_lasts_a_week_is_found_less_than_once_in_a_million() -> None:
    burst = WRONG_CODES.quota + 10_000 * WRONG_CODES_PER_ADDRESS.quota
    assert (burst + guesses(10_000) * 7 * 24) / CODES < 1e-6


async def test_a_device_that_tried_too_often_waits_even_with_the_right_code(
    phone: Device, match: Json, guest: Device, sign_in: SignIn
) -> None:
    invite = await guests.invite(phone, match)
    for _ in range(guessing.JOINS_PER_DEVICE.quota):
        assert_problem(await guests.join(guest, WRONG), 404, "invite_not_found", "/code")
    for code in (invite["code"], WRONG):
        waits = await guests.join(guest, code)
        assert_problem(waits, 429, "rate_limited")
        assert 1 <= int(waits.headers["retry-after"]) <= 30_000
    assert (await guest.get("/v1/matches")).json()["items"] == []
    async with await sign_in() as second:
        assert (await guests.join(second, invite["code"])).status_code == 201


async def test_an_address_waits_whatever_devices_it_makes(
    phone: Device, match: Json, guest: Device, own_app: Litestar, host: str
) -> None:
    invite = await guests.invite(phone, match)
    for _ in range(guessing.JOINS_PER_ADDRESS.quota):
        await own_app.state.services.quotas.take(guessing.JOINS_PER_ADDRESS, host)
    assert_problem(await guests.join(guest, invite["code"]), 429, "rate_limited")


async def spend_what_is_shared(own_app: Litestar, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    """Take all permits that everybody has together, before anything else is counted."""
    await own_app.state.services.quotas.take(guessing.WRONG_CODES, "everybody")
    await pool.execute("UPDATE allowances SET spent_until = now() + interval '99 days'")


async def test_nobody_is_kept_out_by_the_guesses_of_others(
    phone: Device,
    match: Json,
    guest: Device,
    own_app: Litestar,
    pool: "asyncpg.Pool[asyncpg.Record]",
    host: str,
) -> None:
    invite = await guests.invite(phone, match)
    await spend_what_is_shared(own_app, pool)
    assert_problem(await guests.join(guest, WRONG), 404, "invite_not_found", "/code")
    for _ in range(guessing.JOINS_PER_DEVICE.quota - 1):
        assert (await guests.join(guest, invite["code"])).status_code == 201


async def test_everybody_together_misses_only_so_often(
    phone: Device,
    match: Json,
    guest: Device,
    own_app: Litestar,
    pool: "asyncpg.Pool[asyncpg.Record]",
    host: str,
) -> None:
    invite = await guests.invite(phone, match)
    await spend_what_is_shared(own_app, pool)
    for _ in range(WRONG_CODES_PER_ADDRESS.quota - 1):
        await own_app.state.services.quotas.take(WRONG_CODES_PER_ADDRESS, host)
    assert_problem(await guests.join(guest, WRONG), 404, "invite_not_found", "/code")
    waits = await guests.join(guest, invite["code"])
    assert_problem(waits, 429, "rate_limited")
    assert 1 <= int(waits.headers["retry-after"]) <= 3600
    elsewhere = httpx.ASGITransport(app=own_app, client=("192.0.2.7", 1))  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=elsewhere, base_url="http://table", headers=guest.headers
    ) as mover:
        assert (await guests.join(mover, invite["code"])).status_code == 201


async def taken_until_refused(own_app: Litestar, limit: RateLimit, key: str) -> int:
    """Take permits until there are none; how many there were."""
    count = 0
    with suppress(RateLimited):
        while True:
            await own_app.state.services.quotas.take(limit, key)
            count += 1
    return count


@pytest.mark.parametrize(
    ("limit", "within", "beyond"),
    [
        (WRONG_CODES_PER_SITE, "2001:db8:7:ffff::1", "2001:db8:8::1"),
        (WRONG_CODES_PER_PROVIDER, "2001:db8:8::1", "2001:db9::1"),
    ],
)
async def test_a_network_of_ipv6_misses_only_so_often_together(
    guest: Device,
    own_app: Litestar,
    pool: "asyncpg.Pool[asyncpg.Record]",
    limit: RateLimit,
    within: str,
    beyond: str,
) -> None:
    await spend_what_is_shared(own_app, pool)

    async def guess_wrong(address: str) -> httpx.Response:
        elsewhere = httpx.ASGITransport(app=own_app, client=(address, 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(
            transport=elsewhere, base_url="http://table", headers=guest.headers
        ) as mover:
            return await guests.join(mover, WRONG)

    assert_problem(await guess_wrong("2001:db8:7::1"), 404, "invite_not_found", "/code")
    bits = {WRONG_CODES_PER_SITE: 48, WRONG_CODES_PER_PROVIDER: 32}[limit]
    network = throttle.wider_network(throttle.limit_key_for_host("2001:db8:7::1"), bits)
    assert network is not None
    count = await taken_until_refused(own_app, limit, network)
    # One comes back each minute, so that on a slow machine there are some more.
    assert count >= limit.quota - 1
    assert_problem(await guess_wrong(within), 429, "rate_limited")
    assert_problem(await guess_wrong(beyond), 404, "invite_not_found", "/code")


@pytest.mark.parametrize("spent", guests.JOINS.values())
@pytest.mark.parametrize("path", guests.JOINS.values())
async def test_tries_count_together_wherever_they_are_sent(
    guest: Device, own_app: Litestar, spent: str, path: str
) -> None:
    before = await load_remaining(own_app)
    for _ in range(guessing.JOINS_PER_DEVICE.quota):
        assert_problem(
            await guests.join(guest, WRONG, where=spent), 404, "invite_not_found", "/code"
        )
    assert before - await load_remaining(own_app) == guessing.JOINS_PER_DEVICE.quota + 1
    assert_problem(await guests.join(guest, WRONG, where=path), 429, "rate_limited")


async def test_a_code_of_the_other_kind_is_no_wrong_one(
    phone: Device, aggregate: Json, guest: Device, own_app: Litestar
) -> None:
    invite = await guests.invite(phone, aggregate)
    before = await load_remaining(own_app)
    for where in guests.JOINS.values():
        await guests.join(guest, invite["code"], where=where)
    assert await guests.list_ids(guest, aggregate) == [guests.aggregate_id(aggregate)]
    assert before - await load_remaining(own_app) == 1


async def test_wrong_codes_are_counted_one_by_one_in_all_processes(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    connections = Connections(pool)
    processes = [Quotas(connections, time.monotonic) for _ in range(12)]
    remaining = [
        (await process.take(guessing.WRONG_CODES, "everybody")).remaining for process in processes
    ]
    assert remaining == [guessing.WRONG_CODES.quota - number for number in range(1, 13)]


async def test_only_wrong_codes_count_for_everybody(
    phone: Device, match: Json, guest: Device, own_app: Litestar
) -> None:
    invite = await guests.invite(phone, match)
    before = await load_remaining(own_app)
    for _ in range(10):
        assert (await guests.join(guest, invite["code"])).status_code == 201
    assert before - await load_remaining(own_app) == 1
    for code in (WRONG, "no code"):
        await guests.join(guest, code)
    assert before - await load_remaining(own_app) == 4
