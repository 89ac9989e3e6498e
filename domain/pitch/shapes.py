"""Shapes: JSON normalized for a type, and sentences for values that do not have its shape."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
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
_ERRORS: Final[dict[str, Callable[[str], Sentence]]] = {
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
"""The sentence for a text that does not match, by the `error` that its type names."""
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
    """A value does not have the shape of its type."""

    def __init__(self, message: Sentence, pointer: str) -> None:
        """`message` says why, `pointer` is an RFC 6901 JSON Pointer to the value."""
        super().__init__(message)
        self.message = message
        self.pointer = pointer


Upgrades = Mapping[type, Callable[[dict[str, Any]], dict[str, Any]]]
"""Functions that turn JSON of an earlier contract into JSON of this one, by struct."""
NO_UPGRADES: Final[Upgrades] = {}


def normalize(value: Any, kind: object, upgrades: Upgrades = NO_UPGRADES) -> Any:
    """Return JSON for a type, with its cards, calls and suits as the contract spells them.

    Raises Misshapen for a text or a choice that its type does not allow, and for a list that is too
    long, before its items are read; msgspec.ValidationError for a raw number out of range. Visits
    only fields of the type, each value once, and never builds the other fields of raw JSON.
    """
    return _normalize(value, _shape(kind), "", upgrades)


@cache
def _shape(kind: object) -> inspect.Type:
    return inspect.type_info(kind)


def _normalize(value: Any, shape: inspect.Type, pointer: str, upgrades: Upgrades) -> Any:
    """Return JSON with its texts and choices normalized, as deep as the type goes."""
    parsed = result = _parse_level(value)
    match shape, parsed:
        case inspect.Metadata(), str() if shape.extra:
            result = _text(parsed, shape, pointer)
        case inspect.Metadata(), _:
            result = _normalize(parsed, shape.type, pointer, upgrades)
        case inspect.UnionType(), _:
            part = _part(parsed, shape)
            result = parsed if part is None else _normalize(parsed, part, pointer, upgrades)
        case inspect.StructType(), dict():
            result = _object(parsed, shape, pointer, upgrades)
        case ((inspect.ListType() | inspect.VarTupleType()), list()):
            result = _list(parsed, shape, pointer, upgrades)
        # JSON has one kind of number: 3.0 is as good an integer as 3.
        case inspect.IntType(), float() if parsed.is_integer():
            result = int(parsed)
        case inspect.EnumType(), float() if parsed.is_integer():
            result = _choice(int(parsed), shape, pointer)
        # In Python a bool is an int too, but never a choice.
        case inspect.EnumType(), str() | int() if not isinstance(parsed, bool):
            result = _choice(parsed, shape, pointer)
    return result


def _parse_level(value: Any) -> Any:
    """Return raw JSON as a value; the parts of a long list or object stay raw."""
    if type(value) is not msgspec.Raw:
        return value
    sent = memoryview(value)
    long = _LEVELS.get(bytes(sent[:1])) if len(sent) > _SHORT else None
    return (_VALUE if long is None else long).decode(sent)


def _float(text: str) -> float:
    # msgspec itself takes 8 microseconds for 1e308, and Python a tenth of one.
    number = float(text)
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
"""The length in bytes up to which JSON is decoded at once; a usual hand has a tenth of it."""


def _list(
    value: list[Any],
    shape: inspect.ListType | inspect.VarTupleType,
    pointer: str,
    upgrades: Upgrades,
) -> list[Any]:
    most = shape.max_length
    if most is not None and len(value) > most:
        raise Misshapen(_LIST_LENGTH(bound="most", number=most), pointer)
    kind = shape.item_type
    return [_normalize(item, kind, f"{pointer}/{i}", upgrades) for i, item in enumerate(value)]


def _text(value: str, shape: inspect.Metadata, pointer: str) -> str:
    extra, plain = shape.extra or {}, shape.type
    parse: Callable[[str], str | None] = extra.get("parse", lambda text: text)
    text = parse(value)
    pattern = plain.pattern if isinstance(plain, inspect.StrType) else None
    if text is None or (pattern and not re.search(pattern, text)):
        raise Misshapen(_ERRORS[extra["error"]](abbreviate(value)), pointer)
    return text


def _part(value: Any, shape: inspect.UnionType) -> inspect.Type | None:
    """Return the part of a union that a value is meant for, if there is one."""
    holders = _HOLDS.get(type(value), ())
    for part in shape.types:
        plain = part.type if isinstance(part, inspect.Metadata) else part
        # The tag decides; without one, the first part that can hold the value.
        if type(plain) in holders and _has_tag(value, plain):
            return part
    return None


def _has_tag(value: Any, shape: inspect.Type) -> bool:
    """Return whether a value has the tag of a shape, or the shape has none."""
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
    value: dict[str, Any], shape: inspect.StructType, pointer: str, upgrades: Upgrades
) -> dict[str, Any]:
    fields = value
    if shape.cls in upgrades:
        fields = upgrades[shape.cls]({name: _parse_level(field) for name, field in value.items()})
    result = dict(fields)
    for field in shape.fields:
        name = field.encode_name
        if name in fields:
            inner = f"{pointer}/{escape_step(name)}"
            result[name] = _normalize(fields[name], field.type, inner, upgrades)
    return result


def _choice(value: str | int, shape: inspect.EnumType, pointer: str) -> Any:
    try:
        return shape.cls(str(value)).value
    except ValueError:
        raise Misshapen(_explain_choice(shape.cls, abbreviate(value)), pointer) from None


def _explain_choice(kind: type[Enum], value: str) -> Sentence:
    """Return a sentence with the choices that there are."""
    if kind is Call:
        return _NO_BID(written=value, bids=calls.alternatives(Call))
    choices = [str(choice.value) for choice in kind]
    if kind is Suit:
        return _NO_SUIT(written=value, suits=choices)
    return _NOT_AMONG(written=value, choices=choices)


def known_part(value: Any, kind: object, exact: Collection[type] = ()) -> Any:
    """Return plain JSON without the fields that its type does not have, as deep as the type goes.

    Structs of a type in `exact` keep all their fields.
    """
    return _known_part(value, _shape(kind), exact)


def _known_part(value: Any, shape: inspect.Type, exact: Collection[type]) -> Any:
    match shape, value:
        case inspect.Metadata(), _:
            return _known_part(value, shape.type, exact)
        case inspect.UnionType(), _:
            part = _part(value, shape)
            return value if part is None else _known_part(value, part, exact)
        case inspect.StructType(), dict() if shape.cls not in exact:
            kinds = {field.encode_name: field.type for field in shape.fields}
            tag = {name: value[name] for name in (shape.tag_field,) if name in value}
            return tag | {
                name: _known_part(value[name], kind, exact)
                for name, kind in kinds.items()
                if name in value
            }
        # A struct that is an array: what its type does not have comes last.
        case inspect.StructType(), list():
            fields = zip(value, shape.fields, strict=False)
            return [_known_part(item, field.type, exact) for item, field in fields]
        case ((inspect.ListType() | inspect.VarTupleType()), list()):
            return [_known_part(item, shape.item_type, exact) for item in value]
    return value


_LONGEST: Final = 40


def abbreviate(value: object) -> str:
    """Return a value as text, cut to a length that fits into a sentence."""
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"


def explain_bound(number: int, largest: int) -> Sentence:
    """Return a sentence for a number that is too far from zero."""
    if number > 0:
        return _BOUND(bound="most", number=str(largest))
    return _BOUND(bound="least", number=str(-largest))


def escape_step(name: str) -> str:
    """Return a name as a step of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def locate(message: str) -> tuple[Sentence, str]:
    """Return a sentence and a pointer for a decoder error: `$.piles[0].side` is /piles/0/side."""
    place = _PLACE.search(message)
    error, path = (message[: place.start()], place["path"]) if place else (message, "")
    pointer = "".join(f"/{step['name'] or step['index']}" for step in _STEP.finditer(path))
    field = _FIELD.match(error)
    return explain(error), pointer if field is None else f"{pointer}/{escape_step(field['name'])}"


