"""Members: roles, seats, consent, and a match that always has exactly one owner."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.support import guests, tables
from tests.support.phones import Device, Json, SignIn, assert_problem


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """A second device, which is in no match."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def third(sign_in: SignIn) -> AsyncIterator[Device]:
    """A third device, which is in no match."""
    async with await sign_in() as device:
        yield device


def member(match: Json, device_id: str) -> str:
    """Where a member of a match is."""
    return f"{tables.path(match)}/members/{device_id}"


def seat(match: Json, number: int) -> str:
    """Where a seat of a match is."""
    return f"{tables.path(match)}/seats/{number}"


def roles(members: list[Json]) -> list[str]:
    return [member["role"] for member in members]


async def test_members_are_listed_in_the_order_in_which_they_joined(
    phone: Device, match: Json, guest: Device
) -> None:
    guest_id = await guests.let_in(phone, match, guest)
    answer = await guest.get(f"{tables.path(match)}/members")
    assert answer.headers["etag"] == '"3"'
    owner, member = answer.json()["items"]
    assert (owner["deviceId"], owner["role"]) == (await tables.device_id(phone), "owner")
    assert {**member, "joinedAt": None} == {
        "deviceId": guest_id,
        "role": "viewer",
        "seat": None,
        "asksFor": None,
        "joinedAt": None,
        "deviceName": None,
    }
    assert member["joinedAt"] > owner["joinedAt"]


async def test_the_owner_changes_what_a_member_may_do(
    phone: Device, match: Json, guest: Device
) -> None:
    path = member(match, await guests.let_in(phone, match, guest))
    response = await phone.put(path, json={"role": "scorer"}, headers={"If-Match": '"3"'})
    assert roles(response.json()["items"]) == ["owner", "scorer"]
    assert (await guest.put(tables.path(match, 1), json={})).status_code == 200
    again = await phone.put(path, json={"role": "scorer"}, headers={"If-Match": '"3"'})
    assert again.status_code == 200
    stale = await phone.put(path, json={"role": "viewer"}, headers={"If-Match": '"3"'})
    assert_problem(stale, 412, "stale_match")
    await phone.put(path, json={"role": "viewer"})
    assert_problem(await guest.put(tables.path(match, 2), json={}), 403, "not_allowed")
    lines = [line for line in await guests.journal(phone, match) if line["members"]]
    assert guests.actions(lines) == ["member_joined", "member_changed", "member_changed"]
    (change,) = lines[1]["members"]
    assert (change["before"]["role"], change["after"]["role"]) == ("viewer", "scorer")


async def test_handing_over_leaves_one_owner_and_a_scorer(
    phone: Device, match: Json, guest: Device
) -> None:
    path = member(match, await guests.let_in(phone, match, guest))
    response = await phone.put(path, json={"role": "owner"})
    assert roles(response.json()["items"]) == ["scorer", "owner"]
    assert (await phone.put(path, json={"role": "owner"})).json() == response.json()
    back = await phone.put(path, json={"role": "viewer"})
    assert_problem(back, 403, "not_allowed")
    assert (await phone.put(tables.path(match, 1), json={})).status_code == 200
    line = next(
        line for line in await guests.journal(phone, match) if line["action"] == "owner_changed"
    )
    assert [member["after"]["role"] for member in line["members"]] == ["scorer", "owner"]
    assert line["deviceId"] == await tables.device_id(phone)
    await guests.invite(guest, match)


