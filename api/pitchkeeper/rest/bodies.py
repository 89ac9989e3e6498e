"""Request bodies: decoded into values, with a JSON Pointer to each error."""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Final, TypeGuard, TypeVar, cast, get_args, get_origin

import msgspec
from litestar import Request
from litestar.types.asgi_types import HTTPRequestEvent
from msgspec import Struct, structs

from pitch import shapes
from pitch.messages import COUNT, Message, prefix_pointer
from pitch.shapes import NO_UPGRADES, Upgrades
from pitch.types import HIDDEN
from pitchkeeper.rest import request_headers
from pitchkeeper.rest.problems import InvalidBody, MalformedJson, NotJson
from pitchkeeper.workers import threads

_CONTROLS: Final = Message("body.control_characters")
_HIDDEN_CHARACTERS: Final = Message("body.hidden_characters")
_FIELD_TWICE: Final = Message("body.field_twice")
_NO_TEXT: Final = Message("body.no_text")
_HALF: Final = Message("body.half_character")
_TOO_DEEP: Final = Message("body.too_deep", levels=COUNT)
_TOO_MANY: Final = Message("body.too_many_values", most=COUNT)

MAX_BYTES: Final = 64 * 1024
"""The most bytes a body may have."""
MAX_VALUES: Final = MAX_BYTES // 16
"""The most values of a body; a valid body of this size has fewer."""

_Body = TypeVar("_Body")
_MAX_DEPTH: Final = 32
_LONG_LIST: Final = 128 * 1024
"""The bytes, without strings, that no list of numbers or strings reaches."""
_MOST_IN_A_ROW: Final = 2_000
"""The most values in so many bytes; no list of numbers or strings has as many."""
_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_HIDDEN: Final = re.compile(HIDDEN)
_AS_TEXTS: Final = json.JSONDecoder(parse_int=str, parse_float=str)
_OBJECT: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_LIST: Final = msgspec.json.Decoder(list[msgspec.Raw])
_NULL: Final = msgspec.Raw(b"null")
_CONTROL: Final = re.compile(rb"\\(?:u00[01][0-9a-fA-F]|u007[fF]|[bfnrt])")
_HALF_CHARACTER: Final = re.compile(
    rb"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]"
)
_LONGEST_ESCAPE: Final = 2 * len(r"\ud83d")


async def read(
    request: Request[Any, Any, Any],
    kind: type[_Body],
    earlier: Upgrades = NO_UPGRADES,
    most: int = MAX_VALUES,
) -> _Body:
    """Return the body of a request as a value of a type.

    Raises InvalidBody with a JSON Pointer if it is invalid or has more than `most` values.
    """
    # A form of another site can send other media types without a preflight.
    media_type = request_headers.first(request.scope, "content-type") or ""
    if media_type.partition(";")[0].strip().lower() != "application/json":
        raise NotJson
    _refuse_encoded(request)
    body = await _receive(request)
    if len(body) <= MAX_BYTES:
        return parse(body, kind, earlier, most)
    # In a thread, because the search for errors may take long.
    return await threads.run(parse, body, kind, earlier, most)


async def _receive(request: Request[Any, Any, Any]) -> bytes:
    """Return the body of a request.

    Litestar decodes and sorts all headers for the length of a body, and passes its chunks through
    two generators, which takes as long as to parse a hand; it reads what is long or has no length,
    and keeps what it has read for the fingerprint of a key.
    """
    length = request_headers.first(request.scope, "content-length") or ""
    has_key = request_headers.first(request.scope, "idempotency-key") is not None
    if has_key or not length.isdigit() or int(length) > MAX_BYTES:
        return await request.body()
    chunks, is_complete = list[bytes](), False
    while not is_complete:
        message = cast("HTTPRequestEvent", await request.receive())
        chunks.append(message["body"])
        is_complete = not message["more_body"]
    return b"".join(chunks)


def parse(
    body: bytes, kind: type[_Body], earlier: Upgrades = NO_UPGRADES, most: int = MAX_VALUES
) -> _Body:
    """Return a body as a value of a type. Raises InvalidBody, also if it is ambiguous.

    Python code runs over at most `most` values; only compiled code runs over every byte.
    """
    _refuse_many(body, most)
    # Without escaped backslashes, every remaining backslash begins an escape.
    plain = body.replace(rb"\\", b"")
    if _has_escape(_CONTROL.search, plain):
        raise InvalidBody(_CONTROLS())
    structure = _structure(plain)
    _refuse_long_lists(structure)
    _refuse_depth(structure)
    value = decode(body, kind, earlier)
    _refuse_ambiguity(body, structure.count(b":"))
    return value


