"""Problems: every error an operation answers, in one shape (RFC 9457)."""

import inspect
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Final
from urllib.parse import quote

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.params import ParameterKwarg
from msgspec import Meta, Struct

from pitch import messages, shapes
from pitch.messages import TYPED, Message, Refusal, Sentence, any_of
from pitch.types import Code, Echo
from pitchkeeper.messages import catalogues, codecs, languages
from pitchkeeper.rate_limits import RateLimited
from pitchkeeper.rest import statuses
from pitchkeeper.rest.preconditions import Conflict, StaleMatch
from pitchkeeper.rest.statuses import STATUSES

_PATTERNS: Final = {
    "body.missing": "The field {field} is missing.",
    "body.needed": "This needs {wanted}.",
    "body.not_among": "The choices are {choices}.",
    "body.not_this": "This needs {wanted}, not {got}.",
    "body.unknown_field": "There is no field {field} here.",
}


def hint_for(sentence: Sentence) -> str:
    """Return the English hint of a sentence; empty if it has none."""
    pattern, words = _PATTERNS.get(sentence.code, ""), catalogues.catalogue(catalogues.USUAL).words
    return pattern.format_map(
        {name: words.value(argument, "") for name, argument in sentence.arguments}
    )


MEDIA_TYPE: Final = "application/problem+json"
PROBLEMS: Final = "/docs/problems"
"""The address under which each problem is explained."""
CLIENT_GONE: Final = 499
"""The status in the log if a client disconnects before its response; it is never sent."""
REPEATED: Final = Message("problem.invalid_parameter.twice", parameter=TYPED)
_ONLY: Final = Message("problem.invalid_parameter.only", parameter=TYPED, choices=any_of(TYPED))
_MEANINGS: Final = {
    "not_found": "There is nothing at this address.",
    "method_not_allowed": "The path does not support this method; the Allow header lists those "
    "that it does.",
    "body_too_large": "A body has at most 64 KiB; one of sendCommands or importMatches 1 MiB.",
    "internal_error": "Something went wrong on our side.",
    "database_unavailable": "The database does not answer; try again.",
    "storage_full": "The storage is full: nothing can be written, but everything stored can be "
    "read.",
}
"""The meanings in the contract of problems that are not raised as refusals."""
_MESSAGES: Final = {code: Message(f"problem.{code}") for code in _MEANINGS}

_BY_STATUS: Final = {
    400: "invalid_parameter",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}
"""The codes of requests that the framework rejects."""
_UNLISTED: Final = 422
_RETRY_SECONDS: Final = 1
_logger = structlog.get_logger()


class ProblemError(Struct, frozen=True):
    """One error in the request, and its place."""

    pointer: Echo
    """A JSON Pointer to the error in the body; empty for the whole body."""
    parameter: Echo | None
    """The name of the wrong parameter, if the error is not in the body."""
    code: Code
    """A stable code of the error, more exact than the code of the problem, such as `missing` or
    `unknown_field` in an `invalid_body`.
    """
    detail: Echo
    """The error and its remedy, in a sentence: the text of `message`."""
    message: Sentence
    """The code and arguments of the error's `detail`, for clients with words of their own."""
    hint: Echo | None = None
    """A hint on this error for the author of the client, in English; not for players."""


class Problem(Struct, frozen=True):
    """The reason why a request was refused (RFC 9457)."""

    type: Code
    """The address of the page that explains the problem's `code`."""
    title: Code
    """The meaning of the HTTP status, the same for all its problems."""
    status: Annotated[int, Meta(ge=400, le=599)]
    """The HTTP status of the answer."""
    detail: Echo
    """The problem and its remedy for the person who caused it, in a sentence or two: the text of
    `message`.
    """
    message: Sentence
    """The code and arguments of `detail`, for clients with words of their own."""
    instance: Echo
    """The path of the request that was refused."""
    code: Code
    """A stable code of the problem; this document begins with the list of all codes."""
    errors: Annotated[tuple[ProblemError, ...], Meta(max_length=100)]
    """Every error in the request, if errors can be located."""
    conflict: Conflict | None = None
    """The hand that was sent beside the stored hand, if two devices disagree."""
    hint: Echo | None = None
    """A hint for the author of the client, in English; not for players."""


class Unauthenticated(Refusal):
    """Sign in first: send the token of a device as a bearer token."""

    hint = "Send the token of a device as a bearer token."


class MalformedJson(Refusal):
    """The body is not JSON."""

    hint = "The body is not JSON."


class InvalidBody(Refusal, has_message=False):
    """The body does not have its schema in this document, or has too many values."""


