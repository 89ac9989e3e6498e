"""A bar and its leagues: found by name, and taken into calendars, messages and pictures."""

import csv
import io
import re
import struct
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.support import guests
from tests.support.leagues import FORMAT, fixtures, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, SignIn, assert_problem

TUESDAYS = ["2027-02-23", "2027-03-02", "2027-03-09", "2027-03-16", "2027-03-23"]
WHEN: Json = {
    "dates": TUESDAYS,
    "bar": "The Lounge",
    "place": "12 Main Street; back room, left",
    "timeZone": "America/New_York",
    "startsAt": "18:30",
    "minutes": 150,
}


def events(calendar: httpx.Response) -> list[dict[str, str]]:
    """The events of a calendar, their lines unfolded."""
    assert calendar.status_code == 200, calendar.text
    assert calendar.headers["content-type"].startswith("text/calendar")
    lines = calendar.content.split(b"\r\n")
    assert lines[-1] == b""
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in calendar.content.replace(b"\r\n", b"")
    text = calendar.content.replace(b"\r\n ", b"").decode()
    matches = re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT\r\n", text, re.DOTALL)
    return [dict(line.split(":", 1) for line in part.splitlines()) for part in matches]


async def calendar(phone: Device, league: Json, query: str = "", **headers: str) -> Any:
    return await phone.get(path(league, f"calendar.ics{query}"), headers=headers)


async def names(phone: Device, **query: str | int) -> list[str]:
    """The names of the leagues on all pages of a list."""
    found_names: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = (await phone.get("/v1/leagues", params={**query, **cursor})).json()
        found_names += [league["name"] for league in page["items"]]
        if page["nextCursor"] is None:
            return found_names
        cursor = {"cursor": page["nextCursor"]}


