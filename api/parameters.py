"""Parameters and headers: each described once, for every operation that has it."""

from typing import Any, Final

Json = dict[str, Any]

PARAMETERS: Final[dict[str, Json]] = {
    "matchId": {
        "in": "path",
        "description": "The id of a match.",
        "schema": {"type": "string", "format": "uuid", "maxLength": 36},
    },
    "number": {
        "in": "path",
        "description": "The number of a hand, from 1 in dealing order.",
        "schema": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 999},
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
    "limit": {
        "in": "query",
        "description": "The most items to answer.",
        "schema": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 100},
    },
    "If-Match": {
        "in": "header",
        "description": "Act only on this version of the match: its ETag, or *.",
        "schema": {"type": "string", "maxLength": 200},
        "examples": {
            "version": {"summary": "Only version 3.", "value": '"3"'},
            "any": {"summary": "Any version.", "value": "*"},
        },
    },
    "If-None-Match": {
        "in": "header",
        "description": "Answer 304 if the match is still at this version.",
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
CURSORS: Final = {
    "listMatches": {"type": "string", "format": "uuid", "maxLength": 36},
    "listJournal": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "maximum": 9007199254740991,
    },
}
HEADERS: Final[dict[str, Json]] = {
    "ETag": {
        "description": "The version of the match, quoted.",
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
    "Retry-After": {
        "description": "Seconds to wait before trying again.",
        "schema": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 3600},
        "example": 1,
    },
    "WWW-Authenticate": {
        "description": "How to sign in.",
        "schema": {"type": "string", "maxLength": 200},
        "example": 'Bearer realm="pitchkeeper"',
    },
}
PROBLEM_HEADERS: Final = {401: ("WWW-Authenticate",), 503: ("Retry-After",)}
