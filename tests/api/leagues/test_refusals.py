"""Refusals of leagues, and the places in the request that they name."""

import pytest
from httpx import Response

from tests.support.leagues import (
    FORMAT,
    fixtures,
    founding,
    open_league,
    path,
    plan_nights,
    report_result,
)
from tests.support.phones import Device, Json, assert_problem

FOUR = ("A", "B", "C", "\u00c1")


@pytest.mark.parametrize("name", ["A ", " a", "\uff21", "A\u0301"])
async def test_names_of_entrants_are_compared_as_people_read_them(phone: Device, name: str) -> None:
    """Blanks, widths and ways to write an accent make no other name, as at a table."""
    entrants = [{"name": name, "players": ["x", "y"]} for name in FOUR]
    league = await open_league(phone, entrants=entrants)
    answer = await phone.post(path(league, "entrants"), json={"name": name, "players": ["x", "y"]})
    assert_problem(answer, 422, "league_contradicts", "/name")
    twice = await phone.post(
        "/v1/leagues", json=founding(entrants=[*entrants, {"name": name, "players": ["x", "y"]}])
    )
    first = f"/entrants/{0 if len(name.strip()) == 1 else 3}/name"
    assert_problem(twice, 422, "league_contradicts", first)


@pytest.mark.parametrize("number", [999, 0, -1])
async def test_a_fixture_that_is_not_there_is_not_found(phone: Device, number: int) -> None:
    """Whatever is asked of it, planned or not."""
    league = await open_league(phone, teams=4)
    place = path(league, f"fixtures/{number}")
    assert_problem(await phone.get(place), 404, "no_such_fixture")
    await plan_nights(phone, league)
    assert_problem(await phone.get(place), 404, "no_such_fixture")
    assert_problem(await phone.delete(f"{place}/result"), 404, "no_such_fixture")


async def test_a_fixture_that_was_planned_away_is_not_found(phone: Device) -> None:
    """Its number is of no other."""
    league = await open_league(phone, teams=4)
    old = {fixture["number"] for fixture in fixtures(await plan_nights(phone, league), 1)}
    await phone.post(path(league, "entrants"), json={"name": "Late", "players": ["x", "y"]})
    new = {fixture["number"] for fixture in fixtures(await plan_nights(phone, league), 1)}
    assert old - new
    for number in old - new:
        answer = await phone.get(path(league, f"fixtures/{number}"))
        assert_problem(answer, 404, "no_such_fixture")


@pytest.mark.parametrize(
    ("nights", "pointer"), [({"untilNight": 1}, "/untilNight"), ({"fromNight": 2}, "/fromNight")]
)
async def test_nobody_is_absent_from_a_night_that_it_played(
    phone: Device, nights: Json, pointer: str
) -> None:
    """Or its fee would go out of the pot, though its results still count."""
    league = await open_league(phone, teams=4, format=FORMAT | {"nights": 2})
    schedule = await plan_nights(phone, league)
    for night in (1, 2):
        for fixture in fixtures(schedule, night):
            await report_result(phone, league, fixture["number"], wins=[3, 0])
    change: Json = {"name": "Kings", "players": ["1a", "1b"]}
    place, headers = path(league, "entrants/1"), {"If-Match": "*"}
    answer = await phone.put(place, json=change | nights, headers=headers)
    assert_problem(answer, 422, "league_contradicts", pointer)
    night = 2 if "untilNight" in nights else 1
    number = min(
        fixture["number"]
        for fixture in fixtures(schedule, night)
        if [1] in [side["entrants"] for side in fixture["sides"]]
    )
    detail = f"Kings is in matchup {number} on night {night}, which has results."
    assert answer.json()["detail"] == detail
    assert (await phone.get(path(league, "accounts"))).json()["pot"] == 8000
    assert (await phone.put(place, json=change, headers=headers)).status_code == 200


async def test_an_entrant_leaves_after_the_last_night_that_it_played(phone: Device) -> None:
    """What was only planned does not keep it."""
    league = await open_league(phone, teams=4, format=FORMAT | {"nights": 2})
    for fixture in fixtures(await plan_nights(phone, league), 1):
        await report_result(phone, league, fixture["number"], wins=[3, 0])
    leaves: Json = {"name": "Kings", "players": ["1a", "1b"], "untilNight": 1}
    done = await phone.put(path(league, "entrants/1"), json=leaves, headers={"If-Match": "*"})
    assert done.json()["entrants"][0]["untilNight"] == 1


