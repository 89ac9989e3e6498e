"""Request headers: what they say, if it is not too much."""

from typing import Any, Final

from litestar import Request

from pitch.messages import COUNT, TYPED, Message
from pitchkeeper.rest.problems import InvalidParameter

_TOO_LONG: Final = Message("problem.invalid_parameter.too_long", parameter=TYPED, most=COUNT)
MAX_LENGTH: Final = 200


def read(request: Request[Any, Any, Any], name: str) -> str:
    """What a header says, however many there are of it; empty if none."""
    said = ",".join(request.headers.getall(name, []))
    if len(said) > MAX_LENGTH:
        raise InvalidParameter(_TOO_LONG(parameter=name, most=MAX_LENGTH), name)
    return said
