"""A cluster of Citus under the tests, which has one database for all of them.

`CITUS_URL` names it by the coordinator: what is spread can be copied by no `CREATE DATABASE`, so it
is made anew when the tests begin, and emptied where they would have a copy. In one process, as in
`CITUS_URL=postgresql://postgres@db1/pitchkeeper_test pytest tests/api`; plain PostgreSQL will do.
"""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import asyncpg
import pytest

from pitchkeeper.database import migrator
from pitchkeeper.database.migrator import statements
from pitchkeeper.settings import MIGRATIONS

URL: Final = os.environ.get("CITUS_URL")
_NAME: Final = "pitchkeeper_test"
_LASTING: Final = ("migrations", "rulesets", "counters")
"""Tables that stay as they are: what apps have read in them is the same for ever."""
_TABLES: Final = r"""
SELECT relname
FROM pg_class
WHERE relkind = 'r'
    AND relnamespace = 'public'::regnamespace
    -- A shard is called like its table, with its number; shown here since `distribute.sql`.
    AND relname !~ '_\d+$'
    AND relname <> ALL($1::text[])
ORDER BY relname
"""
_FUNCTIONS: Final = """
SELECT oid::regprocedure::text AS name
FROM pg_proc
WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""
_UUIDV7: Final = """
CREATE OR REPLACE FUNCTION uuidv7(later interval DEFAULT '0') RETURNS uuid LANGUAGE sql AS $$
SELECT (
    lpad(to_hex((1000 * extract(epoch FROM clock_timestamp() + later))::bigint), 12, '0')
    || '7' || left(md5(random()::text), 3) || '8' || left(md5(random()::text), 15)
)::uuid
$$
"""
"""What PostgreSQL has from version 18 on, which Citus does not know yet."""
_held: Final[list[str]] = []


def skip(reason: str) -> None:
    """Skip a test that a cluster cannot run."""
    if URL:
        pytest.skip(reason)


async def make(url: str) -> None:
    """Make its tables anew, and spread them if there is a cluster to spread them over."""
    assert urlsplit(url).path == f"/{_NAME}", f"CITUS_URL has to end in /{_NAME}: it is emptied"
    assert "PYTEST_XDIST_WORKER" not in os.environ, "CITUS_URL takes one process: pytest -n 0"
    connection = await asyncpg.connect(url)
    # One by one, because the schema has the extension too.
    for table in await tables(connection):
        await connection.execute(f"DROP TABLE {table} CASCADE")
    for function in await connection.fetch(_FUNCTIONS):
        await connection.execute(f"DROP FUNCTION {function['name']}")
    await migrator.migrate(url, MIGRATIONS)
    if await connection.fetchval("SELECT true FROM pg_extension WHERE extname = 'citus'"):
        await _spread(connection)
    await connection.execute(_UUIDV7)
    await connection.close()


@asynccontextmanager
async def empty_database(url: str, template: str) -> AsyncIterator[None]:
    """Have the database to oneself, with nothing of matches, leagues and devices in it."""
    if template or _held:
        pytest.skip("There is one database for all tests, and this one takes two")
    connection = await asyncpg.connect(url)
    for table in await tables(connection, _LASTING):
        await connection.execute(f"DELETE FROM {table}")  # noqa: S608
    await connection.close()
    _held.append(url)
    try:
        yield
    finally:
        _held.remove(url)


async def tables(connection: asyncpg.Connection, without: Sequence[str] = ()) -> Sequence[str]:
    """Return the names of all tables, without the shards of spread ones."""
    return [row["relname"] for row in await connection.fetch(_TABLES, without)]


async def _spread(connection: asyncpg.Connection) -> None:
    script = (MIGRATIONS / "distribute.sql").read_text()
    # What psql would do with what such a statement answers.
    answered, _, rest = script.partition("\\gexec")
    for answer in await connection.fetchrow(answered) or ():
        await connection.execute(answer)
    for statement in statements(rest):
        await connection.execute(statement.text)
