"""Lists are filtered and sorted, and every page begins where the last one ended."""

import json
import re
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from uuid_utils.compat import uuid7

from pitchkeeper import services
from pitchkeeper.database import listings
from pitchkeeper.database.pool import queries
from pitchkeeper.rest import searches
from tests.support import citus, guests, leagues, tables
from tests.support.databases import flatten_plan
from tests.support.phones import Device, Json, assert_problem, open_match
from tests.support.sheet_entries import FOUR_TO_NONE


async def list_pages(phone: Device, kind: str = "matches", **query: object) -> list[str]:
    """The ids of a list from its first page to its last."""
    name = {"matches": "matchId", "leagues": "leagueId"}[kind]
    item_ids: list[str] = []
    params = {name: str(value) for name, value in query.items()}
    while True:
        answer = await phone.get(f"/v1/{kind}", params=params)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        item_ids += [item[name] for item in page["items"]]
        if page["nextCursor"] is None:
            return item_ids
        params["cursor"] = page["nextCursor"]


async def won(phone: Device) -> Json:
    """A match that is over."""
    match = await open_match(phone)
    for number in (1, 2, 3):
        answer = await phone.put(tables.path(match, number), json=FOUR_TO_NONE)
        assert answer.status_code == 200
    return match


async def set_date(pool: "asyncpg.Pool[asyncpg.Record]", match: Json, at: datetime) -> None:
    match_id = UUID(match["matchId"])
    await pool.execute("UPDATE matches SET created_at = $2 WHERE match_id = $1", match_id, at)
    await pool.execute(tables.TOUCHED, match_id)


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
async def test_each_order_shows_every_match_once(phone: Device, limit: int) -> None:
    matches = [(await open_match(phone))["matchId"] for _ in range(5)]
    match_path = f"/v1/matches/{matches[1]}"
    penalty = {"side": 0, "points": -1, "reason": "Talk"}
    assert (await phone.post(f"{match_path}/adjustments", json=penalty)).status_code == 201
    assert await list_pages(phone, limit=limit) == matches[::-1]
    assert await list_pages(phone, limit=limit, sort="newest") == matches[::-1]
    assert await list_pages(phone, limit=limit, sort="oldest") == matches
    assert await list_pages(phone, limit=limit, sort="updated") == [
        matches[at] for at in (1, 4, 3, 2, 0)
    ]


@pytest.mark.parametrize("sort", listings.ListSort)
async def test_a_cursor_is_good_while_matches_are_added(phone: Device, sort: str) -> None:
    matches = [(await open_match(phone))["matchId"] for _ in range(4)]
    first = (await phone.get(f"/v1/matches?limit=2&sort={sort}")).json()
    await open_match(phone)
    rest = await list_pages(phone, limit=2, sort=sort, cursor=first["nextCursor"])
    item_ids = [item["matchId"] for item in first["items"]] + rest
    assert item_ids[:4] == (matches if sort == "oldest" else matches[::-1])


