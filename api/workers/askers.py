"""Askers: from which address the request comes that is worked on, so that addresses take turns."""

from contextvars import ContextVar
from typing import Final

_address: Final = ContextVar("address", default="")


def note(address: str) -> None:
    """Say from which address this request comes."""
    _address.set(address)


def address() -> str:
    """The address that is asking; empty for what the server does of itself."""
    return _address.get()
