"""A lost phone is no lost device, and a device moves to another phone."""

import asyncio
from datetime import datetime
from typing import Any

import asyncpg
import httpx
import pytest
from msgspec import structs

from pitchkeeper.access import guessing
from pitchkeeper.access.codes.store import DeviceCodeStore
from pitchkeeper.access.guessing import JOINS_PER_ADDRESS
from tests.support import tables
from tests.support.databases import shift_moment
from tests.support.phones import Device, Json, assert_problem

KINDS = {"recovery": "/v1/recoveries", "transfer": "/v1/transfers"}
WRONG = "2345-6789-ABCD-EFGH"


@pytest.fixture(params=list(KINDS))
def kind(request: pytest.FixtureRequest) -> str:
    """Return the kind of a code."""
    return str(request.param)


async def create_code(phone: Device, kind: str) -> str:
    """A code of a device."""
    answer = await phone.post(f"/v1/devices/me/{kind}")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def bearer(signed_in: Json) -> dict[str, str]:
    """Return the header with a token."""
    return {"Authorization": f"Bearer {signed_in['token']}"}


async def assert_refused(phone: Device, kind: str, code: str) -> None:
    """Try a code that is good no longer."""
    answer = await phone.post(KINDS[kind], json={"code": code})
    assert_problem(answer, 404, "code_not_found", "/code")


async def test_a_code_gives_the_device_to_whoever_has_it(
    phone: Device, stranger: Device, match: Json, kind: str
) -> None:
    code, device_id = await create_code(phone, kind), await tables.device_id(phone)
    lower_code = code.lower().replace("-", " ")
    answer = await stranger.post(KINDS[kind], json={"code": lower_code})
    assert (answer.status_code, answer.json()["deviceId"]) == (201, device_id), answer.text
    stranger.headers.update(bearer(answer.json()))
    assert (await stranger.get(tables.path(match))).status_code == 200
    assert_problem(await phone.get("/v1/devices/me"), 401, "unauthenticated")


async def test_a_recovered_device_knows_no_token_of_before(phone: Device, stranger: Device) -> None:
    token = (await phone.post("/v1/devices/me/token")).json()
    code = await create_code(phone, "recovery")
    first = (await stranger.post("/v1/recoveries", json={"code": code})).json()
    assert_problem(await phone.get("/v1/devices/me"), 401, "unauthenticated")
    answer = await stranger.get("/v1/devices/me", headers=bearer(token))
    assert_problem(answer, 401, "unauthenticated")
    again = (await stranger.post("/v1/recoveries", json={"code": code})).json()
    assert (await stranger.get("/v1/devices/me", headers=bearer(again))).status_code == 200
    answer = await stranger.get("/v1/devices/me", headers=bearer(first))
    assert_problem(answer, 401, "unauthenticated")


