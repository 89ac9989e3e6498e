"""The base classes of all values of the domain, and the integers and texts they share."""

from typing import Annotated, Final

from msgspec import Meta, Struct


class Value(
    Struct,
    frozen=True,
    kw_only=True,
    rename="camel",
    forbid_unknown_fields=True,
):
    """A frozen value. Records, pointers and JSON have its field names in camel case."""


class Fact(Value, frozen=True, omit_defaults=True):
    """A value entered by a table. Fields without an entry are absent from JSON, not null."""


MOST_PLAYERS: Final = 8
"""52 cards are six each for at most eight players."""
Seat = Annotated[
    int,
    Meta(ge=0, le=MOST_PLAYERS - 1, description="A seat at the table, counted clockwise from 0."),
]
Side = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_PLAYERS - 1,
        description="A side: the players who score together, counted from 0.",
    ),
]
# Names have no control characters, no invisible ones and none that reverse the direction of
# writing, so that two names that look the same are the same. Joiners may be in a text, because
# emoji, Persian and Hindi need them, but a text of joiners alone is empty.
JOINERS: Final = "\u200c\u200d"
HIDDEN: Final = (
    r"[\x00-\x1F\x7F-\x9F\xAD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]"
)
PLAIN: Final = HIDDEN.replace("[", "[^")
_SEEN: Final = HIDDEN.replace("[", r"[^\s\u200C\u200D")
_BLANK: Final = HIDDEN.replace("[", r"[^\S")
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=f"^(?:{_BLANK}|[\\u200C\\u200D])*{_SEEN}{PLAIN}*\\Z",
        extra={"error": "name"},
    ),
]
Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        pattern=rf"^{PLAIN}+\Z",
        extra={"error": "reason"},
    ),
]


def _stated(**bounds: int) -> Meta:
    """Return bounds for the contract that no decoder checks, for values only in answers."""
    return Meta(extra_json_schema=dict(bounds))


MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON client reads exactly."""
Integer = Annotated[int, _stated(minimum=-MAX_INTEGER, maximum=MAX_INTEGER)]
"""Any number in a URL or a body."""
Sentence = Annotated[str, _stated(maxLength=4_000)]
Text = Annotated[str, _stated(maxLength=4_000)]
"""A text of bounded length, only in answers."""
Code = Annotated[str, _stated(maxLength=100)]
"""A stable identifier, such as the id of a clause."""
Label = Annotated[str, _stated(maxLength=400)]
"""A display name of a player, or of a side by its players."""
Encoded = Annotated[str, _stated(maxLength=1_000)]
"""A choice or a fact, encoded as JSON text."""
Echo = Annotated[str, _stated(maxLength=2**21)]
"""A text that may repeat a part of the request, so its bound is that of a request."""
RunningScore = Annotated[int, _stated(minimum=-2_000_000, maximum=2_000_000)]
"""Points in a match: at most 1,000 by each of 999 hands, and 100 by each of 9,999 adjustments."""
Permille = Annotated[int, Meta(ge=0, le=1000)]
"""A chance in thousandths."""
Quantity = Annotated[int, _stated(minimum=0, maximum=10**9)]
"""A count of things."""
Total = Annotated[int, _stated(minimum=-(10**12), maximum=10**12)]
"""Points added up over many matches."""

# Far more than anybody plays. Both determine the range of `RunningScore`.
MOST_HANDS: Final = 999
MOST_ADJUSTMENTS: Final = 9_999
HandNumber = Annotated[
    int, Meta(ge=1, le=MOST_HANDS, description="The number of a hand, from 1 in dealing order.")
]

MOST_ENTRANTS: Final = 64
MOST_NIGHTS: Final = 60
MOST_SLOTS: Final = 24
MOST_GROUPS: Final = 8
LAST_NUMBER: Final = 999
"""The highest number that a team or player can have."""
EntrantNumber = Annotated[
    int,
    Meta(
        ge=1,
        le=LAST_NUMBER,
        description="The number of a team or player, which no other ever gets.",
    ),
]
GroupNumber = Annotated[int, Meta(ge=1, le=MOST_GROUPS, description="Groups count from 1.")]
NightNumber = Annotated[int, Meta(ge=1, le=MOST_NIGHTS, description="Nights count from 1.")]
SlotNumber = Annotated[int, Meta(ge=1, le=MOST_SLOTS)]
FixtureNumber = Annotated[
    int, Meta(ge=1, le=99_999, description="A matchup's number, which no other ever gets.")
]
Minor = Annotated[
    int,
    Meta(
        ge=0,
        le=10**12,
        description="Money in minor units of the league's currency.",
        examples=[1000],
    ),
]
MinorTotal = Annotated[
    int,
    Meta(
        ge=0,
        le=MAX_INTEGER,
        description="A sum of money in minor units of the league's currency.",
        examples=[1000],
    ),
]
Currency = Annotated[
    str,
    Meta(
        pattern=r"^[A-Z]{3}\Z",
        min_length=3,
        max_length=3,
        description="The ISO 4217 code of the currency.",
        examples=["USD"],
        extra={"error": "currency"},
    ),
]

ClockTime = Annotated[
    str,
    Meta(
        pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z",
        extra={"error": "clock"},
        extra_json_schema={"maxLength": 5},
        examples=["23:00"],
    ),
]
MOMENT_PATTERN: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z"
Moment = Annotated[
    str,
    Meta(
        pattern=MOMENT_PATTERN,
        min_length=20,
        max_length=20,
        description="A time in UTC, to the second.",
        examples=["2026-03-02T18:30:00Z"],
        extra={"error": "moment"},
    ),
]
UTC: Final = "UTC"
TimeZone = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*\Z",
        min_length=1,
        max_length=64,
        description="The time zone of the table: a name of the IANA database.",
        examples=["America/New_York"],
    ),
]

Hash = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        min_length=64,
        max_length=64,
        description="SHA-256 of a rule set's content, in hexadecimal.",
        extra={"error": "hash"},
    ),
]
