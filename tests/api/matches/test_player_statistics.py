"""A player's page: whose matches it adds up, that it follows the records, and its filters."""

from uuid import UUID, uuid4

import asyncpg
import pytest
from uuid_utils.compat import uuid7

from tests.support import citus, guests, queues, tables
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.player_pages import LOST, WON, brief, page, play, seat
from tests.support.sheet_entries import hand

COPY = """
WITH copies AS (
    SELECT uuidv7(make_interval(secs => n)) AS match_id FROM generate_series(1, $2::int) AS n
),
listed AS (
    INSERT INTO device_matches (device_id, match_id)
    SELECT d.device_id, c.match_id FROM device_matches AS d CROSS JOIN copies AS c
    WHERE d.match_id = $1
),
kept AS (
    INSERT INTO matches (
        match_id, version, ruleset_hash, head, summary, created_at, updated_at
    )
    SELECT
        c.match_id, version, ruleset_hash, head, summary, uuid_extract_timestamp(c.match_id),
        updated_at
    FROM matches AS m CROSS JOIN copies AS c
    WHERE m.match_id = $1
)
INSERT INTO tallies (match_id, seat, side, name, device_id, partners, opponents, counted, packed)
SELECT c.match_id, seat, side, name, device_id, partners, opponents, counted, packed
FROM tallies AS k
CROSS JOIN copies AS c
WHERE k.match_id = $1
"""
"""As many more matches, each like one, and all of them later."""


async def seat_device(owner: Device, match: Json, phone: Device, at: int) -> str:
    """Let a device into a match and give it a seat: its id."""
    device_id = await guests.let_in(owner, match, phone, "scorer")
    await phone.post(f"{tables.path(match)}/seats/{at}/claim")
    await seat(owner, match, at, device_id)
    return device_id


@pytest.fixture
async def bob(sign_in: SignIn) -> Device:
    return await sign_in()


@pytest.fixture
async def table(phone: Device, match: Json, bob: Device) -> Json:
    """A match in which Ann has seat 0 and Bob seat 1; the others are guests."""
    await seat(phone, match, 0, await tables.device_id(phone))
    await seat_device(phone, match, bob, 1)
    return match


async def test_a_match_is_on_the_page_of_everybody_who_has_a_seat(
    phone: Device, table: Json, bob: Device
) -> None:
    await play(phone, table, WON)
    ann, his = await page(phone), await page(bob)
    assert brief(ann) == [1, 1, 0, 3]
    assert brief(his) == [1, 0, 1, 3]
    assert ann["bids"] == [{
        "bid": "four", "pitched": 3, "made": 3, "timesSet": 0, "madeRate": 1.0
    }]  # fmt: skip
    assert ann["asPitcher"]["averageScore"] == ann["asPitcher"]["averagePoints"] == 4
    assert his["asDefender"] == {
        "hands": 3,
        "score": 0,
        "averageScore": 0,
        "points": 0,
        "averagePoints": 0,
        "taken": [],
    }
    assert ann["opponents"] == [
        {
            "playerId": his["playerId"],
            "name": "Bob",
            "matches": 1,
            "wins": 1,
            "losses": 0,
            "made": 3,
            "timesSet": 0,
        }
    ]
    assert his["opponents"] == [
        {
            "playerId": ann["playerId"],
            "name": "Ann",
            "matches": 1,
            "wins": 0,
            "losses": 1,
            "made": 0,
            "timesSet": 0,
        }
    ]
    assert (ann["partners"], ann["rating"]["matches"]) == ([], 1)
    assert ann["rating"]["skill"] > 25 > his["rating"]["skill"]


async def test_a_correction_an_undo_and_a_void_recompute_the_page(
    phone: Device, table: Json, bob: Device
) -> None:
    await play(phone, table, WON)
    won = await page(phone)
    path, anyhow = tables.path(table, 3), {"If-Match": "*"}
    wrong = hand(0, "four", 0, 0, 0, 1)
    assert (await phone.put(path, json=wrong, headers=anyhow)).status_code == 200
    page_after = await page(phone)
    names = ("wins", "unfinished", "hands", "score", "timesSet", "rating")
    assert brief(page_after, *names) == [0, 1, 3, 4, 1, None]
    assert (await page(bob))["asDefender"]["taken"] == [{"point": "game", "hands": 1}]
    sheet = (await phone.get(tables.path(table))).json()
    answer = await phone.post(
        f"{tables.path(table)}/undo", headers={"If-Match": f'"{sheet["version"]}"'}
    )
    assert answer.status_code == 200, answer.text
    assert await page(phone) == won
    assert (await phone.delete(path, headers=anyhow)).status_code == 200
    assert brief(await page(phone), "wins", "unfinished", "hands", "score") == [0, 1, 2, 8]


