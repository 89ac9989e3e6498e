"""Component schemas: those of msgspec, completed for client generators."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import EnumType
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec
from msgspec import Struct, structs

from pitch import CALL_PATTERN, CARD_PATTERN, Call, Options, Suit, descriptions
from pitch.messages import Sentence
from pitch.rules import Rules
from pitchkeeper.rest.parameters import Parameter


def type_description(kind: type) -> str:
    """Return the docstring of a type, without line breaks and margin."""
    paragraphs = inspect.cleandoc(kind.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def field_descriptions(kind: type[Struct]) -> dict[str, str]:
    """Return the docstrings of the fields of a struct, by their names in JSON."""
    described = descriptions.fields(kind)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {
        encoded: described[name].description
        for name, encoded in names
        if name in described and described[name].description
    }


Json = dict[str, Any]
Mark = str | tuple[str, ...]
Named = tuple[str, str | None]
"""The name of a schema and its description."""

_AS_SENT: Final[Json] = {"pattern": CARD_PATTERN, "maxLength": 5}
"""The form of a card in requests; in responses it has two characters."""
_PREFIX: Final = "#/components/schemas/"
_VIEW: Final = "View"
"""The suffix of a response schema whose type is a request schema too."""
_SAME_FIELDS: Final[dict[type[msgspec.Struct], type[msgspec.Struct]]] = {Options: Rules}
"""Types whose fields are described at another type."""
_FIXED: Final = frozenset({Suit})
"""Enumerations that will never grow; clients have to expect new values of all others."""
_LONGEST_LIST: Final = 1000
_LONGEST: Final = {"uuid": 36, "date": 10, "date-time": 40}
"""The most characters of a format."""
_EXAMPLES: Final = {
    "uuid": "01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21",
    "date": "2026-03-02",
    "date-time": "2026-03-02T18:30:00Z",
}
"""An example of each format."""


def components(answers: Iterable[type], bodies: Iterable[type], named: Mapping[str, Any]) -> Json:
    """Return the named schemas of responses and of request bodies.

    A request schema forbids unknown fields, as the server does in every body; a response may have
    more fields in a later version. A type of both has two schemas: the request schema keeps the
    name of the type, because clients name what they build and infer what they read, and the
    response schema is its view.
    """
    answers, bodies = _named_types(answers), _named_types(bodies)
    roots = sorted({*answers, *bodies}, key=lambda kind: kind.__name__)
    _, schemas = msgspec.json.schema_components(
        roots, ref_template=_PREFIX + "{name}", schema_hook=_sentence_reference
    )
    sent, answered = (
        set(_referenced_names(schemas, (kind.__name__ for kind in kinds)))
        for kinds in (bodies, answers)
    )
    classes = dict(_classes(roots, set()))
    aliases = {name: _alias_schema(name, kind) for name, kind in named.items()}
    names = _names(aliases)
    finished = {
        name: _component(schema, classes.get(name), names) for name, schema in schemas.items()
    }
    views = {name: name + _VIEW for name in sent & answered if "properties" in schemas[name]}
    shown = {
        views.get(name, name): _response_schema(finished[name], classes.get(name), views)
        for name in answered
    }
    for name in sent:
        finished[name] = _request_schema(finished[name])
    # Requests may contain 10S or as, responses do not.
    aliases["Card"] |= _AS_SENT
    shared = {name: _with_pattern(schema) for name, schema in aliases.items()}
    return dict(sorted({**finished, **shown, **shared}.items()))


def _named_types(kinds: Iterable[type]) -> set[type]:
    """Return the types that have names: a text or a file has none."""
    return set(kinds) - {str, bytes}


def _sentence_reference(kind: type) -> Json:
    # Sentence of the domain is no struct; the response type of the same name, with a text, is one.
    if kind is not Sentence:
        raise NotImplementedError(f"There is no schema of {kind}.")
    return {"$ref": f"{_PREFIX}{Sentence.__name__}"}


def for_parameter(parameter: Parameter, named: Mapping[str, Any]) -> Json:
    """Return the schema of a query parameter, which is never null."""
    (schema,), _ = msgspec.json.schema_components([parameter.kind], ref_template=_PREFIX + "{name}")
    parts = [part for part in schema.get("anyOf", [schema]) if part != {"type": "null"}]
    aliases = {name: _alias_schema(name, kind) for name, kind in named.items()}
    if "$ref" in parameter.bounds:
        return parameter.bounds
    finished: Json = _finish(parts[0] | parameter.bounds, _names(aliases))
    return {"$ref": finished["$ref"]} if "$ref" in finished else finished


def choices(parameters: Iterable[Parameter]) -> Iterator[Any]:
    """Yield the enumerations of query parameters."""
    for parameter in parameters:
        kinds = (parameter.kind, *get_args(parameter.kind))
        yield from (kind for kind in kinds if isinstance(kind, EnumType))


def _names(aliases: Json) -> dict[Mark, Named]:
    return {_mark(schema): (name, schema.get("description")) for name, schema in aliases.items()}


def _request_schema(schema: Json) -> Json:
    """Return a schema that forbids other fields."""
    return schema | {"additionalProperties": False} if "properties" in schema else schema


def _response_schema(schema: Json, kind: Any, views: Mapping[str, str]) -> Json:
    """Return a schema that allows other fields and refers to response schemas."""
    text = msgspec.json.encode(schema).decode()
    response: Json = msgspec.json.decode(
        re.sub(rf'(?<={_PREFIX})\w+(?=")', lambda name: views.get(name[0], name[0]), text)
    )
    if "properties" not in response:
        return response
    response.pop("additionalProperties", None)
    response["title"] = views.get(schema["title"], schema["title"])
    return response | ({} if _is_brief(kind) else {"required": _always_there(kind)})


def _alias_schema(name: str, kind: Any) -> Json:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_PREFIX + "{name}")
    # msgspec writes anyOf for every union, but tagged types exclude each other.
    if "anyOf" not in schema:
        return schema
    return {"title": name, "oneOf": schema.pop("anyOf"), **schema}


def _mark(schema: Json) -> Mark:
    """Return what identifies a named schema: the pattern of a string, or the tags of a union."""
    return schema.get("pattern") or tuple(schema.get("discriminator", {}).get("mapping", ()))


def _component(schema: Json, kind: Any, names: dict[Mark, Named]) -> Json:
    """Return a named schema, described by the docstrings of its class and fields.

    The description of a field replaces that of its type: a score is more than a number.
    """
    if kind is Call:
        # As an enumeration, generators would name its hundred numbers VALUE_4 and so on.
        return {
            "type": "string",
            "title": schema["title"],
            "description": type_description(kind),
            "examples": [Call.PASS, Call.THREE, Call("7"), Call.MOON],
            "pattern": CALL_PATTERN,
            "maxLength": max(map(len, Call)),
        }
    if isinstance(kind, EnumType):
        return {
            "type": "string",
            "title": schema["title"],
            "description": type_description(kind),
            "enum": [member.value for member in kind],  # type: ignore[var-annotated]
        } | ({} if kind in _FIXED else {"x-may-grow": True})
    finished: Json = _finish(schema, names)
    if "properties" in finished:
        finished["description"] = type_description(kind)
        docs = field_descriptions(_SAME_FIELDS.get(kind, kind))
        finished["properties"] = {
            name: _with_description(field, docs.get(name))
            for name, field in finished["properties"].items()
        }
    return finished


def _with_description(field: Json, description: str | None) -> Json:
    """Return a field with its own description first, instead of that of its type."""
    if description is None:
        return field
    rest = {key: value for key, value in field.items() if key != "description"}
    return {"description": description, **rest}


def _is_brief(kind: Any) -> bool:
    """Return whether fields at their defaults are left out."""
    return kind is not None and kind.__struct_config__.omit_defaults


def _always_there(kind: Any) -> list[str]:
    """Return the fields of a response, which contains defaults too."""
    fields = structs.fields(kind)
    return [field.encode_name for field in fields if field.default is not msgspec.UNSET]


def _finish(schema: Any, names: dict[Mark, Named]) -> Any:
    """Return a schema for generators: with bounds, formats and references to named strings."""
    if isinstance(schema, list):
        return [_finish(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if _mark(schema) in names:
        name, usual = names[_mark(schema)]
        description = schema.get("description", usual)
        own = {} if description == usual else {"description": description}
        return {**own, "$ref": _PREFIX + name}
    finished = {key: _finish(value, names) for key, value in schema.items()}
    if "anyOf" in finished:
        finished = _nullable(finished)
    if finished.get("default", ...) is None or "$ref" in finished:
        finished.pop("default", None)
    if finished.keys() == {"enum"}:  # the tag of a union
        tag = finished["enum"][0]
        description = f"The tag of this kind of value, always `{tag}`."
        finished = {"description": description, "type": "string", "const": tag}
    finished = _with_pattern(finished)
    kinds = finished.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    _refuse_unbounded(finished, kinds)
    if "integer" in kinds:
        # Without a format, Kotlin and Swift use 32 bits for every integer.
        small = max(abs(finished["minimum"]), abs(finished["maximum"])) < 2**31
        finished["format"] = "int32" if small else "int64"
    if "number" in kinds:
        # A bare number becomes a decimal of any length in Kotlin.
        finished["format"] = "double"
    if "string" in kinds and finished.get("format") in _LONGEST:
        finished.setdefault("maxLength", _LONGEST[finished["format"]])
        finished.setdefault("examples", [_EXAMPLES[finished["format"]]])
    if "array" in kinds:
        # The linter requires a bound for every list; most have one of their own.
        finished.setdefault("maxItems", _LONGEST_LIST)
    return finished


def _with_pattern(schema: Json) -> Json:
    """Return a schema with its pattern as other languages write it.

    In Python `$` also matches before a final newline, so the types use `\\Z`.
    """
    pattern = schema.get("pattern", "").replace(r"\Z", "$")
    return schema | {"pattern": pattern} if pattern else schema


def _refuse_unbounded(schema: Json, kinds: Sequence[str]) -> None:
    """Raise ValueError for a value without a bound: bounds belong to types, not to the contract."""
    has_bounds = {"minimum", "maximum"} <= schema.keys()
    is_long = "maxLength" not in schema and not {"enum", "const", "format"} & schema.keys()
    if ("integer" in kinds and not has_bounds) or ("string" in kinds and is_long):
        raise ValueError(f"Give this a bound where its type is defined: {schema}")


def _nullable(schema: Json) -> Json:
    """Return a nullable schema: a list of types for plain values, a choice for named ones."""
    parts = [part for part in schema["anyOf"] if part != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    if len(parts) == 1 and "type" in parts[0]:
        return {**parts[0], **rest, "type": [parts[0]["type"], "null"]}
    # Generators make a new type of oneOf here, and an optional type of anyOf with null.
    if len(parts) == 1 and len(schema["anyOf"]) == 2:
        return {**rest, "anyOf": [parts[0], {"type": "null"}]}
    return schema


def _referenced_names(schemas: Json, names: Iterable[str]) -> Iterator[str]:
    """Yield the components that some components refer to, themselves included."""
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        # As text, because a reference can be at any depth.
        text = msgspec.json.encode(schemas[name]).decode()
        waiting += [part.split('"')[0] for part in text.split(_PREFIX)[1:]]


def _classes(kinds: Iterable[Any], seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """Yield every enumeration and struct that some types use, by name."""
    for kind in kinds:
        if get_origin(kind) is Annotated or get_args(kind):
            yield from _classes(get_args(kind), seen)
        elif kind in seen:
            continue
        elif isinstance(kind, EnumType):
            seen.add(kind)
            yield kind.__name__, kind
        elif inspect.isclass(kind) and issubclass(kind, msgspec.Struct):
            seen.add(kind)
            yield kind.__name__, kind
            yield from _classes((field.type for field in structs.fields(kind)), seen)
