"""Consent: nobody is put into a league or onto a seat, and who left comes back by a code only."""

import re
from typing import Any

import msgspec
import pytest

from pitchkeeper.settings import ROOT
from tests.support import guests, leagues, tables
from tests.support.phones import Device, Json, SignIn, assert_problem

CONTRACT = ROOT / "openapi" / "openapi.json"


@pytest.fixture
async def league(phone: Device) -> Json:
    """A league whose first fixture can be opened."""
    league_body = await leagues.open_league(phone, teams=4)
    await leagues.plan_nights(phone, league_body)
    return league_body


@pytest.fixture
async def victim(sign_in: SignIn) -> Device:
    """A device that wants nothing of anybody."""
    return await sign_in()


def member(aggregate: Json, device_id: str) -> str:
    """Return the path of a member."""
    return f"{guests.path(aggregate)}/members/{device_id}"


def player(league: Json, entrant: int = 1, number: int = 0) -> str:
    """Return the path of a league's player."""
    return leagues.path(league, f"entrants/{entrant}/players/{number}")


async def next_match(phone: Device, league: Json) -> Json:
    """The next match of the first fixture."""
    schedule = (await phone.get(leagues.path(league, "schedule"))).json()
    number = leagues.fixtures(schedule, 1)[0]["number"]
    answer = await phone.post(leagues.path(league, f"fixtures/{number}/matches"))
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def left_alone(device: Device) -> None:
    """Assert that a device is in nothing, and that nothing is counted for it."""
    for kind in ("matches", "leagues"):
        for state in ("", "?state=deleted"):
            assert (await device.get(f"/v1/{kind}{state}")).json()["items"] == []
    mine = await tables.device_id(device)
    page = (await device.get(f"/v1/players/{mine}/statistics")).json()
    assert (page["matches"], page["rating"]) == (0, None)


def naming_devices() -> set[str]:
    """The operations that say which device is meant, in their path or their body."""
    document: Any = msgspec.json.decode(CONTRACT.read_bytes())
    schemas, names = document["components"]["schemas"], set()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            if not isinstance(operation, dict) or "operationId" not in operation:
                continue
            body = msgspec.json.encode(operation.get("requestBody", {})).decode()
            references = set(re.findall(r"#/components/schemas/(\w+)", body))
            in_body = any(
                "deviceId" in schemas[reference].get("properties", {}) for reference in references
            )
            if "{deviceId}" in path or in_body:
                names.add(operation["operationId"])
    return names


def test_six_operations_name_the_device_of_another() -> None:
    """A new one has to be tried here, too."""
    assert naming_devices() == {
        "assignPlayer",
        "assignSeat",
        "changeMember",
        "putLeagueMember",
        "removeLeagueMember",
        "removeMember",
    }


@pytest.mark.parametrize("role", ["viewer", "scorer", "owner"])
async def test_no_owner_puts_a_stranger_anywhere(
    phone: Device, league: Json, match: Json, victim: Device, role: str
) -> None:
    """Whatever an owner sends with the id of a device, the device is in nothing by that."""
    theirs = await tables.device_id(victim)
    any_version = {"If-Match": "*"}
    for aggregate in (league, match):
        answer = await phone.put(
            member(aggregate, theirs), json={"role": role}, headers=any_version
        )
        assert_problem(answer, 404, "no_such_member")
    for seat in (player(league), f"{tables.path(match)}/seats/1"):
        answer = await phone.put(seat, json={"deviceId": theirs}, headers=any_version)
        assert_problem(answer, 404, "no_such_member", "/deviceId")
    opened = await next_match(phone, league)
    assert not any(player["isClaimed"] for player in opened["players"])
    await left_alone(victim)


