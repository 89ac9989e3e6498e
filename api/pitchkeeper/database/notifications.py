"""Notifications: what one worker has changed, told to the others through PostgreSQL.

What concerns devices and permits is told to all of them. Matches change often, and few follow one:
they are spread over channels by their ids, and a worker listens where one is that it follows.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from typing import Final, TypeVar
from uuid import UUID

import asyncpg
import structlog

from pitchkeeper.database.pool import queries

CHANNEL: Final = "pitchkeeper"
CHANNELS: Final = 256
"""Over which matches are spread: PostgreSQL looks through all that a connection listens to."""
_PAUSE: Final = 0.025
"""Seconds between two statements that announce, so that many changes share one."""
_IDS: Final = 200
"""Ids in a payload: PostgreSQL takes less than 8000 bytes, and an id has 33."""
_CHECK: Final = 5.0
"""Seconds after which a silent connection is asked whether it still lives."""
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds before each further try; the last for ever."""
_FLUSH: Final = 1.0
_Said = TypeVar("_Said")
_logger = structlog.get_logger()


class Topic(StrEnum):
    """What an announced id is the id of."""

    MATCH = "match"
    TOKEN = "token"  # noqa: S105
    """A device, whose token is not the same any more."""
    DEVICE = "device"
    """A device that has signed out."""
    ERASED = "erased"
    """A device that was erased, with its names."""
    STREAMS = "streams"
    """A device that has as many streams as it may, so that its oldest may have to make room."""
    PERMITS = "permits"
    """Who holds permits of a limit, and has none left where it asks."""


class Notifications:
    """Tells the other workers what changed here, and this one what changed anywhere."""

    def __init__(self, url: str, worker: str) -> None:
        self._url = url
        self._worker = worker
        self._told: dict[Topic, list[Callable[[UUID], None]]] = {topic: [] for topic in Topic}
        self._told_listening: list[Callable[[bool], None]] = []
        self._changed: set[tuple[Topic, UUID]] = set()
        self._followed: dict[str, Counter[UUID]] = {}
        self._woken = asyncio.Event()
        self._is_listening = False
        self._is_ending = False

    @property
    def is_listening(self) -> bool:
        """Whether this worker would hear of a change that another makes now."""
        return self._is_listening

    def on_change(self, topic: Topic, tell: Callable[[UUID], None]) -> None:
        """Tell of every change in a topic, whichever worker made it."""
        self._told[topic].append(tell)

    def on_listening(self, tell: Callable[[bool], None]) -> None:
        """Tell when listening begins (true: changes before it may have been missed) or ends.

        It begins after the server does, and anew after every lost connection: whoever remembers
        what is announced must forget it each time.
        """
        self._told_listening.append(tell)

    def follow(self, match_id: UUID) -> None:
        """Hear of changes of a match; what changed before that begins is told as one change."""
        self._followed.setdefault(channel(match_id), Counter())[match_id] += 1
        self._woken.set()

    def unfollow(self, match_id: UUID) -> None:
        """Hear no more of a match, once for each time that it was to be followed."""
        followed = self._followed[channel(match_id)]
        followed[match_id] -= 1
        if not followed[match_id]:
            del followed[match_id]
        if not followed:
            del self._followed[channel(match_id)]
            self._woken.set()

    def match_changed(self, match_id: UUID) -> None:
        """Announce that a match has changed; after the commit, for others look at once."""
        self._announce(Topic.MATCH, match_id)

    def token_changed(self, device_id: UUID) -> None:
        """Announce that a device has another token; after the commit."""
        self._announce(Topic.TOKEN, device_id)

    def device_signed_out(self, device_id: UUID) -> None:
        """Announce that a device has no token any more; after the commit."""
        self._announce(Topic.DEVICE, device_id)

    def device_erased(self, device_id: UUID) -> None:
        """Announce that a device was erased from all that is kept; after the commit."""
        self._announce(Topic.ERASED, device_id)

    def streams_counted(self, device_id: UUID) -> None:
        """Announce that a device has as many streams as it may."""
        self._announce(Topic.STREAMS, device_id)

    def permits_recalled(self, holder: UUID) -> None:
        """Ask the other workers for what they have of a holder's permits."""
        self._announce(Topic.PERMITS, holder)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Listen and announce while this lasts; at its end what is left is announced."""
        task = asyncio.create_task(self._talk_always())
        try:
            yield
        finally:
            self._is_ending = True
            self._woken.set()
            await asyncio.wait((task,), timeout=_FLUSH)
            task.cancel()

    def _announce(self, topic: Topic, changed: UUID) -> None:
        self._tell(topic, changed)
        self._changed.add((topic, changed))
        self._woken.set()

    def _tell(self, topic: Topic, changed: UUID) -> None:
        for tell in self._told[topic]:
            _tell(tell, changed)

    def _payloads(self, changed: set[tuple[Topic, UUID]]) -> Iterator[tuple[str, str]]:
        """What is said on which channel."""
        by_channel: dict[tuple[Topic, str], list[str]] = {}
        for topic, each in changed:
            said_on = channel(each) if topic is Topic.MATCH else CHANNEL
            by_channel.setdefault((topic, said_on), []).append(each.hex)
        for (topic, said_on), ids in by_channel.items():
            for start in range(0, len(ids), _IDS):
                yield said_on, " ".join((self._worker, topic, *ids[start : start + _IDS]))

    def _hear(self, _connection: object, _process: int, _channel: str, payload: object) -> None:
        worker, _, rest = str(payload).partition(" ")
        if worker == self._worker:
            return  # told already, when it was announced
        try:
            topic, *ids = rest.split()
            changed = [(Topic(topic), UUID(each)) for each in ids]
        except ValueError:
            _logger.warning("unreadable announcement", payload=payload)
            return
        for its, each in changed:
            self._tell(its, each)

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
        # A killed listener of asyncpg stays silent for ever unless somebody asks.
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
        """Listen where a match is that is followed, and nowhere else."""
        for each in heard - self._followed.keys():
            heard.discard(each)
            await connection.remove_listener(each, self._hear)
        for each in self._followed.keys() - heard:
            await connection.add_listener(each, self._hear)
            heard.add(each)
            # It may have changed after it was read and before anybody listened.
            for match_id in list(self._followed.get(each, ())):
                self._tell(Topic.MATCH, match_id)

    async def _wait(self) -> None:
        """Until there is something to say, or it is time to ask whether anybody is there."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CHECK):
                await self._woken.wait()
        self._woken.clear()

    async def _say(self, connection: asyncpg.Connection) -> None:
        """Announce all that has changed; what the database does not take is kept."""
        # Not with the write itself: PostgreSQL lets transactions that notify commit one by one.
        taken, self._changed = self._changed, set()
        try:
            said = list(self._payloads(taken))
            channels, payloads = [each for each, _ in said], [each for _, each in said]
            await connection.execute(queries().announce, channels, payloads)
        except BaseException:
            self._changed |= taken
            self._woken.set()
            raise

    def _now_listening(self, is_listening: bool) -> None:
        if is_listening == self._is_listening:
            return
        self._is_listening = is_listening
        for tell in self._told_listening:
            _tell(tell, is_listening)


def channel(match_id: UUID) -> str:
    """Where changes of a match are told."""
    return f"{CHANNEL}_{match_id.int % CHANNELS}"


def _tell(tell: Callable[[_Said], None], said: _Said) -> None:
    """Tell one; what it makes of it is no business of whoever announced."""
    try:
        tell(said)
    except Exception:
        _logger.exception("not taken in", said=said)
