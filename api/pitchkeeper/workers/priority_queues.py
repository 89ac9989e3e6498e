"""Priority queues: hand out processes by urgency first, then by fair shares."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

from pitchkeeper.workers.clients import Client
from pitchkeeper.workers.rotations import QueueFull
from pitchkeeper.workers.usage import Usage

_T = TypeVar("_T")


class Priority(IntEnum):
    """The urgency of a question; a smaller number always goes first."""

    URGENT = 0
    """Recordings and disputes: a table waits, and the answer is saved."""
    IMPORT = 1
    """Imported matches: a device waits; beyond its budget they become background work."""
    PREVIEW = 2
    """Previews: only shown, and the page can repeat the request."""
    BACKGROUND = 3
    """Work that nobody waits for."""


class Limits(NamedTuple):
    """The most questions of one priority that may be running or waiting."""

    per_address: int
    total: int


class Budget(NamedTuple):
    """Recent processor seconds beyond which previews are refused and imports become background."""

    per_device: float
    per_address: float


class Lane(NamedTuple, Generic[_T]):
    """A process and the least urgent priority that it serves."""

    process: _T
    lowest: Priority


@dataclass(eq=False)
class _Place(Generic[_T]):
    client: Client
    priority: Priority
    arrival: int
    turn: "asyncio.Future[_T]"
    is_served: bool = False

    @property
    def holder(self) -> tuple[Priority, str]:
        return self.priority, self.client.address


class PriorityQueue(Generic[_T]):
    """Hands out processes: urgent questions first, then clients by their recent processor time.

    Of an address and its device, the one that used more decides. An address has one process at a
    time per priority. When too many questions wait, the last in order is refused.
    """

    def __init__(
        self, lanes: Sequence[Lane[_T]], limits: Limits, budget: Budget, usage: Usage
    ) -> None:
        # The most restricted process is taken first, because the others can serve more.
        self._free: list[Lane[_T]] = sorted(lanes, key=lambda lane: lane.lowest)
        self._limits: Final = limits
        self._budget: Final = budget
        self._usage: Final = usage
        self._arrivals = count()
        self._places: list[_Place[_T]] = []
        self._active: dict[_T, tuple[_Place[_T], Lane[_T]]] = {}

    @property
    def size(self) -> int:
        """The number of questions that run or wait."""
        return len(self._places)

    async def acquire(self, client: Client, priority: Priority) -> _T:
        """Wait for a process.

        Raises QueueFull when too many go first, or when a preview is over its client's budget.
        """
        if priority in {Priority.PREVIEW, Priority.IMPORT} and self._is_over_budget(client):
            if priority is Priority.PREVIEW:
                raise QueueFull
            priority = Priority.BACKGROUND
        turn: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        place = _Place(client, priority, next(self._arrivals), turn)
        self._places.append(place)
        self._refuse_last(place)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if place.is_served and not turn.cancelled():  # its turn came in the same moment
                self.release(turn.result(), 0.0)
            elif place in self._places:
                self._places.remove(place)
            raise

    def release(self, process: _T, seconds: float) -> None:
        """End a turn, charge its processor seconds, and begin the next one."""
        place, lane = self._active.pop(process)
        self._places.remove(place)
        self._usage.add(place.client, seconds)
        self._free.append(lane)
        self._free.sort(key=lambda lane: lane.lowest)
        self._serve()

    def close(self) -> None:
        """Cancel all waiting questions."""
        for place in self._waiting():
            self._places.remove(place)
            place.turn.cancel()

    def _is_over_budget(self, client: Client) -> bool:
        return (
            self._usage.device_seconds(client) > self._budget.per_device
            or self._usage.address_seconds(client) > self._budget.per_address
        )

    def _refuse_last(self, newest: _Place[_T]) -> None:
        """Refuse the question that would run last if an address, or all, have too many."""
        # A cancelled question is about to leave by itself.
        alike = [
            place
            for place in self._places
            if place.priority is newest.priority and not place.turn.cancelled()
        ]
        own = [place for place in alike if place.holder == newest.holder]
        for places, limit in ((own, self._limits.per_address), (alike, self._limits.total)):
            if len(places) > limit:
                last = max((place for place in places if not place.is_served), key=self._order)
                self._places.remove(last)
                last.turn.set_exception(QueueFull())
                return

    def _serve(self) -> None:
        """Hand out the free processes to waiting questions that they may serve."""
        for lane in tuple(self._free):
            busy = {place.holder for place, _ in self._active.values()}
            eligible = (
                place
                for place in self._waiting()
                if place.priority <= lane.lowest and place.holder not in busy
            )
            place = min(eligible, key=self._order, default=None)
            if place is not None:
                place.is_served = True
                self._free.remove(lane)
                self._active[lane.process] = (place, lane)
                place.turn.set_result(lane.process)

    def _waiting(self) -> list[_Place[_T]]:
        return [place for place in self._places if not place.is_served and not place.turn.done()]

    def _order(self, place: _Place[_T]) -> tuple[Priority, float, float, int]:
        address = self._usage.address_seconds(place.client)
        device = self._usage.device_seconds(place.client)
        return place.priority, max(address, device), device, place.arrival
