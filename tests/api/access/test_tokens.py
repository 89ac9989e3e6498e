"""Tokens are replaced without locking anybody out, and given up for good."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import pytest
from litestar import Litestar

from pitchkeeper.access import auth
from pitchkeeper.access.devices import Command
from pitchkeeper.database.notifications import Notifications
from tests.support.apps import client, living
from tests.support.phones import Device, Json, assert_problem
from tests.support.readers import PATIENCE

ME = "/v1/devices/me"
REVOKE = "UPDATE devices SET revoked_at = now() WHERE device_id = $1"
REPLACE = "UPDATE devices SET token_hash = sha256('another') WHERE device_id = $1"
LISTENER = (
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'pitchkeeper listener' "
    "AND datname = current_database() AND query ~ 'LISTEN|pg_notify'"
)
KILL = "SELECT pg_terminate_backend($1::int)"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def rotate(phone: Device, **headers: str) -> str:
    answer = await phone.post(f"{ME}/token", headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


async def until_refused(device: Device, headers: dict[str, str] | None = None) -> None:
    """Wait until a token does not count any more."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await device.get(ME, headers=headers)).status_code == 200:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert_problem(answer, 401, "unauthenticated")


async def listening(pool: "asyncpg.Pool[asyncpg.Record]") -> int:
    """The connection on which a process listens for notifications, once there is one."""
    async with asyncio.timeout(PATIENCE):
        while (listener := await pool.fetchval(LISTENER)) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return int(listener)


