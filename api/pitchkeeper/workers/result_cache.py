"""Result cache: slow results, computed once for all requests and cached while there is room."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from functools import partial
from typing import Final, Generic, TypeVar
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct, structs

from pitch.messages import Refusal
from pitchkeeper.workers import clients
from pitchkeeper.workers.rotations import QueueFull

T = TypeVar("T")


class Source(Struct, frozen=True):
    """A match, a league or a rule set in one of its states, from which results follow."""

    id: Hashable
    state: str
    """Changes with anything that a result shows."""
    devices: frozenset[UUID] = frozenset()
    """The devices whose names may be in a result."""


class _Refused(Struct, frozen=True):
    """The refusal of a result."""

    kind: type[Refusal]


class _Entry(Struct, Generic[T], frozen=True):
    """The results of a source, by kind."""

    source: Source
    by_kind: Mapping[Hashable, T | _Refused]


class ResultCache(Generic[T]):
    """The results requested last; of a source only those of its latest state."""

    def __init__(
        self, max_size: int, size: Callable[[T], int], lasting: tuple[type[Refusal], ...] = ()
    ) -> None:
        """Limit the sum of the sizes of all results, where `size` measures one.

        `lasting` are the refusals that follow from the source, and are cached like results.
        """
        self._max_size: Final = max_size
        self._size = size
        self._lasting = lasting
        self._entries: LRUCache[Hashable, _Entry[T]] = LRUCache(max_size, self._entry_size)
        self._pending: dict[tuple[Source, Hashable], asyncio.Task[T]] = {}

    async def get(self, source: Source, kind: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return a result of a source; `make` it unless it is cached or being made.

        Making it counts as work of the first client that asks, and continues for the others, and
        for the cache, when that client disconnects.
        """
        entry = self._entries.get(source.id)
        if entry is not None and entry.source == source and kind in entry.by_kind:
            result = entry.by_kind[kind]
            if isinstance(result, _Refused):
                raise result.kind
            return result
        while (pending := self._pending.get((source, kind))) is not None:
            try:
                return await asyncio.shield(pending)
            except Refusal as refusal:
                # A full queue of the first client's address says nothing about this client.
                if not isinstance(refusal.__cause__, QueueFull):
                    raise
        pending = asyncio.ensure_future(make())
        self._pending[source, kind] = pending
        pending.add_done_callback(partial(self._store, source, kind))
        clients.current().track_work(pending)
        return await asyncio.shield(pending)

    def forget_device(self, device_id: UUID) -> None:
        """Drop results, also those being made, that may name a device."""
        for entry in [*self._entries.values()]:
            if device_id in entry.source.devices:
                self._entries.pop(entry.source.id, None)
        for source, kind in [*self._pending]:
            if device_id in source.devices:
                del self._pending[source, kind]

    def forget_all(self) -> None:
        """Drop all results: a device may have been erased without this worker noticing."""
        self._entries.clear()
        self._pending.clear()

    def _store(self, source: Source, kind: Hashable, task: asyncio.Task[T]) -> None:
        """Cache the result of a task, before those who wait for it resume."""
        is_current = self._pending.get((source, kind)) is task
        if is_current:
            del self._pending[source, kind]
        if task.cancelled() or not is_current:
            return
        error = task.exception()
        if isinstance(error, self._lasting):
            result: T | _Refused = _Refused(type(error))
        elif error is None:
            result = task.result()
        else:
            return
        cached = self._entries.get(source.id)
        entry: _Entry[T] = _Entry(source, {kind: result})
        if cached is not None and cached.source == source:
            entry = structs.replace(entry, by_kind={**cached.by_kind, kind: result})
        if self._entry_size(entry) <= self._max_size:
            self._entries[source.id] = entry

    def _entry_size(self, entry: _Entry[T]) -> int:
        return sum(
            1 if isinstance(result, _Refused) else self._size(result)
            for result in entry.by_kind.values()
        )
