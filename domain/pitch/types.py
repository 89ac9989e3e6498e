"""What every value of the domain has in common, and the small integers they share."""

from typing import Annotated, Final

from msgspec import Meta, Struct


class Value(
    Struct,
    frozen=True,
    kw_only=True,
    rename="camel",
    forbid_unknown_fields=True,
):
    """A frozen value; field names are its names in records, pointers and JSON (camel case)."""


class Fact(Value, frozen=True, omit_defaults=True):
    """A value that a table entered: what was not entered is absent, not null."""


Seat = Annotated[int, Meta(ge=0, le=7, description="A place at the table, clockwise from 0.")]
Side = Annotated[int, Meta(ge=0, le=7, description="Who scores together; sides count from 0.")]
# No control characters, none that nobody sees and none that turn the direction of writing: two
# names that look the same are the same. Joiners may stand in a text, because families of emoji,
# Persian and Hindi are written with them, but they are nothing by themselves.
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


def _told(**bounds: int) -> Meta:
    """Bounds of what is only answered: the contract states them, and no decoder asks for them."""
    return Meta(extra_json_schema=dict(bounds))


MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every client reads as it is."""
Integer = Annotated[int, _told(minimum=-MAX_INTEGER, maximum=MAX_INTEGER)]
"""Any number that may be sent in an address or a body."""
Sentence = Annotated[str, _told(maxLength=4_000)]
Text = Annotated[str, _told(maxLength=4_000)]
"""A text of some length that is only answered."""
Code = Annotated[str, _told(maxLength=100)]
"""A stable word of ours, such as the id of a clause."""
Label = Annotated[str, _told(maxLength=400)]
"""A name as it is shown: of a player, or of a side by its players."""
Encoded = Annotated[str, _told(maxLength=1_000)]
"""A choice or a fact as JSON text."""
Echo = Annotated[str, _told(maxLength=2**21)]
"""What may repeat something that was sent, which no request holds more of."""
RunningScore = Annotated[int, _told(minimum=-2_000_000, maximum=2_000_000)]
"""Points in a match: at most 1,000 by each of 999 hands, and 100 by each of 9,999 adjustments."""
Quantity = Annotated[int, _told(minimum=0, maximum=10**9)]
"""How many there are of something."""
Total = Annotated[int, _told(minimum=-(10**12), maximum=10**12)]
"""Points of many matches together."""
