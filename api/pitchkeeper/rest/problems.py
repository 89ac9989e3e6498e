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
from pitch.errors import Refusal
from pitch.messages import TYPED, Message, Sentence, any_of
from pitch.types import Code, Echo
from pitchkeeper.messages import codecs, languages
from pitchkeeper.rate_limits import RateLimited
from pitchkeeper.rest import hints, statuses
from pitchkeeper.rest.preconditions import Conflict, StaleMatch
from pitchkeeper.rest.statuses import STATUSES

MEDIA_TYPE: Final = "application/problem+json"
CLIENT_GONE: Final = 499
"""What servers log, and nobody is sent, when a client hangs up before its answer."""
NOT_FOUND: Final = Message("problem.not_found")
_OURS: Final = {
    "not_found": NOT_FOUND,
    "method_not_allowed": Message("problem.method_not_allowed"),
    "body_too_large": Message("problem.body_too_large"),
    "internal_error": Message("problem.internal_error"),
    "database_unavailable": Message("problem.database_unavailable"),
    "storage_full": Message("problem.storage_full"),
}
"""What is said when it was no refusal of ours that ended the request."""
REPEATED: Final = Message("problem.invalid_parameter.twice", parameter=TYPED)
_ONLY: Final = Message("problem.invalid_parameter.only", parameter=TYPED, choices=any_of(TYPED))
_MEANINGS: Final = {
    "not_found": "There is nothing at this address.",
    "method_not_allowed": "This cannot be done here; the Allow header names what can.",
    "body_too_large": "A body has at most 64 KiB; one of sendCommands or importMatches 1 MiB.",
    "internal_error": "Something went wrong on our side.",
    "database_unavailable": "The database does not answer; try again.",
    "storage_full": "There is no room left to keep anything; what is kept can still be read.",
}
"""The same for who reads the contract."""

_BY_STATUS: Final = {
    400: "invalid_parameter",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}
"""What the framework rejects by itself."""
_UNLISTED: Final = 422
_RETRY_SECONDS: Final = 1
_logger = structlog.get_logger()


class ProblemError(Struct, frozen=True):
    """One error in the request, and its place."""

    pointer: Annotated[
        Echo, Meta(description="A JSON Pointer to the error in the body; empty for the whole body.")
    ]
    parameter: Annotated[
        Echo | None,
        Meta(description="The name of the wrong parameter, if the error is not in the body."),
    ]
    code: Code
    """A stable code of the error, more exact than the code of the problem, such as `missing` or
    `unknown_field` in an `invalid_body`.
    """
    detail: Echo
    """The error and its remedy, in a sentence: the text of `message`."""
    message: Sentence
    """The code and arguments of the error's `detail`, for clients with words of their own."""
    hint: Annotated[
        Echo | None,
        Meta(
            description="A hint on this error for the author of the client, in English; not "
            "for players."
        ),
    ] = None


class Problem(Struct, frozen=True):
    """The reason why a request was refused (RFC 9457)."""

    type: Annotated[
        Code, Meta(description="The problem type, always about:blank; `code` tells problems apart.")
    ]
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
    instance: Annotated[Echo, Meta(description="The path of the request that was refused.")]
    code: Annotated[
        Code,
        Meta(
            description="A stable code of the problem; this document begins with the list of "
            "all codes."
        ),
    ]
    errors: Annotated[tuple[ProblemError, ...], Meta(max_length=100)]
    """Every error in the request, if errors can be located."""
    conflict: Annotated[
        Conflict | None,
        Meta(description="The hand that was sent beside the stored hand, if two devices disagree."),
    ] = None
    hint: Annotated[
        Echo | None,
        Meta(description="A hint for the author of the client, in English; not for players."),
    ] = None


class Unauthenticated(Refusal):
    """Sign in first: send the token of a device as a bearer token."""

    code = "unauthenticated"
    default_message = Message("problem.unauthenticated")
    hint = "Send the token of a device as a bearer token."


class MalformedJson(Refusal):
    """The body is not JSON."""

    code = "malformed_json"
    default_message = Message("problem.malformed_json")
    hint = "The body is not JSON."


class InvalidBody(Refusal):
    """The body does not have the shape that this document gives, or has too many values for it."""

    code = "invalid_body"


