"""Request bodies: from bytes to values, with the place of whatever is wrong."""

import json
import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

import msgspec
from litestar import Request

from api.http.problems import InvalidBody, MalformedJson, NotJson
from domain import shapes
from domain.messages import COUNT, Message
from domain.types import HIDDEN

_CONTROLS: Final = Message("body.control_characters")
_UNSEEN: Final = Message("body.hidden_characters")
_FIELD_TWICE: Final = Message("body.field_twice")
_NO_TEXT: Final = Message("body.no_text")
_HALF: Final = Message("body.half_character")
_TOO_DEEP: Final = Message("body.too_deep", levels=COUNT)

LIMIT: Final = 64 * 1024
"""The most bytes a body may have."""

_Body = TypeVar("_Body")
_DEEPEST: Final = 32
_STRING: Final = re.compile(rb'"[^"]*"?')
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_HIDDEN: Final = re.compile(HIDDEN)
_CONTROL: Final = re.compile(rb"\\(?:u00[01][0-9a-fA-F]|u007[fF]|[bfnrt])")


Reread = Callable[[Any], Any]
"""What makes JSON of an earlier contract into JSON of this one."""


def _as_it_is(sent: Any) -> Any:
    return sent


async def read(
    request: Request[Any, Any, Any], kind: type[_Body], reread: Reread = _as_it_is
) -> _Body:
    """The body of a request as a value of a type; refused with a JSON Pointer if it is none."""
    # A form of another site can send anything but this without asking first.
    if request.content_type[0] != "application/json":
        raise NotJson
    _refuse_encoded(request)
    return parsed(await request.body(), kind, reread)


def parsed(body: bytes, kind: type[_Body], reread: Reread = _as_it_is) -> _Body:
    """A body as a value of a type, if it cannot be read in two ways."""
    # Without escaped backslashes every other one begins an escape, wherever it stands.
    plain = body.replace(rb"\\", b"")
    if _CONTROL.search(plain):
        raise InvalidBody(_CONTROLS())
    _refuse_depth(plain.replace(rb"\"", b""))
    value = decoded(body, kind, reread)
    _refuse_ambiguity(body)
    return value


async def text(request: Request[Any, Any, Any]) -> str:
    """The body of a request as text."""
    _refuse_encoded(request)
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise InvalidBody(_NO_TEXT(), hint="The body is not UTF-8.") from None


def decoded(body: bytes, kind: type[_Body], reread: Reread = _as_it_is) -> _Body:
    """JSON as a value of a type; refused with a JSON Pointer if it is none."""
    try:
        return _decoded(body, kind, reread)
    except shapes.Misshapen as misshapen:
        raise InvalidBody(misshapen.message, pointer=misshapen.pointer) from None
    except msgspec.ValidationError as invalid:
        message, pointer = shapes.located(str(invalid))
        raise InvalidBody(message, pointer=pointer) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as malformed:
        raise MalformedJson(hint=f"The body is not JSON: {malformed}.") from None


def _refuse_encoded(request: Request[Any, Any, Any]) -> None:
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise NotJson


def _refuse_depth(unescaped: bytes) -> None:
    if unescaped.count(b"[") + unescaped.count(b"{") <= _DEEPEST:
        return
    depth = 0
    # Brackets inside of strings nest nothing.
    for bracket in _STRING.sub(b"", unescaped).translate(None, _NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > _DEEPEST:
            raise InvalidBody(_TOO_DEEP(levels=_DEEPEST))


def _refuse_ambiguity(body: bytes) -> None:
    """What two readers could take for two different things."""
    try:
        # msgspec keeps the last of two fields of one name and does not tell.
        value = json.loads(body.decode(), object_pairs_hook=_unique, parse_int=str)
        if body.isascii() and b"\\u" not in body and b"\x7f" not in body:
            return
        text = msgspec.json.encode(value).decode()
    except UnicodeError:
        raise MalformedJson(_HALF(), hint="The body holds a surrogate by itself.") from None
    except ValueError as malformed:
        raise MalformedJson(hint=f"The body is not JSON: {malformed}.") from None
    if _HIDDEN.search(text):
        raise InvalidBody(_UNSEEN())


def _unique(fields: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(fields)
    if len(unique) < len(fields):
        raise InvalidBody(_FIELD_TWICE())
    return unique


def _decoded(body: bytes, kind: type[_Body], reread: Reread) -> _Body:
    try:
        value: _Body = _decoder(cast("Hashable", kind)).decode(body)
    except msgspec.ValidationError as invalid:
        try:
            sent = msgspec.json.decode(body)
        except msgspec.ValidationError:  # such as 1e400, whose place only the type tells
            raise invalid from None
        # JSON has one kind of number: 3.0 is as good an integer as 3.
        meant = shapes.spelled(_whole(reread(sent)), kind)
        if msgspec.json.encode(meant) == msgspec.json.encode(sent):
            raise
        return msgspec.convert(meant, kind)
    return value


def _whole(value: Any) -> Any:
    """The same JSON value with numbers such as 3.0 as integers."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_whole(part) for part in value]
        case dict():
            return {name: _whole(part) for name, part in value.items()}
        case _:
            return value


@lru_cache
def _decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
