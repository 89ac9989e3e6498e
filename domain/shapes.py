"""Shapes: what a value has to look like, said in words; and what people write, read as that."""

import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import Any, Final

from msgspec import inspect

from domain import calls
from domain.calls import Call
from domain.cards import Suit
from domain.wording import either


class Misshapen(Exception):
    """Something cannot stand at a place."""

    def __init__(self, detail: str, pointer: str) -> None:
        """`detail` is a sentence, `pointer` an RFC 6901 JSON Pointer to the place."""
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer


def spelled(value: Any, kind: object) -> Any:
    """JSON for a type, with its cards, calls and suits as the contract spells them.

    Misshapen where a text or a choice is none that may stand at its place.
    """
    return _spelled(value, _shape(kind), "")


@cache
def _shape(kind: object) -> inspect.Type:
    return inspect.type_info(kind)


def _spelled(value: Any, shape: inspect.Type, pointer: str) -> Any:
    """JSON with its texts and choices spelled, as deep as the type goes."""
    read: Any = value
    match shape, value:
        case inspect.Metadata(), str() if shape.extra:
            read = _text(value, shape, pointer)
        case inspect.Metadata(), _:
            read = _spelled(value, shape.type, pointer)
        case inspect.UnionType(), _:
            read = _one_of(value, shape, pointer)
        case inspect.StructType(), dict():
            read = _object(value, shape, pointer)
        case ((inspect.ListType() | inspect.VarTupleType()), list()):
            numbered = enumerate(value)
            read = [_spelled(each, shape.item_type, f"{pointer}/{i}") for i, each in numbered]
        case inspect.EnumType(), str() | int() if not isinstance(value, bool):
            read = _choice(value, shape, pointer)
    return read


def _text(value: str, shape: inspect.Metadata, pointer: str) -> str:
    extra, plain = shape.extra or {}, shape.type
    read: Callable[[str], str | None] = extra.get("read", lambda text: text)
    written = read(value)
    pattern = plain.pattern if isinstance(plain, inspect.StrType) else None
    if written is None or (pattern and not re.search(pattern, written)):
        raise Misshapen(extra["said"].format(shown(value)), pointer)
    return written


def _one_of(value: Any, shape: inspect.UnionType, pointer: str) -> Any:
    if value is None:
        return value
    for part in shape.types:
        plain = part.type if isinstance(part, inspect.Metadata) else part
        is_tagged = isinstance(plain, inspect.StructType) and plain.tag_field is not None
        # Of a union the tag says which is meant; without one the first that can hold the value
        # is.
        if is_tagged and not _has_tag(value, plain):
            continue
        if isinstance(plain, _HOLDS.get(type(value), ())):
            return _spelled(value, part, pointer)
    return value


def _has_tag(value: Any, shape: Any) -> bool:
    return isinstance(value, dict) and value.get(shape.tag_field) == shape.tag


_HOLDS: Final[dict[type, tuple[type, ...]]] = {
    dict: (inspect.StructType,),
    list: (inspect.ListType, inspect.VarTupleType),
    str: (inspect.StrType, inspect.EnumType),
    int: (inspect.EnumType,),
}


def _object(value: dict[str, Any], shape: inspect.StructType, pointer: str) -> dict[str, Any]:
    kinds = {field.encode_name: field.type for field in shape.fields}
    return {
        name: _spelled(part, kinds[name], f"{pointer}/{escaped(name)}") if name in kinds else part
        for name, part in value.items()
    }


def _choice(value: str | int, shape: inspect.EnumType, pointer: str) -> Any:
    try:
        return shape.cls(str(value)).value
    except ValueError:
        raise Misshapen(_no_such(shape.cls, shown(value)), pointer) from None


def _no_such(kind: type[Enum], value: str) -> str:
    """That a choice is none, and what there is to choose from."""
    if kind is Call:
        noun = "bid of" if value.lstrip("-").isdecimal() else "call"
        return f"There is no {noun} {value}. Say {calls.listed(Call)}."
    noun = "suit" if kind is Suit else "choice"
    return f"There is no {noun} {value}. Say {either(str(each.value) for each in kind)}."


