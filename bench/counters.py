"""Counters: the processor time of a server's processes, by what they are for, from their clocks.

What a machine does besides moves this figure least.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from tests.support.servers import family

_CLOCK: Final = 2
"""The kernel's number of the clock that counts a process's processor time."""
_PROVING: Final = b"pitchkeeper.workers.questions"


class Spent(Struct, frozen=True):
    """Milliseconds of processor time."""

    api: float
    postgres: float
    proving: float

    def since(self, before: "Spent", requests: int) -> "Spent":
        """Return the cost of each request since an earlier reading."""
        return Spent(
            (self.api - before.api) / requests,
            (self.postgres - before.postgres) / requests,
            (self.proving - before.proving) / requests,
        )


class Processes(Struct, frozen=True):
    """The processes of a server; none may end during a measurement."""

    launcher: int
    postmaster: int | None = None

    def spent(self) -> Spent:
        """Return the processor time since the processes began."""
        serving = set(family(self.launcher))
        proving = {process for process in serving if _PROVING in _arguments(process)}
        database = family(self.postmaster) if self.postmaster else ()
        return Spent(
            _processor_time(serving - proving), _processor_time(database), _processor_time(proving)
        )


def _arguments(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ")
    return b""


def _processor_time(processes: Iterable[int]) -> float:
    total = 0.0
    for process in processes:
        with suppress(OSError):
            total += time.clock_gettime_ns(~process << 3 | _CLOCK) / 1e6
    return total
