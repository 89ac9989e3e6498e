"""Entrances: check that DATABASE_URL leads to the cluster that all servers share."""

from typing import Final

import asyncpg

from pitchkeeper.addresses import Database
from pitchkeeper.database.migrator import CONNECT_SECONDS, MigrationFailed, answering

_IS_OURS: Final = "SELECT to_regclass('matches') IS NOT NULL"


class EntranceUnfit(MigrationFailed):
    """DATABASE_URL leads to another database than DATABASE_COMMON_URL."""


async def check(database: Database) -> None:
    """Raise EntranceUnfit if our tables are not there; call it after the migrations."""
    if database.common is database:
        return
    async with answering():
        connection = await asyncpg.connect(
            database.url, timeout=CONNECT_SECONDS, statement_cache_size=0
        )
        try:
            is_ours = await connection.fetchval(_IS_OURS)
        finally:
            connection.terminate()
    if not is_ours:
        raise EntranceUnfit(
            "DATABASE_URL is no entrance of the database at DATABASE_COMMON_URL, for none of our "
            "tables is there: it has to be a node of the same cluster."
        )
