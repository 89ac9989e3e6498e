"""A league leaves as files and pictures, and members of it see no more there than elsewhere."""

import csv
import io
import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

from pitchkeeper.documents.leagues.league_exports import LeagueTable
from tests.support import guests, tables
from tests.support.leagues import fixtures, founding, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, SignIn, assert_problem

SVG = "{http://www.w3.org/2000/svg}"
TRICKY = ("=1+1", "<b>", "@SUM(A1)", "李雷 & Söhne")


async def export(phone: Device, league: Json, form: str = "json", **query: str) -> httpx.Response:
    """Return an export of a league."""
    answer = await phone.get(path(league, f"export.{form}"), params=query)
    assert answer.status_code == 200, answer.text
    return answer


async def rows(phone: Device, league: Json, table: str) -> list[dict[str, str]]:
    """A table of a league as a spreadsheet reads it."""
    answer = await export(phone, league, "csv", table=table)
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


async def season(phone: Device, **more: Any) -> Json:
    """The league of the lounge, all nights of it played: who has the lower number wins."""
    league = await open_league(phone, **more)
    schedule = await plan_nights(phone, league)
    for night in range(1, 6):
        for fixture in fixtures(schedule, night):
            first, second = (side["entrants"][0] for side in fixture["sides"])
            wins = [3, 0] if first < second else [0, 3]
            await report_result(phone, league, fixture["number"], wins=wins)
    return league


async def join_as_member(owner: Device, league: Json, sign_in: SignIn) -> Device:
    """Somebody who follows the league, but is in none of its matches."""
    member = await sign_in()
    await guests.let_in(owner, league, member)
    return member


async def play(phone: Device, league: Json, number: int) -> Json:
    """A match of a fixture, opened for it and won by the side of the dealer."""
    answer = await phone.post(path(league, f"fixtures/{number}/matches"))
    assert answer.status_code == 201, answer.text
    match: Json = answer.json()
    side = match["nextDealer"] % 2
    record = {
        "contract": {"pitcher": match["nextDealer"], "bid": "four"},
        "claims": {
            "points": [
                {"point": "high", "side": side},
                {"point": "low", "side": side},
                {"point": "jack", "side": side},
                {"point": "game", "side": side},
            ]
        },
    }
    assert (await phone.put(tables.path(match, 1), json=record)).status_code == 200
    return match


def describe(picture: httpx.Response) -> str:
    """Return the description of a picture."""
    root = ET.fromstring(picture.text)  # noqa: S314
    return root.findtext(f"{SVG}desc") or ""


async def test_a_whole_season_leaves_in_every_table(phone: Device) -> None:
    """Ten teams and fifty fixtures: 150 wins, and 500 dollars to the cent."""
    league = await season(phone, dates=[f"2026-03-{day:02}" for day in (3, 10, 17, 24, 31)])
    await phone.post(path(league, "payments"), json={"entrant": 1, "amount": 5000})
    standings = await rows(phone, league, "standings")
    assert [row["position"] for row in standings] == [str(place) for place in range(1, 11)]
    assert sum(int(row["score"]) for row in standings) == 150
    assert sum(int(row["prize in minor units of USD"]) for row in standings) == 50000
    for row in standings:
        assert sum(int(row[f"night {night}"]) for night in range(1, 6)) == int(row["score"])
    results = await rows(phone, league, "results")
    assert len(results) == 50
    assert {row["date"] for row in results if row["night"] == "2"} == {"2026-03-10"}
    assert all(int(row["won by side 1"]) + int(row["won by side 2"]) == 3 for row in results)
    accounts = await rows(phone, league, "accounts")
    assert [row["balance in minor units of USD"] for row in accounts] == ["0"] + ["-5000"] * 9

    export_body = (await export(phone, league)).json()
    shown = (await phone.get(path(league, "standings"))).json()
    assert export_body["standings"] == shown["rows"]
    assert export_body["prizes"] == shown["prizes"]
    assert sum(len(night["fixtures"]) for night in export_body["nights"]) == 50
    assert export_body["payments"][0]["payment"] == {"entrant": 1, "amount": 5000, "kind": "fee"}
    assert export_body["charter"]["format"]["fee"] == 1000

    page = (await export(phone, league, "html")).text
    for text in ("Team 1", "$300.00", "Night 5, March 31, 2026", "3 : 0"):
        assert text in page
    assert "league.matches" not in page, "ids are for programs"
    paper = await export(phone, league, "pdf")
    assert paper.content.startswith(b"%PDF-")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.headers["content-disposition"] == (
        'attachment; filename="pitch-league-tuesdays.pdf"'
    )


