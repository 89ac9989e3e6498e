"""The next season: a new league with the old one's teams, whose phones are asked once."""

import asyncio
from typing import Any
from uuid import UUID

from uuid_utils.compat import uuid7

from pitchkeeper.leagues.next_seasons import following_id
from tests.support import archives, guests, tables
from tests.support.archives import play_match
from tests.support.leagues import FORMAT, fixtures, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, SignIn, assert_problem

UUID7 = "01997b52-13d7-7a44-8c1e-0f5b6a9d2e71"


async def following(phone: Device, league: Json, **more: Any) -> Json:
    """The next season of a league."""
    answer = await phone.post(path(league, "next-season"), json=more)
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == path(answer.json())
    return answer.json()  # type: ignore[no-any-return]


def me(league: Json, device_id: str) -> Json:
    return next(member for member in league["members"] if member["deviceId"] == device_id)


async def agree(phone: Device, league: Json) -> Json:
    answer = await phone.post(path(league, "membership/confirmation"))
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def playing(owner: Device, league: Json, phone: Device, entrant: int) -> str:
    """Let a phone in as a scorer and a player; its id."""
    device_id = await guests.let_in(owner, league, phone, "scorer")
    player = path(league, f"entrants/{entrant}/players/0")
    await phone.post(f"{player}/claim")
    assert (await owner.put(player, json={"deviceId": device_id})).is_success
    return device_id


async def test_the_next_season_has_the_teams_and_the_agreement(phone: Device) -> None:
    """And nothing of what was planned, played and paid."""
    league = await open_league(phone, teams=4, dates=["2027-02-23"])
    await report_result(
        phone, league, fixtures(await plan_nights(phone, league), 1)[0]["number"], wins=[3, 0]
    )
    await phone.post(path(league, "payments"), json={"entrant": 1, "amount": 1000})
    spring = await following(phone, league, name="Spring", dates=["2027-04-06", "2027-04-13"])
    assert spring["follows"] == league["leagueId"]
    assert (spring["name"], spring["dates"]) == ("Spring", ["2027-04-06", "2027-04-13"])
    assert spring["seed"] != league["seed"]
    assert spring["format"] == league["format"]
    assert spring["ruleset"] == league["ruleset"]
    assert spring["entrants"] == league["entrants"]
    assert (spring["fixtures"], spring["reported"]) == (0, 0)
    money = (await phone.get(path(spring, "accounts"))).json()
    assert (money["collected"], money["payments"]) == (0, [])
    line = (await phone.get(path(spring, "journal"))).json()["items"][0]
    assert line["action"] == "league_opened"
    assert {change["place"] for change in line["changes"]} > {"charter", "origin", "entrant/4"}


