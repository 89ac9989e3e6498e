"""Clients that follow a match live."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx
import msgspec

from tests.support.phones import assert_problem

PATIENCE = 60.0


async def meanwhile(
    writing: Awaitable[object], looks: Sequence[Callable[[], Awaitable[None]]]
) -> None:
    """Look again and again while something is written, and once before it begins and once after.

    So that what was remembered from before it is asked for after it, at whatever pace.
    """
    for look in looks:
        await look()
    is_over = asyncio.Event()

    async def go_on(look: Callable[[], Awaitable[None]]) -> None:
        while not is_over.is_set():
            await look()
        await look()

    looking = [asyncio.create_task(go_on(look)) for look in looks]
    await writing
    is_over.set()
    await asyncio.gather(*looking)


class Event(NamedTuple):
    """One event of a stream; a comment has no name, and what it says as its data."""

    name: str
    id: int | None
    data: Any


class Reader:
    """One open stream, read event by event."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self._lines = lines
        self.is_broken = False
        """Whether the stream broke off instead of ending in order."""

    async def next(self, *names: str) -> Event:
        """The next event, or the next of some names; fails when the stream is over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                event = await self._event()
                if event.name in names or (event.name and not names):
                    return event

    async def rest(self) -> list[Event]:
        """Return the remaining events until the stream ends."""
        events = []
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    events.append(await self._event())
                except (StopAsyncIteration, httpx.RemoteProtocolError) as over:
                    self.is_broken = isinstance(over, httpx.RemoteProtocolError)
                    return [event for event in events if event.name]

    async def _event(self) -> Event:
        fields: dict[str, str] = {}
        while line := await anext(self._lines):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        if "data" not in fields:
            return Event("", None, fields.get(""))
        told = msgspec.json.decode(fields["data"])
        assert told.pop("kind") == fields["event"]
        said = {name: value for name, value in told.items() if value is not None}
        data = said.get(fields["event"], said)
        return Event(fields["event"], int(fields["id"]) if "id" in fields else None, data)


@asynccontextmanager
async def following(
    phone: httpx.AsyncClient, match_id: str, last: object = None, **query: str
) -> AsyncIterator[Reader]:
    """A stream of a match, from the last event that the client got."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    path = f"/v1/matches/{match_id}/events"
    asked = phone.stream("GET", path, params=query, headers=headers, timeout=PATIENCE)
    async with asked as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Reader(answer.aiter_lines())


@asynccontextmanager
async def signed_in(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A device of a server that runs."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=PATIENCE) as phone:
        token = (await phone.post("/v1/devices")).json()["token"]
        phone.headers["Authorization"] = f"Bearer {token}"
        yield phone


async def adjust(phone: httpx.AsyncClient, match_id: str, reason: str = "Table talk") -> int:
    """Change a match, however busy it is; the version that this made."""
    path = f"/v1/matches/{match_id}/adjustments"
    body = {"side": 0, "points": -1, "reason": reason}
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await phone.post(path, json=body)
            if answer.status_code == 201:
                return int(answer.json()["version"])
            assert_problem(answer, 503, "match_busy")