async def test_a_night_planned_again_leaves_in_the_order_of_its_rounds(phone: Device) -> None:
    """Matchups that stay keep their numbers, so numbers no longer tell the order."""
    league = await open_league(phone)
    await plan_nights(phone, league)
    await phone.post(path(league, "entrants"), json={"name": "Late", "players": ["x", "y"]})
    await plan_nights(phone, league)
    order = [
        [(fixture["slot"], fixture["table"]) for fixture in night["fixtures"]]
        for night in (await phone.get(path(league, "schedule"))).json()["nights"]
    ]
    assert [sorted(night) for night in order] == order
    table_rows = await rows(phone, league, "results")
    numbers = [int(row["fixture"]) for row in table_rows]
    assert numbers != sorted(numbers)
    places = [(int(row["slot"]), int(row["table"])) for row in table_rows]
    assert places == [place for night in order for place in night]
    nights = (await export(phone, league)).json()["nights"]
    assert [
        [(fixture["slot"], fixture["table"]) for fixture in night["fixtures"]] for night in nights
    ] == (order)
    page = (await export(phone, league, "html")).text
    orders = [
        [
            tuple(map(int, row))
            for row in re.findall(r"<tr><th[^>]*>(\d+)</th><td[^>]*>(\d+)<", part)
        ]
        for part in page.split("<caption>Night ")[1:]
    ]
    assert [
        night[: len(night_order)] for night, night_order in zip(orders, order, strict=True)
    ] == order


async def test_each_table_is_a_file_of_its_own(phone: Device) -> None:
    """Also if the name of the league is too long for the name of a file."""
    league = await open_league(phone, teams=2, name="㎯" * 40)
    for table in LeagueTable:
        answer = await export(phone, league, "csv", table=table)
        begins = f'attachment; filename="pitch-league-{table}-rads2rads2'
        assert answer.headers["content-disposition"].startswith(begins)


async def test_no_file_names_a_device(phone: Device) -> None:
    """Neither who entered what, nor who keeps the league."""
    league = await open_league(phone, teams=4)
    schedule = await plan_nights(phone, league)
    await report_result(phone, league, fixtures(schedule, 1)[0]["number"], wins=[3, 0])
    await phone.post(path(league, "payments"), json={"entrant": 1, "amount": 5})
    await phone.post(path(league, "payments/1/cancellation"), json={"reason": "Twice"})
    await phone.post(path(league, "play-offs"), json={"winner": 2, "loser": 1})
    mine = await tables.device_id(phone)
    for shape in ("json", "csv", "html"):
        answer = await export(phone, league, shape)
        assert mine not in answer.text
        assert "deviceId" not in answer.text
    export_body = (await export(phone, league)).json()
    assert export_body["payments"][0]["cancelledBecause"] == "Twice"
    assert export_body["playOffs"][0]["playOff"]["winner"] == 2


async def test_names_are_neither_formulas_nor_markup(phone: Device) -> None:
    """An entrant is called what it is called, in a spreadsheet, on a page and on paper."""
    entrants = [{"name": name, "players": ["Ann", "Bob"]} for name in TRICKY]
    league = await open_league(phone, entrants=entrants, name="<i>Tuesdays</i>")
    await report_result(
        phone, league, fixtures(await plan_nights(phone, league), 1)[0]["number"], wins=[3, 0]
    )
    for table, column in (("standings", "name"), ("accounts", "name"), ("results", "side 1")):
        names = {row[column] for row in await rows(phone, league, table)}
        assert not any(name[0] in "=@+-" for name in names)
        assert names <= {"'=1+1", "<b>", "'@SUM(A1)", TRICKY[3]}
    page = (await export(phone, league, "html")).text
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert "<i>" not in page
    assert (await export(phone, league, "pdf")).content.startswith(b"%PDF-")
    picture = (await phone.get(path(league, "picture"))).text
    assert "<b>" not in picture


