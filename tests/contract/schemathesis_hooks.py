"""Hooks for schemathesis: keys for one command only, and bodies that make sense."""

from itertools import count
from typing import Any, Final
from uuid import UUID

import schemathesis
from schemathesis import GenerationMode

from pitchkeeper import app
from pitchkeeper.rest.operations import KEY_HEADER
from tests.support.contract_calls import SHOWN_IDS
from tests.support.operations import bodies

_calls: Final = count(1)
_BODIES: Final = {call.id: call for call in bodies()}
_CODES: Final = {
    operation.id: frozenset(operation.problems) - {"key_reused"} for operation in app.OPERATIONS
}


def _is_valid(case: Any) -> bool:
    """Return whether a request is meant to fit its schema."""
    return case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE


@schemathesis.hook
def before_call(_context: Any, case: Any, _arguments: Any) -> None:
    """Send a valid request to what is there, with a key of its own and often its example."""
    if not _is_valid(case):
        return
    number = next(_calls)
    # The shortest key that fits would be sent everywhere, and every second command refused.
    headers = case.headers or {}
    if KEY_HEADER in headers:
        headers[KEY_HEADER] = f"key-{number}"
    places = case.path_parameters or {}
    for place, there in SHOWN_IDS.items():
        # An id that a link brings is the server's; one that was made up would find nothing.
        if case.method != "DELETE" and place in places and UUID(places[place]).version != 7:
            places[place] = there
    # A match by rules that nobody knows is never opened, and no link leads on from there.
    name = _name(case)
    if number % 2 and name in _BODIES and case.media_type == "application/json":
        case.body = _BODIES[name].body
    # The id of a match that is opened is the same in the body, which no schema can say.
    # A queue may have commands of leagues alone.
    for command in case.body.get("commands", ()) if name == "sendCommands" else ():
        if command["kind"] == "open_match" and "matchId" in command["body"]:
            command["body"]["matchId"] = command["matchId"]


def _name(case: Any) -> str:
    """Return the id of the operation that a case is for."""
    return str(case.operation.definition.raw["operationId"])


@schemathesis.check
def refusal_has_a_code_of_its_operation(_context: Any, response: Any, case: Any) -> None:
    """Fail where a valid request is refused for a reason that its operation does not state."""
    if response.status_code < 400 or not _is_valid(case):
        return
    code = response.json()["code"]
    assert code in _CODES[_name(case)], f"{_name(case)} answered {code}"
