"""What the rules refuse, each with a stable code and the place it is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from pitch.messages import Message, Sentence


class Refusal(Exception):
    """The request is not allowed."""

    code: ClassVar[str] = "refused"
    usual: ClassVar[Message | None] = None
    """What is said of it where nothing more is known."""
    hint: str = ""
    """What helps who wrote the client, in English; never said to a player."""

    def __init__(
        self, message: Sentence | None = None, *, pointer: str = "", hint: str = ""
    ) -> None:
        """`message` is for players; `pointer` is an RFC 6901 JSON Pointer, or ""."""
        self.message = message or self._usually_said()
        self.pointer = pointer
        self.hint = hint or self.hint
        super().__init__(self.message)

    def _usually_said(self) -> Sentence:
        if self.usual is None:
            raise TypeError(f"Say with a sentence why it is {self.code}.")
        return self.usual()


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
