"""Organizers: they run a league beside its owner, and cannot take it from the owner."""

import asyncio

import pytest

from tests.support import guests, tables
from tests.support.leagues import FORMAT, fixtures, open_league, path, plan_nights
from tests.support.phones import Device, Json, SignIn, assert_problem

ANY = {"If-Match": "*"}


async def add_organiser(owner: Device, league: Json, phone: Device) -> str:
    """Make a phone an organizer of a league; its id."""
    device_id = await guests.let_in(owner, league, phone, "scorer")
    answer = await owner.put(path(league, f"members/{device_id}"), json={"role": "organiser"})
    assert answer.status_code == 200, answer.text
    return device_id


async def roles(phone: Device, league: Json) -> dict[str, str]:
    members = (await phone.get(path(league))).json()["members"]
    return {member["deviceId"]: member["role"] for member in members}


async def test_an_organiser_runs_the_league(phone: Device, sign_in: SignIn) -> None:
    """All that a season needs: charter, teams, nights, money, codes and links, other phones."""
    league = await open_league(phone, teams=4)
    async with await sign_in() as helper, await sign_in() as guest:
        await add_organiser(phone, league, helper)
        charter = {"name": "Wednesdays", "format": FORMAT | {"nights": 6}, "seed": 7}
        done = await helper.put(path(league, "charter"), json=charter, headers=ANY)
        assert done.json()["name"] == "Wednesdays"
        body = {"name": "Late", "players": ["x", "y"]}
        assert (await helper.post(path(league, "entrants"), json=body)).status_code == 201
        response = await helper.delete(path(league, "entrants/5"), headers=ANY)
        assert len(response.json()["entrants"]) == 4
        await plan_nights(helper, league)
        for where in ("nights/1/opening", "nights/2/calling-off"):
            answer = await helper.post(path(league, where), json={"reason": "Snow"})
            assert answer.status_code == 200, answer.text
        paid = {"entrant": 1, "amount": 1000}
        assert (await helper.post(path(league, "payments"), json=paid)).status_code == 201
        assert (await helper.post(path(league, "payouts"), json=paid)).status_code == 201
        invite = await guests.invite(helper, league, role="viewer")
        assert (await helper.get(f"{path(league)}/invites")).json()["items"][0] == invite
        link = await guests.publish(helper, league)
        assert (await guest.get(f"/v1/public/{link['secret']}")).status_code == 200
        response = await helper.delete(path(league, f"public-links/{link['linkId']}"))
        assert response.status_code == 204
        theirs = await guests.let_in(helper, league, guest)
        where = path(league, "entrants/2/players/0")
        assert (await guest.post(f"{where}/claim")).json()["asksFor"] is not None
        assert (await helper.put(where, json={"deviceId": theirs}, headers=ANY)).is_success
        mine = await helper.post(path(league, "entrants/1/players/0/claim"))
        assert mine.json()["playsAs"] == {"entrant": 1, "player": 0}
        member = path(league, f"members/{theirs}")
        assert (await helper.put(member, json={"role": "scorer"})).status_code == 200
        assert (await helper.delete(member)).status_code == 200


async def test_an_organiser_cannot_take_the_league(phone: Device, sign_in: SignIn) -> None:
    """It may neither delete it nor hand it over, nor touch the owner or other organizers."""
    league = await open_league(phone, teams=4)
    owner = await tables.device_id(phone)
    async with (
        await sign_in() as helper,
        await sign_in() as second_helper,
        await sign_in() as viewer,
    ):
        mine = await add_organiser(phone, league, helper)
        theirs = await add_organiser(phone, league, second_helper)
        looks = await guests.let_in(phone, league, viewer)
        before = await roles(phone, league)
        for device_id, role in (
            *((mine, "owner"), (mine, "scorer"), (theirs, "scorer"), (theirs, "owner")),
            *((looks, "organiser"), (looks, "owner"), (owner, "viewer")),
        ):
            member = path(league, f"members/{device_id}")
            answer = await helper.put(member, json={"role": role}, headers=ANY)
            if device_id == owner:
                assert_problem(answer, 409, "owner_stays")
            else:
                assert_problem(answer, 403, "not_allowed")
        for device_id, problem in (
            (theirs, (403, "not_allowed")),
            (owner, (409, "owner_stays")),
        ):
            assert_problem(await helper.delete(path(league, f"members/{device_id}")), *problem)
        assert_problem(await helper.delete(path(league)), 403, "not_allowed")
        assert (await phone.delete(path(league))).status_code == 204
        assert_problem(await helper.post(path(league, "restoration")), 404, "league_not_found")
        await phone.post(path(league, "restoration"))
        assert await roles(phone, league) == before
        refused = await viewer.post(path(league, "schedule"), json={})
        assert refused.json()["message"]["code"] == "problem.not_allowed.organiser"


async def test_the_owner_makes_and_unmakes_organisers(phone: Device, sign_in: SignIn) -> None:
    league = await open_league(phone, teams=4)
    async with await sign_in() as helper:
        mine = await add_organiser(phone, league, helper)
        member = path(league, f"members/{mine}")
        assert (await phone.put(member, json={"role": "viewer"})).status_code == 200
        assert_problem(await helper.post(path(league, "schedule"), json={}), 403, "not_allowed")
        await phone.put(member, json={"role": "organiser"})
        assert (await helper.delete(member)).status_code == 200, "it may leave"


