"""Preferences: how much a client would like to be answered (RFC 7240)."""

from typing import Any, Final

from litestar import Request

from pitchkeeper.rest import request_headers

HEADER: Final = "Prefer"
APPLIED: Final = "Preference-Applied"
MINIMAL: Final = "return=minimal"


def is_minimal(request: Request[Any, Any, Any]) -> bool:
    """Whether the least is asked for; of what contradicts itself the first counts."""
    for said in request_headers.read(request, HEADER).lower().split(","):
        name, _, value = said.partition(";")[0].partition("=")
        if name.strip() == "return":
            return value.strip().strip('"') == "minimal"
    return False
