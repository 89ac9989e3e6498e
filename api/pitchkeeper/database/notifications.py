"""Notifications: announce changes to the other workers through PostgreSQL.

All workers receive changes of devices and permits. Matches change often and have few followers, so
they are spread over channels by their ids, and a worker listens to the channels it follows.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from enum import StrEnum
from itertools import chain
from typing import Final, TypeVar
from uuid import UUID

import asyncpg
import structlog

from pitchkeeper.database.pool import queries

CHANNEL: Final = "pitchkeeper"
CHANNELS: Final = 256
"""Channels of matches: PostgreSQL scans all channels that a connection listens to."""
_PAUSE: Final = 0.025
"""Seconds between two announcing statements, so that many changes share one."""
_IDS: Final = 200
"""Ids in a payload: PostgreSQL takes less than 8000 bytes, and an id has 33."""
_CHECK: Final = 5.0
"""Seconds after which a silent connection is checked."""
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds before each further try; the last for ever."""
_FLUSH: Final = 1.0
_Change = TypeVar("_Change")
_logger = structlog.get_logger()


class Topic(StrEnum):
    """The kind of change that an announced id is about."""

    MATCH = "match"
    """A match or a league."""
    TOKEN = "token"  # noqa: S105
    """A device with a new token."""
    DEVICE = "device"
    """A device that has signed out."""
    ERASED = "erased"
    """A device that was erased together with its names."""
    STREAMS = "streams"
    """A device at its limit of streams, whose oldest stream may have to close."""
    PERMITS = "permits"
    """A holder that has run out of permits on the worker it uses."""


class Watch:
    """A reader that waits for a change of a match or a league."""

    def __init__(self, *, is_over: bool) -> None:
        self.changed = asyncio.Event()
        self.is_over = is_over
        """True once the server stops, so that nobody waits any longer."""


