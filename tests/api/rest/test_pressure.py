"""When there is too little time, too few connections or no room, phones are told when to retry."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from uuid import UUID

import asyncpg
import httpx
import pytest
from litestar import Litestar

from tests.support import citus, tables
from tests.support.apps import client, living
from tests.support.phones import Device, Json, assert_problem, open_match
from tests.support.readers import PATIENCE

POOL = 8


@pytest.fixture
async def impatient_phone(database_url: str) -> AsyncIterator[Device]:
    """A client of a server that gives requests up very soon."""
    async with living(database_url, timeout_seconds=2) as app, client(app) as device:
        yield device


async def test_a_request_that_takes_too_long_is_given_up(
    impatient_phone: Device, stranger: Device, database_url: str
) -> None:
    blocker = await asyncpg.connect(database_url)
    async with blocker.transaction():
        await blocker.execute("LOCK TABLE devices")
        answer = await impatient_phone.post("/v1/devices")
    assert_problem(answer, 503, "timed_out")
    assert answer.headers["retry-after"] == "1"
    assert "ratelimit" in answer.headers
    await blocker.close()
    assert (await stranger.post("/v1/devices")).status_code == 201


async def test_a_body_that_never_ends_is_given_up(impatient_phone: Device) -> None:
    async def dripping() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" "
            await asyncio.sleep(0.1)

    headers = {"Content-Type": "application/json"}
    answer = await impatient_phone.post("/v1/rulings/call", content=dripping(), headers=headers)
    assert_problem(answer, 408, "body_too_slow")


async def test_without_a_free_connection_phones_are_told_to_try_again(
    own_app: Litestar, stranger: Device
) -> None:
    connections = own_app.state.services.connections
    async with AsyncExitStack() as stack:
        for _ in range(POOL):
            await stack.enter_async_context(connections.acquire())
        connections._patience = 0.1
        answers = await asyncio.gather(stranger.post("/v1/devices"), stranger.get("/health/ready"))
        for answer in answers:
            assert_problem(answer, 503, "database_busy")
            assert answer.headers["retry-after"] == "1"
        assert (await stranger.get("/health/live")).status_code == 200
    assert (await stranger.post("/v1/devices")).status_code == 201


async def test_a_crowd_on_few_connections_is_served(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    own_app.state.services.matches.store._pool._patience = PATIENCE
    path = f"/v1/matches/{match['matchId']}"
    answers = await asyncio.gather(*(phone.get(path) for _ in range(10 * POOL)))
    assert {answer.status_code for answer in answers} == {200}


async def test_a_full_disk_is_said_and_reading_goes_on(
    phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """PostgreSQL itself raises the error that it raises when a file cannot grow."""
    citus.skip("Its tables have no triggers")
    await pool.execute(
        """
        CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END$$;
        CREATE TRIGGER no_room BEFORE INSERT ON matches EXECUTE FUNCTION no_room();
        """
    )
    players = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
    body = {"ruleset": "mb-lounge", "players": players}
    answer = await phone.post("/v1/matches", json=body)
    assert_problem(answer, 503, "storage_full")
    assert answer.headers["retry-after"] == "1"
    assert (await phone.get(f"/v1/matches/{match['matchId']}")).status_code == 200
    await pool.execute("DROP TRIGGER no_room ON matches")
    await open_match(phone)


@pytest.mark.parametrize("path", ["/v1/rulesets", "/health/live", "/v1/devices/me"])
async def test_what_can_be_read_has_a_head(phone: Device, path: str) -> None:
    head, body = await phone.head(path), await phone.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == body.headers["content-length"]
    assert "HEAD" in (await phone.options(path)).headers["allow"]


async def test_a_server_that_is_too_old_for_its_database_is_not_ready(
    stranger: httpx.AsyncClient, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    assert (await stranger.get("/health/ready")).status_code == 200
    await pool.execute("UPDATE migrations SET needs = 9999 WHERE number = 1")
    assert_problem(await stranger.get("/health/ready"), 503, "server_outdated")
    assert (await stranger.get("/health/live")).status_code == 200
    await pool.execute("UPDATE migrations SET needs = 0")


@pytest.mark.parametrize(
    "newer",
    [
        "UPDATE rulesets SET content = content || '{\"ofTomorrow\": 1}'",
        "UPDATE hands SET record = record || '{\"ofTomorrow\": 1}'",
        'UPDATE hands SET agreement = \'{"confirmations": [{"at": "tomorrow"}]}\'',
    ],
    ids=["a rule", "a fact of a hand", "another form"],
)
async def test_a_server_does_not_judge_what_it_knows_only_in_part(
    pool: "asyncpg.Pool[asyncpg.Record]", phone: Device, newer: str
) -> None:
    match = await open_match(phone)
    path = f"/v1/matches/{match['matchId']}"
    assert (await phone.put(f"{path}/hands/1", json={"trump": "S"})).is_success
    await pool.execute(newer)
    await pool.execute(tables.TOUCHED, UUID(match["matchId"]))
    answer = await phone.get(path)
    assert_problem(answer, 503, "server_outdated")
    assert answer.headers["retry-after"] == "1"
    await pool.execute("UPDATE rulesets SET content = content - 'ofTomorrow'")


async def test_a_match_keeps_fields_of_a_newer_server_when_an_older_one_changes_it(
    pool: "asyncpg.Pool[asyncpg.Record]", phone: Device
) -> None:
    match = await open_match(phone)
    await pool.execute("UPDATE matches SET head = head || '{\"ofTomorrow\": 1}'")
    await pool.execute(tables.TOUCHED, UUID(match["matchId"]))
    response = await phone.put(f"/v1/matches/{match['matchId']}/name", json={"name": "Two"})
    assert response.is_success, response.text
    head = await pool.fetchval("SELECT head ->> 'name' || (head ->> 'ofTomorrow') FROM matches")
    assert head == "Two1"


async def test_a_server_that_is_about_to_stop_is_alive_but_not_ready(
    own_app: Litestar, stranger: httpx.AsyncClient
) -> None:
    own_app.state.services.draining.set()
    assert_problem(await stranger.get("/health/ready"), 503, "shutting_down")
    assert (await stranger.get("/health/live")).status_code == 200
