"""The contract, read part by part: most parts nobody looks at, and each is read when it is."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Raw, Struct

Json: TypeAlias = dict[str, Any]
_REFERENCE: Final = re.compile(rb'"#/components/(\w+)/([\w-]+)"')


class Tag(Struct, frozen=True):
    """What some operations are about."""

    name: str
    description: str


class Info(Struct, frozen=True):
    """What the contract says of itself."""

    title: str
    version: str
    summary: str
    description: str


class _Stated(Struct, frozen=True, rename="camel"):
    """What a list shows of an operation."""

    operation_id: str
    tags: tuple[str, ...]
    summary: str


class Operation(Struct, frozen=True):
    """An operation, and all that the contract says of it."""

    id: str
    tag: str
    summary: str
    method: str
    path: str
    stated: Raw

    @property
    def whole(self) -> Json:
        """What the contract says of it."""
        return _read(self.stated)


# With a `dict`: a cached property keeps its value in one, and structs of msgspec have none.
class Contract(Struct, frozen=True, dict=True):
    """An OpenAPI document whose parts are still as they were written."""

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
        return {each.id: each for each in self._operations()}

    def _operations(self) -> Iterator[Operation]:
        for path, item in self.paths.items():
            for method, stated in item.items():
                head = msgspec.json.decode(stated, type=_Stated)
                yield Operation(
                    head.operation_id, head.tags[0], head.summary, method.upper(), path, stated
                )

    def resolved(self, part: Json) -> Json:
        """What a part says, or what it refers to says."""
        while "$ref" in part:
            _, _, kind, name = part["$ref"].split("/")
            part = _read(self.components[kind][name])
        return part

    def excerpt(self, operation: Operation) -> bytes:
        """A contract of what one operation takes, with the components that it needs for that.

        What it answers is seen by trying it, and would be most of what there is to draw.
        """
        whole = operation.whole
        answers = {status: self.resolved(each) for status, each in whole["responses"].items()}
        told = {status: {"description": each["description"]} for status, each in answers.items()}
        asked = whole | {"responses": told}
        # Components name one another, so what is taken is looked through in turn; as bytes, for to
        # read the parts would take longer than to find the names in them.
        needed = {"securitySchemes": self.components["securitySchemes"]}
        waiting = [msgspec.json.encode(asked)]
        while waiting:
            for kind, name in _REFERENCE.findall(waiting.pop()):
                of_kind = needed.setdefault(kind.decode(), {})
                if name.decode() not in of_kind:
                    of_kind[name.decode()] = found = self.components[kind.decode()][name.decode()]
                    waiting.append(bytes(found))
        return msgspec.json.encode(
            {
                "openapi": self.openapi,
                "info": {"title": operation.summary, "version": self.info.version},
                "servers": self.servers,
                "security": self.security,
                "paths": {operation.path: {operation.method.lower(): asked}},
                "components": needed,
            }
        )


def parse(contract: bytes) -> Contract:
    """The contract, of which nothing is kept twice."""
    return msgspec.json.decode(contract, type=Contract)


def _read(part: Raw) -> Json:
    return msgspec.json.decode(part, type=dict[str, Any])
