"""Shapes: what a value has to look like, said in words; and what people write, read as that."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from pitch import calls
from pitch.calls import Call
from pitch.cards import Suit
from pitch.messages import BID, CHOICE, COUNT, TYPED, VALUE, Message, Sentence, any_of

_NO_CARD = Message("body.no_card", written=TYPED, examples=TYPED)
_NO_RANK = Message("body.no_rank", written=TYPED, ranks=TYPED)
_NO_OFF_RANK = Message("body.no_off_rank", written=TYPED, ranks=TYPED)
_NO_RULESET = Message("body.no_ruleset", written=TYPED, example=TYPED)
_NO_CLAUSE = Message("body.no_clause", written=TYPED, example=TYPED)
_NO_MOMENT = Message("body.no_moment", written=TYPED, example=TYPED)
_NO_CURRENCY = Message("body.no_currency", written=TYPED, example=TYPED)
_NO_CLOCK = Message("body.no_clock", written=TYPED, example=TYPED)
_NAME = Message("body.name")
_REASON = Message("body.reason")
_TEXT = Message("body.text")
_CODE = Message("body.code")
_HASH = Message("body.hash")
_NO_TICKET = Message("body.no_ticket")
_SAID_OF: Final[dict[str, Callable[[str], Sentence]]] = {
    "card": lambda written: _NO_CARD(written=written, examples="9H, AS"),
    "rank": lambda written: _NO_RANK(written=written, ranks="2-9, T, J, Q, K, A"),
    "off_rank": lambda written: _NO_OFF_RANK(written=written, ranks="A, K, J, 9, 5, 3"),
    "ruleset": lambda written: _NO_RULESET(written=written, example="mb-lounge"),
    "clause": lambda written: _NO_CLAUSE(written=written, example="mb-lounge/score.high"),
    "moment": lambda written: _NO_MOMENT(written=written, example="2026-03-02T18:30:00Z"),
    "currency": lambda written: _NO_CURRENCY(written=written, example="USD"),
    "clock": lambda written: _NO_CLOCK(written=written, example="22:30"),
    "name": lambda _: _NAME(),
    "reason": lambda _: _REASON(),
    "text": lambda _: _TEXT(),
    "code": lambda _: _CODE(),
    "hash": lambda _: _HASH(),
    "path": lambda _: _NO_TICKET(),
}
"""What is said of a text that is none of its kind, by the `error` that its type names."""
_NO_BID = Message("body.no_bid", written=TYPED, bids=any_of(BID))
_NO_SUIT = Message("body.no_suit", written=TYPED, suits=any_of(TYPED))
_NOT_AMONG = Message("body.not_among", written=TYPED, choices=any_of(TYPED))
_NO_CHOICE = Message("body.no_choice", written=TYPED)
_NEEDED = Message("body.needed", wanted=any_of(VALUE))
_NOT_THIS = Message("body.not_this", wanted=any_of(VALUE), got=VALUE)
_BOUND = Message("body.bound", bound=CHOICE, number=TYPED)
_TEXT_LENGTH = Message("body.text_length", bound=CHOICE, number=COUNT)
_LIST_LENGTH = Message("body.list_length", bound=CHOICE, number=COUNT)
_LIST_BETWEEN = Message("body.list_between", least=COUNT, most=COUNT)
_MISSING = Message("body.missing", field=TYPED)
_UNKNOWN = Message("body.unknown_field", field=TYPED)
_TOO_BIG = Message("body.too_big")
_UNFIT = Message("body.unfit")


class Misshapen(Exception):
    """Something cannot stand at a place."""

    def __init__(self, message: Sentence, pointer: str) -> None:
        """`message` says why, `pointer` is an RFC 6901 JSON Pointer to the place."""
        super().__init__(message)
        self.message = message
        self.pointer = pointer


Readers = Mapping[type, Callable[[dict[str, Any]], dict[str, Any]]]
"""By struct: what makes JSON of an earlier contract into JSON of this one."""
AS_SENT: Final[Readers] = {}


def normalize(value: Any, kind: object, earlier: Readers = AS_SENT) -> Any:
    """Return JSON for a type, with its cards, calls and suits as the contract spells them.

    Raises Misshapen where a text or a choice is none that may stand at its place, and for a list
    that is too long before it looks into it. Visits only what the type knows, each value once; of
    raw JSON the rest is never built either. Raises msgspec.ValidationError for a raw number
    that is out of range.
    """
    return _spelled(value, _shape(kind), "", earlier)


@cache
def _shape(kind: object) -> inspect.Type:
    return inspect.type_info(kind)


def _spelled(value: Any, shape: inspect.Type, pointer: str, earlier: Readers) -> Any:
    """Return JSON with its texts and choices spelled, as deep as the type goes."""
    read: Any = _parse_level(value)
    match shape, read:
        case inspect.Metadata(), str() if shape.extra:
            read = _text(read, shape, pointer)
        case inspect.Metadata(), _:
            read = _spelled(read, shape.type, pointer, earlier)
        case inspect.UnionType(), _:
            part = _part(read, shape)
            read = read if part is None else _spelled(read, part, pointer, earlier)
        case inspect.StructType(), dict():
            read = _object(read, shape, pointer, earlier)
        case ((inspect.ListType() | inspect.VarTupleType()), list()):
            read = _list(read, shape, pointer, earlier)
        # JSON has one kind of number: 3.0 is as good an integer as 3.
        case inspect.IntType(), float() if read.is_integer():
            read = int(read)
        case inspect.EnumType(), float() if read.is_integer():
            read = _choice(int(read), shape, pointer)
        # In Python a bool is an int as well, but it is no choice.
        case inspect.EnumType(), str() | int() if not isinstance(read, bool):
            read = _choice(read, shape, pointer)
    return read


def _parse_level(value: Any) -> Any:
    """Return raw JSON as a value; what stands in a long list or object stays raw."""
    if type(value) is not msgspec.Raw:
        return value
    sent = memoryview(value)
    long = _LEVELS.get(bytes(sent[:1])) if len(sent) > _SHORT else None
    return (_VALUE if long is None else long).decode(sent)


def _float(written: str) -> float:
    # msgspec itself takes 8 microseconds for 1e308, and Python a tenth of one.
    number = float(written)
    if number in _INFINITE:
        raise msgspec.ValidationError("Number out of range")
    return number


_INFINITE: Final = (float("inf"), float("-inf"))
_VALUE: Final = msgspec.json.Decoder(float_hook=_float)
_LEVELS: Final[Mapping[bytes, msgspec.json.Decoder[Any]]] = {
    b"{": msgspec.json.Decoder(dict[str, msgspec.Raw]),
    b"[": msgspec.json.Decoder(list[msgspec.Raw]),
}
_SHORT: Final = 8 * 1024
"""Bytes that are decoded at once: a usual hand has a tenth of it."""


def _list(
    value: list[Any],
    shape: inspect.ListType | inspect.VarTupleType,
    pointer: str,
    earlier: Readers,
) -> list[Any]:
    most = shape.max_length
    if most is not None and len(value) > most:
        raise Misshapen(_LIST_LENGTH(bound="most", number=most), pointer)
    kind = shape.item_type
    return [_spelled(item, kind, f"{pointer}/{i}", earlier) for i, item in enumerate(value)]


def _text(value: str, shape: inspect.Metadata, pointer: str) -> str:
    extra, plain = shape.extra or {}, shape.type
    read: Callable[[str], str | None] = extra.get("parse", lambda text: text)
    written = read(value)
    pattern = plain.pattern if isinstance(plain, inspect.StrType) else None
    if written is None or (pattern and not re.search(pattern, written)):
        raise Misshapen(_SAID_OF[extra["error"]](abbreviate(value)), pointer)
    return written


def _part(value: Any, shape: inspect.UnionType) -> inspect.Type | None:
    """Return the part of a union that a value is meant for, if there is one."""
    holders = _HOLDS.get(type(value), ())
    for part in shape.types:
        plain = part.type if isinstance(part, inspect.Metadata) else part
        # Of a union the tag says which is meant; without one the first that can hold the value is.
        if type(plain) in holders and _has_tag(value, plain):
            return part
    return None


def _has_tag(value: Any, shape: inspect.Type) -> bool:
    """Return whether a value has the tag of a shape, if that has one."""
    if not isinstance(shape, inspect.StructType) or shape.tag_field is None:
        return True
    return bool(_parse_level(value.get(shape.tag_field)) == shape.tag)


_HOLDS: Final[dict[type, tuple[type, ...]]] = {
    dict: (inspect.StructType,),
    list: (inspect.ListType, inspect.VarTupleType),
    str: (inspect.StrType, inspect.EnumType),
    int: (inspect.EnumType,),
    float: (inspect.IntType, inspect.EnumType),
}


def _object(
    value: dict[str, Any], shape: inspect.StructType, pointer: str, earlier: Readers
) -> dict[str, Any]:
    fields = value
    if shape.cls in earlier:
        fields = earlier[shape.cls]({name: _parse_level(field) for name, field in value.items()})
    read = dict(fields)
    for field in shape.fields:
        name = field.encode_name
        if name in fields:
            place = f"{pointer}/{escape_step(name)}"
            read[name] = _spelled(fields[name], field.type, place, earlier)
    return read


def _choice(value: str | int, shape: inspect.EnumType, pointer: str) -> Any:
    try:
        return shape.cls(str(value)).value
    except ValueError:
        raise Misshapen(_no_such(shape.cls, abbreviate(value)), pointer) from None


def _no_such(kind: type[Enum], value: str) -> Sentence:
    """That a choice is none, and what there is to choose from."""
    if kind is Call:
        return _NO_BID(written=value, bids=calls.alternatives(Call))
    choices = [str(each.value) for each in kind]
    if kind is Suit:
        return _NO_SUIT(written=value, suits=choices)
    return _NOT_AMONG(written=value, choices=choices)


_LONGEST: Final = 40


def abbreviate(value: object) -> str:
    """What was written, as much of it as fits into a sentence."""
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"


def explain_bound(number: int, widest: int) -> Sentence:
    """Return what to say of a number that is further from zero than any may be."""
    if number > 0:
        return _BOUND(bound="most", number=str(widest))
    return _BOUND(bound="least", number=str(-widest))


def escape_step(name: str) -> str:
    """A name as a step of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def locate(message: str) -> tuple[Sentence, str]:
    """What a decoder found wrong, and where: `$.piles[0].side` is /piles/0/side."""
    place = _PLACE.search(message)
    what, path = (message[: place.start()], place["path"]) if place else (message, "")
    pointer = "".join(f"/{step['name'] or step['index']}" for step in _STEP.finditer(path))
    field = _FIELD.match(what)
    return explain(what), pointer if field is None else f"{pointer}/{escape_step(field['name'])}"


