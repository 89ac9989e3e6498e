"""Tables can be spread over a cluster, and every statement be sent to where its rows are.

Citus itself is not here: these rules are what it was seen to refuse, or to send to every shard.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import asyncpg
import pytest

from pitchkeeper.database.migrator import statements
from pitchkeeper.database.pool import queries
from pitchkeeper.settings import MIGRATIONS
from tests.support import citus, databases
from tests.support.entrances import COMMON
from tests.support.sql_levels import Level, levels, relations, targets

SCRIPT = (MIGRATIONS / "distribute.sql").read_text()
RECORDERS = """
CREATE TEMPORARY TABLE placed (name text PRIMARY KEY, owner text, beside text);
CREATE FUNCTION create_reference_table(name regclass) RETURNS void LANGUAGE sql
AS $$ INSERT INTO placed VALUES (name::text, NULL, NULL) $$;
CREATE FUNCTION create_distributed_table(name regclass, owner text, colocate_with text)
RETURNS void LANGUAGE sql
AS $$
INSERT INTO placed
SELECT name::text, attname, CASE colocate_with WHEN 'none' THEN name::text ELSE (
    SELECT p.beside FROM placed AS p WHERE p.name = colocate_with
) END
FROM pg_attribute WHERE attrelid = name AND attname = owner
$$;
CREATE FUNCTION create_distributed_function(
    name regprocedure, owner text, colocate_with text, force_delegation boolean DEFAULT false
) RETURNS void LANGUAGE sql
AS $$ SELECT $$;
"""
"""What Citus has, which only note what they are asked for."""
EVERYWHERE = {
    "list_begun_erasures": "cleanup: of all devices",
    "list_deleted_matches": "cleanup: of all matches",
    "list_deleted_leagues": "cleanup: of all leagues",
    "forget_old_keys": "cleanup: of all devices",
    "forget_old_idle_commands": "cleanup: of all matches",
    "forget_old_codes": "cleanup: of all codes",
    "forget_old_invites": "cleanup: of all matches and leagues",
    "forget_old_entrances": "cleanup: of all matches and leagues",
    "list_unproven": "late proofs: of all matches, by an index of hands that are not proven",
    "is_of_league": "any league may count a match; asked only before its rules are changed",
}
"""Statements that go to every shard, and why."""
OF_A_LIST = {
    "rename_in_matches": "a device is seldom renamed",
    "rename_in_leagues": "a device is seldom renamed",
    "list_matches": "a page of a list is of many matches",
    "stamp_list": "a page of a list is of many matches",
    "stamp_matches": "of all matches of a device",
    "list_counted": "statistics are of many matches",
    "list_uncounted_of_list": "statistics are of many matches",
    "list_copies": "exports of many matches",
    "add_copies": "imports many matches",
}
"""Statements that pick their rows by a list read first, and so ask every shard; and why."""
REFUSED = {
    "a moment that is reckoned from a column, which is not immutable": re.compile(
        r"\b(?:INSERT|UPDATE|DELETE)\b.*(?<![\w.)])[a-z_.]+ [+-] (?:\$\d+::)?interval\b"
    ),
    "now() where a row is there already": re.compile(r"ON CONFLICT\b.*\bnow\(\)"),
}
"""What Citus refuses in writes."""
STEADY = {"now", "jsonb_to_recordset"}
"""Functions that it calls itself, for they are given no column and stand in no CASE."""


class Place(NamedTuple):
    """The placement of a table's rows: by which id, and beside which table."""

    owner: str | None
    beside: str | None


class Cluster(NamedTuple):
    """The placement of each table, and the functions that are not immutable."""

    places: Mapping[str, Place]
    unsteady: frozenset[str]


@pytest.fixture
async def cluster(pool: "asyncpg.Pool[asyncpg.Record]") -> Cluster:
    """Return the placements that `distribute.sql` makes."""
    citus.skip("It has the functions that these tests stand in for")
    async with pool.acquire() as connection:
        await connection.execute(RECORDERS)
        for statement in statements(SCRIPT.replace("\\gexec", ";")):
            await connection.execute(statement.text)
        rows = await connection.fetch("SELECT name, owner, beside FROM placed")
        unsteady = await connection.fetch(
            "SELECT proname FROM pg_proc GROUP BY proname HAVING bool_and(provolatile <> 'i')"
        )
    return Cluster(
        {name: Place(owner, beside) for name, owner, beside in rows},
        frozenset(row["proname"] for row in unsteady) - STEADY,
    )


def faults(statement: str, cluster: Cluster) -> Iterator[str]:
    """Yield the reasons why a statement fails on a cluster, or asks several nodes."""
    found = list(levels(statement))
    named = {name for level in found for name in level.named}
    its = {table for level in found for table in tables(level.text, named)}
    if its <= set(COMMON):
        return
    for fault, pattern in REFUSED.items():
        if pattern.search(" ".join(statement.split())):
            yield fault
    for level in found:
        for part in level.parts():
            yield from scattered(part, named, cluster.places)
        yield from correlated(level, named)
        yield from unsteady(level, cluster.unsteady)
    owners = {table: cluster.places[table].owner for table in its if table in cluster.places}
    last = changed(found[0].text)
    if any(owners.values()) and any(owners.get(table, "") is None for table in last):
        yield f"{sorted(last)} is everywhere and written last, after what has an owner"


