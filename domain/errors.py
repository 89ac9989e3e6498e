"""What the rules refuse, each with a stable code and the place it is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar


class Refusal(Exception):
    """The request is not allowed."""

    code: ClassVar[str] = "refused"

    def __init__(self, detail: str | None = None, *, pointer: str = "") -> None:
        """`detail` is one sentence for people; `pointer` is an RFC 6901 JSON Pointer, or ""."""
        self.detail = detail or (type(self).__doc__ or "").strip()
        self.pointer = pointer
        super().__init__(self.detail)


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Refusals of a value that stands at a place in a larger one point to it there."""
    try:
        yield
    except Refusal as refusal:
        refusal.pointer = place + refusal.pointer
        raise


@contextmanager
def at(place: str) -> Iterator[None]:
    """Refusals of what follows from a value point to the value."""
    try:
        yield
    except Refusal as refusal:
        refusal.pointer = place
        raise
