"""Adjudicators: prove and rule in separate processes, so that no request blocks the server."""

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
from pitch.messages import Refusal
from pitch.proof import Prospect, proof_for, prove_with_prospect
from pitchkeeper import metrics
from pitchkeeper.workers import clients
from pitchkeeper.workers.priority_queues import Budget, Lane, Limits, Priority, PriorityQueue
from pitchkeeper.workers.processes import Process, Processes, ProcessFactory, ProcessStopped
from pitchkeeper.workers.rotations import QueueFull
from pitchkeeper.workers.usage import Usage

_SECONDS: Final = 20.0
"""Many times the budget of a search, because the machine may be busy."""
_MAX_PROOFS: Final = 1_024
"""More than a match has hands, so that a repeated import resumes where its proofs stopped."""
_MAX_PROSPECTS: Final = 256
"""Previews that ran out of time at first, and are requested again."""
_BUDGET: Final = Budget(per_device=10.0, per_address=30.0)
"""A dozen of the hardest previews of one phone at once, then one every five seconds."""
_HANDS: Final = Limits(per_address=32, total=128)
"""All tables of a pub share one address."""
_RULINGS: Final = Limits(per_address=4, total=64)

_log = structlog.get_logger("pitchkeeper")
_Answer = TypeVar("_Answer")
_Arguments = TypeVarTuple("_Arguments")


class RulingsBusy(Refusal):
    """Too many rulings are being made right now; try again."""


