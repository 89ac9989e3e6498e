"""Joining by the code of an invite: a match, and a league alike."""

import asyncio
from uuid import UUID

import asyncpg

from pitchkeeper.access.membership.store import InviteStore
from pitchkeeper.database.pool import Connections
from tests.support import guests, tables
from tests.support.guests import Switch
from tests.support.phones import Device, Json, SignIn, assert_problem

UNKNOWN = "2345-6789"


async def set_back(database_url: str, invite: Json, column: str) -> None:
    """Let an invite have expired, or be revoked, a minute ago."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        f"UPDATE invites SET {column} = now() - interval '1 minute' WHERE invite_id = $1",  # noqa: S608
        UUID(invite["inviteId"]),
    )
    await connection.close()


async def test_joining_shows_what_was_joined_and_lists_it(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    invite = await guests.invite(phone, aggregate, role="scorer")
    answer = await guests.enter(guest, aggregate, invite["code"])
    assert answer.status_code == 201
    assert answer.headers["location"] == guests.path(aggregate)
    assert answer.headers["etag"] == f'"{answer.json()["version"]}"'
    assert answer.json() == (await guest.get(guests.path(aggregate))).json()
    assert await guests.list_ids(guest, aggregate) == [guests.aggregate_id(aggregate)]
    assert (await guests.try_to_score(guest, aggregate)).is_success


async def test_a_viewer_looks_and_changes_nothing(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    await guests.let_in(phone, aggregate, guest)
    assert (await guest.get(guests.path(aggregate))).status_code == 200
    assert_problem(await guests.try_to_score(guest, aggregate), 403, "not_allowed")


async def test_joining_twice_changes_nothing(phone: Device, aggregate: Json, guest: Device) -> None:
    invite = await guests.invite(phone, aggregate, uses=1)
    first = await guests.enter(guest, aggregate, invite["code"])
    again = await guests.enter(guest, aggregate, invite["code"].lower())
    assert (again.status_code, again.json()) == (201, first.json())
    invites = (await phone.get(f"{guests.path(aggregate)}/invites")).json()["items"]
    assert invites[0]["usesLeft"] == 0
    assert len(await guests.members(phone, aggregate)) == 2


async def test_who_is_in_keeps_what_it_may_do_or_may_do_more(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    for role, becomes in (("viewer", "viewer"), ("scorer", "scorer"), ("viewer", "scorer")):
        await guests.let_in(phone, aggregate, guest, role)
        assert [member["role"] for member in await guests.members(phone, aggregate)] == [
            "owner",
            becomes,
        ]
    own = await guests.invite(phone, aggregate, role="viewer")
    assert (await guests.enter(phone, aggregate, own["code"])).status_code == 201
    assert (await guests.members(phone, aggregate))[0]["role"] == "owner"
    done = [
        action
        for action in guests.actions(await guests.journal(phone, aggregate))
        if "member" in action
    ]
    assert done == ["member_joined", "member_changed"]


async def test_every_code_that_does_not_work_is_not_found(
    phone: Device, aggregate: Json, guest: Device, database_url: str, sign_in: SignIn
) -> None:
    expired, revoked, used = [await guests.invite(phone, aggregate, uses=1) for _ in range(3)]
    await set_back(database_url, expired, "expires_at")
    response = await phone.delete(f"{guests.path(aggregate)}/invites/{revoked['inviteId']}")
    assert response.json()["revokedAt"] is not None
    async with await sign_in() as second:
        assert (await guests.enter(second, aggregate, used["code"])).status_code == 201
    codes = [UNKNOWN, "no code", *(invite["code"] for invite in (expired, revoked, used))]
    answers = [await guests.enter(guest, aggregate, code) for code in codes]
    for answer in answers:
        assert_problem(answer, 404, "invite_not_found", "/code")
    assert len({answer.text for answer in answers}) == 1
    assert await guests.list_ids(guest, aggregate) == []


async def test_of_two_phones_one_gets_the_last_use(
    phone: Device, aggregate: Json, sign_in: SignIn
) -> None:
    phones = [await sign_in() for _ in range(6)]
    for _ in range(3):
        invite = await guests.invite(phone, aggregate, uses=1)
        before = len(await guests.members(phone, aggregate))
        answers = await asyncio.gather(
            *(guests.enter(phone, aggregate, invite["code"]) for phone in phones)
        )
        won = [index for index, answer in enumerate(answers) if answer.status_code == 201]
        fresh = await guests.members(phone, aggregate)
        assert len(fresh) == before + 1
        assert len(won) == before  # who was in before is answered too
    for each in phones:
        await each.aclose()


async def test_a_seat_can_be_given_with_an_invite(
    phone: Device, match: Json, guest: Device, sign_in: SignIn
) -> None:
    invite = await guests.invite(phone, match, seat=2, uses=2)
    answer = await guests.join(guest, invite["code"])
    assert [player["isClaimed"] for player in answer.json()["players"]] == [
        False,
        False,
        True,
        False,
    ]
    assert (await guests.members(phone, match))[1]["seat"] == 2
    async with await sign_in() as late:
        assert (await guests.join(late, invite["code"])).status_code == 201
        assert (await guests.members(phone, match))[2]["seat"] is None
    path = f"{tables.path(match)}/invites"
    response = await phone.post(path, json={"role": "viewer", "seat": 2})
    assert_problem(response, 409, "seat_taken", "/seat")
    nowhere = await phone.post(path, json={"role": "viewer", "seat": 4})
    assert_problem(nowhere, 422, "not_at_table", "/seat")
    second = await guests.invite(phone, match, seat=1)
    assert second["usesLeft"] == 1
    async with await sign_in() as player, await sign_in() as late:
        assert (await guests.join(player, second["code"])).status_code == 201
        assert_problem(await guests.join(late, second["code"]), 404, "invite_not_found", "/code")


async def test_who_is_in_stays_when_the_invite_is_revoked(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    invite = await guests.invite(phone, aggregate)
    await guests.enter(guest, aggregate, invite["code"])
    await phone.delete(f"{guests.path(aggregate)}/invites/{invite['inviteId']}")
    assert (await guest.get(guests.path(aggregate))).status_code == 200


async def test_the_same_joining_is_answered_the_same(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    invite = await guests.invite(phone, aggregate, uses=1)
    first = await guests.enter(guest, aggregate, invite["code"], "join-1")
    await guests.try_to_score(phone, aggregate)
    await phone.delete(f"{guests.path(aggregate)}/invites/{invite['inviteId']}")
    again = await guests.enter(guest, aggregate, invite["code"], "join-1")
    assert (again.status_code, again.json()) == (201, first.json())
    await phone.delete(f"{guests.path(aggregate)}/members/{await tables.device_id(guest)}")
    assert_problem(
        await guests.enter(guest, aggregate, invite["code"], "join-1"),
        404,
        "invite_not_found",
        "/code",
    )


async def test_joining_again_mends_what_a_crash_left_undone(
    phone: Device, aggregate: Json, guest: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """It was used but let nobody in."""
    made = await guests.invite(phone, aggregate, uses=1)
    store, device_id = InviteStore(Connections(pool)), UUID(await tables.device_id(guest))
    invite = await store.load(UUID(guests.aggregate_id(aggregate)), UUID(made["inviteId"]))
    assert invite is not None
    assert await store.use(invite, device_id, invite.made_at)
    assert (await guests.enter(guest, aggregate, made["code"])).status_code == 201


FULL = {
    "match": """
        INSERT INTO members (match_id, device_id, role, joined_at)
        SELECT $1, gen_random_uuid(), 'viewer', now() FROM generate_series(1, 63)
        """,
    "league": """
        INSERT INTO league_pieces (league_id, place, piece)
        SELECT $1, 'member/' || d.id, jsonb_build_object('member', jsonb_build_object(
            'deviceId', d.id, 'role', 'viewer', 'joinedAt', '2026-03-02T18:30:00Z'))
        FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 63)) AS d
        """,
}
"""How to let 63 more in."""


async def test_what_is_full_lets_nobody_in(
    phone: Device, aggregate: Json, guest: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    aggregate_id = UUID(guests.aggregate_id(aggregate))
    for statement in (FULL[guests.kind(aggregate)], tables.TOUCHED):
        await pool.execute(statement, aggregate_id)
    invite = await guests.invite(phone, aggregate, role="scorer")
    assert_problem(
        await guests.enter(guest, aggregate, invite["code"]), 409, f"{guests.kind(aggregate)}_full"
    )
    assert (await guests.enter(phone, aggregate, invite["code"])).status_code == 201
    invites = (await phone.get(f"{guests.path(aggregate)}/invites")).json()["items"]
    assert invites[0]["usesLeft"] == 20


async def test_many_phones_join_at_once(phone: Device, aggregate: Json, sign_in: SignIn) -> None:
    phones = [await sign_in() for _ in range(15)]
    invite = await guests.invite(phone, aggregate)
    answers = await asyncio.gather(
        *(guests.enter(phone, aggregate, invite["code"]) for phone in phones)
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len(await guests.members(phone, aggregate)) == 16
    for each in phones:
        await each.aclose()


async def test_a_removed_device_needs_an_invite_that_is_not_used_up(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    invite = await guests.invite(phone, aggregate, uses=1)
    assert (await guests.enter(guest, aggregate, invite["code"])).status_code == 201
    member_path = f"{guests.path(aggregate)}/members/{await tables.device_id(guest)}"
    assert (await phone.delete(member_path)).status_code == 200
    assert_problem(
        await guests.enter(guest, aggregate, invite["code"]), 404, "invite_not_found", "/code"
    )


async def test_a_use_is_counted_once_though_the_first_try_was_not_written(
    phone: Device, aggregate: Json, guest: Device, unwritable: Switch
) -> None:
    invite = await guests.invite(phone, aggregate, uses=1)
    await unwritable(True)
    assert_problem(await guests.enter(guest, aggregate, invite["code"]), 503, "storage_full")
    assert len(await guests.members(phone, aggregate)) == 1
    await unwritable(False)
    assert (await guests.enter(guest, aggregate, invite["code"])).status_code == 201


async def test_a_code_that_is_sent_to_where_the_other_kind_is_joined_says_so(
    phone: Device, aggregate: Json, match: Json, guest: Device
) -> None:
    """Only while it would let somebody in: nobody is told that there was such a code."""
    kind = guests.kind(aggregate)
    elsewhere = guests.JOINS["league" if kind == "match" else "match"]
    invite = await guests.invite(phone, aggregate, uses=1)
    answer = await guests.join(guest, invite["code"], where=elsewhere)
    assert_problem(answer, 422, f"invite_to_{kind}", "/code")
    assert (await guests.enter(guest, aggregate, invite["code"])).status_code == 201
    response = await guests.join(guest, invite["code"], where=elsewhere)
    assert_problem(response, 404, "invite_not_found", "/code")
    revoked = await guests.invite(phone, aggregate)
    await phone.delete(f"{guests.path(aggregate)}/invites/{revoked['inviteId']}")
    late = await guests.join(guest, revoked["code"], where=elsewhere)
    assert_problem(late, 404, "invite_not_found", "/code")


async def test_what_was_deleted_lets_nobody_in_until_it_is_brought_back(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    invite = await guests.invite(phone, aggregate)
    assert (await phone.delete(guests.path(aggregate))).status_code == 204
    assert_problem(
        await guests.enter(guest, aggregate, invite["code"]), 404, "invite_not_found", "/code"
    )
    assert (await phone.post(f"{guests.path(aggregate)}/restoration")).status_code == 200
    assert (await guests.enter(guest, aggregate, invite["code"])).status_code == 201
