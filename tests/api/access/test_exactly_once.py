"""The same command may arrive twice, at once or late: it has one effect and one answer."""

import asyncio

import asyncpg
import httpx
import pytest
from uuid_utils.compat import uuid4, uuid7

from tests.support import guests, leagues
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match, same
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, journal, record, sheet
from tests.support.tables import device_id, path

pytestmark = pytest.mark.usefixtures("hurrying")
PENALTY = {"side": 0, "points": -1, "reason": "Table talk"}
OPENING = {
    "ruleset": "mb-lounge",
    "players": [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")],
}


async def send(
    phone: Device, where: str, body: Json | None = None, key: str | None = None, **headers: str
) -> httpx.Response:
    """A POST as it is sent again after its answer got lost."""
    keyed = {"Idempotency-Key": key} if key else {}
    return await phone.post(where, json=body, headers=keyed | headers)


async def test_every_command_is_carried_out_once_and_answered_as_the_first_time(
    phone: Device, match: Json
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    base = path(match)
    commands: list[tuple[str, Json | None, dict[str, str]]] = [
        (f"{base}/adjustments", PENALTY, {}),
        (f"{base}/adjustments/1/cancellation", {"reason": "It was none"}, {}),
        (f"{base}/hands/1/confirmations", {}, {"If-Match": '"2"'}),
        (f"{base}/hands/1/disputes", {"reason": "No jack"}, {}),
        (f"{base}/hands/1/disputes/resolution", {"settlement": "withdrawn"}, {}),
        (f"{base}/hands/1/overruling", {"deltas": [1, 1], "made": True, "reason": "Agreed"}, {}),
        (f"{base}/versions/2/restore", None, {"If-Match": "*"}),
        (f"{base}/undo", None, {"If-Match": '"9"'}),
    ]
    answers = []
    for number, (where, body, headers) in enumerate(commands):
        answer = await send(phone, where, body, key=f"command-{number}", **headers)
        assert answer.status_code in {200, 201}, answer.text
        answers.append(answer)
    await record(phone, match, 1, THREE_TO_ONE)
    version = (await sheet(phone, match))["version"]
    for number, (where, body, headers) in enumerate(commands):
        again = await send(phone, where, body, key=f"command-{number}", **headers)
        assert same(answers[number], again), (where, answers[number].text, again.text)
    assert (await sheet(phone, match))["version"] == version == 11


async def test_a_key_is_for_one_command(phone: Device, match: Json, sign_in: SignIn) -> None:
    where = f"{path(match)}/adjustments"
    assert (await send(phone, where, PENALTY, key="a")).status_code == 201
    for penalty in ({**PENALTY, "points": -2}, {**PENALTY, "side": 1}):
        assert_problem(await send(phone, where, penalty, key="a"), 422, "key_reused")
    assert_problem(await send(phone, "/v1/matches", OPENING, key="a"), 422, "key_reused")
    async with await sign_in() as other_phone:
        assert (await send(other_phone, "/v1/matches", OPENING, key="a")).status_code == 201
    assert (await sheet(phone, match))["scores"] == [-1, 0]


async def test_five_tries_at_once_have_one_effect(phone: Device, match: Json) -> None:
    where = f"{path(match)}/adjustments"
    tries = await asyncio.gather(*(send(phone, where, PENALTY, key="b") for _ in range(5)))
    assert all(same(tries[0], response) for response in tries)
    assert len(await journal(phone, match)) == 2


async def test_without_a_key_a_command_is_a_new_one(phone: Device, match: Json) -> None:
    for _ in range(2):
        await send(phone, f"{path(match)}/adjustments", PENALTY)
    assert (await sheet(phone, match))["scores"] == [-2, 0]


async def test_invites_are_made_once_however_often_they_are_asked_for_at_once(
    phone: Device, match: Json
) -> None:
    where = f"{path(match)}/invites"
    tries = await asyncio.gather(
        *(send(phone, where, {"role": "viewer"}, key="i") for _ in range(8))
    )
    assert all(same(tries[0], response) for response in tries)


async def test_a_refused_command_may_be_sent_again(phone: Device, match: Json) -> None:
    where = f"{path(match)}/adjustments"
    body = {**PENALTY, "afterHand": 1}
    assert_problem(await send(phone, where, body, key="c"), 404, "no_such_hand", "/afterHand")
    await record(phone, match, 1, FOUR_TO_NONE)
    assert (await send(phone, where, body, key="c")).status_code == 201


async def test_a_match_is_opened_once(phone: Device) -> None:
    first = await send(phone, "/v1/matches", OPENING, key="open")
    await record(phone, first.json(), 1, FOUR_TO_NONE)
    again = await send(phone, "/v1/matches", OPENING, key="open")
    assert same(first, again)
    assert first.headers["location"] == again.headers["location"]
    assert len((await phone.get("/v1/matches")).json()["items"]) == 1


async def test_a_device_may_bring_the_id_of_a_match(phone: Device, sign_in: SignIn) -> None:
    mine = {**OPENING, "matchId": str(uuid7())}
    first = await send(phone, "/v1/matches", mine)
    assert first.json()["matchId"] == mine["matchId"]
    assert same(first, await send(phone, "/v1/matches", mine))
    body = {**mine, "ruleset": "setback", "players": mine["players"][:3]}
    assert_problem(await send(phone, "/v1/matches", body), 409, "match_exists")
    async with await sign_in() as stranger:
        assert_problem(await send(stranger, "/v1/matches", mine), 409, "match_exists")
    random_id = await send(phone, "/v1/matches", {**OPENING, "matchId": str(uuid4())})
    assert_problem(random_id, 422, "id_not_uuid7", "/matchId")


@pytest.mark.parametrize("key", ["", "a b", "é", "x" * 65])
async def test_a_key_is_short_and_visible(phone: Device, match: Json, key: str) -> None:
    headers = [(b"idempotency-key", key.encode())]
    answer = await phone.post(f"{path(match)}/adjustments", json=PENALTY, headers=headers)
    assert_problem(answer, 400, "invalid_parameter", parameter="Idempotency-Key")


async def test_house_rules_are_the_same_however_often_they_are_made(phone: Device) -> None:
    body = {"preset": "setback", "options": {"target": 9}}
    first = await send(phone, "/v1/rulesets", body, key="rules")
    assert same(first, await send(phone, "/v1/rulesets", body, key="rules"))
    house = {"preset": "setback", "options": {"target": 10}}
    assert_problem(await send(phone, "/v1/rulesets", house, key="rules"), 422, "key_reused")


async def test_matches_of_several_devices_do_not_share_keys(phone: Device, sign_in: SignIn) -> None:
    async with await sign_in() as second:
        ids = [(await open_match(device))["matchId"] for device in (phone, second)]
        for each, match_id in zip((phone, second), ids, strict=True):
            where = f"/v1/matches/{match_id}/adjustments"
            assert (await send(each, where, PENALTY, key="same")).status_code == 201


async def test_a_device_does_not_fill_the_database(phone: Device, database_url: str) -> None:
    first = await send(phone, "/v1/matches", OPENING, key="first")
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "INSERT INTO device_matches SELECT $1::uuid, uuidv7() FROM generate_series(1, 5000)",
        await device_id(phone),
    )
    await connection.close()
    answer = await send(phone, "/v1/matches", OPENING)
    assert_problem(answer, 409, "too_many_matches")
    assert same(first, await send(phone, "/v1/matches", OPENING, key="first"))


@pytest.mark.parametrize("kind", ["match", "league"])
@pytest.mark.parametrize("has_own_id", [True, False])
async def test_what_was_deleted_is_not_opened_again_by_a_retry(
    phone: Device, kind: str, has_own_id: bool
) -> None:
    """Its id is taken, be it one that the device made or that of the command; it can come back."""
    plural, body = {"match": ("matches", OPENING), "league": ("leagues", leagues.founding(4))}[kind]
    sent = body | ({f"{kind}Id": str(uuid7())} if has_own_id else {})
    key = None if has_own_id else "open"
    first = await send(phone, f"/v1/{plural}", sent, key)
    place = f"/v1/{plural}/{first.json()[f'{kind}Id']}"
    assert (await phone.delete(place)).status_code == 204
    assert_problem(await send(phone, f"/v1/{plural}", sent, key), 409, f"{kind}_exists")
    assert (await phone.post(f"{place}/restoration")).status_code == 200
    again = await send(phone, f"/v1/{plural}", sent, key)
    assert same(first, again)


@pytest.mark.parametrize("kind", ["match", "league"])
async def test_who_has_left_is_answered_no_more(
    phone: Device, match: Json, sign_in: SignIn, kind: str
) -> None:
    """Neither is a command that was carried out before."""
    async with await sign_in() as second:
        if kind == "match":
            await guests.let_in(phone, match, second, "scorer")
            place, command, body = path(match), "adjustments", PENALTY
        else:
            league = await leagues.open_league(phone)
            place, command = leagues.path(league), "payments"
            body = {"entrant": 1, "amount": 500}
            await guests.let_in(phone, league, second, "scorer")
        first = await send(second, f"{place}/{command}", body, key="once")
        assert first.status_code == 201
        assert same(first, await send(second, f"{place}/{command}", body, key="once"))
        response = await second.delete(f"{place}/members/{await device_id(second)}")
        assert response.is_success
        again = await send(second, f"{place}/{command}", body, key="once")
        assert_problem(again, 404, f"{kind}_not_found")
