"""Rooms: the streams of one match in this worker, served by one load for all of them."""

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
"""Seconds for a client to receive the end of a stream."""
_PAUSE: Final = 0.1
"""Seconds between the last event and the break, because some clients drop pending bytes."""
_logger = structlog.get_logger()


class Stream:
    """The stream of one client: a queue of bytes to send."""

    def __init__(
        self,
        device: Device,
        version: int | None,
        retry: int,
        longest: int,
        detail: SheetDetail = SheetDetail.WHOLE,
    ) -> None:
        """Open a stream for the current request; `longest` is the limit of its queue."""
        self.device_id = device.device_id
        self.token_hash = device.token_hash
        self.version = version
        self.stream_id: UUID | None = None
        """The id by which it is counted, once it is."""
        self._detail = detail
        self._sheet_version: int | None = None
        # A room runs in the context of its first request, so each stream keeps its own language.
        self.language = languages.current()
        self.admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = _current_task()
        self._waiting = [events.opening(retry)]
        self._longest = longest
        self._woken = asyncio.Event()
        self._is_over = False
        self._breaks = False

    @property
    def is_waiting(self) -> bool:
        """Return whether the match has not been loaded for this stream yet."""
        return not self.admitted.done()

    def when_over(self, act: Callable[[], None]) -> None:
        """Call a function once the request is over, however it ends."""
        # A client may just disconnect: only the end of the request is sure to come.
        self._request.add_done_callback(lambda _: act())

    def refuse(self, reason: Exception) -> None:
        """Fail the request, if it has not been answered yet."""
        if self.is_waiting:
            self.admitted.set_exception(reason)

    def send_news(self, news: News) -> None:
        """Send the news that the client lacks."""
        # A version that the match never had belongs to another match, so the client starts over.
        version = self.version if self.version is None or self.version <= news.version else None
        if version != news.version or self.is_waiting:
            sheet = (self._detail, self._sheet_version)
            self.send(news.since(version, self.language, self.device_id, *sheet))
            if news.has_sheet_for(version):
                self._sheet_version = news.version
        self.version = news.version if version is None else max(version, news.reached)
        if self.is_waiting:
            self.admitted.set_result(None)

    def beat(self) -> None:
        """Send a heartbeat, once the stream has begun."""
        if not self.is_waiting:
            self.send(events.HEARTBEAT)

    def send(self, event: bytes) -> None:
        """Queue bytes to send; cut off a client whose queue is full."""
        if self._is_over or not event:
            return
        if len(self._waiting) >= self._longest:
            self._cut()
            return
        self._waiting.append(event)
        self._woken.set()

    def end(self, event: bytes, refusal: Exception) -> None:
        """Send a last event, or refuse a request that has not been answered yet."""
        if self._is_over:
            return
        if self.is_waiting:
            # Nothing was sent, so there is nothing to wait for.
            self._is_over = True
            self.refuse(refusal)
            return
        self.send(event)
        self._is_over = True
        asyncio.get_running_loop().call_later(_GRACE, self._cut)

    def interrupt(self, refusal: Exception) -> None:
        """Tell the client to reconnect, then break: after an orderly end many never would."""
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
        # Clients reconnect by themselves after a connection that breaks, and not after an orderly
        # end.
        return asyncio.CancelledError() if self._breaks else StopAsyncIteration()

    def _cut(self) -> None:
        """Cut off a client that does not read; it may reconnect and misses nothing."""
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
        """`turns` limits concurrent loads; `page` is the most changes of one load."""
        self.streams: set[Stream] = set()
        self._match_id = match_id
        self._store = store
        self._turns = turns
        self._page = page
        self._version = 0
        self._sent: MatchState | None = None
        self._woken = asyncio.Event()
        self._task = asyncio.create_task(self._serve())

    def add(self, stream: Stream) -> None:
        """Add a stream; a load that begins after this serves it."""
        self.streams.add(stream)
        self.wake()

    def wake(self) -> None:
        """Load the match again."""
        self._woken.set()

    def check(self, progress: MatchProgress | None) -> None:
        """Load again if the match has changed, or a stream is no longer of a member."""
        members = progress.members if progress else frozenset()
        if (
            progress is None
            or progress.version != self._version
            or any(stream.device_id not in members for stream in self.streams)
        ):
            self.wake()

    def close(self) -> None:
        """Stop loading."""
        self._task.cancel()

    async def _serve(self) -> None:
        while True:
            await self._woken.wait()
            async with self._turns:
                # Cleared after the wait for a turn, so that this load covers every wake until now.
                self._woken.clear()
                await self._serve_once(list(self.streams))

    async def _serve_once(self, streams: Sequence[Stream]) -> None:
        try:
            await self._load_news(streams)
        except Exception as failed:
            _logger.warning("match not read", match_id=self._match_id, exc_info=failed)
            for stream in streams:
                stream.refuse(failed)

    async def _load_news(self, streams: Sequence[Stream]) -> None:
        """Load the changes since the oldest version of a stream, and send them to all.

        If there are more than a page, the room wakes again for the rest.
        """
        versions = [stream.version for stream in streams if stream.version is not None]
        news, members = await self._load(
            {stream.device_id for stream in streams}, min(versions, default=MAX_INTEGER)
        )
        for stream in streams:
            if news is None or stream.device_id not in members:
                stream.end(events.end(EndReason.NOT_IN_MATCH), MatchNotFound())
            else:
                stream.send_news(news)
        if news is not None:
            self._version = news.version
            if news.is_complete:
                self._sent = news.state
            else:
                self.wake()

    async def _load(self, devices: set[UUID], after: int) -> tuple[News | None, frozenset[UUID]]:
        """Return the news of the match and its members; no news if no device is a member.

        The journal is read after the match and only up to its version. Its lines never change, so
        the two fit together without a transaction.
        """
        # Read as any one of the followers, because every member sees the same match.
        for device_id in devices:
            state = await self._store.load(self._match_id, Command(device_id))
            if state is not None:
                after = min(after, state.version)
                last_version = min(state.version, after + self._page)
                followed = await self._store.follow_match(self._match_id, after, last_version)
                return News(state, followed.noted, last_version, self._sent), followed.members
        return None, frozenset()
