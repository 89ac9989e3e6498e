"""Late proofs: hands that could not be proven when they were saved are proven in the background.

Every worker looks for such hands when it starts, when it saved one itself, and every few seconds.
It claims a match while it proves its hands, so that no other worker proves the same. The owner
whose matches have taken the least time lately is served next, so that many hard hands of one owner
do not delay the others.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final
from uuid import UUID

import structlog

from pitchkeeper.matches.changes import MatchChanges
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.workers.clients import Client
from pitchkeeper.workers.usage import Usage

_EVERY: Final = 5.0
"""Seconds between two searches for hands that other workers have left unproven."""
_OWNERS: Final = 20
"""Owners that are considered, with one match each, when the next match is chosen."""
_CLAIM: Final = timedelta(seconds=60)
"""Longer than one turn of proving a match takes."""
_FIRST_WAIT: Final = timedelta(seconds=2)
_DOUBLED: Final = 6
"""Number of times that the wait doubles before it is the longest."""
_LONGEST_WAIT: Final = timedelta(minutes=2)
_GRACE: Final = 1.0
_log = structlog.get_logger("pitchkeeper")


class LateProofs:
    """The background task of a worker that proves hands."""

    def __init__(self, store: MatchStore, changes: MatchChanges, every: float = _EVERY) -> None:
        self._store = store
        self._changes = changes
        self._every = every
        self._usage = Usage()

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Prove hands in the background while the context lasts."""
        task = asyncio.create_task(self._repeat())
        try:
            yield
        finally:
            task.cancel()
            # The task returns its claim, so that the next worker to start need not wait for it.
            await asyncio.wait((task,), timeout=_GRACE)

    async def prove_all(self) -> bool:
        """Prove all hands that no other worker has claimed; return false if some have to wait."""
        is_done = True
        while match_ids := await self._store.list_unproven(_OWNERS):
            owner = min(map(_client, match_ids), key=self._usage.device_seconds)
            match_id = match_ids[UUID(owner.device)]
            tries = await self._store.claim_check(match_id, _CLAIM)
            if tries is not None:
                began = time.monotonic()
                try:
                    is_done &= await self._prove(match_id, tries)
                finally:
                    # Also after a failure, so that the same owner is not next again.
                    self._usage.add(owner, time.monotonic() - began)
        return is_done

    async def _prove(self, match_id: UUID, tries: int) -> bool:
        is_proven = False
        try:
            is_proven = await self._changes.prove_late(match_id)
        finally:
            if is_proven:
                await self._store.end_check(match_id)
            else:
                wait = min(_FIRST_WAIT * 2 ** min(tries, _DOUBLED), _LONGEST_WAIT)
                await self._store.put_check_off(match_id, wait)
        return is_proven

    async def _repeat(self) -> None:
        wait = 0.0
        while True:
            await self._changes.wait_for_unproven(wait)
            try:
                is_done = await self.prove_all()
            except Exception as error:
                is_done = True
                _log.warning("hands not proven", exc_info=error)
            wait = self._every if is_done else min(_FIRST_WAIT.total_seconds(), self._every)


def _client(owner: UUID) -> Client:
    return Client(device=str(owner))
