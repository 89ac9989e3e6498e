"""Views: what everything that clients see has in common."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from pitch.types import MAX_INTEGER


class View(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something that clients see; it may gain fields."""


def same_fields(kind: type[Struct], *values: Struct) -> dict[str, Any]:
    """Return the fields that a type has in common with values, of which the first goes first."""
    return {
        name: getattr(value, name)
        for value in reversed(values)
        for name in kind.__struct_fields__
        if hasattr(value, name)
    }


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
