"""Startup: what a server waits for, and what it refuses, before it serves from a database."""

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
    """Bring a database up to date, once it answers; what is waited for is said, each thing once.

    A standby that takes over needs as long as the primary may be silent before it does.
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
