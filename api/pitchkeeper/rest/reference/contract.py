"""The contract, parsed part by part: each part when a page needs it."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Raw, Struct, structs

Json: TypeAlias = dict[str, Any]
_REFERENCE: Final = re.compile(rb'"#/components/(\w+)/([\w-]+)"')


_PROBLEM: Final = re.compile(r"^- `(\w+)` \((\d+)\): (.*)$", re.MULTILINE)
CORE: Final = (
    *("createDevice", "getDevice", "createTicket"),
    *("createMatch", "listMatches", "getMatch", "deleteMatch", "renamePlayer", "undoChange"),
    *("recordHand", "recordClaims", "recordPile", "recordTricks", "previewHand", "voidHand"),
    *("getHand", "confirmHand", "disputeHand", "resolveDispute", "getHandRuling"),
    *("createInvite", "joinMatch", "listMembers", "claimSeat", "assignSeat"),
    *("streamMatchEvents", "sendCommands"),
    *("ruleOnCall", "ruleOnHand", "ruleOnPlay", "ruleOnWinner"),
    *("listRulesets", "getRulebook", "getMessages"),
)
"""The operations that a client for one table needs: alone, with others, live and offline."""


class Tag(Struct, frozen=True):
    """A group of operations."""

    name: str
    description: str


class Info(Struct, frozen=True):
    """The title and description of the contract."""

    title: str
    version: str
    summary: str
    description: str
    license: Raw


class _Head(Struct, frozen=True, rename="camel"):
    """The fields of an operation for the index."""

    operation_id: str
    tags: tuple[str, ...]
    summary: str


class Operation(Struct, frozen=True):
    """An operation, with its part of the contract unparsed."""

    id: str
    tag: str
    summary: str
    method: str
    path: str
    raw: Raw

    @property
    def document(self) -> Json:
        """The operation object of the contract."""
        return _parse_part(self.raw)


# With a `dict`: a cached property keeps its value in one, and structs of msgspec have none.
class Contract(Struct, frozen=True, dict=True):
    """An OpenAPI document whose parts are unparsed."""

    openapi: str
    info: Info
    servers: Raw
    security: Raw
    tags: tuple[Tag, ...]
    paths: dict[str, dict[str, Raw]]
    components: dict[str, dict[str, Raw]]

    @cached_property
    def operations(self) -> Mapping[str, Operation]:
        """Every operation by its id."""
        return {operation.id: operation for operation in self._operations()}

    @cached_property
    def problems(self) -> Mapping[str, tuple[str, str]]:
        """The status and meaning of every problem, by its code."""
        lines = _PROBLEM.findall(self.info.description)
        return {code: (status, meaning) for code, status, meaning in lines}

    def _operations(self) -> Iterator[Operation]:
        for path, item in self.paths.items():
            for method, raw in item.items():
                head = msgspec.json.decode(raw, type=_Head)
                yield Operation(
                    head.operation_id, head.tags[0], head.summary, method.upper(), path, raw
                )

    def resolve(self, part: Json) -> Json:
        """Return a part, or the component that it refers to."""
        while "$ref" in part:
            _, _, kind, name = part["$ref"].split("/")
            part = _parse_part(self.components[kind][name])
        return part

    def core(self) -> bytes:
        """Return the contract of the operations that a client for one table needs.

        Their answers have no examples, and links only to each other. The codes of problems stand
        at their statuses; what each means is in the whole contract.
        """
        paths: dict[str, Json] = {}
        for name in CORE:
            operation = self.operations[name]
            document = operation.document
            responses = {
                status: _without_examples(response)
                for status, response in document["responses"].items()
            }
            paths.setdefault(operation.path, {})[operation.method.lower()] = document | {
                "responses": responses
            }
        used = {self.operations[name].tag for name in CORE}
        tags = tuple(tag for tag in self.tags if tag.name in used)
        description, _, _ = self.info.description.partition("\n\nEvery error is")
        return msgspec.json.encode(
            {
                "openapi": self.openapi,
                "info": structs.replace(self.info, description=description),
                "servers": self.servers,
                "security": self.security,
                "tags": tags,
                "paths": paths,
                "components": self._needed_components(paths),
            }
        )

    def _needed_components(self, paths: Mapping[str, Json]) -> dict[str, dict[str, Raw]]:
        # Components refer to one another, so each is searched in turn; as bytes, because parsing
        # would take longer than finding the names.
        needed = {"securitySchemes": self.components["securitySchemes"]}
        waiting = [msgspec.json.encode(paths)]
        while waiting:
            for kind, name in _REFERENCE.findall(waiting.pop()):
                parts = needed.setdefault(kind.decode(), {})
                if name.decode() not in parts:
                    component = self.components[kind.decode()][name.decode()]
                    if kind == b"responses":
                        response = _without_examples(_parse_part(component))
                        component = Raw(msgspec.json.encode(response))
                    parts[name.decode()] = component
                    waiting.append(bytes(component))
        return needed


def _without_examples(response: Json) -> Json:
    """Return a response without its examples, and with links to core operations only."""
    kept = dict(response)
    if "content" in kept:
        kept["content"] = {
            media_type: {"schema": content["schema"]}
            for media_type, content in kept["content"].items()
        }
    if "links" in kept:
        kept["links"] = {name: link for name, link in kept["links"].items() if name in CORE}
    return kept


def parse(contract: bytes) -> Contract:
    """Return the contract of its JSON text, with parts that share its memory."""
    return msgspec.json.decode(contract, type=Contract)


def _parse_part(part: Raw) -> Json:
    return msgspec.json.decode(part, type=dict[str, Any])


def model(schema: Json) -> str:
    """Return the model name of a schema or of its items; empty if it has none."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    items = (schema["items"],) if "items" in schema else ()
    for inner in (*schema.get("anyOf", ()), *items):
        if name := model(inner):
            return name
    return ""


def describe(schema: Json) -> str:
    """Return a short description of the values of a schema."""
    if "$ref" in schema:
        return model(schema)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " or ".join(map(describe, schema[choice]))
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return ", ".join(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_kind(kind, schema) for kind in kinds)


def _kind(kind: str, schema: Json) -> str:
    if kind == "array":
        return _with_bounds(f"list of {describe(schema['items'])}", schema, "minItems", "maxItems")
    if kind == "string":
        name = schema.get("format", "text")
        return _with_bounds(name, schema, "minLength", "maxLength", "characters")
    if kind == "integer":
        return _with_bounds("whole number", schema, "minimum", "maximum")
    return kind


def _with_bounds(name: str, schema: Json, least: str, most: str, unit: str = "") -> str:
    low, high = schema.get(least), schema.get(most)
    if high is None:
        return name
    span = f"at most {high}" if low is None else str(low) if low == high else f"{low} to {high}"
    return " ".join(filter(None, (f"{name}, {span}", unit)))