async def test_a_page_may_load_nothing(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    page = await export(phone, league, "html")
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert page.headers["content-type"].startswith("text/html")


async def test_marks_say_what_is_out_of_the_ordinary(phone: Device) -> None:
    """Forfeits, substitutes, results that cannot be, and who has nobody to play."""
    league = await open_league(phone, teams=5)
    schedule = await plan_nights(phone, league)
    first, two, three = (fixture["number"] for fixture in fixtures(schedule, 1)[:3])
    absent = fixtures(schedule, 1)[1]["sides"][0]["entrants"][0]
    await report_result(phone, league, first, forfeit=1)
    substitute = {"entrant": absent, "player": 0, "name": "Zoe"}
    await report_result(phone, league, two, wins=[2, 1], substitutes=[substitute])
    await report_result(phone, league, three, wins=[4, 0])
    by_number = {int(row["fixture"]): row for row in await rows(phone, league, "results")}
    assert re.fullmatch(r"Team \d forfeited", by_number[first]["remarks"])
    assert by_number[two]["remarks"] == f"Zoe for {absent}a of Team {absent}"
    assert by_number[three]["status"] == "impossible"
    assert {row["stage"] for row in by_number.values()} == {"season"}
    page = (await export(phone, league, "html")).text
    assert re.search(r"Team \d sits out round \d\.", page)
    for mark in (" forfeited", "Zoe for ", "impossible", f"matchup {three}: "):
        assert mark in page


async def test_what_decided_a_tie_is_on_the_sheet(phone: Device) -> None:
    """Two who won as often are told apart, and the sheet says by what."""
    form = founding()["format"] | {"nights": 1, "fixturesANight": 1, "tieBreaks": ["play_off"]}
    league = await open_league(phone, teams=2, format=form)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    await report_result(phone, league, number, wins=[1, 1], isClosed=True)
    waiting = (await export(phone, league, "html")).text
    assert "Team 1 waits for a play-off." in waiting
    await phone.post(path(league, "play-offs"), json={"winner": 2, "loser": 1})
    standings = await rows(phone, league, "standings")
    assert [(row["name"], row["decided by"]) for row in standings] == [
        ("Team 2", ""),
        ("Team 1", "play off"),
    ]


async def test_hands_leave_only_with_those_who_were_in_the_match(
    phone: Device, sign_in: SignIn
) -> None:
    """A member of the league sees who won and the scores of the others' matches, not the hands."""
    league = await open_league(phone, teams=4, options={"target": 4})
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    match = await play(phone, league, number)
    member = await join_as_member(phone, league, sign_in)
    mine = await export(phone, league, "txt")
    alone = await phone.get(f"/v1/matches/{match['matchId']}/export.txt")
    assert mine.content == alone.content
    assert mine.headers["content-type"].startswith("text/plain")
    assert (await export(member, league, "txt")).content == b""
    assert_problem(await member.get(tables.path(match)), 404, "match_not_found")
    (report,) = [
        fixture["report"]
        for night in (await export(member, league)).json()["nights"]
        for fixture in night["fixtures"]
        if fixture["report"]
    ]
    assert report["matches"][0]["winner"] == match["nextDealer"] % 2
    assert "four" not in json.dumps(report)


@pytest.mark.parametrize("rest", ["export.txt", "export.pdf", "picture", "statistics"])
async def test_strangers_see_nothing(phone: Device, sign_in: SignIn, rest: str) -> None:
    league = await open_league(phone, teams=4)
    assert_problem(await (await sign_in()).get(path(league, rest)), 404, "league_not_found")
    assert (await phone.get(path(league, rest))).status_code == 200


async def test_of_many_teams_ranks_are_drawn(phone: Device) -> None:
    """Ten lines through the rank after each night; the picture says in words what it shows."""
    league = await season(phone)
    answer = await phone.get(path(league, "picture"), params={"theme": "dark"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in answer.headers["content-security-policy"]
    description = describe(answer)
    assert description.startswith("Rank after each of 5 nights.")
    assert "Team 1: after each night " in description
    ranks = [
        row["rank"]
        for night in range(1, 6)
        for row in (await phone.get(path(league, f"standings?afterNight={night}"))).json()["rows"]
        if row["name"] == "Team 10"
    ]
    *before, last = map(str, ranks)
    assert f"Team 10: after each night {', '.join(before)} and {last}." in description


async def test_of_few_teams_scores_are_drawn(phone: Device) -> None:
    """One that joins late has none before."""
    form = founding()["format"] | {"nights": 2, "fixturesANight": 1}
    league = await open_league(phone, teams=2, format=form)
    schedule = await plan_nights(phone, league)
    for night in (1, 2):
        number = fixtures(schedule, night)[0]["number"]
        await report_result(phone, league, number, wins=[2, 1])
        if night == 1:
            late = {"name": "Late", "players": ["x", "y"]}
            assert (await phone.post(path(league, "entrants"), json=late)).status_code < 300
    description = describe(await phone.get(path(league, "picture")))
    assert description.startswith("Score after each of 2 nights.")
    assert "Late: after night 2 0." in description
