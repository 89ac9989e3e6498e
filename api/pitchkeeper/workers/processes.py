"""Processes beside the server: each answers one question after the other, and is replaced."""

import asyncio
import os
import pickle  # nosec B403
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final, NamedTuple

from pitchkeeper.workers.questions import READY, SIZE

_PROGRAM: Final = "pitchkeeper.workers.questions"
_STEPPING_BACK: Final = 5
"""The niceness of previews and of what anybody may ask for: a quarter of a processor that others
want as well."""
_PUBLIC: Final = 2
"""Processes for that: while one address has one of them at work, the other serves the others."""


class ProcessStopped(Exception):
    """The process ended before it had answered, or was stopped because it took too long."""


class Process:
    """A process that is started before it is needed, and again when it has ended.

    A question has the time that it is given from when the process begins to work on it: neither
    starting nor what came before is on its clock.
    """

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._turn = asyncio.Lock()
        self._started: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._is_closed = False
        self.seconds = 0.0
        """Processor time that all answers have taken so far."""

    async def ready(self) -> asyncio.subprocess.Process:
        """The running process; started now if there is none."""
        if self._is_closed:
            raise ProcessStopped
        if self._started is None or _has_ended(self._started):
            self._started = asyncio.create_task(_start(self._niceness))
        return await asyncio.shield(self._started)

    async def answer(
        self, question: Callable[..., Any], arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        """What a function comes to; ProcessStopped when that takes longer, or ends the process."""
        async with self._turn:
            try:
                running = await self.ready()
            except (OSError, EOFError) as failed:
                raise ProcessStopped from failed
            try:
                async with asyncio.timeout(seconds):
                    answer, raised, seconds = await _ask(running, question, arguments)
            except (TimeoutError, OSError, EOFError) as failed:
                await _end(running)
                if not self._is_closed:
                    self._started = asyncio.create_task(_start(self._niceness))
                raise ProcessStopped from failed
            except asyncio.CancelledError:
                # Its answer would be taken for the next one's.
                await _end(running)
                raise
            self.seconds += seconds
        if raised is not None:
            raise raised
        return answer

    async def close(self) -> None:
        """End the process, for good."""
        self._is_closed = True
        if self._started is not None:
            # To break off a start would hang: asyncio then waits for pipes that it has not made.
            with suppress(OSError, EOFError):
                await _end(await self._started)


class Processes(NamedTuple):
    """The processes of a server; recordings wait neither for previews nor for what anybody asks."""

    matches: Process
    previews: Process
    public: tuple[Process, ...]

    def all(self) -> tuple[Process, ...]:
        """Each of them."""
        return (self.matches, self.previews, *self.public)


Starting = Callable[[], AbstractAsyncContextManager[Processes]]
"""Lends processes for as long as a server runs."""


@asynccontextmanager
async def running() -> AsyncIterator[Processes]:
    """The processes of a server, until the block is left."""
    public = tuple(Process(_STEPPING_BACK) for _ in range(_PUBLIC))
    made = Processes(Process(), Process(_STEPPING_BACK), public)
    try:
        yield made
    finally:
        for process in made.all():
            await process.close()


def _has_ended(started: "asyncio.Task[asyncio.subprocess.Process]") -> bool:
    if not started.done():
        return False
    return started.exception() is not None or started.result().returncode is not None


async def _start(niceness: int) -> asyncio.subprocess.Process:
    """A process that has loaded and made what it needs."""
    begun = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", _PROGRAM, str(niceness)),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        await _output(begun).readexactly(len(READY))
    except BaseException:
        await _end(begun)
        raise
    return begun


async def _ask(
    running: asyncio.subprocess.Process, question: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[Any, Exception | None, float]:
    """The answer of a process, or what it raised, and the processor time that took."""
    asked = pickle.dumps((question, arguments))
    if running.stdin is None:
        raise EOFError
    running.stdin.write(asked)
    await running.stdin.drain()
    told = _output(running)
    size = int.from_bytes(await told.readexactly(SIZE))
    # The other end of the pipe is a program of ours.
    answer, raised, seconds = pickle.loads(await told.readexactly(size))  # noqa: S301  # nosec B301
    return answer, raised, seconds


def _output(running: asyncio.subprocess.Process) -> asyncio.StreamReader:
    if running.stdout is None:
        raise EOFError
    return running.stdout


async def _end(running: asyncio.subprocess.Process) -> None:
    """Kill a process, and wait until it is gone."""
    with suppress(ProcessLookupError):
        running.kill()
    if running.stdin is not None:
        running.stdin.close()
    await running.wait()
