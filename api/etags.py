"""Entity tags: the version of a match, quoted."""

from collections.abc import Callable
from typing import Any, Final

from litestar import Request

from api.problems import InvalidParameter

LONGEST_HEADER: Final = 200


def of(version: int) -> str:
    """The strong entity tag of a version."""
    return f'"{version}"'


def precondition(request: Request[Any, Any, Any]) -> Callable[[int], bool]:
    """Whether `If-Match` allows acting on a version; without the header any version will do."""
    if "If-Match" not in request.headers:
        return lambda _version: True
    tags = _tags(request, "If-Match")
    return lambda version: "*" in tags or of(version) in tags


def is_known(request: Request[Any, Any, Any], version: int) -> bool:
    """Whether the client has this version already, by `If-None-Match`."""
    tags = {tag.removeprefix("W/") for tag in _tags(request, "If-None-Match")}
    return "*" in tags or of(version) in tags


def _tags(request: Request[Any, Any, Any], name: str) -> set[str]:
    header = request.headers.get(name, "")
    if len(header) > LONGEST_HEADER:
        raise InvalidParameter(f"{name} is longer than {LONGEST_HEADER} characters.", name)
    return {tag.strip() for tag in header.split(",") if tag.strip()}