def _refuse_many(body: bytes, most: int) -> None:
    """Raise InvalidBody for a body that may have more than `most` values.

    They are counted before decoding: a value takes 2 bytes here and dozens in memory.
    """
    values = sum(map(body.count, (b",", b"[", b"{")))
    # A field with a string has four quotes.
    if max(values, body.count(b'"') // 4) > most:
        raise InvalidBody(_TOO_MANY(most=most))


async def read_text(request: Request[Any, Any, Any]) -> str:
    """Return the body of a request as text."""
    _refuse_encoded(request)
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise InvalidBody(_NO_TEXT(), hint="The body is not UTF-8.") from None


def decode(body: bytes, kind: type[_Body], earlier: Upgrades = NO_UPGRADES) -> _Body:
    """Return JSON as a value of a type. Raises InvalidBody with a JSON Pointer.

    A long body is decoded in pieces, for the reason given at `_distinct_fields`.
    """
    try:
        if len(body) > MAX_BYTES and _is_struct(kind) and kind not in earlier:
            return cast("_Body", _decode_by_fields(body, kind, earlier))
        return _decode_at_once(body, kind, earlier)
    except shapes.Misshapen as misshapen:
        raise InvalidBody(misshapen.message, pointer=misshapen.pointer) from None
    except msgspec.ValidationError as invalid:
        message, pointer = shapes.locate(str(invalid))
        raise InvalidBody(message, pointer=pointer) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as malformed:
        raise _malformed_json(body, malformed) from None


def _decode_by_fields(body: bytes, kind: type[Struct], earlier: Upgrades) -> Struct:
    """Return a struct whose long lists were decoded separately, item by item."""
    if body.lstrip()[:1] != b"{":
        return _decode_at_once(body, kind, earlier)
    raws = _OBJECT.decode(body)
    fields = {field.encode_name: field for field in structs.fields(kind)}
    long: dict[str, Any] = {}
    for name, raw in list(raws.items()):
        if len(memoryview(raw)) <= MAX_BYTES:
            continue
        field = fields.get(name)
        if field is None:
            # The outline refuses an unknown name, whatever its value.
            raws[name] = _NULL
            continue
        inner = _without_null(field.type)
        # A value that is no list is refused by the outline, with its pointer.
        item = _item(inner) if bytes(memoryview(raw)[:1]) == b"[" else None
        with prefix_pointer("/" + name):
            if inner is msgspec.Raw:
                long[field.name], raws[name] = raw.copy(), _NULL
            elif item is not None:
                parts = _LIST.decode(raw)
                long[field.name] = _items(parts, inner, item, earlier)
                # As many as the outline needs; all of them are valid.
                raws[name] = msgspec.Raw(msgspec.json.encode(parts[: _least(inner)]))
            elif _is_struct(inner):
                long[field.name] = decode(bytes(raw), inner, earlier)
                # The outline needs what is required, which without blanks is short.
                if field.required:
                    raws[name] = msgspec.Raw(msgspec.json.encode(long[field.name]))
                else:
                    del raws[name]
    outline = _decode_at_once(msgspec.json.encode(raws), kind, earlier)
    return structs.replace(outline, **long)


def _is_struct(kind: object) -> TypeGuard[type[Struct]]:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _items(parts: list[msgspec.Raw], kind: Any, item: Any, earlier: Upgrades) -> tuple[Any, ...]:
    """Return the items of a long list. Raises InvalidBody if there are too many."""
    for most in (bound.max_length for bound in _bounds(kind)):
        try:
            length = Annotated[tuple[None, ...], msgspec.Meta(max_length=most)]
            msgspec.convert((None,) * len(parts), length)
        except msgspec.ValidationError as invalid:
            raise InvalidBody(shapes.locate(str(invalid))[0]) from None
    if item is msgspec.Raw:
        return tuple(part.copy() for part in parts)
    items = []
    for index, part in enumerate(parts):
        with prefix_pointer(f"/{index}"):
            items.append(decode(bytes(part), item, earlier))
    return tuple(items)


def _without_null(kind: Any) -> Any:
    """Return the type of a nullable field without null."""
    kinds = [part for part in get_args(kind) if part is not type(None)]
    return kinds[0] if isinstance(kind, UnionType) and len(kinds) == 1 else kind


def _item(kind: Any) -> Any:
    """Return the type of the items of a list; None if it is no list."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    arguments = get_args(kind)
    return arguments[0] if get_origin(kind) is tuple and arguments[1:] == (...,) else None


def _bounds(kind: Any) -> list[msgspec.Meta]:
    return [bound for bound in get_args(kind) if isinstance(bound, msgspec.Meta)]


def _least(kind: Any) -> int:
    """Return the least number of items of a list."""
    return max((bound.min_length or 0 for bound in _bounds(kind)), default=0)


def _has_escape(
    search: Callable[[bytes, int, int], re.Match[bytes] | None], unescaped: bytes
) -> bool:
    """Return whether a search matches in JSON without escaped backslashes, piece by piece."""
    for start in range(0, len(unescaped), MAX_BYTES):
        escape = search(unescaped, start, start + MAX_BYTES + _LONGEST_ESCAPE)
        if escape is not None and escape.start() < start + MAX_BYTES:
            return True
    return False


def _malformed_json(body: bytes, reason: Exception) -> MalformedJson:
    """Return the refusal of malformed JSON; msgspec calls a lone surrogate a truncated body."""
    if _has_escape(_HALF_CHARACTER.search, body.replace(rb"\\", b"")):
        return MalformedJson(_HALF(), hint="The body holds a surrogate by itself.")
    return MalformedJson(hint=f"The body is not JSON: {reason}.")


def _refuse_encoded(request: Request[Any, Any, Any]) -> None:
    coding = request_headers.first(request.scope, "content-encoding")
    if coding is not None and coding.lower() != "identity":
        raise NotJson


def _structure(unescaped: bytes) -> bytes:
    """Return JSON without its strings; the argument has no escaped backslashes."""
    quoted, outside, is_inside = unescaped.replace(rb"\"", b""), list[bytes](), False
    for start in range(0, len(quoted), MAX_BYTES):
        parts = quoted[start : start + MAX_BYTES].split(b'"')
        # Joined in pieces, because freeing a million parts at once holds the GIL.
        outside.append(b"".join(parts[is_inside::2]))
        is_inside ^= len(parts) % 2 == 0
    return b"".join(outside)


def _refuse_long_lists(structure: bytes) -> None:
    """Raise InvalidBody for a list of hundreds of thousands of numbers, strings and the like.

    Each of them takes msgspec 0.04 microseconds, and the list holds the GIL until its last.
    """
    for start in range(0, len(structure) - _LONG_LIST, _LONG_LIST):
        piece = structure[start : start + _LONG_LIST]
        if piece.count(b",") > _MOST_IN_A_ROW and not piece.translate(None, _NO_BRACKETS):
            raise InvalidBody(_TOO_MANY(most=_MOST_IN_A_ROW))


def _refuse_depth(structure: bytes) -> None:
    rest = structure.translate(_BRACKETS, _NO_BRACKETS)
    # Each round removes the innermost brackets.
    for _ in range(_MAX_DEPTH):
        if b"[]" not in rest:
            break
        rest = b"".join(_without_innermost(rest))
    if b"[]" in rest or rest.count(b"[") > _MAX_DEPTH:
        raise InvalidBody(_TOO_DEEP(levels=_MAX_DEPTH))


def _without_innermost(brackets: bytes) -> Iterator[bytes]:
    """Yield brackets without the empty pairs, in pieces that split no pair."""
    start = 0
    while start < len(brackets):
        end = start + MAX_BYTES
        end += brackets[end - 1 : end + 1] == b"[]"
        yield brackets[start:end].replace(b"[]", b"")
        start = end


def _refuse_ambiguity(body: bytes, fields: int) -> None:
    """Raise InvalidBody if two readers could read a body with so many fields differently."""
    # Of two fields with the same name, readers silently keep the last.
    try:
        distinct = _distinct_fields(body)
    except (msgspec.DecodeError, ValueError) as malformed:
        raise _malformed_json(body, malformed) from None
    if distinct < fields:
        raise InvalidBody(_FIELD_TWICE())


def _distinct_fields(body: bytes) -> int:
    """Return the number of distinct fields in JSON. Raises InvalidBody for hidden characters.

    In pieces, because compiled code holds the GIL, which blocks the event loop.
    """
    if len(body) <= MAX_BYTES:
        return _distinct_fields_at_once(body)
    match body.lstrip()[:1]:
        case b"{":
            fields = _OBJECT.decode(body)
            names = msgspec.json.encode(list(fields))
            return len(fields) + _distinct_fields(names) + _distinct_fields_among(fields.values())
        case b"[":
            return _distinct_fields_among(_LIST.decode(body))
    return _distinct_fields_at_once(body)


def _distinct_fields_among(parts: Iterable[msgspec.Raw]) -> int:
    count, size, batch = 0, 0, list[msgspec.Raw]()
    for part in parts:
        length = len(memoryview(part))
        if length > MAX_BYTES:
            count += _distinct_fields(bytes(part))
            continue
        if size + length > MAX_BYTES:
            count += _distinct_fields_at_once(b"[" + b",".join(batch) + b"]")
            size, batch = 0, []
        size += length + 1
        batch.append(part)
    return count + _distinct_fields_at_once(b"[" + b",".join(batch) + b"]")


def _distinct_fields_at_once(body: bytes) -> int:
    value = _AS_TEXTS.decode(body.decode())
    text = msgspec.json.encode(value)
    is_plain = body.isascii() and b"\\u" not in body and b"\x7f" not in body
    if not is_plain and _HIDDEN.search(text.decode()):
        raise InvalidBody(_HIDDEN_CHARACTERS())
    return _structure(text.replace(rb"\\", b"")).count(b":")


def _decode_at_once(body: bytes, kind: type[_Body], earlier: Upgrades) -> _Body:
    decoder: msgspec.json.Decoder[_Body] = _decoder(cast("Hashable", kind))
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as invalid:
        try:
            normal = shapes.normalize(msgspec.Raw(body.lstrip()), kind, earlier)
        except msgspec.ValidationError:  # such as 1e999, whose pointer only the type knows
            raise invalid from None
        return decoder.decode(msgspec.json.encode(normal))


@lru_cache
def _decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