async def test_filters_find_what_the_matches_say(
    phone: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    over, setback = await won(phone), await open_match(phone, "setback")
    still = await open_match(phone)
    for match, day in ((over, 1), (setback, 2), (still, 3)):
        await set_date(pool, match, datetime(2026, 3, day, 20, tzinfo=UTC))
    over, setback, still = (match["matchId"] for match in (over, setback, still))
    assert await list_pages(phone, state="won") == [over]
    assert await list_pages(phone, state="open") == [still, setback]
    assert await list_pages(phone, ruleset="setback") == [setback]
    assert await list_pages(phone, ruleset="MB Lounge Pitch League", limit=1) == [still, over]
    assert await list_pages(phone, since="2026-03-02") == [still, setback]
    assert await list_pages(phone, until="2026-03-02") == [setback, over]
    assert await list_pages(phone, until="2026-03-02T20:00:00") == [over]
    assert await list_pages(phone, since="2026-03-02T20:00:00Z", sort="oldest") == [setback, still]
    assert await list_pages(phone, ruleset="mb-lounge", state="open", sort="updated") == [still]
    assert await list_pages(phone, ruleset="unheard-of") == []


async def test_a_page_is_full_however_few_fit(
    phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """The ids of a device are looked through in chunks; what fits may be in the last."""
    device_id = UUID(await tables.device_id(phone))
    await pool.execute(
        "INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, "
        "updated_at) SELECT uuidv7(n * interval '1 minute'), 1, ruleset_hash, head, "
        "summary || '{\"winner\": 1}', now(), now() "
        "FROM matches, generate_series(1, 1200) AS n"
    )
    await pool.execute(
        "INSERT INTO device_matches (device_id, match_id, is_won) "
        "SELECT $1, match_id, summary ->> 'winner' IS NOT NULL FROM matches "
        "ON CONFLICT DO NOTHING",
        device_id,
    )
    assert await list_pages(phone, state="open", limit=1) == [match["matchId"]]
    assert len(await list_pages(phone, state="won", limit=100, sort="oldest")) == 1200


class Calendar:
    """A clock that stands still until a day has gone by."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC) - timedelta(days=20)

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def turn(self, *, hours: int) -> None:
        """Let hours go by."""
        self.now += timedelta(hours=hours)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """Return the clock of the app."""
    frozen_calendar = Calendar()
    monkeypatch.setattr(services, "_now", frozen_calendar)
    return frozen_calendar


async def evenings(calendar: Calendar, phone: Device, guest: Device) -> None:
    """Matches of several days: some are won, lost again, deleted, restored, or left by a guest."""
    matches = []
    for _ in range(5):
        matches.append(await won(phone))
        calendar.turn(hours=7)
        matches.append(await open_match(phone))
        calendar.turn(hours=7)
    for match in matches[:2]:
        assert (await phone.put(tables.path(match, 1), json=FOUR_TO_NONE)).status_code == 200
    calendar.turn(hours=24)
    assert (await phone.delete(tables.path(matches[2], 3))).status_code == 200
    assert (await phone.delete(tables.path(matches[3]))).status_code == 204
    assert (await phone.delete(tables.path(matches[4]))).status_code == 204
    calendar.turn(hours=24)
    assert (await phone.delete(tables.path(matches[5]))).status_code == 204
    assert (await phone.post(f"{tables.path(matches[4])}/restoration")).status_code == 200
    await guests.let_in(phone, matches[6], guest)
    calendar.turn(hours=24)
    assert (await phone.put(tables.path(matches[7], 1), json=FOUR_TO_NONE)).status_code == 200
    calendar.turn(hours=24)
    assert (await guest.delete("/v1/devices/me")).status_code == 204


async def test_whatever_becomes_of_matches_each_list_shows_those_it_names(
    calendar: Calendar, phone: Device, guest: Device
) -> None:
    await evenings(calendar, phone, guest)
    everything = (await phone.get("/v1/matches?limit=100")).json()["items"]
    deleted_items = (await phone.get("/v1/matches?limit=100&state=deleted")).json()["items"]
    for state, matches_of_state in (
        ("", everything),
        ("won", [match for match in everything if match["winner"] is not None]),
        ("open", [match for match in everything if match["winner"] is None]),
        ("deleted", deleted_items),
    ):
        assert len(matches_of_state) >= 2, state
        newest = [match["matchId"] for match in matches_of_state]
        by_change = sorted(
            matches_of_state, key=lambda match: (match["updatedAt"], match["matchId"])
        )
        last = [match["matchId"] for match in reversed(by_change)]
        assert newest == sorted(newest, reverse=True)
        for limit in (1, 2, 3, 100):
            query: Json = {"limit": limit} | ({"state": state} if state else {})
            assert await list_pages(phone, **query) == newest
            assert await list_pages(phone, **query, sort="oldest") == newest[::-1]
            assert await list_pages(phone, **query, sort="updated") == last


async def test_no_list_looks_at_more_than_it_shows(
    phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    citus.skip("Its plans are those of its shards")
    device_id = UUID(await tables.device_id(phone))
    await pool.execute(
        "INSERT INTO device_matches (device_id, match_id, changed_on, is_won) "
        "SELECT d, uuidv7(n * interval '-20 minutes'), current_date - n / 72, n % 10 > 0 "
        "FROM generate_series(1, 5000) AS n, unnest($1::uuid[]) AS d",
        [device_id, uuid7()],
    )
    await pool.execute(
        "INSERT INTO device_leagues (device_id, league_id, changed_on) "
        "SELECT device_id, match_id, changed_on FROM device_matches"
    )
    await pool.execute("VACUUM ANALYZE device_matches")
    await pool.execute("VACUUM ANALYZE device_leagues")
    statements, last = queries(), UUID(int=2**128 - 1)
    for statement, *arguments in (
        (statements.newest_of_device, last, 50, True),
        (statements.oldest_of_device, UUID(int=0), 50, True),
        (statements.newest_of_state, last, 50, True, True),
        (statements.oldest_of_state, UUID(int=0), 50, True, False),
        (statements.changed_of_device, date.max, 50, True),
        (statements.changed_of_state, date.max, 50, True, True),
        (statements.changed_leagues_of_device, date.max, 50, True),
    ):
        (plan,) = json.loads(
            await pool.fetchval(
                f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", device_id, *arguments
            )
        )
        steps = list(flatten_plan(plan["Plan"]))
        assert {step["Node Type"] for step in steps} <= {"Limit", "Index Only Scan"}, steps
        read = max(step["Actual Rows"] + step.get("Rows Removed by Filter", 0) for step in steps)
        # A whole day more, and a tenth that was not won.
        assert read <= 50 + 72 + 13, (statement, read)


@pytest.mark.parametrize(
    ("parameter", "value", "sort"),
    [
        ("cursor", "nonsense", "newest"),
        ("cursor", "nonsense", "updated"),
        ("cursor", "01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21", "updated"),
        ("cursor", "9999999999999999_01997b3d-01aa-7b11-8a0e-5d9c7b6a4f2z", "updated"),
        ("cursor", "1772476200000000_01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21", "oldest"),
        ("cursor", "01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21\n", "newest"),
        ("since", "yesterday", "newest"),
        ("since", "2026-03-02\n", "newest"),
        ("since", "2026-02-30", "newest"),
        ("since", "2026-03-02T18:30:00+81:89", "newest"),
        ("until", "2026-03-02T25:00:00", "newest"),
    ],
)
@pytest.mark.parametrize("kind", ["matches", "leagues"])
async def test_what_cannot_be_read_is_named(
    phone: Device, kind: str, parameter: str, value: str, sort: str
) -> None:
    answer = await phone.get(f"/v1/{kind}", params={parameter: value, "sort": sort})
    assert_problem(answer, 400, "invalid_parameter", parameter=parameter)


async def test_the_last_of_all_days_is_a_day(phone: Device, match: Json) -> None:
    for where in ("matches", "leagues"):
        answer = await phone.get(f"/v1/{where}", params={"until": "9999-12-31"})
        assert (answer.status_code, len(answer.json()["items"])) == (200, int(where == "matches"))


async def test_leagues_are_listed_in_the_same_ways(phone: Device) -> None:
    league_ids = [(await leagues.open_league(phone, 4))["leagueId"] for _ in range(3)]
    entrants_path = f"/v1/leagues/{league_ids[1]}/entrants"
    body = {"name": "Late", "players": ["Zoe", "Yan"]}
    assert (await phone.post(entrants_path, json=body)).status_code == 201
    for limit in (1, 2, 100):
        assert await list_pages(phone, "leagues", limit=limit) == league_ids[::-1]
        assert await list_pages(phone, "leagues", limit=limit, sort="oldest") == league_ids
        assert await list_pages(phone, "leagues", limit=limit, sort="updated") == [
            league_ids[at] for at in (1, 2, 0)
        ]
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date()
    assert await list_pages(phone, "leagues", since=tomorrow) == []
    assert len(await list_pages(phone, "leagues", ruleset="mb-lounge", until=tomorrow)) == 3


async def test_whatever_becomes_of_leagues_the_last_changed_come_first(
    calendar: Calendar, phone: Device, guest: Device
) -> None:
    """Whoever joined, left, or was erased meanwhile, deleted or not."""
    league_list = []
    for _ in range(6):
        league_list.append(await leagues.open_league(phone, 4))
        calendar.turn(hours=7)
    paths = [leagues.path(league) for league in league_list]
    his = [await guests.let_in(phone, league, guest, "scorer") for league in league_list[:3]]
    calendar.turn(hours=24)
    late = {"name": "Late", "players": ["Zoe", "Yan"]}
    assert (await phone.post(f"{paths[1]}/entrants", json=late)).status_code == 201
    calendar.turn(hours=24)
    assert (await phone.delete(f"{paths[2]}/members/{his[2]}")).status_code == 200
    for path in paths[3:5]:
        assert (await phone.delete(path)).status_code == 204
    calendar.turn(hours=24)
    assert (await phone.post(f"{paths[3]}/restoration")).status_code == 200
    await listed_by_change(phone, [league_list[at] for at in (3, 2, 1, 0, 5)])
    await listed_by_change(phone, [league_list[4]], state="deleted")
    await listed_by_change(guest, [league_list[1], league_list[0]])
    calendar.turn(hours=24)
    assert (await guest.delete("/v1/devices/me")).status_code == 204
    item_ids = await list_pages(phone, "leagues", sort="updated")
    assert item_ids == [league_list[at]["leagueId"] for at in (2, 1, 0, 3, 5)]


async def listed_by_change(phone: Device, league_list: list[Json], **query: str) -> None:
    """A list by change has these leagues in this order, page by page."""
    for limit in (1, 2, 100):
        item_ids = await list_pages(phone, "leagues", limit=limit, sort="updated", **query)
        assert item_ids == [league["leagueId"] for league in league_list]


@pytest.mark.parametrize("kind", ["match", "league"])
async def test_a_journal_is_read_from_either_end(phone: Device, match: Json, kind: str) -> None:
    path = tables.path(match)
    if kind == "league":
        path = leagues.path(await leagues.open_league(phone, 4))
        for name in ("Late", "Later"):
            await phone.post(f"{path}/entrants", json={"name": name, "players": ["Zoe", "Yan"]})
        action = "entrant_added"
    else:
        for points in (1, 2):
            body = {"side": 0, "points": points, "reason": "Talk"}
            await phone.post(f"{path}/adjustments", json=body)
        action = "adjustment_made"
    for sort, versions in (("oldest", [1, 2, 3]), ("newest", [3, 2, 1])):
        first = (await phone.get(f"{path}/journal?sort={sort}&limit=2")).json()
        rest = f"{path}/journal?sort={sort}&limit=2&cursor={first['nextCursor']}"
        lines = first["items"] + (await phone.get(rest)).json()["items"]
        assert [line["version"] for line in lines] == versions
    some = (await phone.get(f"{path}/journal?action={action}&limit=1")).json()
    assert ([line["version"] for line in some["items"]], some["nextCursor"]) == ([2], "2")
    odd = await phone.get(f"{path}/journal?action=sung")
    assert (odd.status_code, odd.json()["code"]) == (400, "invalid_parameter")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("matches?sort=loudest", "sort can only be newest, oldest or updated."),
        ("matches?state=lost", "state can only be open, won or deleted."),
        ("leagues?state=open", "state can only be deleted."),
        ("matches/export.csv?table=cards", "table can only be hands or matches."),
        ("matches?limit=many", "That can't go here."),
    ],
)
async def test_a_word_that_is_none_to_choose_is_told_the_others(
    phone: Device, query: str, sentence: str
) -> None:
    answer = await phone.get(f"/v1/{query}")
    assert_problem(
        answer, 400, "invalid_parameter", parameter=query.split("?")[1].split("=", maxsplit=1)[0]
    )
    assert answer.json()["detail"] == sentence


@given(text=st.from_regex(searches.INSTANT, fullmatch=True))
def test_every_time_that_the_contract_allows_is_taken(text: str) -> None:
    instant = searches.parse_instant("since", text)
    assert instant is not None
    assert instant.tzinfo is UTC


@pytest.mark.parametrize("year", [1900, 2000, 2023, 2024])
def test_the_contract_allows_the_days_of_the_calendar(year: int) -> None:
    pattern = re.compile(searches.INSTANT)
    days = {
        (month, day)
        for month in range(14)
        for day in range(33)
        if pattern.match(f"{year}-{month:02}-{day:02}")
    }
    assert days == {
        (month, day) for month in range(1, 13) for day in range(1, monthrange(year, month)[1] + 1)
    }


@pytest.mark.parametrize("where", ["matches", "leagues"])
async def test_years_outside_of_all_are_before_or_after_everything(
    phone: Device, where: str
) -> None:
    times = {"since": "0000-01-01T00:00Z", "until": "9999-12-31T23:59:59-23:59"}
    answer = await phone.get(f"/v1/{where}", params=times)
    assert answer.status_code == 200, answer.text
