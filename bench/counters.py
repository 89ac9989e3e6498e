"""Counters: the processor time of a server's processes, by what they are for, from their clocks.

What a machine does besides moves this figure least.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

_CLOCK: Final = 2
"""Which clock of a process counts the nanoseconds that it ran, in the kernel's numbering."""
_PROVING: Final = b"pitchkeeper.workers.questions"


class Spent(Struct, frozen=True):
    """Milliseconds of processor time."""

    api: float
    postgres: float
    proving: float

    def since(self, before: "Spent", requests: int) -> "Spent":
        """What each of so many requests took since then."""
        return Spent(
            (self.api - before.api) / requests,
            (self.postgres - before.postgres) / requests,
            (self.proving - before.proving) / requests,
        )


class Processes(Struct, frozen=True):
    """The processes of a server, of which none ends while it is measured."""

    launcher: int
    postmaster: int | None = None

    def spent(self) -> Spent:
        """What they have taken since they began."""
        serving = descendants(self.launcher)
        proving = {each for each in serving if _PROVING in _arguments(each)}
        database = descendants(self.postmaster) if self.postmaster else ()
        return Spent(_taken(serving - proving), _taken(database), _taken(proving))


def of_server(launcher: int, state: Path) -> Processes:
    """The processes of a server with its own PostgreSQL."""
    told = (state / "postgres" / "data" / "postmaster.pid").read_text()
    return Processes(launcher, int(told.split()[0]))


def descendants(process: int) -> set[int]:
    """A process and all that it began, and what those began."""
    found, new = {process}, {process}
    while new:
        parents = {each: _parent(each) for each in _all()}
        new = {each for each, parent in parents.items() if parent in found} - found
        found |= new
    return found


def _all() -> Iterable[int]:
    return (int(path.name) for path in Path("/proc").glob("[0-9]*"))


def _parent(process: int) -> int:
    with suppress(OSError):
        status = Path(f"/proc/{process}/stat").read_text()
        # The name of a process may have brackets and blanks in it.
        return int(status.rpartition(")")[2].split()[1])
    return 0


def _arguments(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ")
    return b""


def _taken(processes: Iterable[int]) -> float:
    total = 0.0
    for process in processes:
        with suppress(OSError):
            total += time.clock_gettime_ns(~process << 3 | _CLOCK) / 1e6
    return total