async def recover(stranger: Device, code: str, **headers: str) -> Json:
    """Use a recovery code and return the response."""
    answer = await stranger.post("/v1/recoveries", json={"code": code}, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_used_recovery_code_is_replaced_by_the_one_that_is_shown(
    phone: Device, stranger: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    code, device_id = await create_code(phone, "recovery"), await tables.device_id(phone)
    first = await recover(stranger, code)
    assert (await stranger.get("/v1/devices/me", headers=bearer(first))).status_code == 200
    await assert_refused(stranger, "recovery", code)
    second = await recover(stranger, first["recoveryCode"])
    assert second["deviceId"] == device_id
    assert (await stranger.get("/v1/devices/me", headers=bearer(second))).status_code == 200
    await assert_refused(stranger, "recovery", first["recoveryCode"])
    assert len({code, first["recoveryCode"], second["recoveryCode"]}) == 3
    (row,) = await pool.fetch("SELECT * FROM device_codes")
    assert second["recoveryCode"].replace("-", "").encode() not in row["code_hash"]
    assert (row["next_hash"], row["salt"]) == (None, None)


async def test_an_answer_that_is_lost_loses_no_device(phone: Device, stranger: Device) -> None:
    """The code counts until the token that came with the next one has been used."""
    code = await create_code(phone, "recovery")
    lost, again = [await recover(stranger, code) for _ in range(2)]
    assert lost["recoveryCode"] != again["recoveryCode"]
    await assert_refused(stranger, "recovery", again["recoveryCode"])
    answer = await stranger.get("/v1/devices/me", headers=bearer(lost))
    assert_problem(answer, 401, "unauthenticated")
    assert (await stranger.get("/v1/devices/me", headers=bearer(again))).status_code == 200
    await assert_refused(stranger, "recovery", code)
    await recover(stranger, again["recoveryCode"])


async def test_a_retry_with_its_key_is_answered_the_same(phone: Device, stranger: Device) -> None:
    code = await create_code(phone, "recovery")
    headers = {"Idempotency-Key": "01997b3d-7c1a-7d40-b1c3-2f5e8a9b6c77"}
    first, again = [await recover(stranger, code, **headers) for _ in range(2)]
    assert again == first
    recovery = await recover(stranger, code, **{"Idempotency-Key": "another"})
    assert recovery["token"] != first["token"]
    last = await recover(stranger, code, **headers)
    assert last == first
    assert (await stranger.get("/v1/devices/me", headers=bearer(last))).status_code == 200
    answer = await stranger.post("/v1/recoveries", json={"code": code}, headers=headers)
    assert_problem(answer, 404, "code_not_found", "/code")
    await recover(stranger, last["recoveryCode"], **headers)


async def test_two_who_recover_at_once_get_a_token_and_the_code_that_goes_with_it(
    phone: Device, stranger: Device
) -> None:
    code = await create_code(phone, "recovery")
    both = await asyncio.gather(*(recover(stranger, code) for _ in range(2)))
    answers = [
        await stranger.get("/v1/devices/me", headers=bearer(device_body)) for device_body in both
    ]
    statuses = [answer.status_code for answer in answers]
    assert sorted(statuses) == [200, 401]
    await recover(stranger, both[statuses.index(200)]["recoveryCode"])


async def keyed(phone: Device, kind: str, key: str) -> httpx.Response:
    """Ask for a code as it is asked for again after its answer got lost."""
    return await phone.post(f"/v1/devices/me/{kind}", headers={"Idempotency-Key": key})


async def test_a_code_is_made_once_for_a_key(
    phone: Device, stranger: Device, pool: "asyncpg.Pool[asyncpg.Record]", kind: str
) -> None:
    tries = await asyncio.gather(*(keyed(phone, kind, "a") for _ in range(4)))
    assert {response.status_code for response in tries} == {201}
    assert len({response.text for response in tries}) == 1
    code = tries[0].json()["code"]
    other = await keyed(stranger, kind, "a")
    assert other.json()["code"] != code, "the key is of another device"
    hashes = b"".join(bytes(row["code_hash"]) for row in await pool.fetch("TABLE device_codes"))
    assert code.replace("-", "").encode() not in hashes
    assert (await stranger.post(KINDS[kind], json={"code": code})).status_code == 201


async def test_a_key_is_for_one_code(phone: Device, kind: str) -> None:
    assert (await keyed(phone, kind, "a")).status_code == 201
    (other_kind,) = KINDS.keys() - {kind}
    assert_problem(await keyed(phone, other_kind, "a"), 422, "key_reused")
    assert_problem(await keyed(phone, kind, "k" * 65), 400, "invalid_parameter",
                   parameter="Idempotency-Key")  # fmt: skip


async def test_a_late_retry_shows_no_code_that_is_dead_and_brings_none_back(
    phone: Device, stranger: Device, kind: str
) -> None:
    withdrawn = (await keyed(phone, kind, "a")).json()["code"]
    await phone.delete(f"/v1/devices/me/{kind}")
    assert_problem(await keyed(phone, kind, "a"), 404, "code_not_found")
    await assert_refused(stranger, kind, withdrawn)
    new_code = (await keyed(phone, kind, "b")).json()["code"]
    new = await create_code(phone, kind)
    assert_problem(await keyed(phone, kind, "b"), 404, "code_not_found")
    await assert_refused(stranger, kind, new_code)
    assert (await stranger.post(KINDS[kind], json={"code": new})).status_code == 201


async def test_a_key_that_a_dead_token_sent_is_still_free(
    phone: Device, stranger: Device, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    recovery, put = await create_code(phone, "recovery"), DeviceCodeStore.put_once
    bodies: list[Json] = []

    async def put_slowly(self: DeviceCodeStore, *code: Any) -> tuple[bytes, bool]:
        if not bodies:
            bodies.append(await recover(stranger, recovery))
        return await put(self, *code)

    monkeypatch.setattr(DeviceCodeStore, "put_once", put_slowly)
    assert_problem(await keyed(phone, kind, "a"), 401, "unauthenticated")
    phone.headers.update(bearer(bodies[0]))
    assert (await keyed(phone, kind, "a")).status_code == 201


async def test_a_key_that_is_none_recovers_nothing(phone: Device, stranger: Device) -> None:
    body, headers = {"code": await create_code(phone, "recovery")}, {"Idempotency-Key": "k" * 65}
    answer = await stranger.post("/v1/recoveries", json=body, headers=headers)
    assert_problem(answer, 400, "invalid_parameter", parameter="Idempotency-Key")
    assert (await phone.get("/v1/devices/me")).status_code == 200


async def test_a_new_code_or_none_ends_the_one_that_was_to_come(
    phone: Device, stranger: Device
) -> None:
    first = await recover(stranger, await create_code(phone, "recovery"))
    stranger.headers.update(bearer(first))
    new = await create_code(stranger, "recovery")
    await assert_refused(phone, "recovery", first["recoveryCode"])
    second = await recover(phone, new)
    stranger.headers.update(bearer(second))
    await stranger.delete("/v1/devices/me/recovery")
    await assert_refused(phone, "recovery", second["recoveryCode"])


async def test_a_transfer_works_once_and_locks_nobody_out(phone: Device, stranger: Device) -> None:
    code = await create_code(phone, "transfer")
    device_body = (await stranger.post("/v1/transfers", json={"code": code})).json()
    assert (await phone.get("/v1/devices/me")).status_code == 200, "its answer may be lost"
    await assert_refused(stranger, "transfer", code)
    assert (await stranger.get("/v1/devices/me", headers=bearer(device_body))).status_code == 200
    assert_problem(await phone.get("/v1/devices/me"), 401, "unauthenticated")


async def test_who_had_the_phone_takes_nothing_over_once_it_is_recovered(
    phone: Device, stranger: Device
) -> None:
    """A thief makes the code of a transfer beforehand, and would be in again by it."""
    recovery, kept_back = await create_code(phone, "recovery"), await create_code(phone, "transfer")
    device_body = (await stranger.post("/v1/recoveries", json={"code": recovery})).json()
    await assert_refused(stranger, "transfer", kept_back)
    assert (await stranger.get("/v1/devices/me", headers=bearer(device_body))).status_code == 200


async def test_a_new_token_ends_the_transfer_that_the_old_one_began(
    phone: Device, stranger: Device
) -> None:
    kept_back = await create_code(phone, "transfer")
    token = (await phone.post("/v1/devices/me/token")).json()
    assert (await stranger.get("/v1/devices/me", headers=bearer(token))).status_code == 200
    await assert_refused(stranger, "transfer", kept_back)
    recovery = await phone.post("/v1/devices/me/recovery", headers=bearer(token))
    assert recovery.status_code == 201


async def test_a_transfer_under_way_takes_nothing_over_once_the_device_is_recovered(
    phone: Device, stranger: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thief who sends one after the other has one under way at that moment."""
    recovery, code = await create_code(phone, "recovery"), await create_code(phone, "transfer")
    use, bodies = DeviceCodeStore.use_transfer, list[Json]()

    async def use_slowly(self: DeviceCodeStore, code_hash: bytes, now: datetime) -> bool:
        found = await use(self, code_hash, now)
        bodies.append((await stranger.post("/v1/recoveries", json={"code": recovery})).json())
        return found

    monkeypatch.setattr(DeviceCodeStore, "use_transfer", use_slowly)
    await assert_refused(phone, "transfer", code)
    assert (await stranger.get("/v1/devices/me", headers=bearer(bodies[0]))).status_code == 200


async def test_no_code_is_made_by_a_token_that_died_meanwhile(
    phone: Device, stranger: Device, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    recovery, put = await create_code(phone, "recovery"), DeviceCodeStore.put

    async def put_slowly(self: DeviceCodeStore, *code: Any) -> None:
        await stranger.post("/v1/recoveries", json={"code": recovery})
        await put(self, *code)

    monkeypatch.setattr(DeviceCodeStore, "put", put_slowly)
    assert_problem(await phone.post(f"/v1/devices/me/{kind}"), 401, "unauthenticated")
    again = await stranger.post("/v1/recoveries", json={"code": recovery})
    assert again.status_code == 201


async def test_the_link_of_a_transfer_has_the_code_where_no_server_reads(phone: Device) -> None:
    answer = (await phone.post("/v1/devices/me/transfer")).json()
    assert answer["link"].partition("#")[2] == f"/transfer/{answer['code']}"
    assert answer["qrSvg"].startswith("<?xml") or answer["qrSvg"].startswith("<svg")


async def test_a_transfer_ends_after_five_minutes(
    phone: Device, stranger: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    code = await create_code(phone, "transfer")
    row = await pool.fetchrow("SELECT expires_at - made_at AS lasts FROM device_codes")
    assert row is not None
    assert row["lasts"].total_seconds() == 300
    earlier = shift_moment("expires_at", "interval '-5 minutes'")
    await pool.execute(f"UPDATE device_codes SET expires_at = {earlier}")  # noqa: S608
    await assert_refused(stranger, "transfer", code)


async def test_a_new_code_replaces_the_old(phone: Device, stranger: Device, kind: str) -> None:
    old, new = await create_code(phone, kind), await create_code(phone, kind)
    await assert_refused(stranger, kind, old)
    assert (await stranger.post(KINDS[kind], json={"code": new})).status_code == 201


async def test_a_revoked_code_is_good_no_longer(phone: Device, stranger: Device, kind: str) -> None:
    code = await create_code(phone, kind)
    for _ in range(2):
        assert (await phone.delete(f"/v1/devices/me/{kind}")).status_code == 204
    await assert_refused(stranger, kind, code)


async def test_a_code_is_of_one_kind_only(phone: Device, stranger: Device) -> None:
    await assert_refused(stranger, "transfer", await create_code(phone, "recovery"))
    await assert_refused(stranger, "recovery", await create_code(phone, "transfer"))


async def test_no_code_undoes_a_sign_out(phone: Device, stranger: Device, kind: str) -> None:
    code = await create_code(phone, kind)
    await phone.delete("/v1/devices/me/token")
    await assert_refused(stranger, kind, code)


async def test_the_code_itself_is_not_kept(
    phone: Device, pool: "asyncpg.Pool[asyncpg.Record]", kind: str
) -> None:
    code = await create_code(phone, kind)
    (row,) = await pool.fetch("SELECT * FROM device_codes")
    assert len(row["code_hash"]) == 32
    assert code not in str(row)
    assert code.replace("-", "").encode() not in row["code_hash"]


async def test_an_address_tries_codes_only_so_often(
    phone: Device, stranger: Device, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    # A day, so that no permit comes back during the test.
    limit = structs.replace(JOINS_PER_ADDRESS, seconds=24 * 3600)
    monkeypatch.setattr(guessing, "JOINS_PER_ADDRESS", limit)
    code = await create_code(phone, kind)
    for _ in range(limit.quota):
        answer = await stranger.post(KINDS[kind], json={"code": WRONG})
        assert_problem(answer, 404, "code_not_found", "/code")
    answer = await stranger.post(KINDS[kind], json={"code": code})
    assert_problem(answer, 429, "rate_limited")


async def codes(phone: Device) -> dict[str, Json]:
    """Return the codes of a device by kind."""
    listing = (await phone.get("/v1/devices/me")).json()["codes"]
    return {entry["kind"]: entry for entry in listing}


async def test_a_device_tells_when_its_codes_were_made(phone: Device, kind: str) -> None:
    assert await codes(phone) == {}
    made_at = (await phone.post(f"/v1/devices/me/{kind}")).json().get("madeAt")
    listing = (await codes(phone))[kind]
    assert made_at in {None, listing["madeAt"]}
    assert listing["usedAt"] is None
    assert (listing["expiresAt"] is None) == (kind == "recovery")
    response = await phone.put("/v1/devices/me", json={"name": "Ann"})
    assert response.json()["codes"] == [listing]
    await phone.delete(f"/v1/devices/me/{kind}")
    assert await codes(phone) == {}


async def test_whoever_has_the_device_sees_that_a_code_was_used(
    phone: Device, stranger: Device, kind: str
) -> None:
    """It stays to be read: another code, or withdrawing that, hides no transfer."""
    code = await create_code(phone, kind)
    before = (await codes(phone))[kind]
    signed_in = (await stranger.post(KINDS[kind], json={"code": code})).json()
    stranger.headers.update(bearer(signed_in))
    listing = (await codes(stranger))[kind]
    if kind == "recovery":
        # Of which the code that is good from now on was made when the last one was used.
        assert listing["madeAt"] == listing["usedAt"] >= before["madeAt"]
    else:
        assert {**listing, "usedAt": None} == before
        assert listing["usedAt"] >= listing["madeAt"]
    other_kind = "recovery" if kind == "transfer" else "transfer"
    await create_code(stranger, other_kind)
    assert (await codes(stranger))[kind] == listing
    if kind == "transfer":
        await stranger.delete("/v1/devices/me/transfer")
        assert (await codes(stranger))[kind] == listing


async def test_a_new_code_was_not_used(phone: Device, stranger: Device) -> None:
    code = await create_code(phone, "recovery")
    signed_in = (await stranger.post("/v1/recoveries", json={"code": code})).json()
    stranger.headers.update(bearer(signed_in))
    await create_code(stranger, "recovery")
    assert (await codes(stranger))["recovery"]["usedAt"] is None


async def test_of_two_who_take_a_device_over_at_once_one_does(
    phone: Device, stranger: Device
) -> None:
    code = await create_code(phone, "transfer")
    tries = (stranger.post("/v1/transfers", json={"code": code}) for _ in range(2))
    answers = await asyncio.gather(*tries)
    assert sorted(answer.status_code for answer in answers) == [201, 404]
