"""Sentences as a code and typed arguments, without their words; and the refusals that have one.

    _TWICE = Message("finding.card_twice_in_pile", card=CARD, side=SIDE)
    ...
    message = _TWICE(card="KS", side=deal.side(0))

The server has the words: a catalogue for each language has a pattern for every code.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Struct

from pitch import name_caches
from pitch.types import Code, Fact, Integer, Text


class ArgumentKind(StrEnum):
    """The kind of an argument of a sentence, which decides its words.

    An `arrangement` is a way to form sides, "cutthroat"; a `value` is a kind of JSON, "text".
    A `fact` is how a pile, a trick or a point was entered, "tied".
    An `entrant` is a team or a player of a league.
    A `choice` has no words: it selects between the forms of a sentence.
    `all_of` and `any_of` are lists, "Ann and Bob" and "two, three or four"; a `range` has two ends.
    `money` has a number in minor units and its currency as text; the number of a `percent` is in
    hundredths. A `date` is 2026-03-31, and a `time` 19:05, or 19:05:30.
    """

    COUNT = "count"
    CHANGE = "change"
    SCORE = "score"
    CARD = "card"
    RANK = "rank"
    SUIT = "suit"
    BID = "bid"
    POINT = "point"
    MONEY = "money"
    PERCENT = "percent"
    PLAYER = "player"
    ENTRANT = "entrant"
    SIDE = "side"
    TYPED = "typed"
    ARRANGEMENT = "arrangement"
    VALUE = "value"
    DATE = "date"
    TIME = "time"
    FACT = "fact"
    CHOICE = "choice"
    ALL_OF = "all_of"
    ANY_OF = "any_of"
    RANGE = "range"


COUNT, CHANGE, SCORE = ArgumentKind.COUNT, ArgumentKind.CHANGE, ArgumentKind.SCORE
CARD, RANK, SUIT = ArgumentKind.CARD, ArgumentKind.RANK, ArgumentKind.SUIT
BID, POINT, CHOICE = ArgumentKind.BID, ArgumentKind.POINT, ArgumentKind.CHOICE
MONEY, PERCENT = ArgumentKind.MONEY, ArgumentKind.PERCENT
PLAYER, ENTRANT, SIDE = ArgumentKind.PLAYER, ArgumentKind.ENTRANT, ArgumentKind.SIDE
FACT = ArgumentKind.FACT
TYPED, ARRANGEMENT, VALUE = ArgumentKind.TYPED, ArgumentKind.ARRANGEMENT, ArgumentKind.VALUE
DATE, TIME = ArgumentKind.DATE, ArgumentKind.TIME

NUMBERS: Final = frozenset({COUNT, CHANGE, SCORE, PERCENT})
"""The kinds that have only a `number`."""
NAMED: Final = frozenset({PLAYER, ENTRANT, SIDE})
"""The kinds that only a table or a league can name."""


class Argument(Fact, frozen=True, cache_hash=True):
    """An argument of a sentence: a number, a card, a player, or several of these.

    Fields that its kind does not need are absent.
    """

    kind: ArgumentKind
    """The kind of the argument, which decides the other fields and the words."""
    number: Integer | None = None
    """The number; of a player the seat, of a side its index, both from 0; of a team its number."""
    text: Text = ""
    """The code of a card, rank, suit, bid, point, choice or currency; any other text as it is."""
    items: tuple["Argument", ...] = ()
    """The players or teams of a side, the elements of a list, or the two ends of a range."""


class Several(Struct, frozen=True):
    """A parameter that takes a list of one kind."""

    list_kind: ArgumentKind
    item_kind: ArgumentKind

    def __str__(self) -> str:
        return f"{self.list_kind} {self.item_kind}"


Parameter: TypeAlias = ArgumentKind | Several
Arguments: TypeAlias = tuple[tuple[str, Argument], ...]


class Sentence:
    """The code of a message and its arguments; equal if both are."""

    # Not a struct, so that msgspec calls its hook for each sentence: the store's hook encodes code
    # and arguments, and the hook for answers adds the words of a language.
    __slots__ = ("_arguments", "_unconverted", "code")

    def __init__(
        self,
        code: str,
        arguments: Arguments = (),
        unconverted: "tuple[Message, Mapping[str, Any]] | None" = None,
    ) -> None:
        """Take arguments, or a message and the values that it was called with."""
        self.code = code
        self._arguments = arguments
        self._unconverted = unconverted

    @property
    def arguments(self) -> Arguments:
        """The arguments by name, in the order of names."""
        # Most sentences of a judged hand are never shown, so values are converted on first use.
        unconverted = self._unconverted
        if unconverted is not None:
            message, values = unconverted
            self._arguments = message.to_arguments(values)
            self._unconverted = None
        return self._arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Sentence({self.code!r}, {dict(self.arguments)})"

    def __reduce__(self) -> tuple[type["Sentence"], tuple[str, Arguments]]:
        return Sentence, self._key()

    def _key(self) -> tuple[str, Arguments]:
        return self.code, self.arguments


Sentences: TypeAlias = tuple[Sentence, ...]


class Message:
    """A code with the kind of each argument by name.

    Calling it with the arguments returns a `Sentence`: `MESSAGE(card="KS", side=deal.side(0))`.
    """

    def __init__(self, code: Code, **parameters: Parameter) -> None:
        if code in MESSAGES:
            raise ValueError(f"Two messages have the code {code}.")
        self.code = code
        # Sorted, because jsonb returns the fields of an object in its own order.
        self._ordered = sorted(parameters.items())
        self._lists = [name for name, kind in self._ordered if isinstance(kind, Several)]
        self.parameters = parameters
        self._names = parameters.keys()
        MESSAGES[code] = self

    def __call__(self, **values: Any) -> Sentence:
        if values.keys() != self._names:
            raise TypeError(f"{self.code} takes {', '.join(self.parameters) or 'nothing'}.")
        for name in self._lists:
            if not isinstance(values[name], Argument):
                values[name] = tuple(values[name])
        return Sentence(self.code, (), (self, values))

    def to_arguments(self, values: Mapping[str, Any]) -> Arguments:
        """Return values as arguments of their kinds, in the order of names."""
        return tuple([(name, _argument(kind, values[name])) for name, kind in self._ordered])


MESSAGES: Final[dict[str, Message]] = {}
"""All messages by code; each module adds its own when it is imported."""


def all_of(kind: ArgumentKind) -> Several:
    """Return a parameter that takes several things together: `Ann and Bob`."""
    return Several(ArgumentKind.ALL_OF, kind)


def any_of(kind: ArgumentKind) -> Several:
    """Return a parameter that takes alternatives: `two, three or four`."""
    return Several(ArgumentKind.ANY_OF, kind)


def player(seat: int, name: str = "") -> Argument:
    """Return the player of a seat, from 0; without a name the words are those of the seat."""
    return Argument(kind=PLAYER, number=seat, text=name)


def entrant(number: int, name: str) -> Argument:
    """Return a team or a player of a league, by its number there."""
    return Argument(kind=ENTRANT, number=number, text=name)


def side(number: int, players: Iterable[Argument]) -> Argument:
    """Return a side, counted from 0, with its players, or in a league with its entrants."""
    return Argument(kind=SIDE, number=number, items=tuple(players))


def range_argument(kind: ArgumentKind, first: Any, last: Any) -> Argument:
    """Return a range by its ends: `30 to 62`."""
    return Argument(kind=ArgumentKind.RANGE, items=(_argument(kind, first), _argument(kind, last)))


def list_argument(kind: Parameter, values: Iterable[Any]) -> Argument:
    """Return several things, or none, for a parameter of one: `nothing`, `Ann and Bob`."""
    items = tuple(_argument(kind, value) for value in values)
    return Argument(kind=ArgumentKind.ALL_OF, items=items)


AS_WRITTEN: Final = Message("as_written", text=TYPED)
"""A text that was stored before sentences had codes, shown as it is."""


def as_sentences(text: str | Sentences) -> Sentences:
    """Return sentences as they are, and a text without codes as one sentence."""
    return (AS_WRITTEN(text=text),) if isinstance(text, str) else text


def encode_sentence(sentence: object) -> dict[str, Any]:
    """Return a sentence as JSON for the store: the hook of msgspec for encoding."""
    if not isinstance(sentence, Sentence):
        raise NotImplementedError(f"not a sentence: {type(sentence)}")
    return {"code": sentence.code, "args": dict(sentence.arguments)}


def decode_sentence(kind: type, stored: Any) -> Sentence:
    """Return a stored sentence, formerly a text: the hook of msgspec for decoding."""
    if kind is not Sentence:
        raise NotImplementedError(f"not a sentence: {kind}")
    if isinstance(stored, str):
        return AS_WRITTEN(text=stored)
    arguments = msgspec.convert(stored["args"], dict[str, Argument])
    return Sentence(stored["code"], tuple(sorted(arguments.items())))


def _argument(parameter: Parameter, value: Any) -> Argument:
    """Return a value as an argument of its kind; players, sides and ranges are arguments."""
    if isinstance(value, Argument):
        return value
    if isinstance(parameter, Several):
        items = tuple(_argument(parameter.item_kind, item) for item in value)
        return Argument(kind=parameter.list_kind, items=items)
    return _plain_argument(parameter, value)


@name_caches.register_cache
@lru_cache(maxsize=4096)
def _plain_argument(parameter: ArgumentKind, value: Any) -> Argument:
    if parameter in NAMED:
        raise TypeError(f"A {parameter} is named by its table or league.")
    if parameter in NUMBERS:
        return Argument(kind=parameter, number=value)
    if parameter is MONEY:
        minor, currency = value
        return Argument(kind=MONEY, number=minor, text=currency)
    return Argument(kind=parameter, text=str(value))


_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


class Refusal(Exception):
    """The request is not allowed.

    `class CardTwice(Refusal)` has the code `card_twice` and the message `problem.card_twice`;
    with `has_message=False` it is raised with a message of its own, such as one with arguments.
    """

    code: ClassVar[str] = "refused"
    """The stable code: the name of the class."""
    default_message: ClassVar[Message | None] = None
    """The message of a refusal that is raised without one."""
    hint: str = ""
    """Advice for the author of a client, in English; players never see it."""

    def __init_subclass__(cls, *, has_message: bool = True) -> None:
        cls.code = _CAPITAL.sub("_", cls.__name__).lower()
        cls.default_message = Message(f"problem.{cls.code}") if has_message else None

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


_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
)


def in_words(number: int) -> str:
    """Return a small number in words, as in `six`; from 14 on in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def join_alternatives(words: Iterable[str]) -> str:
    """Return alternatives joined by commas and a last "or": `pass, three or four`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def join_partners(names: Iterable[str]) -> str:
    """Return the names of partners joined by "&", so that "and" can join two sides."""
    return " & ".join(names)
