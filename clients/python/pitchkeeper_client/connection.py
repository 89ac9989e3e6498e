"""Requests that are sent again until they are answered, and streams."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, Self, cast
from uuid import uuid4

import httpx

from . import types
from .operations import Operations

_TRIES: Final = 3
_LONGEST_WAIT: Final = 30.0  # seconds
_SILENCE: Final = 60.0  # seconds; the server says something every 15
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 15.0


class Refused(Exception):
    """The server answered no; `problem["detail"]` says why, in the language of the client."""

    def __init__(self, problem: types.Problem) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


class Unreachable(Exception):
    """There is no way to the server now."""


class Client(Operations):
    """A device of a server; each operation of the contract is a method.

    A POST has an `Idempotency-Key`, so that it can be sent again if no answer came, without doing
    anything twice. If the server is busy, the client waits as long as `Retry-After` says.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        language: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`token` is what `sign_in` has answered before, `language` that of sentences."""
        self._http = httpx.AsyncClient(base_url=base_url, transport=transport, timeout=_SILENCE)
        if token is not None:
            self._http.headers["Authorization"] = f"Bearer {token}"
        if language is not None:
            self._http.headers["Accept-Language"] = language

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def sign_in(self) -> types.SignedIn:
        """Sign a new device in. Keep its token as a password is kept."""
        device = await self.create_device()
        self._http.headers["Authorization"] = f"Bearer {device['token']}"
        return device

    async def follow(self, match_id: str) -> AsyncIterator[types.MatchEvent]:
        """Yield the events of a match until it ends for good.

        The first has the whole sheet, later ones the lines that changed (`with_lines`). A stream
        that breaks is opened again, and begins with every change since, each once, and the whole
        sheet.
        """
        path, pause = f"/v1/matches/{match_id}/events", _FIRST_PAUSE
        query, last = {"sheet": "changes"}, dict[str, str]()
        while True:
            told = last
            try:
                async with self._http.stream("GET", path, params=query, headers=last) as response:
                    if not response.is_success:
                        await response.aread()
                        if response.status_code < 500 and response.status_code != 429:
                            raise Refused(response.json())
                    # An event is one line of data; httpx yields each line when it has come.
                    async for line in response.aiter_lines():
                        if line.startswith("id:"):
                            told = {"Last-Event-ID": line.removeprefix("id:").strip()}
                        if line.startswith("data:"):
                            pause = _FIRST_PAUSE
                            event: types.MatchEvent = json.loads(line.removeprefix("data:"))
                            last = told
                            yield event
                            if event["kind"] == "ended":
                                return
            except httpx.TransportError:
                pass  # the stream is opened again
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def send(
        self,
        method: str,
        path: str,
        answers: str,
        *,
        query: Mapping[str, object] = {},
        headers: Mapping[str, object] = {},
        body: object = None,
        media_type: str = "application/json",
    ) -> Any:
        """Return the answer to a request: as JSON, or as text or bytes if `answers` says so."""
        is_text = isinstance(body, bytes | str)
        content = body if is_text else None if body is None else json.dumps(body)
        fields = {name: _header(value) for name, value in headers.items() if value is not None}
        if method == "POST":
            fields.setdefault("Idempotency-Key", str(uuid4()))
        if content is not None:
            fields["Content-Type"] = media_type if is_text else "application/json"
        request = self._http.build_request(
            method,
            path,
            params={name: _query(value) for name, value in query.items() if value is not None},
            headers=fields,
            content=cast("bytes | str | None", content),
        )
        response = await self._send_with_retries(request)
        if not response.is_success:
            raise _refusal(response)
        if answers == "application/json":
            return response.json()
        is_binary = answers.endswith(("zip", "pdf", "png"))
        return (response.content if is_binary else response.text) if answers else None

    async def _send_with_retries(self, request: httpx.Request) -> httpx.Response:
        for remaining in reversed(range(_TRIES)):
            try:
                response = await self._http.send(request)
            except httpx.TransportError as error:
                if not remaining:
                    raise Unreachable from error
                await asyncio.sleep(0.2)
                continue
            seconds = float(response.headers.get("Retry-After", "inf"))
            if not remaining or response.status_code not in {429, 503} or seconds > _LONGEST_WAIT:
                return response
            await asyncio.sleep(seconds)
        raise AssertionError("The last try returns or raises.")


def _refusal(response: httpx.Response) -> Exception:
    if response.headers.get("Content-Type", "").startswith("application/problem+json"):
        return Refused(response.json())
    return Unreachable(f"Something between answered {response.status_code}.")


def _header(value: object) -> str:
    return f'"{value}"' if isinstance(value, int) else str(value)


def _query(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
