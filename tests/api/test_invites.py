"""Invites: short codes that let devices into a match, for a while and a number of times."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

import asyncpg
import pytest
import segno

from api import invites
from api.database import Connections
from api.guestbooks import Guestbook
from api.settings import read
from tests.api import guests, tables
from tests.conftest import client, living
from tests.phones import Device, Json, SignIn, assert_problem, opened

UNKNOWN = "2345-6789"


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """A second device, which is in no match."""
    async with await sign_in() as device:
        yield device


async def set_back(database_url: str, invite: Json, column: str) -> None:
    """Let an invite have expired, or be revoked, a minute ago."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        f"UPDATE invites SET {column} = now() - interval '1 minute' WHERE invite_id = $1",  # noqa: S608
        UUID(invite["inviteId"]),
    )
    await connection.close()


def test_a_code_has_eight_symbols_that_are_not_mistaken() -> None:
    assert len(set(invites.ALPHABET)) == 32
    assert not set(invites.ALPHABET) & set("0O1I")
    drawn = iter("K7MP3QXR")
    assert invites.draw(lambda _: next(drawn)) == "K7MP3QXR"
    assert invites.written("K7MP3QXR") == "K7MP-3QXR"


@pytest.mark.parametrize("typed", ["K7MP3QXR", "k7mp-3qxr", " K7mp 3qXR ", "k 7 m p 3 q x r"])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert invites.read(typed) == "K7MP3QXR"


@pytest.mark.parametrize(
    "typed", ["", "K7MP3QX", "K7MP3QXRR", "K7MP3QX0", "K7MP3QXI", "K7MP3QX\u017f"]
)
def test_what_is_no_code_is_not_read(typed: str) -> None:
    assert invites.read(typed) is None


async def test_an_invite_says_what_it_is_for(phone: Device, match: Json) -> None:
    invite = await guests.invited(phone, match, role="scorer")
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", invite["code"])
    assert invite["link"] == f"http://table/join/{invite['code'].replace('-', '')}"
    assert (invite["role"], invite["seat"], invite["usesLeft"]) == ("scorer", None, 20)
    assert invite["revokedAt"] is None
    hours = (int(invite[at][11:13]) for at in ("madeAt", "expiresAt"))
    assert (next(hours) + 3) % 24 == next(hours)


async def test_joining_shows_the_match_and_lists_it(
    phone: Device, match: Json, guest: Device
) -> None:
    invite = await guests.invited(phone, match, role="scorer")
    answer = await guests.join(guest, invite["code"])
    assert answer.status_code == 201
    assert answer.headers["location"] == tables.path(match)
    assert answer.headers["etag"] == f'"{answer.json()["version"]}"'
    assert answer.json() == (await guest.get(tables.path(match))).json()
    listed = (await guest.get("/v1/matches")).json()["items"]
    assert [each["matchId"] for each in listed] == [match["matchId"]]
    recorded = await guest.put(tables.path(match, 1), json={"trump": "S"})
    assert recorded.status_code == 200


async def test_a_viewer_looks_and_changes_nothing(
    phone: Device, match: Json, guest: Device
) -> None:
    await guests.joined(phone, match, guest)
    assert (await guest.get(tables.path(match))).status_code == 200
    assert_problem(await guest.put(tables.path(match, 1), json={}), 403, "not_allowed")


async def test_joining_twice_changes_nothing(phone: Device, match: Json, guest: Device) -> None:
    invite = await guests.invited(phone, match, uses=1)
    first = await guests.join(guest, invite["code"])
    again = await guests.join(guest, invite["code"].lower())
    assert (again.status_code, again.json()) == (201, first.json())
    listed = (await phone.get(f"{tables.path(match)}/invites")).json()["items"]
    assert listed[0]["usesLeft"] == 0
    assert len(await guests.members(phone, match)) == 2


async def test_who_is_in_keeps_what_it_may_do_or_may_do_more(
    phone: Device, match: Json, guest: Device
) -> None:
    for role, becomes in (("viewer", "viewer"), ("scorer", "scorer"), ("viewer", "scorer")):
        await guests.joined(phone, match, guest, role)
        assert [each["role"] for each in await guests.members(phone, match)] == ["owner", becomes]
    own = await guests.invited(phone, match, role="viewer")
    assert (await guests.join(phone, own["code"])).status_code == 201
    assert (await guests.members(phone, match))[0]["role"] == "owner"
    done = [each for each in guests.actions(await guests.journal(phone, match)) if "member" in each]
    assert done == ["member_joined", "member_changed"]


