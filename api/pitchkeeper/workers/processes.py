"""Processes beside the server: each answers one question at a time and is replaced if it ends."""

import asyncio
import os
import pickle  # nosec B403
import socket
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final, NamedTuple

from pitchkeeper.workers.questions import LENGTH_BYTES, NUMBER_BYTES

_PROGRAM: Final = "pitchkeeper.workers.questions"
_LOW_NICENESS: Final = 5
"""The niceness of previews and public questions: a quarter of a processor that others want too."""
_PUBLIC: Final = 2
"""Processes for public questions: one address occupies one, the other serves everybody else."""


class ProcessStopped(Exception):
    """The process ended before it answered, or was killed because it took too long."""


class Fork:
    """A process that answers questions, and the connection to it."""

    def __init__(
        self,
        commands: socket.socket,
        process_id: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._commands = commands
        self._process_id = process_id
        self._reader = reader
        self._writer = writer

    @property
    def has_ended(self) -> bool:
        """Return whether the process is gone or killed; its connection is closed then."""
        if self._reader.at_eof():
            self._writer.close()
        return self._writer.is_closing()

    async def ask(
        self, question: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> tuple[Any, Exception | None, float]:
        """Return the answer of the process, or its exception, and the processor time it took."""
        self._writer.write(pickle.dumps((question, arguments)))
        await self._writer.drain()
        length = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES))
        # Only our own program has the other end of the socket.
        answer = await self._reader.readexactly(length)
        value, failure, seconds = pickle.loads(answer)  # noqa: S301  # nosec B301
        return value, failure, seconds

    def kill(self) -> None:
        """Kill the process; who waits for its answer gets EOFError or OSError."""
        with suppress(OSError):  # without the fork server it ends once it has answered
            self._commands.send(self._process_id.to_bytes(NUMBER_BYTES))
        self._writer.close()


class ForkServer:
    """A process with filled caches, whose forks share what it has imported and computed.

    A process that started by itself would need 0.15 s of processor and 35 MB each time.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._commands: socket.socket | None = None
        self._program: asyncio.subprocess.Process | None = None

    async def fork(self, niceness: int) -> Fork:
        """Return a new process once it can begin to work."""
        ours, theirs = socket.socketpair()
        with theirs:
            reader, writer = await asyncio.open_unix_connection(sock=ours)
            try:
                async with self._lock:
                    commands = await self._ensure_started()
                socket.send_fds(commands, [niceness.to_bytes(NUMBER_BYTES)], [theirs.fileno()])
                theirs.close()
                process_id = int.from_bytes(await reader.readexactly(NUMBER_BYTES))
            except BaseException:
                writer.close()
                raise
        return Fork(commands, process_id, reader, writer)

    async def close(self) -> None:
        """End the process and all its forks."""
        if self._commands is not None:
            self._commands.close()
        if self._program is not None:
            await self._program.wait()

    async def _ensure_started(self) -> socket.socket:
        if self._commands is None or self._program is None or self._program.returncode is not None:
            await self.close()
            self._commands, theirs = socket.socketpair()
            self._commands.setblocking(False)
            with theirs:
                self._program = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", _PROGRAM),
                    stdin=theirs.fileno(),
                    stdout=DEVNULL,
                    stderr=DEVNULL,
                    env={"PYTHONPATH": os.pathsep.join(sys.path)},
                )
        return self._commands


class Process:
    """A process that is started before it is needed, and again when it has ended.

    The timeout of a question counts from when the process begins to work on it, so neither the
    start nor earlier questions shorten it.
    """

    def __init__(self, server: ForkServer, niceness: int = 0) -> None:
        self._server = server
        self._niceness = niceness
        self._lock = asyncio.Lock()
        self._start: asyncio.Task[Fork] | None = None
        self._is_closed = False
        self.seconds = 0.0
        """Processor time that all answers have taken so far."""

    async def ensure_started(self) -> Fork:
        """Return the running process; start one if there is none."""
        if self._is_closed:
            raise ProcessStopped
        start = self._start
        if start is None or _has_ended(start):
            start = self._begin()
        return await asyncio.shield(start)

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
                    answer, failure, seconds = await process.ask(question, arguments)
            except (TimeoutError, OSError, EOFError) as error:
                process.kill()
                if not self._is_closed:
                    self._begin()
                raise ProcessStopped from error
            except asyncio.CancelledError:
                # Its late answer would be taken for the answer to the next question.
                process.kill()
                raise
            self.seconds += seconds
        if failure is not None:
            raise failure
        return answer

    async def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        if self._start is not None:
            # A start that is cancelled would leave a process that nobody knows.
            with suppress(OSError, EOFError):
                (await self._start).kill()

    def _begin(self) -> "asyncio.Task[Fork]":
        self._start = asyncio.create_task(self._server.fork(self._niceness))
        return self._start


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
    server = ForkServer()
    public = tuple(Process(server, _LOW_NICENESS) for _ in range(_PUBLIC))
    processes = Processes(Process(server), Process(server, _LOW_NICENESS), public)
    try:
        yield processes
    finally:
        for process in processes.all():
            await process.close()
        await server.close()


def _has_ended(start: "asyncio.Task[Fork]") -> bool:
    if not start.done():
        return False
    return start.exception() is not None or start.result().has_ended
