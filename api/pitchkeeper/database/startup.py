"""Startup: wait for the database, check its addresses, and migrate it."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pitchkeeper.addresses import Database
from pitchkeeper.database import entrances, migrator, poolers
from pitchkeeper.database.migrator import DatabaseUnready

_PAUSE: Final = 0.5


async def prepare(
    database: Database, folder: Path, *, seconds: float, say: Callable[[str], None]
) -> None:
    """Wait until a database answers and migrate it; report each reason for waiting once.

    `seconds` must cover a failover, in which a standby waits for the primary before it takes over.
    """
    until, said = time.monotonic() + seconds, set[str]()
    while True:
        try:
            await poolers.check(database)
            await migrator.migrate(database.direct, folder, say)
            await entrances.check(database)
        except DatabaseUnready as unready:
            if time.monotonic() > until:
                raise
            if str(unready) not in said:
                said.add(str(unready))
                say(f"{unready} Waiting for up to {seconds:.0f} seconds.")
            await asyncio.sleep(_PAUSE)
        else:
            return