class InvalidParameter(Refusal, has_message=False):
    """A parameter does not have its schema in this document."""

    def __init__(self, message: Sentence, parameter: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.parameter = parameter


class NotJson(Refusal):
    """The body must be sent as application/json."""

    hint = "Send the body as application/json, without Content-Encoding."


def example(status: int) -> Problem:
    """Return a problem as the contract shows it for a status."""
    if status == 400:
        missing = messages.MESSAGES["body.missing"](field="name")
        return for_refusal(InvalidBody(missing, pointer="/players/0/name"), "/v1/matches")
    messages_by_code = (
        (code, messages.MESSAGES.get(f"problem.{code}")) for code in statuses.codes(status)
    )
    code, message = next(
        (code, message)
        for code, message in messages_by_code
        if message is not None and not message.parameters
    )
    return _problem("/v1/matches", code, _error(code, message()))


def for_refusal(refusal: Refusal, path: str) -> Problem:
    """Return the problem of a refusal at a path."""
    parameter = refusal.parameter if isinstance(refusal, InvalidParameter) else None
    error = _error(refusal.code, refusal.message, refusal.pointer, parameter, refusal.hint)
    conflict = refusal.conflict if isinstance(refusal, StaleMatch) else None
    return _problem(path, refusal.code, error, conflict=conflict)


def retry_after(refusal: Refusal) -> int | None:
    """Return the seconds until a retry can succeed; None if waiting does not help."""
    if isinstance(refusal, RateLimited):
        return refusal.seconds
    return _RETRY_SECONDS if STATUSES.get(refusal.code) == 503 else None


def answer_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[bytes]:
    """Return the response to a refused request."""
    seconds = retry_after(refusal)
    headers = None if seconds is None else {"Retry-After": str(seconds)}
    return _respond(for_refusal(refusal, request.url.path), headers)


def answer_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Return the response to a request that the framework rejected."""
    # Any other status is a bug here, such as a handler with wrong dependencies.
    if error.status_code not in _BY_STATUS:
        return answer_failure(request, error)
    # Litestar lists the invalid parameters by their names in the handler.
    code = _BY_STATUS[error.status_code]
    errors = [
        _parameter_error(request, place["key"], place["message"])
        for place in (error.extra if isinstance(error.extra, list) else ())
        if "key" in place
    ] or [_server_error(code) if code in _MESSAGES else _error(code, error.detail)]
    return _respond(_problem(request.url.path, code, *errors), error.headers)


def answer_failure(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Return the response after a bug; the reason goes to the log only."""
    _logger.error("request failed", exc_info=error)
    return _respond_failure(request, "internal_error")


def answer_disconnect(_request: Request[Any, Any, Any], _error: Exception) -> Response[bytes]:
    """Return the status to log for a client that disconnected within its body."""
    return Response(b"", status_code=CLIENT_GONE)


def answer_database_down(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Return the response while the database is unavailable."""
    _logger.warning("database unavailable", exc_info=error)
    return _respond_failure(request, "database_unavailable")


def answer_disk_full(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Return the response while the disk of the database is full."""
    _logger.error("storage full", exc_info=error)
    return _respond_failure(request, "storage_full")


def meanings() -> dict[str, str]:
    """Return the meaning of every problem code, a sentence each."""
    refusals = {kind.code: inspect.getdoc(kind) or "" for kind in _kinds(Refusal)}
    return {code: _MEANINGS.get(code) or refusals[code] for code in STATUSES}


def _parameter_error(request: Request[Any, Any, Any], key: str, message: str) -> ProblemError:
    """Return the error of a parameter, by its name in the address."""
    field = request.route_handler.parsed_fn_signature.parameters.get(key)
    declared = field.kwarg_definition if field else None
    name = (declared.name if isinstance(declared, ParameterKwarg) else None) or key
    kinds = field.inner_types if field and field.is_union else (field,) if field else ()
    for kind in kinds:
        if kind.is_subclass_of(StrEnum):
            choices = [str(choice) for choice in kind.annotation]
            sentence = _ONLY(parameter=name, choices=choices)
            return _error("invalid_parameter", sentence, parameter=name)
    sentence = shapes.explain(message)
    hint = f"The parameter {name}. {hint_for(sentence)}".strip()
    return _error("invalid_parameter", sentence, parameter=name, hint=hint)


def _kinds(refusal: type[Refusal]) -> Iterator[type[Refusal]]:
    for kind in refusal.__subclasses__():
        yield kind
        yield from _kinds(kind)


def _server_error(code: str) -> ProblemError:
    return _error(code, _MESSAGES[code](), hint=_MEANINGS[code])


def _error(
    code: str,
    text: Sentence | str,
    pointer: str = "",
    parameter: str | None = None,
    hint: str = "",
) -> ProblemError:
    message = text if isinstance(text, Sentence) else messages.AS_WRITTEN(text=text)
    # The code of a sentence begins with its area: body.missing.
    kind = message.code.partition(".")[2] or code
    hint = hint or hint_for(message)
    return ProblemError(pointer, parameter, kind, languages.text(message), message, hint or None)


def _problem(
    path: str, code: str, *errors: ProblemError, conflict: Conflict | None = None
) -> Problem:
    first = errors[0]
    status = STATUSES.get(code, _UNLISTED)
    return Problem(
        type=f"{PROBLEMS}/{code}",
        title=statuses.title(status),
        status=status,
        detail=first.detail,
        message=first.message,
        # A path may hold any character, a URI reference only ASCII.
        instance=quote(path),
        code=code,
        errors=errors,
        conflict=conflict,
        hint=first.hint,
    )


def _respond_failure(request: Request[Any, Any, Any], code: str) -> Response[bytes]:
    return _respond(_problem(request.url.path, code, _server_error(code)))


def _respond(problem: Problem, extra: dict[str, str] | None = None) -> Response[bytes]:
    headers = dict(extra or {})
    if problem.status == 401:
        # RFC 9110 requires a challenge in each 401.
        headers["WWW-Authenticate"] = 'Bearer realm="pitchkeeper"'
    if problem.status == 503:
        headers["Retry-After"] = str(_RETRY_SECONDS)
    return Response(
        codecs.encode_response(problem),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers=headers,
    )
