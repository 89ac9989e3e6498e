"""Tokens: a text cut into words, strings and brackets, each with its position."""

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from pitch import shapes
from pitch.messages import TYPED, Message, Refusal, Sentence

_BRACKET: Final = Message("notation.bracket", bracket=TYPED, found=TYPED)
_ENDED: Final = Message("notation.ended")
_UNCLOSED: Final = Message("notation.unclosed")

# Matching holds the GIL, which blocks the event loop, so long blanks are matched in pieces and
# strings by runs of characters.
_TOKEN: Final = re.compile(
    r"""(?P<blank>(?:[\s,\ufeff]|;[^\n]*){1,8192}+)
    |(?P<string>"(?:[^"\\\n]++|(?:\\["\\])++)*+"|\u201c[^\u201d\n]*+\u201d)
    |(?P<bracket>[\[\]])
    |(?P<word>[^\s,;"\u201c\u201d\[\]]+)""",
    re.VERBOSE,
)
MAX_WORDS: Final = 1_000
"""The most words or clauses that are taken for one list; no list of a match may have as many."""

_Value = TypeVar("_Value", bound=Struct)
Reader = Callable[[str], str | None]
"""A function that returns the value of a word, or None if it cannot be one."""
Expectation = Callable[..., Sentence]
"""A message with `found`, the text at a position where something else is expected."""


class Position(Struct, frozen=True):
    """A line and a column of a text, both from 1."""

    line: int
    column: int


class NotationError(Refusal, has_message=False):
    """The text cannot be read: something else was expected at this place."""

    def __init__(self, position: Position, message: Sentence) -> None:
        super().__init__(message, hint=f"Line {position.line}, column {position.column}.")
        self.position = position


class Token(Struct, frozen=True):
    """A word, a string without its quotes, or a bracket."""

    kind: str
    text: str
    position: Position


