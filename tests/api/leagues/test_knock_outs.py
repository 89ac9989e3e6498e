"""Leagues that are a knock-out: drawn, played, corrected and shown."""

import io

from pypdf import PdfReader

from tests.support import leagues
from tests.support.brackets import ONE_EVENING, draw, open_knock_out, pairs, read_bracket
from tests.support.phones import Device, Json, assert_problem


async def test_a_knock_out_is_drawn_and_played_to_its_end(phone: Device) -> None:
    league = await open_knock_out(phone)
    before = await read_bracket(phone, league)
    assert (before["isDrawn"], before["rounds"], before["winner"]) == (False, [], None)
    preview = await phone.post(leagues.path(league, "bracket/preview"))
    assert preview.json()["isDrawn"]
    assert not (await read_bracket(phone, league))["isDrawn"]
    sheet = await draw(phone, league)
    assert pairs(sheet) == [
        ["Team 4 - Team 5", "Team 3 - Team 6"],
        ["Team 1 - W2", "Team 2 - W4"],
        ["W5 - W6"],
        ["L5 - L6"],
    ]
    assert [round_["stage"] for round_ in sheet["rounds"]] == ["winners"] * 3 + ["third_place"]
    again = await draw(phone, league)
    assert again["version"] == sheet["version"]
    fixture = await leagues.report_result(phone, league, 2, wins=[1, 2])
    assert fixture["feeds"] == {"winner": 5, "loser": None}
    assert fixture["stage"] == "winners"
    await leagues.report_result(phone, league, 4, forfeit=1)
    now = await read_bracket(phone, league)
    assert pairs(now)[1] == ["Team 1 - Team 5", "Team 2 - Team 3"]
    assert now["hasBegun"]
    for number, wins in ((5, [3, 0]), (6, [0, 3]), (8, [2, 1]), (7, [2, 1])):
        await leagues.report_result(phone, league, number, wins=wins)
    end = await read_bracket(phone, league)
    assert (end["isOver"], end["winner"]) == (True, 1)
    table = await leagues.standings(phone, league)
    assert [row["entrant"] for row in table["rows"][:4]] == [1, 3, 5, 2]
    assert [row["rank"] for row in table["rows"]] == [1, 2, 3, 4, 5, 5]
    assert table["rows"][0]["chance"]["clinched"]
    night = (await phone.get(leagues.path(league, "nights/1"))).json()
    assert (night["state"], night["nextSlot"], night["byes"]) == ("over", None, [])
    assert night["findings"] == []


async def test_a_correction_moves_what_has_not_begun(phone: Device) -> None:
    league = await open_knock_out(phone, teams=4)
    await draw(phone, league)
    await leagues.report_result(phone, league, 1, wins=[2, 1])
    await leagues.report_result(phone, league, 2, wins=[2, 1])
    assert pairs(await read_bracket(phone, league))[1] == ["Team 1 - Team 2"]
    await leagues.report_result(phone, league, 1, wins=[1, 2])
    assert pairs(await read_bracket(phone, league))[1] == ["Team 4 - Team 2"]
    await leagues.report_result(phone, league, 3, wins=[3, 0])
    await leagues.report_result(phone, league, 1, wins=[2, 1])
    now = await read_bracket(phone, league)
    assert pairs(now)[1] == ["Team 4 - Team 2"]
    assert [finding["code"] for finding in now["findings"]] == ["bracket_stands"]
    response = await phone.delete(
        leagues.path(league, "fixtures/3/result"), headers={"If-Match": "*"}
    )
    assert response.status_code == 200
    assert pairs(await read_bracket(phone, league))[1] == ["Team 1 - Team 2"]


async def test_a_match_kept_hand_by_hand_moves_the_bracket_without_a_change(
    phone: Device,
) -> None:
    body: Json = {
        "format": leagues.FORMAT | ONE_EVENING | {"pairing": "knock_out", "matchesAFixture": 1},
        "options": {"target": 4},
    }
    league = await leagues.open_league(phone, teams=4, **body)
    await draw(phone, league)
    match = (await phone.post(leagues.path(league, "fixtures/1/matches"))).json()
    version = (await phone.get(leagues.path(league))).json()["version"]
    await leagues.won(phone, match)
    assert (await phone.get(leagues.path(league))).json()["version"] == version
    now = await read_bracket(phone, league)
    assert now["rounds"][0]["fixtures"][0]["state"] == "over"
    assert now["rounds"][1]["fixtures"][0]["sides"][0]["name"] is not None
    await leagues.report_result(phone, league, 2, wins=[1, 0])
    # A fixture that nobody stored yet can be played at once.
    opened = await phone.post(leagues.path(league, "fixtures/3/matches"))
    assert opened.status_code == 201, opened.text
    assert (await read_bracket(phone, league))["rounds"][1]["fixtures"][0]["state"] == "begun"


async def test_a_draw_that_has_begun_only_takes_latecomers(phone: Device) -> None:
    league = await open_knock_out(phone)
    await draw(phone, league)
    await leagues.report_result(phone, league, 2, wins=[2, 1])
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
    tables = [fixture["table"] for fixture in sheet["rounds"][0]["fixtures"]]
    assert sorted(tables) == [1, 2, 3, 4]


async def test_a_result_without_winner_is_flagged_and_both_away_are_out(phone: Device) -> None:
    league = await open_knock_out(phone, teams=4)
    await draw(phone, league)
    await leagues.report_result(phone, league, 1, wins=[1, 1], isClosed=True)
    now = await read_bracket(phone, league)
    assert [finding["code"] for finding in now["findings"]] == ["no_winner"]
    assert now["rounds"][0]["fixtures"][0]["winner"] is None
    await leagues.report_result(phone, league, 1, neitherCame=True)
    await leagues.report_result(phone, league, 2, wins=[2, 1])
    now = await read_bracket(phone, league)
    assert now["winner"] == 2
    assert {finding["code"] for finding in now["findings"]} == {"walk_over"}
    assert now["rounds"][1]["fixtures"][0]["state"] == "walk_over"


