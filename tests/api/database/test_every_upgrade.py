"""From whichever version a database comes, what was kept in it is read as it was.

What one that is played on keeps is put into the tables as each migration left them, as far as they
had room for it; `test_upgrades.py` and `test_older_contents.py` look at what was written otherwise
then.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import asyncpg
import pytest

from pitchkeeper.database.migrator import migrate
from pitchkeeper.settings import MIGRATIONS
from tests.support import guests, leagues, tables
from tests.support.apps import living
from tests.support.apps import signed_in as signed_in_on
from tests.support.databases import empty
from tests.support.older_versions import upgrade
from tests.support.phones import Device, Json, SignIn, open_match
from tests.support.searches import some

FILES = sorted(MIGRATIONS.glob("0*.sql"))
_COLUMNS = """
SELECT table_name, column_name, is_nullable = 'NO' AND column_default IS NULL AS is_needed
FROM information_schema.columns
WHERE table_schema = 'public' AND is_generated = 'NEVER'
    AND table_name IN (
        SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'
    )
"""
SHARING, INVITES, LEAGUES, TALLIES, DELETION, VENUES, WHOLE_TALLIES, LISTED_CLAIMS = (
    *(4, 6, 8, 10, 11, 14, 17, 18),
)
"""The migrations that made room for something, or brought it into another shape."""


async def kept_by(phone: Device, sign_in: SignIn) -> list[str]:
    """Let a device keep something of each kind; where it reads all that again."""
    match, deleted_match = await open_match(phone), await open_match(phone)
    for number, hand in enumerate(HANDS, 1):
        answer = await phone.put(tables.path(match, number), json=hand)
        assert answer.status_code == 200, answer.text
    penalty = {"side": 1, "points": -1, "reason": "Talk"}
    assert (await phone.post(f"{tables.path(match)}/adjustments", json=penalty)).is_success
    dispute_path = tables.path(match, 1, "disputes")
    assert (await phone.post(dispute_path, json={"reason": "It was three"})).is_success
    assert (await phone.delete(tables.path(deleted_match))).status_code == 204
    league = await leagues.open_league(phone, teams=4, options={"target": 4})
    await leagues.plan_nights(phone, league)
    response = await phone.post(leagues.path(league, "fixtures/1/matches"))
    await leagues.won(phone, response.json())
    await leagues.report_result(phone, league, 2, wins=[2, 1])
    body = {"entrant": 1, "amount": 1500}
    assert (await phone.post(leagues.path(league, "payments"), json=body)).is_success
    async with await sign_in() as guest:
        await guests.let_in(phone, match, guest, "scorer")
        await guests.let_in(phone, league, guest, "scorer")
    parts = ("", "journal", "schedule", "standings", "accounts")
    return [
        "/v1/devices/me",
        "/v1/matches?limit=100",
        "/v1/leagues?limit=100",
        *(f"{tables.path(match_)}{part}" for match_ in (match, response.json()) for part in PARTS),
        *(leagues.path(league, part) for part in parts),
        f"/v1/players/{await tables.device_id(phone)}/statistics",
    ]


PARTS = ("", "/journal", "/versions/2", "/members", "/export.txt")
HANDS: Sequence[Json] = (
    {"contract": {"pitcher": 0, "bid": "four"}, "claims": {"taken": [4, 0]}},
    {
        "calls": ["two", "pass", "pass", "pass"],
        "trump": "S",
        "piles": [{"side": 0, "cards": ["AS", "JS", "TH"]}, {"side": 1, "cards": ["KC", "9S"]}],
    },
)


async def read(phone: Device, places: Sequence[str]) -> dict[str, object]:
    """Return the responses to a device at some paths."""
    answers = {place: await phone.get(place) for place in places}
    assert {place: answer.text for place, answer in answers.items() if not answer.is_success} == {}
    return {
        place: answer.json() if "json" in answer.headers["content-type"] else answer.text
        for place, answer in answers.items()
    }


async def fill(source: asyncpg.Connection, target: asyncpg.Connection, migrations: int) -> set[str]:
    """Put into each table what a newer one of that name keeps, if it has columns for it.

    The tables that have not are named: they kept the same in other columns.
    """
    here, there = [
        {(row["table_name"], row["column_name"]): row["is_needed"] for row in rows}
        for rows in (await source.fetch(_COLUMNS), await target.fetch(_COLUMNS))
    ]
    both, new_tables = {table for table, _ in here.keys() & there.keys()} - MADE, set[str]()
    if migrations < SHARING:
        both &= {"devices"}
    # What others refer to comes first.
    for table in sorted(both, key=lambda name: (name != "rulesets", name)):
        needed = {column for (of, column), needs in there.items() if of == table and needs}
        columns = {column for of, column in here.keys() & there.keys() if of == table}
        if not needed <= columns:
            new_tables.add(table)
            continue
        rows = await source.fetch(f"SELECT to_jsonb(t)::text AS row FROM {table} AS t")  # noqa: S608
        names = ", ".join(sorted(columns))
        await target.execute(
            f"INSERT INTO {table} ({names}) SELECT {names} "  # noqa: S608
            f"FROM jsonb_populate_recordset(NULL::{table}, $1)",
            f"[{','.join(row['row'] for row in rows)}]",
        )
    return new_tables


MADE = {"migrations", "counters"}
"""Tables that migrations fill."""
POINTS = ("high", "low", "jack", "game")


async def prove_as_before(target: asyncpg.Connection) -> None:
    """Tell of proofs as they were told while there were but four points."""
    for row in await target.fetch("SELECT match_id, number, proof FROM hands"):
        proof = json.loads(row["proof"] or "{}")
        for ending in proof.get("endings", ()):
            ending |= dict(zip(POINTS, ending.pop("owners"), strict=True))
        if proof.get("endings"):
            await target.execute(
                "UPDATE hands SET proof = $3 WHERE match_id = $1 AND number = $2",
                row["match_id"],
                row["number"],
                json.dumps(proof),
            )


def otherwise(migrations: int) -> set[str]:
    """The tables that a version kept otherwise: `test_upgrades.py` has what was in them."""
    invites = {"codes", "entrances", "invites"} if INVITES <= migrations < VENUES else set()
    return invites | ({"tallies"} if TALLIES <= migrations < WHOLE_TALLIES else set())


@pytest.mark.long
@pytest.mark.search
async def test_what_was_kept_is_read_as_it_was(
    phone: Device, sign_in: SignIn, server: str, database_url: str, tmp_path: Path
) -> None:
    places = await kept_by(phone, sign_in)
    before = await read(phone, places)
    # The newest among them, which most databases come from.
    for migrations in sorted(some(range(len(FILES) - 1, 0, -1), 8)):
        async with empty(server) as url:
            await upgrade(url, tmp_path, migrations)
            source, target = await asyncpg.connect(database_url), await asyncpg.connect(url)
            assert await fill(source, target, migrations) == otherwise(migrations), migrations
            if SHARING <= migrations < LISTED_CLAIMS:
                await prove_as_before(target)
            await source.close()
            await target.close()
            await migrate(url, MIGRATIONS)
            async with (
                living(url) as app,
                signed_in_on(app, "127.0.0.1", phone.headers["Authorization"]) as again,
            ):
                responses = [place for place in places if there_was(place, migrations)]
                after = await read(again, responses)
        for place in responses:
            assert after[place] == before[place], (migrations, place)


def there_was(place: str, migrations: int) -> bool:
    """Return whether a version had what is read at a place."""
    if migrations < SHARING:
        return "devices" in place
    # Where nothing could be deleted, what is deleted now is there.
    return migrations >= (LEAGUES if "leagues" in place else DELETION if "?" in place else 0)