async def test_nights_are_in_utc_also_when_the_clocks_change(phone: Device) -> None:
    """From 14 March it is an hour less: 18:30 in New York is 22:30 in UTC, and no longer 23:30."""
    nights = events(await calendar(phone, await open_league(phone, teams=4, **WHEN)))
    assert [night["DTSTART"] for night in nights] == [
        *("20270223T233000Z", "20270302T233000Z", "20270309T233000Z"),
        *("20270316T223000Z", "20270323T223000Z"),
    ]
    for each in nights:
        start, end = (
            datetime.strptime(each[name], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
            for name in ("DTSTART", "DTEND")
        )
        assert end - start == timedelta(minutes=150)
    assert nights[0]["SUMMARY"] == "Tuesdays\\, night 1 of 5"
    assert nights[0]["LOCATION"] == "The Lounge\\, 12 Main Street\\; back room\\, left"
    assert {night["STATUS"] for night in nights} == {"CONFIRMED"}


@pytest.mark.parametrize(
    ("day", "clock", "start"),
    [
        ("2027-03-14", "02:30", "20270314T073000Z"),  # No clock shows it: the hour is left out.
        ("2027-11-07", "01:30", "20271107T053000Z"),  # Shown twice: the first.
        ("2027-03-13", "23:00", "20270314T040000Z"),  # It ends after the clocks changed.
    ],
)
async def test_a_night_on_which_the_clocks_change_has_one_time(
    phone: Device, day: str, clock: str, start: str
) -> None:
    league = await open_league(phone, teams=4, **WHEN | {"dates": [day], "startsAt": clock})
    (night,) = events(await calendar(phone, league))
    assert night["DTSTART"] == start
    assert night["DTEND"] == (
        datetime.strptime(start, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) + timedelta(minutes=150)
    ).strftime("%Y%m%dT%H%M%SZ")


async def test_a_calendar_has_pairings_and_nights_that_are_called_off(phone: Device) -> None:
    league = await open_league(phone, teams=4, **WHEN)
    before = events(await calendar(phone, league))
    assert not any("DESCRIPTION" in event for event in before)
    await plan_nights(phone, league)
    await phone.post(path(league, "nights/2/calling-off"), json={"reason": "Snow"})
    after = events(await calendar(phone, league))
    assert [event["UID"] for event in after] == [event["UID"] for event in before]
    assert after[0]["UID"] == f"{league['leagueId']}-night-1@pitchkeeper"
    assert int(after[0]["SEQUENCE"]) > int(before[0]["SEQUENCE"])
    assert [event["STATUS"] for event in after] == ["CONFIRMED", "CANCELLED", *["CONFIRMED"] * 3]
    assert after[0]["DESCRIPTION"].count("\\n") == 3
    assert "DESCRIPTION" not in after[1]
    own = events(await calendar(phone, league, "?entrant=1"))
    assert own[0]["DESCRIPTION"].count("Team 1") == 2
    assert own[0]["DESCRIPTION"].count("Round") == 2
    await phone.delete(path(league, "entrants/4"), headers={"If-Match": "*"})
    assert events(await calendar(phone, league, "?entrant=4")) == []
    spanish = events(await calendar(phone, league, **{"Accept-Language": "es"}))
    assert spanish[0]["SUMMARY"] == "Tuesdays\\, noche 1 de 5"


async def test_names_are_no_lines_of_a_calendar(phone: Device) -> None:
    """Long ones are folded between letters, also where a letter has several octets."""
    name = "¡Ñandú; más, \\ y 🂡 más largo que una lí"
    league = await open_league(phone, teams=4, **WHEN | {"name": name, "bar": "é" * 40})
    (first, *_) = events(await calendar(phone, league))
    assert first["SUMMARY"].startswith("¡Ñandú\\; más\\, \\\\ y 🂡 más largo que una lí\\, ")


async def test_without_a_time_a_night_takes_the_day(phone: Device) -> None:
    league = await open_league(phone, teams=4, dates=TUESDAYS[:1])
    (night,) = events(await calendar(phone, league))
    assert (night["DTSTART;VALUE=DATE"], night["DTEND;VALUE=DATE"]) == ("20270223", "20270224")
    unknown = await phone.post("/v1/leagues", json=WHEN | {"timeZone": "Mars/Olympus"})
    assert unknown.status_code in {400, 422}


async def test_a_phone_subscribes_by_the_public_link(phone: Device, stranger: Device) -> None:
    """Until the link is withdrawn; the link of a match, and any other text, has no calendar."""
    league = await open_league(phone, teams=4, **WHEN)
    link = await guests.publish(phone, league)
    where = f"/v1/public/{link['secret']}/calendar.ics"
    assert len(events(await stranger.get(where))) == 5
    assert_problem(await stranger.get(path(league, "calendar.ics")), 401, "unauthenticated")
    await phone.delete(path(league, f"public-links/{link['linkId']}"))
    assert_problem(await stranger.get(where), 404, "public_link_not_found")
    unknown_link = f"/v1/public/{'A' * 43}/calendar.ics"
    assert_problem(await stranger.get(unknown_link), 404, "public_link_not_found")


async def test_a_calendar_that_is_known_is_not_sent_again(phone: Device) -> None:
    league = await open_league(phone, teams=4, **WHEN)
    tag = (await calendar(phone, league)).headers["etag"]
    assert (await calendar(phone, league, **{"If-None-Match": tag})).status_code == 304
    await plan_nights(phone, league)
    assert (await calendar(phone, league, **{"If-None-Match": tag})).status_code == 200


@pytest.mark.parametrize("language", ["en", "es"])
async def test_a_message_fits_and_says_what_it_is_about(phone: Device, language: str) -> None:
    form = FORMAT | {"places": 40}
    league = await open_league(phone, teams=30, format=form, **WHEN)

    async def message(about: str) -> str:
        where = path(league, f"message.txt?about={about}")
        answer = await phone.get(where, headers={"Accept-Language": language})
        assert answer.headers["content-type"].startswith("text/plain")
        assert len(answer.text) <= 900
        return answer.text

    sign_up = await message("sign_up")
    for part in ("Tuesdays", "12 Main Street", "10", "30"):
        assert part in sign_up
    empty = await message("tonight")
    assert len(empty.splitlines()) == 2
    first = fixtures(await plan_nights(phone, league), 1)[0]
    tonight = await message("tonight")
    assert first["sides"][0]["name"] in tonight
    assert re.search(r"(And|Y) \d+ m[aá]?o?[sr]e?\.$", tonight)
    await report_result(phone, league, first["number"], wins=[2, 1])
    assert "2 : 1" in await message("results")
    assert f"1. {first['sides'][0]['name']} 2" in await message("standings")


@pytest.mark.parametrize(
    ("size", "pixels"), [("", (1200, 630)), ("wide", (1200, 630)), ("square", (1080, 1080))]
)
async def test_the_standings_are_a_picture(
    phone: Device, size: str, pixels: tuple[int, int]
) -> None:
    """Names in many scripts are drawn, and those for whom there is no room are counted."""
    entrants = [{"name": "#set page() עברית 中文", "players": ["x", "y"]}] + [
        {"name": f"Team {number} {'w' * 30}", "players": ["x", "y"]} for number in range(40)
    ]
    league = await open_league(phone, entrants=entrants)
    query = f"?size={size}" if size else ""
    png = await phone.get(path(league, f"standings.png{query}"))
    assert png.headers["content-type"] == "image/png"
    assert png.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png.content[16:24]) == pixels
    svg = await phone.get(path(league, f"standings.svg{query}"))
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.headers["content-security-policy"]
    again = await phone.get(
        path(league, f"standings.png{query}"), headers={"If-None-Match": png.headers["etag"]}
    )
    assert again.status_code == 304