async def test_a_double_knock_out_is_played_with_a_second_final(phone: Device) -> None:
    league = await open_knock_out(phone, teams=4, pairing="double_knock_out")
    sheet = await draw(phone, league)
    stages = [(round_["stage"], round_["round"], round_["slot"]) for round_ in sheet["rounds"]]
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
        await leagues.report_result(phone, league, number, wins=[2, 1])
    waiting = await read_bracket(phone, league)
    assert waiting["rounds"][-1]["fixtures"][0]["state"] == "waiting"
    await leagues.report_result(phone, league, 5, wins=[2, 1])
    await leagues.report_result(phone, league, 6, wins=[1, 2])
    await leagues.report_result(phone, league, 7, wins=[1, 2])
    end = await read_bracket(phone, league)
    assert (end["isOver"], end["winner"]) == (True, 2)
    assert [(place["best"], place["worst"]) for place in end["places"]] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


async def test_a_league_without_knock_out_has_none(phone: Device) -> None:
    league = await leagues.open_league(phone, teams=4)
    for path in ("bracket", "bracket/picture", "bracket.pdf"):
        assert_problem(await phone.get(leagues.path(league, path)), 404, "no_knock_out")
    assert_problem(await phone.post(leagues.path(league, "bracket")), 404, "no_knock_out")


async def test_only_the_owner_draws_and_strangers_see_nothing(phone: Device, guest: Device) -> None:
    league = await open_knock_out(phone)
    for answer in (
        await guest.get(leagues.path(league, "bracket")),
        await guest.post(leagues.path(league, "bracket")),
        await guest.post(leagues.path(league, "bracket/preview")),
    ):
        assert_problem(answer, 404, "league_not_found")


async def test_terms_of_a_knock_out_with_results_stay(phone: Device) -> None:
    league = await open_knock_out(phone)
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
    assert not (await read_bracket(phone, league))["isDrawn"]
    sheet = await draw(phone, league)
    first = next(
        fixture["number"]
        for fixture in sheet["rounds"][0]["fixtures"]
        if fixture["state"] == "planned"
    )
    await leagues.report_result(phone, league, first, wins=[2, 1])
    assert (await change(thirdPlace="played"))["code"] == "league_contradicts"
    # How long they play may still be agreed, as long as no result becomes impossible.
    assert (await change(thirdPlace="shared", matches=5))["status"] == 200
    assert (await read_bracket(phone, league))["hasBegun"]
    assert (await change(thirdPlace="shared", matches=1))["code"] == "league_contradicts"


async def test_an_archive_brings_a_knock_out_back(phone: Device, guest: Device) -> None:
    league = await open_knock_out(phone)
    await draw(phone, league)
    await leagues.report_result(phone, league, 2, wins=[2, 1])
    archive = (await phone.get(leagues.path(league, "archive"))).content
    answer = await guest.post(
        "/v1/archives", content=archive, headers={"Content-Type": "application/x-ndjson"}
    )
    assert answer.is_success, answer.text
    copy = (await guest.get("/v1/leagues")).json()["items"][0]
    ours, theirs = await read_bracket(phone, league), await read_bracket(guest, copy)
    assert pairs(ours) == pairs(theirs)
    assert theirs["hasBegun"]


async def test_the_journal_shows_the_draw(phone: Device) -> None:
    league = await open_knock_out(phone)
    await draw(phone, league)
    lines = (await phone.get(leagues.path(league, "journal"))).json()["items"]
    assert lines[-1]["action"] == "bracket_drawn"
    places = [change["place"] for change in lines[-1]["changes"]]
    assert "bracket" in places
    assert len([place for place in places if place.startswith("fixture/")]) == 2


async def test_a_team_that_leaves_before_the_first_result_is_not_drawn(phone: Device) -> None:
    league = await open_knock_out(phone)
    await draw(phone, league)
    gone = await phone.delete(leagues.path(league, "entrants/1"), headers={"If-Match": "*"})
    assert gone.status_code == 200, gone.text
    assert not (await read_bracket(phone, league))["isDrawn"]
    sheet = await draw(phone, league)
    assert sheet["rounds"][0]["fixtures"][0]["sides"][0]["name"] == "Team 2"
    number = next(
        fixture["number"]
        for fixture in sheet["rounds"][0]["fixtures"]
        if fixture["state"] == "planned"
    )
    await leagues.report_result(phone, league, number, wins=[2, 1])
    gone = await phone.delete(leagues.path(league, "entrants/2"), headers={"If-Match": "*"})
    assert gone.status_code == 200, gone.text
    now = await read_bracket(phone, league)
    assert {finding["code"] for finding in now["findings"]} <= {"walk_over"}
    assert 2 not in [place["entrant"] for place in now["places"]]


async def test_a_knock_out_is_printed_and_drawn(phone: Device) -> None:
    league = await open_knock_out(phone, teams=10)
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
    league = await open_knock_out(phone, teams=4)
    await draw(phone, league)
    link = (await phone.post(leagues.path(league, "public-links"))).json()
    board = (await stranger.get(f"/v1/public/{link['secret']}")).json()["league"]
    assert [round_["stage"] for round_ in board["bracket"]["rounds"]] == [
        "winners",
        "winners",
        "third_place",
    ]