def explain(message: str) -> Sentence:
    """Return the sentence for a decoder's error message."""
    for pattern, sentence in _DECODER_ERRORS:
        match = pattern.match(message)
        if match is not None:
            return sentence(*match.groups())
    return _UNFIT()


# msgspec has the path in its message, and nowhere else.
_PLACE: Final = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP: Final = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")
_FIELD: Final = re.compile(r"^Object [a-z ]+ field `(?P<name>.*)`$", re.DOTALL)
VALUES: Final = (
    *("datetime", "uuid", "date", "time", "int", "float"),
    *("str", "bool", "array", "object", "null", "other"),
)
"""The kinds of values in errors of a decoder, and any other."""
_BOUNDS: Final = {">=": "least", "<=": "most", ">": "more", "<": "less"}


def _kinds(names: str) -> list[str]:
    return [kind if kind in VALUES else "other" for kind in names.lower().split(" | ")]


def _mismatch(expected: str, got: str) -> Sentence:
    return _NOT_THIS(wanted=_kinds(expected), got=_kinds(got)[0])


def _needed(expected: str) -> Sentence:
    return _NEEDED(wanted=_kinds(expected))


def _bound(_: str, bound: str, number: str) -> Sentence:
    return _BOUND(bound=_BOUNDS[bound], number=number)


def _length(kind: str, bound: str | None, number: str) -> Sentence:
    length = _TEXT_LENGTH if kind == "str" else _LIST_LENGTH
    return length(bound=_BOUNDS.get(bound or "", "exactly"), number=int(number))


def _length_between(least: str, most: str) -> Sentence:
    return _LIST_BETWEEN(least=int(least), most=int(most))


_LENGTH: Final = r"^Expected `(str|array|object|bytes)` of (?:at least )?length (>=|<=|==)? ?(\d+)"
_DECODER_ERRORS: Final[Iterable[tuple[re.Pattern[str], Callable[..., Sentence]]]] = tuple(
    (re.compile(pattern, re.DOTALL), sentence)
    for pattern, sentence in (
        (r"^Expected `array` of length (\d+) to (\d+), got \d+$", _length_between),
        (_LENGTH, _length),
        (r"^Expected `([^`]*)` (>=|<=|>|<) (-?[\d.]+)$", _bound),
        (r"^Expected `str` matching regex", _UNFIT),
        (r"^Expected `([^`]*)`, got `([^`]*)`$", _mismatch),
        (r"^Expected `([^`]*)`", _needed),
        (r"^Object missing required field `(.*)`$", lambda name: _MISSING(field=name)),
        (r"^Object contains unknown field `(.*)`$", lambda name: _UNKNOWN(field=abbreviate(name))),
        (r"^Invalid (?:enum )?value (.*)$", lambda value: _NO_CHOICE(written=abbreviate(value))),
        (r"^Invalid (UUID)$", _needed),
        (r"^Invalid RFC3339 encoded (datetime|date|time)", _needed),
        (r"^Integer value out of range$", _TOO_BIG),
    )
)  # fmt: skip
"""Patterns of error messages of msgspec, and the sentence for each."""
