"""Swiss leagues, knock-outs and final nights, played by phones."""

import io
from typing import Final

import pytest
from pypdf import PdfReader

from tests.support import leagues
from tests.support.phones import Device, Json, assert_problem

ONE_EVENING: Final = {"nights": 1, "fixturesANight": 4, "matchesAFixture": 3}


async def knock_out(phone: Device, teams: int = 6, **form: object) -> Json:
    body: Json = {"format": leagues.FORMAT | ONE_EVENING | {"pairing": "knock_out"} | form}
    return await leagues.opened(phone, teams=teams, **body)


async def draw(phone: Device, league: Json, status: int = 200) -> Json:
    answer = await phone.post(leagues.path(league, "bracket"))
    assert answer.status_code == status, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def bracket(phone: Device, league: Json) -> Json:
    return (await phone.get(leagues.path(league, "bracket"))).json()  # type: ignore[no-any-return]


def pairs(sheet: Json) -> list[list[str]]:
    """The sides of every matchup, round by round: names, or the matchups that they wait for."""
    return [
        [
            " - ".join(
                side["name"]
                or (f"W{side['winnerOf']}" if side["winnerOf"] else f"L{side['loserOf']}")
                for side in fixture["sides"]
            )
            for fixture in each["fixtures"]
            if fixture["state"] != "bye"
        ]
        for each in sheet["rounds"]
    ]


async def test_a_knock_out_is_drawn_and_played_to_its_end(phone: Device) -> None:
    league = await knock_out(phone)
    before = await bracket(phone, league)
    assert (before["isDrawn"], before["rounds"], before["winner"]) == (False, [], None)
    preview = await phone.post(leagues.path(league, "bracket/preview"))
    assert preview.json()["isDrawn"]
    assert not (await bracket(phone, league))["isDrawn"]
    sheet = await draw(phone, league)
    assert pairs(sheet) == [
        ["Team 4 - Team 5", "Team 3 - Team 6"],
        ["Team 1 - W2", "Team 2 - W4"],
        ["W5 - W6"],
        ["L5 - L6"],
    ]
    assert [each["stage"] for each in sheet["rounds"]] == ["winners"] * 3 + ["third_place"]
    again = await draw(phone, league)
    assert again["version"] == sheet["version"]
    fixture = await leagues.reported(phone, league, 2, wins=[1, 2])
    assert fixture["feeds"] == {"winner": 5, "loser": None}
    assert fixture["stage"] == "winners"
    await leagues.reported(phone, league, 4, forfeit=1)
    now = await bracket(phone, league)
    assert pairs(now)[1] == ["Team 1 - Team 5", "Team 2 - Team 3"]
    assert now["hasBegun"]
    for number, wins in ((5, [3, 0]), (6, [0, 3]), (8, [2, 1]), (7, [2, 1])):
        await leagues.reported(phone, league, number, wins=wins)
    end = await bracket(phone, league)
    assert (end["isOver"], end["winner"]) == (True, 1)
    table = await leagues.standings(phone, league)
    assert [row["entrant"] for row in table["rows"][:4]] == [1, 3, 5, 2]
    assert [row["rank"] for row in table["rows"]] == [1, 2, 3, 4, 5, 5]
    assert table["rows"][0]["chance"]["clinched"]
    night = (await phone.get(leagues.path(league, "nights/1"))).json()
    assert (night["state"], night["nextSlot"], night["byes"]) == ("over", None, [])
    assert night["findings"] == []


