"""Clients: the address and device of the current request, for fair shares of slow work."""

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass
class Client:
    """The address of a request, and its device once that is recognised."""

    address: str = ""
    """Empty for work of the server itself."""
    device: str = ""
    """Empty for a request without a device."""
    _work: "set[asyncio.Future[Any]]" = field(default_factory=set, compare=False, repr=False)

    def track_work(self, work: "asyncio.Future[Any]") -> None:
        """Add work that continues when the request is cancelled."""
        # Timers of connections hold a request's context for minutes, so drop finished results.
        self._work.add(work)
        work.add_done_callback(self._work.discard)

    @property
    def pending_work(self) -> "list[asyncio.Future[Any]]":
        """The work of the request that still goes on."""
        return [work for work in self._work if not work.done()]


# Mutable: the dependencies of a handler run in a copy of the context.
_client: Final[ContextVar[Client]] = ContextVar("client")


def set_address(address: str) -> None:
    """Begin a request from an address."""
    _client.set(Client(address))


def set_device(device: str) -> None:
    """Set the device of the current request."""
    current().device = device


def current() -> Client:
    """Return the client of the current request."""
    return _client.get(Client())
