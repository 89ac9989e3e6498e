"""Results: what takes long to work out, once however many ask for it, kept while there is room."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from functools import partial
from typing import Final, Generic, TypeVar
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct, structs

from pitch.errors import Refusal
from pitchkeeper.workers import askers
from pitchkeeper.workers.rotations import QueueFull

T = TypeVar("T")


class Source(Struct, frozen=True):
    """What results follow from: a match, a league or a rule set in one of its states."""

    id: Hashable
    state: str
    """Another one after each change of anything that a result shows."""
    devices: frozenset[UUID] = frozenset()
    """Whose names may be in a result."""


class _Entry(Struct, Generic[T], frozen=True):
    """The results of a source, by what was asked for."""

    source: Source
    by_kind: Mapping[Hashable, T]


class Results(Generic[T]):
    """The results that were asked for last: of a source only those of its last state."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        """`most` is how large all of them may be together, `size` how large one is."""
        self._most: Final = most
        self._size = size
        self._entries: LRUCache[Hashable, _Entry[T]] = LRUCache(most, self._entry_size)
        self._pending: dict[tuple[Source, Hashable], asyncio.Task[T]] = {}

    async def get(self, source: Source, kind: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return one result of a source, made only if nobody has it or makes it already.

        It is work of the first who asks, and goes on for the others, and for later, when that
        client hangs up.
        """
        entry = self._entries.get(source.id)
        if entry is not None and entry.source == source and kind in entry.by_kind:
            return entry.by_kind[kind]
        while (pending := self._pending.get((source, kind))) is not None:
            try:
                return await asyncio.shield(pending)
            except Refusal as refusal:
                # Only the first one's address had too much in hand.
                if not isinstance(refusal.__cause__, QueueFull):
                    raise
        pending = asyncio.ensure_future(make())
        self._pending[source, kind] = pending
        pending.add_done_callback(partial(self._store, source, kind))
        askers.current().note_work(pending)
        return await asyncio.shield(pending)

    def forget_device(self, device_id: UUID) -> None:
        """Drop what may name a device that has gone, and what is being made of it."""
        for entry in [*self._entries.values()]:
            if device_id in entry.source.devices:
                self._entries.pop(entry.source.id, None)
        for source, kind in [*self._pending]:
            if device_id in source.devices:
                del self._pending[source, kind]

    def forget_all(self) -> None:
        """Drop everything: a device may have gone unnoticed."""
        self._entries.clear()
        self._pending.clear()

    def _store(self, source: Source, kind: Hashable, made: asyncio.Task[T]) -> None:
        """Keep a result, before any of those who wait for it goes on."""
        is_wanted = self._pending.get((source, kind)) is made
        if is_wanted:
            del self._pending[source, kind]
        if made.cancelled() or made.exception() is not None or not is_wanted:
            return
        known = self._entries.get(source.id)
        entry: _Entry[T] = _Entry(source, {kind: made.result()})
        if known is not None and known.source == source:
            entry = structs.replace(entry, by_kind={**known.by_kind, kind: made.result()})
        if self._entry_size(entry) <= self._most:
            self._entries[source.id] = entry

    def _entry_size(self, entry: _Entry[T]) -> int:
        return sum(map(self._size, entry.by_kind.values()))