async def test_a_correction_moves_what_has_not_begun(phone: Device) -> None:
    league = await knock_out(phone, teams=4)
    await draw(phone, league)
    await leagues.reported(phone, league, 1, wins=[2, 1])
    await leagues.reported(phone, league, 2, wins=[2, 1])
    assert pairs(await bracket(phone, league))[1] == ["Team 1 - Team 2"]
    await leagues.reported(phone, league, 1, wins=[1, 2])
    assert pairs(await bracket(phone, league))[1] == ["Team 4 - Team 2"]
    await leagues.reported(phone, league, 3, wins=[3, 0])
    await leagues.reported(phone, league, 1, wins=[2, 1])
    now = await bracket(phone, league)
    assert pairs(now)[1] == ["Team 4 - Team 2"]
    assert [each["code"] for each in now["findings"]] == ["bracket_stands"]
    cleared = await phone.delete(
        leagues.path(league, "fixtures/3/result"), headers={"If-Match": "*"}
    )
    assert cleared.status_code == 200
    assert pairs(await bracket(phone, league))[1] == ["Team 1 - Team 2"]


async def test_a_match_kept_hand_by_hand_moves_the_bracket_without_a_change(
    phone: Device,
) -> None:
    body: Json = {
        "format": leagues.FORMAT | ONE_EVENING | {"pairing": "knock_out", "matchesAFixture": 1},
        "options": {"target": 4},
    }
    league = await leagues.opened(phone, teams=4, **body)
    await draw(phone, league)
    match = (await phone.post(leagues.path(league, "fixtures/1/matches"))).json()
    version = (await phone.get(leagues.path(league))).json()["version"]
    await leagues.won(phone, match)
    assert (await phone.get(leagues.path(league))).json()["version"] == version
    now = await bracket(phone, league)
    assert now["rounds"][0]["fixtures"][0]["state"] == "over"
    assert now["rounds"][1]["fixtures"][0]["sides"][0]["name"] is not None
    await leagues.reported(phone, league, 2, wins=[1, 0])
    # A fixture that nobody stored yet can be played at once.
    opened = await phone.post(leagues.path(league, "fixtures/3/matches"))
    assert opened.status_code == 201, opened.text
    assert (await bracket(phone, league))["rounds"][1]["fixtures"][0]["state"] == "begun"


async def test_a_draw_that_has_begun_only_takes_latecomers(phone: Device) -> None:
    league = await knock_out(phone)
    await draw(phone, league)
    await leagues.reported(phone, league, 2, wins=[2, 1])
    answer = await phone.post(leagues.path(league, "bracket"))
    assert_problem(answer, 409, "bracket_begun")
    for name in ("Late", "Later", "Latest"):
        body = {"name": name, "players": ["Lou", "Lee"], "fromNight": 1}
        assert (await phone.post(leagues.path(league, "entrants"), json=body)).status_code == 201
    assert_problem(await phone.post(leagues.path(league, "bracket")), 409, "bracket_begun")
    gone = await phone.delete(leagues.path(league, "entrants/9"), headers={"If-Match": "*"})
    assert gone.status_code == 200, gone.text
    sheet = await draw(phone, league)
    assert pairs(sheet)[0] == [
        "Team 1 - Later",
        "Team 4 - Team 5",
        "Team 2 - Late",
        "Team 3 - Team 6",
    ]
    tables = [each["table"] for each in sheet["rounds"][0]["fixtures"]]
    assert sorted(tables) == [1, 2, 3, 4]


async def test_a_result_without_winner_is_flagged_and_both_away_are_out(phone: Device) -> None:
    league = await knock_out(phone, teams=4)
    await draw(phone, league)
    await leagues.reported(phone, league, 1, wins=[1, 1], isClosed=True)
    now = await bracket(phone, league)
    assert [each["code"] for each in now["findings"]] == ["no_winner"]
    assert now["rounds"][0]["fixtures"][0]["winner"] is None
    await leagues.reported(phone, league, 1, neitherCame=True)
    await leagues.reported(phone, league, 2, wins=[2, 1])
    now = await bracket(phone, league)
    assert now["winner"] == 2
    assert {each["code"] for each in now["findings"]} == {"walk_over"}
    assert now["rounds"][1]["fixtures"][0]["state"] == "walk_over"


