"""Tokens are replaced without locking anybody out, and given up for good."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from litestar import Litestar

from api import auth
from api.kept import Command
from tests.conftest import client, living
from tests.phones import Device, Json, assert_problem
from tests.readers import PATIENCE

ME = "/v1/devices/me"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def rotated(phone: Device, **headers: str) -> str:
    answer = await phone.post(f"{ME}/token", headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


@pytest.fixture
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are remembered for so long that only a process that is told forgets one."""
    monkeypatch.setattr(auth, "_SECONDS", 3600)


@pytest.fixture
async def elsewhere(database_url: str, running: Litestar) -> AsyncIterator[Device]:
    """A client of another process on the same database."""
    async with living(database_url) as other, client(other) as device:
        yield device


async def test_the_old_token_works_until_the_new_one_is_used(phone: Device) -> None:
    device = (await phone.get(ME)).json()
    token = await rotated(phone)
    assert (await phone.get(ME)).json() == device
    assert (await phone.get(ME, headers=bearer(token))).json() == device
    assert_problem(await phone.get(ME), 401, "unauthenticated")
    assert_problem(await phone.post(f"{ME}/token"), 401, "unauthenticated")


async def test_rotating_again_replaces_the_token_that_was_not_used(phone: Device) -> None:
    lost, kept = await rotated(phone), await rotated(phone)
    assert_problem(await phone.get(ME, headers=bearer(lost)), 401, "unauthenticated")
    assert (await phone.get(ME, headers=bearer(kept))).status_code == 200


async def test_a_new_token_is_used_by_many_requests_at_once(phone: Device) -> None:
    new = bearer(await rotated(phone))
    answers = await asyncio.gather(*(phone.get(ME, headers=new) for _ in range(8)))
    assert [answer.status_code for answer in answers] == [200] * 8


async def test_who_signs_out_stays_out_and_its_matches_stay(
    phone: Device, match: Json, running: Litestar
) -> None:
    device_id = UUID((await phone.get(ME)).json()["deviceId"])
    offered = await rotated(phone)
    assert (await phone.delete(f"{ME}/token")).status_code == 204
    for headers in ({}, bearer(offered)):
        assert_problem(await phone.get(ME, headers=headers), 401, "unauthenticated")
    assert_problem(await phone.delete(f"{ME}/token"), 401, "unauthenticated")
    kept = await running.state.store.load_match(UUID(match["matchId"]), Command(device_id))
    assert kept is not None


@pytest.mark.parametrize("change", ["rotate", "revoke"])
async def test_elsewhere_a_dead_token_lives_for_seconds_at_most(
    phone: Device, elsewhere: Device, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """The other process is told nothing here: this is the bound without being told."""
    dead = {"Authorization": phone.headers["Authorization"]}
    assert (await elsewhere.get(ME, headers=dead)).status_code == 200
    if change == "rotate":
        new = bearer(await rotated(phone))
        assert (await phone.get(ME, headers=new)).status_code == 200
    else:
        await phone.delete(f"{ME}/token")
    assert_problem(await phone.get(ME), 401, "unauthenticated")
    await asyncio.sleep(auth._SECONDS + 0.1)
    assert_problem(await elsewhere.get(ME, headers=dead), 401, "unauthenticated")


async def test_a_dead_token_makes_no_new_one_even_where_it_still_lives(
    phone: Device, elsewhere: Device
) -> None:
    dead = {"Authorization": phone.headers["Authorization"]}
    assert (await elsewhere.get(ME, headers=dead)).status_code == 200
    new = bearer(await rotated(phone))
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
        new = bearer(await rotated(phone))
        assert (await elsewhere.get(ME, headers=dead)).status_code == 200
        assert (await phone.get(ME, headers=new)).status_code == 200
    else:
        await phone.delete(f"{ME}/token")
    async with asyncio.timeout(PATIENCE):
        while (answer := await elsewhere.get(ME, headers=dead)).status_code == 200:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert_problem(answer, 401, "unauthenticated")


async def test_only_hashes_of_tokens_are_kept(phone: Device, database_url: str) -> None:
    token = await rotated(phone)
    async with living(database_url) as other:
        rows = await other.state.store._pool.fetch("SELECT * FROM devices")
    assert token.split("_", 2)[2] not in str(rows)
    assert rows[0]["next_token_hash"] == auth._hash(token.split("_", 2)[2])