class Tokens:
    """The tokens of a text from first to last, and the positions of the values read from them."""

    def __init__(self, text: str, line: int = 1) -> None:
        """`line` is the line of a file on which the text begins."""
        # Cut as it is read, so that an error at the beginning is reported at once.
        self._rest = _cut(text, line)
        self._next = next(self._rest, None)
        self._base = ""
        self._end = Position(line + text.count("\n"), len(text) - text.rfind("\n"))
        self.positions: dict[str, Position] = {}

    @property
    def position(self) -> Position:
        """The position of the next token."""
        return self._next.position if self._next else self._end

    @property
    def has_more(self) -> bool:
        """True if any token is left."""
        return self._next is not None

    @property
    def word(self) -> str:
        """The next word in lower case; empty if no word comes next."""
        return self._text("word").lower()

    def skip(self) -> None:
        """Go on behind the next token."""
        self._next = next(self._rest, None)

    def take_if(self, *words: str) -> bool:
        """Take the next token if it is one of some words, and return whether it was."""
        is_next = self._is_next("word") and self.word in words
        if is_next:
            self.skip()
        return is_next

    def has_string(self) -> bool:
        """Return whether a string comes next."""
        return self._is_next("string")

    def take_string(self, expected: Expectation) -> str:
        """Take a string, or raise NotationError."""
        if not self.has_string():
            raise self.unexpected(expected)
        text = self._text("string")
        self.skip()
        return text

    def take_bracket(self, bracket: str) -> None:
        """Take a bracket, or raise NotationError."""
        if not self.is_bracket(bracket):
            raise self.unexpected(partial(_BRACKET, bracket=bracket))
        self.skip()

    def is_bracket(self, bracket: str) -> bool:
        """Return whether a bracket comes next."""
        return self._text("bracket") == bracket

    def take_word(self, read: Reader, expected: Expectation) -> str:
        """Take a word that can be read as a value and return that, or raise NotationError."""
        value = read(self._text("word")) if self._is_next("word") else None
        if value is None:
            raise self.unexpected(expected)
        self.skip()
        return value

    def take_words(self, read: Reader) -> tuple[str, ...]:
        """Take the next words that can be read as values, at most MAX_WORDS, and return those."""
        values: list[str] = []
        while self._is_next("word") and (value := read(self._text("word"))) is not None:
            if len(values) == MAX_WORDS:
                break
            values.append(value)
            self.skip()
        return tuple(values)

    def unexpected(self, expected: Expectation) -> NotationError:
        """Return the error that the next token is not what was expected."""
        if self._next is None:
            return NotationError(self.position, _ENDED())
        return NotationError(self.position, expected(found=shapes.abbreviate(self._next.text)))

    def validate(self, value: _Value) -> _Value:
        """Return a value that was read, or raise NotationError if a part is out of its bounds."""
        # Made plain and converted again, so that a text has the same bounds as JSON.
        plain = msgspec.to_builtins(value)
        try:
            return msgspec.convert(shapes.normalize(plain, type(value)), type(value))
        except shapes.Misshapen as misshapen:
            raise self.error_at(misshapen.pointer, misshapen.message) from None
        except msgspec.ValidationError as invalid:
            message, pointer = shapes.locate(str(invalid))
            raise self.error_at(pointer, message) from None

    def mark(self, pointer: str, position: Position | None = None) -> None:
        """Store the position of a value to which a refusal may point."""
        pointer, position = self._base + pointer, position or self.position
        # A container without a position begins here at the latest, so that every refusal has one.
        while pointer not in self.positions:
            self.positions[pointer] = position
            pointer = pointer.rpartition("/")[0]

    def error_at(self, pointer: str, message: Sentence) -> NotationError:
        """Return an error at the position of a value, or of its smallest container."""
        position = nearest_position(self.positions, self._base + pointer)
        return NotationError(position or self._end, message)

    @contextmanager
    def within(self, pointer: str) -> Iterator[None]:
        """Read values inside a container, so that their pointers begin with its pointer."""
        before, self._base = self._base, self._base + pointer
        self.mark("")
        yield
        self._base = before

    def _is_next(self, kind: str) -> bool:
        return self._next is not None and self._next.kind == kind

    def _text(self, kind: str) -> str:
        """Return the text of the next token; empty if it is of another kind."""
        return self._next.text if self._next and self._next.kind == kind else ""


def choice(words: Collection[str]) -> Reader:
    """Return a reader of some words, in any case."""
    choices = frozenset(words)
    return lambda word: word.lower() if word.lower() in choices else None


def has_tokens(text: str) -> bool:
    """Return whether a text has anything but blanks and comments."""
    try:
        return next(_cut(text, 1), None) is not None
    except NotationError:
        return True


def nearest_position(positions: dict[str, Position], pointer: str) -> Position | None:
    """Return the position of the value at a pointer, or of its smallest container."""
    while pointer and pointer not in positions:
        pointer = pointer.rpartition("/")[0]
    return positions.get(pointer)


def quote(text: str) -> str:
    """Return a text as a string of the notation."""
    escaped_text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped_text}"'


def _unquote(escaped_text: str) -> str:
    return "\\".join(part.replace('\\"', '"') for part in escaped_text.split("\\\\"))


def join_words(*words: object) -> str:
    """Return words with blanks between them."""
    return " ".join(map(str, words))


def _cut(text: str, line: int) -> Iterator[Token]:
    """Yield the tokens of a text, each with its line and column."""
    index = line_start = 0
    while index < len(text):
        # One pass from token to token, so that the time is linear in any text.
        match = _TOKEN.match(text, index)
        position = Position(line, index - line_start + 1)
        if match is None:
            raise NotationError(position, _UNCLOSED())
        kind, token = match.lastgroup or "", match[0]
        if kind == "string":
            token = _unquote(token[1:-1]) if token[0] == '"' else token[1:-1]
        if kind != "blank":
            yield Token(kind, token, position)
        breaks = match[0].count("\n")
        if breaks:
            line += breaks
            # Columns count from the last line break, also one inside a blank.
            line_start = index + match[0].rindex("\n") + 1
        index = match.end()
