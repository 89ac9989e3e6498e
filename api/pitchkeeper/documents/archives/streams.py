"""Streams of archives: request bytes cut into lines, and an answer made while they arrive."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.documents.archives.records import LONGEST, MOST_LINES
from pitchkeeper.rest.limits.timeouts import BodyTooSlow

_PATIENCE: Final = 30.0
"""Seconds for which a file is awaited in all, however little of it comes."""
_SLOWEST: Final = 4 * 1024
"""Bytes that make up for a second: less than any phone sends that is online at all."""


class LineTooLong(Refusal):
    """A line of an archive has at most 16 MiB."""

    code = "line_too_long"
    default_message = Message("problem.line_too_long")


class TooManyLines(Refusal):
    """An archive is taken in with at most 10,000 lines; send the rest as a file of its own."""

    code = "too_many_lines"
    default_message = Message("problem.too_many_lines")


async def split_lines(
    chunks: AsyncIterator[bytes],
) -> AsyncIterator[bytes | LineTooLong | TooManyLines]:
    """Yield the lines, however they were cut on their way, and why there are no more of them.

    Of a line that is too long, only that it is. What follows too many lines is read as well: many
    clients take no answer before they have sent everything.
    """
    begun, is_too_long, number = bytearray(), False, 0
    arriving = _in_time(chunks)
    async for chunk in arriving:
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            begun += part
            number += 1
            if number > MOST_LINES:
                yield TooManyLines()
                await _pass_over(arriving)
                return
            yield LineTooLong() if is_too_long or len(begun) > LONGEST else bytes(begun)
            begun, is_too_long = bytearray(), False
        begun += rest
        # What is too long is not kept, or one line could fill the memory.
        if len(begun) > LONGEST:
            begun, is_too_long = bytearray(), True
    if begun or is_too_long:
        too_many = TooManyLines() if number == MOST_LINES else None
        yield too_many or (LineTooLong() if is_too_long else bytes(begun))


async def _pass_over(arriving: AsyncIterator[bytes]) -> None:
    with suppress(BodyTooSlow):
        async for _ in arriving:
            pass


async def _in_time(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The pieces, while they come; whoever drips one byte at a time would hold a turn for ever.

    What is left of the patience shrinks while a piece is awaited, not while one is worked on, and
    grows with every byte, but never beyond what it was at first.
    """
    loop, left = asyncio.get_running_loop(), _PATIENCE
    while True:
        began = loop.time()
        try:
            async with asyncio.timeout(left):
                chunk = await anext(chunks)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise BodyTooSlow from None
        left = min(_PATIENCE, max(0.0, left - (loop.time() - began)) + len(chunk) / _SLOWEST)
        yield chunk


class EagerStream:
    """Pieces of an answer, made whether or not the client reads them.

    Many clients read nothing before they have sent everything; waiting for them here would never
    end.
    """

    def __init__(self, pieces: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        """`ended` is called when there are no more, also if nobody ever asks for the first."""
        self._pieces = pieces
        self._ended = ended
        self._made: asyncio.Queue[bytes | Exception | None] = asyncio.Queue()
        self._making = asyncio.create_task(self._make())

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The pieces, as they are made."""
        try:
            while (piece := await self._made.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self._making.cancel()

    async def _make(self) -> None:
        try:
            async for piece in self._pieces:
                self._made.put_nowait(piece)
            self._made.put_nowait(None)
        except Exception as failed:
            self._made.put_nowait(failed)
        finally:
            self._ended()
