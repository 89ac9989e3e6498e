"""Adjudicators: processes beside the server that prove, so that no request waits for a search."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, ParamSpec, TypeVar

import anyio
import structlog
from anyio import BrokenWorkerProcess, CapacityLimiter, to_process
from cachetools import LRUCache

from api import metrics
from domain import provers
from domain.deals import Deal
from domain.proofs import Proof
from domain.records import HandRecord
from domain.refusals import Refusal
from domain.tables import Arrangement, Table

_SECONDS: Final = 10.0
"""Far more than the work limits of a proof take; a worker that needs longer is stopped."""
_QUEUE: Final = 32
_REMEMBERED: Final = 1_024
"""More than a match has hands, so that one that is brought again goes on where proofs stopped."""
_USUAL: Final = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)

_log = structlog.get_logger("pitchkeeper")
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


class RulingsBusy(Refusal):
    """This ruling cannot be had now, because of too many others; try again."""

    code = "rulings_busy"


class Adjudicator:
    """One process that decides one question after the other."""

    def __init__(self, queue: str) -> None:
        """`queue` is the name by which metrics tell it from others."""
        self._queue = queue
        self._places = CapacityLimiter(1)
        self._waiting = 0
        self._proofs: LRUCache[tuple[HandRecord, Deal], Proof] = LRUCache(_REMEMBERED)
        self._proving: dict[tuple[HandRecord, Deal], asyncio.Task[Proof | None]] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """At the end of this, proofs that nobody waits for are given up."""
        try:
            yield
        finally:
            for task in self._proving.values():
                task.cancel()

    async def warm(self) -> None:
        """Start the process and make what four players need, so that no first hand waits."""
        with suppress(RulingsBusy):
            await self.ask(provers.warm, _USUAL)

    async def prove(self, record: HandRecord, deal: Deal) -> Proof | None:
        """The proof of a record; None when it cannot be had now, which must not lose a hand.

        The last ones are remembered: a hand is often foreseen before it is entered, and entered
        again when another phone was first. A proof that is waited for no longer goes on and is
        remembered too: to break it off would end the process, which is slow to begin again.
        """
        known = self._proofs.get((record, deal))
        if known is not None:
            return known
        task = self._proving.get((record, deal))
        if task is None:
            task = asyncio.create_task(self._prove(record, deal))
            self._proving[record, deal] = task
            task.add_done_callback(lambda _: self._proving.pop((record, deal)))
        return await asyncio.shield(task)

    async def _prove(self, record: HandRecord, deal: Deal) -> Proof | None:
        try:
            proof = await self.ask(provers.prove, record, deal)
        except RulingsBusy as busy:
            _log.warning("proof_failed", reason=type(busy.__cause__).__name__)
            return None
        self._proofs[record, deal] = proof
        return proof

    async def ask(
        self,
        question: Callable[_Arguments, _Answer],
        *arguments: _Arguments.args,
        **_named: _Arguments.kwargs,
    ) -> _Answer:
        """The answer of a function of the domain, worked out in the other process."""
        if self._waiting >= _QUEUE:
            raise RulingsBusy
        self._waiting += 1
        metrics.question_asked(self._queue)
        began = time.perf_counter()
        try:
            with anyio.fail_after(_SECONDS):
                return await to_process.run_sync(
                    question, *arguments, cancellable=True, limiter=self._places
                )
        except (TimeoutError, BrokenWorkerProcess, OSError) as failed:
            raise RulingsBusy from failed
        finally:
            self._waiting -= 1
            metrics.question_answered(self._queue, time.perf_counter() - began)
