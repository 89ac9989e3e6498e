"""A rematch: who played joins the next match without a code, and nobody who does not ask."""

from collections.abc import AsyncIterator

import httpx
import pytest
from uuid_utils.compat import uuid7

from tests.support import guests, tables
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match


@pytest.fixture
async def bob(sign_in: SignIn) -> AsyncIterator[Device]:
    """The phone of Bob."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """A phone that is in no match."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def old(phone: Device, bob: Device) -> Json:
    """A match of Ann, whose phone owns it, with Bob at seat 1."""
    match = await open_match(phone, seat=0)
    await sat_down(phone, match, bob, 1)
    return await sheet(phone, match)


async def sat_down(owner: Device, match: Json, guest: Device, seat: int) -> None:
    invite = await guests.invite(owner, match, role="scorer", seat=seat)
    assert (await guests.join(guest, invite["code"])).status_code == 201


async def sheet(phone: Device, match: Json) -> Json:
    return (await phone.get(tables.path(match))).json()  # type: ignore[no-any-return]


async def again(phone: Device, match: Json, **more: object) -> Json:
    """Open the next match of the same people, in which the opener has seat 0."""
    return await open_match(phone, **{"seat": 0, "rematchOf": match["matchId"], **more})


async def join(phone: Device, match: Json) -> httpx.Response:
    """Join the match that goes on from another."""
    return await phone.post(f"{tables.path(match)}/rematch")


async def seats(phone: Device, match: Json) -> list[tuple[str, int | None]]:
    members = await guests.members(phone, match)
    return [(member["role"], member["seat"]) for member in members]


async def test_who_sat_at_a_match_joins_the_next_one_without_a_code(
    phone: Device, bob: Device, old: Json
) -> None:
    assert old["nextMatch"] is None
    match = await again(phone, old)
    assert (await sheet(bob, old))["nextMatch"] == match["matchId"]
    membership = await join(bob, old)
    assert membership.status_code == 201
    assert membership.headers["location"] == f"/v1/matches/{match['matchId']}"
    assert [player["isMine"] for player in membership.json()["players"]] == [
        False,
        True,
        False,
        False,
    ]
    assert await seats(bob, match) == [("owner", 0), ("scorer", 1)]
    assert (await join(bob, old)).json() == membership.json()
    assert guests.actions(await guests.journal(phone, old))[-1] == "rematch_opened"
    assert guests.actions(await guests.journal(phone, match)) == ["member_joined"]


async def test_nobody_is_brought_along_who_does_not_ask(
    phone: Device, bob: Device, old: Json
) -> None:
    match = await again(phone, old)
    assert await guests.list_ids(bob, match) == [old["matchId"]]
    assert await seats(phone, match) == [("owner", 0)]
    assert_problem(await bob.get(tables.path(match)), 404, "match_not_found")


async def test_seats_go_by_the_names_and_a_taken_one_is_taken(
    phone: Device, bob: Device, old: Json
) -> None:
    await again(phone, old, names=("Ann", "Cid", "Bob", "Eve"))
    assert [player["isMine"] for player in (await join(bob, old)).json()["players"]].index(
        True
    ) == 2
    match = await again(phone, old, names=("Bob", "Ann", "Cid", "Dee"))
    await join(bob, old)
    assert await seats(bob, match) == [("owner", 0), ("scorer", None)]
    match = await again(phone, old, names=("Ann", "Eve", "Cid", "Dee"))
    await join(bob, old)
    assert await seats(bob, match) == [("owner", 0), ("scorer", None)]


async def test_anybody_who_keeps_the_score_opens_it_and_the_old_owner_is_a_guest(
    phone: Device, bob: Device, old: Json
) -> None:
    match = await open_match(bob, seat=1, rematchOf=old["matchId"])
    await join(phone, old)
    assert await seats(phone, match) == [("owner", 1), ("scorer", 0)]


async def test_the_last_word_counts(phone: Device, bob: Device, old: Json) -> None:
    await again(phone, old)
    match = await again(bob, old)
    assert (await sheet(phone, old))["nextMatch"] == match["matchId"]
    assert (await join(phone, old)).json()["matchId"] == match["matchId"]


async def test_a_copy_of_the_request_opens_and_tells_once(phone: Device, old: Json) -> None:
    match_id = str(uuid7())
    match = await again(phone, old, matchId=match_id)
    version = (await sheet(phone, old))["version"]
    # Also once the next one has a next one itself.
    await again(phone, match)
    assert (await again(phone, old, matchId=match_id))["matchId"] == match_id
    assert (await sheet(phone, old))["version"] == version


