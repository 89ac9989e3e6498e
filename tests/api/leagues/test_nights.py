"""The nights of a league over HTTP: schedule, results, standings and money."""

import pytest

from tests.support.leagues import (
    fixtures,
    founding,
    open_league,
    path,
    plan_nights,
    report_result,
    standings,
)
from tests.support.phones import Device, Json, assert_problem

LOUNGE_FOUR = {"contract": {"pitcher": 0, "bid": "four"}, "claims": {}}


async def test_ten_teams_meet_all_others_and_five_repeat(phone: Device) -> None:
    """50 pairings over 45 pairs: exactly five of them repeat, and fewer cannot."""
    league = await open_league(phone)
    schedule = await plan_nights(phone, league)
    plan = schedule["plan"]
    assert (plan["pairings"], plan["pairs"]) == (50, 45)
    assert plan["repeats"] == plan["fewest"] == 5
    for night in schedule["nights"]:
        pairs = [frozenset(s["entrants"][0] for s in f["sides"]) for f in night["fixtures"]]
        assert len(pairs) == len(set(pairs)) == 10
    assert (await phone.get(path(league, "schedule"))).json() == schedule


async def test_the_same_seed_makes_the_same_schedule(phone: Device) -> None:
    """Planning again changes nothing, and a preview shows the same."""
    league = await open_league(phone)
    preview = (await phone.post(path(league, "schedule/preview"), json={})).json()
    schedule = await plan_nights(phone, league)
    assert preview["nights"] == schedule["nights"]
    assert (await plan_nights(phone, league))["version"] == schedule["version"]
    second = await open_league(phone, seed=8)
    assert (await plan_nights(phone, second))["nights"] != schedule["nights"]


async def test_chances_are_not_known_while_somebody_new_has_no_fixture(phone: Device) -> None:
    """Who is out by the fixtures that are left may not be by those that are planned again."""
    form = founding()["format"] | {"nights": 2}
    league = await open_league(phone, format=form)
    for fixture in fixtures(await plan_nights(phone, league), 1):
        first, second = (side["entrants"][0] for side in fixture["sides"])
        await report_result(
            phone, league, fixture["number"], wins=[3, 0] if first < second else [0, 3]
        )
    rows = (await standings(phone, league))["rows"]
    assert all(row["chance"]["eliminated"] is not None for row in rows)
    late = {"name": "Late", "players": ["x", "y"], "fromNight": 2}
    assert (await phone.post(path(league, "entrants"), json=late)).status_code == 201
    why = "Without a matchup in night 2: Late. Plan the night again."
    findings = (await get_schedule(phone, league))["nights"][1]["findings"]
    assert ("night_outdated", why) in [
        (finding["code"], finding["message"]["text"]) for finding in findings
    ]
    for query in ("", "?afterNight=0"):
        for row in (await standings(phone, league, query))["rows"]:
            chance = row["chance"]
            assert (chance["canBeFirst"], chance["clinched"], chance["eliminated"]) == (None,) * 3
            assert chance["why"]["text"] == why
    assert not codes_of_night(await plan_nights(phone, league), 2)
    again = (await standings(phone, league))["rows"]
    assert all(row["chance"]["eliminated"] is not None for row in again)


async def test_fixtures_of_a_team_that_left_are_to_be_planned_again(phone: Device) -> None:
    league = await open_league(phone, teams=6)
    await plan_nights(phone, league)
    leaver = {"name": "Team 6", "players": ["6a", "6b"], "untilNight": 2}
    response = await phone.put(path(league, "entrants/6"), json=leaver, headers={"If-Match": "*"})
    assert response.status_code == 200, response.text
    schedule = await get_schedule(phone, league)
    assert [codes_of_night(schedule, night) for night in range(1, 6)] == [
        *([], []),
        *([f"Not in night {night} any more: Team 6. Plan the night again."] for night in (3, 4, 5)),
    ]
    after = await plan_nights(phone, league)
    assert not any(codes_of_night(after, night) for night in range(1, 6))


def codes_of_night(schedule: Json, night: int) -> list[str]:
    """Return the reasons to plan a night again."""
    findings = schedule["nights"][night - 1]["findings"]
    return [
        finding["message"]["text"] for finding in findings if finding["code"] == "night_outdated"
    ]