async def test_a_double_knock_out_is_played_with_a_second_final(phone: Device) -> None:
    league = await knock_out(phone, teams=4, pairing="double_knock_out")
    sheet = await draw(phone, league)
    stages = [(each["stage"], each["round"], each["slot"]) for each in sheet["rounds"]]
    assert stages == [
        ("winners", 1, 1),
        ("winners", 2, 2),
        ("losers", 1, 2),
        ("losers", 2, 3),
        ("grand_final", 1, 4),
        ("reset", 1, 5),
    ]
    # 1 and 2 win, then 1; 2 comes back against 3 and beats 1 twice.
    for number in (1, 2, 3, 4):
        await leagues.reported(phone, league, number, wins=[2, 1])
    waiting = await bracket(phone, league)
    assert waiting["rounds"][-1]["fixtures"][0]["state"] == "waiting"
    await leagues.reported(phone, league, 5, wins=[2, 1])
    await leagues.reported(phone, league, 6, wins=[1, 2])
    await leagues.reported(phone, league, 7, wins=[1, 2])
    end = await bracket(phone, league)
    assert (end["isOver"], end["winner"]) == (True, 2)
    assert [(each["best"], each["worst"]) for each in end["places"]] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


async def test_the_final_night_is_a_knock_out_of_the_first_four(phone: Device) -> None:
    form = {"nights": 2, "finalNight": "knock_out", "finals": {"places": 2}}
    body: Json = {"format": leagues.FORMAT | form, "dates": ["2027-03-02", "2027-03-02"]}
    league = await leagues.opened(phone, teams=4, **body)
    schedule = await leagues.planned(phone, league)
    for fixture in leagues.fixtures(schedule, 1):
        better = min(side["entrants"][0] for side in fixture["sides"])
        first = fixture["sides"][0]["entrants"][0] == better
        margin = [3, 0] if better == 1 else [2, 1]
        wins = margin if first else margin[::-1]
        await leagues.reported(phone, league, fixture["number"], wins=wins)
    answer = await phone.post(leagues.path(league, "bracket"))
    if answer.status_code == 409:
        assert_problem(answer, 409, "places_tied")
        for loser in (3, 4):
            game = {"winner": 2, "loser": loser}
            assert (await phone.post(leagues.path(league, "play-offs"), json=game)).is_success
    final = await leagues.planned(phone, league, fromNight=2)
    tonight = leagues.fixtures(final, 2)
    assert [each["stage"] for each in tonight].count("winners") == 1
    # The two who are not in it play on.
    others = [each for each in tonight if each["stage"] == "season"]
    assert {side["entrants"][0] for each in others for side in each["sides"]} == {3, 4}
    number = next(each["number"] for each in tonight if each["stage"] == "winners")
    before = await leagues.standings(phone, league)
    await leagues.reported(phone, league, number, wins=[1, 2])
    after = await leagues.standings(phone, league)
    assert [row["entrant"] for row in after["rows"][:2]] == [2, 1]
    assert [row["seed"] for row in after["rows"][:2]] == [2, 1]
    scores = {row["entrant"]: row["score"] for row in before["rows"]}
    assert {row["entrant"]: row["score"] for row in after["rows"]} == scores


async def test_a_final_is_drawn_after_a_night_that_was_called_off(phone: Device) -> None:
    """Planning goes on with the next night that is held, as the league says it is."""
    form = {"nights": 3, "finalNight": "knock_out", "finals": {"places": 2}}
    league = await leagues.opened(phone, teams=3, format=leagues.FORMAT | form)
    for fixture in leagues.fixtures(await leagues.planned(phone, league), 1):
        better = min(side["entrants"][0] for side in fixture["sides"])
        wins = [3, 0] if fixture["sides"][0]["entrants"] == [better] else [0, 3]
        await leagues.reported(phone, league, fixture["number"], wins=wins)
    snow = await phone.post(leagues.path(league, "nights/2/calling-off"), json={"reason": "Snow"})
    assert snow.is_success
    assert (await phone.get(leagues.path(league))).json()["nextNight"] == 3
    schedule = await leagues.planned(phone, league)
    final = leagues.fixtures(schedule, 3)
    assert "night_outdated" not in {each["code"] for each in schedule["nights"][2]["findings"]}
    assert "winners" in {each["stage"] for each in final}
    met = [sorted(side["entrants"][0] for side in each["sides"]) for each in final]
    assert [1, 2] in met


