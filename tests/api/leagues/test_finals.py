"""Swiss leagues, final nights, and formats that cannot be, played by phones."""

import io

import pytest
from pypdf import PdfReader

from tests.support import leagues
from tests.support.brackets import GROUPS, ONE_EVENING, draw, read_bracket
from tests.support.phones import Device, Json, assert_problem


async def test_the_final_night_is_a_knock_out_of_the_first_four(phone: Device) -> None:
    form = {"nights": 2, "finalNight": "knock_out", "finals": {"places": 2}}
    body: Json = {"format": leagues.FORMAT | form, "dates": ["2027-03-02", "2027-03-02"]}
    league = await leagues.open_league(phone, teams=4, **body)
    schedule = await leagues.plan_nights(phone, league)
    for fixture in leagues.fixtures(schedule, 1):
        better = min(side["entrants"][0] for side in fixture["sides"])
        first = fixture["sides"][0]["entrants"][0] == better
        margin = [3, 0] if better == 1 else [2, 1]
        wins = margin if first else margin[::-1]
        await leagues.report_result(phone, league, fixture["number"], wins=wins)
    answer = await phone.post(leagues.path(league, "bracket"))
    if answer.status_code == 409:
        assert_problem(answer, 409, "places_tied")
        for loser in (3, 4):
            game = {"winner": 2, "loser": loser}
            assert (await phone.post(leagues.path(league, "play-offs"), json=game)).is_success
    final = await leagues.plan_nights(phone, league, fromNight=2)
    tonight = leagues.fixtures(final, 2)
    assert [each["stage"] for each in tonight].count("winners") == 1
    # The two who are not in it play on.
    season_fixtures = [each for each in tonight if each["stage"] == "season"]
    assert {side["entrants"][0] for each in season_fixtures for side in each["sides"]} == {3, 4}
    number = next(each["number"] for each in tonight if each["stage"] == "winners")
    before = await leagues.standings(phone, league)
    await leagues.report_result(phone, league, number, wins=[1, 2])
    after = await leagues.standings(phone, league)
    assert [row["entrant"] for row in after["rows"][:2]] == [2, 1]
    assert [row["seed"] for row in after["rows"][:2]] == [2, 1]
    scores = {row["entrant"]: row["score"] for row in before["rows"]}
    assert {row["entrant"]: row["score"] for row in after["rows"]} == scores


async def test_a_final_is_drawn_after_a_night_that_was_called_off(phone: Device) -> None:
    """Planning goes on with the next night that is held, as the league says it is."""
    form = {"nights": 3, "finalNight": "knock_out", "finals": {"places": 2}}
    league = await leagues.open_league(phone, teams=3, format=leagues.FORMAT | form)
    for fixture in leagues.fixtures(await leagues.plan_nights(phone, league), 1):
        better = min(side["entrants"][0] for side in fixture["sides"])
        wins = [3, 0] if fixture["sides"][0]["entrants"] == [better] else [0, 3]
        await leagues.report_result(phone, league, fixture["number"], wins=wins)
    snow = await phone.post(leagues.path(league, "nights/2/calling-off"), json={"reason": "Snow"})
    assert snow.is_success
    assert (await phone.get(leagues.path(league))).json()["nextNight"] == 3
    schedule = await leagues.plan_nights(phone, league)
    final = leagues.fixtures(schedule, 3)
    assert "night_outdated" not in {
        finding["code"] for finding in schedule["nights"][2]["findings"]
    }
    assert "winners" in {each["stage"] for each in final}
    pairs = [sorted(side["entrants"][0] for side in each["sides"]) for each in final]
    assert [1, 2] in pairs


async def test_everybody_sees_who_can_still_reach_the_final(
    phone: Device, stranger: Device
) -> None:
    """The last two cannot come level once they have lost two of three matchups."""
    form = {"nights": 2, "fixturesANight": 3, "finalNight": "knock_out", "finals": {"places": 2}}
    league = await leagues.open_league(phone, teams=4, format=leagues.FORMAT | form)
    schedule = await leagues.plan_nights(phone, league)
    link = (await phone.post(leagues.path(league, "public-links"))).json()
    first = leagues.fixtures(schedule, 1)[0]["sides"][0]["entrants"][0]
    last = {side["entrants"][0] for side in leagues.fixtures(schedule, 1)[-1]["sides"]}
    best = last if first in last else {1, 2, 3, 4} - last

    async def play(slot: int) -> None:
        for fixture in leagues.fixtures(schedule, 1):
            if fixture["slot"] == slot:
                wins = [3, 0] if fixture["sides"][0]["entrants"][0] in best else [0, 3]
                await leagues.report_result(phone, league, fixture["number"], wins=wins)

    async def reaches() -> list[tuple[object, ...]]:
        rows = (await leagues.standings(phone, league))["rows"]
        found = [row["chance"]["reaches"] for row in rows]
        board = (await stranger.get(f"/v1/public/{link['secret']}")).json()["league"]
        assert [row["chance"]["reaches"] for row in board["rows"]] == found
        return [(each["places"], each["can"], each["sure"], each["why"]) for each in found]

    async def message(language: str) -> str:
        path = leagues.path(league, "message.txt?about=standings")
        return (await phone.get(path, headers={"Accept-Language": language})).text

    await play(1)
    assert await reaches() == [(2, True, False, None)] * 4
    await play(2)
    assert await reaches() == [(2, True, True, None)] * 2 + [(2, False, False, None)] * 2
    assert (await message("en")).count(" 6, in the final") == 2
    assert (await message("es")).count(" 0, ya no llega a la final") == 2
    sheet = (await phone.get(leagues.path(league, "export.html"))).text
    names = [f"Team {number}" for number in sorted({1, 2, 3, 4} - best)]
    assert f"Out: {' and '.join(names)}." in sheet
    await play(3)
    # Two are level for each place, but in the final all the same.
    assert (await draw(phone, league))["isDrawn"]
    assert await reaches() == [(2, True, True, None)] * 2 + [(2, False, False, None)] * 2
    assert "in the final" not in await message("en")