def changed(part: str) -> set[str]:
    """Return the tables that a query itself updates or deletes from."""
    return set(re.findall(r"(?:^|\) ?)(?:UPDATE|DELETE FROM) ([a-z_]+)", part))


def tables(part: str, named: set[str]) -> set[str]:
    return (set(relations(part).values()) | targets(part)) - named


def scattered(part: str, named: set[str], places: Mapping[str, Place]) -> Iterator[str]:
    """Tables whose owner is not given, and tables of several owners in one query."""
    read = {alias: name for alias, name in relations(part).items() if name not in named}
    for alias, name in read.items():
        owner = places[name].owner if name in places else None
        alone = "?" if len(read) == 1 else ""
        its = rf"(?<![\w.])(?:{alias}\.){alone}{owner}"
        is_given = re.search(its + r" = (?:\$\d|ANY\( ?(?:\$\d|ARRAY\())", part)
        if owner and (not is_given or " OR " in part):
            yield f"{name} of no {owner} that is given"
    beside = {places[name].beside if name in places else name for name in tables(part, named)}
    if len(beside - {None}) > 1:
        yield f"tables of several owners in one query: {sorted(beside - {None}, key=str)}"


def correlated(level: Level, named: set[str]) -> Iterator[str]:
    """Yield the columns that a subquery reads of an outer query."""
    own = relations(level.text)
    if not tables(level.text, named):
        return
    outer = level.above
    while outer is not None:
        for alias, name in relations(outer.text).items():
            if name in named and alias not in own and re.search(rf"\b{alias}\.", level.text):
                yield f"a subquery of {sorted(own.values())} for each row of {name}"
        outer = outer.above


def unsteady(level: Level, functions: frozenset[str]) -> Iterator[str]:
    """Functions in what is changed and deleted that are not immutable."""
    outer: Level | None = level
    while outer is not None:
        if re.search(r"(?:^|\) ?)(?:UPDATE|DELETE)\b", outer.text):
            for name in sorted(set(re.findall(r"\b([a-z_]+)\(", level.whole)) & functions):
                yield f"{name} is not immutable"
        outer = outer.above


async def test_every_table_has_a_place(
    pool: "asyncpg.Pool[asyncpg.Record]", cluster: Cluster
) -> None:
    rows = await pool.fetch(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    )
    places = cluster.places
    assert {row["relname"] for row in rows} == {*places, *COMMON}
    assert not set(places) & set(COMMON)
    assert f"-- Ordinary tables of the coordinator: {', '.join(COMMON)}." in SCRIPT
    assert all(place.beside for place in places.values() if place.owner)
    assert "citus.show_shards_for_app_name_prefixes" in SCRIPT


async def test_what_is_unique_is_so_within_one_owner(
    pool: "asyncpg.Pool[asyncpg.Record]", cluster: Cluster
) -> None:
    """And refers to tables that are everywhere only: nothing else holds over several nodes."""
    places = cluster.places
    keys = await pool.fetch(
        "SELECT i.indrelid::regclass::text AS name, array_agg(a.attname::text) AS columns "
        "FROM pg_index AS i "
        "JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) "
        "WHERE i.indisunique AND i.indrelid::regclass::text = ANY($1::text[]) "
        "GROUP BY i.indexrelid, i.indrelid",
        list(places),
    )
    assert len(keys) >= len(places)
    for key in keys:
        owner = places[key["name"]].owner
        assert owner is None or owner in key["columns"], key
    for row in await pool.fetch("SELECT confrelid::regclass::text FROM pg_constraint"):
        assert row["confrelid"] == "-" or places[row["confrelid"]].owner is None


async def test_every_statement_goes_to_where_its_rows_are(cluster: Cluster) -> None:
    told = {name: list(faults(text, cluster)) for name, text in vars(queries()).items()}
    assert {name for name, its in told.items() if its} == set(EVERYWHERE), told
    for name in EVERYWHERE:
        assert all(" of no " in fault for fault in told[name]), told[name]


