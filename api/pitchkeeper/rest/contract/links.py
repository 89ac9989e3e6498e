"""Links: parameters of an operation from the response of another one."""

from typing import Any, Final

from pitchkeeper.rest.operations import Operation

Json = dict[str, Any]

_FIELDS: Final = {
    "rulesetId": "id",
    "playerId": "deviceId",
    "number": "lines/0/number",
    "seat": "players/0/seat",
    "side": "sides/0/side",
    "adjustment": "adjustments/0/number",
    "entrant": "entrants/0/number",
    "fixture": "nights/0/fixtures/0/number",
    "payment": "payments/0/number",
    "playOff": "playOffs/0/number",
}
"""The response fields of parameters whose names differ."""
_NEXT_HAND: Final = frozenset(
    f"record{part}" for part in ("Hand", "Auction", "Claims", "Pile", "Holding", "Tricks")
) | {"previewHand"}
"""Operations that are called for the next hand."""
_FIRST: Final = {"player": "0"}
"""Parameters that no response contains: a link takes the first value, as text."""


def link(source: Operation, target: Operation) -> Json:
    """Return the link from the response of one operation to another operation."""
    # Runtime expressions of OpenAPI: from the path of the request, else from the response.
    path_names = set(source.path_names)
    parameters: Json = {}
    for name in target.path_names:
        if name in path_names:
            parameters[name] = f"$request.path.{name}"
        elif name in _FIRST:
            parameters[name] = _FIRST[name]
        else:
            is_next = name == "number" and target.id in _NEXT_HAND
            field = "nextHand" if is_next else _FIELDS.get(name, name)
            parameters[name] = f"$response.body#/{field}"
    # Without a body, though OpenAPI allows one: generators of Kotlin and Go only accept a text.
    link_object: Json = {"operationId": target.id, "description": target.summary}
    if parameters:
        link_object["parameters"] = parameters
    return link_object
