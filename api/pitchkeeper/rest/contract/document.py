"""The contract: an OpenAPI 3.1 document, built from the operations and their types."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pitch.messages import MESSAGES
from pitchkeeper import settings
from pitchkeeper.messages import codecs
from pitchkeeper.messages.views import Sentence
from pitchkeeper.rest import problems
from pitchkeeper.rest.contract import schemas
from pitchkeeper.rest.contract.parameters import (
    EVERY_ANSWER,
    HEADERS,
    LIMITED_ANSWER,
    PARAMETERS,
    PROBLEM_HEADERS,
    query_parameter,
)
from pitchkeeper.rest.operations import JSON, Content, Example, Operation
from pitchkeeper.rest.parameters import camel, component_name
from pitchkeeper.rest.problems import MEDIA_TYPE, Problem, ProblemError, meanings
from pitchkeeper.rest.statuses import STATUSES, codes, title

_RETRYING: Final = """\
## Retrying

- A GET, PUT or DELETE may be sent again unchanged; a POST if it has an `Idempotency-Key` or its \
description says so; sendCommands always. Generate the key before the first try and use it for one \
request only.
- Send the ETag of a match as `If-Match`, so that an outdated sheet or a late copy of a request \
cannot overwrite something newer.
- Without a response, or after 429 or 5xx, send the same request again: after `Retry-After` if \
there is one, else after a second, doubled with each try up to a minute. Wait a random part of \
that time, so that phones do not all retry at once.
- 412 and 428 mean that the entry to be overwritten has changed, or that its version was not \
named. `conflict` has both versions and their differences: show them to the user. To overwrite \
the stored version, send `conflict.matchVersion` as `If-Match`, or in a queue as `seenVersion`. A \
void or overruled hand counts as stored, even if nothing was entered in it.
- Any other 4xx stays the same as long as the request is the same.

## Offline

- The device generates the ids: a UUIDv7 for each match and for each command. It stores a command \
in its queue before sending it, and sends the queue in order with sendCommands, even for a single \
command.
- `after` names the command that a command follows: the device's last command about the same hand, \
or the one that opened the match. `seenVersion` names the version that was seen online.
- Remove a command from the queue if its outcome is `done` or `repeated`. Keep it after status 429 \
or 5xx, `command_missing` and `hand_out_of_order`.
- Show any other refusal to the user. After 412 or 428 send the same `commandId` with another \
`seenVersion` or `after`; a command with another body needs another id. Commands that follow a \
refused command get `command_missing` until that one is done, or until they have another `after`.
- A `commandId` must not be used as the `Idempotency-Key` of another request of the same device. \
Both are remembered for 30 days.
- The clock of the device does not matter: the order is that of the queue, and the times are the \
server's.
- After sending the queue, read each match once, because other devices may have changed it."""


Json = dict[str, Any]

_TAGS: Final = {
    "Devices": "Anonymous sign-in: a device gets a token and nothing is asked.",
    "Rule sets": "Rule sets as data: presets, house rules, rulebooks and comparisons.",
    "Rulings": "Rulings on disputes, with the clauses that decide and the options that would "
    "change the outcome.",
    "Matches": "Matches, their score sheets and adjustments.",
    "Members": "The members of a match: invites, roles, seats, ownership and public links.",
    "Hands": "Hands: their records, as entered at the table, and their verdicts.",
    "Agreement": "Confirmations and disputes of hands, and scores that the table agrees on.",
    "History": "The journal of a match, its earlier versions, undo and restore.",
    "Players": "Statistics and ratings of players, over the matches that the reader was in.",
    "Export and import": "Matches and leagues as files, and their import on another server.",
    "Live": "Live streams of matches while they are scored.",
    "Scoreboards": "Scoreboards for anyone who has a public link.",
    "Leagues": "Leagues: their charter, their teams or players, and their members.",
    "Nights": "The schedule of a league, and the results of its matchups.",
    "Standings": "The standings of a league, its tie-breaks, fees and prizes.",
    "Commands": "Many changes in one request, for devices that were offline.",
    "Messages": "The patterns of all sentences in each language, by their codes.",
    "Health": "The health of the server: alive and ready.",
}
_DESCRIPTION: Final = """\
Scorekeeping and rule adjudication for Pitch / Setback (High, Low, Jack, Game) played with real \
cards and a phone on the table.

