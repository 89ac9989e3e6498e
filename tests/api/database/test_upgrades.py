"""Data stored by an older version is read unchanged."""

import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from uuid_utils.compat import uuid7

from openapi.examples.leagues import STATE
from pitch.match.steps import Standing
from pitch.match.tallies import SeatTally
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.devices import Command
from pitchkeeper.access.membership.store import InviteStore
from pitchkeeper.database.listings import ListQuery, ListSort
from pitchkeeper.database.listings import MatchState as ListedState
from pitchkeeper.database.migrator import migrate
from pitchkeeper.database.pool import Connections
from pitchkeeper.leagues.store import LeagueStore, summarize
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.players import packing
from pitchkeeper.matches.players.store import TallyStore
from pitchkeeper.matches.replay import rewind
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.settings import MIGRATIONS
from tests.support import claims as told
from tests.support.databases import open_pool
from tests.support.older_versions import AT, FIRST, LINES, SECOND, keep_as_before, upgrade

_ROLES = ("pitched", "partnered", "defended")
_BIDS = ("one", "two", "three", "four", "smudge", "pitch")
COUNTED = (
    *("wins", "losses", "hands", "score"),
    *(
        f"{role}_{what}"
        for role in _ROLES
        for what in ("hands", "score", "high", "low", "jack", "game")
    ),
    *(f"{how}_{bid}" for how in ("made", "set") for bid in _BIDS),
    "steals",
)
"""The columns in which tallies were kept once."""


@pytest.mark.parametrize("migrations", [2, 3])
async def test_a_match_from_before_it_was_shared_is_read_as_it_was(
    empty_url: str, tmp_path: Path, migrations: int
) -> None:
    await upgrade(empty_url, tmp_path, migrations)
    match_id, owner = uuid7(), uuid7()
    pool = await open_pool(empty_url)
    await keep_as_before(pool, match_id, owner)
    await migrate(empty_url, MIGRATIONS)
    store = MatchStore(Connections(pool), lambda _match_id: None)
    state = await store.load(match_id, Command(owner))
    assert state is not None
    assert [msgspec.to_builtins(hand.record) for hand in state.hands] == [SECOND]
    assert [adjustment.points for adjustment in state.adjustments] == [-1, 2]
    assert {adjustment.device_id for adjustment in state.adjustments} == {owner}
    assert state.members[0].joined_at == AT
    lines = await store.list_back(match_id, 7, 10)
    assert [line.entry.action for line in reversed(lines)] == [
        Action(line["action"]) for line in LINES
    ]
    states = [
        rewind(state, await store.load_changes(match_id, version), version)
        for version in range(1, 8)
    ]
    assert [len(then.hands) for then in states] == [0, 1, 1, 1, 1, 1, 1]
    assert [then.hands[0].is_void for then in states[1:]] == [
        False,
        False,
        False,
        True,
        False,
        False,
    ]
    assert msgspec.to_builtins(states[2].hands[0].record) == FIRST
    assert [len(then.adjustments) for then in states] == [0, 0, 1, 1, 1, 1, 2]
    pool.terminate()


async def test_an_invite_from_before_leagues_had_codes_is_of_its_match(
    empty_url: str, tmp_path: Path
) -> None:
    """It lets in as often as was left, and a device that came in by it is still known."""
    await upgrade(empty_url, tmp_path, 12)
    match_id, invite_id, guest = uuid7(), uuid7(), uuid7()
    pool = await open_pool(empty_url)
    for table, values in (
        (
            "invites",
            "$1, $2, 'K7MP3QXR', 'scorer', 1, $3::timestamptz, $3 + interval '3 hours', 2, 1",
        ),
        ("codes", "'K7MP3QXR', $1, $2, $3::timestamptz + interval '3 hours'"),
    ):
        await pool.execute(f"INSERT INTO {table} VALUES ({values})", match_id, invite_id, AT)  # noqa: S608
    await pool.execute(
        "INSERT INTO entrances VALUES ($1, $2, $3, $4)", match_id, invite_id, guest, AT
    )
    await migrate(empty_url, MIGRATIONS)
    store = InviteStore(Connections(pool))
    invite = await store.find("K7MP3QXR")
    assert invite is not None
    assert (invite.kind, invite.aggregate_id, invite.seat) == (AggregateKind.MATCH, match_id, 1)
    uses = [await store.use(invite, device_id, AT) for device_id in (guest, uuid7(), uuid7())]
    assert uses == [True, True, False]
    pool.terminate()


