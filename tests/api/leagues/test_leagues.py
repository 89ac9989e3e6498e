"""Leagues over HTTP: what was agreed, who takes part, who keeps them."""

import asyncpg
import httpx
import msgspec
import pytest

from tests.support import archives, guests
from tests.support.leagues import (
    FORMAT,
    fixtures,
    founding,
    open_league,
    path,
    plan_nights,
    report_result,
    standings,
)
from tests.support.phones import Device, Json, SignIn, assert_problem
from tests.support.tables import device_id

UUID7 = "01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33"


async def test_a_league_says_what_was_agreed(phone: Device) -> None:
    """Ten teams over five nights, and what an entrant owes for each."""
    league = await open_league(phone)
    assert [entrant["name"] for entrant in league["entrants"][:2]] == ["Team 1", "Team 2"]
    assert (league["format"]["nights"], league["format"]["fee"]) == (5, 1000)
    assert league["nextNight"] == 1
    answer = await phone.get(path(league))
    assert answer.json() == league
    assert answer.headers["etag"] == '"1"'


async def test_a_league_opened_twice_under_one_id_is_one_league(
    phone: Device, sign_in: SignIn
) -> None:
    """A retry finds what the first try made; another league needs another id."""
    first = await open_league(phone, leagueId=UUID7)
    assert await open_league(phone, leagueId=UUID7) == first
    response = await phone.post("/v1/leagues", json=founding(8, leagueId=UUID7))
    assert_problem(response, 409, "league_exists")
    stranger = await sign_in()
    taken = await stranger.post("/v1/leagues", json=founding(leagueId=UUID7))
    assert_problem(taken, 409, "league_exists")
    assert (await stranger.get("/v1/leagues")).json()["items"] == []


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"format": {"players": 3}}, "table_not_allowed", "/format/players"),
        (
            {"format": {"prizes": {"shares": [9000, 2000]}}},
            "league_contradicts",
            "/format/prizes/shares",
        ),
        (
            {"format": {"prizes": {"shares": [1], "amounts": [1]}}},
            "league_contradicts",
            "/format/prizes",
        ),
        (
            {"format": {"length": "best_of", "matchesAFixture": 4}},
            "league_contradicts",
            "/format/length",
        ),
        (
            {"format": {"tieBreaks": ["share", "head_to_head"]}},
            "league_contradicts",
            "/format/tieBreaks",
        ),
        ({"dates": ["2026-03-03", "2026-02-24"]}, "dates_out_of_order", "/dates"),
    ],
)
async def test_a_league_that_contradicts_itself_is_refused(
    phone: Device, change: Json, code: str, pointer: str
) -> None:
    """The answer names the place."""
    answer = await phone.post("/v1/leagues", json=founding() | change)
    assert_problem(answer, 422, code, pointer)


async def test_two_entrants_have_two_names(phone: Device) -> None:
    """In whatever case they are written."""
    league = await open_league(phone)
    answer = await phone.post(
        path(league, "entrants"), json={"name": "TEAM 1", "players": ["x", "y"]}
    )
    assert_problem(answer, 422, "league_contradicts", "/name")


async def test_a_team_that_joins_gets_the_next_number(phone: Device) -> None:
    """It takes part from the next night on."""
    league = await open_league(phone)
    answer = await phone.post(
        path(league, "entrants"), json={"name": "Late", "players": ["x", "y"]}
    )
    assert answer.status_code == 201
    last = answer.json()["entrants"][-1]
    assert (last["number"], last["name"], last["fromNight"]) == (11, "Late", 1)


async def test_an_entrant_is_not_written_over_unseen(phone: Device) -> None:
    """Two phones that rename one team: the second has to look first."""
    league = await open_league(phone)
    place = path(league, "entrants/3")
    entrant = {"name": "Cutters", "players": ["3a", "3b"]}
    assert_problem(await phone.put(place, json=entrant), 428, "precondition_required")
    done = await phone.put(place, json=entrant, headers={"If-Match": '"1"'})
    assert done.json()["entrants"][2]["name"] == "Cutters"
    stale = await phone.put(place, json=entrant | {"name": "Kings"}, headers={"If-Match": '"1"'})
    assert_problem(stale, 412, "stale_league")
    response = await phone.put(
        path(league, "entrants/4"),
        json={"name": "Deuces", "players": ["4a", "4b"]},
        headers={"If-Match": '"1"'},
    )
    assert response.status_code == 200, "another entrant has not changed since"
    none = await phone.put(path(league, "entrants/99"), json=entrant, headers={"If-Match": "*"})
    assert_problem(none, 404, "no_such_entrant")


