"""Lines: the bytes of an archive as they arrive, cut into its lines."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from api.documents.archives.records import LONGEST
from api.http.limits.arrivals import BodyTooSlow
from domain.errors import Refusal
from domain.messages import Message

_PATIENCE: Final = 30.0
"""Seconds in which the next bytes have to be there."""


class LineTooLong(Refusal):
    """A line of an archive has at most 16 MiB."""

    code = "line_too_long"
    usual = Message("problem.line_too_long")


async def cut(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes | LineTooLong]:
    """The lines, however they were cut on their way; of one that is too long only that it is."""
    begun, is_too_long = bytearray(), False
    async for chunk in _in_time(chunks):
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            begun += part
            yield LineTooLong() if is_too_long or len(begun) > LONGEST else bytes(begun)
            begun, is_too_long = bytearray(), False
        begun += rest
        # What is too long is not kept, or one line could fill the memory.
        if len(begun) > LONGEST:
            begun, is_too_long = bytearray(), True
    if begun or is_too_long:
        yield LineTooLong() if is_too_long else bytes(begun)


async def _in_time(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    while True:
        try:
            # Whoever holds a line back for ever would hold a turn for ever.
            async with asyncio.timeout(_PATIENCE):
                chunk = await anext(chunks)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise BodyTooSlow from None
        yield chunk
