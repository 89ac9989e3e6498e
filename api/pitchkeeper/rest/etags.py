"""Entity tags: the version of a match or a league, quoted, and the language if not the usual."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Request, Response

from pitch.messages import TYPED, Message
from pitchkeeper import settings
from pitchkeeper.messages import catalogues, codecs, languages
from pitchkeeper.rest import request_headers
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.rest.problems import InvalidParameter

_NO_TAG: Final = Message("problem.invalid_parameter.no_tag", parameter=TYPED)

_TAG: Final = re.compile(r'^"(\d{1,15})(?:\.[0-9a-f]{12})?(?:-[a-z]{2})?"$', re.ASCII)
_DIGITS: Final = 12
"""Of the digest behind a version; where there is none it is twice as long."""
_ANY_TAG: Final = r'(?:\*|(?:W/)?"[^",]*")'
PATTERN: Final = rf"^(?:{_ANY_TAG}(?: *, *{_ANY_TAG})*)?$"
"""How tags are written: any of them, or several with commas between."""
_NOTHING_THERE: Final = Precondition(frozenset({0}), is_given=True, named="If-None-Match")
"""Before its first version nothing is in a match or a league."""


def for_version(version: int | str) -> str:
    """The strong entity tag of a version, or of another text, as it is answered here."""
    # What is said in another language is another representation, and no cache may mix them up.
    language = languages.spoken()
    return f'"{version}"' if language == catalogues.USUAL else f'"{version}-{language}"'


def precondition(request: Request[Any, Any, Any]) -> Precondition:
    """What the client has seen, by its preconditions."""
    if "If-Match" in request.headers:
        tags = _tags(request, "If-Match")
        # A weak tag matches nothing here, as RFC 9110 has it for what is written.
        versions = (int(found[1]) for tag in tags if (found := _TAG.match(tag)))
        return Precondition(frozenset(versions), is_any="*" in tags, is_given=True)
    if "*" in _tags(request, "If-None-Match"):
        return _NOTHING_THERE
    return Precondition()


def respond(
    view: object, version: int, *, status: int = 200, location: str | None = None
) -> Response[Any]:
    """Return an answer with the version that it shows as its entity tag."""
    said = {"ETag": for_version(version)} | ({"Location": location} if location else {})
    # Encoded here, because the framework looks for the encoder of each sentence anew.
    content = view if view is None or isinstance(view, bytes) else codecs.answered(view)
    return Response(content, status_code=status, headers=said)


def not_modified(request: Request[Any, Any, Any], version: int) -> Response[Any] | None:
    """The answer to a client that has this version already, by `If-None-Match`; else None."""
    return respond(None, version, status=304) if client_has(request, for_version(version)) else None


async def respond_unless_current(
    request: Request[Any, Any, Any],
    tag: str,
    make: Callable[[], Awaitable[Response[Any]]],
    **headers: str,
) -> Response[Any]:
    """An answer with its tag, which is not even made for a client that has it already."""
    said = {"ETag": tag} | headers
    if client_has(request, tag):
        return Response(b"", status_code=304, headers=said)
    made = await make()
    made.headers.update(said)
    return made


def client_has(request: Request[Any, Any, Any], tag: str) -> bool:
    """Whether a client has what has this tag already, by `If-None-Match`."""
    return is_among(tag, ",".join(_tags(request, "If-None-Match")))


def is_among(tag: str, known: str) -> bool:
    """Whether a tag is one of those of an `If-None-Match`."""
    # A proxy that compresses an answer weakens its tag, and RFC 9110 compares these without it.
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    return bool(tags & {"*", tag})


def check_if_none_match(request: Request[Any, Any, Any]) -> None:
    """Refuse an `If-None-Match` that names no tags."""
    _tags(request, "If-None-Match")


def for_content(digest: str, of_version: bytes = b"") -> str:
    """The tag of what an answer says, behind the version that it shows, if it shows one."""
    # The version stays readable for If-Match; the content has its language in it.
    version = of_version.decode().strip('"').partition("-")[0]
    return f'"{version}.{digest[:_DIGITS]}"' if version else f'"{digest[: 2 * _DIGITS]}"'


def for_parts(*parts: object) -> str:
    """The tag of what follows from some values and from the release alone."""
    digest = hashlib.sha256(repr((settings.VERSION, *parts)).encode()).hexdigest()
    return for_version(digest[: 2 * _DIGITS])


def _tags(request: Request[Any, Any, Any], name: str) -> set[str]:
    header = request_headers.read(request, name)
    # A version without its quotes would match nothing, and its phone look again for ever.
    if re.fullmatch(PATTERN, header) is None:
        raise InvalidParameter(
            _NO_TAG(parameter=name), name, hint='It is * or an ETag with its quotes, as in "3".'
        )
    return {tag.strip() for tag in header.split(",") if tag.strip()}