async def charter_answer(phone: Device, league: Json, **form: object) -> Response:
    """Return the response to a charter with another format."""
    charter = {"name": "Tuesdays", "format": FORMAT | form, "seed": 7}
    return await phone.put(path(league, "charter"), json=charter, headers={"If-Match": "*"})


@pytest.mark.parametrize(
    ("report", "form", "pointer", "why", "hint"),
    [
        (
            {"wins": [3, 0]},
            {"matchesAFixture": 2},
            "/format",
            "Team 2 can't win 3 matches of a matchup: the most is 2. Recount.",
            "The result of fixture {number} could not be.",
        ),
        (
            {"matches": [{"winner": 0}, {"winner": 0}, {"winner": 1}]},
            {"length": "best_of"},
            "/format",
            "Team 2 had 2 wins before match 3, so it wasn't played. Check the winners.",
            "The result of fixture {number} could not be.",
        ),
        (
            {"wins": [2, 1]},
            {"fixturesANight": 1},
            "/format/fixturesANight",
            "Matchup {number} in round 2 has results, so that round has to stay.",
            None,
        ),
    ],
)
async def test_a_charter_refutes_no_result(
    phone: Device, report: Json, form: Json, pointer: str, why: str, hint: str | None
) -> None:
    """What could be when it was entered stays possible, or it would count for nothing unseen."""
    league = await open_league(phone, teams=4)
    last = fixtures(await plan_nights(phone, league), 1)[-1]
    result = await report_result(phone, league, last["number"], **report)
    answer = await charter_answer(phone, league, **form)
    assert_problem(answer, 422, "league_contradicts", pointer)
    assert answer.json()["detail"] == why.format(number=last["number"])
    assert answer.json()["hint"] == (hint and hint.format(number=last["number"]))
    fixture_body = (await phone.get(path(league, f"fixtures/{last['number']}"))).json()
    assert fixture_body["judgement"] == result["judgement"]


async def test_a_result_that_could_not_be_anyway_keeps_no_charter(phone: Device) -> None:
    """The charter may be what is wrong; and all but the results may change as before."""
    league = await open_league(phone, teams=4)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    await report_result(phone, league, number, wins=[5, 0])
    for matches in (2, 5):
        answer = await charter_answer(phone, league, matchesAFixture=matches)
        assert answer.status_code == 200, answer.text
    assert_problem(
        await charter_answer(phone, league, matchesAFixture=3), 422, "league_contradicts", "/format"
    )
    assert (await charter_answer(phone, league, fee=5, matchesAFixture=6)).status_code == 200


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"name": "team 2"}, "/name"),
        ({"players": ["1a"]}, "/players"),
        ({"fromNight": 6}, "/fromNight"),
        ({"fromNight": 3, "untilNight": 2}, "/untilNight"),
    ],
)
async def test_what_is_wrong_with_an_entrant_is_shown_in_what_was_sent(
    phone: Device, change: Json, pointer: str
) -> None:
    """Not in the list of all entrants, of which it is one place only."""
    league = await open_league(phone, teams=4)
    body: Json = {"name": "Kings", "players": ["1a", "1b"]}
    headers = {"If-Match": "*"}
    answer = await phone.put(path(league, "entrants/1"), json=body | change, headers=headers)
    assert_problem(answer, 422, "league_contradicts", pointer)
    if "untilNight" not in change:
        answer = await phone.post(path(league, "entrants"), json=body | change)
        assert_problem(answer, 422, "league_contradicts", pointer)


async def test_a_league_has_no_room_for_one_more_than_64(phone: Device) -> None:
    """The whole of what was sent is too much."""
    league = await open_league(phone, teams=64)
    answer = await phone.post(path(league, "entrants"), json={"name": "X", "players": ["x", "y"]})
    assert_problem(answer, 422, "league_contradicts", "")


