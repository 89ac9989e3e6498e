"""What the rules refuse, each with a stable code and the place it is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from domain import messages
from domain.messages import Message, Sentence


class Refusal(Exception):
    """The request is not allowed."""

    code: ClassVar[str] = "refused"
    usual: ClassVar[Message | None] = None
    """What is said of it where nothing more is known."""
    hint: str = ""
    """What helps who wrote the client, in English; never said to a player."""

    def __init__(
        self, message: Sentence | str | None = None, *, pointer: str = "", hint: str = ""
    ) -> None:
        """`message` is for players; `pointer` is an RFC 6901 JSON Pointer, or ""."""
        self.message = self._said(message)
        self.pointer = pointer
        self.hint = hint or self.hint
        super().__init__(self.message)

    def _said(self, message: Sentence | str | None) -> Sentence:
        if isinstance(message, Sentence):
            return message
        if message is None and self.usual is not None:
            return self.usual()
        (written,) = messages.written(message or (type(self).__doc__ or "").strip())
        return written


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
