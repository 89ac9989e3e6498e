"""The operations of the contract, and how to call them."""

import json
from typing import Any, Final

from msgspec import Struct

from pitchkeeper.settings import ROOT
from tests.support.phones import Json

DOCUMENT: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_bytes())
JSON_TYPE: Final = "application/json"
FOR_VIEWERS = {
    *(
        "previewHand",
        "previewVoid",
        "previewRules",
        "previewSchedule",
        "previewResult",
        "previewSlot",
        "previewNightResults",
        "previewBracket",
    ),
    *("claimSeat", "claimPlayer", "joinRematch", "confirmMembership"),
    *("createSignUp", "withdrawSignUp"),
}
"""They are sent like changes and change no score, or decide by themselves who may."""


class Call(Struct, frozen=True):
    """An operation as the contract states it."""

    id: str
    method: str
    path: str
    statement: Json

    def __str__(self) -> str:
        return self.id

    @property
    def body(self) -> Any:
        """The first example of its body, if it takes one."""
        for content in self.statement.get("requestBody", {"content": {}})["content"].values():
            return next(iter(content["examples"].values()))["value"]
        return None

    @property
    def schema(self) -> Json:
        """The schema of its body of JSON."""
        schema: Json = self.statement["requestBody"]["content"][JSON_TYPE]["schema"]
        return schema

    @property
    def parameters(self) -> tuple[Json, ...]:
        """Its parameters, which the contract describes once for all."""
        shared = DOCUMENT["components"]["parameters"]
        names = (asked["$ref"].rpartition("/")[2] for asked in self.statement.get("parameters", ()))
        return tuple(shared[name] for name in names)

    @property
    def missing(self) -> str | None:
        """The problem that a stranger gets for the match or league of the operation, if any."""
        about = (name for name in ("match", "league") if f"{{{name}Id}}" in self.path)
        return next((f"{name}_not_found" for name in about), None)

    @property
    def changes_something(self) -> bool:
        """True if it is for those who keep the score only."""
        return bool(self.missing) and self.method != "GET" and self.id not in FOR_VIEWERS

    def address(self, match_id: str) -> str:
        """Return the path of the operation with every parameter filled in."""
        filled = self.path.replace("{matchId}", match_id)
        for parameter in self.parameters:
            if parameter["in"] == "path" and parameter["name"] != "matchId":
                filled = filled.replace(f"{{{parameter['name']}}}", str(_usual(parameter)))
        assert "{" not in filled, filled
        return filled


def _usual(parameter: Json) -> object:
    """A value of a parameter: its example, or the least that it may be."""
    if "example" in parameter:
        return parameter["example"]
    return parameter["schema"].get("minimum", parameter["schema"].get("enum", [None])[0])


OPERATIONS: Final = {
    statement["operationId"]: Call(statement["operationId"], method.upper(), path, statement)
    for path, item in DOCUMENT["paths"].items()
    for method, statement in item.items()
}
"""Every operation by its id."""


def calls() -> list[Call]:
    """Every operation that is not public."""
    return [call for call in OPERATIONS.values() if call.statement.get("security") != []]


def bodies() -> list[Call]:
    """Every operation that takes a body of JSON."""
    return [
        call
        for call in OPERATIONS.values()
        if JSON_TYPE in call.statement.get("requestBody", {"content": ()})["content"]
    ]
