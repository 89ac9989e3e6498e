"""Sign-ups: a viewer enters its team, an organizer agrees, and those without a place wait."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.support import guests
from tests.support.leagues import FORMAT, open_league, path
from tests.support.phones import Device, Json, SignIn, assert_problem

KINGS: Json = {"name": "Kings", "players": ["Kit", "Kay"], "player": 1}
DAY = 24 * 60


async def signed_up(phone: Device, league: Json, **more: Any) -> Json:
    answer = await phone.post(path(league, "sign-ups"), json=KINGS | more)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_viewer_signs_up_and_an_organiser_agrees(phone: Device, sign_in: SignIn) -> None:
    """Till then it may look and nothing else; then its team plays, and it is the player it said."""
    league = await open_league(phone, teams=4)
    async with await sign_in() as viewer:
        theirs = await guests.let_in(phone, league, viewer)
        sign_ups = await signed_up(viewer, league)
        (sign_up,) = sign_ups["signUps"]
        assert (sign_up["name"], sign_up["isWaiting"], sign_up["deviceId"]) == (
            "Kings",
            False,
            theirs,
        )
        assert len(sign_ups["entrants"]) == 4
        accept = path(league, "sign-ups/1/acceptance")
        assert_problem(await viewer.post(accept), 403, "not_allowed")
        done = (await phone.post(accept)).json()
        assert (done["entrants"][-1]["name"], done["signUps"]) == ("Kings", [])
        member = next(member for member in done["members"] if member["deviceId"] == theirs)
        assert (member["role"], member["playsAs"]) == ("viewer", {"entrant": 5, "player": 1})
        assert (await phone.post(accept)).json()["version"] == done["version"]
        journal = (await phone.get(path(league, "journal?sort=newest&limit=2"))).json()["items"]
        assert [line["action"] for line in journal] == ["sign_up_accepted", "signed_up"]


async def test_a_viewer_signs_up_once(phone: Device, sign_in: SignIn) -> None:
    """The same again is a retry, also at once from two taps; another team is refused."""
    league = await open_league(phone, teams=4)
    async with await sign_in() as viewer:
        await guests.let_in(phone, league, viewer)
        both = await asyncio.gather(*(signed_up(viewer, league) for _ in range(2)))
        assert [len(response["signUps"]) for response in both] == [1, 1]
        second_sign_up = await viewer.post(
            path(league, "sign-ups"), json=KINGS | {"name": "Queens"}
        )
        assert_problem(second_sign_up, 409, "signed_up_already")
        gone = await viewer.delete(path(league, "sign-ups/1"))
        assert gone.json()["signUps"] == []
        assert (await viewer.delete(path(league, "sign-ups/1"))).status_code == 200
        assert len((await signed_up(viewer, league, name="Queens"))["signUps"]) == 1
        acceptance = await phone.post(path(league, "sign-ups/1/acceptance"))
        assert_problem(acceptance, 404, "no_such_sign_up")


async def test_beyond_the_places_they_wait_in_line(phone: Device, sign_in: SignIn) -> None:
    """The first who waits gets the next place that is free; nobody is put before it."""
    league = await open_league(phone, teams=4, format=FORMAT | {"places": 5})
    async with await sign_in() as second, await sign_in() as two, await sign_in() as three:
        for number, device in enumerate((second, two, three)):
            await guests.let_in(phone, league, device)
            await signed_up(device, league, name=f"New {number}")
        league_body = (await phone.get(path(league))).json()
        assert [signup["isWaiting"] for signup in league_body["signUps"]] == [False, True, True]
        for number in (2, 3):
            response = await phone.post(path(league, f"sign-ups/{number}/acceptance"))
            assert_problem(response, 409, "no_place")
        assert (await phone.post(path(league, "sign-ups/1/acceptance"))).status_code == 200
        await phone.delete(path(league, "entrants/2"), headers={"If-Match": "*"})
        league_body = (await phone.get(path(league))).json()
        assert [signup["isWaiting"] for signup in league_body["signUps"]] == [False, True]
        both = await asyncio.gather(
            *(phone.post(path(league, f"sign-ups/{number}/acceptance")) for number in (2, 3))
        )
        assert sorted(each.status_code for each in both) == [200, 409]


async def test_strangers_and_other_leagues_are_kept_apart(phone: Device, sign_in: SignIn) -> None:
    league, second = await open_league(phone, teams=4), await open_league(phone, teams=4)
    async with await sign_in() as viewer, await sign_in() as rival:
        stranger = await rival.post(path(league, "sign-ups"), json=KINGS)
        assert_problem(stranger, 404, "league_not_found")
        for device in (viewer, rival):
            await guests.let_in(phone, league, device)
        await signed_up(viewer, league)
        assert_problem(await rival.delete(path(league, "sign-ups/1")), 403, "not_allowed")
        for where in ("sign-ups/1/acceptance", "sign-ups/2/acceptance", "sign-ups/0/acceptance"):
            wrong = second if where.startswith("sign-ups/1") else league
            assert_problem(await phone.post(path(wrong, where)), 404, "no_such_sign_up")
        response = await phone.delete(path(league, "sign-ups/1"))
        assert response.json()["signUps"] == []


async def test_what_could_not_be_an_entrant_cannot_sign_up(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    where = path(league, "sign-ups")
    same = await phone.post(where, json=KINGS | {"name": "team 1"})
    assert_problem(same, 422, "league_contradicts", "/name")
    alone = await phone.post(where, json=KINGS | {"players": ["Kit"], "player": None})
    assert_problem(alone, 422, "league_contradicts", "/players")
    absent = await phone.post(where, json=KINGS | {"player": 2})
    assert_problem(absent, 404, "no_such_player", "/player")
    # Meanwhile a team of that name came by another way.
    await signed_up(phone, league)
    await phone.post(path(league, "entrants"), json={"name": "Kings", "players": ["x", "y"]})
    response = await phone.post(path(league, "sign-ups/1/acceptance"))
    assert_problem(response, 422, "league_contradicts")


async def test_who_left_signed_up_its_team_all_the_same(phone: Device, sign_in: SignIn) -> None:
    league = await open_league(phone, teams=4)
    async with await sign_in() as viewer:
        theirs = await guests.let_in(phone, league, viewer)
        await signed_up(viewer, league)
        await viewer.delete(path(league, f"members/{theirs}"))
        done = await phone.post(path(league, "sign-ups/1/acceptance"))
        assert done.json()["entrants"][-1]["name"] == "Kings"
        assert len(done.json()["members"]) == 1


async def test_a_viewers_invite_lives_until_a_week_after_the_last_date(phone: Device) -> None:
    """Others live a week; a league without dates has no longer ones either."""
    last = datetime.now(UTC).date() + timedelta(days=60)
    league = await open_league(phone, teams=4, dates=[str(last)])
    dateless = await open_league(phone, teams=4)

    async def invite(where: Json, role: str, days: int) -> Any:
        body = {"role": role, "expiresInMinutes": days * DAY}
        return await phone.post(path(where, "invites"), json=body)

    assert (await invite(league, "viewer", 67)).status_code == 201
    assert (await invite(league, "scorer", 7)).status_code == 201
    for where, role, days in (
        (league, "viewer", 70),
        (league, "scorer", 8),
        (dateless, "viewer", 8),
    ):
        response = await invite(where, role, days)
        assert_problem(response, 422, "invite_too_long", "/expiresInMinutes")