async def test_everybody_sees_who_can_still_reach_the_final(
    phone: Device, stranger: Device
) -> None:
    """The last two cannot come level once they have lost two of three matchups."""
    form = {"nights": 2, "fixturesANight": 3, "finalNight": "knock_out", "finals": {"places": 2}}
    league = await leagues.opened(phone, teams=4, format=leagues.FORMAT | form)
    schedule = await leagues.planned(phone, league)
    link = (await phone.post(leagues.path(league, "public-links"))).json()
    first = leagues.fixtures(schedule, 1)[0]["sides"][0]["entrants"][0]
    last = {side["entrants"][0] for side in leagues.fixtures(schedule, 1)[-1]["sides"]}
    best = last if first in last else {1, 2, 3, 4} - last

    async def play(slot: int) -> None:
        for fixture in leagues.fixtures(schedule, 1):
            if fixture["slot"] == slot:
                wins = [3, 0] if fixture["sides"][0]["entrants"][0] in best else [0, 3]
                await leagues.reported(phone, league, fixture["number"], wins=wins)

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


GROUPS: Final = {
    "nights": 2,
    "fixturesANight": 3,
    "finalNight": "knock_out",
    "groups": 2,
    "finals": {"places": 4},
}


async def test_an_evening_of_two_groups_ends_crosswise(
    phone: Device, stranger: Device, guest: Device
) -> None:
    """The odd teams are one group and the even ones the other; the lower number wins."""
    form = leagues.FORMAT | GROUPS
    dates = ["2027-03-02", "2027-03-02"]
    league = await leagues.opened(phone, teams=8, format=form, dates=dates)
    link = (await phone.post(leagues.path(league, "public-links"))).json()
    schedule = await leagues.planned(phone, league)
    assert (schedule["plan"]["pairs"], schedule["plan"]["repeats"]) == (12, 0)
    for fixture in leagues.fixtures(schedule, 1):
        first, second = (side["entrants"][0] for side in fixture["sides"])
        assert first % 2 == second % 2
        wins = [3, 0] if first < second else [0, 3]
        await leagues.reported(phone, league, fixture["number"], wins=wins)

    rows = (await leagues.standings(phone, league))["rows"]
    ranks = {row["entrant"]: (row["group"], row["groupRank"]) for row in rows}
    assert ranks == {number: (2 - number % 2, (number + 1) // 2) for number in range(1, 9)}
    sure = {row["entrant"]: row["chance"]["reaches"]["sure"] for row in rows}
    assert sure == {number: number <= 4 for number in range(1, 9)}
    assert {row["chance"]["reaches"]["places"] for row in rows} == {2}
    board = (await stranger.get(f"/v1/public/{link['secret']}")).json()["league"]
    assert [(row["group"], row["groupRank"]) for row in board["rows"]] == [
        ranks[row["entrant"]] for row in rows
    ]
    message = leagues.path(league, "message.txt?about=standings")
    for language, heading in (("en", "Group {}:"), ("es", "Grupo {}:")):
        said = (await phone.get(message, headers={"Accept-Language": language})).text
        parts = [said.index(heading.format(letter)) for letter in "AB"]
        assert parts[0] < said.index("1. Team 1") < parts[1] < said.index("1. Team 2")
    wall = (await phone.get(leagues.path(league, "export.html"))).text
    assert wall.index("Group A") < wall.index("Group B")
    table = (await phone.get(leagues.path(league, "export.csv?table=standings"))).text.splitlines()
    assert table[0].endswith(',"group","rank in group"')
    assert next(line for line in table if "Team 4" in line).endswith(",2,2")

    final = await leagues.planned(phone, league, fromNight=2)
    assert pairs(await bracket(phone, league))[0] == ["Team 1 - Team 4", "Team 2 - Team 3"]
    others = [each for each in leagues.fixtures(final, 2) if each["stage"] == "season"]
    assert {side["entrants"][0] for each in others for side in each["sides"]} == {5, 6, 7, 8}
    for number in [each["number"] for each in leagues.fixtures(final, 2) if each not in others]:
        await leagues.reported(phone, league, number, wins=[1, 2])
    sheet = await bracket(phone, league)
    for each in sheet["rounds"][1]["fixtures"]:
        await leagues.reported(phone, league, each["number"], wins=[3, 0])
    assert (await bracket(phone, league))["winner"] == 4
    after = await leagues.standings(phone, league)
    assert [row["entrant"] for row in after["rows"][:2]] == [4, 3]
    # What led to the final stays as it was.
    assert {row["entrant"]: (row["group"], row["groupRank"]) for row in after["rows"]} == ranks

    archive = (await phone.get(leagues.path(league, "archive"))).content
    answer = await guest.post(
        "/v1/archives", content=archive, headers={"Content-Type": "application/x-ndjson"}
    )
    assert answer.is_success, answer.text
    copy = (await guest.get("/v1/leagues")).json()["items"][0]
    brought = await leagues.standings(guest, copy)
    assert [(row["entrant"], row["group"], row["groupRank"]) for row in brought["rows"]] == [
        (row["entrant"], row["group"], row["groupRank"]) for row in after["rows"]
    ]


async def test_a_team_is_moved_to_another_group_and_the_night_planned_again(
    phone: Device,
) -> None:
    league = await leagues.opened(phone, teams=8, format=leagues.FORMAT | GROUPS)
    await leagues.planned(phone, league)

    async def groups() -> list[set[int]]:
        rows = (await leagues.standings(phone, league))["rows"]
        return [{row["entrant"] for row in rows if row["group"] == group} for group in (1, 2)]

    async def moved(number: int, **more: object) -> Json:
        team = {"name": f"Team {number}", "players": ["x", "y"], "fromNight": 1} | more
        answer = await phone.put(
            leagues.path(league, f"entrants/{number}"), json=team, headers={"If-Match": "*"}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["entrants"][number - 1]  # type: ignore[no-any-return]

    assert await groups() == [{1, 3, 5, 7}, {2, 4, 6, 8}]
    await moved(1, group=2)
    assert (await moved(8, group=1))["group"] == 1
    # Whoever is renamed stays in its group.
    assert (await moved(8, name="Renamed"))["group"] == 1
    assert await groups() == [{3, 5, 7, 8}, {1, 2, 4, 6}]
    found = (await phone.get(leagues.path(league, "nights/1"))).json()["findings"]
    assert "different groups" in next(
        each["message"]["text"] for each in found if each["code"] == "night_outdated"
    )
    schedule = await leagues.planned(phone, league)
    assert "night_outdated" not in [each["code"] for each in schedule["nights"][0]["findings"]]
    met = [
        {side["entrants"][0] for side in each["sides"]} for each in leagues.fixtures(schedule, 1)
    ]
    parts = await groups()
    assert all(any(pair <= part for part in parts) for pair in met)


async def test_a_swiss_evening_is_planned_round_by_round(phone: Device) -> None:
    form = leagues.FORMAT | {"pairing": "swiss", "nights": 1, "fixturesANight": 3}
    league = await leagues.opened(phone, teams=6, format=form)
    schedule = await leagues.planned(phone, league)

    def names(of: Json, slot: int) -> list[tuple[int, ...]]:
        return [
            tuple(side["entrants"][0] for side in each["sides"])
            for each in leagues.fixtures(of, 1)
            if each["slot"] == slot
        ]

    assert names(schedule, 1) == [(1, 4), (2, 5), (3, 6)]
    answer = await phone.post(leagues.path(league, "schedule"), json={})
    assert answer.status_code == 200  # nothing is entered, so it is the first round again
    for each in leagues.fixtures(schedule, 1):
        await leagues.reported(phone, league, each["number"], wins=[2, 1])
        if each["table"] == 1:
            early = await phone.post(leagues.path(league, "schedule"), json={})
            assert_problem(early, 409, "winner_needed")
    second = await leagues.planned(phone, league)
    assert names(second, 2) == [(1, 2), (3, 4), (5, 6)]
    assert (second["plan"]["repeats"], second["plan"]["fewest"]) == (0, 0)
    await phone.post(leagues.path(league, "nights/1/opening"))
    here = [{"entrant": number, "attendance": "here"} for number in (1, 2, 3, 4, 5)]
    await phone.put(leagues.path(league, "nights/1/attendance"), json={"checkIns": here})
    planned = await phone.post(leagues.path(league, "nights/1/slots/2/plan"), json={})
    assert planned.status_code == 200, planned.text
    sheet = planned.json()
    assert [each["entrants"] for each in sheet["byes"] if each["slot"] == 2] == [[5]]
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


async def test_a_league_without_knock_out_has_none(phone: Device) -> None:
    league = await leagues.opened(phone, teams=4)
    for path in ("bracket", "bracket/picture", "bracket.pdf"):
        assert_problem(await phone.get(leagues.path(league, path)), 404, "no_knock_out")
    assert_problem(await phone.post(leagues.path(league, "bracket")), 404, "no_knock_out")


async def test_only_the_owner_draws_and_strangers_see_nothing(phone: Device, guest: Device) -> None:
    league = await knock_out(phone)
    for answer in (
        await guest.get(leagues.path(league, "bracket")),
        await guest.post(leagues.path(league, "bracket")),
        await guest.post(leagues.path(league, "bracket/preview")),
    ):
        assert_problem(answer, 404, "league_not_found")


async def test_terms_of_a_knock_out_with_results_stay(phone: Device) -> None:
    league = await knock_out(phone)
    await draw(phone, league)
    current = (await phone.get(leagues.path(league))).json()

    async def change(**finals: object) -> Json:
        charter = {
            "name": "Finals",
            "format": current["format"] | {"finals": current["format"]["finals"] | finals},
            "seed": 7,
        }
        answer = await phone.put(
            leagues.path(league, "charter"), json=charter, headers={"If-Match": "*"}
        )
        return {"status": answer.status_code, **answer.json()}

    assert (await change(thirdPlace="shared"))["status"] == 200
    assert not (await bracket(phone, league))["isDrawn"]
    sheet = await draw(phone, league)
    first = next(
        each["number"] for each in sheet["rounds"][0]["fixtures"] if each["state"] == "planned"
    )
    await leagues.reported(phone, league, first, wins=[2, 1])
    assert (await change(thirdPlace="played"))["code"] == "league_contradicts"
    # How long they play may still be agreed, as long as no result becomes impossible.
    assert (await change(thirdPlace="shared", matches=5))["status"] == 200
    assert (await bracket(phone, league))["hasBegun"]
    assert (await change(thirdPlace="shared", matches=1))["code"] == "league_contradicts"


async def test_a_final_of_its_own_length_is_played_and_printed(phone: Device) -> None:
    """Best of five after matchups of one match: on paper, hand by hand, in the archive."""
    terms = {"nights": 2, "fixturesANight": 1, "matchesAFixture": 1, "finalNight": "knock_out"}
    finals = {"places": 2, "matches": 5, "length": "best_of", "others": "stop"}
    league = await leagues.opened(
        phone, teams=4, format=terms | {"finals": finals}, options={"target": 4}
    )
    for each in leagues.fixtures(await leagues.planned(phone, league), 1):
        await leagues.reported(phone, league, each["number"], wins=[1, 0])
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
    assert (await bracket(phone, league))["isOver"]
    paper = await phone.get(leagues.path(league, "nights/2/table-sheets.pdf"))
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.content)).pages)
    assert "Match 5" in text
    rules = (await phone.get(leagues.path(league, "rules"))).json()["clauses"]
    (clause,) = [each for each in rules if each["topic"] == "league.matches"]
    assert [each["text"] for each in clause["sentences"]] == [
        "A matchup is one match.",
        "In the knock-out it is best of 5.",
    ]
    taken = (await phone.get(leagues.path(league, "archive"))).content
    assert b'"matches":5' in taken