@pytest.mark.parametrize(
    ("function", "owner", "count"),
    [
        ("load_match_state", "its_match", 7),
        ("open_match", "its_match", 4),
        ("save_match_change", "its_match", 10),
        ("save_league_change", "its_league", 5),
        ("use_invite", "its_venue", 3),
    ],
)
async def test_every_statement_of_a_function_is_of_the_owner_that_it_is_given(
    pool: "asyncpg.Pool[asyncpg.Record]", cluster: Cluster, function: str, owner: str, count: int
) -> None:
    written = await pool.fetchval("SELECT prosrc FROM pg_proc WHERE proname = $1", function)
    # Into which variables a statement reads is no part of it, and one without is performed.
    plain = re.sub(r"--.*|\bINTO (?:[a-z_]+,\s*)*[a-z_]+\s+(?=FROM\b)", "", str(written))
    parts = re.split(r";|\b(?:BEGIN|THEN|ELSE|LOOP|RETURN QUERY)\b", plain)
    found = [part.strip().replace(owner, "$1").replace("PERFORM", "SELECT") for part in parts]
    of_tables = [part for part in found if re.match("INSERT|UPDATE|DELETE|SELECT", part)]
    assert len(of_tables) == count
    owned = {name for name, place in cluster.places.items() if place.owner}
    for part in of_tables:
        assert list(faults(part, cluster)) == []
        assert "$1" in part or not set(relations(part).values()) & owned


def test_a_match_and_a_league_are_read_and_written_on_one_shard() -> None:
    """Citus does not know the owners that a statement reads first, and asks every shard."""
    picked = {name for name, text in vars(queries()).items() if "ANY(ARRAY(" in squeezed(text)}
    assert picked == set(OF_A_LIST)


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


BAD = """
matches of no match_id:
SELECT version FROM matches;
matches of no match_id:
SELECT version FROM matches WHERE match_id = $1 OR version = $2;
hands of no match_id:
SELECT (SELECT count(*) FROM hands AS h WHERE h.match_id = m.match_id)
FROM matches AS m
WHERE m.match_id = $1;
hands of no match_id:
WITH moved AS (UPDATE matches SET version = 2 WHERE match_id = $1 RETURNING match_id)
DELETE FROM hands AS h USING moved AS m WHERE h.match_id = m.match_id;
devices of no device_id:
SELECT d.name FROM members AS s JOIN devices AS d ON d.device_id = s.device_id
WHERE s.match_id = $1;
outcomes of no match_id:
SELECT match_id FROM matches WHERE match_id = $1 UNION ALL SELECT match_id FROM outcomes;
tables of several owners:
SELECT d.name FROM members AS s JOIN devices AS d ON d.device_id = $2 WHERE s.match_id = $1;
and written last:
WITH adopted AS (UPDATE devices SET name = $2 WHERE device_id = $1 RETURNING device_id)
UPDATE device_codes AS c SET salt = NULL FROM adopted AS a WHERE c.device_id = a.device_id;
for each row of own:
WITH own AS (SELECT match_id, place FROM tallies WHERE match_id = ANY($1))
SELECT (SELECT t.name FROM tallies AS t WHERE t.match_id = $2 AND t.seat = o.place) FROM own AS o;
to_jsonb is not immutable:
DELETE FROM hands WHERE match_id = $1 AND $2 @> to_jsonb(number);
jsonb_agg is not immutable:
UPDATE journal SET entry = CASE WHEN version > 1 THEN (
    SELECT jsonb_agg(p) FROM jsonb_array_elements(entry -> 'players') AS p
) END
WHERE match_id = $1;
reckoned from a column:
UPDATE keys SET claimed_at = claimed_at - $2::interval WHERE device_id = $1;
where a row is there already:
INSERT INTO keys (device_id, key) VALUES ($1, $2)
ON CONFLICT (device_id, key) DO UPDATE SET claimed_at = now();
"""
"""What is wrong with statements, before each."""


async def test_no_table_of_a_statement_is_overlooked(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    """What PostgreSQL reads and writes is what its text was found to."""
    for name, text in vars(queries()).items():
        found = list(levels(text))
        named = {each for level in found for each in level.named}
        steps = databases.flatten_plan(await databases.explain(pool, text))
        planned = {step["Relation Name"] for step in steps if "Relation Name" in step}
        assert planned <= {table for level in found for table in tables(level.text, named)}, name


async def test_a_statement_that_does_not_is_seen(cluster: Cluster) -> None:
    cases = re.findall(r"(.+):\n([^;]+);\n", BAD)
    assert len(cases) == BAD.count(";")
    for fault, statement in cases:
        told = list(faults(statement, cluster))
        assert any(fault in each for each in told), (statement, told)


LAST_OF_OLD = 30
"""The last migration that was made before anybody thought of a cluster."""


def crowded(script: str) -> list[str]:
    """Tables to which a constraint is added together with something else."""
    found = []
    for statement in statements(script):
        text = next(levels(statement.text)).text
        altered = re.match(r"ALTER TABLE (\w+)", text.strip())
        if altered and "ADD CONSTRAINT" in text and "," in text:
            found.append(altered[1])
    return found


def test_a_migration_adds_one_constraint_at_a_time() -> None:
    """Citus executes no ADD CONSTRAINT with other subcommands."""
    files = sorted(MIGRATIONS.glob("0*.sql"))
    told = {int(path.name[:4]): crowded(path.read_text()) for path in files}
    old = {number: its for number, its in told.items() if its and number <= LAST_OF_OLD}
    assert old == {5: ["devices"], 13: ["device_matches"], 14: ["invites"]}
    assert not [number for number, its in told.items() if its and number > LAST_OF_OLD]
