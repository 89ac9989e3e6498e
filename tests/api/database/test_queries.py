"""Every named statement fits the schema."""

import asyncpg
import msgspec
from uuid_utils.compat import uuid7

from pitchkeeper.database.pool import queries
from tests.support import databases

OWNERS = """
SELECT c.relname AS name, a.attname AS owner
FROM pg_class AS c
JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
WHERE c.relnamespace = 'public'::regnamespace
"""
"""By what the primary key of each table begins."""


async def test_every_statement_is_one_that_the_schema_understands(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    statements = vars(queries())
    assert len(statements) >= 10
    async with pool.acquire() as connection:
        for text in statements.values():
            await connection.prepare(text)


async def test_no_statement_writes_tables_of_two_owners(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    """So each can be sent to where its owner's rows are, in a database that is spread."""
    owners = {row["name"]: row["owner"] for row in await pool.fetch(OWNERS)}
    written = {name: await tables(pool, text) for name, text in vars(queries()).items()}
    assert written["add_league"] >= {"leagues", "league_pieces", "league_journal"}
    for name, its in written.items():
        assert len({owners[table] for table in its}) <= 1, (name, its)


async def tables(pool: "asyncpg.Pool[asyncpg.Record]", text: str) -> set[str]:
    """The tables that a statement writes, as PostgreSQL plans it."""
    steps = databases.flatten_plan(await databases.explain(pool, text))
    return {step["Relation Name"] for step in steps if step["Node Type"] == "ModifyTable"}


async def test_json_goes_in_and_out_as_it_is(pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    assert await pool.fetchval("SELECT $1::jsonb", b'{"card": "TH"}') == b'{"card": "TH"}'


async def test_the_last_adjustment_is_found_without_reading_the_journal(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    match_id = uuid7()
    for action, lines in (("adjustment_made", range(2, 5)), ("hand_changed", range(5, 5_000))):
        entries = [
            msgspec.json.encode({"action": action, "adjustments": [{"number": version - 1}]})
            for version in lines
        ]
        await pool.execute(
            "INSERT INTO journal (match_id, version, noted_at, device_id, entry) "
            "SELECT $1, version, now(), $1, entry "
            "FROM unnest($2::int[], $3::jsonb[]) AS line (version, entry)",
            match_id,
            list(lines),
            entries,
        )
    await pool.execute("ANALYZE journal")
    statement = queries().last_adjustment
    assert await pool.fetchval(statement, match_id) == 3
    plan = await pool.fetch("EXPLAIN " + statement.replace("$1", f"'{match_id}'"))
    assert "journal_by_adjustment" in "\n".join(row[0] for row in plan)
