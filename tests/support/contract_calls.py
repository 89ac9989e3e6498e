"""Calls by the contract: sent by its examples, and answered with what it promises."""

import re
from collections.abc import Awaitable, Callable
from functools import cache, partial
from itertools import count
from typing import Any, Final

import httpx
import jsonschema_rs
import msgspec

from tests.support.operations import DOCUMENT, OPERATIONS, Call
from tests.support.phones import Device, Json, assert_problem, same

_COMPONENTS: Final = DOCUMENT["components"]
SHOWN_IDS: Final[dict[str, str]] = {
    "matchId": OPERATIONS["sendCommands"].body["commands"][0]["matchId"],
    "leagueId": _COMPONENTS["parameters"]["LeagueId"]["example"],
}
"""The ids that examples show, by the parameters of paths."""

SECRETS_ANEW: Final = {"createPublicLink", "createLeaguePublicLink"}
"""Of what they made only a hash is kept, so a retry is answered another secret."""
KEYED_BY_THEIR_BODY: Final = {"recoverDevice"}
"""Nobody is signed in whose keys could be told apart."""
VARYING: Final = {"x-request-id", "ratelimit", "date", "transfer-encoding"}
"""Headers that differ from one request to the next, or say how a body is sent."""
_REFERENCE: Final = re.compile('"#/components/schemas/([^"/]+)')
_KEYS: Final = count()


@cache
def validator(schema: bytes) -> jsonschema_rs.Draft202012Validator:
    """Return a validator of a schema that checks formats too."""
    # All of the contract's schemas would take ten times as long to compile as those it leads to.
    components, waiting = dict[str, Json](), [schema]
    while waiting:
        names = set(_REFERENCE.findall(waiting.pop().decode())) - components.keys()
        components |= {name: _COMPONENTS["schemas"][name] for name in names}
        waiting += [msgspec.json.encode(components[name]) for name in names]
    document = {"components": {"schemas": components}} | msgspec.json.decode(schema)
    return jsonschema_rs.Draft202012Validator(document, validate_formats=True)


def misfits(schema: Json, value: object) -> list[str]:
    """Return the places at which a value does not fit its schema."""
    errors = validator(msgspec.json.encode(schema)).iter_errors(value)
    return [f"{error.instance_path}: {error.message}" for error in errors]


class Calls:
    """Calls of operations by their ids; each is to succeed, and is remembered."""

    def __init__(self) -> None:
        self.succeeded: set[str] = set()

    async def __call__(
        self,
        device: Device,
        name: str,
        *,
        body: object = ...,
        media_type: str = "application/json",
        headers: dict[str, str] | None = None,
        **where: Any,
    ) -> Any:
        """Call an operation at `where`, with its example body or another; return the response."""
        operation = OPERATIONS[name]
        method, path, parameters = operation.method, operation.path, operation.parameters
        in_path = {item["name"] for item in parameters if item["in"] == "path"}
        for parameter in in_path:
            path = path.replace(f"{{{parameter}}}", str(where[parameter]))
        query = {item: str(value) for item, value in where.items() if item not in in_path}
        sent = _body(operation, media_type) if body is ... else body
        content = None if sent is None else sent.encode() if isinstance(sent, str) else None
        content = msgspec.json.encode(sent) if content is None and sent is not None else content
        all_headers = ({} if content is None else {"Content-Type": media_type}) | (headers or {})
        send = partial(device.request, url=path, params=query)
        if "Idempotency-Key" in {item["name"] for item in parameters}:
            return await self._once(name, partial(send, method), content, all_headers)
        answer = await send(method, content=content, headers=all_headers)
        self.succeeded.add(name)
        if method == "GET":
            assert_headed(answer, await send("HEAD", headers=all_headers))
        return check_response(name, answer)

    async def _once(
        self,
        name: str,
        send: Callable[..., Awaitable[httpx.Response]],
        content: bytes | None,
        headers: dict[str, str],
    ) -> Any:
        """Send a command with a key twice and once with another body; check and return the
        response.
        """
        with_key = headers | {"Idempotency-Key": f"call-{next(_KEYS)}"}
        first = await send(content=content, headers=with_key)
        self.succeeded.add(name)
        answer = check_response(name, first)
        again = await send(content=content, headers=with_key)
        if name in SECRETS_ANEW:
            assert again.status_code == first.status_code, (name, again.text)
            answer = again.json()
        else:
            assert same(first, again), (name, first.text, again.text)
        if name not in KEYED_BY_THEIR_BODY:
            refusal = await send(content=(content or b"") + b" ", headers=with_key)
            assert_problem(refusal, 422, "key_reused")
        return answer


def assert_headed(got: httpx.Response, head: httpx.Response) -> None:
    """Assert that HEAD was answered what GET was, without the body."""
    assert (head.status_code, head.content) == (got.status_code, b""), head.url
    got_headers, head_headers = (
        {name: value for name, value in answer.headers.items() if name not in VARYING}
        for answer in (got, head)
    )
    assert head_headers == got_headers, (head.url, head_headers.items() ^ got_headers.items())


def check_response(name: str, answer: httpx.Response) -> Any:
    """Return the response of an operation after checking it against the contract."""
    responses = OPERATIONS[name].statement["responses"]
    status = next(code for code in responses if code < "300")
    assert str(answer.status_code) == status, (name, answer.status_code, answer.text)
    for header, reference in responses[status].get("headers", {}).items():
        statement = _COMPONENTS["headers"][reference["$ref"].rpartition("/")[2]]
        if header in answer.headers:
            is_number = statement["schema"]["type"] == "integer"
            value = int(answer.headers[header]) if is_number else answer.headers[header]
            assert not misfits(statement["schema"], value), (name, header, value)
        else:
            assert not statement.get("required"), (name, header)
    if "content" not in responses[status]:
        assert answer.content == b"", name
        return None
    ((media_type, content),) = responses[status]["content"].items()
    assert answer.headers["content-type"].partition(";")[0] == media_type, name
    values = _values(media_type, content["schema"], answer)
    assert values, name
    for value in values:
        assert not misfits(content["schema"], value), (name, misfits(content["schema"], value))
    return values[0] if media_type == "application/json" else values


def _values(media_type: str, schema: Json, answer: httpx.Response) -> list[Any]:
    """Return every value in a response."""
    match media_type:
        case "application/json":
            return [answer.json()]
        case "application/x-ndjson":
            return [msgspec.json.decode(line) for line in answer.content.splitlines()]
        case "text/event-stream":
            lines = answer.text.splitlines()
            events = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
            return [msgspec.json.decode(event) for event in events]
        case _ if schema.get("format") == "binary":
            assert len(answer.content) <= schema["maxLength"]
            return [answer.content.decode("latin-1")]
        case _:
            return [answer.text]


def _body(operation: Call, media_type: str) -> object:
    """The example of a body; a text has one too."""
    content = operation.statement.get("requestBody", {"content": {}})["content"]
    return content[media_type]["examples"]["example"]["value"] if content else None
