"""Processes beside the server: each answers one question at a time and is replaced if it ends."""

import asyncio
import os
import pickle  # nosec B403
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final, NamedTuple

from pitchkeeper.workers.questions import LENGTH_BYTES, READY

_PROGRAM: Final = "pitchkeeper.workers.questions"
_LOW_NICENESS: Final = 5
"""The niceness of previews and public questions: a quarter of a processor that others want too."""
_PUBLIC: Final = 2
"""Processes for public questions: one address occupies one, the other serves everybody else."""


class ProcessStopped(Exception):
    """The process ended before it answered, or was killed because it took too long."""


class Process:
    """A process that is started before it is needed, and again when it has ended.

    The timeout of a question counts from when the process begins to work on it, so neither the
    start nor earlier questions shorten it.
    """

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._lock = asyncio.Lock()
        self._start: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._is_closed = False
        self.seconds = 0.0
        """Processor time that all answers have taken so far."""

    async def ensure_started(self) -> asyncio.subprocess.Process:
        """Return the running process; start one if there is none."""
        if self._is_closed:
            raise ProcessStopped
        if self._start is None or _has_ended(self._start):
            self._start = asyncio.create_task(_start(self._niceness))
        return await asyncio.shield(self._start)

    async def answer(
        self, question: Callable[..., Any], arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        """Return the result of a function. Raises ProcessStopped on a timeout or a crash."""
        async with self._lock:
            try:
                process = await self.ensure_started()
            except (OSError, EOFError) as error:
                raise ProcessStopped from error
            try:
                async with asyncio.timeout(seconds):
                    answer, failure, seconds = await _ask(process, question, arguments)
            except (TimeoutError, OSError, EOFError) as error:
                await _kill(process)
                if not self._is_closed:
                    self._start = asyncio.create_task(_start(self._niceness))
                raise ProcessStopped from error
            except asyncio.CancelledError:
                # Its late answer would be taken for the answer to the next question.
                await _kill(process)
                raise
            self.seconds += seconds
        if failure is not None:
            raise failure
        return answer

    async def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        if self._start is not None:
            # Cancelling a start would hang: asyncio then waits for pipes that it has not made.
            with suppress(OSError, EOFError):
                await _kill(await self._start)


class Processes(NamedTuple):
    """The processes of a server; recordings wait for neither previews nor public questions."""

    matches: Process
    previews: Process
    public: tuple[Process, ...]

    def all(self) -> tuple[Process, ...]:
        """Return every process."""
        return (self.matches, self.previews, *self.public)


ProcessFactory = Callable[[], AbstractAsyncContextManager[Processes]]
"""Yields processes for as long as a server runs."""


@asynccontextmanager
async def run_processes() -> AsyncIterator[Processes]:
    """Yield the processes of a server, and end them with the block."""
    public = tuple(Process(_LOW_NICENESS) for _ in range(_PUBLIC))
    processes = Processes(Process(), Process(_LOW_NICENESS), public)
    try:
        yield processes
    finally:
        for process in processes.all():
            await process.close()


def _has_ended(start: "asyncio.Task[asyncio.subprocess.Process]") -> bool:
    if not start.done():
        return False
    return start.exception() is not None or start.result().returncode is not None


async def _start(niceness: int) -> asyncio.subprocess.Process:
    """Start a process and return it once its caches are filled."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", _PROGRAM, str(niceness)),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        await _output(process).readexactly(len(READY))
    except BaseException:
        await _kill(process)
        raise
    return process


async def _ask(
    process: asyncio.subprocess.Process, question: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[Any, Exception | None, float]:
    """Return the answer of a process, or its exception, and the processor time it took."""
    message = pickle.dumps((question, arguments))
    if process.stdin is None:
        raise EOFError
    process.stdin.write(message)
    await process.stdin.drain()
    output = _output(process)
    length = int.from_bytes(await output.readexactly(LENGTH_BYTES))
    # Only our own program writes to the other end of the pipe.
    answer, failure, seconds = pickle.loads(await output.readexactly(length))  # noqa: S301  # nosec B301
    return answer, failure, seconds


def _output(process: asyncio.subprocess.Process) -> asyncio.StreamReader:
    if process.stdout is None:
        raise EOFError
    return process.stdout


async def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill a process and wait for its end."""
    with suppress(ProcessLookupError):
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()
