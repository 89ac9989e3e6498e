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
_SAID: Final = "cannot hold line breaks, characters that nobody sees or that turn the writing."
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=f"^(?:{_BLANK}|[\\u200C\\u200D])*{_SEEN}{PLAIN}*$",
        extra={"said": f"A name has something to be seen, and it {_SAID}"},
    ),
]
Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        pattern=f"^{PLAIN}+$",
        extra={"said": f"A reason is not empty, and it {_SAID}"},
    ),
]
