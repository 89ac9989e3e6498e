"""Orphans: a worker ends when the process that started it is gone, even by kill -9."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

_SECONDS: Final = 0.25


LAUNCHER: Final = "PITCHKEEPER_LAUNCHER"
"""The variable that tells a worker which process started it, for it may be gone already."""


@asynccontextmanager
async def watched(environment: Mapping[str, str]) -> AsyncIterator[None]:
    """While this lasts, end this process soon after its launcher, if it has one, has ended."""
    task = asyncio.create_task(_watch(int(environment.get(LAUNCHER) or os.getppid())))
    try:
        yield
    finally:
        task.cancel()


async def _watch(launcher: int) -> None:
    while os.getppid() == launcher:  # noqa: ASYNC110
        await asyncio.sleep(_SECONDS)
    os._exit(1)
