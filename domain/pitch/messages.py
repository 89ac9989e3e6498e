"""Everything that is said: sentences as a code and typed arguments, without their words.

    _TWICE = Message("finding.card_twice_in_pile", card=CARD, side=SIDE)
    ...
    message = _TWICE(card="KS", side=deal.side(0))

The words are the server's: a catalogue for each language has a pattern for every code.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from pitch import name_caches
from pitch.types import Code, Fact, Integer, Text


class ArgumentKind(StrEnum):
    """What an argument of a sentence is, and so how it is said.

    An `arrangement` is who plays with whom, "cutthroat"; a `value` is a kind of JSON, "text".
    A `fact` is how a pile, a trick or a point was entered, "tied".
    An `entrant` is a team or a player of a league.
    `choice` is never said: it is a word of ours by which a sentence chooses between its forms.
    `all_of` and `any_of` are lists, "Ann and Bob" and "two, three or four"; a `range` has two ends.
    Of `money` the number is in minor units and the text is the currency; of `percent` the number
    is in hundredths. A `date` is 2026-03-31, and a `time` 19:05 on the clock of the table.
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
"""The kinds of which `number` is all."""
NAMED: Final = frozenset({PLAYER, ENTRANT, SIDE})
"""The kinds that only a table or a league knows how to call."""


class Argument(Fact, frozen=True, cache_hash=True):
    """What a sentence is about: a number, a card, a player, or several of these.

    What a kind does not need is absent.
    """

    kind: ArgumentKind
    """Which of the other fields it has, and how it is said."""
    number: Integer | None = None
    """The number; of a player the seat, of a side its place, each from 0; of a team its own."""
    text: Text = ""
    """A card, rank, suit, bid, point, choice or currency by its code; the rest as it is."""
    items: tuple["Argument", ...] = ()
    """The players or teams of a side, what a list is of, or the two ends of a range."""


class Several(Struct, frozen=True):
    """A parameter that takes a list of one kind."""

    joined: ArgumentKind
    of: ArgumentKind

    def __str__(self) -> str:
        return f"{self.joined} {self.of}"


Parameter: TypeAlias = ArgumentKind | Several
Arguments: TypeAlias = tuple[tuple[str, Argument], ...]


class Sentence:
    """One thing that is said: which, and about what. Equal when it says the same."""

    # No struct: msgspec asks for its hook whenever a sentence leaves the domain, and that of an
    # answer adds the words of a language to what that of the store keeps.
    __slots__ = ("_arguments", "_unread", "code")

    def __init__(
        self,
        code: str,
        arguments: Arguments = (),
        unread: "tuple[Message, Mapping[str, Any]] | None" = None,
    ) -> None:
        """A sentence about its arguments, or about values as whoever says a message has them."""
        self.code = code
        self._arguments = arguments
        self._unread = unread

    @property
    def arguments(self) -> Arguments:
        """What it is about, by name and in the order of names."""
        # Most sentences of a judged hand are never shown, so they are read when somebody asks.
        unread = self._unread
        if unread is not None:
            message, values = unread
            self._arguments = message.read(values)
            self._unread = None
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
    """A sentence that can be said: its code, and the kind of each argument by its name.

    Called with the arguments it is a `Sentence`: `MESSAGE(card="KS", tricks=3, side=deal.side(0))`.
    """

    def __init__(self, code: Code, **parameters: Parameter) -> None:
        if code in MESSAGES:
            raise ValueError(f"Two messages have the code {code}.")
        self.code = code
        # In one order, for jsonb gives the fields of an object back in its own.
        self._ordered = sorted(parameters.items())
        self._lists = [name for name, kind in self._ordered if isinstance(kind, Several)]
        self.parameters = parameters
        self._names = parameters.keys()
        MESSAGES[code] = self

    def __call__(self, **values: Any) -> Sentence:
        if values.keys() != self._names:
            raise TypeError(f"{self.code} is about {', '.join(self.parameters) or 'nothing'}.")
        for name in self._lists:
            if not isinstance(values[name], Argument):
                values[name] = tuple(values[name])
        return Sentence(self.code, (), (self, values))

    def read(self, values: Mapping[str, Any]) -> Arguments:
        """Values as the arguments that they are."""
        return tuple([(name, _argument(kind, values[name])) for name, kind in self._ordered])