async def test_who_handed_the_league_over_stays_an_organiser(
    phone: Device, sign_in: SignIn
) -> None:
    league = await open_league(phone, teams=4)
    async with await sign_in() as heir:
        theirs = await guests.let_in(phone, league, heir)
        before = await tables.device_id(phone)
        await phone.put(path(league, f"members/{theirs}"), json={"role": "owner"})
        assert await roles(heir, league) == {before: "organiser", theirs: "owner"}
        assert (await phone.post(path(league, "schedule"), json={})).status_code == 200
        taken_back = await phone.put(path(league, f"members/{before}"), json={"role": "owner"})
        assert_problem(taken_back, 403, "not_allowed")


async def test_an_invite_makes_no_organiser(phone: Device) -> None:
    league = await open_league(phone, teams=2)
    body = {"role": "organiser"}
    answer = await phone.post(path(league, "invites"), json=body)
    assert_problem(answer, 400, "invalid_body", "/role")


async def test_an_invite_ends_with_who_made_it(phone: Device, sign_in: SignIn) -> None:
    """Nobody comes in by a code that it made, also once it is an organizer again."""
    league = await open_league(phone, teams=2)
    async with (
        await sign_in() as helper,
        await sign_in() as guest,
        await sign_in() as second_helper,
    ):
        theirs = await add_organiser(phone, league, helper)
        member = path(league, f"members/{theirs}")
        own = await guests.invite(helper, league, role="scorer")
        owners = await guests.invite(phone, league, role="scorer")
        assert (await guests.enter(guest, league, own["code"])).status_code == 201

        async def invite_uses() -> dict[str, int]:
            invites = (await phone.get(path(league, "invites"))).json()["items"]
            return {each["code"]: each["usesLeft"] for each in invites}

        async def revoked_invites() -> set[str]:
            invites = (await phone.get(path(league, "invites"))).json()["items"]
            return {each["code"] for each in invites if each["revokedAt"]}

        for change in ({"role": "viewer"}, None):
            if change:
                assert (await phone.put(member, json=change)).is_success
            else:
                assert (await phone.delete(member)).is_success
            for stranger in (helper, second_helper):
                refused = await guests.enter(stranger, league, own["code"])
                assert_problem(refused, 404, "invite_not_found", "/code")
            assert (await invite_uses())[own["code"]] == 0
            ended = await phone.get(path(league, f"poster.pdf?invite={own['inviteId']}"))
            assert_problem(ended, 409, "invite_ended")
            if change:
                assert (await phone.put(member, json={"role": "organiser"})).is_success
                refused = await guests.enter(second_helper, league, own["code"])
                assert_problem(refused, 404, "invite_not_found", "/code")
                assert own["code"] in await revoked_invites()
        assert (await guests.enter(helper, league, owners["code"])).status_code == 201
        heir = await tables.device_id(guest)
        await phone.put(path(league, f"members/{heir}"), json={"role": "owner"})
        assert (await guests.enter(second_helper, league, owners["code"])).status_code == 201


async def test_invites_that_ended_with_who_made_them_leave_room_for_others(
    phone: Device, sign_in: SignIn
) -> None:
    league = await open_league(phone, teams=2)
    async with await sign_in() as helper:
        theirs = await add_organiser(phone, league, helper)
        while (await helper.post(path(league, "invites"), json={"role": "viewer"})).is_success:
            pass
        full = await phone.post(path(league, "invites"), json={"role": "viewer"})
        assert_problem(full, 409, "too_many_invites")
        assert (await phone.delete(path(league, f"members/{theirs}"))).is_success
        await guests.invite(phone, league)


@pytest.mark.parametrize("leavers", [1, 2])
async def test_an_organiser_inherits_the_league(
    phone: Device, sign_in: SignIn, leavers: int
) -> None:
    """Before any scorer, however much longer that is in it."""
    league = await open_league(phone, teams=2)
    async with await sign_in() as scorer, await sign_in() as helper:
        oldest = await guests.let_in(phone, league, scorer, "scorer")
        heir = await add_organiser(phone, league, helper)
        for leaver in (phone, helper)[:leavers]:
            assert (await leaver.delete("/v1/devices/me")).is_success
        staying = (await scorer.get(path(league))).json()["members"]
        owners = [each["deviceId"] for each in staying if each["role"] == "owner"]
        assert owners == [heir if leavers == 1 else oldest]


async def test_three_organisers_enter_the_same_night_at_once(
    phone: Device, sign_in: SignIn
) -> None:
    """Each result is one of those that were sent, and the journal has all that were taken."""
    league = await open_league(phone, teams=8)
    first = fixtures(await plan_nights(phone, league), 1)
    async with await sign_in() as one, await sign_in() as two:
        for helper in (one, two):
            await add_organiser(phone, league, helper)
        answers = await asyncio.gather(
            *(
                each.put(path(league, f"fixtures/{fixture['number']}/result"), json={"wins": wins})
                for each, wins in ((phone, [3, 0]), (one, [2, 1]), (two, [0, 3]))
                for fixture in first
            )
        )
    statuses = sorted({answer.status_code for answer in answers})
    assert statuses == [200, 428], "who comes second has not seen the first"
    table = (await phone.get(path(league, "standings"))).json()
    assert sum(row["score"] for row in table["rows"]) == 3 * len(first)
