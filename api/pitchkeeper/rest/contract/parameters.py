"""What paths and headers say, described once for all operations; queries state themselves."""

from typing import Any, Final, get_args

from msgspec import Meta

from pitch.messages import join_alternatives
from pitch.types import (
    MAX_INTEGER,
    MOST_ADJUSTMENTS,
    EntrantNumber,
    FixtureNumber,
    HandNumber,
    NightNumber,
    Seat,
    Side,
    SlotNumber,
)
from pitchkeeper.messages.catalogues import LANGUAGES
from pitchkeeper.rest import etags, request_headers
from pitchkeeper.rest.parameters import Parameter, component_name

Json = dict[str, Any]


def _integer(least: float | None, most: float | None, form: str = "int32") -> Json:
    return {"type": "integer", "format": form, "minimum": least, "maximum": most}


def _number(kind: Any) -> Json:
    """Return the schema of an integer type with its bounds."""
    bounds = next(meta for meta in get_args(kind) if isinstance(meta, Meta))
    return _integer(bounds.ge, bounds.le)


def _reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _parameter(place: str, name: str, schema: Json, text: str, example: object = None) -> Json:
    parameter: Json = {"name": name, "in": place, "description": text, "schema": schema}
    if place == "path":
        parameter["required"] = True
    if example is not None:
        parameter["example"] = example
    return parameter


def _path(name: str, schema: Json, text: str, example: object = None) -> Json:
    return _parameter("path", name, schema, text, example)


def _header(name: str, schema: Json, text: str, example: object = None) -> Json:
    return _parameter("header", name, schema, text, example)