_LONGEST: Final = 40


def shown(value: object) -> str:
    """What was written, as much of it as fits into a sentence."""
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"


def escaped(name: str) -> str:
    """A name as a step of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def located(message: str) -> tuple[str, str]:
    """What a decoder found wrong, in a sentence, and where: `$.piles[0].side` is /piles/0/side."""
    place = _PLACE.search(message)
    what, path = (message[: place.start()], place["path"]) if place else (message, "")
    pointer = "".join(f"/{step['name'] or step['index']}" for step in _STEP.finditer(path))
    field = _FIELD.match(what)
    return said(what), pointer if field is None else f"{pointer}/{escaped(field['name'])}"


def said(message: str) -> str:
    """What a decoder says of a value that does not fit, in a sentence for people."""
    for pattern, tell in _SAYINGS:
        found = pattern.match(message)
        if found is not None:
            return tell(*found.groups())
    return f"{message}."


_PLACE: Final = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP: Final = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")
_FIELD: Final = re.compile(r"^Object [a-z ]+ field `(?P<name>.*)`$", re.DOTALL)
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object with fields",
    "null": "nothing (null)",
    "uuid": "an id such as 01997b3c-5f10-7c2e-9d51-7f6a3c2b1e04",
    "datetime": "a time such as 2026-03-02T18:30:00Z",
    "date": "a date such as 2026-03-02",
    "time": "a time such as 18:30",
}
_BOUNDS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def _named(kinds: str) -> str:
    return either(_KINDS.get(kind, "something else") for kind in kinds.split(" | "))


def _mismatch(wanted: str, got: str) -> str:
    return f"Here belongs {_named(wanted)}, not {_named(got)}."


def _belongs(wanted: str) -> str:
    return f"Here belongs {_named(wanted.lower())}."


def _bounded(_: str, bound: str, number: str) -> str:
    return f"The number has to be {_BOUNDS[bound]} {number}."


def _sized(kind: str, bound: str | None, number: str) -> str:
    what, one, many = _SIZES.get(kind, ("list", "entry", "entries"))
    how = f"{_BOUNDS[bound]} " if bound in _BOUNDS else ""
    return f"The {what} has to have {how}{number} {one if number == '1' else many}."


def _sized_between(least: str, most: str) -> str:
    return f"The list has to have {least} to {most} entries."


def _no_choice(value: str) -> str:
    return f"There is no choice {shown(value)} here."


_SIZES: Final = {"str": ("text", "character", "characters")}
_LENGTH: Final = r"^Expected `(str|array|object|bytes)` of (?:at least )?length (>=|<=|==)? ?(\d+)"
_UNLIKE: Final = "The text is not written as it has to be here."
_SAYINGS: Final[Iterable[tuple[re.Pattern[str], Callable[..., str]]]] = tuple(
    (re.compile(pattern, re.DOTALL), tell)
    for pattern, tell in (
        (r"^Expected `array` of length (\d+) to (\d+), got \d+$", _sized_between),
        (_LENGTH, _sized),
        (r"^Expected `([^`]*)` (>=|<=|>|<) (-?[\d.]+)$", _bounded),
        (r"^Expected `str` matching regex", lambda: _UNLIKE),
        (r"^Expected `([^`]*)`, got `([^`]*)`$", _mismatch),
        (r"^Expected `([^`]*)`", _belongs),
        (r"^Object missing required field `(.*)`$", lambda name: f"The field {name} is missing."),
        (r"^Object contains unknown field `(.*)`$",
         lambda name: f"There is no field {shown(name)} here."),
        (r"^Invalid (?:enum )?value (.*)$", _no_choice),
        (r"^Invalid (UUID)$", _belongs),
        (r"^Invalid RFC3339 encoded (datetime|date|time)", _belongs),
        (r"^Integer value out of range$", lambda: "The number is too big."),
        (r"^Invalid ", lambda: "That cannot stand here."),
    )
)  # fmt: skip
"""What msgspec says, and what is said instead; whatever else is said was said by us."""
