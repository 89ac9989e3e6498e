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


Seat = Annotated[
    int, Meta(ge=0, le=7, description="A seat at the table, counted clockwise from 0.")
]
Side = Annotated[
    int, Meta(ge=0, le=7, description="A side: the players who score together, counted from 0.")
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
