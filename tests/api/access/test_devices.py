"""Signing in."""

import asyncpg

from pitchkeeper.access.auth import _hash
from tests.support.phones import Device, assert_problem


async def test_a_token_tells_the_device(phone: Device, stranger: Device) -> None:
    response = (await stranger.post("/v1/devices")).json()
    stranger.headers["Authorization"] = f"Bearer {response['token']}"
    assert (await stranger.get("/v1/devices/me")).json()["deviceId"] == response["deviceId"]
    assert (await phone.get("/v1/devices/me")).json()["deviceId"] != response["deviceId"]


async def test_the_scheme_is_read_in_any_case(phone: Device) -> None:
    phone.headers["Authorization"] = phone.headers["Authorization"].replace("Bearer", "bearer")
    assert (await phone.get("/v1/devices/me")).status_code == 200


async def test_no_token_and_wrong_tokens_are_refused(phone: Device, stranger: Device) -> None:
    answer = await stranger.get("/v1/devices/me")
    assert_problem(answer, 401, "unauthenticated")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    good = phone.headers["Authorization"]
    for bad in ("Bearer", "Basic abc", good[:-1] + ("A" if good[-1] != "A" else "B"), good + "\t"):
        answer = await stranger.get("/v1/devices/me", headers={"Authorization": bad})
        assert_problem(answer, 401, "unauthenticated")


async def test_the_secret_itself_is_not_kept(
    phone: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    secret = phone.headers["Authorization"].split("_", 2)[2]
    rows = await pool.fetch("SELECT * FROM devices")
    assert [row["token_hash"] for row in rows] == [_hash(secret)]
    assert secret not in str(rows)
