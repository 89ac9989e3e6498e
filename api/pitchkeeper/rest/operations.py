"""Operations: the contract of a route, declared once beside its handler.

    @operation("PUT", f"{MATCH}/name", tag="Matches", problems=("not_allowed",))
    async def rename_match(
        match_id: FromPath[UUID],
        new_name: FromBody[NewMatchName],
        precondition: NamedDependency[Precondition],
        ...
    ) -> Versioned[views.Match]: \"\"\"Rename a match.\"\"\"

The name of the handler, in camel case, is the id of the operation. The docstring is the summary
(first line) and the description (the rest). The request and the response follow from the signature:
a `FromBody`, `If-Match` for a `precondition`, the query parameters (see
`pitchkeeper.rest.parameters`), and the type that the handler returns, with an `ETag` if it is
`Versioned`. The path, its parameters and the security follow from the route;
`pitchkeeper.rest.contract` writes the document. Examples are in `openapi/examples`. A new path or
header parameter is described in `contract/parameters.py`, the status of a new problem code in
`statuses.py`. Then run `make openapi`.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, time
from email.utils import formatdate
from functools import cache
from types import ModuleType
from typing import Any, Final, Literal

from litestar import Request
from litestar.di import Provide
from litestar.enums import HttpMethod
from litestar.exceptions import ImproperlyConfiguredException
from litestar.handlers import HTTPRouteHandler
from litestar.types import Middleware, Receive, Scope, Send
from msgspec import Struct, structs

from pitch import shapes
from pitch.messages import TYPED, Message
from pitch.types import HIDDEN, MAX_INTEGER
from pitchkeeper.messages import codecs
from pitchkeeper.rest import etags, parameters, request_headers, signatures
from pitchkeeper.rest.bodies import MAX_BYTES as BODY_LIMIT
from pitchkeeper.rest.etags import EncodedResponse, EtagSender
from pitchkeeper.rest.parameters import Parameter
from pitchkeeper.rest.problems import REPEATED, InvalidParameter

_HIDDEN_IN: Final = Message("problem.invalid_parameter.hidden", parameter=TYPED)
_UNKNOWN: Final = Message("problem.invalid_parameter.unknown", parameter=TYPED)
_EMPTY: Final = Message("problem.invalid_parameter.empty", parameter=TYPED)
_MISSING: Final = Message("problem.invalid_parameter.missing", parameter=TYPED)
_SPELLED: Final = Message("problem.invalid_parameter.spelled", parameter=TYPED, spelled=TYPED)

JSON: Final = "application/json"
KEY_HEADER: Final = "Idempotency-Key"
"""The header that identifies retries of a command."""
_IF_NONE_MATCH: Final = "If-None-Match"
_HIDDEN: Final = re.compile(HIDDEN)
_BODY_PROBLEMS: Final = (
    *("malformed_json", "invalid_body", "body_too_large", "body_too_slow", "not_json"),
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
        provided.sort(key=lambda each: (each.key == signatures.PRECONDITION, each.key in sent))
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
        is_keyed = "command" in signature.parameters
        summary, description = self._texts(handler)
        operation = structs.replace(
            self,
            id=self.id or camel(handler.__name__),
            body=body,
            answer=self.answer or signatures.answer_type(signature),
            is_tagged=is_tagged,
            takes_slot=self.takes_slot or (self.is_public and self.is_read and self.is_limited),
            summary=summary,
            description=description,
            query=(*parameters.from_handler(handler), *((TICKET,) if self.takes_ticket else ())),
            headers=(
                *(() if "If-Match" in self.headers else preconditions),
                *self.headers,
                *((_IF_NONE_MATCH,) if is_tagged else ()),
                *((request_headers.PREFER,) if self.has_minimal else ()),
                *((KEY_HEADER,) if is_keyed else ()),
            ),
            answer_headers=(
                *(("ETag",) if is_versioned else ()),
                *self.answer_headers,
                *(("ETag",) if is_tagged and not is_versioned else ()),
                *((request_headers.APPLIED,) if self.has_minimal else ()),
                *(("Deprecation", "Sunset") if self.ending else ()),
            ),
            problems=(
                *self.problems,
                *(("key_reused",) if is_keyed else ()),
                *(() if self.is_public else ("unauthenticated",)),
                *(_BODY_PROBLEMS if body or self.other_bodies else ()),
                *self._common_problems(),
            ),
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

    def _texts(self, handler: Callable[..., Any]) -> tuple[str, str]:
        """Return the summary and the description, from the docstring of a handler."""
        doc = inspect.getdoc(handler) or ""
        doc = doc.format_map(self.words) if self.words else doc
        summary, _, description = doc.partition("\n\n")
        return summary.rstrip("."), " ".join((description or summary).split())

    @property
    def path_names(self) -> list[str]:
        """The path parameters by their names in the contract."""
        return [camel(name) for name in re.findall(r"\{(\w+):\w+\}", self.path)]

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
        if request.scope["query_string"]:
            self._check_query(request.query_params.multi_items())
        for parameter in self.query:
            if parameter.is_required and parameter.name not in request.query_params:
                raise InvalidParameter(_MISSING(parameter=parameter.name), parameter.name)
        if request.path_params:
            _check_path(self.path, request.scope["path"], request.path_params)

    def _check_query(self, query: Iterable[tuple[str, str]]) -> None:
        items = [*query]
        allowed = {parameter.name for parameter in self.query}
        for name, value in items:
            # If a misspelled filter were ignored, the response would not be filtered.
            if name not in allowed:
                raise InvalidParameter(_UNKNOWN(parameter=shapes.abbreviate(name)), name)
            # Litestar decodes the word null as a missing parameter.
            if value in {"", "null"}:
                raise InvalidParameter(_EMPTY(parameter=name), name)
            if [item_name for item_name, _ in items].count(name) > 1:
                raise InvalidParameter(REPEATED(parameter=name), name)
            _check_hidden(name, value)

    def _common_problems(self) -> tuple[str, ...]:
        names = re.findall(r"\{(\w+):", self.path)
        return (
            *(code for name, code in _NOT_FOUND.items() if name in names),
            "invalid_parameter",
            "headers_too_large",
            *(("rate_limited",) if self.is_limited else ()),
            "internal_error",
            "server_outdated",
            "database_unavailable",
            "database_busy",
            "storage_full",
            "timed_out",
        )


def camel(name: str) -> str:
    """Return a name in camel case, as in JSON and addresses."""
    head, *rest = name.split("_")
    return head + "".join(map(str.capitalize, rest))


def _check_path(template: str, path: str, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        if isinstance(value, int) and abs(value) > MAX_INTEGER:
            raise InvalidParameter(shapes.explain_bound(value, MAX_INTEGER), camel(name))
        if isinstance(value, str):
            _check_hidden(camel(name), value)
    segments = path.split("/")
    for index, name in _path_places(template):
        # Python parses a number or an id in many spellings, and each would be another address.
        spelled = str(values[name])
        if spelled != segments[index] and spelled != segments[index].lower():
            raise InvalidParameter(_SPELLED(parameter=camel(name), spelled=spelled), camel(name))


@cache
def _path_places(template: str) -> list[tuple[int, str]]:
    """Return the parameters of a path, each with the index of its segment."""
    segments = enumerate(template.split("/"))
    return [(index, part[1:].partition(":")[0]) for index, part in segments if part[:1] == "{"]


def _check_hidden(name: str, value: str) -> None:
    if _HIDDEN.search(value):
        raise InvalidParameter(_HIDDEN_IN(parameter=name), name)


def operation_for(scope: Scope) -> Operation | None:
    """Return the operation that a request was routed to; None if it is outside the contract."""
    handler: Any = scope.get("route_handler")
    return None if handler is None else handler.opt.get("operation")


def handlers(*modules: ModuleType) -> tuple[HTTPRouteHandler, ...]:
    """Return all routes defined in some modules."""
    values = (value for module in modules for value in vars(module).values())
    return tuple(value for value in values if isinstance(value, HTTPRouteHandler))


operation = Operation
