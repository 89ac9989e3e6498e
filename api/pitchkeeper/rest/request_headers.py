"""Request headers, up to a maximum length, and what Prefer states (RFC 7240)."""

from typing import Any, Final

from litestar import Request
from litestar.types import Scope

from pitch.messages import COUNT, TYPED, Message
from pitchkeeper.rest.problems import InvalidParameter

_TOO_LONG: Final = Message("problem.invalid_parameter.too_long", parameter=TYPED, most=COUNT)
MAX_LENGTH: Final = 200
PREFER: Final = "Prefer"
APPLIED: Final = "Preference-Applied"
MINIMAL: Final = "return=minimal"


def first(scope: Scope, name: str) -> str | None:
    """Return the first value of a header; None if it is absent.

    Litestar decodes and sorts in all headers at the first look at one.
    """
    key = name.lower().encode()
    for header, value in scope["headers"]:
        if header == key:
            return value.decode("latin-1")
    return None


def read(request: Request[Any, Any, Any], name: str) -> str:
    """Return the values of a header, joined by commas; empty if it is absent.

    Raises InvalidParameter if they are too long together.
    """
    key = name.lower().encode()
    values = [value for header, value in request.scope["headers"] if header == key]
    if not values:
        return ""
    value = b",".join(values).decode("latin-1")
    if len(value) > MAX_LENGTH:
        raise InvalidParameter(_TOO_LONG(parameter=name, most=MAX_LENGTH), name)
    return value


def is_minimal(request: Request[Any, Any, Any]) -> bool:
    """Return whether the client prefers a minimal response; the first preference counts."""
    for preference in read(request, PREFER).lower().split(","):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip() == "return":
            return value.strip().strip('"') == "minimal"
    return False