@pytest.mark.parametrize("by", ["itself", "the owner"])
async def test_who_left_a_league_comes_back_by_a_code_only(
    phone: Device, league: Json, victim: Device, by: str
) -> None:
    """Also as the player that it was, until it claims that anew."""
    theirs = await guests.let_in(phone, league, victim, "scorer")
    await victim.post(f"{player(league)}/claim")
    response = await phone.put(player(league), json={"deviceId": theirs})
    assert response.status_code == 200, response.text
    key = {"Idempotency-Key": "role", "If-Match": "*"}
    changed = await phone.put(member(league, theirs), json={"role": "viewer"}, headers=key)
    assert changed.status_code == 200, changed.text
    leaver = victim if by == "itself" else phone
    assert (await leaver.delete(member(league, theirs))).status_code == 200
    await phone.put(member(league, theirs), json={"role": "viewer"}, headers=key)
    for role in ("viewer", "scorer", "owner"):
        answer = await phone.put(member(league, theirs), json={"role": role})
        assert_problem(answer, 404, "no_such_member")
    await next_match(phone, league)
    await left_alone(victim)
    await guests.let_in(phone, league, victim)
    answer = await phone.put(player(league), json={"deviceId": theirs})
    assert_problem(answer, 409, "player_not_claimed", "/deviceId")


async def test_an_heir_is_a_member(phone: Device, league: Json, victim: Device) -> None:
    """A league is handed over to one that is in it; who was handed it may hand it back."""
    theirs, mine = await tables.device_id(victim), await tables.device_id(phone)
    assert_problem(
        await phone.put(member(league, theirs), json={"role": "owner"}), 404, "no_such_member"
    )
    await guests.let_in(phone, league, victim)
    response = await phone.put(member(league, theirs), json={"role": "owner"})
    assert {member["deviceId"]: member["role"] for member in response.json()["members"]} == {
        mine: "organiser",
        theirs: "owner",
    }
    assert (await victim.put(member(league, mine), json={"role": "owner"})).status_code == 200
    assert (await victim.delete(member(league, theirs))).status_code == 200
    await left_alone(victim)


async def test_who_came_to_look_is_no_player(phone: Device, league: Json, victim: Device) -> None:
    """So it is seated nowhere and no rating of it moves, until it says itself who it is."""
    theirs = await guests.let_in(phone, league, victim)
    answer = await phone.put(player(league), json={"deviceId": theirs})
    assert_problem(answer, 409, "player_not_claimed", "/deviceId")
    await victim.post(f"{player(league, 2, 1)}/claim")
    answer = await phone.put(player(league), json={"deviceId": theirs})
    assert_problem(answer, 409, "player_not_claimed", "/deviceId")
    match = await next_match(phone, league)
    assert not any(player["isClaimed"] for player in match["players"])
    assert await guests.list_ids(victim, match) == []
    response = await phone.put(player(league, 2, 1), json={"deviceId": theirs})
    assert response.status_code == 200, response.text
    elsewhere = await phone.put(player(league), json={"deviceId": theirs})
    assert_problem(elsewhere, 409, "player_not_claimed", "/deviceId")


async def test_who_came_to_look_has_no_seat(phone: Device, match: Json, victim: Device) -> None:
    """Nor another one than it claimed."""
    theirs = await guests.let_in(phone, match, victim)
    seats = f"{tables.path(match)}/seats"
    await victim.post(f"{seats}/1/claim")
    for seat in (0, 2, 3):
        answer = await phone.put(f"{seats}/{seat}", json={"deviceId": theirs})
        assert_problem(answer, 409, "seat_not_claimed", "/deviceId")
    assert (await phone.put(f"{seats}/1", json={"deviceId": theirs})).status_code == 200
    answer = await phone.put(f"{seats}/2", json={"deviceId": theirs})
    assert_problem(answer, 409, "seat_not_claimed", "/deviceId")


async def test_an_owner_needs_no_claim_of_its_own(phone: Device, league: Json, match: Json) -> None:
    mine = {"deviceId": await tables.device_id(phone)}
    for place in (player(league), f"{tables.path(match)}/seats/3"):
        assert (await phone.put(place, json=mine)).status_code == 200
