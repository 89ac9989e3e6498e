"""Orphans: end a worker when the process that started it is gone, even by kill -9."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

LAUNCHER: Final = "PITCHKEEPER_LAUNCHER"
"""The variable with the launcher's process id, because the launcher may be gone already."""
_SECONDS: Final = 0.25


@asynccontextmanager
async def exit_with_launcher(environment: Mapping[str, str]) -> AsyncIterator[None]:
    """Exit this process soon after its launcher, if it has one, ends during the block."""
    task = asyncio.create_task(_watch(int(environment.get(LAUNCHER) or os.getppid())))
    try:
        yield
    finally:
        task.cancel()


async def _watch(launcher: int) -> None:
    while os.getppid() == launcher:  # noqa: ASYNC110
        await asyncio.sleep(_SECONDS)
    os._exit(1)