_ID: Final[Json] = {"type": "string", "format": "uuid", "maxLength": 36}
_TAGS: Final[Json] = {"type": "string", "maxLength": 200, "pattern": etags.PATTERN}
_LEAGUE: Final = "01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33"
_DEVICE: Final = "01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55"
EXAMPLE_SECRET: Final = "bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZS4uLi4"  # noqa: S105
"""The secret of the public link in examples; it opens nothing."""
# No example of a key or a tag: tools send the example, and a reused key is refused, as is a write
# with a version that does not exist.
_DECLARED: Final = (
    _path("matchId", _ID, "The id of a match."),
    _path("leagueId", _ID, "The id of a league.", _LEAGUE),
    _path("inviteId", _ID, "The id of an invite.", "01997b3e-1d02-7a55-b7c1-3e8f5a6d9c10"),
    _path("linkId", _ID, "The id of a public link.", "01997b40-52d7-7f11-8e60-1b7c94d3a2e8"),
    _path(
        "secret",
        {"type": "string", "minLength": 43, "maxLength": 43, "pattern": "^[A-Za-z0-9_-]{43}$"},
        "The secret of a public link, from createPublicLink or createLeaguePublicLink.",
        EXAMPLE_SECRET,
    ),
    _path("deviceId", _ID, "The id of a device.", _DEVICE),
    _path(
        "playerId",
        _ID,
        "The id of a player: the `deviceId` of a device that had a seat in a match.",
        "01997b3c-5f10-7c2e-9d51-7f6a3c2b1e04",
    ),
    _path(
        "rulesetId",
        _reference("RulesetId"),
        "A preset's name, or the content hash of a rule set.",
        "mb-lounge",
    ),
    _path(
        "language",
        {"type": "string", "minLength": 2, "maxLength": 2, "pattern": "^[a-z]{2}$"},
        f"The two-letter code of a language: {join_alternatives(LANGUAGES)}.",
        LANGUAGES[0],
    ),
    _path("number", _number(HandNumber), "The number of a hand, from 1 in dealing order."),
    _path("side", _number(Side), "The number of a side of the match, counted from 0."),
    _path("seat", _number(Seat), "The number of a seat at the table, counted clockwise from 0."),
    _path(
        "version",
        _integer(1, MAX_INTEGER, "int64"),
        "A version of the match, as in its journal.",
    ),
    _path("adjustment", _integer(1, MOST_ADJUSTMENTS), "The number of an adjustment, from 1."),
    _path("entrant", _number(EntrantNumber), "The number of a team or player, from 1."),
    _path("player", _integer(0, 2), "The position of a player in the team, counted from 0."),
    _path("night", _number(NightNumber), "The number of a night, from 1."),
    _path("slot", _number(SlotNumber), "The number of a round of a night, from 1."),
    _path("fixture", _number(FixtureNumber), "The number of a matchup, from 1."),
    _path("payment", _integer(1, 99999), "The number of a payment, from 1."),
    _path("signUp", _integer(1, 99999), "The number of a sign-up, from 1."),
    _path("payout", _integer(1, 99999), "The number of a payout, from 1."),
    _path("playOff", _integer(1, 99999), "The number of a play-off, from 1."),
    _header(
        "Idempotency-Key",
        {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
        "A key that the device generates for this one command, preferably a UUIDv7. A retry with "
        "the same key and body gets the first response again and does nothing twice; with another "
        "body it is refused.",
    ),
    _header(
        "If-Match",
        _TAGS,
        "The version of the match or league that the device has seen: its ETag, or * for any "
        "version. A write is refused with 412 only if the part that it overwrites has changed "
        "since that version.",
    ),
    _header(
        "If-None-Match",
        _TAGS,
        "In a GET: the ETag of the response that the client has; if it is still current, the "
        "response is 304 without a body. In a write: `*` to write only if nothing is stored there "
        "yet.",
    ),
    _header(
        "Prefer",
        {"type": "string", "maxLength": request_headers.MAX_LENGTH},
        "With `return=minimal` the response has the result of the hand without its record and its "
        "reasons: `record` is empty, and in the verdict `points`, `pips`, `clauses`, `outcomes`, "
        "`repairs`, `revoked` and `undecided`. Other values are ignored.",
        "return=minimal",
    ),
    _header(
        "Last-Event-ID",
        {"type": "string", "maxLength": 200},
        "The id of the last event that the client received; the stream continues after it.",
        "3",
    ),
)
PARAMETERS: Final = {component_name(part["name"]): part for part in _DECLARED}
"""What paths and headers say, by its name in the contract; queries are stated by handlers."""


def query_parameter(parameter: Parameter, schema: Json) -> Json:
    """Return a query parameter, as declared in the signature of its handler."""
    example = next((example.value for example in parameter.declared.examples or ()), None)
    query = _parameter(
        "query", parameter.name, schema, parameter.declared.description or "", example
    )
    return query | ({"required": True} if parameter.is_required else {})


HEADERS: Final[dict[str, Json]] = {
    "Deprecation": {
        "description": "The time since when the operation is deprecated (RFC 9745).",
        "schema": {"type": "string", "maxLength": 20},
        "example": "@1772409600",
    },
    "Sunset": {
        "description": "The time when the operation ends (RFC 8594).",
        "schema": {"type": "string", "maxLength": 40},
        "example": "Tue, 02 Mar 2027 00:00:00 GMT",
    },
    "Content-Disposition": {
        "description": "The suggested name of the file.",
        "required": True,
        "schema": {"type": "string", "maxLength": 200},
        "example": 'attachment; filename="pitch-2026-03-02-ann-bob-cid-dee.json"',
    },
    "ETag": {
        "description": "The quoted tag of this response, for `If-None-Match` and `If-Match`. For "
        "a match or a league it begins with the version, followed by the language "
        "if that is not English. A response that depends on more than the version "
        "has a digest after it, or alone. In `If-Match` only the version counts.",
        "required": True,
        "schema": {"type": "string", "maxLength": 40},
        "example": '"4"',
    },
    "Location": {
        "description": "The path of the new resource.",
        "required": True,
        "schema": {"type": "string", "format": "uri-reference", "maxLength": 200},
        "example": "/v1/rulesets/mb-lounge",
    },
    "Preference-Applied": {
        "description": "The value `return=minimal`, if the response is as short as `Prefer` "
        "requests; absent otherwise.",
        "schema": {"type": "string", "maxLength": 20},
        "example": "return=minimal",
    },
    "RateLimit": {
        "description": "The rest of each rate limit: `r` requests now, and the full number again "
        "in `t` seconds.",
        "schema": {"type": "string", "maxLength": 300},
        "example": '"address";r=2987;t=1, "device";r=412;t=19',
    },
    "RateLimit-Policy": {
        "description": "The rate limits of this operation: `q` requests in `w` seconds.",
        "schema": {"type": "string", "maxLength": 300},
        "example": '"address";q=3000;w=60, "device";q=600;w=60',
    },
    "Retry-After": {
        "description": "The number of seconds to wait before the next try.",
        "schema": _integer(0, 3600),
        "example": 1,
    },
    "X-Request-Id": {
        "description": "The id of the request in the server's logs: the one that the client sent, "
        "or a new one.",
        "schema": {"type": "string", "maxLength": 64},
        "example": "01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21",
    },
    "WWW-Authenticate": {
        "description": "The authentication scheme: a bearer token.",
        "schema": {"type": "string", "maxLength": 200},
        "example": 'Bearer realm="pitchkeeper"',
    },
}
PROBLEM_HEADERS: Final = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}
EVERY_ANSWER: Final = ("X-Request-Id",)
LIMITED_ANSWER: Final = (*EVERY_ANSWER, "RateLimit", "RateLimit-Policy")
