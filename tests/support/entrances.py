"""A node of a cluster that is no coordinator, as far as plain PostgreSQL can play one.

It is the same database by a role for which there is none of what only the coordinator has, and
which nobody would hear. With `ENTRANCE=1` all tests enter there.
"""

import os
from typing import Final
from urllib.parse import urlsplit

import asyncpg
from msgspec import structs

from pitchkeeper.addresses import Database

COMMON: Final = {
    "allowances": "counted by one statement with a subquery, which Citus refuses in an INSERT",
    "cleanups": "one row for all servers",
    "migrations": "one list for all nodes",
    "streams": "counted for all workers, and lost in a crash anyway",
}
"""Tables that only the coordinator has, and why."""
_ROLE: Final = "entrance"
_BUILT: Final = f"""
DO $$BEGIN CREATE ROLE {_ROLE}; EXCEPTION WHEN duplicate_object THEN NULL; END$$;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO {_ROLE}
"""
_CLOSED: Final = f"""
GRANT ALL ON ALL TABLES IN SCHEMA public TO {_ROLE};
REVOKE ALL ON {", ".join(COMMON)} FROM {_ROLE};
REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION pg_try_advisory_xact_lock(bigint) FROM PUBLIC
"""


async def build(url: str) -> None:
    """Let a database have an entrance, also one that has no tables yet."""
    await _execute(url, _BUILT)


async def make(url: str) -> None:
    """Let a database that has its tables have an entrance with nothing of the coordinator's."""
    await build(url)
    await _execute(url, _CLOSED)


async def _execute(url: str, script: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(script)
    await connection.close()


def entrance(url: str) -> str:
    """The address of the entrance of a database."""
    return f"{url}&role={_ROLE}"


def are_wanted() -> bool:
    """Return whether the tests are to enter there."""
    return bool(os.environ.get("ENTRANCE"))


def addresses_for(database: Database) -> Database:
    """Return the database addresses for a test's app: through the entrance if the copy has one."""
    if not are_wanted() or not urlsplit(database.url).path.startswith("/copy_"):
        return database
    return structs.replace(database, url=entrance(database.url), common_url=database.url)
