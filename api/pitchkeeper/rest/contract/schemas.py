"""Component schemas: what msgspec says of the types, finished for client generators."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import EnumType
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec
from msgspec import structs

from pitch import CALL_PATTERN, CARD_PATTERN, Call, Options, bid
from pitch.messages import Sentence
from pitch.rules import Rules
from pitchkeeper.rest.contract import docstrings
from pitchkeeper.rest.parameters import Parameter

Json = dict[str, Any]
Mark = str | tuple[str, ...]
Named = tuple[str, str | None]
"""The name of a schema, and what it says of itself."""

_AS_SENT: Final[Json] = {"pattern": CARD_PATTERN, "maxLength": 5}
"""How a card may be written in what is sent; in answers it has two characters."""
_PREFIX: Final = "#/components/schemas/"
_VIEW: Final = "View"
"""What the name of a type that is sent as well ends with where it is answered."""
_SAME_FIELDS: Final[dict[type[msgspec.Struct], type[msgspec.Struct]]] = {Options: Rules}
"""Whose fields mean the same as those of another."""
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
    """The named schemas of what is answered and of what is sent.

    What is sent refuses unknown fields, as the server does in every body; what is answered may
    have more in a later version. A value of which both are true has two schemas: what is sent
    keeps the name of its type, because clients name what they build and infer what they read, and
    what is answered is its view.
    """
    answers, bodies = _classes_of(answers), _classes_of(bodies)
    roots = sorted({*answers, *bodies}, key=lambda kind: kind.__name__)
    _, found = msgspec.json.schema_components(
        roots, ref_template=_PREFIX + "{name}", schema_hook=_of_sentence
    )
    sent, answered = (
        set(_reached(found, (kind.__name__ for kind in kinds))) for kinds in (bodies, answers)
    )
    known = dict(_classes(roots, set()))
    aliases = {name: _named(name, kind) for name, kind in named.items()}
    names = _names(aliases)
    finished = {name: _component(schema, known.get(name), names) for name, schema in found.items()}
    views = {name: name + _VIEW for name in sent & answered if "properties" in found[name]}
    shown = {
        views.get(name, name): _answered(finished[name], known.get(name), views)
        for name in answered
    }
    for name in sent:
        finished[name] = _sent(finished[name])
    # Phones may send 10S or as; nobody is answered so.
    aliases["Card"] |= _AS_SENT
    shared = {name: _with_pattern(schema) for name, schema in aliases.items()}
    return dict(sorted({**finished, **shown, **shared}.items()))


def _classes_of(kinds: Iterable[type]) -> set[type]:
    """The types that have names: a text or a file has none."""
    return set(kinds) - {str, bytes}


def _of_sentence(kind: type) -> Json:
    # What the domain says is no struct; as it is answered, with its text, it is one.
    if kind is not Sentence:
        raise NotImplementedError(f"There is no schema of {kind}.")
    return {"$ref": f"{_PREFIX}{Sentence.__name__}"}


def for_parameter(parameter: Parameter, named: Mapping[str, Any]) -> Json:
    """The schema of a parameter, which is left out where it says nothing."""
    (schema,), _ = msgspec.json.schema_components([parameter.kind], ref_template=_PREFIX + "{name}")
    parts = [part for part in schema.get("anyOf", [schema]) if part != {"type": "null"}]
    aliases = {name: _named(name, kind) for name, kind in named.items()}
    if "$ref" in parameter.bounds:
        return parameter.bounds
    finished: Json = _finish(parts[0] | parameter.bounds, _names(aliases))
    return {"$ref": finished["$ref"]} if "$ref" in finished else finished


def choices(parameters: Iterable[Parameter]) -> Iterator[Any]:
    """What queries choose from by a word."""
    for parameter in parameters:
        kinds = (parameter.kind, *get_args(parameter.kind))
        yield from (kind for kind in kinds if isinstance(kind, EnumType))


def _names(aliases: Json) -> dict[Mark, Named]:
    return {_mark(schema): (name, schema.get("description")) for name, schema in aliases.items()}


def _sent(schema: Json) -> Json:
    """A schema of what is sent: no field but these."""
    return schema | {"additionalProperties": False} if "properties" in schema else schema


def _answered(schema: Json, kind: Any, views: Mapping[str, str]) -> Json:
    """A schema of what is answered: it may gain fields, and refers to what is answered."""
    text = msgspec.json.encode(schema).decode()
    answered: Json = msgspec.json.decode(
        re.sub(rf'(?<={_PREFIX})\w+(?=")', lambda name: views.get(name[0], name[0]), text)
    )
    if "properties" not in answered:
        return answered
    answered.pop("additionalProperties", None)
    answered["title"] = views.get(schema["title"], schema["title"])
    return answered | ({} if _is_brief(kind) else {"required": _always_there(kind)})


def _named(name: str, kind: Any) -> Json:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_PREFIX + "{name}")
    # msgspec says anyOf of every union; kinds that a tag tells apart are never two at once.
    if "anyOf" not in schema:
        return schema
    return {"title": name, "oneOf": schema.pop("anyOf"), **schema}


def _mark(schema: Json) -> Mark:
    """What tells a schema that has a name: the pattern of a string, or the kinds of a value."""
    return schema.get("pattern") or tuple(schema.get("discriminator", {}).get("mapping", ()))


def _component(schema: Json, kind: Any, names: dict[Mark, Named]) -> Json:
    """A named schema, described by the docstring of its class and those of its fields.

    What a field says of itself goes before what its type says: a score is more than a number.
    """
    if kind is Call:
        # As an enumeration its hundred numbers would be names such as VALUE_4 in most languages.
        return {
            "type": "string",
            "title": schema["title"],
            "description": docstrings.for_type(kind),
            "examples": [Call.PASS, Call.THREE, bid(7), Call.MOON],
            "pattern": CALL_PATTERN,
            "maxLength": max(map(len, Call)),
        }
    if isinstance(kind, EnumType):
        return {
            "type": "string",
            "title": schema["title"],
            "description": docstrings.for_type(kind),
            "enum": [member.value for member in kind],  # type: ignore[var-annotated]
        }
    finished: Json = _finish(schema, names)
    if "properties" in finished:
        finished["description"] = docstrings.for_type(kind)
        said = docstrings.for_fields(_SAME_FIELDS.get(kind, kind))
        finished["properties"] = {
            name: ({"description": said[name]} if name in said else {}) | _unsaid(field, name, said)
            for name, field in finished["properties"].items()
        }
    return finished


def _unsaid(field: Json, name: str, said: dict[str, str]) -> Json:
    """A field without the description of its type, if it has one of its own."""
    return {key: value for key, value in field.items() if key != "description" or name not in said}


def _is_brief(kind: Any) -> bool:
    """Whether fields at their defaults are left out."""
    return kind is not None and kind.__struct_config__.omit_defaults


def _always_there(kind: Any) -> list[str]:
    """The fields of an answer: it says everything, also what is at its default."""
    fields = structs.fields(kind)
    return [field.encode_name for field in fields if field.default is not msgspec.UNSET]


def _finish(schema: Any, names: dict[Mark, Named]) -> Any:
    """A schema as generators like it: bounds and formats everywhere, names for named strings."""
    if isinstance(schema, list):
        return [_finish(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if _mark(schema) in names:
        name, usual = names[_mark(schema)]
        said = schema.get("description", usual)
        own = {} if said == usual else {"description": said}
        return {**own, "$ref": _PREFIX + name}
    finished = {key: _finish(value, names) for key, value in schema.items()}
    if "anyOf" in finished:
        finished = _nullable(finished)
    if finished.get("default", ...) is None or "$ref" in finished:
        finished.pop("default", None)
    if finished.keys() == {"enum"}:  # the kind of a value of one of many kinds
        tag = finished["enum"][0]
        description = f"The tag of this kind of value, always `{tag}`."
        finished = {"description": description, "type": "string", "const": tag}
    finished = _with_pattern(finished)
    kinds = finished.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
    _refuse_unbounded(finished, kinds)
    if "integer" in kinds:
        # Without a format Kotlin and Swift take 32 bits for every integer.
        small = max(abs(finished["minimum"]), abs(finished["maximum"])) < 2**31
        finished["format"] = "int32" if small else "int64"
    if "number" in kinds:
        # A bare number becomes a decimal of any length in Kotlin.
        finished["format"] = "double"
    if "string" in kinds and finished.get("format") in _LONGEST:
        finished.setdefault("maxLength", _LONGEST[finished["format"]])
        finished.setdefault("examples", [_EXAMPLES[finished["format"]]])
    if "array" in kinds:
        # The linter wants a bound of every list; most have one of their own.
        finished.setdefault("maxItems", _LONGEST_LIST)
    return finished


def _with_pattern(schema: Json) -> Json:
    """Return a schema with its pattern as other languages write it.

    In Python `$` matches before a newline at the end as well, so the types say `\\Z`.
    """
    stated = schema.get("pattern", "").replace(r"\Z", "$")
    return schema | {"pattern": stated} if stated else schema


def _refuse_unbounded(schema: Json, kinds: Sequence[str]) -> None:
    """A bound belongs to the type whose values it is true of; the contract invents none."""
    has_bounds = {"minimum", "maximum"} <= schema.keys()
    is_long = "maxLength" not in schema and not {"enum", "const", "format"} & schema.keys()
    if ("integer" in kinds and not has_bounds) or ("string" in kinds and is_long):
        raise ValueError(f"Give this a bound where its type is defined: {schema}")


def _nullable(schema: Json) -> Json:
    """A value or null: a list of types for plain values, a choice for named ones."""
    parts = [part for part in schema["anyOf"] if part != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    if len(parts) == 1 and "type" in parts[0]:
        return {**parts[0], **rest, "type": [parts[0]["type"], "null"]}
    # Generators make an own type of oneOf here, and of anyOf with null an optional one.
    if len(parts) == 1 and len(schema["anyOf"]) == 2:
        return {**rest, "anyOf": [parts[0], {"type": "null"}]}
    return schema


def _reached(found: Json, names: Iterable[str]) -> Iterator[str]:
    """The components that some components refer to, themselves included."""
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        # A reference can stand at any depth, and reads the same at each.
        text = msgspec.json.encode(found[name]).decode()
        waiting += [part.split('"')[0] for part in text.split(_PREFIX)[1:]]


def _classes(kinds: Iterable[Any], seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """Every enumeration and every struct that some types use, by name."""
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
