"""Orphans: a worker ends when the process that started it is gone, even by kill -9."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

_SECONDS: Final = 0.25


@asynccontextmanager
async def watched() -> AsyncIterator[None]:
    """While this lasts, end this process soon after its parent has ended."""
    parent = os.getppid()

    async def watch() -> None:
        while os.getppid() == parent:  # noqa: ASYNC110
            await asyncio.sleep(_SECONDS)
        os._exit(1)

    task = asyncio.create_task(watch())
    try:
        yield
    finally:
        task.cancel()
