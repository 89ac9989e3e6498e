"""Askers: from which address and device a request comes, so that they share what takes long."""

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass
class Asker:
    """The address that a request comes from, and its device once that is recognised."""

    address: str = ""
    """Empty for what the server does of itself."""
    device: str = ""
    """Empty for a request without a device."""
    _work: "set[asyncio.Future[Any]]" = field(default_factory=set, compare=False, repr=False)

    def note_work(self, work: "asyncio.Future[Any]") -> None:
        """Note work that goes on when the request is given up."""
        # Timers of connections keep a request's context for minutes: no result stays in it.
        self._work.add(work)
        work.add_done_callback(self._work.discard)

    @property
    def unfinished(self) -> "list[asyncio.Future[Any]]":
        """The work of the request that still goes on."""
        return [work for work in self._work if not work.done()]


# A value that is changed in place: a dependency of a handler has a copy of the context.
_asker: Final[ContextVar[Asker]] = ContextVar("asker")


def note(address: str) -> None:
    """Say from which address this request comes."""
    _asker.set(Asker(address))


def note_device(device: str) -> None:
    """Say which device sends this request."""
    current().device = device


def address() -> str:
    """Return the address that is asking; empty for what the server does of itself."""
    return current().address


def current() -> Asker:
    """Return who is asking."""
    return _asker.get(Asker())
