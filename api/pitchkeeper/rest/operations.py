"""Operations: the contract of a route, declared once beside its handler.

The README beside this file shows one. The name of the handler, in camel case, is the id of the
operation. The docstring is the summary (first line) and the description (the rest). The request and
the response follow from the signature: a `FromBody`, `If-Match` for a `conditional_edit`, the query
parameters (see `pitchkeeper.rest.parameters`), and the type that the handler returns, with an
`ETag` if it is `Versioned`. The path, its parameters and the security follow from the route;
`pitchkeeper.rest.contract` writes the document. Examples are in `openapi/examples`. A new path or
header parameter is described in `contract/parameters.py`, the status of a new problem code in
`statuses.py`. Then run `make openapi`.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from email.utils import formatdate
from types import ModuleType
from typing import Any, Final, Literal

from litestar import Request
from litestar.di import Provide
from litestar.enums import HttpMethod
from litestar.exceptions import ImproperlyConfiguredException
from litestar.handlers import HTTPRouteHandler
from litestar.types import Middleware, Receive, Scope, Send
from msgspec import Struct, structs

from pitchkeeper.messages import codecs
from pitchkeeper.rest import etags, parameters, request_headers, signatures
from pitchkeeper.rest.bodies import MAX_BYTES as BODY_LIMIT
from pitchkeeper.rest.etags import EncodedResponse, EtagSender
from pitchkeeper.rest.parameters import Parameter

JSON: Final = "application/json"
KEY_HEADER: Final = "Idempotency-Key"
"""The header that identifies retries of a command."""
_IF_NONE_MATCH: Final = "If-None-Match"
_BODY_PROBLEMS: Final = (
    *("malformed_json", "invalid_body", "body_too_large", "body_too_slow", "not_json"),
)
_COMMON_PROBLEMS: Final = (
    *("invalid_parameter", "headers_too_large", "internal_error", "server_outdated"),
    *("database_unavailable", "database_busy", "storage_full", "timed_out"),
)
_NOT_FOUND: Final = {
    "match_id": "match_not_found",
    "league_id": "league_not_found",
    "ruleset_id": "ruleset_not_found",
}
"""The problem of a path with an id that nobody has, or nobody who asks may see."""


class _Route(HTTPRouteHandler):
    """A route that Litestar finds, and whose handler is called here.

    Litestar resolves independent dependencies as parallel tasks, converts each argument to its type
    and passes the response through three objects. Here nearly no dependency waits, only query
    parameters have to be converted, and most responses are encoded already, so each of these would
    take longer than the handler of a read.
    """

    def create_kwargs_model(self, path_parameters: dict[str, Any]) -> Any:
        """Note the dependencies, those first that others need, and the body after the caller.

        Raises ImproperlyConfiguredException for a dependency or a handler with other arguments than
        can be given here.
        """
        self._model = model = super().create_kwargs_model(path_parameters)
        provided = [dependency for batch in model.dependency_batches for dependency in batch]
        model.dependency_batches = []
        _check_dependencies({dependency.key: dependency.provide for dependency in provided})
        sent = signatures.body_types(inspect.signature(self.fn))
        # A stranger is refused as one, whatever it sends.
        provided.sort(key=lambda each: (each.key == signatures.CONDITIONAL_EDIT, each.key in sent))
        self._provided = [
            (
                dependency.key,
                dependency.provide.dependency,
                (*dependency.provide.signature_model._fields,),
                dependency.provide.has_sync_callable,
            )
            for dependency in provided
        ]
        self._operation: Operation = self.opt["operation"]
        self._arguments = (*self.signature_model._fields,)
        return model

    def resolve_middleware(self) -> list[Middleware]:
        """Return the middleware, inside of which the route answers in Litestar's place."""
        return [lambda app: self.answer, *super().resolve_middleware()]  # noqa: ARG005

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the handler, and send what it returns."""
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        self._operation.check_parameters(request)
        values: dict[str, Any] = {"request": request, **scope["path_params"]}
        for key, provide, names, is_sync in self._provided:
            value = provide(**{name: values[name] for name in names})
            values[key] = value if is_sync else await value
        if self._operation.query:
            values |= await self._model.to_kwargs(request)
            values = self.signature_model.parse_values_from_connection_kwargs(request, values)
        answer = await self.fn(**{name: values[name] for name in self._arguments})
        if isinstance(answer, Struct):
            answer = EncodedResponse(codecs.encode_response(answer), self.status_code, {})
        elif not isinstance(answer, EncodedResponse):
            answer = await self.to_response(scope["litestar_app"], answer, request)
        await answer(scope, receive, EtagSender(send, scope) if self._operation.is_tagged else send)


def _check_dependencies(provided: Mapping[str, Provide]) -> None:
    for key, provide in provided.items():
        if (
            provide.use_cache
            or provide.has_sync_generator_dependency
            or provide.has_async_generator_dependency
            or not {"request", *provided}.issuperset(provide.signature_model._fields)
        ):
            raise ImproperlyConfiguredException(
                f"The dependency {key} of a route has to be an uncached function of the request "
                "and of other dependencies: nothing else is closed, cached or converted here."
            )


class Content(Struct, frozen=True):
    """A request body in another media type than JSON."""

    media_type: str
    kind: type
    max_length: int = 100_000
    """The most characters, if it is text."""


class Example(Struct, frozen=True):
    """The example of an operation, computed from the rules when the contract is written."""

    answer: object
    body: object = None
    text: str | None = None
    """The body in its other media type, if it has one."""
    minimal: object = None
    """The minimal response, if the operation has one."""


TICKET: Final = Parameter(
    "ticket",
    str,
    parameters.query(
        "A ticket in place of the token, for clients that can send none; the address from "
        "createTicket contains it. A ticket that is wrong, expired or for another path gets 401.",
        schema={"minLength": 75, "maxLength": 75, "pattern": "^[A-Za-z0-9_-]{75}$"},
    ),
    is_required=False,
)


class Ending(Struct, frozen=True):
    """The announced end of an operation (`docs/versioning.md`)."""

    since: date
    """The day from which it is deprecated."""
    until: date
    """The day on which it ends, at least a year later."""
    successor: str
    """The id of the operation that takes its place."""

    @property
    def headers(self) -> tuple[tuple[bytes, bytes], ...]:
        """The headers of RFC 9745 and RFC 8594."""
        since, until = (
            datetime.combine(day, time(), UTC).timestamp() for day in (self.since, self.until)
        )
        return (
            (b"deprecation", f"@{since:.0f}".encode()),
            (b"sunset", formatdate(until, usegmt=True).encode()),
        )


class Operation(Struct, frozen=True):
    """An operation of the contract, and the decorator that makes its handler a route."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    id: str = ""
    """The id in the contract; the name of the handler in camel case if it is not given."""
    tag: str = ""
    summary: str = ""
    description: str = ""
    status: int = 200
    answer: type | None = None
    media_type: str = JSON
    max_length: int = 200_000
    """The most characters of the response, if it is text."""
    body: type | None = None
    other_bodies: tuple[Content, ...] = ()
    """Request bodies in other media types, besides `body` or instead of it."""
    body_limit: int | None = BODY_LIMIT
    """The most bytes of the body; None if it is streamed and has any length."""
    query: tuple[Parameter, ...] = ()
    """The query parameters, from the signature of the handler."""
    headers: tuple[str, ...] = ()
    answer_headers: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    is_public: bool = False
    is_limited: bool = True
    is_endless: bool = False
    """Whether the response is a stream without a time limit."""
    words: Mapping[str, str] = {}
    """Values for the braces of a docstring that several operations share."""
    dependencies: Mapping[str, Provide] = {}
    """Dependencies of the handler besides the common ones."""
    no_etag_reason: str = ""
    """The reason why a read has no entity tag; empty if it has one."""
    is_tagged: bool = False
    """Whether the response gets a tag of its content: every read without a tag of its own."""
    has_minimal: bool = False
    """Whether it has a minimal response for clients that prefer one."""
    takes_ticket: bool = False
    """Whether a ticket in the address can replace the token."""
    takes_slot: bool = False
    """Whether it is costly and needs a slot of its address; so do all reads without a token.

    Such an operation saves nothing, because it is given up if its client disconnects.
    """
    rate_limit: str | None = None
    """An additional limit per address; a field of `RateLimits`."""
    ending: Ending | None = None
    """The end of the operation, if it is deprecated."""

    def __call__(self, handler: Callable[..., Any]) -> HTTPRouteHandler:
        """Return the route of this operation with a handler."""
        signature = inspect.signature(handler)
        sent = signatures.body_types(signature)
        is_versioned = signatures.is_versioned(signature)
        body = next(iter(sent.values()), self.body)
        is_tagged = self.is_read and _IF_NONE_MATCH not in self.headers and not self.no_etag_reason
        preconditions = signatures.preconditions(signature, self.method)
        is_keyed = signatures.is_keyed(signature)
        summary, description = self._texts(handler)
        operation = structs.replace(
            self,
            id=self.id or parameters.camel(handler.__name__),
            body=body,
            answer=self.answer or signatures.answer_type(signature),
            is_tagged=is_tagged,
            takes_slot=self.takes_slot or (self.is_public and self.is_read and self.is_limited),
            summary=summary,
            description=description,
            query=(*parameters.from_handler(handler), *((TICKET,) if self.takes_ticket else ())),
            headers=self._headers(preconditions, is_tagged=is_tagged, is_keyed=is_keyed),
            answer_headers=self._answer_headers(is_versioned=is_versioned, is_tagged=is_tagged),
            problems=self._problems(has_body=bool(body or self.other_bodies), is_keyed=is_keyed),
        )
        return _Route(
            self.path,
            http_method=self.methods,
            status_code=self.status,
            media_type=self.media_type,
            request_max_body_size=self.body_limit,
            dependencies={
                **self.dependencies,
                **{name: signatures.body_reader(kind) for name, kind in sent.items()},
            },
            opt={"operation": operation},
        )(handler)

    def _headers(
        self, preconditions: tuple[str, ...], *, is_tagged: bool, is_keyed: bool
    ) -> tuple[str, ...]:
        return (
            *(() if "If-Match" in self.headers else preconditions),
            *self.headers,
            *((_IF_NONE_MATCH,) if is_tagged else ()),
            *((request_headers.PREFER,) if self.has_minimal else ()),
            *((KEY_HEADER,) if is_keyed else ()),
        )

    def _answer_headers(self, *, is_versioned: bool, is_tagged: bool) -> tuple[str, ...]:
        return (
            *(("ETag",) if is_versioned else ()),
            *self.answer_headers,
            *(("ETag",) if is_tagged and not is_versioned else ()),
            *((request_headers.APPLIED,) if self.has_minimal else ()),
            *(("Deprecation", "Sunset") if self.ending else ()),
        )

    def _texts(self, handler: Callable[..., Any]) -> tuple[str, str]:
        """Return the summary and the description, from the docstring of a handler."""
        doc = inspect.getdoc(handler) or ""
        doc = doc.format_map(self.words) if self.words else doc
        summary, _, description = doc.partition("\n\n")
        return summary.rstrip("."), " ".join((description or summary).split())

    @property
    def path_names(self) -> list[str]:
        """The path parameters by their names in the contract."""
        return [parameters.camel(name) for name in re.findall(r"\{(\w+):\w+\}", self.path)]

    @property
    def is_read(self) -> bool:
        """Whether it is a GET with a complete response, not a stream."""
        return self.method == "GET" and not self.is_endless

    @property
    def methods(self) -> list[HttpMethod]:
        """The HTTP methods of the route: HEAD goes with every GET."""
        return [HttpMethod(self.method), *([HttpMethod.HEAD] if self.method == "GET" else [])]

    def check_parameters(self, request: Request[Any, Any, Any]) -> None:
        """Raise InvalidParameter for parameters that the framework ignores or misreads."""
        if self.method == "GET" and _IF_NONE_MATCH in self.headers:
            etags.check_if_none_match(request)
        if request.scope["query_string"] or any(each.is_required for each in self.query):
            parameters.check_query([*request.query_params.multi_items()], self.query)
        if request.path_params:
            parameters.check_path(self.path, request.scope["path"], request.path_params)

    def _problems(self, *, has_body: bool, is_keyed: bool) -> tuple[str, ...]:
        names = re.findall(r"\{(\w+):", self.path)
        return (
            *self.problems,
            *(("key_reused",) if is_keyed else ()),
            *(() if self.is_public else ("unauthenticated",)),
            *(_BODY_PROBLEMS if has_body else ()),
            *(code for name, code in _NOT_FOUND.items() if name in names),
            *(("rate_limited",) if self.is_limited else ()),
            *_COMMON_PROBLEMS,
        )


def operation_for(scope: Scope) -> Operation | None:
    """Return the operation that a request was routed to; None if it is outside the contract."""
    handler: Any = scope.get("route_handler")
    return None if handler is None else handler.opt.get("operation")


def handlers(*modules: ModuleType) -> tuple[HTTPRouteHandler, ...]:
    """Return all routes defined in some modules."""
    values = (value for module in modules for value in vars(module).values())
    return tuple(value for value in values if isinstance(value, HTTPRouteHandler))


operation = Operation
