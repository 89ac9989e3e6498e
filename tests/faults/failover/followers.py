"""Followers: who follows a match live, and comes back for as long as it takes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import httpx

from tests.faults.evenings import Evening
from tests.faults.phones import PATIENCE
from tests.support.readers import Reader

_PAUSE = 0.3


@dataclass
class Follower:
    """A follower with the versions of a match in the order in which they arrived."""

    evening: Evening
    versions: list[int] = field(default_factory=list)

    async def follow(self, address: str) -> None:
        """Follow until cancelled, each time from the last event that came."""
        shown = {"Authorization": f"Bearer {self.evening.phone.token}"}
        path = f"/v1/matches/{self.evening.match_id}/events"
        async with httpx.AsyncClient(base_url=address, headers=shown, timeout=30) as client:
            while True:
                with suppress(httpx.TransportError, StopAsyncIteration, TimeoutError):
                    last = {"Last-Event-ID": str(self.versions[-1] if self.versions else 1)}
                    async with client.stream("GET", path, headers=last) as answer:
                        if answer.is_success:
                            reader = Reader(answer.aiter_lines())
                            while True:
                                event = await reader.next("change")
                                self.versions.append(event.id or 0)
                await asyncio.sleep(_PAUSE)

    @property
    def gaps(self) -> list[int]:
        """The versions that were not told."""
        return sorted(set(range(2, self.evening.version + 1)) - set(self.versions))

    @property
    def repeats(self) -> int:
        """The number of versions that arrived twice."""
        return len(self.versions) - len(set(self.versions))


@asynccontextmanager
async def following(playing: list[Evening], address: str) -> AsyncIterator[list[Follower]]:
    """A follower of each match."""
    followers = [Follower(each) for each in playing]
    tasks = [asyncio.create_task(follower.follow(address)) for follower in followers]
    try:
        yield followers
        async with asyncio.timeout(PATIENCE):
            while any(follower.gaps for follower in followers):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
