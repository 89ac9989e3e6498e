"""Parameters of queries: stated once, in the signature of the handler that reads them.

Litestar takes a bound from there, and the contract takes all the rest as well.
"""

import inspect
from collections.abc import Callable
from typing import Any, Final, get_args

from litestar.openapi.spec import Example
from litestar.params import QueryParameter
from msgspec import Struct

Json = dict[str, Any]
_BOUNDS: Final = {
    "ge": "minimum",
    "le": "maximum",
    "min_length": "minLength",
    "max_length": "maxLength",
}
"""What Litestar calls a bound, and what JSON Schema does."""


class Parameter(Struct, frozen=True):
    """What the query of an operation may say by one name."""

    name: str
    kind: Any
    """Its type, without what is said of it."""
    stated: QueryParameter
    is_required: bool

    @property
    def component(self) -> str:
        """What the contract calls it."""
        return self.stated.schema_component_key or self.name[0].upper() + self.name[1:]

    @property
    def bounds(self) -> Json:
        """Its bounds, as JSON Schema states them."""
        held = ((said, getattr(self.stated, name)) for name, said in _BOUNDS.items())
        known = {said: value for said, value in held if value is not None}
        return known | (self.stated.schema_extra or {})


def query(
    description: str,
    example: object = None,
    *,
    name: str | None = None,
    component: str | None = None,
    schema: Json | None = None,
    **bounds: int,
) -> QueryParameter:
    """A parameter: `bounds` are held by Litestar, `schema` by whoever reads it."""
    return QueryParameter(
        name=name,
        description=description,
        examples=None if example is None else [Example(value=example)],
        schema_component_key=component,
        schema_extra=schema,
        **bounds,  # type: ignore[arg-type]
    )


def from_handler(handler: Callable[..., Any]) -> tuple[Parameter, ...]:
    """What the query may say to a handler, in the order of its signature."""
    found = []
    for parameter in inspect.signature(handler).parameters.values():
        kind, *said = get_args(parameter.annotation) or (None,)
        for stated in said:
            if isinstance(stated, QueryParameter):
                # Some names mean something to Litestar in a signature, such as state.
                name = stated.name or parameter.name
                is_required = parameter.default is inspect.Parameter.empty
                found.append(Parameter(name, kind, stated, is_required))
    return tuple(found)