class Notifications:
    """Announces changes of this worker, and passes on changes of all workers."""

    def __init__(self, url: str, worker: str) -> None:
        self._url = url
        self._worker = worker
        self._callbacks: dict[Topic, list[Callable[[UUID], None]]] = {topic: [] for topic in Topic}
        self._listening_callbacks: list[Callable[[bool], None]] = []
        self._changed: set[tuple[Topic, UUID]] = set()
        self._followed: dict[str, Counter[UUID]] = {}
        self._watches: dict[UUID, set[Watch]] = {}
        self._is_stopping = False
        self._woken = asyncio.Event()
        self._is_listening = False
        self._is_ending = False

    @property
    def is_listening(self) -> bool:
        """True while this worker receives the changes that others make."""
        return self._is_listening

    def on_change(self, topic: Topic, tell: Callable[[UUID], None]) -> None:
        """Call `tell` after every change in a topic, made by any worker."""
        self._callbacks[topic].append(tell)

    def on_listening(self, tell: Callable[[bool], None]) -> None:
        """Call `tell` when listening begins (true) or ends.

        Listening begins after the server starts and after every lost connection. Changes before
        that may have been missed, so caches must be cleared each time.
        """
        self._listening_callbacks.append(tell)

    def follow(self, match_id: UUID) -> None:
        """Receive changes of a match; earlier changes count as one when listening begins."""
        self._followed.setdefault(channel(match_id), Counter())[match_id] += 1
        self._woken.set()

    def unfollow(self, match_id: UUID) -> None:
        """Undo one `follow` of a match."""
        followers = self._followed[channel(match_id)]
        followers[match_id] -= 1
        if not followers[match_id]:
            del followers[match_id]
        if not followers:
            del self._followed[channel(match_id)]
            self._woken.set()

    @contextmanager
    def watching(self, aggregate_id: UUID) -> Iterator[Watch]:
        """Watch a match or a league during the block; an earlier change may count as one."""
        watch = Watch(is_over=self._is_stopping)
        self._watches.setdefault(aggregate_id, set()).add(watch)
        self.follow(aggregate_id)
        try:
            yield watch
        finally:
            self.unfollow(aggregate_id)
            self._watches[aggregate_id].discard(watch)
            if not self._watches[aggregate_id]:
                del self._watches[aggregate_id]

    def end_watches(self) -> None:
        """Let nobody wait for changes any longer, because the server stops."""
        self._is_stopping = True
        for watch in chain.from_iterable(self._watches.values()):
            watch.is_over = True
            watch.changed.set()

    def announce(self, aggregate_id: UUID) -> None:
        """Announce a change of a match or a league; after the commit: others load it at once."""
        self._announce(Topic.MATCH, aggregate_id)

    def announce_token(self, device_id: UUID) -> None:
        """Announce that a device has another token; after the commit."""
        self._announce(Topic.TOKEN, device_id)

    def announce_sign_out(self, device_id: UUID) -> None:
        """Announce that a device has no token any more; after the commit."""
        self._announce(Topic.DEVICE, device_id)

    def announce_erasure(self, device_id: UUID) -> None:
        """Announce that a device was erased; after the commit."""
        self._announce(Topic.ERASED, device_id)

    def announce_streams(self, device_id: UUID) -> None:
        """Announce that a device is at its limit of streams."""
        self._announce(Topic.STREAMS, device_id)

    def recall_permits(self, holder: UUID) -> None:
        """Ask the other workers to return a holder's permits."""
        self._announce(Topic.PERMITS, holder)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Listen and announce during the block; announce the remaining changes at its end."""
        task = asyncio.create_task(self._talk_always())
        try:
            yield
        finally:
            self._is_ending = True
            self._woken.set()
            await asyncio.wait((task,), timeout=_FLUSH)
            task.cancel()

    def _announce(self, topic: Topic, changed_id: UUID) -> None:
        self._tell(topic, changed_id)
        self._changed.add((topic, changed_id))
        self._woken.set()

    def _tell(self, topic: Topic, changed_id: UUID) -> None:
        for tell in self._callbacks[topic]:
            _tell(tell, changed_id)
        for watch in self._watches.get(changed_id, ()):
            watch.changed.set()

    def _payloads(self, changes: set[tuple[Topic, UUID]]) -> Iterator[tuple[str, str]]:
        """Yield channels and payloads for changes."""
        by_channel: dict[tuple[Topic, str], list[str]] = {}
        for topic, changed_id in changes:
            name = channel(changed_id) if topic is Topic.MATCH else CHANNEL
            by_channel.setdefault((topic, name), []).append(changed_id.hex)
        for (topic, name), ids in by_channel.items():
            for start in range(0, len(ids), _IDS):
                yield name, " ".join((self._worker, topic, *ids[start : start + _IDS]))

    def _hear(self, _connection: object, _process: int, _channel: str, payload: object) -> None:
        worker, _, rest = str(payload).partition(" ")
        if worker == self._worker:
            return  # handled when it was announced
        try:
            topic, *ids = rest.split()
            changes = [(Topic(topic), UUID(text)) for text in ids]
        except ValueError:
            _logger.warning("unreadable announcement", payload=payload)
            return
        for change in changes:
            self._tell(*change)

    async def _talk_always(self) -> None:
        tries = 0
        while not self._is_ending:
            try:
                await self._talk(is_first=not tries)
            except Exception as error:
                _logger.warning("not listening", tries=tries, reason=repr(error))
            tries = 1 if self._is_listening else tries + 1
            self._now_listening(False)
            if not self._is_ending:
                await asyncio.sleep(_WAITS[min(tries, len(_WAITS)) - 1])

    async def _talk(self, *, is_first: bool) -> None:
        """Listen and announce until the connection is lost, which is an error."""
        connection = await asyncpg.connect(
            self._url,
            timeout=_CHECK,
            command_timeout=_CHECK,
            server_settings={"application_name": "pitchkeeper listener"},
        )
        # asyncpg does not notice a killed listener unless a statement is sent.
        connection.add_termination_listener(lambda _: self._woken.set())
        heard: set[str] = set()
        try:
            await connection.add_listener(CHANNEL, self._hear)
            await self._tune(connection, heard)
            if not is_first:
                _logger.info("listening again")
            self._now_listening(True)
            while not self._is_ending or self._changed:
                await self._wait()
                await self._tune(connection, heard)
                await self._say(connection)
                await asyncio.sleep(_PAUSE)
        finally:
            connection.terminate()

    async def _tune(self, connection: asyncpg.Connection, heard: set[str]) -> None:
        """Listen to the channels of followed matches, and to no others."""
        for name in heard - self._followed.keys():
            heard.discard(name)
            await connection.remove_listener(name, self._hear)
        for name in self._followed.keys() - heard:
            await connection.add_listener(name, self._hear)
            heard.add(name)
            # A match may have changed after it was loaded and before we listened.
            for match_id in list(self._followed.get(name, ())):
                self._tell(Topic.MATCH, match_id)

    async def _wait(self) -> None:
        """Wait until there is a change to announce, or the connection is due for a check."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CHECK):
                await self._woken.wait()
        self._woken.clear()

    async def _say(self, connection: asyncpg.Connection) -> None:
        """Announce all changes; keep them for later if the database fails."""
        # Not with the write itself, because PostgreSQL serialises commits that notify.
        changes, self._changed = self._changed, set()
        try:
            messages = list(self._payloads(changes))
            channels, payloads = [name for name, _ in messages], [text for _, text in messages]
            await connection.execute(queries().announce, channels, payloads)
        except BaseException:
            self._changed |= changes
            self._woken.set()
            raise

    def _now_listening(self, is_listening: bool) -> None:
        if is_listening == self._is_listening:
            return
        self._is_listening = is_listening
        for tell in self._listening_callbacks:
            _tell(tell, is_listening)


def channel(match_id: UUID) -> str:
    """Return the channel of a match."""
    return f"{CHANNEL}_{match_id.int % CHANNELS}"


def _tell(tell: Callable[[_Change], None], change: _Change) -> None:
    """Call a listener; log its failure, which must not reach the announcing request."""
    try:
        tell(change)
    except Exception:
        _logger.exception("not taken in", change=change)