async def test_every_code_that_does_not_work_is_not_found(
    phone: Device, match: Json, guest: Device, database_url: str, sign_in: SignIn
) -> None:
    expired, revoked, used = [await guests.invited(phone, match, uses=1) for _ in range(3)]
    await set_back(database_url, expired, "expires_at")
    gone = await phone.delete(f"{tables.path(match)}/invites/{revoked['inviteId']}")
    assert gone.json()["revokedAt"] is not None
    async with await sign_in() as other:
        assert (await guests.join(other, used["code"])).status_code == 201
    codes = [UNKNOWN, "no code", *(each["code"] for each in (expired, revoked, used))]
    answers = [await guests.join(guest, code) for code in codes]
    for answer in answers:
        assert_problem(answer, 404, "invite_not_found")
    assert len({answer.text for answer in answers}) == 1
    assert (await guest.get("/v1/matches")).json()["items"] == []


async def test_of_two_phones_one_gets_the_last_use(
    phone: Device, match: Json, sign_in: SignIn
) -> None:
    phones = [await sign_in() for _ in range(6)]
    for _ in range(3):
        invite = await guests.invited(phone, match, uses=1)
        before = len(await guests.members(phone, match))
        answers = await asyncio.gather(*(guests.join(each, invite["code"]) for each in phones))
        won = [index for index, each in enumerate(answers) if each.status_code == 201]
        fresh = await guests.members(phone, match)
        assert len(fresh) == before + 1
        assert len(won) == before  # who was in before is answered too
    for each in phones:
        await each.aclose()


async def test_a_seat_can_be_given_with_an_invite(
    phone: Device, match: Json, guest: Device, sign_in: SignIn
) -> None:
    invite = await guests.invited(phone, match, seat=2, uses=2)
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
    taken = await phone.post(path, json={"role": "viewer", "seat": 2})
    assert_problem(taken, 409, "seat_taken", "/seat")
    nowhere = await phone.post(path, json={"role": "viewer", "seat": 4})
    assert_problem(nowhere, 422, "not_at_table", "/seat")
    other = await guests.invited(phone, match, seat=1)
    assert other["usesLeft"] == 1
    async with await sign_in() as player, await sign_in() as late:
        assert (await guests.join(player, other["code"])).status_code == 201
        assert_problem(await guests.join(late, other["code"]), 404, "invite_not_found")


async def test_only_the_owner_invites(
    phone: Device, match: Json, guest: Device, sign_in: SignIn
) -> None:
    invite = await guests.invited(phone, match)
    base = f"{tables.path(match)}/invites"
    one = f"{base}/{invite['inviteId']}"
    await guests.joined(phone, match, guest, "scorer")
    async with await sign_in() as stranger:
        for who, status, code in (
            (guest, 403, "not_allowed"),
            (stranger, 404, "match_not_found"),
        ):
            answers = [
                await who.post(base, json={"role": "viewer"}),
                await who.get(base),
                await who.delete(one),
                await who.get(f"{one}/qr.svg"),
                await who.get(f"{one}/qr.png"),
            ]
            for answer in answers:
                assert_problem(answer, status, code)


async def test_revoking_twice_changes_nothing(phone: Device, match: Json) -> None:
    invite = await guests.invited(phone, match)
    path = f"{tables.path(match)}/invites/{invite['inviteId']}"
    first = (await phone.delete(path)).json()
    assert first["revokedAt"] is not None
    assert (await phone.delete(path)).json() == first
    lines = await guests.journal(phone, match)
    assert guests.actions(lines) == ["invite_made", "invite_revoked"]
    elsewhere = f"{tables.path(match)}/invites/{match['matchId']}"
    assert_problem(await phone.delete(elsewhere), 404, "no_such_invite")


async def test_who_is_in_stays_when_the_invite_is_revoked(
    phone: Device, match: Json, guest: Device
) -> None:
    invite = await guests.invited(phone, match)
    await guests.join(guest, invite["code"])
    await phone.delete(f"{tables.path(match)}/invites/{invite['inviteId']}")
    assert (await guest.get(tables.path(match))).status_code == 200


async def test_invites_are_listed_newest_first_in_pages(phone: Device, match: Json) -> None:
    made = [await guests.invited(phone, match) for _ in range(3)]
    path = f"{tables.path(match)}/invites"
    first = (await phone.get(f"{path}?limit=2")).json()
    rest = (await phone.get(f"{path}?limit=2&cursor={first['nextCursor']}")).json()
    assert first["items"] + rest["items"] == made[::-1]
    assert rest["nextCursor"] is None