async def test_old_lists_say_when_their_matches_were_changed_and_which_were_won(
    empty_url: str, tmp_path: Path
) -> None:
    await upgrade(empty_url, tmp_path, 25)
    pool, device_id = await open_pool(empty_url), uuid7()
    await pool.execute("INSERT INTO rulesets VALUES ('known', '{}')")
    evenings = [datetime(2026, 1, day, 23, 30, tzinfo=UTC) for day in (9, 7, 8)]
    ids = [uuid7() for _ in evenings]
    for match_id, evening, winner in zip(ids, evenings, (1, None, 0), strict=True):
        summary = {"ruleset": "Pitch", "players": [], "sides": [], "scores": [], "hands": 3}
        await pool.execute(
            "INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, "
            "updated_at) VALUES ($1, 1, 'known', '{}', $2, $3, $3)",
            match_id,
            msgspec.json.encode(summary | {"winner": winner}),
            evening,
        )
        await pool.execute("INSERT INTO device_matches VALUES ($1, $2)", device_id, match_id)
    await migrate(empty_url, MIGRATIONS)
    store = MatchStore(Connections(pool), lambda _: None)
    for query, match_ids in (
        (ListQuery(sort=ListSort.UPDATED), [ids[0], ids[2], ids[1]]),
        (ListQuery(state=ListedState.WON), [ids[2], ids[0]]),
        (ListQuery(state=ListedState.OPEN), [ids[1]]),
    ):
        matches_ = await store.list_matches(device_id, query, 10)
        assert [match.match_id for match in matches_] == match_ids
    pool.terminate()


async def test_old_lists_say_when_their_leagues_were_changed(
    empty_url: str, tmp_path: Path
) -> None:
    await upgrade(empty_url, tmp_path, 31)
    pool, device_id = await open_pool(empty_url), uuid7()
    await pool.execute("INSERT INTO rulesets VALUES ('known', '{}')")
    ids = [uuid7() for _ in range(3)]
    for league_id, day in zip(ids, (9, 7, 8), strict=True):
        await pool.execute(
            "INSERT INTO leagues (league_id, version, ruleset_hash, summary, created_at, "
            "updated_at) VALUES ($1, 1, 'known', $2, $3, $3)",
            league_id,
            msgspec.json.encode(summarize(STATE)),
            datetime(2026, 1, day, 23, 30, tzinfo=UTC),
        )
        await pool.execute("INSERT INTO device_leagues VALUES ($1, $2)", device_id, league_id)
        await pool.execute(
            "INSERT INTO league_pieces VALUES ($1, $2, '{}')", league_id, f"member/{device_id}"
        )
    await migrate(empty_url, MIGRATIONS)
    days = await pool.fetch("SELECT league_id, extract(day FROM changed_on) FROM device_leagues")
    assert {row[0]: row[1] for row in days} == dict(zip(ids, (9, 7, 8), strict=True))
    store = LeagueStore(Connections(pool), lambda _: None)
    for limit in (1, 10):
        leagues = await store.page(device_id, ListQuery(sort=ListSort.UPDATED), limit)
        assert [league.league_id for league in leagues] == [ids[0], ids[2], ids[1]][:limit]
    pool.terminate()


async def test_members_get_the_names_of_their_devices(empty_url: str, tmp_path: Path) -> None:
    await upgrade(empty_url, tmp_path, 34)
    pool, ann, bob, match_id, league_id = (
        await open_pool(empty_url),
        *(uuid7() for _ in range(4)),
    )
    await pool.execute(
        "INSERT INTO devices (device_id, token_hash, created_at, name) "
        "VALUES ($1, sha256(''), now(), 'Ann''s phone'), ($2, sha256(''), now(), NULL)",
        *(ann, bob),
    )
    for device_id in (ann, bob):
        await pool.execute(
            "INSERT INTO members (match_id, device_id, role, joined_at) "
            "VALUES ($1, $2, 'owner', now())",
            *(match_id, device_id),
        )
        await pool.execute(
            "INSERT INTO league_pieces VALUES ($1, $2, '{}')", league_id, f"member/{device_id}"
        )
    await migrate(empty_url, MIGRATIONS)
    names = await pool.fetch("SELECT device_id, name FROM members")
    assert {row[0]: row[1] for row in names} == {ann: "Ann's phone", bob: None}
    names = await pool.fetch("SELECT place, name FROM league_pieces")
    assert {row[0]: row[1] for row in names} == {
        f"member/{ann}": "Ann's phone",
        f"member/{bob}": None,
    }
    pool.terminate()


async def test_what_was_counted_in_columns_is_counted_still(empty_url: str, tmp_path: Path) -> None:
    """Every number keeps its name and its value, and a match is still won by who won it."""
    await upgrade(empty_url, tmp_path, 16)
    match_id, device_id = uuid7(), uuid7()
    names = COUNTED
    first = {name: number * (-1) ** number for number, name in enumerate(names, 1)}
    first |= {"wins": 1, "losses": 0}
    second = dict.fromkeys(names, 0)
    pool = await open_pool(empty_url)
    columns = ", ".join(("match_id", "seat", "side", "name", "device_id", "partners", "opponents"))
    for seat, counters in enumerate((first, second)):
        numbers = ", ".join(str(counters[name]) for name in names)
        await pool.execute(
            f"INSERT INTO tallies ({columns}, {', '.join(names)}) "  # noqa: S608
            f"VALUES ($1, $2, $2, 'Ann', $3, ARRAY[$3::uuid], '{{}}', {numbers})",
            match_id,
            seat,
            device_id,
        )
    await migrate(empty_url, MIGRATIONS)
    tallies = await TallyStore(Connections(pool)).load_seats([match_id])
    assert tallies == {
        match_id: [
            SeatTally(
                seat=seat,
                side=seat,
                name="Ann",
                counted={
                    name: value for name, value in (counted | worths(counted)).items() if value
                },
            )
            for seat, counted in enumerate((first, second))
        ]
    }
    rows = await pool.fetch("SELECT wins, losses, device_id, partners FROM tallies ORDER BY seat")
    assert [tuple(row) for row in rows] == [
        (1, 0, device_id, [device_id]),
        (0, 0, device_id, [device_id]),
    ]
    pool.terminate()


