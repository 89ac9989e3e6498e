"""Statistics of a league's matches, for entrants, players and partners."""

from typing import Any

import asyncpg
import pytest

from tests.support import guests, tables
from tests.support.leagues import fixtures, founding, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, SignIn, assert_problem

SHORT = {"options": {"target": 4}}


def hand(pitcher: int, taker: int) -> Json:
    """A hand pitched for four, all points of which one side took."""
    return {
        "contract": {"pitcher": pitcher, "bid": "four"},
        "claims": {
            "points": [
                {"point": "high", "side": taker},
                {"point": "low", "side": taker},
                {"point": "jack", "side": taker},
                {"point": "game", "side": taker},
            ]
        },
    }


async def open_match(phone: Device, league: Json, number: int) -> Json:
    """The next match of a fixture."""
    answer = await phone.post(path(league, f"fixtures/{number}/matches"))
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def record(phone: Device, match: Json, number: int, record: Json) -> None:
    answer = await phone.put(tables.path(match, number), json=record, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text


async def statistics(phone: Device, league: Json) -> Json:
    answer = await phone.get(path(league, "statistics"))
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def pick_numbers(statistics: Json, *names: str) -> list[Any]:
    return [statistics[name] for name in names]


@pytest.fixture
async def league(phone: Device) -> Json:
    """Two teams that meet for three short matches a night."""
    form = founding()["format"] | {"fixturesANight": 1, "nights": 2}
    league = await open_league(phone, teams=2, format=form, **SHORT)
    schedule = await plan_nights(phone, league)
    return league | {"first": fixtures(schedule, 1)[0], "second": fixtures(schedule, 2)[0]}


async def test_before_anything_is_played_everybody_is_at_nothing(
    phone: Device, league: Json
) -> None:
    statistics_view = await statistics(phone, league)
    assert [entrant["name"] for entrant in statistics_view["entrants"]] == ["Team 1", "Team 2"]
    assert pick_numbers(statistics_view["entrants"][0], "matches", "hands", "rating", "met") == [
        0,
        0,
        None,
        [],
    ]
    assert pick_numbers(statistics_view, "matches", "players", "pairs") == [0, [], []]


async def test_a_team_counts_a_hand_once_whoever_pitched_it(phone: Device, league: Json) -> None:
    """Both of a team pitch; the team has pitched both, and each of the two one."""
    number = league["first"]["number"]
    first, second = (side["entrants"][0] for side in league["first"]["sides"])
    match = await open_match(phone, league, number)
    await record(phone, match, 1, hand(0, 1))
    await record(phone, match, 2, hand(2, 0))
    await record(phone, match, 3, hand(2, 0))
    statistics_view = await statistics(phone, league)
    entrants = {entrant["entrant"]: entrant for entrant in statistics_view["entrants"]}
    assert pick_numbers(entrants[first], "matches", "wins", "hands", "timesSet") == [1, 1, 3, 1]
    assert entrants[first]["bids"] == [{
        "bid": "four", "pitched": 3, "made": 2, "timesSet": 1, "madeRate": 0.667
    }]  # fmt: skip
    assert pick_numbers(entrants[first]["asPitcher"], "hands", "points") == [3, 8]
    assert entrants[first]["asPartner"]["hands"] == 0
    assert pick_numbers(entrants[second]["asDefender"], "hands", "points") == [3, 4]
    players = {player["player"]["name"]: player for player in statistics_view["players"]}
    assert [players[f"{first}{who}"]["asPitcher"]["hands"] for who in "ab"] == [1, 2]
    assert [players[f"{first}{who}"]["asPartner"]["hands"] for who in "ab"] == [2, 1]
    pairs = {
        tuple(player["name"] for player in pair["players"]): pair
        for pair in statistics_view["pairs"]
    }
    assert pairs.keys() == {("1a", "1b"), ("2a", "2b")}
    common = entrants[first].keys() & pairs[f"{first}a", f"{first}b"].keys()
    pair = pairs[f"{first}a", f"{first}b"]
    assert all(entrants[first][name] == pair[name] for name in common)
    assert entrants[first]["rating"]["skill"] > 25 > entrants[second]["rating"]["skill"]
    assert entrants[first]["rating"]["uncertainty"] < 25 / 3


async def test_streaks_run_through_the_nights(phone: Device, league: Json) -> None:
    """In the order of nights, however late a match of the first one was entered."""
    for fixture, winner in ((league["second"], 1), (league["first"], 1), (league["first"], 2)):
        sides = [side["entrants"][0] for side in fixture["sides"]]
        match = await open_match(phone, league, fixture["number"])
        await record(phone, match, 1, hand(sides.index(winner), sides.index(winner)))
    first, second = (await statistics(phone, league))["entrants"]
    assert pick_numbers(first, "matches", "wins", "longestStreak") == [3, 2, 1]
    assert pick_numbers(second, "matches", "wins", "longestStreak") == [3, 1, 1]
    assert first["rating"]["matches"] == 3


async def test_a_match_linked_from_the_other_side_is_turned_round(
    phone: Device, league: Json
) -> None:
    """Its side 0 is the fixture's side 1; who is not of the team counts under the sheet's name."""
    sides = [side["entrants"][0] for side in league["first"]["sides"]]
    names = [f"{sides[1]}a", f"{sides[0]}b", "Zoe", f"{sides[0]}a"]
    body = {"ruleset": "mb-lounge", **SHORT, "players": [{"name": name} for name in names]}
    match = (await phone.post("/v1/matches", json=body)).json()
    await record(phone, match, 1, hand(2, 0))
    link = {"matchId": match["matchId"], "isSwapped": True}
    await report_result(phone, league, league["first"]["number"], matches=[link])
    statistics_view = await statistics(phone, league)
    players = {
        (player["player"]["entrant"], player["player"]["name"]): player
        for player in statistics_view["players"]
    }
    assert players.keys() == {
        *((sides[1], "Zoe"), (sides[1], f"{sides[1]}a")),
        *((sides[0], f"{sides[0]}a"), (sides[0], f"{sides[0]}b")),
    }
    assert pick_numbers(players[sides[1], "Zoe"], "wins", "hands") == [1, 1]
    assert players[sides[1], "Zoe"]["asPitcher"]["score"] == 4


async def test_a_substitute_counts_for_the_team_and_alone(phone: Device, league: Json) -> None:
    number, entrant = league["first"]["number"], league["first"]["sides"][0]["entrants"][0]
    substitute = {"entrant": entrant, "player": 1, "name": "Zoe"}
    await report_result(phone, league, number, substitutes=[substitute])
    await record(phone, await open_match(phone, league, number), 1, hand(2, 0))
    statistics_view = await statistics(phone, league)
    (zoe,) = [player for player in statistics_view["players"] if player["player"]["name"] == "Zoe"]
    assert zoe["player"]["entrant"] == entrant
    assert zoe["asPitcher"]["hands"] == 1
    assert f"{entrant}b" not in [player["player"]["name"] for player in statistics_view["players"]]


async def test_head_to_head_knows_results_that_were_entered_alone(
    phone: Device, league: Json
) -> None:
    first = league["first"]["sides"][0]["entrants"][0]
    await report_result(phone, league, league["first"]["number"], wins=[2, 1])
    await report_result(phone, league, league["second"]["number"], wins=[4, 4])
    entrants = {
        entrant["entrant"]: entrant for entrant in (await statistics(phone, league))["entrants"]
    }
    assert entrants[first]["met"] == [
        {"entrant": 3 - first, "name": f"Team {3 - first}", "fixtures": 1, "won": 2, "lost": 1}
    ]
    assert pick_numbers(entrants[3 - first]["met"][0], "won", "lost") == [1, 2]


async def test_a_correction_changes_the_statistics(phone: Device, league: Json) -> None:
    match = await open_match(phone, league, league["first"]["number"])
    await record(phone, match, 1, hand(0, 0))
    first = league["first"]["sides"][0]["entrants"][0]
    await record(phone, match, 1, hand(0, 1))
    entrants = {
        entrant["entrant"]: entrant for entrant in (await statistics(phone, league))["entrants"]
    }
    assert pick_numbers(entrants[first], "wins", "timesSet") == [0, 1]


async def test_a_member_sees_matches_counted_that_it_is_not_in(
    phone: Device, sign_in: SignIn, league: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """Also such as were kept before anything was counted; its own page stays empty."""
    match = await open_match(phone, league, league["first"]["number"])
    await record(phone, match, 1, hand(0, 0))
    before = await statistics(phone, league)
    assert before["entrants"][0]["matches"] == 1
    await pool.execute("DELETE FROM tallies")
    await pool.execute("INSERT INTO uncounted SELECT match_id FROM matches ON CONFLICT DO NOTHING")
    member = await sign_in()
    await guests.let_in(phone, league, member)
    member_view = await statistics(member, league)
    assert member_view["entrants"] == before["entrants"]
    assert_problem(await member.get(tables.path(match)), 404, "match_not_found")


async def test_a_players_page_can_be_of_one_league(
    phone: Device, sign_in: SignIn, league: Json
) -> None:
    """Of the reader's own matches those that are linked; of a league of others nothing is told."""
    mine = await tables.device_id(phone)
    match = await open_match(phone, league, league["first"]["number"])
    free = {"ruleset": "mb-lounge", "players": [{"name": name} for name in "ABCD"]}
    free_match = (await phone.post("/v1/matches", json=free)).json()
    for game in (match, free_match):
        place = f"{tables.path(game)}/seats/0"
        seat = await phone.put(place, json={"deviceId": mine}, headers={"If-Match": "*"})
        assert seat.status_code == 200, seat.text
        await record(phone, game, 1, hand(0, 0))
    page = f"/v1/players/{mine}/statistics"
    assert (await phone.get(page)).json()["matches"] == 2
    query = {"league": league["leagueId"]}
    within = (await phone.get(page, params=query)).json()
    assert pick_numbers(within, "matches", "wins") == [1, 1]
    stranger = await sign_in()
    assert_problem(await stranger.get(page, params=query), 404, "league_not_found")


@pytest.mark.parametrize("name", ["league", "until", "ruleset"])
async def test_a_filter_is_left_out_and_not_null(phone: Device, name: str) -> None:
    """Or a client with a mistake in it would be told of all matches."""
    page = f"/v1/players/{await tables.device_id(phone)}/statistics"
    response = await phone.get(page, params={name: "null"})
    assert_problem(response, 400, "invalid_parameter", parameter=name)
