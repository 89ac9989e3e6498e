"""Refusals by the rules, each with a stable code and a pointer to the value at fault."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from pitch.messages import Message, Sentence


class Refusal(Exception):
    """The request is not allowed."""

    code: ClassVar[str] = "refused"
    default_message: ClassVar[Message | None] = None
    """The message of a refusal that is raised without one."""
    hint: str = ""
    """Advice for the author of a client, in English; players never see it."""

    def __init__(
        self, message: Sentence | None = None, *, pointer: str = "", hint: str = ""
    ) -> None:
        """`message` is for players; `pointer` is an RFC 6901 JSON Pointer, or ""."""
        if message is None:
            if self.default_message is None:
                raise TypeError(f"{self.code} needs a message.")
            message = self.default_message()
        self.message = message
        self.pointer = pointer
        self.hint = hint or self.hint
        super().__init__(message)


@contextmanager
def prefix_pointer(pointer: str) -> Iterator[None]:
    """Put the pointer to a larger value before the pointer of a refusal inside it."""
    try:
        yield
    except Refusal as refusal:
        refusal.pointer = pointer + refusal.pointer
        raise


@contextmanager
def point_to(pointer: str) -> Iterator[None]:
    """Let refusals of what follows from a value point to that value."""
    try:
        yield
    except Refusal as refusal:
        refusal.pointer = pointer
        raise
