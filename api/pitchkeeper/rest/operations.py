"""Operations: what the contract says of a route, stated once beside its handler.

    @operation(
        "GET", "/v1/matches/{match_id:uuid}", "getMatch", tag="Matches",
        answer=views.Match, problems=("match_not_found",), answer_headers=("ETag",),
    )
    async def get_match(request: Request, ...) -> Response: \"\"\"The score sheet.\"\"\"

The docstring is the summary (first line) and the description (the rest). The path, its parameters
and the security follow from the route; `pitchkeeper.rest.contract` says what becomes of it. Its
example is in `openapi/examples`. A query parameter is stated in the handler's signature (see
`pitchkeeper.rest.parameters`), a new name in a path or header in `contract/parameters.py`, the
status of a new problem code in `statuses.py`. Then `make openapi`.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final, Literal

from litestar import Request
from litestar.di import Provide
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.types import Scope
from msgspec import Struct, structs

from pitch import shapes
from pitch.messages import TYPED, Message
from pitch.types import HIDDEN, MAX_INTEGER
from pitchkeeper.rest import etags, parameters, preferences
from pitchkeeper.rest.bodies import MAX_BYTES as BODY_LIMIT
from pitchkeeper.rest.parameters import Parameter
from pitchkeeper.rest.problems import REPEATED, InvalidParameter

_HIDDEN_IN: Final = Message("problem.invalid_parameter.hidden", parameter=TYPED)
_UNKNOWN: Final = Message("problem.invalid_parameter.unknown", parameter=TYPED)
_EMPTY: Final = Message("problem.invalid_parameter.empty", parameter=TYPED)
_MISSING: Final = Message("problem.invalid_parameter.missing", parameter=TYPED)
_SPELLED: Final = Message("problem.invalid_parameter.spelled", parameter=TYPED, spelled=TYPED)

JSON: Final = "application/json"
KEY_HEADER: Final = "Idempotency-Key"
"""The header by which copies of a command are told from another one."""
_IF_NONE_MATCH: Final = "If-None-Match"
_HIDDEN: Final = re.compile(HIDDEN)
_BODY_PROBLEMS: Final = (
    *("malformed_json", "invalid_body", "body_too_large", "body_too_slow", "not_json"),
)


class _Route(HTTPRouteHandler):
    """A route whose dependencies are found one after the other."""

    def create_kwargs_model(self, path_parameters: dict[str, Any]) -> Any:
        """Make a batch of each dependency.

        Those that do not need each other Litestar finds side by side, each in a task of its own,
        which takes longer than to find any of ours: they wait for nothing.
        """
        model = super().create_kwargs_model(path_parameters)
        batches = model.dependency_batches
        model.dependency_batches = [{each} for batch in batches for each in batch]
        return model


class Content(Struct, frozen=True):
    """What is sent in another media type than JSON."""

    media_type: str
    kind: type
    max_length: int = 100_000
    """The most characters, if it is text."""


class Example(Struct, frozen=True):
    """What the contract shows of an operation, made from the rules when the contract is."""

    answer: object
    body: object = None
    text: str | None = None
    """The body in its other media type, if it has one."""
    minimal: object = None
    """What is answered where the least is asked for, if that may be."""


TICKET: Final = Parameter(
    "ticket",
    str,
    parameters.query(
        "In place of the token, for what can send none: an address from createTicket has it. One "
        "that is wrong, over or for another address is answered 401.",
        schema={"minLength": 75, "maxLength": 75, "pattern": "^[A-Za-z0-9_-]{75}$"},
    ),
    is_required=False,
)


class Operation(Struct, frozen=True):
    """One operation of the contract, and the decorator that makes its handler a route."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    id: str
    tag: str = ""
    summary: str = ""
    description: str = ""
    status: int = 200
    answer: type | None = None
    media_type: str = JSON
    max_length: int = 200_000
    """The most characters of the answer, if it is text."""
    body: type | None = None
    other_bodies: tuple[Content, ...] = ()
    """What it takes that is not JSON, besides `body` or instead of it."""
    body_limit: int | None = BODY_LIMIT
    """The most bytes of the body; None if it is read in pieces, and may be of any length."""
    query: tuple[Parameter, ...] = ()
    """What the signature of the handler says that a query may say."""
    headers: tuple[str, ...] = ()
    answer_headers: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    is_public: bool = False
    is_limited: bool = True
    is_endless: bool = False
    """Whether it goes on for as long as its client reads, and is not given up for its time."""
    words: Mapping[str, str] = {}
    """What the docstring names in braces, if the route stands for more than one operation."""
    dependencies: Mapping[str, Provide] = {}
    """What its handler asks for besides what all handlers may."""
    no_etag_reason: str = ""
    """Why what is read has no tag by which it is asked for again."""
    is_tagged: bool = False
    """Whether it gets one of what it says: whatever is read, unless its handler gives one."""
    has_minimal: bool = False
    """Whether it answers less where the client would like that."""
    takes_ticket: bool = False
    """Whether a ticket in the address will do where no token can be sent."""
    takes_slot: bool = False
    """Whether one address has only few of it at work at a time: it costs more than a look.

    So does whatever can be read without a token.
    """
    rate_limit: str | None = None
    """A limit for addresses besides those that hold for all; a field of `RateLimits`."""

    def __call__(self, handler: Callable[..., Any]) -> HTTPRouteHandler:
        """Make a handler the route of this operation."""
        is_tagged = self.is_read and _IF_NONE_MATCH not in self.headers and not self.no_etag_reason
        said = inspect.getdoc(handler) or ""
        said = said.format_map(self.words) if self.words else said
        summary, _, description = said.partition("\n\n")
        stated = structs.replace(
            self,
            is_tagged=is_tagged,
            takes_slot=self.takes_slot or (self.is_public and self.is_read and self.is_limited),
            summary=summary.rstrip("."),
            description=" ".join((description or summary).split()),
            query=(*parameters.from_handler(handler), *((TICKET,) if self.takes_ticket else ())),
            headers=(
                *self.headers,
                *((_IF_NONE_MATCH,) if is_tagged else ()),
                *((preferences.HEADER,) if self.has_minimal else ()),
                *((KEY_HEADER,) if self._is_keyed(handler) else ()),
            ),
            answer_headers=(
                *self.answer_headers,
                *(("ETag",) if is_tagged and "ETag" not in self.answer_headers else ()),
                *((preferences.APPLIED,) if self.has_minimal else ()),
            ),
            problems=(
                *self.problems,
                *(("key_reused",) if self._is_keyed(handler) else ()),
                *self._common_problems(),
            ),
        )
        return _Route(
            self.path,
            http_method=self.methods,
            status_code=self.status,
            media_type=self.media_type,
            request_max_body_size=self.body_limit,
            dependencies=self.dependencies,
            before_request=stated.refuse_odd_parameters,
            opt={"operation": stated},
        )(handler)

    def _is_keyed(self, handler: Callable[..., Any]) -> bool:
        """Whether a client may give the command a key, so that it is carried out once."""
        return "command" in inspect.signature(handler).parameters

    @property
    def path_names(self) -> list[str]:
        """The parameters of the path, as the contract names them."""
        return [camel(name) for name in re.findall(r"\{(\w+):\w+\}", self.path)]

    @property
    def is_read(self) -> bool:
        """Whether it answers what is there, once and whole."""
        return self.method == "GET" and not self.is_endless

    @property
    def methods(self) -> list[HttpMethod]:
        """What HTTP may ask of the route: whatever can be read also has a head."""
        return [HttpMethod(self.method), *([HttpMethod.HEAD] if self.method == "GET" else [])]

    async def refuse_odd_parameters(self, request: Request[Any, Any, Any]) -> None:
        """Refuse what the framework would pass over, and what nobody sees."""
        is_read = self.method == "GET"
        if is_read and _IF_NONE_MATCH in request.headers and _IF_NONE_MATCH in self.headers:
            etags.check_if_none_match(request)
        said = [*request.query_params.multi_items()] if request.scope["query_string"] else []
        known = {parameter.name for parameter in self.query}
        for name, value in said:
            # A misspelt filter that is passed over answers with what was not asked for.
            if name not in known:
                raise InvalidParameter(_UNKNOWN(parameter=shapes.abbreviate(name)), name)
            # To what decodes parameters the word null is as if there were none.
            if value in {"", "null"}:
                raise InvalidParameter(_EMPTY(parameter=name), name)
            if [each for each, _ in said].count(name) > 1:
                raise InvalidParameter(REPEATED(parameter=name), name)
            _refuse_hidden(name, value)
        for parameter in self.query:
            if parameter.is_required and parameter.name not in request.query_params:
                raise InvalidParameter(_MISSING(parameter=parameter.name), parameter.name)
        for name, value in request.path_params.items():
            if isinstance(value, int) and abs(value) > MAX_INTEGER:
                raise InvalidParameter(shapes.explain_bound(value, MAX_INTEGER), camel(name))
            _refuse_hidden(camel(name), str(value))
        self._refuse_spellings(request.scope["path"], request.path_params)

    def _refuse_spellings(self, path: str, values: Mapping[str, object]) -> None:
        # Python reads a number or an id in many more ways, and each would be another address.
        stated = (part for part in self.path.split("/") if part)
        for part, written in zip(stated, filter(None, path.split("/")), strict=False):
            if part.startswith("{"):
                name, _, kind = part.strip("{}").partition(":")
                value = str(values[name])
                if kind and value not in {written, written.lower()}:
                    said = _SPELLED(parameter=camel(name), spelled=value)
                    raise InvalidParameter(said, camel(name))

    def _common_problems(self) -> tuple[str, ...]:
        return (
            *(() if self.is_public else ("unauthenticated",)),
            *(_BODY_PROBLEMS if self.body or self.other_bodies else ()),
            "invalid_parameter",
            "headers_too_large",
            *(("rate_limited",) if self.is_limited else ()),
            "internal_error",
            "database_unavailable",
            "database_busy",
            "storage_full",
            "timed_out",
        )


def camel(name: str) -> str:
    """A name as JSON and addresses write it."""
    head, *rest = name.split("_")
    return head + "".join(map(str.capitalize, rest))


def _refuse_hidden(name: str, value: str) -> None:
    if _HIDDEN.search(value):
        raise InvalidParameter(_HIDDEN_IN(parameter=name), name)


def operation_for(scope: Scope) -> Operation | None:
    """The operation of the contract that answers a request, if it is one."""
    handler: Any = scope.get("route_handler")
    return None if handler is None else handler.opt.get("operation")


def handlers(*modules: ModuleType) -> tuple[HTTPRouteHandler, ...]:
    """Every route that some modules make; the methods of an address are told by `options`."""
    found = (value for module in modules for value in vars(module).values())
    return tuple(value for value in found if isinstance(value, HTTPRouteHandler))


operation = Operation