class InvalidParameter(Refusal):
    """A parameter does not have the shape that this document gives."""

    code = "invalid_parameter"

    def __init__(self, message: Sentence, parameter: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.parameter = parameter


class NotJson(Refusal):
    """The body must be sent as application/json."""

    code = "not_json"
    default_message = Message("problem.not_json")
    hint = "Send the body as application/json, without Content-Encoding."


def example(status: int) -> Problem:
    """Return a problem as the contract shows it for a status."""
    if status == 400:
        missing = messages.MESSAGES["body.missing"](field="name")
        return for_refusal(InvalidBody(missing, pointer="/players/0/name"), "/v1/matches")
    usual = ((code, messages.MESSAGES.get(f"problem.{code}")) for code in statuses.codes(status))
    code, message = next(
        (code, found) for code, found in usual if found is not None and not found.parameters
    )
    return _problem("/v1/matches", code, _error(code, message()))


def for_refusal(refusal: Refusal, path: str) -> Problem:
    """Why what was asked of a path was refused."""
    parameter = refusal.parameter if isinstance(refusal, InvalidParameter) else None
    wrong = _error(refusal.code, refusal.message, refusal.pointer, parameter, refusal.hint)
    conflict = refusal.conflict if isinstance(refusal, StaleMatch) else None
    return _problem(path, refusal.code, wrong, conflict=conflict)


def retry_after(refusal: Refusal) -> int | None:
    """In how many seconds to try again; None where waiting does not help."""
    if isinstance(refusal, RateLimited):
        return refusal.seconds
    return _RETRY_SECONDS if STATUSES.get(refusal.code) == 503 else None


def answer_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[bytes]:
    """The answer to a request that was refused."""
    seconds = retry_after(refusal)
    wait = None if seconds is None else {"Retry-After": str(seconds)}
    return _answer(for_refusal(refusal, request.url.path), wait)


def answer_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The answer to a request that the framework rejected."""
    # The rest would be a mistake of ours, such as a handler that is wired wrongly.
    if error.status_code not in _BY_STATUS:
        return answer_failure(request, error)
    # Litestar lists the parameters that it could not read, by what the handler calls them.
    code = _BY_STATUS[error.status_code]
    wrong = [
        _wrong(request, place["key"], place["message"])
        for place in (error.extra if isinstance(error.extra, list) else ())
        if "key" in place
    ] or [_ours(code) if code in _OURS else _error(code, error.detail)]
    return _answer(_problem(request.url.path, code, *wrong), error.headers)


def answer_failure(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer when we failed; the reason goes to the log only."""
    _logger.error("request failed", exc_info=error)
    return _answer(_problem(request.url.path, "internal_error", _ours("internal_error")))


def answer_disconnect(_request: Request[Any, Any, Any], _error: Exception) -> Response[bytes]:
    """What is noted of a request whose client hung up before all of it was there."""
    return Response(b"", status_code=CLIENT_GONE)


def answer_database_down(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer while the database does not answer us."""
    _logger.warning("database unavailable", exc_info=error)
    return _answer(
        _problem(request.url.path, "database_unavailable", _ours("database_unavailable"))
    )


def answer_disk_full(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer while the database has no room left."""
    _logger.error("storage full", exc_info=error)
    return _answer(_problem(request.url.path, "storage_full", _ours("storage_full")))


def meanings() -> dict[str, str]:
    """One sentence for every problem code."""
    refusals = {kind.code: inspect.getdoc(kind) or "" for kind in _kinds(Refusal)}
    return {code: _MEANINGS.get(code) or refusals[code] for code in STATUSES}


def _wrong(request: Request[Any, Any, Any], key: str, message: str) -> ProblemError:
    """What is wrong with a parameter, by the name that the address calls it."""
    known = request.route_handler.parsed_fn_signature.parameters.get(key)
    stated = known.kwarg_definition if known else None
    name = (stated.name if isinstance(stated, ParameterKwarg) else None) or key
    kinds = known.inner_types if known and known.is_union else (known,) if known else ()
    for kind in kinds:
        if kind.is_subclass_of(StrEnum):
            choices = [str(choice) for choice in kind.annotation]
            said = _ONLY(parameter=name, choices=choices)
            return _error("invalid_parameter", said, parameter=name)
    said = shapes.explain(message)
    hint = f"The parameter {name}. {hints.hint_for(said)}".strip()
    return _error("invalid_parameter", said, parameter=name, hint=hint)


def _kinds(refusal: type[Refusal]) -> Iterator[type[Refusal]]:
    for kind in refusal.__subclasses__():
        yield kind
        yield from _kinds(kind)


def _ours(code: str) -> ProblemError:
    return _error(code, _OURS[code](), hint=_MEANINGS[code])


def _error(
    code: str,
    said: Sentence | str,
    pointer: str = "",
    parameter: str | None = None,
    hint: str = "",
) -> ProblemError:
    message = said if isinstance(said, Sentence) else messages.AS_WRITTEN(text=said)
    # A sentence is named by its room and what it says there: body.missing.
    kind = message.code.partition(".")[2] or code
    hint = hint or hints.hint_for(message)
    return ProblemError(pointer, parameter, kind, languages.text(message), message, hint or None)


def _problem(
    path: str, code: str, *wrong: ProblemError, conflict: Conflict | None = None
) -> Problem:
    first = wrong[0]
    status = STATUSES.get(code, _UNLISTED)
    return Problem(
        type="about:blank",
        title=statuses.title(status),
        status=status,
        detail=first.detail,
        message=first.message,
        # A path may hold any letter, an address only ASCII.
        instance=quote(path),
        code=code,
        errors=wrong,
        conflict=conflict,
        hint=first.hint,
    )


def _answer(problem: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
    sent = dict(headers or {})
    if problem.status == 401:
        # RFC 9110 wants a challenge in each 401.
        sent["WWW-Authenticate"] = 'Bearer realm="pitchkeeper"'
    if problem.status == 503:
        sent["Retry-After"] = str(_RETRY_SECONDS)
    return Response(
        codecs.answered(problem),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers=sent,
    )