def explain(message: str) -> Sentence:
    """What a decoder says of a value that does not fit, as people are told of it."""
    for pattern, tell in _SAYINGS:
        found = pattern.match(message)
        if found is not None:
            return tell(*found.groups())
    return _UNFIT()


# msgspec tells the place in its sentence, and nowhere else.
_PLACE: Final = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP: Final = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")
_FIELD: Final = re.compile(r"^Object [a-z ]+ field `(?P<name>.*)`$", re.DOTALL)
VALUES: Final = (
    *("datetime", "uuid", "date", "time", "int", "float"),
    *("str", "bool", "array", "object", "null", "other"),
)
"""The kinds of values that a decoder tells apart, and any other."""
_BOUNDS: Final = {">=": "least", "<=": "most", ">": "more", "<": "less"}


def _kinds(named: str) -> list[str]:
    return [kind if kind in VALUES else "other" for kind in named.lower().split(" | ")]


def _mismatch(wanted: str, got: str) -> Sentence:
    return _NOT_THIS(wanted=_kinds(wanted), got=_kinds(got)[0])


def _belongs(wanted: str) -> Sentence:
    return _NEEDED(wanted=_kinds(wanted))


def _bound(_: str, bound: str, number: str) -> Sentence:
    return _BOUND(bound=_BOUNDS[bound], number=number)


