"""Query parameters: declared once, in the signature of their handler.

Litestar enforces the bounds from there, and the contract describes the parameter from there.
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
"""The bounds of Litestar by their names in JSON Schema."""


class Parameter(Struct, frozen=True):
    """A query parameter of an operation."""

    name: str
    kind: Any
    declared: QueryParameter
    is_required: bool

    @property
    def component(self) -> str:
        """The name of the component in the contract."""
        return self.declared.schema_component_key or self.name[0].upper() + self.name[1:]

    @property
    def bounds(self) -> Json:
        """The bounds in JSON Schema."""
        values = ((key, getattr(self.declared, name)) for name, key in _BOUNDS.items())
        bounds = {key: value for key, value in values if value is not None}
        return bounds | (self.declared.schema_extra or {})


def query(
    description: str,
    example: object = None,
    *,
    name: str | None = None,
    component: str | None = None,
    schema: Json | None = None,
    **bounds: int,
) -> QueryParameter:
    """Declare a parameter: Litestar enforces `bounds`, and the handler enforces `schema`."""
    return QueryParameter(
        name=name,
        description=description,
        examples=None if example is None else [Example(value=example)],
        schema_component_key=component,
        schema_extra=schema,
        **bounds,  # type: ignore[arg-type]
    )


def from_handler(handler: Callable[..., Any]) -> tuple[Parameter, ...]:
    """Return the query parameters of a handler, in the order of its signature."""
    parameters = []
    for parameter in inspect.signature(handler).parameters.values():
        kind, *annotations = get_args(parameter.annotation) or (None,)
        for declared in annotations:
            if isinstance(declared, QueryParameter):
                # Some names are reserved in a signature of Litestar, such as state.
                name = declared.name or parameter.name
                is_required = parameter.default is inspect.Parameter.empty
                parameters.append(Parameter(name, kind, declared, is_required))
    return tuple(parameters)