async def test_amounts_are_in_major_units_too(phone: Device) -> None:
    """Beside the minor ones, which add up; a currency may have no decimals, or three."""
    for currency, text_of_money, debt in (
        ("USD", "10.50", "-0.50"),
        ("JPY", "1050", "-50"),
        ("BHD", "1.050", "-0.050"),
    ):
        form = FORMAT | {"currency": currency, "fee": 1050}
        league = await open_league(phone, teams=4, format=form)
        for entrant, amount in ((1, 1050), (2, -50)):
            body = {"entrant": entrant, "amount": amount}
            assert (await phone.post(path(league, "payments"), json=body)).is_success
        answer = await phone.get(path(league, "export.csv"), params={"table": "accounts"})
        first, second, *_ = csv.DictReader(io.StringIO(answer.text.lstrip("\ufeff")))
        assert first[f"paid in minor units of {currency}"] == "1050"
        assert (first[f"paid in {currency}"], second[f"paid in {currency}"]) == (
            text_of_money,
            debt,
        )


async def test_leagues_are_found_by_bar_and_by_the_beginning_of_their_name(phone: Device) -> None:
    for bar, name in (
        ("The Lounge", "Tuesdays"),
        ("The Lounge", "TUESDAY ladies"),
        ("Joe's", "Tuesdays at Joe's"),
        (None, "Wednesdays"),
        ("The Lounge", "100% pitch_"),
    ):
        await open_league(phone, teams=2, name=name, bar=bar)
    assert await names(phone, q="tues") == ["Tuesdays at Joe's", "TUESDAY ladies", "Tuesdays"]
    assert await names(phone, q="tuesdays", limit=1) == ["Tuesdays at Joe's", "Tuesdays"]
    assert await names(phone, bar="the  LOUNGE") == ["100% pitch_", "TUESDAY ladies", "Tuesdays"]
    assert await names(phone, bar="Joe's", q="tue") == ["Tuesdays at Joe's"]
    assert await names(phone, bar="The", q="tue") == []
    for nothing in ("%", "_", "uesday", "100_"):
        assert await names(phone, q=nothing) == []
    assert await names(phone, q="100%") == ["100% pitch_"]
    for sort in ("oldest", "updated"):
        page = await names(phone, q="t", sort=sort, limit=1)
        assert sorted(page) == ["TUESDAY ladies", "Tuesdays", "Tuesdays at Joe's"]
    assert (await names(phone, q="t", sort="oldest", limit=2))[0] == "Tuesdays"


async def test_a_league_is_found_by_its_new_name_by_all_members_and_by_nobody_else(
    phone: Device, sign_in: SignIn
) -> None:
    league = await open_league(phone, teams=2, bar="The Lounge")
    async with await sign_in() as member, await sign_in() as stranger:
        await guests.let_in(phone, league, member)
        charter = {"name": "Fridays", "format": league["format"], "bar": "Joe's"}
        headers = {"If-Match": "*"}
        assert (await phone.put(path(league, "charter"), json=charter, headers=headers)).is_success
        for device, expected_names in ((phone, ["Fridays"]), (member, ["Fridays"]), (stranger, [])):
            assert await names(device, q="fri", bar="joe's") == expected_names
            assert await names(device, q="tue") == []
        assert (await phone.get("/v1/leagues")).json()["items"][0]["bar"] == "Joe's"
        await phone.delete(path(league))
        assert await names(phone, q="fri") == []
        assert await names(phone, q="fri", state="deleted") == ["Fridays"]


async def test_two_leagues_of_a_bar_on_one_night_have_a_screen_each(
    phone: Device, stranger: Device
) -> None:
    """Each link shows its own league; the bar finds both, and ending one link leaves the other."""
    both = [
        await open_league(phone, teams=4, **WHEN | {"name": name}) for name in ("Early", "Late")
    ]
    links = []
    for league in both:
        await plan_nights(phone, league)
        links.append(await guests.publish(phone, league))
    assert sorted(await names(phone, bar="The Lounge")) == ["Early", "Late"]
    await report_result(phone, both[0], 1, wins=[3, 0])
    for league, link, score in zip(both, links, (3, 0), strict=True):
        board = (await guests.scoreboard(stranger, link)).json()["league"]
        assert board["name"] == league["name"]
        assert sum(row["score"] for row in board["rows"]) == score
    response = await phone.delete(path(both[0], f"public-links/{links[0]['linkId']}"))
    assert response.status_code == 204
    assert [(await guests.scoreboard(stranger, link)).status_code for link in links] == [404, 200]