def _sized(kind: str, bound: str | None, number: str) -> Sentence:
    length = _TEXT_LENGTH if kind == "str" else _LIST_LENGTH
    return length(bound=_BOUNDS.get(bound or "", "exactly"), number=int(number))


def _sized_between(least: str, most: str) -> Sentence:
    return _LIST_BETWEEN(least=int(least), most=int(most))


_LENGTH: Final = r"^Expected `(str|array|object|bytes)` of (?:at least )?length (>=|<=|==)? ?(\d+)"
_SAYINGS: Final[Iterable[tuple[re.Pattern[str], Callable[..., Sentence]]]] = tuple(
    (re.compile(pattern, re.DOTALL), tell)
    for pattern, tell in (
        (r"^Expected `array` of length (\d+) to (\d+), got \d+$", _sized_between),
        (_LENGTH, _sized),
        (r"^Expected `([^`]*)` (>=|<=|>|<) (-?[\d.]+)$", _bound),
        (r"^Expected `str` matching regex", _UNFIT),
        (r"^Expected `([^`]*)`, got `([^`]*)`$", _mismatch),
        (r"^Expected `([^`]*)`", _belongs),
        (r"^Object missing required field `(.*)`$", lambda name: _MISSING(field=name)),
        (r"^Object contains unknown field `(.*)`$", lambda name: _UNKNOWN(field=abbreviate(name))),
        (r"^Invalid (?:enum )?value (.*)$", lambda value: _NO_CHOICE(written=abbreviate(value))),
        (r"^Invalid (UUID)$", _belongs),
        (r"^Invalid RFC3339 encoded (datetime|date|time)", _belongs),
        (r"^Integer value out of range$", _TOO_BIG),
    )
)  # fmt: skip
"""What msgspec says, and what is said instead."""
