"""Invites: short codes that let devices into a match or a league, for a while, so many times."""

import re
from typing import Any

import asyncpg
import pytest
import segno
from litestar import Request

from pitchkeeper.access.membership import invites, join_page
from pitchkeeper.access.membership.invitations import MAX_LIVE
from pitchkeeper.settings import read
from tests.support import guests, tables
from tests.support.apps import client, living
from tests.support.databases import shift_moment
from tests.support.guests import Switch
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match


def test_a_code_has_eight_symbols_that_are_not_mistaken() -> None:
    assert len(set(invites.ALPHABET)) == 32
    assert not set(invites.ALPHABET) & set("0O1I")
    drawn = iter("K7MP3QXR")
    assert invites.draw_code(lambda _: next(drawn)) == "K7MP3QXR"
    assert invites.format_code("K7MP3QXR") == "K7MP-3QXR"


@pytest.mark.parametrize("typed", ["K7MP3QXR", "k7mp-3qxr", " K7mp 3qXR ", "k 7 m p 3 q x r"])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert invites.parse_code(typed) == "K7MP3QXR"


@pytest.mark.parametrize(
    "typed", ["", "K7MP3QX", "K7MP3QXRR", "K7MP3QX0", "K7MP3QXI", "K7MP3QX\u017f"]
)
def test_what_is_no_code_is_not_read(typed: str) -> None:
    assert invites.parse_code(typed) is None


async def test_an_invite_says_what_it_is_for(phone: Device, aggregate: Json) -> None:
    invite = await guests.invite(phone, aggregate, role="scorer")
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", invite["code"])
    assert invite["link"] == f"http://table/join/{invite['code'].replace('-', '')}"
    assert (invite["role"], invite["seat"], invite["usesLeft"]) == ("scorer", None, 20)
    assert invite["revokedAt"] is None
    hours = (int(invite[at][11:13]) for at in ("madeAt", "expiresAt"))
    assert (next(hours) + 3) % 24 == next(hours)


