"""Phones that keep what they have to say, and say it until it is heard."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Final
from uuid import UUID

import httpx
import msgspec

from tests.faults.commands import Command

Transports = Mapping[str, httpx.AsyncBaseTransport] | None
"""How addresses are reached that are not on the network."""
PATIENCE: Final = 240.0
"""Far more than a standby needs to take over, also where a machine has much else to do."""
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 2.0


class GivenUp(AssertionError):
    """A phone was not heard for so long that a person would put it away."""


class Refused(AssertionError):
    """The server said that a command of ours is wrong."""


@dataclass
class Diary:
    """The times at which the phones of a test were answered, and at which not."""

    heard: list[tuple[float, float]] = field(default_factory=list)
    """When each command that was heard was sent last, and when its answer came."""
    outages: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    """How often each status, problem code or broken connection was met."""
    hasty: int = 0
    """Refusals with a 503 or 429 that did not say when to try again."""

    async def recovery_time(self, fault: float) -> float:
        """Wait until a command is heard that was sent after a fault was noticed; the seconds."""
        await self._until(lambda: any(when >= fault for when in self.outages))
        notice = min(when for when in self.outages if when >= fault)
        return notice - fault + await self.heard_since(notice)

    async def heard_since(self, moment: float) -> float:
        """Wait until a command is heard that was sent after a moment; the seconds since then."""
        await self._until(lambda: any(sent >= moment for sent, _ in self.heard))
        return min(came for sent, came in self.heard if sent >= moment) - moment

    async def heard_more(self, times: int) -> None:
        """Wait until so many more commands are heard."""
        enough = len(self.heard) + times
        await self._until(lambda: len(self.heard) >= enough)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, self.answers
            await asyncio.sleep(0.05)

    def slowest(self, share: float) -> float:
        """The seconds within which a share of the commands were answered."""
        took = sorted(came - sent for sent, came in self.heard)
        return took[min(int(len(took) * share), len(took) - 1)]


class Phone:
    """A device that was signed in, and what it has said so far."""

    def __init__(
        self, addresses: Sequence[str], token: str, diary: Diary, transports: Transports = None
    ) -> None:
        self.token = token
        self.diary = diary
        self.said: list[Command] = []
        self._addresses = cycle(addresses)
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            timeout=15,
            mounts=transports,
        )

    @property
    def device_id(self) -> UUID:
        """The phone's device id."""
        return UUID(self.token.split("_")[1])

    async def say(self, command: Command) -> Command:
        """Send a command until it is acknowledged; the key and the body stay the same."""
        self.said.append(command)
        deadline = time.monotonic() + PATIENCE
        for attempt in count():
            pause = await self._try(command)
            if pause is None:
                return command
            if time.monotonic() > deadline:
                raise GivenUp(f"{command.method} {command.path} {self.diary.answers}")
            backoff = min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE)
            await asyncio.sleep(max(pause, backoff * random.uniform(0.5, 1)))
        raise AssertionError

    async def read(self, path: str) -> httpx.Response:
        """Look something up once."""
        return await self._client.get(next(self._addresses) + path)

    async def close(self) -> None:
        """Put the phone away."""
        await self._client.aclose()

    async def _try(self, command: Command) -> float | None:
        """None once the command is acknowledged; else how long the server asks to wait."""
        command.tries += 1
        sent = time.monotonic()
        try:
            answer = await self._client.request(
                command.method,
                next(self._addresses) + command.path,
                content=command.body,
                headers=head(command),
            )
        except httpx.TransportError as broken:
            self._miss(type(broken).__name__)
            return 0.0
        if answer.is_success:
            self._hear(command, answer, sent)
            return None
        self._miss(_code(answer))
        if answer.status_code not in {429, 500, 503}:
            raise Refused(f"{command.method} {command.path}: {answer.text}")
        return self._asked_pause(answer)

    def _hear(self, command: Command, answer: httpx.Response, sent: float) -> None:
        command.version = int(answer.headers["ETag"].strip('"'))
        command.answer = answer.content
        self.diary.heard.append((sent, time.monotonic()))

    def _miss(self, why: str) -> None:
        self.diary.outages.append(time.monotonic())
        self.diary.answers[why] += 1

    def _asked_pause(self, answer: httpx.Response) -> float:
        retry_after = answer.headers.get("Retry-After", "")
        if answer.status_code != 500 and not retry_after.isdigit():
            self.diary.hasty += 1
        return float(retry_after) if retry_after.isdigit() else 0.0


async def signed_in(
    address: str, diary: Diary, *, via: Sequence[str] = (), transports: Transports = None
) -> Phone:
    """A new device of a server, which calls by other addresses if some are given."""
    async with httpx.AsyncClient(timeout=15, mounts=transports) as client:
        answer = await client.post(f"{address}/v1/devices")
    assert answer.status_code == 201, answer.text
    return Phone(via or [address], answer.json()["token"], diary, transports)


def head(command: Command) -> dict[str, str]:
    """The headers that make a command one command however often it is sent."""
    named = {"Idempotency-Key": command.key}
    return named | ({"If-Match": f'"{command.seen}"'} if command.guarded else {})


def _code(answer: httpx.Response) -> str:
    """The problem code of a refusal, or its status where it has none."""
    try:
        return f"{answer.status_code} {msgspec.json.decode(answer.content)['code']}"
    except (msgspec.DecodeError, KeyError):
        return str(answer.status_code)
