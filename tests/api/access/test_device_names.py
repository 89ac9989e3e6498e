"""A device has a name, which those see who share a match or a league with it."""

import asyncio

import asyncpg
import pytest

from tests.support import brought, guests, leagues, tables
from tests.support.operations import DOCUMENT
from tests.support.phones import Device, Json, assert_problem, open_match

SCHEMAS = DOCUMENT["components"]["schemas"]


async def set_name(phone: Device, name: str | None) -> Json:
    """Call a device something: what it is then."""
    answer = await phone.put("/v1/devices/me", json={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def list_names(bodies: list[Json]) -> list[str | None]:
    """Return the names of the devices in some responses."""
    return [item["deviceName"] for item in bodies]


async def test_a_device_has_no_name_until_it_is_given_one(phone: Device) -> None:
    assert (await phone.get("/v1/devices/me")).json()["name"] is None
    assert (await set_name(phone, "Ann's phone"))["name"] == "Ann's phone"
    assert (await phone.get("/v1/devices/me")).json()["name"] == "Ann's phone"
    assert (await set_name(phone, None))["name"] is None
    assert (await phone.get("/v1/devices/me")).json()["name"] is None


@pytest.mark.parametrize("name", ["", " ", "\u200b", "A\u202eB", "x" * 41, "two\u2028lines", 5])
async def test_the_name_of_a_device_is_a_name(phone: Device, name: object) -> None:
    assert_problem(
        await phone.put("/v1/devices/me", json={"name": name}), 400, "invalid_body", "/name"
    )


async def test_members_and_journals_tell_names(
    phone: Device, guest: Device, aggregate: Json
) -> None:
    await guests.let_in(phone, aggregate, guest)
    await set_name(phone, "Ann's phone")
    path = guests.path(aggregate)
    for reader in (phone, guest):
        assert list_names(await guests.members(reader, aggregate)) == ["Ann's phone", None]
        lines = (await reader.get(f"{path}/journal")).json()["items"]
        names = {line["deviceId"]: line["deviceName"] for line in lines}
        assert names[await tables.device_id(phone)] == "Ann's phone"
        assert names[await tables.device_id(guest)] is None


async def test_who_claims_is_told_by_name(phone: Device, guest: Device, match: Json) -> None:
    await guests.let_in(phone, match, guest, "scorer")
    await set_name(guest, "Bob's phone")
    response = await guest.post(f"{tables.path(match)}/seats/1/claim")
    assert (response.json()["deviceName"], response.json()["asksFor"]) == ("Bob's phone", 1)
    (line,) = [
        line for line in await guests.journal(phone, match) if line["action"] == "seat_asked_for"
    ]
    assert list_names([member["after"] for member in line["members"]]) == ["Bob's phone"]


async def test_a_player_of_a_league_is_claimed_by_name(phone: Device) -> None:
    league = await leagues.open_league(phone)
    await set_name(phone, "Ann's phone")
    response = await phone.post(leagues.path(league, "entrants/1/players/0/claim"))
    assert response.json()["deviceName"] == "Ann's phone"


async def test_agreements_and_adjustments_tell_names(phone: Device, match: Json) -> None:
    await set_name(phone, "Ann's phone")
    path = tables.path(match)
    response = await phone.post(
        f"{path}/adjustments", json={"side": 0, "points": 1, "reason": "Late"}
    )
    assert list_names(response.json()["adjustments"]) == ["Ann's phone"]
    hand = f"{path}/hands/1"
    await phone.put(hand, json={"contract": {"pitcher": 0, "bid": "four"}})
    steps = (
        ("overruling", {"deltas": [4, 0], "made": True, "reason": "Agreed"}),
        ("confirmations", {"side": 0}),
        ("disputes", {"reason": "Not so"}),
        ("disputes/resolution", {"settlement": "withdrawn"}),
    )
    for step, body in steps:
        answer = await phone.post(f"{hand}/{step}", json=body, headers={"If-Match": "*"})
        assert answer.status_code < 300, answer.text
        confirmations = answer.json()["agreement"]["confirmations"]
        assert list_names(confirmations) == ["Ann's phone"] * len(confirmations)
    hand_body = (await phone.get(hand)).json()
    dispute = hand_body["agreement"]["dispute"]
    assert (
        list_names([hand_body["overruled"], dispute, dispute["resolution"]]) == ["Ann's phone"] * 3
    )


async def test_who_comes_with_a_name_has_it_from_the_start(phone: Device, guest: Device) -> None:
    await set_name(phone, "Ann's phone")
    await set_name(guest, "Bob's phone")
    (item,) = await brought.items(phone, brought.to_json(brought.TOLD), brought.JSON_TYPE)
    copy = (await phone.get(f"/v1/matches/{item['matchId']}")).json()
    for aggregate in (await open_match(phone), await leagues.open_league(phone), copy):
        await guests.let_in(phone, aggregate, guest)
        members = await guests.members(guest, aggregate)
        assert sorted(list_names(members), key=str) == ["Ann's phone", "Bob's phone"]
    await set_name(guest, None)
    assert list_names(await guests.members(phone, aggregate))[-1] is None


async def test_who_joins_while_renamed_has_the_new_name(
    phone: Device, guest: Device, aggregate: Json, database_url: str
) -> None:
    await set_name(guest, "Bob's phone")
    invite = await guests.invite(phone, aggregate)
    renaming = await asyncpg.connect(database_url)
    async with renaming.transaction():
        await renaming.execute("UPDATE devices SET name = 'Robert' WHERE name = $1", "Bob's phone")
        joining = asyncio.create_task(guests.enter(guest, aggregate, invite["code"]))
        await asyncio.sleep(0.1)  # It has come to the name by then, and waits.
        assert not joining.done()
    await joining
    await renaming.close()
    assert list_names(await guests.members(phone, aggregate)) == [None, "Robert"]


async def test_who_has_left_has_no_name_any_more(
    phone: Device, guest: Device, aggregate: Json
) -> None:
    await guests.let_in(phone, aggregate, guest)
    await set_name(guest, "Bob's phone")
    leaver_id = await tables.device_id(guest)
    await phone.delete(f"{guests.path(aggregate)}/members/{leaver_id}")
    lines = (await phone.get(f"{guests.path(aggregate)}/journal")).text
    assert leaver_id in lines
    assert "Bob's phone" not in lines


async def test_a_stranger_gives_no_name(stranger: Device) -> None:
    assert_problem(
        await stranger.put("/v1/devices/me", json={"name": "Nobody"}), 401, "unauthenticated"
    )


async def test_who_takes_something_back_is_told_by_name(phone: Device, match: Json) -> None:
    await set_name(phone, "Ann's phone")
    path = f"{tables.path(match)}/adjustments"
    await phone.post(path, json={"side": 0, "points": 1, "reason": "Late"})
    response = await phone.post(f"{path}/1/cancellation", json={"reason": "In time"})
    assert list_names(
        [adjustment["cancelled"] for adjustment in response.json()["adjustments"]]
    ) == ["Ann's phone"]
    (line,) = (await phone.get(f"{tables.path(match)}/journal?action=adjustment_cancelled")).json()[
        "items"
    ]
    assert list_names([line["adjustment"]["cancelled"]]) == ["Ann's phone"]


async def test_results_and_money_of_a_league_tell_names(phone: Device, guest: Device) -> None:
    league = await leagues.open_league(phone, teams=4)
    await guests.let_in(phone, league, guest, "scorer")
    await set_name(guest, "Bob's phone")
    number = leagues.fixtures(await leagues.plan_nights(phone, league), 1)[0]["number"]
    await leagues.report_result(guest, league, number, wins=[3, 0])
    fixture = (await phone.get(leagues.path(league, f"fixtures/{number}"))).json()
    assert list_names([fixture["reported"]]) == ["Bob's phone"]
    paid = {"entrant": 1, "amount": 100}
    await guest.post(leagues.path(league, "payments"), json=paid)
    where = leagues.path(league, "payments/1/cancellation")
    (payment,) = (await guest.post(where, json={"reason": "Twice"})).json()["payments"]
    assert list_names([payment, payment["cancelled"]]) == ["Bob's phone"] * 2
    lines = (await phone.get(leagues.path(league, "journal?sort=newest"))).json()["items"]
    states = [change["after"] for line in lines for change in line["changes"] if change["after"]]
    (cancelled, *_), (report, *_) = (
        [state[kind] for state in states if kind in state] for kind in ("payment", "reported")
    )
    assert list_names([cancelled, cancelled["cancelled"], report]) == ["Bob's phone"] * 3
    then = (await phone.get(leagues.path(league, "schedule"))).json()
    assert "Bob's phone" in str(then)


HAVE_NONE = {"Device", "SignedIn", "Recovered", "SeatHolder", "PlayerDevice", "JournalMember"}
"""What is about the own device, what is only sent, and what tells it before and after."""


def test_wherever_the_id_of_a_device_stands_its_name_does() -> None:
    fields = {name: schema.get("properties", {}) for name, schema in SCHEMAS.items()}
    with_id = {name for name, properties in fields.items() if "deviceId" in properties}
    assert {name for name in with_id if "deviceName" not in fields[name]} <= HAVE_NONE
