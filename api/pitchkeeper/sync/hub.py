"""Live streams: everybody who follows a match gets its changes as they are saved."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

import structlog
from msgspec import Struct

from pitch.errors import Refusal
from pitch.messages import Message
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

    code = "streams_busy"
    default_message = Message("problem.streams_busy")


class StreamLimits(Struct, frozen=True):
    """How much one worker does for its streams, and how often."""

    streams: int = 4000
    per_device: int = 8
    """Of all workers together."""
    waiting: int = 64
    """Pieces that may wait for one client."""
    page: int = 500
    """Changes that one load reads."""
    heartbeat: float = 15.0
    poll: float = 3.0
    reading: int = 3
    """Matches that are read at once, so that requests do not wait behind streams."""


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
        """`new_retry` is how many milliseconds a client is to wait before it comes back.

        `notifications` are told which matches are followed, and `counts` who has how many streams.
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
        self._asked = asyncio.Event()

    def __len__(self) -> int:
        """How many streams are open."""
        return self._count

    @property
    def rooms(self) -> int:
        """How many matches are followed."""
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
        """A stream that goes on after the last event that the client got."""
        if self._is_stopping or self._count >= self._limits.streams:
            raise StreamsBusy
        version = _version(last_event_id)
        stream = Stream(device, version, self._new_retry(), self._limits.waiting, detail)
        self._join(match_id, stream)
        await stream.admitted
        await self._make_room(stream)
        return stream

    def wake(self, match_id: UUID) -> None:
        """Tell those who follow a match that it has changed."""
        if match_id in self._rooms:
            self._rooms[match_id].wake()

    def end_device(self, device_id: UUID) -> None:
        """End every stream of a device."""
        for stream in list(self._by_device.get(device_id, ())):
            _end_signed_out(stream)

    def reopen_device(self, device_id: UUID) -> None:
        """End every stream of a device, telling its client to come back with the token it has now.

        Who opened one with the token that counts no longer cannot.
        """
        for stream in list(self._by_device.get(device_id, ())):
            _end_outdated(stream)

    def recount(self, device_id: UUID) -> None:
        """Look soon whether streams of a device have to make room for what others opened."""
        if device_id in self._by_device:
            task = asyncio.create_task(self._recount(device_id))
            self._recounts.add(task)
            task.add_done_callback(self._recounts.discard)

    def poll(self) -> None:
        """Look soon whether a change was missed."""
        self._asked.set()

    def stop(self) -> None:
        """End every stream, telling its client to come back, and take no more."""
        self._is_stopping = True
        self._send_all(lambda stream: stream.interrupt(StreamsBusy()))

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Keep streams alive and nothing missed while this lasts."""
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
        """Count a stream for its device, whose oldest ones go if that is too many.

        The oldest, for a phone that lost its signal opens another one before the server sees the
        old one dead.
        """
        counted = self._counted(stream.device_id)
        stream.stream_id, left = await self._counts.add(stream.device_id, self._limits.per_device)
        _end_others(counted, left)
        if stream not in self._by_device.get(stream.device_id, ()):
            self._counts.remove(stream.device_id, stream.stream_id)

    async def _recount(self, device_id: UUID) -> None:
        counted = self._counted(device_id)
        try:
            left = await self._counts.remaining(device_id)
        except Exception as failed:
            _logger.warning("streams not counted", exc_info=failed)
            return
        if left is not None:
            _end_others(counted, left)

    def _counted(self, device_id: UUID) -> list[Stream]:
        """The streams of a device that are counted by now: what is opened later is newer."""
        its = self._by_device.get(device_id, ())
        return [stream for stream in its if stream.stream_id is not None]

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
        its = self._by_device[stream.device_id]
        its.remove(stream)
        if not its:
            del self._by_device[stream.device_id]

    def _send_all(self, send: Callable[[Stream], None]) -> None:
        for room in self._rooms.values():
            for stream in room.streams:
                send(stream)

    async def _beat(self) -> None:
        while True:
            # What stands between hangs up on connections on which nothing is said.
            await asyncio.sleep(self._limits.heartbeat)
            self._send_all(Stream.beat)

    async def _watch(self) -> None:
        """Find what nobody announced: the announcement may be lost with a connection."""
        while True:
            try:
                async with asyncio.timeout(self._limits.poll):
                    await self._asked.wait()
            except TimeoutError:
                pass
            self._asked.clear()
            if self._rooms:
                await self._compare()

    async def _compare(self) -> None:
        """End streams whose token no longer counts, and let rooms see what they were not told."""
        # Those that are opened meanwhile may have a token that is newer than what is read.
        streams = [stream for its in self._by_device.values() for stream in its]
        try:
            watched = await self._store.watch_matches(list(self._rooms))
            tokens = await self._device_store.token_hashes(list(self._by_device))
        except Exception as failed:
            # The next round tries again: watching must not end with one lost connection.
            _logger.warning("streams not watched", exc_info=failed)
            return
        for stream in streams:
            token_hash = tokens.get(stream.device_id)
            if token_hash is None:
                _end_signed_out(stream)
            elif token_hash != stream.token_hash:
                _end_outdated(stream)
        for match_id, room in self._rooms.items():
            room.check(watched.get(match_id))


def _end_others(counted: Iterable[Stream], left: frozenset[UUID]) -> None:
    """End what had to make room."""
    for stream in counted:
        if stream.stream_id not in left:
            stream.end(events.end(EndReason.TOO_MANY_STREAMS), StreamsBusy())


def _end_signed_out(stream: Stream) -> None:
    stream.end(events.end(EndReason.SIGNED_OUT), StreamsBusy())


def _end_outdated(stream: Stream) -> None:
    stream.interrupt(StreamsBusy())


def _version(last_event_id: str | None) -> int | None:
    """The version that a client knows; none if what it says is no version of any match."""
    text = last_event_id or ""
    # Of any length a client could make `int` work for long.
    is_number = text.isascii() and text.isdigit() and len(text) <= _LONGEST_VERSION
    return int(text) or None if is_number else None