async def test_a_match_has_at_most_twenty_live_invites(phone: Device, match: Json) -> None:
    made = [await guests.invited(phone, match) for _ in range(20)]
    path = f"{tables.path(match)}/invites"
    more = await phone.post(path, json={"role": "viewer"})
    assert_problem(more, 409, "too_many_invites")
    await phone.delete(f"{path}/{made[0]['inviteId']}")
    await guests.invited(phone, match)


async def test_the_same_command_answers_the_same_invite(
    phone: Device, match: Json, guest: Device
) -> None:
    path, key = f"{tables.path(match)}/invites", {"Idempotency-Key": "invite-1"}
    first = await phone.post(path, json={"role": "viewer"}, headers=key)
    await guests.join(guest, first.json()["code"])
    await phone.delete(f"{path}/{first.json()['inviteId']}")
    again = await phone.post(path, json={"role": "viewer"}, headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    assert len((await phone.get(path)).json()["items"]) == 1
    other = await phone.post(path, json={"role": "scorer"}, headers=key)
    assert_problem(other, 422, "key_reused")


async def test_the_same_joining_answers_the_same_match(
    phone: Device, match: Json, guest: Device
) -> None:
    invite = await guests.invited(phone, match, uses=1)
    first = await guests.join(guest, invite["code"], "join-1")
    await phone.put(tables.path(match, 1), json={"trump": "S"})
    await phone.delete(f"{tables.path(match)}/invites/{invite['inviteId']}")
    again = await guests.join(guest, invite["code"], "join-1")
    assert (again.status_code, again.json()) == (201, first.json())
    await phone.delete(f"{tables.path(match)}/members/{await tables.device_id(guest)}")
    assert_problem(await guests.join(guest, invite["code"], "join-1"), 404, "invite_not_found")


async def test_joining_again_mends_what_a_crash_left_undone(
    phone: Device, match: Json, guest: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """It was used but let nobody in."""
    made = await guests.invited(phone, match, uses=1)
    guestbook, device_id = Guestbook(Connections(pool)), UUID(await tables.device_id(guest))
    invite = await guestbook.load(UUID(match["matchId"]), UUID(made["inviteId"]))
    assert invite is not None
    assert await guestbook.use(invite, device_id, invite.made_at)
    assert (await guests.join(guest, made["code"])).status_code == 201


async def test_a_match_that_is_full_lets_nobody_in(
    phone: Device, match: Json, guest: Device, database_url: str
) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "INSERT INTO members (match_id, device_id, role, joined_at) "
        "SELECT $1, gen_random_uuid(), 'viewer', now() FROM generate_series(1, 63)",
        UUID(match["matchId"]),
    )
    await connection.close()
    invite = await guests.invited(phone, match, role="scorer")
    assert_problem(await guests.join(guest, invite["code"]), 409, "match_full")
    assert (await guests.join(phone, invite["code"])).status_code == 201
    listed = (await phone.get(f"{tables.path(match)}/invites")).json()["items"]
    assert listed[0]["usesLeft"] == 20


async def test_many_phones_join_at_once(phone: Device, match: Json, sign_in: SignIn) -> None:
    phones = [await sign_in() for _ in range(15)]
    invite = await guests.invited(phone, match)
    answers = await asyncio.gather(*(guests.join(each, invite["code"]) for each in phones))
    assert {answer.status_code for answer in answers} == {201}
    assert len(await guests.members(phone, match)) == 16
    for each in phones:
        await each.aclose()


async def test_a_qr_code_says_the_link(phone: Device, match: Json) -> None:
    invite = await guests.invited(phone, match)
    path = f"{tables.path(match)}/invites/{invite['inviteId']}"
    drawing, picture = await phone.get(f"{path}/qr.svg"), await phone.get(f"{path}/qr.png")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG\r\n")
    said = segno.make_qr(invite["link"], error="m").matrix
    dark = {(x, y) for y, row in enumerate(said) for x, module in enumerate(row) if module}
    assert drawn(drawing.text) == dark


def drawn(svg: str) -> set[tuple[int, int]]:
    """The dark modules of a drawing, which it tells in strokes from left to right."""
    strokes = re.findall(r"([mMh])(-?[\d.]+)(?: (-?[\d.]+))?", svg.split('stroke="#000"')[1])
    dark, x, y = set(), 0, 0
    for move, across, down in strokes:
        if move == "h":
            dark |= {(x + step, y) for step in range(int(across))}
        x, y = x + int(across), y + int(float(down or 0))
    left, top = min(dark)
    return {(x - left, y - top) for x, y in dark}


async def test_the_link_shows_the_code_and_asks_nobody(stranger: Device) -> None:
    page = await stranger.get("/join/k7mp3qxr")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "<strong>K7MP-3QXR</strong>" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    odd = await stranger.get("/join/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert "<script>" not in odd.text


async def test_links_begin_with_the_public_address_if_there_is_one(database_url: str) -> None:
    chosen = read({"PUBLIC_URL": "https://pitch.example/cards/"}).public_url
    async with living(database_url, public_url=chosen) as built, client(built) as owner:
        token = (await owner.post("/v1/devices")).json()["token"]
        owner.headers["Authorization"] = f"Bearer {token}"
        invite = await guests.invited(owner, await opened(owner))
    assert invite["link"].startswith("https://pitch.example/cards/join/")


async def test_two_matches_have_their_own_invites(phone: Device, match: Json) -> None:
    other = await opened(phone)
    invite = await guests.invited(phone, match)
    path = f"{tables.path(other)}/invites/{invite['inviteId']}"
    assert_problem(await phone.get(f"{path}/qr.svg"), 404, "no_such_invite")
    assert_problem(await phone.delete(path), 404, "no_such_invite")


async def test_a_removed_device_needs_an_invite_that_is_not_used_up(
    phone: Device, match: Json, guest: Device
) -> None:
    invite = await guests.invited(phone, match, uses=1)
    assert (await guests.join(guest, invite["code"])).status_code == 201
    removed = f"{tables.path(match)}/members/{await tables.device_id(guest)}"
    assert (await phone.delete(removed)).status_code == 200
    assert_problem(await guests.join(guest, invite["code"]), 404, "invite_not_found")


@pytest.fixture
async def unwritable(pool: "asyncpg.Pool[asyncpg.Record]") -> Callable[[bool], Any]:
    """Let every line of the journal be refused, or none."""
    await pool.execute(
        """
        CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END$$;
        CREATE TRIGGER no_room BEFORE INSERT ON journal EXECUTE FUNCTION no_room();
        ALTER TABLE journal DISABLE TRIGGER no_room;
        """
    )

    async def refuse(refused: bool) -> None:
        await pool.execute(f"ALTER TABLE journal {'EN' if refused else 'DIS'}ABLE TRIGGER no_room")

    return refuse


async def test_an_invite_that_could_not_be_written_is_not_there(
    phone: Device, match: Json, unwritable: Callable[[bool], Any]
) -> None:
    where = f"{tables.path(match)}/invites"
    await unwritable(True)
    answer = await phone.post(where, json={"role": "viewer"}, headers={"Idempotency-Key": "i"})
    assert_problem(answer, 503, "storage_full")
    assert (await phone.get(where)).json()["items"] == []
    await unwritable(False)
    answer = await phone.post(where, json={"role": "viewer"}, headers={"Idempotency-Key": "i"})
    assert answer.status_code == 201
    assert guests.actions(await guests.journal(phone, match))[-1] == "invite_made"


async def test_an_invite_is_revoked_with_its_line_of_the_journal(
    phone: Device, match: Json, guest: Device, unwritable: Callable[[bool], Any]
) -> None:
    invite = await guests.invited(phone, match)
    where = f"{tables.path(match)}/invites/{invite['inviteId']}"
    await unwritable(True)
    assert_problem(await phone.delete(where), 503, "storage_full")
    listed = (await phone.get(f"{tables.path(match)}/invites")).json()["items"]
    assert listed[0]["revokedAt"] is None
    await unwritable(False)
    assert (await phone.delete(where)).json()["revokedAt"] is not None
    assert guests.actions(await guests.journal(phone, match))[-1] == "invite_revoked"


async def test_a_use_is_counted_once_though_the_first_try_was_not_written(
    phone: Device, match: Json, guest: Device, unwritable: Callable[[bool], Any]
) -> None:
    invite = await guests.invited(phone, match, uses=1)
    await unwritable(True)
    assert_problem(await guests.join(guest, invite["code"]), 503, "storage_full")
    assert len(await guests.members(phone, match)) == 1
    await unwritable(False)
    assert (await guests.join(guest, invite["code"])).status_code == 201


async def test_an_invite_that_was_written_down_only_is_made_when_it_is_asked_for_again(
    phone: Device, match: Json, guest: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    where, keyed = f"{tables.path(match)}/invites", {"Idempotency-Key": "i"}
    first = (await phone.post(where, json={"role": "viewer"}, headers=keyed)).json()
    await pool.execute("DELETE FROM invites; DELETE FROM codes")
    again = (await phone.post(where, json={"role": "viewer"}, headers=keyed)).json()
    assert again["inviteId"] == first["inviteId"]
    assert (await guests.join(guest, again["code"])).status_code == 201
    done = guests.actions(await guests.journal(phone, match))
    assert done == ["invite_made", "member_joined"]