async def test_what_was_packed_before_counters_had_names_is_added_up_with_what_comes_after(
    empty_url: str, tmp_path: Path
) -> None:
    """Each counter keeps the place that it had."""
    await upgrade(empty_url, tmp_path, 30)
    pool = await open_pool(empty_url)
    packing_then = await pool.fetchval("SELECT prosrc FROM pg_proc WHERE proname = 'packed_tally'")
    names = packing_then.split("'\n")[1].split("\n'")[0].replace("\n", "").split(",")
    assert len(names) == len(set(names)) > 250
    tally = {name: (-1) ** number * number for number, name in enumerate(names, 1)}
    insert = (
        "INSERT INTO tallies (match_id, seat, side, name, partners, opponents, counted) "
        "VALUES ($1, 0, 0, 'Ann', '{}', '{}', $2)"
    )
    for counters in (tally, {"wins": 1}, {}):
        await pool.execute(insert, uuid7(), json.dumps(counters))
    await migrate(empty_url, MIGRATIONS)
    total = int(await pool.fetchval("SELECT sum(packed)::text FROM tallies"))
    rows = await pool.fetch("SELECT name, place FROM counters")
    places = {row["name"]: row["place"] for row in rows}
    total += packing.pack(dict.fromkeys(names, 1000), places)
    sums = {name: number + 1000 + (name == "wins") for name, number in tally.items()}
    assert packing.unpack(total, places) == sums
    pool.terminate()


async def test_a_hand_of_scoring_piles_is_judged_and_counted_again(
    empty_url: str, tmp_path: Path
) -> None:
    """Whether low trumps are missing is asked now; what was proven of other hands stays."""
    await upgrade(empty_url, tmp_path, 3)
    match_id, owner = uuid7(), uuid7()
    pool = await open_pool(empty_url)
    await keep_as_before(pool, match_id, owner)
    await upgrade(empty_url, tmp_path, 15)
    piles = [
        {"side": 0, "listed": "scoring", "cards": ["AS", "JS", "TH"]},
        {"side": 1, "listed": "scoring", "cards": ["KC", "9S"]},
    ]
    old = {"calls": ["four", "pass", "pass", "pass"], "trump": "S", "piles": piles}
    for number, record in ((1, SECOND), (2, old)):
        await pool.execute(
            "INSERT INTO hands (match_id, number, record, is_void, proof) "
            "VALUES ($1, $2, $3, false, $4) "
            "ON CONFLICT (match_id, number) DO UPDATE SET proof = excluded.proof",
            match_id,
            number,
            msgspec.json.encode(record),
            b'{"dealer": 3}',
        )
    other_id = uuid7()
    for counted_id in (match_id, other_id):
        await pool.execute(
            "INSERT INTO tallies SELECT t.* FROM jsonb_populate_record(NULL::tallies, $1) AS t",
            msgspec.json.encode(
                dict.fromkeys(COUNTED, 0)
                | {"match_id": counted_id, "seat": 0, "side": 0, "name": "Ann"}
                | {"partners": [], "opponents": []}
            ),
        )
    await pool.execute("DELETE FROM uncounted")
    await migrate(empty_url, MIGRATIONS)
    rows = await pool.fetch("SELECT number, proof IS NULL AS is_open FROM hands ORDER BY number")
    assert [tuple(row) for row in rows] == [(1, False), (2, True)]
    store = MatchStore(Connections(pool), lambda _match_id: None)
    state = await store.load(match_id, Command(owner))
    assert state is not None
    line = state.sheet.lines[1]
    assert line.standing is Standing.OPEN, "nobody knows who has low"
    tally_store = TallyStore(Connections(pool))
    assert await tally_store.list_uncounted([match_id, other_id]) == [match_id]
    assert list(await tally_store.load_seats([match_id, other_id])) == [other_id]
    pool.terminate()


def worths(counters: dict[str, int]) -> dict[str, int]:
    """Return the worth of each role's points when every point was worth one."""
    return {
        f"{role}_points": sum(counters[f"{role}_{point}"] for point in told.FOUR)
        for role in ("pitched", "partnered", "defended")
    }