class Adjudicator:
    """Processes that answer questions, ordered by a `PriorityQueue`, and a cache of proofs."""

    def __init__(
        self, name: str, lanes: Sequence[Lane[Process]], limits: Limits, budget: Budget = _BUDGET
    ) -> None:
        """Label the metrics with the name of the queue."""
        self._name = name
        self._processes = [lane.process for lane in lanes]
        self._queue = PriorityQueue(lanes, limits, budget, Usage())
        self._working: set[asyncio.Task[Any]] = set()
        self._proofs: LRUCache[tuple[HandRecord, Deal], Proof] = LRUCache(_MAX_PROOFS)
        self._prospects: LRUCache[tuple[HandRecord, Deal], Prospect] = LRUCache(_MAX_PROSPECTS)
        self._proving: dict[Hashable, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Start the processes beforehand; cancel all remaining work at the end."""
        starting = [asyncio.create_task(process.ensure_started()) for process in self._processes]
        try:
            yield
        finally:
            self._queue.close()
            for task in (*starting, *self._proving.values(), *self._working):
                task.cancel()

    async def prove(
        self, record: HandRecord, deal: Deal, priority: Priority = Priority.URGENT
    ) -> Proof | None:
        """Return the proof of a record; None if there is no time now, so that no hand is lost.

        Proofs are cached because a hand is often previewed before it is recorded, and recorded
        again when another phone was first. A proof continues, and is cached, when its request is
        cancelled. An equal question that is no more urgent shares it; a more urgent one never
        waits for it.
        """
        if (record, deal) not in self._proofs:
            running = (
                self._proving.get((urgency, record, deal))
                for urgency in list(Priority)[: priority + 1]
            )
            await asyncio.shield(
                next(filter(None, running), None)
                or self._begin((priority, record, deal), self._prove(record, deal, priority))
            )
        return self._proofs.get((record, deal))

    async def find_prospect(
        self, record: HandRecord, deal: Deal, proof: Proof | None, until: float
    ) -> Prospect | None:
        """Return the prospect of a record; None if there is no time before `until`.

        `deal` has the scores before the hand, `proof` the proof of the record if there is one, and
        `until` is a time of the event loop. Work that has begun by then continues, and its proof
        and prospect are cached.
        """
        if (record, deal) not in self._prospects:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await asyncio.shield(
                        self._proving.get((record, deal))
                        or self._begin(
                            (record, deal), self._find_prospect(record, deal, proof, until)
                        )
                    )
        return self._prospects.get((record, deal))

    def _begin(self, key: Hashable, proving: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start work that continues when nobody waits for it any more."""
        task = asyncio.create_task(proving)
        self._proving[key] = task
        task.add_done_callback(lambda _: self._proving.pop(key, None))
        return task

    async def _prove(self, record: HandRecord, deal: Deal, priority: Priority) -> None:
        # Looked up when the question runs: a more urgent one may have cached the proof meanwhile.
        try:
            self._proofs[record, deal] = await self._ask(
                proof_for,
                lambda: (record, deal, self._proofs.get((record, deal))),
                priority,
            )
        except RulingsBusy as busy:
            _log.warning("proof_failed", reason=type(busy.__cause__).__name__)

    async def _find_prospect(
        self, record: HandRecord, deal: Deal, proof: Proof | None, until: float
    ) -> None:
        unscored = structs.replace(deal, scores=None)
        if (proving := self._proving.get((Priority.URGENT, record, unscored))) is not None:
            await asyncio.shield(proving)
        # One question for both: a phone asks after every tap, and would queue twice for each.
        try:
            new_proof, prospect = await self._ask(
                prove_with_prospect,
                lambda: (record, deal, proof or self._proofs.get((record, unscored))),
                Priority.PREVIEW,
                until,
            )
        except RulingsBusy as busy:
            _log.info("prospect_failed", reason=type(busy.__cause__).__name__)
            return
        self._proofs[record, unscored] = new_proof
        self._prospects[record, deal] = prospect

    async def ask(
        self,
        question: Callable[[*_Arguments], _Answer],
        *arguments: *_Arguments,
        priority: Priority = Priority.URGENT,
        until: float | None = None,
    ) -> _Answer:
        """Return the result of a function of the domain, computed in another process.

        Raises RulingsBusy if the work has not begun by `until`, a time of the event loop.
        """
        return await self._ask(question, lambda: arguments, priority, until)

    async def _ask(
        self,
        question: Callable[[*_Arguments], _Answer],
        arguments: Callable[[], tuple[*_Arguments]],
        priority: Priority,
        until: float | None = None,
    ) -> _Answer:
        """Return an answer whose work begins by `until`; its arguments are computed then."""
        metrics.add_question(self._name)
        began = time.perf_counter()
        try:
            async with asyncio.timeout_at(until):
                process = await self._queue.acquire(clients.current(), priority)
            work = asyncio.create_task(process.answer(question, arguments(), _SECONDS))
            self._working.add(work)
            work.add_done_callback(partial(self._end, process, process.seconds, time.monotonic()))
            # A cancelled request does not cancel it, because that would kill the process.
            answer: _Answer = await asyncio.shield(work)
        except (QueueFull, ProcessStopped, TimeoutError) as error:
            raise RulingsBusy from error
        finally:
            metrics.observe_question(self._name, time.perf_counter() - began)
        return answer

    def forget_names(self) -> None:
        """Drop all proofs and prospects, and the caches of the processes: they name players."""
        self._proofs.clear()
        self._prospects.clear()
        for process in self._processes:
            task = asyncio.create_task(process.answer(name_caches.forget_names, (), _SECONDS))
            self._working.add(task)
            task.add_done_callback(self._note_end)

    def _end(
        self, process: Process, before: float, began: float, work: "asyncio.Task[Any]"
    ) -> None:
        # A killed process reports no processor time: charge all the time since it began.
        is_stopped = work.cancelled() or isinstance(work.exception(), ProcessStopped)
        seconds = time.monotonic() - began if is_stopped else process.seconds - before
        self._queue.release(process, seconds)
        self._note_end(work)

    def _note_end(self, work: "asyncio.Task[Any]") -> None:
        self._working.discard(work)
        if not work.cancelled():
            work.exception()  # retrieved, because the request may be gone


@asynccontextmanager
async def run_adjudicators(
    factory: ProcessFactory,
) -> AsyncIterator[tuple[Adjudicator, Adjudicator]]:
    """Yield the adjudicator of matches and that of public questions, until the block ends."""
    async with factory() as processes:
        matches = Adjudicator("hands", match_lanes(processes), _HANDS)
        public = Adjudicator("rulings", _public_lanes(processes), _RULINGS)
        async with matches.lifespan(), public.lifespan():
            yield matches, public


def match_lanes(processes: Processes) -> list[Lane[Process]]:
    """Return the lanes of matches: one serves only urgent questions, which need not wait then."""
    return [
        Lane(processes.matches, Priority.URGENT),
        Lane(processes.previews, Priority.BACKGROUND),
    ]


def _public_lanes(processes: Processes) -> list[Lane[Process]]:
    """Return the lanes of public questions: one serves only rulings, which wait for no proof."""
    first, *others = processes.public
    return [
        Lane(first, Priority.URGENT),
        *(Lane(process, Priority.BACKGROUND) for process in others),
    ]