Sign in with createDevice and send the token as a bearer token. Open a match, then record one \
hand after another: bids, trump and piles, or just the points. The response is always a verdict: \
the points with the clauses that decide them, whether the bid was made or set, and every \
contradiction in the record. An impossible record is stored too, flagged and not scored.

A dispute needs no match and no sign-in: ask for a ruling on a bid, a play, a winner or an \
irregularity under any rule set.

{retrying}

## Changes

Answers under `/v1` may gain fields, problem codes, and values of the enumerations that have \
`x-may-grow`; a client ignores those it does not know. Nothing else changes without a new major \
version. An operation that will end is `deprecated`, and its answers have the headers \
`Deprecation` and `Sunset`.

## Limits and problems

Requests are limited by device and by address. `RateLimit` has the rest of each limit, and after \
429 `Retry-After` has the seconds to wait.

Every error is a problem (RFC 9457) with a stable `code`:
"""
_PLAIN: Final[dict[type, Json]] = {
    str: {"type": "string"},
    bytes: {"type": "string", "format": "binary"},
}
"""Schemas of plain bodies, which have no name in the contract."""
_NO_EXAMPLE: Final = Example(None)


def document(
    operations: Iterable[Operation], examples: Mapping[str, Example], named: Mapping[str, Any]
) -> Json:
    """Return the contract of some operations; the same operations give the same document.

    `named` are types that are not classes but have a schema name.
    """
    # Sorted, so that the order of imports does not change the document.
    ordered = sorted(operations, key=lambda operation: (operation.path, operation.method))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Pitchkeeper",
            "version": settings.VERSION,
            "summary": "Scorekeeping and rulings for Pitch with real cards.",
            "description": _DESCRIPTION.format(retrying=_RETRYING) + _codes(),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The server that served this document."}],
        "security": [{"bearerAuth": []}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": _paths(ordered, examples),
        "components": _components(ordered, named),
        "x-messages": _message_arguments(),
    }


def _paths(operations: Sequence[Operation], examples: Mapping[str, Example]) -> Json:
    """Return the operations by path and method."""
    by_id = {operation.id: operation for operation in operations}
    paths: Json = {}
    for operation in operations:
        item = paths.setdefault(_path(operation), {})
        example = examples.get(operation.id, _NO_EXAMPLE)
        item[operation.method.lower()] = _operation(operation, by_id, example)
    return paths


def _components(operations: Sequence[Operation], named: Mapping[str, Any]) -> Json:
    """Return the components in use: parameters, headers, problems and types."""
    answers = {operation.answer for operation in operations if operation.answer}
    bodies = {operation.body for operation in operations if operation.body}
    statuses = sorted({STATUSES[code] for operation in operations for code in operation.problems})
    used = {name for operation in operations for name in operation.answer_headers}
    used |= {name for status in statuses for name in PROBLEM_HEADERS.get(status, ())}
    used |= set(LIMITED_ANSWER)
    queries = {
        parameter.component: parameter for operation in operations for parameter in operation.query
    }
    parameters = {
        name: query_parameter(query, schemas.for_parameter(query, named))
        for name, query in queries.items()
    }
    for operation in operations:
        names = map(component_name, (*operation.path_names, *operation.headers))
        parameters |= {name: PARAMETERS[name] for name in names}
    common = {Problem, ProblemError, Sentence, *schemas.choices(queries.values())}
    return {
        "securitySchemes": {
            "bearerAuth": {
                "type": "http",
                "scheme": "bearer",
                "description": "The token of a device, from createDevice.",
            }
        },
        "parameters": dict(sorted(parameters.items())),
        "headers": {name: HEADERS[name] for name in sorted(used)},
        "responses": {_response_name(status): _problem(status) for status in statuses},
        "schemas": schemas.components(answers | common, bodies, named),
    }


def _message_arguments() -> Json:
    """Return the kinds of the arguments of every sentence, by its code."""
    return {
        code: {name: str(kind) for name, kind in MESSAGES[code].parameters.items()}
        for code in sorted(MESSAGES)
    }


def _codes() -> str:
    texts = meanings()
    return "\n".join(f"- `{code}` ({status}): {texts[code]}" for code, status in STATUSES.items())


def _path(operation: Operation) -> str:
    # Litestar writes the type of a parameter into the path, OpenAPI into its schema.
    return re.sub(r"\{(\w+):\w+\}", lambda match: f"{{{camel(match[1])}}}", operation.path)


def _parameters(operation: Operation) -> list[Json]:
    paths, headers = (
        map(component_name, names) for names in (operation.path_names, operation.headers)
    )
    queries = (parameter.component for parameter in operation.query)
    return [{"$ref": f"#/components/parameters/{name}"} for name in (*paths, *queries, *headers)]


def _operation(operation: Operation, by_id: dict[str, Operation], example: Example) -> Json:
    """Return the object of an operation: parameters, body, responses and security."""
    document: Json = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
    }
    if ending := operation.ending:
        document["deprecated"] = True
        document["description"] += (
            f" Deprecated since {ending.since}, and ends on {ending.until}: "
            f"use {ending.successor} instead."
        )
    if parameters := _parameters(operation):
        document["parameters"] = parameters
    if operation.body or operation.other_bodies:
        usual = {JSON: _content(operation.body, example.body)} if operation.body else {}
        document["requestBody"] = {
            "required": True,
            "description": schemas.type_description(operation.body)
            if operation.body
            else "An archive file.",
            "content": usual | _other_bodies(operation.other_bodies, example.text),
        }
    document["responses"] = _responses(operation, by_id, example)
    # An empty list means no authentication; without one the default of the document holds.
    if operation.is_public:
        document["security"] = []
    return document


def _responses(operation: Operation, by_id: dict[str, Operation], example: Example) -> Json:
    """Return the responses of an operation: success, 304 for tagged reads, and problems by status.

    Generators make a type of each response, so problems are shared components.
    """
    done: Json = {"description": f"{operation.summary}: done."}
    always = LIMITED_ANSWER if operation.is_limited else EVERY_ANSWER
    done["headers"] = _headers((*operation.answer_headers, *always))
    if operation.answer:
        content = _content(operation.answer, example.answer, operation.max_length)
        if operation.has_minimal:
            content["examples"]["minimal"] = _example("With Prefer.", example.minimal)
        done["content"] = {operation.media_type: content}
    if operation.links:
        done["links"] = {name: link(operation, by_id[name]) for name in operation.links}
    responses = {str(operation.status): done}
    if operation.method == "GET" and "If-None-Match" in operation.headers:
        responses["304"] = {
            "description": "Not modified: the ETag of `If-None-Match` is current. The response "
            "has no body.",
            "headers": _headers(("ETag", *always)),
        }
    for status in sorted({STATUSES[code] for code in operation.problems}):
        responses[str(status)] = {"$ref": f"#/components/responses/{_response_name(status)}"}
    return responses


def _content(kind: type, example: object, longest: int = 0) -> Json:
    plain = _PLAIN.get(kind)
    schema = plain and plain | {"maxLength": longest}
    return {
        "schema": schema or {"$ref": f"#/components/schemas/{kind.__name__}"},
        "examples": {"example": _example("An example.", example)},
    }


def _example(summary: str, value: object) -> Json:
    return {"summary": summary, "value": codecs.to_response(value)}


def _other_bodies(contents: Iterable[Content], example: str | None) -> Json:
    """Return the bodies in other media types."""
    return {
        content.media_type: _content(content.kind, example, content.max_length)
        for content in contents
    }


def _response_name(status: int) -> str:
    return re.sub(r"\W", "", title(status).title())


def _problem(status: int) -> Json:
    """Return the response that all operations share for a problem status."""
    return {
        "description": f"{title(status)}: {_code_list(codes(status))}.",
        "headers": _headers((*PROBLEM_HEADERS.get(status, ()), *LIMITED_ANSWER)),
        "content": {MEDIA_TYPE: _content(Problem, problems.example(status))},
    }


def _headers(names: Iterable[str]) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _code_list(codes: Sequence[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


_FIELDS: Final = {
    "rulesetId": "id",
    "playerId": "deviceId",
    "number": "lines/0/number",
    "seat": "players/0/seat",
    "side": "sides/0/side",
    "adjustment": "adjustments/0/number",
    "entrant": "entrants/0/number",
    "night": "nextNight",
    "fixture": "nights/0/fixtures/0/number",
    "payment": "payments/0/number",
    "payout": "payouts/0/number",
    "signUp": "signUps/0/number",
    "playOff": "playOffs/0/number",
}
"""The response fields of parameters whose names differ."""
_NEXT_HAND: Final = frozenset(
    f"record{part}" for part in ("Hand", "Auction", "Claims", "Pile", "Holding", "Tricks")
) | {"previewHand"}
"""Operations that are called for the next hand."""
_FIRST: Final = {"player": "0", "slot": "1"}
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