async def test_a_seat_that_changes_hands_takes_its_matches_along(
    phone: Device, table: Json, bob: Device, sign_in: SignIn
) -> None:
    await play(phone, table, WON)
    async with await sign_in() as eve:
        await seat(phone, table, 1, None)
        eve_id = await seat_device(phone, table, eve, 1)
        assert brief(await page(bob)) == [0, 0, 0, 0]
        assert brief(await page(eve)) == [1, 0, 1, 3]
        assert [opponent["playerId"] for opponent in (await page(phone))["opponents"]] == [eve_id]
    await seat(phone, table, 1, None)
    assert (await page(phone))["opponents"] == []


async def test_of_others_one_sees_the_matches_that_one_is_in(
    phone: Device, table: Json, bob: Device, sign_in: SignIn
) -> None:
    await play(phone, table, WON)
    ann, his = await tables.device_id(phone), await tables.device_id(bob)
    async with await sign_in() as eve:
        nothing = await page(eve, ann)
        assert nothing == {**await page(eve, str(uuid4())), "playerId": ann}
        assert brief(nothing, "matches", "hands", "opponents", "rating") == [0, 0, [], None]
        foreign_match = await open_match(phone)
        await seat(phone, foreign_match, 0, ann)
        await play(phone, foreign_match, LOST)
        eve_id = await guests.let_in(phone, foreign_match, eve)
        assert brief(await page(eve, ann)) == [1, 0, 1, 3]
        assert brief(await page(bob, ann)) == [1, 1, 0, 3]
        assert (await page(eve, his))["matches"] == 0
        assert brief(await page(phone)) == [2, 1, 1, 6]
        path = f"{tables.path(foreign_match)}/members/{eve_id}"
        assert (await phone.delete(path, headers={"If-Match": "*"})).status_code < 300
        assert await page(eve, ann) == nothing


async def test_a_pair_has_a_page_of_the_matches_on_one_side(
    phone: Device, table: Json, bob: Device
) -> None:
    await play(phone, table, WON)
    together = await open_match(phone)
    ann = await tables.device_id(phone)
    await seat(phone, together, 0, ann)
    his = await seat_device(phone, together, bob, 2)
    await play(phone, together, [hand(2, "four", 0, 0, 0, 0)] * 3)
    pair = await page(phone, partner=his)
    assert brief(pair) == [1, 1, 0, 3]
    assert brief(pair["asPartner"], "hands", "score") == [3, 12]
    assert {"point": "jack", "hands": 3} in pair["asPartner"]["taken"]
    assert [partner["name"] for partner in pair["partners"]] == ["Cid"]
    assert pair["opponents"] == []
    assert (await page(bob, ann, partner=his)) == pair
    assert (await page(phone, partner=ann))["matches"] == 0
    page_body = await page(phone)
    assert brief(page_body) == [2, 2, 0, 6]
    players = [*page_body["partners"], *page_body["opponents"]]
    assert [(player["playerId"], player["matches"], player["wins"]) for player in players] == [
        (his, 1, 1)
    ] * 2


async def test_a_page_can_be_of_some_rules_and_some_time(phone: Device) -> None:
    ann = await tables.device_id(phone)
    matches = [await open_match(phone), await open_match(phone, options={"target": 7})]
    for match in matches:
        await seat(phone, match, 0, ann)
        await play(phone, match, WON)
    assert (await page(phone))["matches"] == 2
    assert (await page(phone, ruleset="mb-lounge"))["matches"] == 1
    assert (await page(phone, ruleset=matches[1]["ruleset"]["id"]))["hands"] == 2
    assert (await page(phone, ruleset="setback"))["matches"] == 0
    instant = matches[1]["createdAt"]
    assert (await page(phone, until=instant))["matches"] == 1
    assert (await page(phone, since=instant))["hands"] == 2
    assert (await page(phone, since=instant.removesuffix("+00:00")))["matches"] == 1
    assert (await page(phone, since=instant, until=instant))["matches"] == 0
    assert (await page(phone, since="0001-01-01T00:00:00Z"))["matches"] == 2


async def test_a_page_and_a_list_have_the_same_matches_of_a_time(phone: Device) -> None:
    """By when they were opened here, whatever the clock of the phone that made an id says."""
    ann = await tables.device_id(phone)
    yesterday = UUID(int=uuid7().int - (24 * 60 * 60 * 1000 << 80))
    await queues.send(phone, queues.make_command("open_match", str(yesterday), body=queues.OPENING))
    late = (await phone.get(f"/v1/matches/{yesterday}")).json()
    await seat(phone, late, 0, ann)
    instant = late["createdAt"]
    for query, many in (({"since": instant}, 1), ({"until": instant}, 0)):
        matches = (await phone.get("/v1/matches", params=query)).json()["items"]
        assert len(matches) == many
        assert (await page(phone, **query))["matches"] == many


@pytest.mark.parametrize("name", ["since", "until"])
async def test_a_time_is_an_instant(phone: Device, name: str) -> None:
    path = f"/v1/players/{uuid4()}/statistics"
    answer = await phone.get(path, params={name: "yesterday"})
    assert_problem(answer, 400, "invalid_parameter", parameter=name)