async def test_a_swiss_evening_is_planned_round_by_round(phone: Device) -> None:
    form = leagues.FORMAT | {"pairing": "swiss", "nights": 1, "fixturesANight": 3}
    league = await leagues.open_league(phone, teams=6, format=form)
    schedule = await leagues.plan_nights(phone, league)

    def names(of: Json, slot: int) -> list[tuple[int, ...]]:
        return [
            tuple(side["entrants"][0] for side in fixture["sides"])
            for fixture in leagues.fixtures(of, 1)
            if fixture["slot"] == slot
        ]

    assert names(schedule, 1) == [(1, 4), (2, 5), (3, 6)]
    answer = await phone.post(leagues.path(league, "schedule"), json={})
    assert answer.status_code == 200  # nothing is entered, so it is the first round again
    for each in leagues.fixtures(schedule, 1):
        await leagues.report_result(phone, league, each["number"], wins=[2, 1])
        if each["table"] == 1:
            early = await phone.post(leagues.path(league, "schedule"), json={})
            assert_problem(early, 409, "winner_needed")
    second = await leagues.plan_nights(phone, league)
    assert names(second, 2) == [(1, 2), (3, 4), (5, 6)]
    assert (second["plan"]["repeats"], second["plan"]["fewest"]) == (0, 0)
    await phone.post(leagues.path(league, "nights/1/opening"))
    here = [{"entrant": number, "attendance": "here"} for number in (1, 2, 3, 4, 5)]
    await phone.put(leagues.path(league, "nights/1/attendance"), json={"checkIns": here})
    response = await phone.post(leagues.path(league, "nights/1/slots/2/plan"), json={})
    assert response.status_code == 200, response.text
    sheet = response.json()
    assert [bye["entrants"] for bye in sheet["byes"] if bye["slot"] == 2] == [[5]]
    assert names({"nights": [sheet]}, 2) == [(1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("form", "pointer"),
    [
        ({"matchesAFixture": 2}, "/format/matchesAFixture"),
        ({"finalNight": "knock_out", "nights": 2}, "/format/finalNight"),
        ({"groups": 2}, "/format/groups"),
        (GROUPS | {"pairing": "teams", "groups": 3}, "/format/finals/places"),
    ],
)
async def test_a_format_that_cannot_be_is_refused(phone: Device, form: Json, pointer: str) -> None:
    body = leagues.founding(4, format=ONE_EVENING | {"pairing": "knock_out"} | form)
    answer = await phone.post("/v1/leagues", json=body)
    assert_problem(answer, 422, "league_contradicts", pointer=pointer)


async def test_a_final_of_its_own_length_is_played_and_printed(phone: Device) -> None:
    """Best of five after matchups of one match: on paper, hand by hand, in the archive."""
    terms = {"nights": 2, "fixturesANight": 1, "matchesAFixture": 1, "finalNight": "knock_out"}
    finals = {"places": 2, "matches": 5, "length": "best_of", "others": "stop"}
    league = await leagues.open_league(
        phone, teams=4, format=terms | {"finals": finals}, options={"target": 4}
    )
    for fixture in leagues.fixtures(await leagues.plan_nights(phone, league), 1):
        await leagues.report_result(phone, league, fixture["number"], wins=[1, 0])
    await phone.post(leagues.path(league, "play-offs"), json={"winner": 1, "loser": 2})
    sheet = await draw(phone, league)
    (final,) = sheet["rounds"][0]["fixtures"]
    number = final["number"]
    where = leagues.path(league, f"fixtures/{number}/matches")
    winners = []
    while (opened := await phone.post(where)).status_code == 201:
        winners.append((await leagues.won(phone, opened.json()))["winner"]["side"])
    assert_problem(opened, 409, "fixture_complete")
    assert max(winners.count(0), winners.count(1)) == 3
    assert (await read_bracket(phone, league))["isOver"]
    paper = await phone.get(leagues.path(league, "nights/2/table-sheets.pdf"))
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.content)).pages)
    assert "Match 5" in text
    rules = (await phone.get(leagues.path(league, "rules"))).json()["clauses"]
    (clause,) = [rule for rule in rules if rule["topic"] == "league.matches"]
    assert [sentence["text"] for sentence in clause["sentences"]] == [
        "A matchup is one match.",
        "In the knock-out it is best of 5.",
    ]
    archive = (await phone.get(leagues.path(league, "archive"))).content
    assert b'"matches":5' in archive
