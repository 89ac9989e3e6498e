"""Tokens: a text cut into words, strings and brackets, each knowing where it stands."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from pitch import shapes
from pitch.errors import Refusal
from pitch.messages import TYPED, Message, Sentence

_BRACKET: Final = Message("notation.bracket", bracket=TYPED, found=TYPED)
_ENDED: Final = Message("notation.ended")
_UNCLOSED: Final = Message("notation.unclosed")

_TOKEN: Final = re.compile(
    r"""(?P<blank>(?:[\s,\ufeff]|;[^\n]*)++)
    |(?P<string>"(?:[^"\\\n]|\\["\\])*"|\u201c[^\u201d\n]*\u201d)
    |(?P<bracket>[\[\]])
    |(?P<word>[^\s,;"\u201c\u201d\[\]]+)""",
    re.VERBOSE,
)
_ESCAPED: Final = re.compile(r'\\(["\\])')

_Value = TypeVar("_Value", bound=Struct)
Expectation = Callable[..., Sentence]
"""Given as `found` what stands at a place: that something else belongs there."""


class Position(Struct, frozen=True):
    """A line and a column of a text, both from 1."""

    line: int
    column: int


class NotationError(Refusal):
    """The text cannot be read: something else was expected at this place."""

    code = "notation_error"

    def __init__(self, position: Position, wrong: Sentence) -> None:
        super().__init__(wrong, hint=f"Line {position.line}, column {position.column}.")
        self.position = position


class Token(Struct, frozen=True):
    """A word, a string without its quotes, or a bracket."""

    kind: str
    text: str
    position: Position


class Tokens:
    """The tokens of a text from first to last, and the positions of what was read from them."""

    def __init__(self, text: str, line: int = 1) -> None:
        """`line` is the line of a file on which the text begins."""
        # Cut as it is read, so that what is wrong at the beginning is refused at once.
        self._left = _cut(text, line)
        self._next = next(self._left, None)
        self._base = ""
        self._end = _position(text, len(text), line)
        self.positions: dict[str, Position] = {}

    @property
    def position(self) -> Position:
        """Where the next token stands."""
        return self._next.position if self._next else self._end

    @property
    def has_more(self) -> bool:
        """Whether anything is left."""
        return self._next is not None

    @property
    def word(self) -> str:
        """The next word in lower case; empty if no word comes next."""
        return self._text("word").lower()

    def skip(self) -> None:
        """Go on behind the next token."""
        self._next = next(self._left, None)

    def takes(self, *words: str) -> bool:
        """Whether one of some words comes next; if so it is taken."""
        is_next = self._is_next("word") and self.word in words
        if is_next:
            self.skip()
        return is_next

    def has_string(self) -> bool:
        """Whether a string comes next."""
        return self._is_next("string")

    def string(self, expected: Expectation) -> str:
        """The next token as a string, which it has to be."""
        if not self.has_string():
            raise self.wrong(expected)
        taken = self._text("string")
        self.skip()
        return taken

    def bracket(self, bracket: str) -> None:
        """Take a bracket, which has to come next."""
        if not self.opens(bracket):
            raise self.wrong(partial(_BRACKET, bracket=bracket))
        self.skip()

    def opens(self, bracket: str) -> bool:
        """Whether a bracket comes next."""
        return self._text("bracket") == bracket

    def one(self, read: Callable[[str], str | None], expected: Expectation) -> str:
        """The next word as something, which it has to be."""
        found = read(self._text("word")) if self._is_next("word") else None
        if found is None:
            raise self.wrong(expected)
        self.skip()
        return found

    def many(self, read: Callable[[str], str | None]) -> tuple[str, ...]:
        """All the next words that can be read as something."""
        found = []
        while self._is_next("word"):
            value = read(self._text("word"))
            if value is None:
                break
            found.append(value)
            self.skip()
        return tuple(found)

    def wrong(self, expected: Expectation) -> NotationError:
        """That something else was expected than what comes next."""
        if self._next is None:
            return NotationError(self.position, _ENDED())
        return NotationError(self.position, expected(found=shapes.abbreviate(self._next.text)))

    def checked(self, value: _Value) -> _Value:
        """A value that was read, if everything in it is within its bounds."""
        # Made plain and read again: so a text is held to just the bounds that JSON is.
        plain = msgspec.to_builtins(value)
        try:
            return msgspec.convert(shapes.normalize(plain, type(value)), type(value))
        except shapes.Misshapen as misshapen:
            raise self.refused(misshapen.pointer, misshapen.message) from None
        except msgspec.ValidationError as invalid:
            said, pointer = shapes.locate(str(invalid))
            raise self.refused(pointer, said) from None

    def mark(self, pointer: str, position: Position | None = None) -> None:
        """Remember where something was read that a refusal may point to.

        What holds it, if that was not told, begins there too.
        """
        pointer, position = self._base + pointer, position or self.position
        # What holds it begins there at the latest, so every refusal finds some position.
        while pointer not in self.positions:
            self.positions[pointer] = position
            pointer = pointer.rpartition("/")[0]

    def refused(self, pointer: str, wrong: Sentence) -> NotationError:
        """That something is wrong which was read, where it or what holds it was read."""
        return NotationError(
            nearest_position(self.positions, self._base + pointer) or self._end, wrong
        )

    @contextmanager
    def inside(self, pointer: str) -> Iterator[None]:
        """What is read meanwhile lies within something."""
        before, self._base = self._base, self._base + pointer
        self.mark("")
        yield
        self._base = before

    def _is_next(self, kind: str) -> bool:
        return self._next is not None and self._next.kind == kind

    def _text(self, kind: str) -> str:
        """What the next token says; nothing if it is of another kind."""
        return self._next.text if self._next and self._next.kind == kind else ""


def has_tokens(text: str) -> bool:
    """Whether a text has anything but blanks and comments."""
    try:
        return next(_cut(text, 1), None) is not None
    except NotationError:
        return True


def nearest_position(positions: dict[str, Position], pointer: str) -> Position | None:
    """Where that stands to which a pointer leads, or the smallest thing that holds it."""
    while pointer and pointer not in positions:
        pointer = pointer.rpartition("/")[0]
    return positions.get(pointer)


def quote(text: str) -> str:
    """A text as a string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _cut(text: str, line: int) -> Iterator[Token]:
    """The tokens of a text, each with its line and column."""
    at = 0
    start = 0
    while at < len(text):
        # One pass from token to token, so that the time is linear in the text whatever stands in
        # it.
        found = _TOKEN.match(text, at)
        if found is None:
            position = Position(line, at - start + 1)
            raise NotationError(position, _UNCLOSED())
        kind, said = found.lastgroup or "", found[0]
        if kind == "string":
            inner = said[1:-1]
            said = _ESCAPED.sub(r"\1", inner) if found[0].startswith('"') else inner
        if kind != "blank":
            yield Token(kind, said, Position(line, at - start + 1))
        breaks = found[0].count("\n")
        if breaks:
            line += breaks
            # Columns count from the last line break, also one inside a blank.
            start = found.start() + found[0].rindex("\n") + 1
        at = found.end()


def _position(text: str, at: int, line: int) -> Position:
    return Position(line + text.count("\n", 0, at), at - text.rfind("\n", 0, at))


def join_words(items: Sequence[object]) -> str:
    """Some words one after the other."""
    return " ".join(map(str, items))