async def test_a_preview_says_what_planning_does_after_a_night(phone: Device) -> None:
    """Where planning again changes nothing, neither does the preview, not even the count."""
    two = founding()["format"] | {"nights": 3, "fixturesANight": 1}
    for league, stays in (
        (await open_league(phone, teams=2, format=two), True),
        (await open_league(phone, teams=4), False),
    ):
        first = await plan_nights(phone, league)
        await report_result(phone, league, fixtures(first, 1)[0]["number"], wins=[3, 0])
        preview = (await phone.post(path(league, "schedule/preview"), json={})).json()
        again = await plan_nights(phone, league)
        assert (preview["nights"], preview["plan"]) == (again["nights"], again["plan"])
        assert (again["plan"] == first["plan"]) is stays
        assert (again["version"] == preview["version"]) is stays


async def test_a_team_that_joins_late_leaves_what_was_played(phone: Device) -> None:
    """Nights that were played stay, those to come are planned for eleven."""
    league = await open_league(phone)
    schedule = await plan_nights(phone, league)
    await report_result(phone, league, fixtures(schedule, 1)[0]["number"], wins=[3, 0])
    await phone.post(path(league, "entrants"), json={"name": "Late", "players": ["x", "y"]})
    again = await plan_nights(phone, league, fromNight=2)
    assert [f["number"] for f in fixtures(again, 1)] == [f["number"] for f in fixtures(schedule, 1)]
    late = [
        fixture
        for night in again["nights"]
        for fixture in night["fixtures"]
        if [11] in [side["entrants"] for side in fixture["sides"]]
    ]
    assert {fixture["night"] for fixture in late} <= {2, 3, 4, 5}
    assert late
    assert all(len(night["byes"]) == 2 for night in again["nights"][1:]), "eleven leave one out"
    assert_problem(
        await phone.post(path(league, "schedule"), json={"fromNight": 1}),
        409,
        "night_played",
        "/fromNight",
    )


@pytest.mark.parametrize(
    ("report", "status", "code"),
    [
        ({"wins": [2, 1]}, "settled", None),
        ({"wins": [4, 0]}, "impossible", "too_many_wins"),
        ({"wins": [2, 2]}, "impossible", "wins_do_not_add_up"),
        ({"wins": [1, 1]}, "open", None),
        ({"wins": [1, 1], "isClosed": True}, "settled", "one_match_missing"),
        ({"matches": [{"winner": 0}]}, "open", None),
        ({"forfeit": 1}, "settled", None),
    ],
)
async def test_results_are_judged(
    phone: Device, report: Json, status: str, code: str | None
) -> None:
    """What cannot be is kept, flagged and not counted."""
    league = await open_league(phone, teams=4)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    result = await report_result(phone, league, number, **report)
    assert result["judgement"]["status"] == status
    assert result["reported"]["report"] == report
    codes = [finding["code"] for finding in result["judgement"]["findings"]]
    assert code is None or code in codes
    if status == "impossible":
        table = await standings(phone, league)
        assert [row["score"] for row in table["rows"]] == [0] * 4
        assert table["impossible"] == [number]


async def test_a_result_is_not_written_over_unseen(phone: Device) -> None:
    """The same again changes nothing; another needs the version that was seen."""
    league = await open_league(phone, teams=4)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    place = path(league, f"fixtures/{number}/result")
    first = await phone.put(place, json={"wins": [3, 0]})
    again = await phone.put(place, json={"wins": [3, 0]})
    assert again.json()["version"] == first.json()["version"]
    assert_problem(await phone.put(place, json={"wins": [0, 3]}), 428, "precondition_required")
    stale = await phone.put(place, json={"wins": [0, 3]}, headers={"If-Match": '"1"'})
    assert_problem(stale, 412, "stale_league")
    etag = first.headers["etag"]
    done = await phone.put(place, json={"wins": [0, 3]}, headers={"If-Match": etag})
    assert done.json()["judgement"]["wins"] == [0, 3]


