"""Streams of archives: lines of a request body, and a response produced while they arrive."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

from pitch.messages import Refusal
from pitchkeeper.documents.archives.records import LONGEST, MOST_LINES
from pitchkeeper.rest.limits.timeouts import BodyTooSlow

_PATIENCE: Final = 30.0
"""The most seconds of waiting that a client can save up."""
_SLOWEST: Final = 4 * 1024
"""Bytes that earn a second of waiting: fewer than any phone online sends in one."""


class LineTooLong(Refusal):
    """A line of an archive has at most 16 MiB."""


class TooManyLines(Refusal):
    """A request has at most 10,000 lines of an archive; send the rest in another request."""


async def split_lines(
    chunks: AsyncIterator[bytes],
) -> AsyncIterator[bytes | LineTooLong | TooManyLines]:
    """Yield the lines of a body, a refusal for each that is too long, and one for too many lines.

    After too many lines the rest is read and dropped, because many clients read no response before
    they have sent everything.
    """
    start, is_too_long, number = bytearray(), False, 0
    arriving = _with_timeout(chunks)
    async for chunk in arriving:
        *ends, rest = chunk.split(b"\n")
        for part in ends:
            start += part
            number += 1
            if number > MOST_LINES:
                yield TooManyLines()
                await _discard(arriving)
                return
            yield LineTooLong() if is_too_long or len(start) > LONGEST else bytes(start)
            start, is_too_long = bytearray(), False
        start += rest
        # Drop a line that is too long, or it could fill the memory.
        if len(start) > LONGEST:
            start, is_too_long = bytearray(), True
    if start or is_too_long:
        too_many = TooManyLines() if number == MOST_LINES else None
        yield too_many or (LineTooLong() if is_too_long else bytes(start))


async def _discard(arriving: AsyncIterator[bytes]) -> None:
    with suppress(BodyTooSlow):
        async for _ in arriving:
            pass


async def _with_timeout(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield chunks. Raises BodyTooSlow for a client that would hold its slot forever.

    The time for waiting shrinks only while a chunk is awaited, and grows with every byte, up to
    its initial value.
    """
    loop, patience = asyncio.get_running_loop(), _PATIENCE
    while True:
        start = loop.time()
        try:
            async with asyncio.timeout(patience):
                chunk = await anext(chunks)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise BodyTooSlow from None
        patience = max(0.0, patience - (loop.time() - start)) + len(chunk) / _SLOWEST
        patience = min(_PATIENCE, patience)
        yield chunk


class EagerStream:
    """Pieces of a response, produced whether or not the client reads them.

    Many clients read nothing before they have sent everything, so waiting for them would deadlock.
    """

    def __init__(self, pieces: AsyncIterator[bytes], on_end: Callable[[], None]) -> None:
        """`on_end` is called after the last piece, even if none is ever read."""
        self._pieces = pieces
        self._on_end = on_end
        self._queue: asyncio.Queue[bytes | Exception | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._produce())

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the pieces as they are produced."""
        try:
            while (piece := await self._queue.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self._task.cancel()

    async def _produce(self) -> None:
        try:
            async for piece in self._pieces:
                self._queue.put_nowait(piece)
            self._queue.put_nowait(None)
        except Exception as error:
            self._queue.put_nowait(error)
        finally:
            self._on_end()