async def remove(phone: Device, league: Json, number: int) -> httpx.Response:
    """Take a team out as it was last seen."""
    version = (await phone.get(path(league))).headers["etag"]
    return await phone.delete(path(league, f"entrants/{number}"), headers={"If-Match": version})


async def test_a_team_that_never_came_is_removed(phone: Device) -> None:
    """Its matchups go with it, its number does not come back, and it owes nothing."""
    league = await open_league(phone, teams=5)
    schedule = await plan_nights(phone, league)
    assert (await phone.post(path(league, "entrants/5/players/0/claim"))).status_code == 200
    fixture = next(
        each for each in fixtures(schedule, 1) if [5] not in [s["entrants"] for s in each["sides"]]
    )
    await report_result(phone, league, fixture["number"], wins=[3, 0])
    assert_problem(await phone.delete(path(league, "entrants/5")), 428, "precondition_required")
    after = await remove(phone, league, 5)
    assert after.status_code == 200, after.text
    assert [entrant["number"] for entrant in after.json()["entrants"]] == [1, 2, 3, 4]
    assert after.json()["members"][0]["playsAs"] is None
    again = await remove(phone, league, 5)
    assert again.json()["version"] == after.json()["version"]
    schedule_after = (await phone.get(path(league, "schedule"))).json()
    sides = [
        s["entrants"] for n in schedule_after["nights"] for f in n["fixtures"] for s in f["sides"]
    ]
    assert [5] not in sides
    codes = [
        finding["code"] for night in schedule_after["nights"][1:] for finding in night["findings"]
    ]
    assert set(codes) == {"night_outdated"}
    accounts = (await phone.get(path(league, "accounts"))).json()["accounts"]
    assert [account["entrant"] for account in accounts] == [1, 2, 3, 4]
    late = await phone.post(path(league, "entrants"), json={"name": "New", "players": ["x", "y"]})
    assert late.json()["entrants"][-1]["number"] == 6
    assert (await phone.get(path(league, "export.html"))).status_code == 200
    lines = (await phone.get(path(league, "journal"))).json()["items"]
    assert "entrant_removed" in [line["action"] for line in lines]
    assert_problem(await remove(phone, league, 7), 404, "no_such_entrant")


async def test_a_team_that_has_played_leaves(phone: Device) -> None:
    """What it played stays, and it takes part in no night that has not begun."""
    league = await open_league(phone, teams=4)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    await report_result(phone, league, number, forfeit=1)
    absent = (await phone.get(path(league, f"fixtures/{number}"))).json()["sides"][1]["entrants"][0]
    after = (await remove(phone, league, absent)).json()
    assert after["entrants"][absent - 1]["untilNight"] == 1
    again = (await remove(phone, league, absent)).json()
    assert again["version"] == after["version"]
    assert len((await standings(phone, league))["rows"]) == 4


async def test_a_team_that_paid_gets_its_money_back_before_it_is_removed(
    phone: Device, sign_in: SignIn
) -> None:
    """What was taken back stays in the list, also in an archive that is brought back."""
    league = await open_league(phone, teams=3)
    await phone.post(path(league, "payments"), json={"entrant": 3, "amount": 1000})
    response = await remove(phone, league, 3)
    assert_problem(response, 422, "league_contradicts")
    assert response.json()["detail"] == "Team 3 has paid $10.00. Give that back first."
    await phone.post(path(league, "payments/1/cancellation"), json={"reason": "Not coming"})
    assert (await remove(phone, league, 3)).status_code == 200
    accounts = (await phone.get(path(league, "accounts"))).json()
    assert [payment["entrant"] for payment in accounts["payments"]] == [3]
    async with await sign_in() as stranger:
        await archives.upload(stranger, await archives.export(phone, path(league)))
        (copy,) = (await stranger.get("/v1/leagues")).json()["items"]
        kept = (await stranger.get(path(copy, "accounts"))).json()
        assert [payment["entrant"] for payment in kept["payments"]] == [3]
        late = {"name": "Late", "players": ["x", "y"]}
        after = await stranger.post(path(copy, "entrants"), json=late)
        assert after.json()["entrants"][-1]["number"] == 4


