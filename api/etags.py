"""Entity tags: the version of a match, quoted."""

from collections.abc import Callable
from typing import Any

from litestar import Request

from api.problems import InvalidParameter


def of(version: int) -> str:
    """The strong entity tag of a version."""
    return f'"{version}"'


def precondition(request: Request[Any, Any, Any]) -> Callable[[int], bool]:
    """Whether `If-Match` allows acting on a version; without the header any version will do."""
    header = request.headers.get("if-match")
    if header is None:
        return lambda _version: True
    tags = [tag.strip() for tag in header.split(",")]
    if not all(map(_is_tag, tags)):
        raise InvalidParameter('If-Match takes an ETag such as "7", a list of them, or *.')
    return lambda version: "*" in tags or of(version) in tags


def is_known(request: Request[Any, Any, Any], version: int) -> bool:
    """Whether the client has this version already, by `If-None-Match`."""
    header = request.headers.get("if-none-match", "")
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return "*" in tags or of(version) in tags


def _is_tag(tag: str) -> bool:
    bare = tag.removeprefix("W/")
    return tag == "*" or (len(bare) >= 2 and bare[0] == bare[-1] == '"')