async def test_only_the_owner_invites(
    phone: Device, aggregate: Json, guest: Device, sign_in: SignIn
) -> None:
    invite = await guests.invite(phone, aggregate)
    base = f"{guests.path(aggregate)}/invites"
    one = f"{base}/{invite['inviteId']}"
    await guests.let_in(phone, aggregate, guest, "scorer")
    async with await sign_in() as stranger:
        for who, status, code in (
            (guest, 403, "not_allowed"),
            (stranger, 404, f"{guests.kind(aggregate)}_not_found"),
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


async def test_a_removed_owner_does_not_come_back_by_its_own_invite(
    phone: Device, aggregate: Json, guest: Device, sign_in: SignIn
) -> None:
    """It holds as long as the former owner is there, and for nobody afterwards."""
    invite = await guests.invite(phone, aggregate)
    heir, former = await guests.let_in(phone, aggregate, guest), await tables.device_id(phone)
    member = f"{guests.path(aggregate)}/members"
    assert (await phone.put(f"{member}/{heir}", json={"role": "owner"})).is_success
    async with await sign_in() as one, await sign_in() as other:
        assert (await guests.enter(one, aggregate, invite["code"])).status_code == 201
        assert (await guest.delete(f"{member}/{former}")).is_success
        for who in (phone, other):
            refused = await guests.enter(who, aggregate, invite["code"])
            assert_problem(refused, 404, "invite_not_found", "/code")
        assert (await guests.enter(one, aggregate, invite["code"])).status_code == 404
        again = await guests.invite(guest, aggregate, role="scorer")
        assert (await guests.enter(phone, aggregate, again["code"])).status_code == 201
        kept = await guest.put(f"{member}/{former}", json={"role": "owner"})
        assert kept.is_success
        ended = await guests.enter(other, aggregate, invite["code"])
        assert_problem(ended, 404, "invite_not_found", "/code")


async def test_revoking_twice_changes_nothing(phone: Device, aggregate: Json) -> None:
    invite = await guests.invite(phone, aggregate)
    path = f"{guests.path(aggregate)}/invites/{invite['inviteId']}"
    first = (await phone.delete(path)).json()
    assert first["revokedAt"] is not None
    assert (await phone.delete(path)).json() == first
    lines = await guests.journal(phone, aggregate)
    assert guests.actions(lines) == ["invite_made", "invite_revoked"]
    elsewhere = f"{guests.path(aggregate)}/invites/{guests.aggregate_id(aggregate)}"
    assert_problem(await phone.delete(elsewhere), 404, "no_such_invite")


async def test_invites_are_listed_newest_first_in_pages(phone: Device, aggregate: Json) -> None:
    made = [await guests.invite(phone, aggregate) for _ in range(3)]
    path = f"{guests.path(aggregate)}/invites"
    first = (await phone.get(f"{path}?limit=2")).json()
    rest = (await phone.get(f"{path}?limit=2&cursor={first['nextCursor']}")).json()
    assert first["items"] + rest["items"] == made[::-1]
    assert rest["nextCursor"] is None


async def test_there_are_at_most_twenty_live_invites(phone: Device, aggregate: Json) -> None:
    made = [await guests.invite(phone, aggregate) for _ in range(20)]
    path = f"{guests.path(aggregate)}/invites"
    more = await phone.post(path, json={"role": "viewer"})
    assert_problem(more, 409, "too_many_invites")
    await phone.delete(f"{path}/{made[0]['inviteId']}")
    await guests.invite(phone, aggregate)


async def test_the_same_command_answers_the_same_invite(
    phone: Device, aggregate: Json, guest: Device
) -> None:
    path, key = f"{guests.path(aggregate)}/invites", {"Idempotency-Key": "invite-1"}
    first = await phone.post(path, json={"role": "viewer"}, headers=key)
    await guests.enter(guest, aggregate, first.json()["code"])
    await phone.delete(f"{path}/{first.json()['inviteId']}")
    again = await phone.post(path, json={"role": "viewer"}, headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    assert len((await phone.get(path)).json()["items"]) == 1
    other = await phone.post(path, json={"role": "scorer"}, headers=key)
    assert_problem(other, 422, "key_reused")


async def test_a_qr_code_says_the_link(phone: Device, aggregate: Json) -> None:
    invite = await guests.invite(phone, aggregate)
    path = f"{guests.path(aggregate)}/invites/{invite['inviteId']}"
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


@pytest.mark.parametrize("written", ["k7mp3qxr", "K7MP-3QXR", "k7mp%203qxr"])
async def test_the_link_leads_to_the_page_with_the_code_and_asks_nobody(
    stranger: Device, written: str
) -> None:
    link = await stranger.get(f"/join/{written}")
    assert link.status_code == 303
    leads = link.url.join(link.headers["location"])
    assert leads == "http://table/#/join/K7MP3QXR"
    page = await stranger.get(leads)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    "odd", ["%3Cscript%3Ealert(1)", "K7MP3QX0", "%0D%0ASet-Cookie:a=b", "x" * 500]
)
async def test_a_link_with_no_code_leads_to_where_one_is_asked_for(
    stranger: Device, odd: str
) -> None:
    link = await stranger.get(f"/join/{odd}")
    assert link.status_code == 303
    assert link.url.join(link.headers["location"]) == "http://table/#/join"
    assert "set-cookie" not in link.headers


async def test_links_begin_with_the_public_address_if_there_is_one(database_url: str) -> None:
    chosen = read({"PUBLIC_URL": "https://pitch.example/cards/"}).public_url
    async with (
        living(database_url, base=join_page.base(chosen, "http://table")) as built,
        client(built) as owner,
    ):
        token = (await owner.post("/v1/devices")).json()["token"]
        owner.headers["Authorization"] = f"Bearer {token}"
        invite = await guests.invite(owner, await open_match(owner))
    assert invite["link"].startswith("https://pitch.example/cards/join/")


async def test_each_has_its_own_invites(phone: Device, aggregate: Json, match: Json) -> None:
    invite = await guests.invite(phone, aggregate)
    path = f"{tables.path(match)}/invites/{invite['inviteId']}"
    assert_problem(await phone.get(f"{path}/qr.svg"), 404, "no_such_invite")
    assert_problem(await phone.delete(path), 404, "no_such_invite")


async def test_an_invite_that_could_not_be_written_is_not_there(
    phone: Device, aggregate: Json, unwritable: Switch
) -> None:
    where = f"{guests.path(aggregate)}/invites"
    await unwritable(True)
    answer = await phone.post(where, json={"role": "viewer"}, headers={"Idempotency-Key": "i"})
    assert_problem(answer, 503, "storage_full")
    assert (await phone.get(where)).json()["items"] == []
    await unwritable(False)
    answer = await phone.post(where, json={"role": "viewer"}, headers={"Idempotency-Key": "i"})
    assert answer.status_code == 201
    assert guests.actions(await guests.journal(phone, aggregate))[-1] == "invite_made"


async def test_an_invite_is_revoked_with_its_line_of_the_journal(
    phone: Device, aggregate: Json, guest: Device, unwritable: Switch
) -> None:
    invite = await guests.invite(phone, aggregate)
    where = f"{guests.path(aggregate)}/invites/{invite['inviteId']}"
    await unwritable(True)
    assert_problem(await phone.delete(where), 503, "storage_full")
    listed = (await phone.get(f"{guests.path(aggregate)}/invites")).json()["items"]
    assert listed[0]["revokedAt"] is None
    await unwritable(False)
    assert (await phone.delete(where)).json()["revokedAt"] is not None
    assert guests.actions(await guests.journal(phone, aggregate))[-1] == "invite_revoked"


async def test_an_invite_that_was_written_down_only_is_made_when_it_is_asked_for_again(
    phone: Device, aggregate: Json, guest: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    where, keyed = f"{guests.path(aggregate)}/invites", {"Idempotency-Key": "i"}
    first = (await phone.post(where, json={"role": "viewer"}, headers=keyed)).json()
    await pool.execute("DELETE FROM invites; DELETE FROM codes")
    again = (await phone.post(where, json={"role": "viewer"}, headers=keyed)).json()
    assert again["inviteId"] == first["inviteId"]
    assert (await guests.enter(guest, aggregate, again["code"])).status_code == 201
    done = guests.actions(await guests.journal(phone, aggregate))
    assert done == ["invite_made", "member_joined"]


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("localhost:8000", "http://localhost:8000/join/"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000/join/"),
        ("[::1]:8000", "http://[::1]:8000/join/"),
        ("evil.example", "http://table/join/"),
        ("localhost.evil.example", "http://table/join/"),
        ("evil.example@localhost", "http://table/join/"),
        ("localhost@evil.example", "http://table/join/"),
        ("192.0.2.1", "http://table/join/"),
        ("0.0.0.0", "http://table/join/"),  # noqa: S104
        ("localhost:x", "http://table/join/"),
        ("[::1", "http://table/join/"),
        ("localhost/evil", "http://table/join/"),
    ],
)
def test_links_begin_with_no_host_but_ours(host: str, link: str) -> None:
    provided = join_page.base(None, "http://table")
    scope = {"type": "http", "path": "/", "root_path": "", "scheme": "http", "query_string": b""}
    given: Any = {**scope, "headers": [(b"host", host.encode())], "server": ("x", 1)}
    asked: Request[Any, Any, Any] = Request(given)
    assert f"{provided(asked).page}/join/" == link


async def clock_put_back(pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    """Let everything have been changed last by a clock that was three hours ahead."""
    later = shift_moment("updated_at", "interval '3 hours'")
    for table in ("matches", "leagues"):
        await pool.execute(f"UPDATE {table} SET updated_at = {later}")  # noqa: S608


async def test_a_clock_that_was_put_back_makes_no_new_invite_useless(
    phone: Device, aggregate: Json, guest: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    await clock_put_back(pool)
    invite = await guests.invite(phone, aggregate, expiresInMinutes=60)
    answer = await guests.enter(guest, aggregate, invite["code"])
    assert answer.status_code == 201, answer.text
    again = await guests.enter(guest, aggregate, invite["code"])
    assert again.status_code == 201, again.text


async def test_a_clock_that_was_put_back_counts_invites_that_can_be_used(
    phone: Device, aggregate: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    await clock_put_back(pool)
    for _ in range(MAX_LIVE):
        await guests.invite(phone, aggregate, expiresInMinutes=60)
    answer = await phone.post(f"{guests.path(aggregate)}/invites", json={"role": "viewer"})
    assert_problem(answer, 409, "too_many_invites")