@pytest.fixture
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are remembered for so long that only a process that is told forgets one."""
    monkeypatch.setattr(auth, "_CACHE_SECONDS", 3600)


@pytest.fixture
async def elsewhere(database_url: str, own_app: Litestar) -> AsyncIterator[Device]:
    """A client of another process on the same database."""
    async with living(database_url) as second, client(second) as device:
        yield device


async def test_the_old_token_works_until_the_new_one_is_used(phone: Device) -> None:
    device = (await phone.get(ME)).json()
    token = await rotate(phone)
    assert (await phone.get(ME)).json() == device
    assert (await phone.get(ME, headers=bearer(token))).json() == device
    assert_problem(await phone.get(ME), 401, "unauthenticated")
    assert_problem(await phone.post(f"{ME}/token"), 401, "unauthenticated")


async def test_rotating_again_replaces_the_token_that_was_not_used(phone: Device) -> None:
    lost, last = await rotate(phone), await rotate(phone)
    assert_problem(await phone.get(ME, headers=bearer(lost)), 401, "unauthenticated")
    assert (await phone.get(ME, headers=bearer(last))).status_code == 200


async def test_a_new_token_is_used_by_many_requests_at_once(phone: Device) -> None:
    new = bearer(await rotate(phone))
    answers = await asyncio.gather(*(phone.get(ME, headers=new) for _ in range(8)))
    assert [answer.status_code for answer in answers] == [200] * 8


async def test_who_signs_out_stays_out_and_its_matches_stay(
    phone: Device, match: Json, own_app: Litestar
) -> None:
    device_id = UUID((await phone.get(ME)).json()["deviceId"])
    token = await rotate(phone)
    assert (await phone.delete(f"{ME}/token")).status_code == 204
    for headers in ({}, bearer(token)):
        assert_problem(await phone.get(ME, headers=headers), 401, "unauthenticated")
    assert_problem(await phone.delete(f"{ME}/token"), 401, "unauthenticated")
    match_state = await own_app.state.services.matches.store.load(
        UUID(match["matchId"]), Command(device_id)
    )
    assert match_state is not None


@pytest.mark.parametrize("change", ["rotate", "revoke"])
async def test_elsewhere_a_dead_token_lives_for_seconds_at_most(
    phone: Device, elsewhere: Device, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """The other process is told nothing here: this is the bound without being told."""
    dead = {"Authorization": phone.headers["Authorization"]}
    assert (await elsewhere.get(ME, headers=dead)).status_code == 200
    if change == "rotate":
        new = bearer(await rotate(phone))
        assert (await phone.get(ME, headers=new)).status_code == 200
    else:
        await phone.delete(f"{ME}/token")
    assert_problem(await phone.get(ME), 401, "unauthenticated")
    await asyncio.sleep(auth._CACHE_SECONDS + 0.1)
    assert_problem(await elsewhere.get(ME, headers=dead), 401, "unauthenticated")


async def test_a_dead_token_makes_no_new_one_even_where_it_still_lives(
    phone: Device, elsewhere: Device
) -> None:
    dead = {"Authorization": phone.headers["Authorization"]}
    assert (await elsewhere.get(ME, headers=dead)).status_code == 200
    new = bearer(await rotate(phone))
    assert (await phone.get(ME, headers=new)).status_code == 200
    assert_problem(await elsewhere.post(f"{ME}/token", headers=dead), 401, "unauthenticated")
    assert_problem(await elsewhere.delete(f"{ME}/token", headers=dead), 401, "unauthenticated")


@pytest.mark.usefixtures("lasting")
@pytest.mark.parametrize("change", ["rotate", "revoke"])
async def test_a_process_that_is_told_forgets_a_dead_token_at_once(
    phone: Device, elsewhere: Device, change: str
) -> None:
    dead = {"Authorization": phone.headers["Authorization"]}
    assert (await elsewhere.get(ME, headers=dead)).status_code == 200
    if change == "rotate":
        new = bearer(await rotate(phone))
        assert (await elsewhere.get(ME, headers=dead)).status_code == 200
        assert (await phone.get(ME, headers=new)).status_code == 200
    else:
        await phone.delete(f"{ME}/token")
    await until_refused(elsewhere, dead)


@pytest.mark.usefixtures("lasting")
@pytest.mark.parametrize("change", [REVOKE, REPLACE])
async def test_a_process_that_listens_again_forgets_tokens_and_looks_at_streams(
    phone: Device,
    own_app: Litestar,
    match: Json,
    pool: "asyncpg.Pool[asyncpg.Record]",
    monkeypatch: pytest.MonkeyPatch,
    change: str,
) -> None:
    """It may have missed any announcement: here none is made, and nothing is polled by itself."""
    has_polled = asyncio.Event()
    monkeypatch.setattr(own_app.state.services.hub, "poll", has_polled.set)
    device_id = (await phone.get(ME)).json()["deviceId"]
    listener = await listening(pool)
    has_polled.clear()
    await pool.execute(change, device_id)
    assert (await phone.get(ME)).status_code == 200
    await pool.execute(KILL, listener)
    await until_refused(phone)
    assert has_polled.is_set()


@pytest.mark.usefixtures("lasting")
async def test_what_changed_before_a_process_listened_is_not_believed(
    phone: Device, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It serves as soon as it can, and listens a moment later."""
    may_listen = asyncio.Event()
    talk = Notifications._talk

    async def talk_late(notifications: Notifications, *, is_first: bool) -> None:
        await may_listen.wait()
        await talk(notifications, is_first=is_first)

    dead = {"Authorization": phone.headers["Authorization"]}
    monkeypatch.setattr(Notifications, "_talk", talk_late)
    async with living(database_url, listens=False) as second, client(second) as device:
        assert (await device.get(ME, headers=dead)).status_code == 200
        await phone.delete(f"{ME}/token")
        assert (await device.get(ME, headers=dead)).status_code == 200
        may_listen.set()
        await until_refused(device, dead)


@pytest.mark.usefixtures("lasting")
async def test_a_token_that_dies_while_it_is_looked_up_is_not_remembered(
    phone: Device, own_app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, looked_up, may_go_on = (
        own_app.state.services.access.device_store,
        asyncio.Event(),
        asyncio.Event(),
    )
    load = store.load_device

    async def load_slowly(device_id: UUID) -> object:
        device = await load(device_id)
        looked_up.set()
        await may_go_on.wait()
        return device

    device_id = UUID((await phone.get(ME)).json()["deviceId"])
    own_app.state.services.access.devices.forget_all()
    monkeypatch.setattr(store, "load_device", load_slowly)
    asking = asyncio.create_task(phone.get(ME))
    await looked_up.wait()
    await own_app.state.services.matches.store._pool.execute(REVOKE, device_id)
    own_app.state.services.access.devices.forget(device_id)
    may_go_on.set()
    assert (await asking).status_code == 200
    assert_problem(await phone.get(ME), 401, "unauthenticated")


async def test_only_hashes_of_tokens_are_kept(phone: Device, database_url: str) -> None:
    token = await rotate(phone)
    async with living(database_url) as second:
        rows = await second.state.services.matches.store._pool.fetch("SELECT * FROM devices")
    assert token.split("_", 2)[2] not in str(rows)
    assert rows[0]["next_token_hash"] == auth._hash(token.split("_", 2)[2])
