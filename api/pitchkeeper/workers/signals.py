"""Signals: hear that the server is told to stop, beside the server itself."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def heard(act: Callable[[], None]) -> Iterator[None]:
    """While this lasts, act when a signal to stop arrives, then let others do so.

    A server waits for open streams before it ends the lifespan, so whoever ends them has to hear
    the signal itself. An event loop learns of signals through a file, not through the handler
    that Python knows, so that one can be chained.
    """
    loop = asyncio.get_running_loop()
    chained = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        handler = signal.getsignal(number)
        if callable(handler):
            chained[number] = handler

    def hear(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(act)
        chained[signal.Signals(number)](number, frame)

    for number in chained:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in chained.items():
            signal.signal(number, handler)
