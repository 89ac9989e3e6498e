"""The list of a device shows the matches that it is in, whatever breaks or comes first."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import asyncpg
import pytest
from litestar import Litestar

from tests.support import citus, guests, tables
from tests.support.apps import client, living
from tests.support.phones import Device, Json, SignIn
from tests.support.readers import PATIENCE

WAITING = (
    "SELECT pid FROM pg_stat_activity "
    "WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """A second device, which is in no match."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def elsewhere(database_url: str, own_app: Litestar, phone: Device) -> AsyncIterator[Device]:
    """The owner's device, at another process on the same database."""
    async with living(database_url) as second, client(second) as device:
        device.headers["Authorization"] = phone.headers["Authorization"]
        yield device


async def list_ids(phone: Device) -> list[str]:
    """The ids of the matches that a device's list shows."""
    return [match["matchId"] for match in (await phone.get("/v1/matches")).json()["items"]]


@asynccontextmanager
async def lock(database_url: str, match: Json, device_id: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection that keeps everybody else from changing one line of a device's list."""
    citus.skip("Who waits for it waits on another node")
    connection = await asyncpg.connect(database_url)
    holding = connection.transaction()
    await holding.start()
    line = (UUID(device_id), UUID(match["matchId"]))
    await connection.execute(
        "INSERT INTO device_matches (device_id, match_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        *line,
    )
    await connection.execute(
        "SELECT FROM device_matches WHERE device_id = $1 AND match_id = $2 FOR UPDATE", *line
    )
    yield connection
    await holding.rollback()
    await connection.close()


async def waiting(connection: asyncpg.Connection) -> int:
    """The process that waits for what is held."""
    async with asyncio.timeout(PATIENCE):
        while (process := await connection.fetchval(WAITING)) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return int(process)


async def test_who_is_removed_while_it_joins_is_not_listed_for_good(
    phone: Device, elsewhere: Device, guest: Device, match: Json, database_url: str
) -> None:
    device_id = await tables.device_id(guest)
    invite = await guests.invite(phone, match)
    member = f"{tables.path(match)}/members/{device_id}"
    async with lock(database_url, match, device_id) as connection:
        joining = asyncio.create_task(guests.join(guest, invite["code"]))
        await waiting(connection)
        assert (await elsewhere.delete(member)).status_code == 200
    assert (await joining).status_code == 201
    members = [member["deviceId"] for member in await guests.members(phone, match)]
    assert (await list_ids(guest) == [match["matchId"]]) == (device_id in members)
    assert (await elsewhere.delete(member)).status_code == 200
    assert await list_ids(guest) == []


async def test_a_crash_leaves_nobody_in_who_is_not_listed(
    phone: Device, guest: Device, match: Json, database_url: str
) -> None:
    device_id = await tables.device_id(guest)
    invite = await guests.invite(phone, match, uses=1)
    async with lock(database_url, match, device_id) as connection:
        joining = asyncio.create_task(guests.join(guest, invite["code"]))
        await connection.execute("SELECT pg_terminate_backend($1::int)", await waiting(connection))
        assert (await joining).status_code == 503
    assert len(await guests.members(phone, match)) == 1
    assert await list_ids(guest) == []
    assert (await guests.join(guest, invite["code"])).status_code == 201
    assert await list_ids(guest) == [match["matchId"]]


async def test_a_crash_lists_nobody_out_who_is_still_in(
    phone: Device, guest: Device, match: Json, database_url: str
) -> None:
    device_id = await guests.let_in(phone, match, guest)
    member = f"{tables.path(match)}/members/{device_id}"
    async with lock(database_url, match, device_id) as connection:
        removing = asyncio.create_task(phone.delete(member))
        await connection.execute("SELECT pg_terminate_backend($1::int)", await waiting(connection))
        assert (await removing).status_code == 503
    assert len(await guests.members(phone, match)) == 2
    assert await list_ids(guest) == [match["matchId"]]
    assert (await phone.delete(member)).status_code == 200
    assert await list_ids(guest) == []


async def test_joining_and_leaving_at_once_ends_with_lists_that_are_right(
    phone: Device, elsewhere: Device, guest: Device, match: Json
) -> None:
    device_id = await tables.device_id(guest)
    invite = await guests.invite(phone, match)
    member = f"{tables.path(match)}/members/{device_id}"
    for _ in range(8):
        await asyncio.gather(
            guests.join(guest, invite["code"]), elsewhere.delete(member), phone.delete(member)
        )
        members = [member["deviceId"] for member in await guests.members(phone, match)]
        assert (await list_ids(guest) == [match["matchId"]]) == (device_id in members)
