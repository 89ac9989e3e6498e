"""A device that opens a match can take a seat at once."""

from uuid_utils.compat import uuid7

from tests.support import guests, tables
from tests.support.phones import Device, assert_problem, open_match


async def test_who_opens_a_match_takes_a_seat(phone: Device) -> None:
    match = await open_match(phone, seat=2)
    assert [player["isClaimed"] for player in match["players"]] == [False, False, True, False]
    (owner,) = await guests.members(phone, match)
    assert (owner["role"], owner["seat"]) == ("owner", 2)
    (line,) = (await phone.get(f"{tables.path(match)}/journal")).json()["items"]
    assert line["members"][0]["after"]["seat"] == 2


async def test_who_says_no_seat_has_none(phone: Device) -> None:
    (owner,) = await guests.members(phone, await open_match(phone))
    assert owner["seat"] is None


async def test_there_is_no_seat_beyond_the_table(phone: Device) -> None:
    names = ("Ann", "Bob", "Cid", "Dee")
    body = {"ruleset": "mb-lounge", "players": [{"name": name} for name in names], "seat": 4}
    assert_problem(await phone.post("/v1/matches", json=body), 422, "not_at_table", "/seat")


async def test_a_copy_of_the_request_opens_no_second_match(phone: Device) -> None:
    match_id = str(uuid7())
    first = await open_match(phone, seat=1, matchId=match_id)
    assert (await open_match(phone, seat=1, matchId=match_id))["matchId"] == first["matchId"]
    body = {
        "ruleset": "mb-lounge",
        "players": [{"name": player["name"]} for player in first["players"]],
        "matchId": match_id,
    }
    assert_problem(await phone.post("/v1/matches", json={**body, "seat": 3}), 409, "match_exists")


async def test_a_phone_without_a_signal_sits_down_by_command(phone: Device) -> None:
    match_id = str(uuid7())
    names = ("Ann", "Bob", "Cid", "Dee")
    body = {"ruleset": "mb-lounge", "players": [{"name": name} for name in names], "seat": 3}
    queue = [{"kind": "open_match", "commandId": str(uuid7()), "matchId": match_id, "body": body}]
    sent = await phone.post("/v1/commands", json={"commands": queue})
    assert sent.status_code == 200, sent.text
    (owner,) = await guests.members(phone, {"matchId": match_id})
    assert owner["seat"] == 3
