"""Entity tags: the quoted version of a match or a league, and the language unless it is English."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Request, Response
from litestar.types import Message as ASGIMessage
from litestar.types import Receive, Scope, Send

from pitch.messages import TYPED, Message
from pitchkeeper import settings
from pitchkeeper.messages import catalogues, codecs, languages
from pitchkeeper.rest import request_headers
from pitchkeeper.rest.preconditions import BLIND, Precondition
from pitchkeeper.rest.problems import InvalidParameter

_NO_TAG: Final = Message("problem.invalid_parameter.no_tag", parameter=TYPED)

_TAG: Final = re.compile(r'^"(\d{1,15})(?:\.[0-9a-f]{12})?(?:-[a-z]{2})?"$', re.ASCII)
_DIGITS: Final = 12
"""The length of a digest behind a version; a digest without a version is twice as long."""
_ANY_TAG: Final = r'(?:\*|(?:W/)?"[^",]*")'
PATTERN: Final = rf"^(?:{_ANY_TAG}(?: *, *{_ANY_TAG})*)?$"
"""The pattern of a header of tags: any of them, separated by commas."""
_JSON: Final = (b"content-type", b"application/json")
_OK: Final = 200
_NOT_MODIFIED: Final = 304
_ETAG: Final = b"etag"
_BODY_HEADERS: Final = frozenset({b"content-type", b"content-length", b"content-disposition"})
"""Headers that describe a body, left out without one."""
_NOTHING_THERE: Final = Precondition(frozenset({0}), is_given=True, named="If-None-Match")
"""Before its first version a match or a league does not exist."""


class EncodedResponse(Response[bytes]):
    """A response with JSON that is encoded already, which nothing else is looked up for."""

    __slots__ = ()

    status_code: int

    def __init__(self, content: bytes, status_code: int, headers: dict[str, str]) -> None:
        self.content, self.status_code, self.headers = content, status_code, headers

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the response."""
        headers = [(name.lower().encode(), text.encode()) for name, text in self.headers.items()]
        if self.status_code != _NOT_MODIFIED:
            headers.append(_JSON)
            headers.append((b"content-length", str(len(self.content)).encode()))
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.content, "more_body": False})


class EtagSender:
    """A send channel that adds the tag of the content, or answers 304 instead."""

    def __init__(self, send: Send, scope: Scope) -> None:
        self._send = send
        self._scope = scope
        self._start: Any = None

    async def __call__(self, message: ASGIMessage) -> None:
        """Send a message; the start of a tagged response waits for its body."""
        if message["type"] == "http.response.start" and message["status"] == _OK:
            self._start = message
            return
        if message["type"] == "http.response.body" and self._start is not None:
            message = await self._send_start(message)
        await self._send(message)

    async def _send_start(self, message: Any) -> Any:
        start, self._start = self._start, None
        headers = [pair for pair in start["headers"] if pair[0].lower() != _ETAG]
        version = next((tag for name, tag in start["headers"] if name.lower() == _ETAG), b"")
        tag = for_content(hashlib.sha256(message["body"]).hexdigest(), version)
        if is_among(tag, self._if_none_match()):
            start["status"], message = _NOT_MODIFIED, message | {"body": b""}
            headers = [pair for pair in headers if pair[0].lower() not in _BODY_HEADERS]
        start["headers"] = [*headers, (_ETAG, tag.encode())]
        await self._send(start)
        return message

    def _if_none_match(self) -> str:
        values = (value for name, value in self._scope["headers"] if name == b"if-none-match")
        return b",".join(values).decode("latin-1")


def for_version(version: int | str) -> str:
    """Return the strong entity tag of a version, or of another text, in the current language."""
    # In another language it is another representation, and no cache may mix them up.
    language = languages.current()
    return f'"{version}"' if language == catalogues.USUAL else f'"{version}-{language}"'


def for_content(digest: str, version_tag: bytes = b"") -> str:
    """Return the tag of a content digest, behind the version that the response shows, if any."""
    # The version stays readable for If-Match; the content already depends on the language.
    version = version_tag.decode().strip('"').partition("-")[0]
    return f'"{version}.{digest[:_DIGITS]}"' if version else f'"{digest[: 2 * _DIGITS]}"'


def for_parts(*parts: object) -> str:
    """Return the tag of a response that depends on some values and on the release alone."""
    digest = hashlib.sha256(repr((settings.VERSION, *parts)).encode()).hexdigest()
    return for_version(digest[: 2 * _DIGITS])


def precondition(request: Request[Any, Any, Any]) -> Precondition:
    """Return the versions that the client has seen, by `If-Match` or `If-None-Match: *`."""
    if request_headers.first(request.scope, "If-Match") is not None:
        tags = _tags(request, "If-Match")
        # RFC 9110 compares If-Match strongly, so a weak tag matches nothing.
        versions = (int(match[1]) for tag in tags if (match := _TAG.match(tag)))
        return Precondition(frozenset(versions), is_any="*" in tags, is_given=True)
    if "*" in _tags(request, "If-None-Match"):
        return _NOTHING_THERE
    return BLIND


def respond(
    view: object, version: int, *, status: int = 200, location: str | None = None
) -> Response[Any]:
    """Return a response with the version that it shows as its entity tag."""
    headers = {"ETag": for_version(version)} | ({"Location": location} if location else {})
    content = view if isinstance(view, bytes) else codecs.encode_response(view)
    return EncodedResponse(content, status, headers)


def not_modified(request: Request[Any, Any, Any], version: int) -> Response[Any] | None:
    """Return 304 if the client has this version, by `If-None-Match`; else None."""
    has_version = client_has(request, for_version(version))
    return respond(b"", version, status=_NOT_MODIFIED) if has_version else None


async def respond_unless_current(
    request: Request[Any, Any, Any],
    tag: str,
    make: Callable[[], Awaitable[Response[Any]]],
    **headers: str,
) -> Response[Any]:
    """Return a response with a tag, or 304 without making it if the client has that tag."""
    tagged = {"ETag": tag} | headers
    if client_has(request, tag):
        return EncodedResponse(b"", _NOT_MODIFIED, tagged)
    response = await make()
    response.headers.update(tagged)
    return response


def client_has(request: Request[Any, Any, Any], tag: str) -> bool:
    """Return whether the client has the response with a tag, by `If-None-Match`."""
    tags = _tags(request, "If-None-Match")
    return bool(tags) and is_among(tag, ",".join(tags))


def is_among(tag: str, header: str) -> bool:
    """Return whether an `If-None-Match` header lists a tag."""
    # A proxy that compresses a response weakens its tag; RFC 9110 compares weakly here.
    tags = {listed.strip().removeprefix("W/") for listed in header.split(",")}
    return bool(tags & {"*", tag})


def check_if_none_match(request: Request[Any, Any, Any]) -> None:
    """Raise InvalidParameter if `If-None-Match` is no list of tags."""
    _tags(request, "If-None-Match")


def _tags(request: Request[Any, Any, Any], name: str) -> set[str]:
    header = request_headers.read(request, name)
    if not header:
        return set()
    # A version without quotes would match nothing, and its phone would poll for ever.
    if re.fullmatch(PATTERN, header) is None:
        raise InvalidParameter(
            _NO_TAG(parameter=name), name, hint='It is * or an ETag with its quotes, as in "3".'
        )
    return {tag.strip() for tag in header.split(",") if tag.strip()}
