"""Priority queues: who gets a process next, by how urgent the question is and by fair shares."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

from pitchkeeper.workers.askers import Asker
from pitchkeeper.workers.rotations import QueueFull
from pitchkeeper.workers.usage import Usage

_T = TypeVar("_T")


class Priority(IntEnum):
    """How urgent a question is; a smaller one always goes first."""

    URGENT = 0
    """Recordings and disputes: a table waits, and the answer is saved."""
    IMPORT = 1
    """Matches that are brought, for which a device waits; in the background beyond its budget."""
    PREVIEW = 2
    """What is only shown, and can be asked for again."""
    BACKGROUND = 3
    """What nobody waits for."""


class Limits(NamedTuple):
    """How many questions of one priority may be at work or waiting."""

    per_address: int
    total: int


class Budget(NamedTuple):
    """Processor seconds that may have been used lately, before more than what is urgent waits.

    Previews are refused then, and imports go on in the background.
    """

    per_device: float
    per_address: float


class Lane(NamedTuple, Generic[_T]):
    """A process, and the least urgent questions that it answers."""

    process: _T
    lowest: Priority


@dataclass(eq=False)
class _Place(Generic[_T]):
    asker: Asker
    priority: Priority
    arrival: int
    turn: "asyncio.Future[_T]"
    is_served: bool = False

    @property
    def holder(self) -> tuple[Priority, str]:
        return self.priority, self.asker.address


class PriorityQueue(Generic[_T]):
    """Hands out processes: urgent questions first, then whoever has used the least lately.

    A question waits behind those whose address and device have both used less than the more
    used of its own. An address has one process at a time for questions of one priority. When too
    many wait, those leave whose turn would come last.
    """

    def __init__(
        self, lanes: Sequence[Lane[_T]], limits: Limits, budget: Budget, usage: Usage
    ) -> None:
        # A process that answers little is taken first: the others can do what it cannot.
        self._free: list[Lane[_T]] = sorted(lanes, key=lambda lane: lane.lowest)
        self._limits: Final = limits
        self._budget: Final = budget
        self._usage: Final = usage
        self._arrivals = count()
        self._places: list[_Place[_T]] = []
        self._served: dict[_T, tuple[_Place[_T], Lane[_T]]] = {}

    @property
    def in_hand(self) -> int:
        """How many questions are at work or wait."""
        return len(self._places)

    async def take(self, asker: Asker, priority: Priority) -> _T:
        """Wait for a process.

        Raises QueueFull when too many wait who go first, or when a preview is over its budget.
        """
        if priority in {Priority.PREVIEW, Priority.IMPORT} and self._is_over_budget(asker):
            if priority is Priority.PREVIEW:
                raise QueueFull
            priority = Priority.BACKGROUND
        turn: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        place = _Place(asker, priority, next(self._arrivals), turn)
        self._places.append(place)
        self._shed(place)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if place.is_served and not turn.cancelled():  # its turn came in the same moment
                self.give_back(turn.result(), 0.0)
            elif place in self._places:
                self._places.remove(place)
            raise

    def give_back(self, process: _T, seconds: float) -> None:
        """End a turn that took so much processor time, and begin the next one."""
        place, lane = self._served.pop(process)
        self._places.remove(place)
        self._usage.add(place.asker, seconds)
        self._free.append(lane)
        self._free.sort(key=lambda lane: lane.lowest)
        self._serve()

    def close(self) -> None:
        """Give up all who wait."""
        for place in self._waiting():
            self._places.remove(place)
            place.turn.cancel()

    def _is_over_budget(self, asker: Asker) -> bool:
        return (
            self._usage.of_device(asker) > self._budget.per_device
            or self._usage.of_address(asker) > self._budget.per_address
        )

    def _shed(self, newest: _Place[_T]) -> None:
        """Refuse whose turn would come last, where there are too many of an address or in all."""
        # Who was cancelled is about to leave by itself.
        alike = [
            each
            for each in self._places
            if each.priority is newest.priority and not each.turn.cancelled()
        ]
        own = [each for each in alike if each.holder == newest.holder]
        for places, most in ((own, self._limits.per_address), (alike, self._limits.total)):
            if len(places) > most:
                last = max((each for each in places if not each.is_served), key=self._order)
                self._places.remove(last)
                last.turn.set_exception(QueueFull())
                return

    def _serve(self) -> None:
        """Hand out processes that are free, as long as there is somebody for one of them."""
        for lane in tuple(self._free):
            busy = {place.holder for place, _ in self._served.values()}
            fit = (
                each
                for each in self._waiting()
                if each.priority <= lane.lowest and each.holder not in busy
            )
            place = min(fit, key=self._order, default=None)
            if place is not None:
                place.is_served = True
                self._free.remove(lane)
                self._served[lane.process] = (place, lane)
                place.turn.set_result(lane.process)

    def _waiting(self) -> list[_Place[_T]]:
        return [each for each in self._places if not each.is_served and not each.turn.done()]

    def _order(self, place: _Place[_T]) -> tuple[Priority, float, float, int]:
        address, device = (
            use(place.asker) for use in (self._usage.of_address, self._usage.of_device)
        )
        return place.priority, max(address, device), device, place.arrival
