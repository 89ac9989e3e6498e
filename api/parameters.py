"""Parameters and headers: each described once, for every operation that has it."""

from enum import StrEnum
from typing import Any, Final

from api.exports import CollectionFormat, ExportFormat
from api.league_exports import LeagueFormat, LeagueTable

Json = dict[str, Any]
INSTANT: Final = r"^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$"
"""A date, or a date with a time."""


def _one_of(values: type[StrEnum]) -> Json:
    listed = [each.value for each in values]
    return {"type": "string", "enum": listed, "default": listed[0]}


def _whole(least: int, most: int) -> Json:
    return {"type": "integer", "format": "int32", "minimum": least, "maximum": most}


_ID: Final[Json] = {"type": "string", "format": "uuid", "maxLength": 36}
_VERSION_CURSOR: Final[Json] = {
    "type": "integer",
    "format": "int64",
    "minimum": 0,
    "maximum": 9007199254740991,
}
_DATE_OR_INSTANT: Final[Json] = {
    "anyOf": [
        {"type": "string", "format": "date", "maxLength": 10},
        {"type": "string", "format": "date-time", "maxLength": 40},
    ]
}
_JOURNAL_SORT: Final[Json] = {
    "in": "query",
    "description": "What comes first: the oldest, or the newest.",
    "schema": {"type": "string", "enum": ["oldest", "newest"]},
    "example": "newest",
}
_LIST_CURSOR: Final[Json] = {
    "type": "string",
    "maxLength": 60,
    "pattern": "^([0-9]{1,16}_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
}
_RULESET: Final[Json] = {
    "in": "query",
    "description": "Only those played by this rule set: its id, or its name as it is shown.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 100},
    "example": "mb-lounge",
}
_SINCE: Final[Json] = {
    "in": "query",
    "description": "Only those opened then or later: an instant, or a date; UTC without an offset.",
    "schema": _DATE_OR_INSTANT,
    "example": "2026-03-01",
}
_UNTIL: Final[Json] = {
    "in": "query",
    "description": "Only those opened before that instant, or by the end of that date.",
    "schema": _DATE_OR_INSTANT,
    "example": "2026-03-31T22:00:00Z",
}
PARAMETERS: Final[dict[str, Json]] = {
    "matchId": {
        "in": "path",
        "description": "The id of a match.",
        "schema": _ID,
    },
    "leagueId": {
        "in": "path",
        "description": "The id of a league.",
        "schema": _ID,
        "example": "01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33",
    },
    "entrant": {
        "in": "path",
        "description": "The number of an entrant, from 1.",
        "schema": _whole(1, 999),
    },
    "fixture": {
        "in": "path",
        "description": "The number of a fixture, from 1.",
        "schema": _whole(1, 99999),
    },
    "player": {
        "in": "path",
        "description": "Which player of the entrant, from 0.",
        "schema": _whole(0, 2),
    },
    "payment": {
        "in": "path",
        "description": "The number of a payment, from 1.",
        "schema": _whole(1, 99999),
    },
    "playOff": {
        "in": "path",
        "description": "The number of a play-off, from 1.",
        "schema": _whole(1, 99999),
    },
    "afterNight": {
        "in": "query",
        "description": "The table as it stood after this night; 0 is before the first.",
        "schema": _whole(0, 60),
        "example": 1,
    },
    "inviteId": {
        "in": "path",
        "description": "The id of an invite.",
        "schema": _ID,
        "example": "01997b3e-1d02-7a55-b7c1-3e8f5a6d9c10",
    },
    "deviceId": {
        "in": "path",
        "description": "The id of a device.",
        "schema": _ID,
        "example": "01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55",
    },
    "playerId": {
        "in": "path",
        "description": "A player: the `deviceId` of a device that has seats in matches.",
        "schema": _ID,
        "example": "01997b3c-5f10-7c2e-9d51-7f6a3c2b1e04",
    },
    "since": {
        "in": "query",
        "description": "Only matches opened then or later, by our clock as in listMatches: a date, "
        "or a date with a time, in UTC without an offset.",
        "schema": {"type": "string", "pattern": INSTANT, "maxLength": 40},
        "example": "2026-03-01T00:00:00Z",
    },
    "until": {
        "in": "query",
        "description": "Only matches opened before; a date takes the whole day in.",
        "schema": {"type": "string", "pattern": INSTANT, "maxLength": 40},
        "example": "2026-04-01T00:00:00Z",
    },
    "ruleset": {
        "in": "query",
        "description": "Only matches by exactly these rules; options make other ones of them.",
        "schema": {"$ref": "#/components/schemas/RulesetId"},
        "example": "mb-lounge",
    },
    "partner": {
        "in": "query",
        "description": "Only matches in which this player is on the same side: a pair's page.",
        "schema": _ID,
        "example": "01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55",
    },
    "league": {
        "in": "query",
        "description": "Only matches of the fixtures of this league.",
        "schema": _ID,
        "example": "01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33",
    },
    "table": {
        "in": "query",
        "description": "Which table of a league `csv` is to have.",
        "schema": _one_of(LeagueTable),
        "example": "results",
    },
    "number": {
        "in": "path",
        "description": "The number of a hand, from 1 in dealing order.",
        "schema": _whole(1, 999),
    },
    "rulesetId": {
        "in": "path",
        "description": "A preset's name, or the content hash of a rule set.",
        "schema": {"$ref": "#/components/schemas/RulesetId"},
        "example": "mb-lounge",
    },
    "other": {
        "in": "query",
        "required": True,
        "description": "The rule set to compare with.",
        "schema": {"$ref": "#/components/schemas/RulesetId"},
        "example": "rules-guru",
    },
    "theme": {
        "in": "query",
        "description": "Whether a picture is for light or dark surroundings, or follows the "
        "device that shows it.",
        "schema": {"type": "string", "enum": ["auto", "light", "dark"], "default": "auto"},
        "example": "dark",
    },
    "limit": {
        "in": "query",
        "description": "The most items to answer.",
        "schema": _whole(1, 100),
    },
    "sort": {
        "in": "query",
        "description": "What comes first: the newest, the oldest, or what was changed last. The "
        "first two go by the ids: what was opened offline stands where its device made it.",
        "schema": {"type": "string", "enum": ["newest", "oldest", "updated"]},
        "example": "updated",
    },
    "listMatches.ruleset": _RULESET,
    "listLeagues.ruleset": _RULESET,
    "listMatches.since": _SINCE,
    "listLeagues.since": _SINCE,
    "listMatches.until": _UNTIL,
    "listLeagues.until": _UNTIL,
    "listJournal.sort": _JOURNAL_SORT,
    "listLeagueJournal.sort": _JOURNAL_SORT,
    "listJournal.action": {
        "in": "query",
        "description": "Only changes that are called so.",
        "schema": {"$ref": "#/components/schemas/Action"},
    },
    "listLeagueJournal.action": {
        "in": "query",
        "description": "Only changes that are called so.",
        "schema": {"$ref": "#/components/schemas/LeagueAction"},
    },
    "state": {
        "in": "query",
        "description": "Only those that somebody has won, that are still open, or that this device "
        "owns and that were deleted.",
        "schema": {"type": "string", "enum": ["open", "won", "deleted"]},
        "example": "won",
    },
    "listLeagues.state": {
        "in": "query",
        "description": "Only those that this device owns and that were deleted.",
        "schema": {"type": "string", "enum": ["deleted"]},
        "example": "deleted",
    },
    "side": {
        "in": "path",
        "description": "A side of the table, from 0.",
        "schema": _whole(0, 7),
    },
    "seat": {
        "in": "path",
        "description": "A seat at the table, clockwise from 0.",
        "schema": _whole(0, 7),
    },
    "version": {
        "in": "path",
        "description": "A version of the match, as its journal counts them.",
        "schema": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": 9007199254740991,
        },
    },
    "adjustment": {
        "in": "path",
        "description": "The number of an adjustment, from 1.",
        "schema": _whole(1, 9999),
    },
    "format": {
        "in": "query",
        "description": "How it is written.",
        "schema": {"type": "string"},
        "example": "csv",
    },
    "Idempotency-Key": {
        "in": "header",
        "description": "A key that the device made for this command, best a UUIDv7. Sent again "
        "with the same body, the first answer is given again and nothing is done twice; with "
        "another body it is refused.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
        "example": "01997b3d-7c1a-7d40-b1c3-2f5e8a9b6c77",
    },
    "If-Match": {
        "in": "header",
        "description": "The version of the match or league that was seen: its ETag, or * for "
        "whatever there is. A write is stale only if what it writes has changed since that "
        "version.",
        "schema": {"type": "string", "maxLength": 200},
        "examples": {
            "version": {"summary": "Only version 3.", "value": '"3"'},
            "any": {"summary": "Any version.", "value": "*"},
        },
    },
    "If-None-Match": {
        "in": "header",
        "description": "Reading: answer 304 if the match or league is still at this version. "
        "Writing: with * only if nothing of that is there yet.",
        "schema": {"type": "string", "maxLength": 200},
        "example": '"3"',
    },
    "Last-Event-ID": {
        "in": "header",
        "description": "The id of the last event that arrived: go on after it.",
        "schema": {"type": "string", "maxLength": 200},
        "example": "3",
    },
}
FORMATS: Final = {
    "exportMatch": _one_of(ExportFormat),
    "exportMatches": _one_of(CollectionFormat),
    "exportLeague": _one_of(LeagueFormat),
}
"""In which formats something is exported."""
CURSORS: Final = {
    "listMatches": _LIST_CURSOR,
    "listLeagues": _LIST_CURSOR,
    "listInvites": _ID,
    "listLeagueInvites": _ID,
    "listJournal": _VERSION_CURSOR,
    "listLeagueJournal": _VERSION_CURSOR,
}
HEADERS: Final[dict[str, Json]] = {
    "Content-Disposition": {
        "description": "What to call the file.",
        "required": True,
        "schema": {"type": "string", "maxLength": 200},
        "example": 'attachment; filename="pitch-2026-03-02-ann-bob-cid-dee.json"',
    },
    "ETag": {
        "description": "The version of the match or league, quoted.",
        "required": True,
        "schema": {"type": "string", "maxLength": 24},
        "example": '"4"',
    },
    "Location": {
        "description": "Where what was made can be read.",
        "required": True,
        "schema": {"type": "string", "format": "uri-reference", "maxLength": 200},
        "example": "/v1/rulesets/mb-lounge",
    },
    "RateLimit": {
        "description": "What is left of each limit: `r` requests, all of them in `t` seconds.",
        "schema": {"type": "string", "maxLength": 300},
        "example": '"address";r=2987;t=1, "device";r=412;t=19',
    },
    "RateLimit-Policy": {
        "description": "The limits that count here: `q` requests in `w` seconds.",
        "schema": {"type": "string", "maxLength": 300},
        "example": '"address";q=3000;w=60, "device";q=600;w=60',
    },
    "Retry-After": {
        "description": "Seconds to wait before trying again.",
        "schema": _whole(0, 3600),
        "example": 1,
    },
    "X-Request-Id": {
        "description": "The id of the request in our logs: the one that was sent, or a new one.",
        "schema": {"type": "string", "maxLength": 64},
        "example": "01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21",
    },
    "WWW-Authenticate": {
        "description": "How to sign in.",
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
