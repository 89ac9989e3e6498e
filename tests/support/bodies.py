"""The places of the bodies that the contract takes, and what to put there."""

import copy
import re
from collections.abc import Iterator
from typing import Any

from tests.support.operations import DOCUMENT
from tests.support.phones import Json

SCHEMAS = DOCUMENT["components"]["schemas"]
PLAIN = ("2C", "mb-lounge", "pass", "A", "bidding/open", "2026-03-03T18:00:00Z")
NO_ID = "00000000-0000-7000-8000-000000000000"


class Kind(str):
    """A step of a path that stays where it is, but makes of that a value of this kind."""

    __slots__ = ()


Path = tuple[str | int, ...]


def fields(schema: Json, path: Path, seen: tuple[str, ...] = ()) -> Iterator[tuple[Path, Json]]:
    """Every place of a body that holds a plain value, with its schema."""
    for part in schema.get("anyOf", ()):
        yield from fields(part, path, seen)
    for part in schema.get("oneOf", ()):
        yield from fields(part, (*path, Kind(part["$ref"].rpartition("/")[2])), seen)
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from fields(SCHEMAS[name], path, (*seen, name))
        return
    for name, part in schema.get("properties", {}).items():
        yield from fields(part, (*path, name), seen)
    if "items" in schema:
        yield from fields(schema["items"], (*path, 0), seen)
    yield path, schema


def with_value(body: Any, path: Path, value: object) -> Any:
    """Return a body with a value at a place, which is added if it is not there."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, Kind):
        return with_value(least(SCHEMAS[step]), rest, value)
    if isinstance(step, int):
        items = body if isinstance(body, list) and body else [{}]
        return [with_value(items[0], rest, value), *items[1:]]
    found = copy.copy(body) if isinstance(body, dict) else {}
    found[step] = with_value(found.get(step), rest, value)
    return found


def least(schema: Json) -> Any:
    """The smallest value that has the shape of a schema."""
    if "$ref" in schema or "oneOf" in schema:
        named = schema.get("$ref") or schema["oneOf"][0]["$ref"]
        return least(SCHEMAS[named.rpartition("/")[2]])
    match kinds(schema)[0]:
        case "object":
            return {name: least(schema["properties"][name]) for name in schema.get("required", ())}
        case "array":
            return [least(schema["items"])] * schema.get("minItems", 0)
        case "integer":
            return schema["minimum"]
        case "string":
            return text_of(schema)
        case _:
            return False


def text_of(schema: Json) -> str:
    """Some text that a schema allows."""
    if "format" in schema:
        return {"uuid": NO_ID, "date": "2026-03-03"}[schema["format"]]
    if "const" in schema or "enum" in schema:
        return str(schema.get("const") or schema["enum"][0])
    return next(text for text in PLAIN if re.match(schema.get("pattern", ""), text))


def pointer(path: Path) -> str:
    """Return a place as a JSON Pointer."""
    return "".join(f"/{step}" for step in path if not isinstance(step, Kind))


def kinds(schema: Json) -> tuple[str, ...]:
    """The types that a schema allows."""
    kind = schema.get("type", ())
    return (kind,) if isinstance(kind, str) else tuple(kind)
