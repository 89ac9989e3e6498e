"""Find what a contract breaks for clients of the released one.

`python -m openapi.compatibility RELEASED CONTRACT CHANGELOG` exits with 1 if there is a break that
the changelog does not name, in backquotes, under `### Breaking` of its first section.

What counts as a break is the promise of `docs/versioning.md`. No package that is to be had finds
all of it: the best of four found 10 of 15 seeded breaks.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

Json = dict[str, Any]

_PREFIX: Final = "#/components/schemas/"
_METHODS: Final = ("get", "put", "post", "delete", "patch")
_UPPER: Final = ("maximum", "maxLength", "maxItems", "maxProperties")
_LOWER: Final = ("minimum", "minLength", "minItems", "minProperties")
_PROSE: Final = frozenset({"description", "title", "examples", "default"})


class Break(NamedTuple):
    """A change that stops a client of the released contract."""

    place: str
    """An operationId, a schema, or `Schema.field`."""
    meaning: str


class Use(NamedTuple):
    """Where a schema is used, which decides what may change."""

    is_sent: bool = False
    is_answered: bool = False


def breaks(released: Json, contract: Json) -> Iterator[Break]:
    """Yield every break between two contracts."""
    old, new = _operations(released), _operations(contract)
    for name, operation in old.items():
        if name in new:
            yield from _operation_breaks(name, operation, new[name])
        else:
            yield Break(name, "The operation is gone.")
    schemas = contract["components"]["schemas"]
    sent, answered = _sent_names(released), _answered_names(released)
    for name, schema in released["components"]["schemas"].items():
        if name not in schemas:
            yield Break(name, "The schema is gone.")
        else:
            use = Use(name in sent, name in answered)
            yield from _schema_breaks(name, schema, schemas[name], use)
    codes = _problem_codes(contract)
    for code, status in _problem_codes(released).items():
        if codes.get(code) != status:
            yield Break(code, f"The problem has status {codes.get(code)} instead of {status}.")
    sentences = contract["x-messages"]
    for code, arguments in released["x-messages"].items():
        # A client says a sentence whose code it does not know by its text.
        for name in sorted(arguments.keys() - sentences.get(code, arguments).keys()):
            yield Break(code, f"The sentence has no argument {name}.")


def _operations(document: Json) -> dict[str, Json]:
    """Return all operations by id, with references to parameters and responses resolved."""
    operations = {}
    for path, item in document["paths"].items():
        for method in item.keys() & _METHODS:
            operation = item[method]
            parameters = [_resolve(document, part) for part in operation.get("parameters", ())]
            operations[operation["operationId"]] = operation | {
                "address": f"{method.upper()} {path}",
                "parameters": {(part["in"], part["name"]): part for part in parameters},
                "security": operation.get("security", document.get("security")),
            }
    return operations


def _resolve(document: Json, part: Json) -> Json:
    while "$ref" in part:
        part = msgspec.to_builtins(_at(document, part["$ref"]))
    return part


def _at(document: Any, reference: str) -> Any:
    for name in reference.removeprefix("#/").split("/"):
        document = document[name]
    return document


def _operation_breaks(name: str, old: Json, new: Json) -> Iterator[Break]:
    for key, meaning in (("address", "method or path"), ("tags", "tag")):
        if old[key] != new[key]:
            yield Break(name, f"Its {meaning} is {new[key]} instead of {old[key]}.")
    if not old["security"] and new["security"]:
        yield Break(name, "It needs a token.")
    yield from _parameter_breaks(name, old["parameters"], new["parameters"])
    yield from _body_breaks(name, old.get("requestBody"), new.get("requestBody"))
    yield from _response_breaks(name, _successes(old), _successes(new))


def _parameter_breaks(name: str, old: Json, new: Json) -> Iterator[Break]:
    for key, parameter in old.items():
        if key not in new:
            yield Break(name, f"The parameter {key[1]} is gone.")
            continue
        yield from _schema_breaks(name, parameter["schema"], new[key]["schema"], Use(is_sent=True))
    for key, parameter in new.items():
        if parameter.get("required") and not old.get(key, {}).get("required"):
            yield Break(name, f"The parameter {key[1]} is required.")


def _body_breaks(name: str, old: Json | None, new: Json | None) -> Iterator[Break]:
    if new and new.get("required") and not (old and old.get("required")):
        yield Break(name, "A body is required.")
    if old:
        yield from _content_breaks(name, old["content"], new["content"] if new else {}, Use(True))


def _successes(operation: Json) -> Json:
    return {
        status: response
        for status, response in operation["responses"].items()
        if "$ref" not in response
    }


def _response_breaks(name: str, old: Json, new: Json) -> Iterator[Break]:
    if old.keys() != new.keys():
        yield Break(name, f"It is answered with {', '.join(new)} instead of {', '.join(old)}.")
    for status in old.keys() & new.keys():
        for part in ("headers", "links"):
            for gone in sorted(old[status].get(part, {}).keys() - new[status].get(part, {}).keys()):
                yield Break(name, f"Its answer has no {part[:-1]} {gone}.")
        before, after = old[status].get("content", {}), new[status].get("content", {})
        yield from _content_breaks(name, before, after, Use(is_answered=True))


def _content_breaks(name: str, old: Json, new: Json, use: Use) -> Iterator[Break]:
    for media_type, content in old.items():
        if media_type not in new:
            yield Break(name, f"There is no {media_type}.")
        else:
            yield from _schema_breaks(name, content["schema"], new[media_type]["schema"], use)
    if use.is_answered and new.keys() - old.keys():
        yield Break(name, f"It is also answered as {', '.join(sorted(new.keys() - old.keys()))}.")


def _schema_breaks(place: str, old: Json, new: Json, use: Use) -> Iterator[Break]:
    """Yield the breaks between two schemas; what they refer to is compared by itself."""
    if old.get("$ref") != new.get("$ref"):
        names = (part.get("$ref", "no reference").removeprefix(_PREFIX) for part in (new, old))
        yield Break(place, "Its schema is {} instead of {}.".format(*names))
        return
    for key in ("format", "const"):
        if old.get(key) != new.get(key):
            yield Break(place, f"Its {key} is {new.get(key)} instead of {old.get(key)}.")
    yield from _choice_breaks(place, old, new, use)
    if use.is_sent:
        yield from _bound_breaks(place, old, new)
    yield from _field_breaks(place, old, new, use)
    for key in ("items", "additionalProperties"):
        before, after = old.get(key), new.get(key)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from _schema_breaks(place, dict(before), dict(after), use)
        elif use.is_sent and after is False and before is not False:
            yield Break(place, "It may have no other fields.")


def _choice_breaks(place: str, old: Json, new: Json, use: Use) -> Iterator[Break]:
    """Yield the breaks of types, enumerations and unions: what is sent may grow.

    What is answered may only grow where the released contract says so.
    """
    for key, choice in (("type", "type"), ("enum", "value"), ("anyOf", "kind"), ("oneOf", "kind")):
        before, after = _choices(old, key), _choices(new, key)
        if use.is_sent and after and before - after:
            yield Break(place, f"Without the {choice} {', '.join(sorted(before - after))}.")
        if not use.is_answered or (key != "type" and old.get("x-may-grow")):
            continue
        if before and not after:
            yield Break(place, f"With any {choice}.")
        elif after - before:
            yield Break(place, f"With the {choice} {', '.join(sorted(after - before))}.")
    tags = [schema.get("discriminator", {}).get("propertyName") for schema in (old, new)]
    if tags[0] != tags[1]:
        yield Break(place, f"Its kinds are told apart by {tags[1]} instead of {tags[0]}.")


def _choices(schema: Json, key: str) -> set[str]:
    """Return the alternatives of a schema as text; of a schema without any, none."""
    stated = schema.get(key, [])
    parts = [stated] if isinstance(stated, str) else stated
    return {part if isinstance(part, str) else _without_prose(part) for part in parts}


def _without_prose(part: Any) -> str:
    kept = {key: value for key, value in part.items() if key not in _PROSE}
    return msgspec.json.encode(kept, order="sorted").decode().replace(_PREFIX, "")


def _bound_breaks(place: str, old: Json, new: Json) -> Iterator[Break]:
    for key in _UPPER:
        if new.get(key, float("inf")) < old.get(key, float("inf")):
            yield Break(place, f"Its {key} is {new[key]} instead of {old.get(key, 'none')}.")
    for key in _LOWER:
        if new.get(key, float("-inf")) > old.get(key, float("-inf")):
            yield Break(place, f"Its {key} is {new[key]} instead of {old.get(key, 'none')}.")
    if "pattern" in new and old.get("pattern") != new["pattern"]:
        yield Break(place, "Its pattern is another.")


def _field_breaks(place: str, old: Json, new: Json, use: Use) -> Iterator[Break]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, field in before.items():
        if name in after:
            yield from _schema_breaks(f"{place}.{name}", field, after[name], use)
        else:
            yield Break(f"{place}.{name}", "The field is gone.")
    was_required, is_required = set(old.get("required", ())), set(new.get("required", ()))
    if use.is_sent:
        for name in sorted(is_required - was_required):
            yield Break(f"{place}.{name}", "The field is required.")
    if use.is_answered:
        for name in sorted((was_required - is_required) & after.keys()):
            yield Break(f"{place}.{name}", "The field may be missing.")


def _sent_names(document: Json) -> set[str]:
    parts = [
        part
        for operation in _operations(document).values()
        for part in (operation.get("requestBody"), *operation["parameters"].values())
    ]
    return _reachable(document, parts)


def _answered_names(document: Json) -> set[str]:
    parts = [operation["responses"] for operation in _operations(document).values()]
    return _reachable(document, [parts, document["components"].get("responses", {})])


def _reachable(document: Json, parts: Any) -> set[str]:
    """Return the schemas that parts of a document refer to, and those refer to in turn."""
    names: set[str] = set()
    waiting = [parts]
    while waiting:
        # As text, because a reference can be at any depth.
        text = msgspec.json.encode(waiting.pop()).decode()
        for name in set(re.findall(rf'"{_PREFIX}(\w+)"', text)) - names:
            names.add(name)
            waiting.append(document["components"]["schemas"][name])
    return names


def _problem_codes(document: Json) -> dict[str, str]:
    """Return the status of every problem code, which the front page lists."""
    return dict(re.findall(r"^- `(\w+)` \((\d+)\)", document["info"]["description"], re.MULTILINE))


def noted_places(changelog: str) -> set[str]:
    """Return what the first section of a changelog names under `### Breaking`."""
    first = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:2]
    lists = re.findall(r"^### Breaking$(.*?)(?=^###|\Z)", "".join(first), re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([^`]+)`", "".join(lists)))


def main(released: str, contract: str, changelog: str) -> None:
    """Print the breaks that the changelog does not name, and exit with 1 if there are any."""
    old, new = (msgspec.json.decode(Path(path).read_bytes()) for path in (released, contract))
    noted = noted_places(Path(changelog).read_text(encoding="utf-8"))
    found = sorted(set(breaks(old, new)))
    silent = [each for each in found if each.place not in noted]
    for place, meaning in silent:
        print(f"{place}: {meaning}")
    if silent:
        sys.exit(f"{len(silent)} breaks; name each in backquotes under ### Breaking of CHANGELOG.")
    print(f"No break that the changelog does not name; {len(found)} that it does.")


if __name__ == "__main__":
    main(*sys.argv[1:])
