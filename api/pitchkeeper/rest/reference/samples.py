"""Samples: the request of an operation in four languages, made from the contract's example.

Each uses what its language brings, so that it runs as it is pasted: `api` is the server's address,
`token` that of a device, and a path's parameters are variables.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from pitchkeeper.rest.reference.contract import Contract, Json, Operation

_PARAMETER: Final = re.compile(r"\{(\w+)\}")
_JSON: Final = "application/json"
_WIDTH: Final = 112


class Sample(Struct, frozen=True):
    """The source text of a request in one language."""

    language: str
    text: str


class _Request(Struct, frozen=True):
    """A request as the samples send it."""

    method: str
    path: str
    query: str
    needs_token: bool
    media_type: str | None
    body: Any

    @property
    def has_body(self) -> bool:
        return self.media_type is not None

    @property
    def headers(self) -> dict[str, str]:
        """The headers, with the place of the token as `{token}`."""
        token = {"Authorization": "Bearer {token}"} if self.needs_token else {}
        return token | ({"Content-Type": self.media_type} if self.media_type else {})

    def address(self, place: Callable[[str], str]) -> str:
        """Return the path and query; `place` writes a parameter as the language does."""
        return _PARAMETER.sub(lambda name: place(name[1]), self.path) + self.query

    @property
    def text(self) -> str:
        """The body as it is sent, indented if it is JSON."""
        return self.body if isinstance(self.body, str) else _layout(self.body, json.dumps)


def samples(contract: Contract, operation: Operation) -> Iterator[Sample]:
    """Yield the request of an operation in every language."""
    request = _request(contract, operation)
    yield Sample("curl", _curl(request))
    yield Sample("TypeScript", _typescript(request))
    yield Sample("Python", _python(request))
    yield Sample("Kotlin", _kotlin(request))


def _request(contract: Contract, operation: Operation) -> _Request:
    document = operation.document
    parameters = [contract.resolve(part) for part in document.get("parameters", ())]
    needed = [part for part in parameters if part["in"] == "query" and part.get("required")]
    query = "&".join(f"{part['name']}={part['example']}" for part in needed)
    content: Json = document.get("requestBody", {}).get("content", {})
    media_type = next(iter(content), None)
    return _Request(
        method=operation.method,
        path=operation.path,
        query=f"?{query}" if query else "",
        needs_token=document.get("security") != [],
        media_type=media_type,
        body=content[media_type]["examples"]["example"]["value"] if media_type else None,
    )


def _curl(request: _Request) -> str:
    address = request.address(lambda name: f"${_snake(name).upper()}")
    lines = [f'curl -X {request.method} "$API{address}"']
    lines += [
        f'-H "{name}: {value}"'.replace("{token}", "$TOKEN")
        for name, value in request.headers.items()
    ]
    if request.has_body:
        quoted = request.text.replace("'", "'\\''")
        lines.append(f"--data-binary '{quoted}'")
    return " \\\n  ".join(lines)


def _typescript(request: _Request) -> str:
    address = request.address(lambda name: f"${{{name}}}")
    options = [f"method: '{request.method}',"]
    if request.headers:
        pairs = ", ".join(
            f"'{name}': `{value}`".replace("{token}", "${token}")
            for name, value in request.headers.items()
        )
        options.append(f"headers: {{ {pairs} }},")
    if request.media_type == _JSON:
        options.append(f"body: JSON.stringify({request.text}),".replace("\n", "\n  "))
    elif request.has_body:
        options.append(f"body: {json.dumps(request.body)},")
    inner = "\n  ".join(options)
    return (
        f"const answer = await fetch(`${{api}}{address}`, {{\n  {inner}\n}});\n"
        "console.log(answer.status, await answer.text());"
    )


def _python(request: _Request) -> str:
    address = request.address(lambda name: f"{{{_snake(name)}}}")
    lines = [f'"{request.method}",', f'f"{{api}}{address}",']
    if request.needs_token:
        lines.append('headers={"Authorization": f"Bearer {token}"},')
    if request.media_type == _JSON:
        lines.append(f"json={_layout(request.body, repr)},")
    elif request.has_body:
        lines.append(f"content={request.body!r},")
    inner = "\n".join(lines).replace("\n", "\n    ")
    return (
        f"import httpx\n\nanswer = httpx.request(\n    {inner}\n)\n"
        "print(answer.status_code, answer.text)"
    )


def _kotlin(request: _Request) -> str:
    address = request.address(lambda name: f"${name}")
    lines = [
        f'val connection = URI("$api{address}").toURL().openConnection() as HttpURLConnection',
        f'connection.requestMethod = "{request.method}"',
    ]
    lines += [
        f'connection.setRequestProperty("{name}", "{value}")'.replace("{token}", "$token")
        for name, value in request.headers.items()
    ]
    if request.has_body:
        quoted = request.text.replace("$", "${'$'}")
        lines.append("connection.doOutput = true")
        lines.append(f'connection.outputStream.use {{ it.write("""{quoted}""".toByteArray()) }}')
    lines.append("println(connection.inputStream.reader().readText())")
    return "\n".join(lines)


def _layout(value: Any, write: Callable[[Any], str], margin: str = "") -> str:
    """Return a value as source text, on one line where it fits."""
    line = write(value)
    if len(margin + line) <= _WIDTH or not isinstance(value, dict | list):
        return line
    inner = margin + "  "
    if isinstance(value, dict):
        parts = [f"{write(key)}: {_layout(part, write, inner)}" for key, part in value.items()]
        start, end = "{}"
    else:
        parts = [_layout(part, write, inner) for part in value]
        start, end = "[]"
    lines = f",\n{inner}".join(parts)
    return f"{start}\n{inner}{lines}\n{margin}{end}"


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
