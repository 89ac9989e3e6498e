"""Parameters: those of the query are declared once, in the signature of their handler.

Litestar enforces the bounds from there, and the contract describes the parameter from there. What
Litestar ignores or misreads, in the query or in the path, is refused here.
"""

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, Final, get_args

from litestar.openapi.spec import Example
from litestar.params import QueryParameter
from msgspec import Struct

from pitch import shapes
from pitch.messages import TYPED, Message
from pitch.types import HIDDEN, MAX_INTEGER
from pitchkeeper.rest.problems import REPEATED, InvalidParameter

_HIDDEN_IN: Final = Message("problem.invalid_parameter.hidden", parameter=TYPED)
_UNKNOWN: Final = Message("problem.invalid_parameter.unknown", parameter=TYPED)
_EMPTY: Final = Message("problem.invalid_parameter.empty", parameter=TYPED)
_MISSING: Final = Message("problem.invalid_parameter.missing", parameter=TYPED)
_SPELLED: Final = Message("problem.invalid_parameter.spelled", parameter=TYPED, spelled=TYPED)
_HIDDEN: Final = re.compile(HIDDEN)
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
        return self.declared.schema_component_key or component_name(self.name)

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


def check_query(items: Collection[tuple[str, str]], declared: Collection[Parameter]) -> None:
    """Raise InvalidParameter for a parameter that is unknown, empty, repeated or missing."""
    names = [name for name, _ in items]
    allowed = {parameter.name for parameter in declared}
    for name, value in items:
        # If a misspelled filter were ignored, the response would not be filtered.
        if name not in allowed:
            raise InvalidParameter(_UNKNOWN(parameter=shapes.abbreviate(name)), name)
        # Litestar decodes the word null as a missing parameter.
        if value in {"", "null"}:
            raise InvalidParameter(_EMPTY(parameter=name), name)
        if names.count(name) > 1:
            raise InvalidParameter(REPEATED(parameter=name), name)
        _check_hidden(name, value)
    for parameter in declared:
        if parameter.is_required and parameter.name not in names:
            raise InvalidParameter(_MISSING(parameter=parameter.name), parameter.name)


def check_path(template: str, path: str, values: Mapping[str, object]) -> None:
    """Raise InvalidParameter for a number or an id in a path that is spelled in another way."""
    for name, value in values.items():
        if isinstance(value, int) and abs(value) > MAX_INTEGER:
            raise InvalidParameter(shapes.explain_bound(value, MAX_INTEGER), camel(name))
        if isinstance(value, str):
            _check_hidden(camel(name), value)
    segments = path.split("/")
    for index, name in _path_places(template):
        # Python parses a number or an id in many spellings, and each would be another address.
        spelled = str(values[name])
        if spelled != segments[index] and spelled != segments[index].lower():
            raise InvalidParameter(_SPELLED(parameter=camel(name), spelled=spelled), camel(name))


@cache
def _path_places(template: str) -> list[tuple[int, str]]:
    """Return the parameters of a path, each with the index of its segment."""
    segments = enumerate(template.split("/"))
    return [(index, part[1:].partition(":")[0]) for index, part in segments if part[:1] == "{"]


def _check_hidden(name: str, value: str) -> None:
    if _HIDDEN.search(value):
        raise InvalidParameter(_HIDDEN_IN(parameter=name), name)


def component_name(name: str) -> str:
    """Return the name of the component of a parameter in the contract, by its own."""
    return name[0].upper() + name[1:]


def camel(name: str) -> str:
    """Return a name in camel case, as in JSON and addresses."""
    head, *rest = name.split("_")
    return head + "".join(map(str.capitalize, rest))
