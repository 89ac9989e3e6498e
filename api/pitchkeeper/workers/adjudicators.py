"""Adjudicators: prove and rule in processes beside the server, so that no request waits long."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, TypeVar, TypeVarTuple

import structlog
from cachetools import LRUCache
from msgspec import structs

from pitch import Deal, HandRecord, Proof, name_caches
from pitch.errors import Refusal
from pitch.messages import Message
from pitch.proof import Prospect, proof_for, prove_with_prospect
from pitchkeeper import metrics
from pitchkeeper.workers import askers
from pitchkeeper.workers.priority_queues import Budget, Lane, Limits, Priority, PriorityQueue
from pitchkeeper.workers.processes import Process, Processes, ProcessStopped, Starting
from pitchkeeper.workers.rotations import QueueFull
from pitchkeeper.workers.usage import Usage

_SECONDS: Final = 20.0
"""Many times what the budget of a search takes, for a machine that has much else to do."""
_REMEMBERED: Final = 1_024
"""More than a match has hands, so that one that is brought again goes on where proofs stopped."""
_PROSPECTS: Final = 256
"""Previews that may be asked for again, because there was no time for them at first."""
_BUDGET: Final = Budget(per_device=10.0, per_address=30.0)
"""A dozen of the hardest previews of one phone at once, then one in five seconds."""
_HANDS: Final = Limits(per_address=32, total=128)
"""A pub enters the hands of all its tables from one address."""
_RULINGS: Final = Limits(per_address=4, total=64)

_log = structlog.get_logger("pitchkeeper")
_Answer = TypeVar("_Answer")
_Arguments = TypeVarTuple("_Arguments")


class RulingsBusy(Refusal):
    """Too many rulings are being made right now; try again."""

    code = "rulings_busy"
    default_message = Message("problem.rulings_busy")


class Adjudicator:
    """Processes that answer one question after the other, the most urgent first.

    Among equally urgent ones, those go first whose address and device have used the least
    processor time lately.
    """

    def __init__(
        self, queue: str, lanes: Sequence[Lane[Process]], limits: Limits, budget: Budget = _BUDGET
    ) -> None:
        """`queue` is the name by which metrics tell it from others."""
        self._queue = queue
        self._processes = [lane.process for lane in lanes]
        self._turns = PriorityQueue(lanes, limits, budget, Usage())
        self._working: set[asyncio.Task[Any]] = set()
        self._proofs: LRUCache[tuple[HandRecord, Deal], Proof] = LRUCache(_REMEMBERED)
        self._prospects: LRUCache[tuple[HandRecord, Deal], Prospect] = LRUCache(_PROSPECTS)
        self._proving: dict[Hashable, asyncio.Task[None]] = {}

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

    async def prove(
        self, record: HandRecord, deal: Deal, priority: Priority = Priority.URGENT
    ) -> Proof | None:
        """Return the proof of a record; None when it cannot be had now, which must not lose a hand.

        The last ones are remembered: a hand is often foreseen before it is entered, and entered
        again when another phone was first. A proof that is waited for no longer goes on and is
        remembered too. It is shared with whoever asks for the same as urgently or less; what is
        more urgent never waits for it.
        """
        if (record, deal) not in self._proofs:
            shared = (
                self._proving.get((each, record, deal)) for each in list(Priority)[: priority + 1]
            )
            await asyncio.shield(
                next(filter(None, shared), None)
                or self._begin((priority, record, deal), self._prove(record, deal, priority))
            )
        return self._proofs.get((record, deal))

    async def foresee(
        self, record: HandRecord, deal: Deal, known: Proof | None, until: float
    ) -> Prospect | None:
        """Return what is told of a record besides its verdict; None when it cannot be had now.

        Its proof is remembered, unless it is `known`. `deal` has the scores that the hand met. What
        has begun by `until`, by the loop's clock, goes on and is remembered.
        """
        if (record, deal) not in self._prospects:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await asyncio.shield(
                        self._proving.get((record, deal))
                        or self._begin((record, deal), self._foresee(record, deal, known, until))
                    )
        return self._prospects.get((record, deal))

    def _begin(self, key: Hashable, proving: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Work that goes on when nobody waits any more."""
        task = asyncio.create_task(proving)
        self._proving[key] = task
        task.add_done_callback(lambda _: self._proving.pop(key, None))
        return task

    async def _prove(self, record: HandRecord, deal: Deal, priority: Priority) -> None:
        # Looked up when its turn comes: a more urgent question may have had the same proof made.
        try:
            self._proofs[record, deal] = await self._ask(
                proof_for,
                lambda: (record, deal, self._proofs.get((record, deal))),
                priority,
            )
        except RulingsBusy as busy:
            _log.warning("proof_failed", reason=type(busy.__cause__).__name__)

    async def _foresee(
        self, record: HandRecord, deal: Deal, known: Proof | None, until: float
    ) -> None:
        unmet = structs.replace(deal, scores=None)
        if (proving := self._proving.get((Priority.URGENT, record, unmet))) is not None:
            await asyncio.shield(proving)
        # As one question: a phone asks after every tap, and would wait its turn twice for each.
        try:
            proof, told = await self._ask(
                prove_with_prospect,
                lambda: (record, deal, known or self._proofs.get((record, unmet))),
                Priority.PREVIEW,
                until,
            )
        except RulingsBusy as busy:
            _log.info("prospect_failed", reason=type(busy.__cause__).__name__)
            return
        self._proofs[record, unmet] = proof
        self._prospects[record, deal] = told

    async def ask(
        self,
        question: Callable[[*_Arguments], _Answer],
        *arguments: *_Arguments,
        priority: Priority = Priority.URGENT,
        until: float | None = None,
    ) -> _Answer:
        """Return what a function of the domain comes to, worked out in another process.

        Raises RulingsBusy if the work has not begun by `until`, by the loop's clock.
        """
        return await self._ask(question, lambda: arguments, priority, until)

    async def _ask(
        self,
        question: Callable[[*_Arguments], _Answer],
        arguments: Callable[[], tuple[*_Arguments]],
        priority: Priority,
        until: float | None = None,
    ) -> _Answer:
        """Return an answer whose work begins before `until`; its arguments are told then."""
        metrics.add_question(self._queue)
        began = time.perf_counter()
        try:
            async with asyncio.timeout_at(until):
                process = await self._turns.take(askers.current(), priority)
            work = asyncio.create_task(process.answer(question, arguments(), _SECONDS))
            self._working.add(work)
            work.add_done_callback(partial(self._end, process, process.seconds, time.monotonic()))
            # Who no longer waits does not end it: that would end the process, slow to begin again.
            answer: _Answer = await asyncio.shield(work)
        except (QueueFull, ProcessStopped, TimeoutError) as failed:
            raise RulingsBusy from failed
        finally:
            metrics.observe_question(self._queue, time.perf_counter() - began)
        return answer

    def forget_names(self) -> None:
        """Drop proofs, prospects and what the processes have cached: they name players."""
        self._proofs.clear()
        self._prospects.clear()
        for process in self._processes:
            forgetting = asyncio.create_task(process.answer(name_caches.forget_names, (), _SECONDS))
            self._working.add(forgetting)
            forgetting.add_done_callback(self._note_end)

    def _end(
        self, process: Process, before: float, began: float, work: "asyncio.Task[Any]"
    ) -> None:
        # A process that was ended told nothing: then it has worked all the time.
        is_stopped = work.cancelled() or isinstance(work.exception(), ProcessStopped)
        worked = time.monotonic() - began if is_stopped else process.seconds - before
        self._turns.give_back(process, worked)
        self._note_end(work)

    def _note_end(self, work: "asyncio.Task[Any]") -> None:
        self._working.discard(work)
        if not work.cancelled():
            work.exception()  # nobody may be there any more to take it


@asynccontextmanager
async def running(starting: Starting) -> AsyncIterator[tuple[Adjudicator, Adjudicator]]:
    """The adjudicator of matches, and that of what anybody may ask, until the block is left."""
    async with starting() as processes:
        matches = Adjudicator("hands", match_lanes(processes), _HANDS)
        public = Adjudicator(
            "rulings",
            [Lane(process, Priority.BACKGROUND) for process in processes.public],
            _RULINGS,
        )
        async with matches.running(), public.running():
            yield matches, public


def match_lanes(processes: Processes) -> list[Lane[Process]]:
    """Return the processes of matches: one never waits for a preview, which has to be finished."""
    return [
        Lane(processes.matches, Priority.URGENT),
        Lane(processes.previews, Priority.BACKGROUND),
    ]
