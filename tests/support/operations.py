"""The operations of the contract, and how to call them."""

import json
from typing import Any

from msgspec import Struct

from pitchkeeper.settings import ROOT
from tests.support.phones import Json

DOCUMENT: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_bytes())
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
    """An operation as the contract describes it, with the example of its body."""

    id: str
    method: str
    path: str
    body: Any
    parameters: tuple[Json, ...]

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
                filled = filled.replace(f"{{{parameter['name']}}}", str(usual(parameter)))
        assert "{" not in filled, filled
        return filled


def usual(parameter: Json) -> object:
    """A value of a parameter: its example, or the least that it may be."""
    if "example" in parameter:
        return parameter["example"]
    return parameter["schema"].get("minimum", parameter["schema"].get("enum", [None])[0])


def calls() -> list[Call]:
    """Every operation that is not public."""
    return [
        Call(
            operation["operationId"],
            method.upper(),
            path,
            example(operation.get("requestBody")),
            parameters(operation),
        )
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
        if operation.get("security") != []
    ]


def parameters(operation: Json) -> tuple[Json, ...]:
    """The parameters of an operation, which the contract describes once for all."""
    shared = DOCUMENT["components"]["parameters"]
    names = (asked["$ref"].rpartition("/")[2] for asked in operation.get("parameters", ()))
    return tuple(shared[name] for name in names)


def example(body: Json | None) -> Any:
    """The first example of a body."""
    if body is None:
        return None
    content = next(iter(body["content"].values()))
    return next(iter(content["examples"].values()))["value"]
