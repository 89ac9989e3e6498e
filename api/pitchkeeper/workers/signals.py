"""Signals: react to a stop signal in addition to the server's own handler."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_stop(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` on SIGINT or SIGTERM, before the handlers that were there, until the block ends.

    A server waits for open streams before it ends the lifespan, so the code that closes streams
    needs the signal itself. An event loop reads signals from a file, not through Python's handler,
    so that handler is free to be chained.
    """
    loop = asyncio.get_running_loop()
    chained = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        handler = signal.getsignal(number)
        if callable(handler):
            chained[number] = handler

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(act)
        chained[signal.Signals(number)](number, frame)

    for number in chained:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in chained.items():
            signal.signal(number, handler)
