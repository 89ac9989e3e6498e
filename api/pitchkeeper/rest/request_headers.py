"""Request headers, up to a maximum length."""

from typing import Any, Final

from litestar import Request

from pitch.messages import COUNT, TYPED, Message
from pitchkeeper.rest.problems import InvalidParameter

_TOO_LONG: Final = Message("problem.invalid_parameter.too_long", parameter=TYPED, most=COUNT)
MAX_LENGTH: Final = 200


def read(request: Request[Any, Any, Any], name: str) -> str:
    """Return the values of a header, joined by commas; empty if it is absent.

    Raises InvalidParameter if they are too long together.
    """
    value = ",".join(request.headers.getall(name, []))
    if len(value) > MAX_LENGTH:
        raise InvalidParameter(_TOO_LONG(parameter=name, most=MAX_LENGTH), name)
    return value