MESSAGES: Final[dict[str, Message]] = {}
"""Every sentence that can be said, by its code; each module adds its own when it is imported."""


def all_of(kind: ArgumentKind) -> Several:
    """A parameter that takes several things together: `Ann and Bob`."""
    return Several(ArgumentKind.ALL_OF, kind)


def any_of(kind: ArgumentKind) -> Several:
    """A parameter that takes alternatives: `two, three or four`."""
    return Several(ArgumentKind.ANY_OF, kind)


def player(seat: int, name: str = "") -> Argument:
    """The player of a seat, counted from 0; without a name one is said by the place."""
    return Argument(kind=PLAYER, number=seat, text=name)


def entrant(number: int, name: str) -> Argument:
    """A team or a player of a league, by its number there."""
    return Argument(kind=ENTRANT, number=number, text=name)


def side(place: int, players: Iterable[Argument]) -> Argument:
    """A side, counted from 0, by its players, or in a league by its entrants."""
    return Argument(kind=SIDE, number=place, items=tuple(players))


def range_argument(kind: ArgumentKind, first: Any, last: Any) -> Argument:
    """Everything from one thing to another: `30 to 62`."""
    return Argument(kind=ArgumentKind.RANGE, items=(_argument(kind, first), _argument(kind, last)))


def list_argument(kind: Parameter, values: Iterable[Any]) -> Argument:
    """Several things, or none, where a sentence usually takes one: `nothing`, `Ann and Bob`."""
    items = tuple(_argument(kind, value) for value in values)
    return Argument(kind=ArgumentKind.ALL_OF, items=items)


AS_WRITTEN: Final = Message("as_written", text=TYPED)
"""What was put into words before there were codes: it is said as it was."""


def as_sentences(said: str | Sentences) -> Sentences:
    """Sentences as they are, and a text that has no codes yet as one that says what is written."""
    return (AS_WRITTEN(text=said),) if isinstance(said, str) else said


def encode_sentence(sentence: object) -> dict[str, Any]:
    """A sentence as it is kept: the hook by which msgspec encodes what is no struct."""
    if not isinstance(sentence, Sentence):
        raise NotImplementedError(f"Only sentences are encoded so: {type(sentence)}")
    return {"code": sentence.code, "args": dict(sentence.arguments)}


def decode_sentence(kind: type, kept: Any) -> Sentence:
    """A sentence as it was kept: the hook by which msgspec decodes one; of old it was a text."""
    if kind is not Sentence:
        raise NotImplementedError(f"Only sentences are decoded so: {kind}")
    if isinstance(kept, str):
        return AS_WRITTEN(text=kept)
    arguments = msgspec.convert(kept["args"], dict[str, Argument])
    return Sentence(kept["code"], tuple(sorted(arguments.items())))


def _argument(parameter: Parameter, value: Any) -> Argument:
    """A value as an argument of its kind; who is at the table is one already, and so is a range."""
    if isinstance(value, Argument):
        return value
    if isinstance(parameter, Several):
        return Argument(
            kind=parameter.joined, items=tuple(_argument(parameter.of, each) for each in value)
        )
    return _plain(parameter, value)


@name_caches.register_cache
@lru_cache(maxsize=4096)
def _plain(parameter: ArgumentKind, value: Any) -> Argument:
    if parameter in NAMED:
        raise TypeError(f"A {parameter} is named by its table or league.")
    if parameter in NUMBERS:
        return Argument(kind=parameter, number=value)
    if parameter is MONEY:
        minor, currency = value
        return Argument(kind=MONEY, number=minor, text=currency)
    return Argument(kind=parameter, text=str(value))
