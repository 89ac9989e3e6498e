"""The hub of live streams, which send the changes of a match as they are saved."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

import structlog
from msgspec import Struct

from pitch.messages import Refusal
from pitchkeeper import metrics
from pitchkeeper.access.device_store import DeviceStore
from pitchkeeper.access.devices import Device
from pitchkeeper.database.notifications import Notifications
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.sync import events
from pitchkeeper.sync.events import EndReason
from pitchkeeper.sync.rooms import Room, Stream
from pitchkeeper.sync.sheet_lines import SheetDetail
from pitchkeeper.sync.stream_counts import StreamCounts

_LONGEST_VERSION: Final = 15
_logger = structlog.get_logger()


class StreamsBusy(Refusal):
    """This server takes no more live streams now; try again."""


class StreamLimits(Struct, frozen=True):
    """Limits and intervals of the streams of a worker."""

    streams: int = 4000
    per_device: int = 8
    """The most streams of a device, over all workers."""
    waiting: int = 64
    """Pieces that may be queued for one client."""
    page: int = 500
    """Changes that one load reads."""
    heartbeat: float = 15.0
    poll: float = 3.0
    reading: int = 3
    """The most matches read at once, so that requests do not wait behind streams."""


USUAL: Final = StreamLimits()


class Hub:
    """The streams of this worker."""

    def __init__(
        self,
        store: MatchStore,
        devices: DeviceStore,
        new_retry: Callable[[], int],
        notifications: Notifications,
        counts: StreamCounts,
        limits: StreamLimits = USUAL,
    ) -> None:
        """`new_retry` returns the milliseconds that a client waits before it reconnects.

        `notifications` subscribe to the matches that are followed; `counts` limit streams a device.
        """
        self._store = store
        self._device_store = devices
        self._new_retry = new_retry
        self._notifications = notifications
        self._counts = counts
        self._recounts: set[asyncio.Task[None]] = set()
        self._limits = limits
        self._turns = asyncio.Semaphore(limits.reading)
        self._rooms: dict[UUID, Room] = {}
        self._by_device: dict[UUID, list[Stream]] = {}
        self._is_stopping = False
        self._count = 0
        self._poll_now = asyncio.Event()

    def __len__(self) -> int:
        """Return how many streams are open."""
        return self._count

    @property
    def rooms(self) -> int:
        """Return how many matches are followed."""
        return len(self._rooms)

    @property
    def devices(self) -> frozenset[UUID]:
        """The devices that have a stream open."""
        return frozenset(self._by_device)

    async def open(
        self,
        match_id: UUID,
        device: Device,
        last_event_id: str | None,
        detail: SheetDetail = SheetDetail.WHOLE,
    ) -> Stream:
        """Open a stream that resumes after the last event that the client received."""
        if self._is_stopping or self._count >= self._limits.streams:
            raise StreamsBusy
        version = _version(last_event_id)
        stream = Stream(device, version, self._new_retry(), self._limits.waiting, detail)
        self._join(match_id, stream)
        await stream.admitted
        await self._make_room(stream)
        return stream

    def wake(self, match_id: UUID) -> None:
        """Make the room of a match read it again."""
        if match_id in self._rooms:
            self._rooms[match_id].wake()

    def end_device(self, device_id: UUID) -> None:
        """End every stream of a device."""
        for stream in list(self._by_device.get(device_id, ())):
            _end_signed_out(stream)

    def reopen_device(self, device_id: UUID) -> None:
        """Interrupt every stream of a device, whose client reconnects with its new token.

        A client that has only the old token cannot.
        """
        for stream in list(self._by_device.get(device_id, ())):
            _end_outdated(stream)

    def recount(self, device_id: UUID) -> None:
        """Start a check whether streams of a device have to end because newer ones were opened."""
        if device_id in self._by_device:
            task = asyncio.create_task(self._recount(device_id))
            self._recounts.add(task)
            task.add_done_callback(self._recounts.discard)

    def poll(self) -> None:
        """Trigger a check for missed changes."""
        self._poll_now.set()

    def stop(self) -> None:
        """Interrupt every stream, and refuse new ones."""
        self._is_stopping = True
        self._send_all(lambda stream: stream.interrupt(StreamsBusy()))

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Run heartbeats and polling; stop all streams at the end."""
        tasks = [asyncio.create_task(work) for work in (self._beat(), self._watch())]
        try:
            yield
        finally:
            self.stop()
            for task in (*tasks, *self._recounts):
                task.cancel()
            for room in self._rooms.values():
                room.close()

    async def _make_room(self, stream: Stream) -> None:
        """Count a stream for its device, and end the oldest ones over the limit.

        The oldest, because a phone that lost its signal opens a new stream before the server
        notices that the old one is dead.
        """
        streams = self._list_counted(stream.device_id)
        stream.stream_id, remaining = await self._counts.add(
            stream.device_id, self._limits.per_device
        )
        _end_surplus(streams, remaining)
        if stream not in self._by_device.get(stream.device_id, ()):
            self._counts.remove(stream.device_id, stream.stream_id)

    async def _recount(self, device_id: UUID) -> None:
        streams = self._list_counted(device_id)
        try:
            remaining = await self._counts.remaining(device_id)
        except Exception as failed:
            _logger.warning("streams not counted", exc_info=failed)
            return
        if remaining is not None:
            _end_surplus(streams, remaining)

    def _list_counted(self, device_id: UUID) -> list[Stream]:
        """Return the streams of a device that are counted by now; later ones are newer."""
        streams = self._by_device.get(device_id, ())
        return [stream for stream in streams if stream.stream_id is not None]

    def _join(self, match_id: UUID, stream: Stream) -> None:
        room = self._rooms.get(match_id)
        if room is None:
            room = self._rooms[match_id] = Room(
                match_id, self._store, self._turns, self._limits.page
            )
            self._notifications.follow(match_id)
        self._by_device.setdefault(stream.device_id, []).append(stream)
        self._count += 1
        metrics.add_stream()
        room.add(stream)
        stream.when_over(lambda: self._leave(match_id, room, stream))

    def _leave(self, match_id: UUID, room: Room, stream: Stream) -> None:
        self._count -= 1
        metrics.remove_stream()
        room.streams.discard(stream)
        if not room.streams:
            room.close()
            del self._rooms[match_id]
            self._notifications.unfollow(match_id)
        if stream.stream_id is not None and not self._is_stopping:
            self._counts.remove(stream.device_id, stream.stream_id)
        streams = self._by_device[stream.device_id]
        streams.remove(stream)
        if not streams:
            del self._by_device[stream.device_id]

    def _send_all(self, send: Callable[[Stream], None]) -> None:
        for room in self._rooms.values():
            for stream in room.streams:
                send(stream)

    async def _beat(self) -> None:
        while True:
            # Proxies close idle connections.
            await asyncio.sleep(self._limits.heartbeat)
            self._send_all(Stream.beat)

    async def _watch(self) -> None:
        """Poll for missed changes: an announcement may be lost with a connection."""
        while True:
            try:
                async with asyncio.timeout(self._limits.poll):
                    await self._poll_now.wait()
            except TimeoutError:
                pass
            self._poll_now.clear()
            if self._rooms:
                await self._compare()

    async def _compare(self) -> None:
        """End streams whose token is dead, and wake rooms whose match has changed."""
        # Streams opened meanwhile may have a newer token than the one that is read.
        streams = [
            stream for device_streams in self._by_device.values() for stream in device_streams
        ]
        try:
            progress = await self._store.watch_matches(list(self._rooms))
            tokens = await self._device_store.token_hashes(list(self._by_device))
        except Exception as failed:
            # The next round tries again: polling must not end with one lost connection.
            _logger.warning("streams not watched", exc_info=failed)
            return
        for stream in streams:
            token_hash = tokens.get(stream.device_id)
            if token_hash is None:
                _end_signed_out(stream)
            elif token_hash != stream.token_hash:
                _end_outdated(stream)
        for match_id, room in self._rooms.items():
            room.check(progress.get(match_id))


def _end_surplus(streams: Iterable[Stream], remaining: frozenset[UUID]) -> None:
    """End the streams that are not among the remaining ones."""
    for stream in streams:
        if stream.stream_id not in remaining:
            stream.end(events.end(EndReason.TOO_MANY_STREAMS), StreamsBusy())


def _end_signed_out(stream: Stream) -> None:
    stream.end(events.end(EndReason.SIGNED_OUT), StreamsBusy())


def _end_outdated(stream: Stream) -> None:
    stream.interrupt(StreamsBusy())


def _version(last_event_id: str | None) -> int | None:
    """Return the version in a Last-Event-ID; None if it is not a version."""
    text = last_event_id or ""
    # A bound, because `int` is slow on very long texts.
    is_number = text.isascii() and text.isdigit() and len(text) <= _LONGEST_VERSION
    return int(text) or None if is_number else None
