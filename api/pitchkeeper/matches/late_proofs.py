"""Late proofs: what could not be proven when it was entered is proven as soon as there is time.

Every worker looks for such hands when it starts, when it kept one itself, and once in a while. It
claims a match for as long as its proofs take, so that no other proves the same. The next match is
one of the owner whose matches have taken the least time lately, so that whoever leaves many hard
hands holds up no others.
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
from pitchkeeper.workers.askers import Asker
from pitchkeeper.workers.usage import Usage

_EVERY: Final = 5.0
"""Seconds between two looks at what other workers may have left."""
_OWNERS: Final = 20
"""Of how many owners one match is looked at, to choose the next."""
_CLAIM: Final = timedelta(seconds=60)
"""Longer than a match is proven before it is looked at again."""
_FIRST_WAIT: Final = timedelta(seconds=2)
_DOUBLED: Final = 6
"""How often the wait doubles; then it is the longest."""
_LONGEST_WAIT: Final = timedelta(minutes=2)
_GRACE: Final = 1.0
_log = structlog.get_logger("pitchkeeper")


class LateProofs:
    """Proves hands behind everything else that a worker does."""

    def __init__(self, store: MatchStore, changes: MatchChanges, every: float = _EVERY) -> None:
        self._store = store
        self._changes = changes
        self._every = every
        self._usage = Usage()

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Prove what is left for as long as this lasts."""
        task = asyncio.create_task(self._repeat())
        try:
            yield
        finally:
            task.cancel()
            # It gives its claim back, so that whoever starts next need not wait for that.
            await asyncio.wait((task,), timeout=_GRACE)

    async def prove_all(self) -> bool:
        """Prove what no other worker is at; false if some of it has to wait."""
        is_done = True
        while match_ids := await self._store.list_unproven(_OWNERS):
            owner = min(map(_asker, match_ids), key=self._usage.of_device)
            match_id = match_ids[UUID(owner.device)]
            tries = await self._store.claim_check(match_id, _CLAIM)
            if tries is not None:
                began = time.monotonic()
                try:
                    is_done &= await self._prove(match_id, tries)
                finally:
                    # Also of what fails: its owner is not first again.
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
            except Exception as failed:
                is_done = True
                _log.warning("hands not proven", exc_info=failed)
            wait = self._every if is_done else min(_FIRST_WAIT.total_seconds(), self._every)


def _asker(owner: UUID) -> Asker:
    return Asker(device=str(owner))
