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
        description="Grows with every change; also the ETag.",
    ),
]


Cursor = Annotated[
    str,
    Meta(description="Give it as `cursor` for the next page.", extra_json_schema={"maxLength": 53}),
]


AskAgain = Annotated[
    Annotated[int, Meta(ge=1, le=60)] | None,
    Meta(
        description="Seconds after which to ask again, because the server had no time to prove all "
        "of this: what is told is right, but less. Null if all is proven."
    ),
]
