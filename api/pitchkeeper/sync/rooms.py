"""Rooms: those in this worker who follow the same match, served by one load for them all."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, Self
from uuid import UUID

import structlog

from pitch.types import MAX_INTEGER
from pitchkeeper.access.devices import Command, Device
from pitchkeeper.matches.changes import MatchNotFound
from pitchkeeper.matches.state import MatchProgress, MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.messages import languages
from pitchkeeper.sync import events
from pitchkeeper.sync.events import EndReason, News
from pitchkeeper.sync.sheet_lines import SheetDetail

_GRACE: Final = 1.0
"""Seconds in which a client has to take what a stream ends with."""
_PAUSE: Final = 0.1
"""Seconds between the last event and the break, with which some clients drop what is packed."""
_logger = structlog.get_logger()


class Stream:
    """What one client follows: bytes that wait to be sent, until it is over."""

    def __init__(
        self,
        device: Device,
        version: int | None,
        retry: int,
        longest: int,
        detail: SheetDetail = SheetDetail.WHOLE,
    ) -> None:
        """It belongs to the request that is being answered; `longest` is that of its queue."""
        self.device_id = device.device_id
        self.token_hash = device.token_hash
        self.version = version
        self.stream_id: UUID | None = None
        """By which it is counted, once it is."""
        self._detail = detail
        self._sheet_version: int | None = None
        # A room belongs to whoever came first, so each stream knows its own request's language.
        self.language = languages.spoken()
        self.admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = _current_task()
        self._waiting = [events.opening(retry)]
        self._longest = longest
        self._woken = asyncio.Event()
        self._is_over = False
        self._breaks = False

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is known yet of the match and the device's place in it."""
        return not self.admitted.done()

    def when_over(self, act: Callable[[], None]) -> None:
        """Act once the request is over, however it ends."""
        # Also where the client just goes: only the end of the request is sure to come.
        self._request.add_done_callback(lambda _: act())

    def refuse(self, reason: Exception) -> None:
        """Answer the request with a problem, if it has not been answered yet."""
        if self.is_waiting:
            self.admitted.set_exception(reason)

    def tell(self, news: News) -> None:
        """Send what the client lacks."""
        # A version that the match never had is from elsewhere, so the client starts over.
        known = self.version if self.version is None or self.version <= news.version else None
        if known != news.version or self.is_waiting:
            sheet = (self._detail, self._sheet_version)
            self.send(news.since(known, self.language, self.device_id, *sheet))
            if news.has_sheet_for(known):
                self._sheet_version = news.version
        self.version = news.version if known is None else max(known, news.reached)
        if self.is_waiting:
            self.admitted.set_result(None)

    def beat(self) -> None:
        """Show the client that its stream lives, once there is one."""
        if not self.is_waiting:
            self.send(events.HEARTBEAT)

    def send(self, event: bytes) -> None:
        """Put bytes into the queue; a client that is too slow for it is cut off."""
        if self._is_over or not event:
            return
        if len(self._waiting) >= self._longest:
            self._cut()
            return
        self._waiting.append(event)
        self._woken.set()

    def end(self, event: bytes, refusal: Exception) -> None:
        """Send a last event; refuse a request that still waits."""
        if self._is_over:
            return
        if self.is_waiting:
            # Nothing was begun that a client could be too slow to take.
            self._is_over = True
            self.refuse(refusal)
            return
        self.send(event)
        self._is_over = True
        asyncio.get_running_loop().call_later(_GRACE, self._cut)

    def interrupt(self, refusal: Exception) -> None:
        """Tell the client to come back, then break: after an orderly end many never would."""
        self._breaks = True
        self.end(events.RECONNECT, refusal)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        while not self._waiting:
            if self._is_over:
                if self._breaks:
                    await asyncio.sleep(_PAUSE)
                raise self._last_word
            self._woken.clear()
            await self._woken.wait()
        ready = b"".join(self._waiting)
        self._waiting.clear()
        return ready

    @property
    def _last_word(self) -> BaseException:
        # Clients come back by themselves after a connection that breaks, and not after one that
        # ends in order.
        return asyncio.CancelledError() if self._breaks else StopAsyncIteration()

    def _cut(self) -> None:
        """Give up a client that does not read; it may come back and misses nothing."""
        self._is_over = True
        self._waiting.clear()
        self._request.cancel()


def _current_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("A stream needs a request that it answers.")
    return task


class Room:
    """The streams of one match."""

    def __init__(
        self, match_id: UUID, store: MatchStore, turns: asyncio.Semaphore, page: int
    ) -> None:
        """A room takes one of the `turns` to read; `page` is how many changes it reads at once."""
        self.streams: set[Stream] = set()
        self._match_id = match_id
        self._store = store
        self._turns = turns
        self._page = page
        self._version = 0
        self._told: MatchState | None = None
        self._woken = asyncio.Event()
        self._task = asyncio.create_task(self._serve())

    def add(self, stream: Stream) -> None:
        """Let a stream follow; it is served by a load that begins after this."""
        self.streams.add(stream)
        self.wake()

    def wake(self) -> None:
        """Look at the match again."""
        self._woken.set()

    def check(self, watched: MatchProgress | None) -> None:
        """Look again if the match has moved on, or somebody is no longer in it."""
        members = watched.members if watched else frozenset()
        if (
            watched is None
            or watched.version != self._version
            or any(stream.device_id not in members for stream in self.streams)
        ):
            self.wake()

    def close(self) -> None:
        """Look no more."""
        self._task.cancel()

    async def _serve(self) -> None:
        while True:
            await self._woken.wait()
            async with self._turns:
                # Cleared once it is our turn: whatever came while it was awaited is in this one
                # read.
                self._woken.clear()
                await self._serve_once(list(self.streams))

    async def _serve_once(self, here: Sequence[Stream]) -> None:
        try:
            await self._look(here)
        except Exception as failed:
            _logger.warning("match not read", match_id=self._match_id, exc_info=failed)
            for stream in here:
                stream.refuse(failed)

    async def _look(self, here: Sequence[Stream]) -> None:
        """Read what has changed since the stream that is farthest behind, and tell all of them.

        Where there is more than is read at once the room wakes again, for the rest.
        """
        known = [stream.version for stream in here if stream.version is not None]
        news, members = await self._load(
            {stream.device_id for stream in here}, min(known, default=MAX_INTEGER)
        )
        for stream in here:
            if news is None or stream.device_id not in members:
                stream.end(events.end(EndReason.NOT_IN_MATCH), MatchNotFound())
            else:
                stream.tell(news)
        if news is not None:
            self._version = news.version
            if news.is_complete:
                self._told = news.state
            else:
                self.wake()

    async def _load(self, devices: set[UUID], after: int) -> tuple[News | None, frozenset[UUID]]:
        """The match as its members see it, and who they are; no news if none of these is one.

        The journal is read second and only up to the match's version: what it says of a version
        never changes, so the two fit together without a transaction.
        """
        # Read as one of those who follow, for whoever is in a match sees all of it.
        for device_id in devices:
            state = await self._store.load(self._match_id, Command(device_id))
            if state is not None:
                upto = state.version
                after = min(after, upto)
                reached = min(upto, after + self._page)
                followed = await self._store.follow_match(self._match_id, after, reached)
                return News(state, followed.noted, reached, self._told), followed.members
        return None, frozenset()
