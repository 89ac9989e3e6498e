"""Threads: a small pool for work that takes seconds.

Python's shared pool also checks the connections of addresses with too many, which must not wait
for somebody's PDF.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, TypeVar, TypeVarTuple

from pitchkeeper.workers import clients

MAX_THREADS: Final = 4
"""More would not be faster: they share the processors with the requests."""
# Unlike a thread of anyio's, one of an executor does not keep a cancelled request waiting.
_POOL: Final = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="slow")
T = TypeVar("T")
Args = TypeVarTuple("Args")


async def run_unless(is_short: bool, work: Callable[[*Args], T], *args: *Args) -> T:
    """Return the result of work, run in a thread unless that would cost as much as the work."""
    if not is_short:
        return await run(work, *args)
    # A long row of short work would block the event loop, so let others run in between.
    await asyncio.sleep(0)
    return work(*args)


async def run(work: Callable[[*Args], T], *args: *Args) -> T:
    """Return the result of slow work, run in a thread.

    Work that has begun continues when the request is cancelled, and counts as its client's.
    """
    # A thread has a context of its own, and the language of the request is in ours.
    job: Future[T] = _POOL.submit(partial(copy_context().run, work, *args))
    result = asyncio.wrap_future(job)
    clients.current().track_work(result)
    try:
        return await asyncio.shield(result)
    except asyncio.CancelledError:
        job.cancel()  # has no effect once it runs
        raise
