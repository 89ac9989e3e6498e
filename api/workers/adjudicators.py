"""Adjudicators: prove and rule in processes beside the server, so that no request waits long."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from cachetools import LRUCache
from msgspec import structs

from api import metrics
from api.workers import askers
from api.workers.processes import Process, ProcessStopped, Starting
from api.workers.rotations import QueueFull, Rotation
from domain import name_caches
from domain.errors import Refusal
from domain.hand.deals import Deal
from domain.hand.proofs import Proof
from domain.hand.records import HandRecord
from domain.messages import Message
from domain.proof import prospects, provers
from domain.proof.prospects import Prospect

_SECONDS: Final = 20.0
"""Many times what the budget of a search takes, for a machine that has much else to do."""
_REMEMBERED: Final = 1_024
"""More than a match has hands, so that one that is brought again goes on where proofs stopped."""

_log = structlog.get_logger("pitchkeeper")
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


class RulingsBusy(Refusal):
    """Too many rulings are being made right now; try again."""

    code = "rulings_busy"
    usual = Message("problem.rulings_busy")


class Adjudicator:
    """Processes that decide one question after the other; addresses take turns at them."""

    def __init__(self, queue: str, processes: Sequence[Process], *, each: int, most: int) -> None:
        """`queue` is the name by which metrics tell it from others.

        `each` is how many questions of one address may wait at once, `most` how many in all.
        """
        self._queue = queue
        self._processes = processes
        self._idle = list(processes)
        self._turns = Rotation(each, most, len(processes))
        self._working: set[asyncio.Task[object]] = set()
        self._proofs: LRUCache[tuple[HandRecord, Deal], Proof] = LRUCache(_REMEMBERED)
        self._proving: dict[tuple[HandRecord, Deal], asyncio.Task[object]] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Processes are started beforehand; in the end what nobody waits for is given up."""
        starting = [asyncio.create_task(process.ready()) for process in self._processes]
        try:
            yield
        finally:
            self._turns.close()
            for task in (*starting, *self._proving.values(), *self._working):
                task.cancel()

    async def prove(self, record: HandRecord, deal: Deal) -> Proof | None:
        """The proof of a record; None when it cannot be had now, which must not lose a hand.

        The last ones are remembered: a hand is often foreseen before it is entered, and entered
        again when another phone was first. A proof that is waited for no longer goes on and is
        remembered too.
        """
        known = self._proofs.get((record, deal))
        if known is not None:
            return known
        going_on = self._proving.get((record, deal))
        if going_on is None:
            going_on = self._begin(record, deal, self._prove(record, deal))
        await asyncio.shield(going_on)
        return self._proofs.get((record, deal))

    async def foresee(self, record: HandRecord, deal: Deal, known: Proof | None) -> Prospect:
        """What is told of a record besides its verdict; nothing when it cannot be had now.

        Its proof is remembered, unless it is `known`. `deal` has the scores that the hand met.
        """
        unmet = structs.replace(deal, scores=None)
        if (going_on := self._proving.get((record, unmet))) is not None:
            await asyncio.shield(going_on)
        known = known or self._proofs.get((record, unmet))
        return await asyncio.shield(self._begin(record, unmet, self._foresee(record, deal, known)))

    def _begin(
        self, record: HandRecord, deal: Deal, proving: Coroutine[Any, Any, _Answer]
    ) -> "asyncio.Task[_Answer]":
        """Work after which a proof is remembered, and which goes on when nobody waits any more."""
        task = asyncio.create_task(proving)
        self._proving[record, deal] = task
        task.add_done_callback(lambda _: self._proving.pop((record, deal), None))
        return task

    async def _prove(self, record: HandRecord, deal: Deal) -> None:
        try:
            self._proofs[record, deal] = await self.ask(provers.prove, record, deal)
        except RulingsBusy as busy:
            _log.warning("proof_failed", reason=type(busy.__cause__).__name__)

    async def _foresee(self, record: HandRecord, deal: Deal, known: Proof | None) -> Prospect:
        # As one question: a phone asks after every tap, and would wait its turn twice for each.
        try:
            proof, told = await self.ask(prospects.proven, record, deal, known)
        except RulingsBusy as busy:
            _log.warning("prospect_failed", reason=type(busy.__cause__).__name__)
            return Prospect()
        self._proofs[record, structs.replace(deal, scores=None)] = proof
        return told

    async def ask(
        self,
        question: Callable[_Arguments, _Answer],
        *arguments: _Arguments.args,
        **_named: _Arguments.kwargs,
    ) -> _Answer:
        """The answer of a function of the domain, worked out in the other process."""
        holder = askers.address()
        metrics.question_asked(self._queue)
        began = time.perf_counter()
        try:
            await self._turns.take(holder)
            process = self._idle.pop()
            work = asyncio.create_task(process.answer(question, arguments, _SECONDS))
            self._working.add(work)
            work.add_done_callback(partial(self._end, holder, process))
            # Who no longer waits does not end it: that would end the process, slow to begin again.
            answer: _Answer = await asyncio.shield(work)
        except (QueueFull, ProcessStopped) as failed:
            raise RulingsBusy from failed
        finally:
            metrics.question_answered(self._queue, time.perf_counter() - began)
        return answer

    def forget_names(self) -> None:
        """Drop the proofs and what the processes have cached: they name players."""
        self._proofs.clear()
        for process in self._processes:
            forgetting = asyncio.create_task(process.answer(name_caches.forget, (), _SECONDS))
            self._working.add(forgetting)
            forgetting.add_done_callback(self._note_end)

    def _end(self, holder: str, process: Process, work: "asyncio.Task[object]") -> None:
        self._idle.append(process)
        self._turns.give_back(holder)
        self._note_end(work)

    def _note_end(self, work: "asyncio.Task[object]") -> None:
        self._working.discard(work)
        if not work.cancelled():
            work.exception()  # nobody may be there any more to take it


@asynccontextmanager
async def running(starting: Starting) -> AsyncIterator[tuple[Adjudicator, Adjudicator]]:
    """The adjudicator of matches, and that of what anybody may ask, until the block is left.

    A pub enters the hands of all its tables from one address.
    """
    async with starting() as processes:
        matches = Adjudicator("hands", (processes.matches,), each=32, most=128)
        public = Adjudicator("rulings", processes.public, each=4, most=64)
        async with matches.running(), public.running():
            yield matches, public