async def test_a_phone_without_a_signal_opens_it_by_command(
    phone: Device, bob: Device, old: Json
) -> None:
    match_id = str(uuid7())
    players = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
    body = {"ruleset": "mb-lounge", "players": players, "rematchOf": old["matchId"]}
    queue = [{"kind": "open_match", "commandId": str(uuid7()), "matchId": match_id, "body": body}]
    sent = await phone.post("/v1/commands", json={"commands": queue})
    assert sent.status_code == 200, sent.text
    assert (await join(bob, old)).json()["matchId"] == match_id


async def test_an_undo_leaves_it_as_it_is(phone: Device, old: Json) -> None:
    await phone.put(tables.path(old, 1), json={"trump": "S"})
    match = await again(phone, old)
    undone = await phone.post(f"{tables.path(old)}/undo", headers={"If-Match": "*"})
    assert (undone.json()["lines"], undone.json()["nextMatch"]) == ([], match["matchId"])


async def test_who_keeps_the_score_without_a_seat_comes_too(
    phone: Device, guest: Device, old: Json
) -> None:
    await guests.let_in(phone, old, guest, role="scorer")
    match = await again(phone, old)
    assert (await join(guest, old)).status_code == 201
    assert await seats(phone, match) == [("owner", 0), ("scorer", None)]


async def test_who_only_looked_on_needs_a_code(
    phone: Device, bob: Device, guest: Device, old: Json
) -> None:
    assert_problem(await join(bob, old), 404, "no_rematch")
    await guests.let_in(phone, old, guest)
    await again(phone, old)
    assert_problem(await join(guest, old), 404, "no_rematch")


async def test_a_guest_is_told_of_no_match(
    phone: Device, bob: Device, guest: Device, old: Json
) -> None:
    await again(phone, old)
    assert_problem(await join(guest, old), 404, "match_not_found")
    await bob.delete(f"{tables.path(old)}/members/{await tables.device_id(bob)}")
    assert_problem(await join(bob, old), 404, "match_not_found")


async def test_who_is_let_in_afterwards_needs_a_code(
    phone: Device, bob: Device, guest: Device, old: Json
) -> None:
    """Bob opened it for those who played; whom the old owner lets in since is not his guest."""
    match = await again(bob, old)
    await sat_down(phone, old, guest, 2)
    assert_problem(await join(guest, old), 404, "no_rematch")
    assert len(await guests.members(bob, match)) == 1


async def test_who_only_looks_tells_nobody(phone: Device, guest: Device, old: Json) -> None:
    """He opens a match of his own, as he may; the others are not led there."""
    await again(guest, old)
    await guests.let_in(phone, old, guest)
    await again(guest, old)
    assert (await sheet(phone, old))["nextMatch"] is None


async def test_who_looked_on_from_a_seat_keeps_looking(
    phone: Device, bob: Device, old: Json
) -> None:
    member = f"{tables.path(old)}/members/{await tables.device_id(bob)}"
    await phone.put(member, json={"role": "viewer"})
    match = await again(phone, old)
    await join(bob, old)
    assert await seats(phone, match) == [("owner", 0), ("viewer", 1)]


async def test_it_gives_nothing_back_that_the_owner_took(
    phone: Device, bob: Device, old: Json
) -> None:
    match = await again(phone, old)
    await join(bob, old)
    member = f"{tables.path(match)}/members/{await tables.device_id(bob)}"
    await phone.put(member, json={"role": "viewer"})
    await phone.put(f"{tables.path(match)}/seats/1", json={"deviceId": None})
    assert (await join(bob, old)).status_code == 201
    assert await seats(phone, match) == [("owner", 0), ("viewer", None)]
    await phone.delete(member)
    assert_problem(await join(bob, old), 403, "removed_by_owner")


async def test_who_left_by_himself_comes_back(phone: Device, bob: Device, old: Json) -> None:
    match = await again(phone, old)
    await join(bob, old)
    await bob.delete(f"{tables.path(match)}/members/{await tables.device_id(bob)}")
    assert (await join(bob, old)).status_code == 201


async def test_a_deleted_one_is_joined_by_nobody(phone: Device, bob: Device, old: Json) -> None:
    match = await again(phone, old)
    await phone.delete(tables.path(match))
    assert_problem(await join(bob, old), 404, "no_rematch")


async def test_a_match_is_not_the_next_one_of_itself(phone: Device) -> None:
    match_id = str(uuid7())
    match = await open_match(phone, seat=0, matchId=match_id, rematchOf=match_id)
    assert (await sheet(phone, match))["nextMatch"] is None