async def test_consequences_are_shown_before_saving(phone: Device) -> None:
    """Who moves from which place to which; and nothing is saved."""
    league = await open_league(phone, teams=4)
    fixture = fixtures(await plan_nights(phone, league), 1)[0]
    preview = await phone.post(
        path(league, f"fixtures/{fixture['number']}/result/preview"), json={"wins": [0, 3]}
    )
    moves = {move["entrant"]: move for move in preview.json()["moves"]}
    winner = fixture["sides"][1]["entrants"][0]
    assert moves[winner]["rankAfter"] == 1
    assert moves[winner]["scoreAfter"] == 3
    assert (await standings(phone, league))["rows"][0]["score"] == 0


async def test_the_season_of_the_lounge(phone: Device) -> None:
    """Ten teams, five nights: 150 wins, 500 dollars, and a prize table to the cent."""
    league = await open_league(phone)
    schedule = await plan_nights(phone, league)
    for night in range(1, 6):
        for fixture in fixtures(schedule, night):
            first, second = (side["entrants"][0] for side in fixture["sides"])
            wins = [3, 0] if first < second else [0, 3]
            await report_result(phone, league, fixture["number"], wins=wins)
    table = await standings(phone, league)
    assert table["rows"][0]["name"] == "Team 1"
    assert sum(row["score"] for row in table["rows"]) == 150
    assert max(sum(row["byNight"]) for row in table["rows"]) <= 30
    assert table["rows"][0]["chance"]["clinched"] is True
    assert table["prizes"]["places"] == [30000, 15000, 5000]
    assert sum(row["prize"] for row in table["rows"]) == 50000
    early = await standings(phone, league, "?afterNight=1")
    assert sum(row["score"] for row in early["rows"]) == 30
    accounts = (await phone.get(path(league, "accounts"))).json()
    assert (accounts["pot"], accounts["owed"], accounts["collected"]) == (50000, 50000, 0)


async def test_a_play_off_decides_where_the_league_says_so(phone: Device) -> None:
    """Level after everything else, they wait for it; cancelled, they wait again."""
    form = founding()["format"] | {"tieBreaks": ["play_off"], "nights": 1, "fixturesANight": 1}
    league = await open_league(phone, teams=2, format=form)
    fixture = fixtures(await plan_nights(phone, league), 1)[0]
    await report_result(phone, league, fixture["number"], wins=[1, 1], isClosed=True)
    table = await standings(phone, league)
    assert [row["rank"] for row in table["rows"]] == [1, 1]
    assert all(row["awaitsPlayOff"] for row in table["rows"])
    done = await phone.post(path(league, "play-offs"), json={"winner": 2, "loser": 1})
    assert [row["entrant"] for row in done.json()["rows"]] == [2, 1]
    assert done.json()["rows"][1]["decidedBy"]["tieBreak"] == "play_off"
    back = await phone.post(path(league, "play-offs/1/cancellation"), json={"reason": "Error"})
    assert [row["rank"] for row in back.json()["rows"]] == [1, 1]


async def test_the_rules_of_a_league_say_what_they_rest_on(phone: Device) -> None:
    """What the document says, what it is silent about, and what the house decided."""
    league = await open_league(phone)
    clauses = (await phone.get(path(league, "rules"))).json()["clauses"]
    basis = {clause["topic"]: clause["basis"] for clause in clauses}
    assert basis["league.matches"] == "text"
    assert basis["league.forfeit"] == "default"


async def test_a_number_is_of_one_fixture_only(phone: Device) -> None:
    """A phone that has not looked since a team joined cannot report another fixture."""
    league = await open_league(phone, teams=4)
    old = {
        fixture["number"]
        for night in (1, 2)
        for fixture in fixtures(await plan_nights(phone, league), night)
    }
    await phone.post(path(league, "entrants"), json={"name": "Late", "players": ["x", "y"]})
    new = [
        fixture for night in (1, 2) for fixture in fixtures(await plan_nights(phone, league), night)
    ]
    for fixture in new:
        if [5] in [side["entrants"] for side in fixture["sides"]]:
            assert fixture["number"] not in old


