"""Views: what everything that clients see has in common."""

from typing import Annotated

from msgspec import Meta, Struct

from pitch.types import MAX_INTEGER


class View(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something that clients see; it may gain fields."""


Count = Annotated[int, Meta(ge=0, le=9999)]


Version = Annotated[
    int,
    Meta(
        ge=1,
        le=MAX_INTEGER,
        description="The version, which grows with every change; also the ETag.",
    ),
]


Cursor = Annotated[
    str,
    Meta(extra_json_schema={"maxLength": 53}),
]


AskAgain = Annotated[int, Meta(ge=1, le=60)] | None
