"""Signatures: what the signature of a handler states of its request and its response."""

import inspect
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_args, get_origin

from litestar import Request, Response
from litestar.di import Dependency, Provide
from msgspec import Struct

from pitchkeeper.rest import bodies

CONDITIONAL_EDIT: Final = "conditional_edit"
"""The parameter that is the change of a match or league by a client that says what it has seen."""
_COMMANDS: Final = frozenset({"command", "edit", CONDITIONAL_EDIT})
"""Parameters that are a command, which a key makes idempotent; dependencies of the app."""
_FROM_BODY: Final = "body"
_Value = TypeVar("_Value")
FromBody: TypeAlias = Annotated[_Value, Dependency(kind="named"), _FROM_BODY]
"""A parameter that is the body of the request, decoded as a value of a type."""
Versioned: TypeAlias = Annotated[Response[_Value], "ETag"]
"""A response whose entity tag is the version that it shows, from `etags.respond`."""


def body_types(signature: inspect.Signature) -> dict[str, type]:
    """Return the type of the parameter that is the body, by its name, if there is one."""
    annotations = {name: get_args(part.annotation) for name, part in signature.parameters.items()}
    return {name: args[0] for name, args in annotations.items() if _FROM_BODY in args[1:]}


def body_reader(kind: type) -> Provide:
    """Return the dependency that reads a body as a value of a type."""

    async def read_body(request: Request[Any, Any, Any]) -> Any:
        return await bodies.read(request, kind)

    return Provide(read_body)


def preconditions(signature: inspect.Signature, method: str) -> tuple[str, ...]:
    """Return the headers of a precondition; only a PUT may require that nothing is there."""
    if CONDITIONAL_EDIT not in signature.parameters:
        return ()
    return ("If-Match", "If-None-Match") if method == "PUT" else ("If-Match",)


def is_keyed(signature: inspect.Signature) -> bool:
    """Return whether the request may have a key that makes it idempotent."""
    return not _COMMANDS.isdisjoint(signature.parameters)


def is_versioned(signature: inspect.Signature) -> bool:
    """Return whether the entity tag of the response is the version that it shows."""
    return get_origin(signature.return_annotation) is Annotated


def answer_type(signature: inspect.Signature) -> type | None:
    """Return the type of the response if it is a struct and the signature names it."""
    answer = signature.return_annotation
    if is_versioned(signature):
        answer, _ = get_args(answer)
    if get_origin(answer) is Response:
        (answer,) = get_args(answer)
    return answer if isinstance(answer, type) and issubclass(answer, Struct) else None