async def test_rules_that_nobody_made_are_not_found(phone: Device) -> None:
    path = f"/v1/players/{uuid4()}/statistics"
    answer = await phone.get(path, params={"ruleset": "no-such-rules"})
    assert_problem(answer, 404, "ruleset_not_found")


async def test_a_streak_is_of_matches_that_ended_in_the_order_in_which_they_began(
    phone: Device,
) -> None:
    ann = await tables.device_id(phone)
    results = [WON, LOST, WON, WON[:1], WON]
    matches = [await open_match(phone) for _ in results]
    for match, hands in zip(reversed(matches), reversed(results), strict=True):
        await seat(phone, match, 0, ann)
        await play(phone, match, hands)
    page_body = await page(phone)
    assert brief(page_body, "longestStreak", "wins", "losses", "unfinished") == [2, 3, 1, 1]
    assert page_body["winRate"] == 0.75
    assert page_body["rating"]["matches"] == 4


async def test_guests_of_one_name_are_one_player(phone: Device) -> None:
    """To beat those who have lost before is worth less than to beat the unknown."""
    ann = await tables.device_id(phone)
    skills = []
    for name in ("Bob", "Eve"):
        matches = [
            await open_match(phone),
            await open_match(phone, names=("Ann", name, "Cid", "Dee")),
        ]
        for match in matches:
            await seat(phone, match, 0, ann)
            await play(phone, match, WON)
        skills.append((await page(phone))["rating"]["skill"])
        for match in matches:
            await seat(phone, match, 0, None)
    assert skills[0] < skills[1]


async def test_who_is_met_has_the_name_of_the_last_match(
    phone: Device, table: Json, bob: Device
) -> None:
    """The last that began, whichever was played last; as a partner and as an opponent."""
    ann, his = await tables.device_id(phone), await tables.device_id(bob)
    match_with_new_names = await open_match(phone, names=("Ann", "Bobby", "Robert", "Dee"))
    await seat(phone, match_with_new_names, 0, ann)
    await seat_device(phone, match_with_new_names, bob, 1)
    last_match = await open_match(phone, names=("Ann", "Bobby", "Robert", "Dee"))
    await seat(phone, last_match, 0, ann)
    await seat_device(phone, last_match, bob, 2)
    for match in (last_match, match_with_new_names, table):
        await play(phone, match, WON)
    page_body = await page(phone)
    assert [(opponent["playerId"], opponent["name"]) for opponent in page_body["opponents"]] == [
        (his, "Bobby")
    ]
    assert [(partner["playerId"], partner["name"]) for partner in page_body["partners"]] == [
        (his, "Robert")
    ]


async def test_a_rating_rests_on_the_last_two_hundred_matches(
    phone: Device, table: Json, bob: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """What came before is forgotten of everybody, however much of it there is."""
    citus.skip("It copies no match from one node to others")
    later = await open_match(phone)
    await seat(phone, later, 0, await tables.device_id(phone))
    his = await seat_device(phone, later, bob, 1)
    await play(phone, table, LOST)
    await play(phone, later, WON)
    assert (await page(phone))["matches"] == 2  # counted, so that there is something to copy
    await pool.execute(COPY, UUID(later["matchId"]), 199)
    two_hundred = await page(phone, since=later["createdAt"])
    assert brief(two_hundred, "matches", "longestStreak") == [200, 200]
    assert two_hundred["rating"]["matches"] == 200
    assert brief(await page(phone)) == [201, 200, 1, 603]
    assert (await page(phone))["rating"] == two_hundred["rating"]
    await pool.execute(COPY, UUID(later["matchId"]), 20)
    longer = await page(phone)
    assert (longer["matches"], longer["rating"]) == (221, two_hundred["rating"])
    assert longer["opponents"] == [
        {
            "playerId": his,
            "name": "Bob",
            "matches": 221,
            "wins": 220,
            "losses": 1,
            "made": 660,
            "timesSet": 0,
        }
    ]


async def test_matches_from_before_are_counted_when_somebody_asks(
    phone: Device, table: Json, bob: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    await play(phone, table, WON)
    pages = [await page(phone), await page(bob)]
    rows = await pool.fetch("SELECT * FROM tallies ORDER BY seat")
    match_id = UUID(table["matchId"])
    await pool.execute("DELETE FROM tallies")
    await pool.execute("INSERT INTO uncounted (match_id) VALUES ($1)", match_id)
    await pool.execute(tables.TOUCHED, match_id)
    assert [await page(phone), await page(bob)] == pages
    assert await pool.fetch("SELECT * FROM tallies ORDER BY seat") == rows
    assert await pool.fetch("SELECT * FROM uncounted") == []
    await pool.execute("INSERT INTO uncounted (match_id) VALUES ($1)", match_id)
    await play(phone, table, [*WON, WON[0]])
    assert [await page(phone), await page(bob)] == pages