async def test_the_charter_can_be_changed_by_the_owner(phone: Device, sign_in: SignIn) -> None:
    """Scorers keep the score, and nothing else."""
    league = await open_league(phone)
    scorer = await sign_in()
    await guests.let_in(phone, league, scorer, "scorer")
    charter = {"name": "Wednesdays", "format": FORMAT | {"nights": 6}, "seed": 7}
    response = await scorer.put(path(league, "charter"), json=charter, headers={"If-Match": '"3"'})
    assert_problem(response, 403, "not_allowed")
    done = await phone.put(path(league, "charter"), json=charter, headers={"If-Match": '"1"'})
    assert (done.json()["name"], done.json()["format"]["nights"]) == ("Wednesdays", 6)


async def test_members_come_and_go(phone: Device, sign_in: SignIn) -> None:
    """The owner invites, may hand the league over, and every other may leave."""
    league, viewer = await open_league(phone), await sign_in()
    mine = await device_id(phone)
    assert_problem(await viewer.get(path(league)), 404, "league_not_found")
    unknown = await phone.put(path(league, f"members/{UUID7}"), json={"role": "viewer"})
    assert_problem(unknown, 404, "no_such_member")
    theirs = await guests.let_in(phone, league, viewer)
    assert (await viewer.get("/v1/leagues")).json()["items"][0]["name"] == "Tuesdays"
    await phone.put(path(league, f"members/{theirs}"), json={"role": "owner"})
    roles = {
        member["deviceId"]: member["role"]
        for member in (await viewer.get(path(league))).json()["members"]
    }
    assert roles == {mine: "organiser", theirs: "owner"}
    assert_problem(await viewer.delete(path(league, f"members/{theirs}")), 409, "owner_stays")
    assert (await phone.delete(path(league, f"members/{mine}"))).status_code == 200
    assert (await phone.get("/v1/leagues")).json()["items"] == []
    assert_problem(await phone.get(path(league)), 404, "league_not_found")


async def test_a_command_is_carried_out_once(phone: Device) -> None:
    """The same key adds one team, and is answered alike, whatever happens meanwhile."""
    league = await open_league(phone)
    late = {"name": "Late", "players": ["x", "y"]}
    headers = {"Idempotency-Key": "late-team"}
    first = await phone.post(path(league, "entrants"), json=late, headers=headers)
    await phone.post(path(league, "entrants"), json={"name": "Later", "players": ["v", "w"]})
    again = await phone.post(path(league, "entrants"), json=late, headers=headers)
    assert again.content == first.content
    assert len((await phone.get(path(league))).json()["entrants"]) == 12


async def test_the_journal_tells_every_change(phone: Device) -> None:
    """From what to what, oldest first."""
    league = await open_league(phone)
    await phone.put(
        path(league, "entrants/3"),
        json={"name": "Cutters", "players": ["3a", "3b"]},
        headers={"If-Match": '"1"'},
    )
    lines = (await phone.get(path(league, "journal"))).json()["items"]
    assert [line["action"] for line in lines] == ["league_opened", "entrant_changed"]
    change = lines[1]["changes"][0]
    assert change["before"]["entrant"]["name"] == "Team 3"
    assert change["after"]["entrant"]["name"] == "Cutters"
    page = (await phone.get(path(league, "journal?limit=1"))).json()
    assert (len(page["items"]), page["nextCursor"]) == (1, "1")


async def test_only_what_is_not_usual_is_stored_of_a_format(
    phone: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """A field that the release before does not know is no hindrance unless it is used."""
    chosen = FORMAT | {"finals": {"places": 2}}
    league = await open_league(phone, teams=4, format=chosen)
    charter = {"name": "Wednesdays", "format": chosen, "seed": 7}
    headers = {"If-Match": "*"}
    changed = await phone.put(path(league, "charter"), json=charter, headers=headers)
    assert changed.status_code == 200, changed.text
    texts = await pool.fetch("SELECT piece #> '{charter,format}' FROM league_pieces")
    texts += await pool.fetch(
        "SELECT jsonb_path_query(entry, '$.changes[*].*.charter.format') FROM league_journal"
    )
    formats = [msgspec.json.decode(row[0]) for row in texts if row[0]]
    assert len(formats) == 4
    assert all(each == {**chosen, "prizes": each["prizes"]} for each in formats)
    assert all(each["prizes"]["shares"] == FORMAT["prizes"]["shares"] for each in formats)
