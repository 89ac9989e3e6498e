"""Entity tags: the version of a match, quoted."""

import re
from typing import Any, Final

from litestar import Request

from api.conflicts import Seen
from api.problems import InvalidParameter

LONGEST_HEADER: Final = 200
_TAG: Final = re.compile(r'^"(\d{1,15})"$', re.ASCII)


NOTHING_THERE: Final = Seen(frozenset({0}), is_given=True)
"""Before its first version a match has nothing in it."""


def of(version: int) -> str:
    """The strong entity tag of a version."""
    return f'"{version}"'


def seen(request: Request[Any, Any, Any]) -> Seen:
    """What the client has seen of a match, by its preconditions."""
    if "If-Match" in request.headers:
        tags = _tags(request, "If-Match")
        versions = (int(found[1]) for tag in tags if (found := _TAG.match(tag)))
        return Seen(frozenset(versions), is_any="*" in tags, is_given=True)
    if "*" in _tags(request, "If-None-Match"):
        return NOTHING_THERE
    return Seen()


def is_known(request: Request[Any, Any, Any], version: int) -> bool:
    """Whether the client has this version already, by `If-None-Match`."""
    tags = {tag.removeprefix("W/") for tag in _tags(request, "If-None-Match")}
    return "*" in tags or of(version) in tags


def _tags(request: Request[Any, Any, Any], name: str) -> set[str]:
    header = request.headers.get(name, "")
    if len(header) > LONGEST_HEADER:
        raise InvalidParameter(f"{name} is longer than {LONGEST_HEADER} characters.", name)
    return {tag.strip() for tag in header.split(",") if tag.strip()}
