"""Threads: what takes seconds of one match or league, in few of its own.

The pool that Python shares has few threads too, and who finds connections that hold too many
must not wait for somebody's paper.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, TypeVar, TypeVarTuple

from pitchkeeper.workers import askers

MOST: Final = 4
"""More would not be faster: they share the processors with the requests."""
# Unlike a thread of anyio's, one of an executor is not awaited by a request that gave up.
_POOL: Final = ThreadPoolExecutor(MOST, thread_name_prefix="slow")
T = TypeVar("T")
Args = TypeVarTuple("Args")


async def run_unless(is_short: bool, work: Callable[[*Args], T], *args: *Args) -> T:
    """As `run`, but what is short is done at once: to hand it over would cost as much."""
    if not is_short:
        return await run(work, *args)
    # Many in a row are long again, and others have their turn between them.
    await asyncio.sleep(0)
    return work(*args)


async def run(work: Callable[[*Args], T], *args: *Args) -> T:
    """What some slow work comes to, while others are served.

    Work that has begun goes on when the request is given up, and is noted with its asker.
    """
    # An executor's thread has a context of its own, and the language of a request is in its.
    begun: Future[T] = _POOL.submit(partial(copy_context().run, work, *args))
    result = asyncio.wrap_future(begun)
    askers.current().note_work(result)
    try:
        return await asyncio.shield(result)
    except asyncio.CancelledError:
        begun.cancel()  # does nothing unless it still waits for a thread
        raise