async def test_an_archive_brings_a_knock_out_back(phone: Device, guest: Device) -> None:
    league = await knock_out(phone)
    await draw(phone, league)
    await leagues.reported(phone, league, 2, wins=[2, 1])
    archive = (await phone.get(leagues.path(league, "archive"))).content
    answer = await guest.post(
        "/v1/archives", content=archive, headers={"Content-Type": "application/x-ndjson"}
    )
    assert answer.is_success, answer.text
    copy = (await guest.get("/v1/leagues")).json()["items"][0]
    ours, theirs = await bracket(phone, league), await bracket(guest, copy)
    assert pairs(ours) == pairs(theirs)
    assert theirs["hasBegun"]


async def test_the_journal_shows_the_draw(phone: Device) -> None:
    league = await knock_out(phone)
    await draw(phone, league)
    lines = (await phone.get(leagues.path(league, "journal"))).json()["items"]
    assert lines[-1]["action"] == "bracket_drawn"
    places = [change["place"] for change in lines[-1]["changes"]]
    assert "bracket" in places
    assert len([place for place in places if place.startswith("fixture/")]) == 2


async def test_a_team_that_leaves_before_the_first_result_is_not_drawn(phone: Device) -> None:
    league = await knock_out(phone)
    await draw(phone, league)
    gone = await phone.delete(leagues.path(league, "entrants/1"), headers={"If-Match": "*"})
    assert gone.status_code == 200, gone.text
    assert not (await bracket(phone, league))["isDrawn"]
    sheet = await draw(phone, league)
    assert sheet["rounds"][0]["fixtures"][0]["sides"][0]["name"] == "Team 2"
    number = next(
        each["number"] for each in sheet["rounds"][0]["fixtures"] if each["state"] == "planned"
    )
    await leagues.reported(phone, league, number, wins=[2, 1])
    gone = await phone.delete(leagues.path(league, "entrants/2"), headers={"If-Match": "*"})
    assert gone.status_code == 200, gone.text
    now = await bracket(phone, league)
    assert {each["code"] for each in now["findings"]} <= {"walk_over"}
    assert 2 not in [place["entrant"] for place in now["places"]]


async def test_a_knock_out_is_printed_and_drawn(phone: Device) -> None:
    league = await knock_out(phone, teams=10)
    await draw(phone, league)
    picture = await phone.get(leagues.path(league, "bracket/picture"))
    assert picture.headers["content-type"].startswith("image/svg+xml")
    for number in range(1, 11):
        assert f"Team {number}<" in picture.text
    paper = await phone.get(leagues.path(league, "bracket.pdf"))
    assert paper.headers["content-type"] == "application/pdf"
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.content)).pages)
    assert "Semi-finals" in text
    assert "winner of" in text


async def test_the_public_board_has_the_bracket(phone: Device, stranger: Device) -> None:
    league = await knock_out(phone, teams=4)
    await draw(phone, league)
    link = (await phone.post(leagues.path(league, "public-links"))).json()
    board = (await stranger.get(f"/v1/public/{link['secret']}")).json()["league"]
    assert [each["stage"] for each in board["bracket"]["rounds"]] == [
        "winners",
        "winners",
        "third_place",
    ]
