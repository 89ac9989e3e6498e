"""Request bodies: from bytes to values, with the place of whatever is wrong."""

import json
import re
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

import msgspec
from litestar import Request

from pitch import shapes
from pitch.messages import COUNT, Message
from pitch.shapes import AS_SENT, Readers
from pitch.types import HIDDEN
from pitchkeeper.http.problems import InvalidBody, MalformedJson, NotJson
from pitchkeeper.workers import threads

_CONTROLS: Final = Message("body.control_characters")
_UNSEEN: Final = Message("body.hidden_characters")
_FIELD_TWICE: Final = Message("body.field_twice")
_NO_TEXT: Final = Message("body.no_text")
_HALF: Final = Message("body.half_character")
_TOO_DEEP: Final = Message("body.too_deep", levels=COUNT)
_TOO_MANY: Final = Message("body.too_many_values", most=COUNT)

LIMIT: Final = 64 * 1024
"""The most bytes a body may have."""
MOST_VALUES: Final = LIMIT // 16
"""The most values of a body; what the contract allows in these bytes has fewer."""

_Body = TypeVar("_Body")
_DEEPEST: Final = 32
_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_HIDDEN: Final = re.compile(HIDDEN)
# msgspec takes 8 microseconds for 1e308, and Python a tenth of one.
_SENT: Final = msgspec.json.Decoder(float_hook=float)
_CONTROL: Final = re.compile(rb"\\(?:u00[01][0-9a-fA-F]|u007[fF]|[bfnrt])")


async def read(
    request: Request[Any, Any, Any],
    kind: type[_Body],
    earlier: Readers = AS_SENT,
    most: int = MOST_VALUES,
) -> _Body:
    """Return the body of a request as a value of a type.

    Raises InvalidBody with a JSON Pointer if it is none, or if it has more than `most` values.
    """
    # A form of another site can send anything but this without asking first.
    if request.content_type[0] != "application/json":
        raise NotJson
    _refuse_encoded(request)
    body = await request.body()
    if len(body) <= LIMIT:
        return parsed(body, kind, earlier, most)
    # Others are served meanwhile, for the search for what is wrong may take a while.
    return await threads.run(parsed, body, kind, earlier, most)


def parsed(
    body: bytes, kind: type[_Body], earlier: Readers = AS_SENT, most: int = MOST_VALUES
) -> _Body:
    """Return a body as a value of a type, if it cannot be read in two ways.

    Python looks at no more than `most` values; what looks at every byte is compiled.
    """
    _refuse_many(body, most)
    # Without escaped backslashes every other one begins an escape, wherever it stands.
    plain = body.replace(rb"\\", b"")
    if _CONTROL.search(plain):
        raise InvalidBody(_CONTROLS())
    structure = _structure(plain)
    _refuse_depth(structure)
    value = decoded(body, kind, earlier)
    _refuse_ambiguity(body, structure.count(b":"))
    return value


def _refuse_many(body: bytes, most: int) -> None:
    """Raise InvalidBody for a body that may have more values than so many.

    Counted before anything is made of them: a value takes 2 bytes here, and dozens in memory.
    """
    values = sum(map(body.count, (b",", b"[", b"{")))
    # A field with a text has four quotes.
    if max(values, body.count(b'"') // 4) > most:
        raise InvalidBody(_TOO_MANY(most=most))


async def text(request: Request[Any, Any, Any]) -> str:
    """The body of a request as text."""
    _refuse_encoded(request)
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise InvalidBody(_NO_TEXT(), hint="The body is not UTF-8.") from None


def decoded(body: bytes, kind: type[_Body], earlier: Readers = AS_SENT) -> _Body:
    """Return JSON as a value of a type; raises InvalidBody with a JSON Pointer if it is none."""
    try:
        return _decoded(body, kind, earlier)
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


def _structure(unescaped: bytes) -> bytes:
    """Return JSON without its strings, given it without escaped backslashes."""
    return b"".join(unescaped.replace(rb"\"", b"").split(b'"')[::2])


def _refuse_depth(structure: bytes) -> None:
    rest = structure.translate(_BRACKETS, _NO_BRACKETS)
    # Each round takes the innermost level away, and all that lies beside it.
    for _ in range(_DEEPEST):
        if b"[]" not in rest:
            break
        rest = rest.replace(b"[]", b"")
    if b"[]" in rest or rest.count(b"[") > _DEEPEST:
        raise InvalidBody(_TOO_DEEP(levels=_DEEPEST))


def _refuse_ambiguity(body: bytes, fields: int) -> None:
    """Refuse what two readers could take for two things: a body with so many fields."""
    try:
        value = json.loads(body.decode(), parse_int=str, parse_float=str)
        text = msgspec.json.encode(value)
    except UnicodeError:
        raise MalformedJson(_HALF(), hint="The body holds a surrogate by itself.") from None
    except ValueError as malformed:
        raise MalformedJson(hint=f"The body is not JSON: {malformed}.") from None
    # Of two fields of one name readers keep the last and do not tell.
    if _structure(text.replace(rb"\\", b"")).count(b":") < fields:
        raise InvalidBody(_FIELD_TWICE())
    is_plain = body.isascii() and b"\\u" not in body and b"\x7f" not in body
    if not is_plain and _HIDDEN.search(text.decode()):
        raise InvalidBody(_UNSEEN())


def _decoded(body: bytes, kind: type[_Body], earlier: Readers) -> _Body:
    try:
        value: _Body = _decoder(cast("Hashable", kind)).decode(body)
    except msgspec.ValidationError as invalid:
        try:
            sent = _SENT.decode(body)
        except msgspec.ValidationError:  # such as 5,000 digits, whose place only the type tells
            raise invalid from None
        meant = shapes.spelled(sent, kind, earlier)
        if msgspec.json.encode(meant) == msgspec.json.encode(sent):
            raise
        return msgspec.convert(meant, kind)
    return value


@lru_cache
def _decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