async def test_a_separate_final_is_planned_from_the_standings(phone: Device) -> None:
    """The first meets the second, and the nights before only seed."""
    form = founding()["format"] | {"nights": 3, "finalNight": "separate", "fixturesANight": 1}
    league = await open_league(phone, teams=4, format=form)
    schedule = await plan_nights(phone, league)
    assert fixtures(schedule, 3) == []
    for night in (1, 2):
        for fixture in fixtures(schedule, night):
            one, second = (side["entrants"][0] for side in fixture["sides"])
            wins = [3, 0] if one < second else [0, 3]
            await report_result(phone, league, fixture["number"], wins=wins)
    seeded = [row["name"] for row in (await standings(phone, league))["rows"]]
    final = fixtures(await plan_nights(phone, league), 3)
    assert [side["name"] for side in final[0]["sides"]] == seeded[:2]
    first = fixtures(schedule, 2)[0]["number"]
    wins = (await phone.get(path(league, f"fixtures/{first}"))).json()["judgement"]["wins"]
    result_path = path(league, f"fixtures/{first}/result")
    await report_result(phone, league, first, wins=wins[::-1])
    (why,) = codes_of_night(await get_schedule(phone, league), 3)
    assert why.startswith("The places before the final have changed")
    await phone.put(result_path, json={"wins": wins}, headers={"If-Match": "*"})
    assert codes_of_night(await get_schedule(phone, league), 3) == []
    await report_result(phone, league, final[0]["number"], wins=[0, 3])
    await report_result(phone, league, final[1]["number"], wins=[3, 0])
    table = (await standings(phone, league))["rows"]
    assert table[0]["name"] == seeded[1]
    assert table[0]["chance"]["clinched"] is False, "another has as many wins in the final"


async def test_a_final_that_is_planned_early_is_to_be_planned_again(phone: Device) -> None:
    form = founding()["format"] | {"nights": 3, "finalNight": "separate", "fixturesANight": 1}
    league = await open_league(phone, teams=4, format=form)
    for fixture in fixtures(await plan_nights(phone, league), 1):
        await report_result(phone, league, fixture["number"], wins=[3, 0])
    early = await plan_nights(phone, league, fromNight=3)
    why = "Night 2 is not over, which can change who meets in the final. Plan the night again."
    assert codes_of_night(early, 3) == [why]
    assert [row["chance"]["why"]["text"] for row in (await standings(phone, league))["rows"]] == [
        why
    ] * 4


async def get_schedule(phone: Device, league: Json) -> Json:
    """The schedule as it is."""
    return (await phone.get(path(league, "schedule"))).json()  # type: ignore[no-any-return]


async def test_closing_time_ends_whatever_is_not_finished(phone: Device) -> None:
    """Two of three matches may be left when the lounge closes."""
    league = await open_league(phone, teams=4)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    result = await report_result(
        phone, league, number, matches=[{"winner": 0}, {}, {}], isClosed=True
    )
    assert result["judgement"]["status"] == "settled"
    assert (result["judgement"]["counts"], result["judgement"]["left"]) == ([1, 0], 0)
    result = await report_result(phone, league, number, wins=[1, 0], isClosed=True)
    assert (result["judgement"]["status"], result["judgement"]["counts"]) == ("settled", [1, 0])


async def test_a_charter_fits_what_was_planned_and_played(phone: Device) -> None:
    """Fewer nights drop what was not played; who plays with whom stays."""
    league = await open_league(phone, teams=4)
    schedule = await plan_nights(phone, league)
    for night in (1, 2):
        await report_result(phone, league, fixtures(schedule, night)[0]["number"], wins=[3, 0])
    form = founding()["format"]
    for change, pointer in (
        ({"nights": 1}, "/format/nights"),
        ({"pairing": "changing_partners"}, "/format/pairing"),
    ):
        charter = {"name": "Tuesdays", "format": form | change}
        bad = await phone.put(path(league, "charter"), json=charter, headers={"If-Match": "*"})
        assert_problem(bad, 422, "league_contradicts", pointer)
    charter = {"name": "Tuesdays", "format": form | {"nights": 2}}
    done = await phone.put(path(league, "charter"), json=charter, headers={"If-Match": "*"})
    assert (done.json()["fixtures"], done.json()["nextNight"]) == (8, None)
    late = await phone.post(path(league, "entrants"), json={"name": "Late", "players": ["x", "y"]})
    assert_problem(late, 422, "league_contradicts", "/fromNight")
