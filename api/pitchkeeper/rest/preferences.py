"""Preferences of the client about the response (RFC 7240)."""

from typing import Any, Final

from litestar import Request

from pitchkeeper.rest import request_headers

HEADER: Final = "Prefer"
APPLIED: Final = "Preference-Applied"
MINIMAL: Final = "return=minimal"


def is_minimal(request: Request[Any, Any, Any]) -> bool:
    """Return whether the client prefers a minimal response; the first preference counts."""
    for preference in request_headers.read(request, HEADER).lower().split(","):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip() == "return":
            return value.strip().strip('"') == "minimal"
    return False