async def test_the_old_season_stays_byte_for_byte(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    places = ("", "schedule", "standings", "accounts", "journal", "export.json")
    before = [(await phone.get(path(league, place))).content for place in places]
    await following(phone, league)
    assert [(await phone.get(path(league, place))).content for place in places] == before


async def test_who_left_and_guests_do_not_take_part_again(phone: Device) -> None:
    league = await open_league(phone, teams=4, format=FORMAT | {"nights": 2})
    schedule = await plan_nights(phone, league)
    for fixture in fixtures(schedule, 1):
        await report_result(phone, league, fixture["number"], wins=[3, 0])
    await phone.delete(path(league, "entrants/2"), headers={"If-Match": "*"})
    guest = {"name": "Guests", "players": ["x", "y"], "isGuest": True, "fromNight": 2}
    await phone.post(path(league, "entrants"), json=guest)
    spring = await following(phone, league)
    assert [(entrant["number"], entrant["name"]) for entrant in spring["entrants"]] == [
        (1, "Team 1"),
        (2, "Team 3"),
        (3, "Team 4"),
    ]
    some = await following(phone, league, entrants=[4, 5, 2], leagueId=str(uuid7()))
    assert [entrant["name"] for entrant in some["entrants"]] == ["Team 2", "Team 4", "Guests"]
    assert not any(entrant["isGuest"] or entrant["untilNight"] for entrant in some["entrants"])
    unknown = await phone.post(path(league, "next-season"), json={"entrants": [1, 9]})
    assert_problem(unknown, 422, "not_in_league", "/entrants/1")


async def test_the_order_may_be_drawn_anew_by_the_seed(phone: Device) -> None:
    league = await open_league(phone, teams=10)
    draw = [
        [
            entrant["name"]
            for entrant in (
                await following(
                    phone,
                    league,
                    seed=seed,
                    carries={"drawOrder": False},
                    leagueId=str(uuid7()),
                )
            )["entrants"]
        ]
        for seed in (5, 5, 6)
    ]
    assert draw[0] == draw[1] != draw[2]
    assert sorted(draw[0]) == sorted(entrant["name"] for entrant in league["entrants"])


async def test_phones_come_along_as_viewers_until_each_says_yes(
    phone: Device, sign_in: SignIn
) -> None:
    """Then it has its role and its player again, without a code; no other phone says it for it."""
    league = await open_league(phone, teams=4)
    async with await sign_in() as scorer, await sign_in() as viewer, await sign_in() as stranger:
        theirs = await playing(phone, league, scorer, 3)
        looks = await guests.let_in(phone, league, viewer)
        spring = await following(phone, league, entrants=[1, 3, 4])
        membership = me(spring, theirs)
        assert (membership["role"], membership["playsAs"]) == ("viewer", None)
        offer = {"role": "scorer", "playsAs": {"entrant": 2, "player": 0}}
        assert membership["offer"] == offer
        assert me(spring, looks)["offer"] == {"role": "viewer", "playsAs": None}
        fixture = fixtures(await plan_nights(phone, spring), 1)[0]["number"]
        where = path(spring, f"fixtures/{fixture}/result")
        response = await scorer.put(where, json={"wins": [3, 0]})
        assert_problem(response, 403, "not_allowed")
        done = await agree(scorer, spring)
        mine = me(done, theirs)
        assert (mine["role"], mine["playsAs"], mine["offer"]) == ("scorer", offer["playsAs"], None)
        assert me(done, looks)["offer"] is not None
        assert (await agree(scorer, spring))["version"] == done["version"], "once is enough"
        assert (await scorer.put(where, json={"wins": [3, 0]})).status_code == 200
        where = path(spring, "membership/confirmation")
        assert_problem(await stranger.post(where), 404, "league_not_found")
        assert (await viewer.delete(path(spring, f"members/{looks}"))).status_code == 200
        assert_problem(await viewer.get(path(spring)), 404, "league_not_found")
        assert (await viewer.get(path(league))).status_code == 200


async def test_phones_may_stay_behind(phone: Device, sign_in: SignIn) -> None:
    league = await open_league(phone, teams=2)
    async with await sign_in() as guest:
        await guests.let_in(phone, league, guest)
        spring = await following(phone, league, carries={"phones": False})
        assert [member["role"] for member in spring["members"]] == ["owner"]
        assert_problem(await guest.get(path(spring)), 404, "league_not_found")


async def test_an_organiser_opens_it_for_the_owner(phone: Device, sign_in: SignIn) -> None:
    """The league stays the owner's; scorers, viewers and strangers open nothing."""
    league, owner = await open_league(phone, teams=2), await tables.device_id(phone)
    async with await sign_in() as helper, await sign_in() as scorer, await sign_in() as stranger:
        theirs = await guests.let_in(phone, league, helper)
        await phone.put(path(league, f"members/{theirs}"), json={"role": "organiser"})
        await guests.let_in(phone, league, scorer, "scorer")
        where = path(league, "next-season")
        assert_problem(await scorer.post(where, json={}), 403, "not_allowed")
        assert_problem(await stranger.post(where, json={}), 404, "league_not_found")
        spring = await following(helper, league, carries={"phones": False})
        roles = {member["deviceId"]: member["role"] for member in spring["members"]}
        assert roles == {owner: "owner", theirs: "organiser"}


async def test_a_player_that_was_given_to_another_is_claimed(
    phone: Device, sign_in: SignIn
) -> None:
    league = await open_league(phone, teams=2)
    async with await sign_in() as late, await sign_in() as quick:
        theirs = await playing(phone, league, late, 1)
        spring = await following(phone, league)
        await playing(phone, spring, quick, 1)
        mine = me(await agree(late, spring), theirs)
        assert (mine["role"], mine["playsAs"]) == ("scorer", None)
        assert mine["asksFor"] == {"entrant": 1, "player": 0}


async def test_a_role_that_was_given_takes_the_place_of_the_offer(
    phone: Device, sign_in: SignIn
) -> None:
    """So that who runs the league can take an offer back."""
    league = await open_league(phone, teams=2)
    async with await sign_in() as guest:
        theirs = await playing(phone, league, guest, 1)
        spring = await following(phone, league)
        member = path(spring, f"members/{theirs}")
        assert (await phone.put(member, json={"role": "viewer"})).is_success
        mine = me(await agree(guest, spring), theirs)
        assert (mine["role"], mine["playsAs"], mine["offer"]) == ("viewer", None, None)


async def test_a_replaced_player_is_offered_to_nobody(phone: Device, sign_in: SignIn) -> None:
    league = await open_league(phone, teams=2)
    async with await sign_in() as guest:
        theirs = await playing(phone, league, guest, 1)
        spring = await following(phone, league)
        body = {"name": "Team 1", "players": ["Somebody", "1b"]}
        await phone.put(path(spring, "entrants/1"), json=body, headers={"If-Match": "*"})
        assert me(await agree(guest, spring), theirs)["playsAs"] is None


async def test_balances_are_carried_and_are_no_money_in_the_box(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    schedule = await plan_nights(phone, league)
    await report_result(phone, league, fixtures(schedule, 1)[0]["number"], wins=[3, 0])
    await phone.post(path(league, "payments"), json={"entrant": 1, "amount": 2500})
    spring = await following(phone, league, carries={"balances": True})
    money = (await phone.get(path(spring, "accounts"))).json()
    balances = [account["balance"] for account in money["accounts"]]
    assert balances == [1500, -1000, -1000, -1000]
    assert {payment["kind"] for payment in money["payments"]} == {"carried"}
    assert (money["collected"], money["inBox"]) == (0, 0)
    paid = await phone.post(path(spring, "payments"), json={"entrant": 2, "amount": 1000})
    assert paid.json()["accounts"][1]["balance"] == 0
    assert (paid.json()["collected"], paid.json()["inBox"]) == (1000, 1000)


async def test_a_retry_opens_no_other_season(phone: Device) -> None:
    league = await open_league(phone, teams=2)
    key = {"Idempotency-Key": "spring"}
    both = await asyncio.gather(
        *(phone.post(path(league, "next-season"), json={}, headers=key) for _ in range(2))
    )
    assert len({each.json()["leagueId"] for each in both}) == 1
    first = await following(phone, league, leagueId=UUID7)
    assert await following(phone, league, leagueId=UUID7) == first
    second_season = await phone.post(
        path(league, "next-season"), json={"leagueId": UUID7, "name": "x"}
    )
    assert_problem(second_season, 409, "league_exists")
    dates = ["2027-01-02", "2027-01-01"]
    late = await phone.post(path(league, "next-season"), json={"dates": dates})
    assert_problem(late, 422, "dates_out_of_order", "/dates")


async def test_a_repeated_request_opens_no_season_in_place_of_a_deleted_one(
    phone: Device, sign_in: SignIn
) -> None:
    """Nor does a copy of it by another phone; a change of the old season makes no other request."""
    league = await open_league(phone, teams=2)
    where, key = path(league, "next-season"), {"Idempotency-Key": "spring"}
    async with await sign_in() as helper:
        theirs = await guests.let_in(phone, league, helper, "scorer")
        await phone.put(path(league, f"members/{theirs}"), json={"role": "organiser"})
        spring = (await phone.post(where, json={}, headers=key)).json()
        assert (await helper.post(where, json={}, headers=key)).json() == spring
        more = {"name": "Team 3", "players": ["3a", "3b"]}
        assert (await phone.post(path(league, "entrants"), json=more)).is_success
        assert (await phone.post(where, json={}, headers=key)).json() == spring
        assert (await phone.delete(path(spring))).is_success
        for who in (phone, helper):
            again = await who.post(where, json={}, headers=key)
            assert_problem(again, 409, "league_exists")
            assert again.json()["detail"] == "The season that this request opened was deleted."
        # A request of its own opens another.
        autumn = await following(phone, league, name="Autumn")
        assert autumn["leagueId"] != spring["leagueId"]
        restored = await phone.post(path(spring, "restoration"))
        assert restored.is_success, restored.text
        assert (await phone.post(where, json={}, headers=key)).json() == spring


async def test_two_phones_open_one_next_season(phone: Device, sign_in: SignIn) -> None:
    """The same request gets it; another is refused, and opens one once the first is deleted."""
    league = await open_league(phone, teams=2)
    async with await sign_in() as helper, await sign_in() as viewer:
        theirs = await guests.let_in(phone, league, helper, "scorer")
        await phone.put(path(league, f"members/{theirs}"), json={"role": "organiser"})
        both = await asyncio.gather(
            *(following(each, league, name="Spring") for each in (phone, helper))
        )
        assert len({each["leagueId"] for each in both}) == 1
        for who in (phone, helper):
            second_season = await who.post(path(league, "next-season"), json={"name": "Summer"})
            assert_problem(second_season, 409, "league_exists")
            assert second_season.json()["detail"] == "The next season is open already: Spring."
        assert (await phone.delete(path(both[0]))).is_success
        summer = await following(helper, league, name="Summer")
        assert summer["leagueId"] != both[0]["leagueId"]
        # Nobody keeps it from being opened by a league of their own under its id.
        next_id = str(following_id(UUID(summer["leagueId"]), 0))
        await open_league(viewer, teams=2, leagueId=next_id)
        autumn = await following(phone, summer, name="Autumn")
        assert autumn["leagueId"] != next_id


async def test_no_archive_keeps_the_next_season_from_being_opened(
    phone: Device, sign_in: SignIn
) -> None:
    """It may say of any league that it follows another one, unless it is that of an organiser."""
    league = await open_league(phone, teams=2)
    says = {"follows": league["leagueId"], "entrants": [{"number": 1, "before": 1}]}

    async def bring(by: Device, attempt: int) -> str:
        archive_lines = archives.lines(
            await archives.export(by, path(await open_league(by, teams=2)))
        )
        league_id = str(following_id(UUID(league["leagueId"]), attempt))
        archive_lines[0]["league"] |= {"leagueId": league_id, "origin": says}
        (item,) = (await archives.upload(by, archives.join_lines(archive_lines)))["items"]
        assert item["leagueId"] == league_id
        return league_id

    async with await sign_in() as stranger:
        next_id = await bring(stranger, 0)
        spring = await following(phone, league, name="Spring")
        assert spring["leagueId"] != next_id
        assert (await phone.delete(path(spring))).is_success
    await bring(phone, 2)
    second_season = await phone.post(path(league, "next-season"), json={"name": "Summer"})
    assert_problem(second_season, 409, "league_exists")


async def test_statistics_over_all_seasons_are_of_those_who_play_again(
    phone: Device, sign_in: SignIn
) -> None:
    """Under the numbers of today; a season of which the reader is no member does not count."""
    league = await open_league(phone, teams=4, options={"target": 4})
    first = fixtures(await plan_nights(phone, league), 1)[0]
    sides = [side["entrants"][0] for side in first["sides"]]
    await play_match(phone, league, first["number"])
    alone, leaver = max(sides), min(sides)
    staying = [entrant["number"] for entrant in league["entrants"] if entrant["number"] != leaver]
    spring = await following(phone, league, entrants=staying)
    now = staying.index(alone) + 1

    async def statistics(by: Device, query: str = "?seasons=all") -> Json:
        return (await by.get(path(spring, f"statistics{query}"))).json()  # type: ignore[no-any-return]

    assert (await statistics(phone, ""))["matches"] == 0
    statistics_view = await statistics(phone)
    assert statistics_view["matches"] == 1
    match_counts = {
        entrant["entrant"]: entrant["matches"] for entrant in statistics_view["entrants"]
    }
    assert match_counts == {number: int(number == now) for number in (1, 2, 3)}
    assert {player["player"]["entrant"] for player in statistics_view["players"]} == {now}
    assert {pair["players"][0]["entrant"] for pair in statistics_view["pairs"]} == {now}
    await report_result(
        phone, spring, fixtures(await plan_nights(phone, spring), 1)[0]["number"], wins=[2, 1]
    )
    opponents = [entrant["met"] for entrant in (await statistics(phone))["entrants"]]
    assert sum(game["won"] for each in opponents for game in each) == 3
    async with await sign_in() as newcomer:
        await guests.let_in(phone, spring, newcomer)
        assert (await statistics(newcomer))["matches"] == 0


async def test_a_season_moves_to_another_server_with_what_it_follows(
    phone: Device, sign_in: SignIn
) -> None:
    spring = await following(phone, await open_league(phone, teams=2))
    archive = (await phone.get(path(spring, "archive"))).content
    async with await sign_in() as second_phone:
        headers = {"Content-Type": "application/x-ndjson"}
        imports = await second_phone.post("/v1/archives", content=archive, headers=headers)
        item = imports.json()["items"][-1]
        there = await second_phone.get(f"/v1/leagues/{item['leagueId']}")
        assert there.json()["follows"] == spring["follows"]