async def test_of_two_handings_over_at_once_one_counts(
    phone: Device, match: Json, guest: Device, third: Device
) -> None:
    heirs = [await guests.let_in(phone, match, device) for device in (guest, third)]
    answers = await asyncio.gather(
        *(phone.put(member(match, heir), json={"role": "owner"}) for heir in heirs)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert sorted(roles(await guests.members(phone, match))) == ["owner", "scorer", "viewer"]


async def test_the_owner_stays_until_the_match_is_handed_over(
    phone: Device, match: Json, guest: Device
) -> None:
    path = member(match, await tables.device_id(phone))
    for role in ("viewer", "scorer"):
        assert_problem(await phone.put(path, json={"role": role}), 409, "owner_stays")
    assert_problem(await phone.delete(path), 409, "owner_stays")
    heir = await guests.let_in(phone, match, guest)
    await phone.put(member(match, heir), json={"role": "owner"})
    response = await phone.delete(path)
    assert roles(response.json()["items"]) == ["owner"]
    assert_problem(await phone.get(tables.path(match)), 404, "match_not_found")


async def test_a_removed_device_finds_nothing_any_more(
    phone: Device, match: Json, guest: Device
) -> None:
    path = member(match, await guests.let_in(phone, match, guest, "scorer"))
    await guest.put(tables.path(match, 1), json={"trump": "S"})
    stale = await phone.delete(path, headers={"If-Match": '"3"'})
    assert_problem(stale, 412, "stale_match")
    response = await phone.delete(path, headers={"If-Match": '"4"'})
    assert roles(response.json()["items"]) == ["owner"]
    assert_problem(await guest.get(tables.path(match)), 404, "match_not_found")
    assert (await guest.get("/v1/matches")).json()["items"] == []
    assert (await phone.delete(path)).json() == response.json()
    hand = (await phone.get(tables.path(match, 1))).json()
    assert hand["record"] == {"trump": "S"}
    (line,) = [
        line for line in await guests.journal(phone, match) if line["action"] == "member_removed"
    ]
    assert line["members"][0]["before"]["role"] == "scorer"
    assert line["members"][0]["after"] is None


async def test_a_device_may_leave_but_remove_no_other(
    phone: Device, match: Json, guest: Device, third: Device
) -> None:
    own = await guests.let_in(phone, match, guest, "scorer")
    third_id = await guests.let_in(phone, match, third)
    for device_id in (third_id, await tables.device_id(phone)):
        assert_problem(await guest.delete(member(match, device_id)), 403, "not_allowed")
    assert (await guest.delete(member(match, own))).status_code == 200
    assert_problem(await guest.delete(member(match, own)), 404, "match_not_found")
    assert (await guest.get("/v1/matches")).json()["items"] == []
    invite = await guests.invite(phone, match)
    assert (await guests.join(guest, invite["code"])).status_code == 201
    assert len((await guest.get("/v1/matches")).json()["items"]) == 1


async def test_a_claim_waits_for_the_owner(phone: Device, match: Json, guest: Device) -> None:
    guest_id = await guests.let_in(phone, match, guest)
    response = await guest.post(f"{seat(match, 1)}/claim")
    assert (response.status_code, response.headers["etag"]) == (200, '"4"')
    assert (response.json()["asksFor"], response.json()["seat"]) == (1, None)
    assert (await guest.post(f"{seat(match, 1)}/claim")).json() == response.json()
    assert_problem(await guest.put(seat(match, 1), json={"deviceId": guest_id}), 403, "not_allowed")
    given = await phone.put(seat(match, 1), json={"deviceId": guest_id})
    assert (given.json()["items"][1]["seat"], given.json()["items"][1]["asksFor"]) == (1, None)
    again = await phone.put(seat(match, 1), json={"deviceId": guest_id})
    assert again.headers["etag"] == given.headers["etag"] == '"5"'
    players = (await phone.get(tables.path(match))).json()["players"]
    assert [player["isClaimed"] for player in players] == [False, True, False, False]
    lines = guests.actions(await guests.journal(phone, match))
    assert lines == ["invite_made", "member_joined", "seat_asked_for", "seat_given"]


async def test_the_owner_agrees_with_himself(phone: Device, match: Json) -> None:
    members = (await phone.post(f"{seat(match, 3)}/claim")).json()
    assert (members["seat"], members["asksFor"]) == (3, None)
    claim = (await phone.post(f"{seat(match, 0)}/claim")).json()
    assert claim["seat"] == 0


async def test_a_seat_has_one_device_and_a_device_one_seat(
    phone: Device, match: Json, guest: Device, third: Device
) -> None:
    first, second = [await guests.let_in(phone, match, device) for device in (guest, third)]
    await guest.post(f"{seat(match, 1)}/claim")
    await phone.put(seat(match, 1), json={"deviceId": first})
    assert_problem(await third.post(f"{seat(match, 1)}/claim"), 409, "seat_taken")
    assert_problem(await phone.post(f"{seat(match, 1)}/claim"), 409, "seat_taken")
    response = await phone.put(seat(match, 1), json={"deviceId": second})
    assert_problem(response, 409, "seat_taken")
    await guest.post(f"{seat(match, 2)}/claim")
    await phone.put(seat(match, 2), json={"deviceId": first})
    assert [member["seat"] for member in await guests.members(phone, match)] == [None, 2, None]
    await third.post(f"{seat(match, 1)}/claim")
    await phone.put(seat(match, 1), json={"deviceId": second})
    freed = await phone.put(seat(match, 2), json={"deviceId": None})
    assert [member["seat"] for member in freed.json()["items"]] == [None, None, 1]
    again = await phone.put(seat(match, 2), json={"deviceId": None})
    assert again.json() == freed.json()


async def test_of_two_claims_for_one_seat_the_owner_chooses(
    phone: Device, match: Json, guest: Device, third: Device
) -> None:
    first, _ = [await guests.let_in(phone, match, device) for device in (guest, third)]
    claims = (device.post(f"{seat(match, 2)}/claim") for device in (guest, third))
    assert {response.status_code for response in await asyncio.gather(*claims)} == {200}
    asking = [member["asksFor"] for member in await guests.members(phone, match)]
    assert asking == [None, 2, 2]
    await phone.put(seat(match, 2), json={"deviceId": first})
    members_ = await guests.members(phone, match)
    assert [(member["seat"], member["asksFor"]) for member in members_[1:]] == [
        (2, None),
        (None, None),
    ]


async def test_of_two_seatings_at_once_one_is_refused(
    phone: Device, match: Json, guest: Device, third: Device
) -> None:
    both = [await guests.let_in(phone, match, device) for device in (guest, third)]
    await asyncio.gather(*(device.post(f"{seat(match, 2)}/claim") for device in (guest, third)))
    answers = await asyncio.gather(
        *(phone.put(seat(match, 2), json={"deviceId": device_id}) for device_id in both)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert [member["seat"] for member in await guests.members(phone, match)].count(2) == 1


async def test_a_guest_who_had_no_phone_confirms_once_seated(
    phone: Device, guest: Device, match: Json
) -> None:
    """Joined to look, claimed the seat, and seated by the owner: a player like the others."""
    guest_id = await guests.let_in(phone, match, guest)
    await guest.post(f"{seat(match, 1)}/claim")
    await phone.put(seat(match, 1), json={"deviceId": guest_id})
    await phone.put(member(match, guest_id), json={"role": "scorer"})
    hand = {
        "contract": {"pitcher": 0, "bid": "four"},
        "claims": {
            "points": [
                {"point": "high", "side": 0},
                {"point": "low", "side": 0},
                {"point": "jack", "inPlay": False},
                {"point": "game", "side": 0},
            ]
        },
    }
    response = await phone.put(tables.path(match, 1), json=hand)
    tag = {"If-Match": response.headers["etag"]}
    agreed = await guest.post(tables.path(match, 1, "confirmations"), json={}, headers=tag)
    assert [
        confirmation["side"] for confirmation in agreed.json()["agreement"]["confirmations"]
    ] == [1]


@pytest.mark.parametrize("number", [4, 10**12])
async def test_only_seats_of_the_table_can_be_had(phone: Device, match: Json, number: int) -> None:
    assert_problem(await phone.post(f"{seat(match, number)}/claim"), 422, "not_at_table")
    own = await tables.device_id(phone)
    for device_id in (own, None):
        answer = await phone.put(seat(match, number), json={"deviceId": device_id})
        assert_problem(answer, 422, "not_at_table")


async def test_a_member_that_is_not_there_is_told(phone: Device, match: Json) -> None:
    nobody = match["matchId"]
    response = await phone.put(member(match, nobody), json={"role": "viewer"})
    assert_problem(response, 404, "no_such_member")
    given = await phone.put(seat(match, 0), json={"deviceId": nobody})
    assert_problem(given, 404, "no_such_member", "/deviceId")


async def test_strangers_find_nothing_and_only_the_owner_decides(
    phone: Device, match: Json, guest: Device, third: Device
) -> None:
    own = await tables.device_id(phone)
    await guests.let_in(phone, match, guest, "scorer")
    for who, status, code in ((third, 404, "match_not_found"), (guest, 403, "not_allowed")):
        answers = [
            await who.put(member(match, own), json={"role": "viewer"}),
            await who.delete(member(match, own)),
            await who.put(seat(match, 0), json={"deviceId": own}),
            await who.put(seat(match, 0), json={"deviceId": None}),
        ]
        for answer in answers:
            assert_problem(answer, status, code)
    assert_problem(await third.get(f"{tables.path(match)}/members"), 404, "match_not_found")
    assert_problem(await third.post(f"{seat(match, 0)}/claim"), 404, "match_not_found")


async def test_the_same_claim_answers_the_same_though_the_match_moved_on(
    phone: Device, match: Json, guest: Device
) -> None:
    guest_id = await guests.let_in(phone, match, guest)
    key = {"Idempotency-Key": "claim-1"}
    first = await guest.post(f"{seat(match, 1)}/claim", headers=key)
    await phone.put(seat(match, 1), json={"deviceId": guest_id})
    again = await guest.post(f"{seat(match, 1)}/claim", headers=key)
    assert (again.status_code, again.json()) == (200, first.json())
    assert again.headers["etag"] == first.headers["etag"]


async def test_an_earlier_version_knows_who_was_in(
    phone: Device, match: Json, guest: Device
) -> None:
    guest_id = await guests.let_in(phone, match, guest)
    await guest.post(f"{seat(match, 1)}/claim")
    await phone.put(seat(match, 1), json={"deviceId": guest_id})
    for version, has_claim in ((4, False), (5, True)):
        then = (await phone.get(f"{tables.path(match)}/versions/{version}")).json()
        assert then["players"][1]["isClaimed"] is has_claim