@pytest.mark.parametrize(("preset", "players"), [("setback", 2), ("rules-guru", 3)])
async def test_a_table_that_the_rules_do_not_know_is_of_the_players(
    phone: Device, preset: str, players: int
) -> None:
    """The format of a league says how many play together, and not how they sit."""
    answer = await phone.post(
        "/v1/leagues", json=founding(4, ruleset=preset, format={"players": players})
    )
    assert_problem(answer, 422, "table_not_allowed", "/format/players")


async def test_a_charter_leaves_everybody_enough_players(phone: Device) -> None:
    """Also before anything is planned; the place is in the charter."""
    league = await open_league(phone, teams=4)
    answer = await charter_answer(phone, league, pairing="changing_partners")
    assert_problem(answer, 422, "league_contradicts", "/format/pairing")
    assert answer.json()["detail"] == "Team 1 needs 1 player, not 2."


@pytest.mark.parametrize(
    ("place", "parameter"),
    [("standings?afterNight=61", "afterNight"), ("standings?afterNight=x", "afterNight")],
)
async def test_a_parameter_is_called_as_it_was_sent(
    phone: Device, place: str, parameter: str
) -> None:
    """Whatever we call it ourselves."""
    answer = await phone.get(path(await open_league(phone, teams=4), place))
    assert_problem(answer, 400, "invalid_parameter", parameter=parameter)
    assert answer.json()["hint"].startswith(f"The parameter {parameter}.")


async def test_a_state_is_called_as_it_was_sent(phone: Device) -> None:
    """Also one that is too long to be looked at."""
    answer = await phone.get("/v1/leagues", params={"state": "x" * 41})
    assert_problem(answer, 400, "invalid_parameter", parameter="state")


async def test_a_league_has_no_more_nights_than_were_agreed(phone: Device) -> None:
    """None can be planned after the last, nor somebody be let in who would never play."""
    league = await open_league(phone, teams=4, format=FORMAT | {"nights": 2})
    for place in ("schedule", "schedule/preview"):
        answer = await phone.post(path(league, place), json={"fromNight": 3})
        assert_problem(answer, 409, "no_schedule", "/fromNight")
    late: Json = {"name": "Late", "players": ["x", "y"], "fromNight": 2}
    assert (await phone.post(path(league, "entrants"), json=late)).status_code == 201
    answer = await charter_answer(phone, league, nights=1)
    assert_problem(answer, 422, "league_contradicts", "/format/nights")


async def test_one_is_said_as_one(phone: Device) -> None:
    """A fixture, a player; not a number of them."""
    league = await open_league(phone, teams=2)
    answer = await phone.post(path(league, "schedule"), json={})
    assert_problem(answer, 409, "no_schedule", "/format/fixturesANight")
    detail = "With 2 teams, night 1 has room for 1 round before anybody meets twice."
    assert answer.json()["detail"] == detail
    form = {"pairing": "changing_partners"}
    alone = await phone.post("/v1/leagues", json=founding(4, format=form))
    assert_problem(alone, 422, "league_contradicts", "/entrants/0/players")
    assert alone.json()["detail"] == "Team 1 needs 1 player, not 2."


async def test_a_sheet_says_how_many_fixtures_count_for_nothing(phone: Device) -> None:
    """One counts, two count."""
    league = await open_league(phone, teams=4)
    first, second = (
        fixture["number"] for fixture in fixtures(await plan_nights(phone, league), 1)[:2]
    )
    sentences = (
        f"matchup {first} (not counted yet)",
        f"matchups {first} and {second} (not counted yet)",
    )
    for number, sentence in zip((first, second), sentences, strict=True):
        await report_result(phone, league, number, wins=[5, 0])
        sheet = await phone.get(path(league, "export.html"))
        assert sentence in sheet.text


async def test_nobody_plays_off_against_themselves(phone: Device) -> None:
    """Who takes part in the league is not what is wrong."""
    league = await open_league(phone, teams=4)
    answer = await phone.post(path(league, "play-offs"), json={"winner": 1, "loser": 1})
    assert_problem(answer, 422, "plays_itself", "/loser")


async def test_a_payment_is_of_something(phone: Device) -> None:
    """A refund too."""
    league = await open_league(phone, teams=4)
    answer = await phone.post(path(league, "payments"), json={"entrant": 1, "amount": 0})
    assert_problem(answer, 422, "nothing_paid", "/amount")
    assert (await phone.get(path(league, "accounts"))).json()["payments"] == []
