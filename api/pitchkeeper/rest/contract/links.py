"""Links: how to call an operation with what another one answered."""

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
"""Where an answer holds a parameter of what is called next, if not in a field of its name."""
_NEXT_HAND: Final = frozenset(
    f"record{what}" for what in ("Hand", "Auction", "Claims", "Pile", "Holding", "Tricks")
) | {"previewHand"}
"""Operations that are called next for the hand that is not there yet."""
_FIRST: Final = {"player": "0"}
"""Parameters that no answer has: a link takes the first there is, as text."""


def link(source: Operation, target: Operation) -> Json:
    """Return how to call one operation with what another answered."""
    # Runtime expressions of OpenAPI: from the path that was asked, else from the answer.
    known = set(source.path_names)
    parameters: Json = {}
    for name in target.path_names:
        if name in known:
            parameters[name] = f"$request.path.{name}"
        elif name in _FIRST:
            parameters[name] = _FIRST[name]
        else:
            is_next = name == "number" and target.id in _NEXT_HAND
            field = "nextHand" if is_next else _FIELDS.get(name, name)
            parameters[name] = f"$response.body#/{field}"
    # Without a body, though a code goes into some: OpenAPI lets a link have one, yet generators of
    # Kotlin and Go refuse any that is no text.
    stated: Json = {"operationId": target.id, "description": target.summary}
    if parameters:
        stated["parameters"] = parameters
    return stated
