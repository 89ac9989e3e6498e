"""Holders that wait for one resource take turns; too many requests are refused at once."""

import asyncio

import pytest

from pitchkeeper.workers.rotations import QueueFull, Rotation


class Counter:
    """A counter at which one is served at a time."""

    def __init__(self, share: int = 4, most: int = 100, things: int = 1) -> None:
        self.turns = Rotation(share, most, things)
        self.served: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """Let some get in line: `A1` is the first of A."""
        for name in names:
            self._tasks[name] = asyncio.create_task(self._wait(name))
        await asyncio.sleep(0)

    async def go_on(self, times: int = 1) -> None:
        """End the turn of who is served, and of who is then."""
        for _ in range(times):
            self.turns.release(self.served[-1][0])
            await asyncio.sleep(0)

    async def leave(self, name: str) -> None:
        """Let one leave who waits."""
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])

    def list_refusals(self) -> list[str]:
        """Return the holders that were refused at once."""
        return [
            name for name, task in self._tasks.items()
            if task.done() and not task.cancelled() and isinstance(task.exception(), QueueFull)
        ]  # fmt: skip

    async def _wait(self, name: str) -> None:
        await self.turns.acquire(name[0])
        self.served.append(name)


async def test_who_comes_late_waits_for_one_of_those_who_came_in_numbers() -> None:
    counter = Counter()
    await counter.come("A1", "A2", "A3", "A4", "B1", "C1")
    await counter.go_on(5)
    assert counter.served == ["A1", "B1", "C1", "A2", "A3", "A4"]


async def test_holders_alternate_as_long_as_they_wait() -> None:
    counter = Counter()
    await counter.come("A1", "A2", "A3", "B1", "B2", "B3")
    await counter.go_on(5)
    assert counter.served == ["A1", "B1", "A2", "B2", "A3", "B3"]


async def test_who_is_served_again_and_again_does_not_pass_who_waits() -> None:
    counter = Counter()
    await counter.come("A1", "B1")
    for number in range(2, 6):
        await counter.come(f"A{number}")
        await counter.go_on()
        await counter.come(f"B{number}")
        await counter.go_on()
    assert counter.served == ["A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4", "A5"]


async def test_a_holder_with_its_share_in_hand_is_refused_and_others_are_not() -> None:
    counter = Counter(share=2)
    await counter.come("A1", "A2", "A3", "B1")
    assert counter.list_refusals() == ["A3"]
    await counter.go_on(2)
    await counter.come("A4")
    assert counter.list_refusals() == ["A3"]


async def test_when_all_together_have_too_much_in_hand_everybody_is_refused() -> None:
    counter = Counter(share=2, most=3)
    await counter.come("A1", "A2", "B1", "C1")
    assert counter.list_refusals() == ["C1"]


async def test_who_leaves_is_passed_over_and_counted_no_longer() -> None:
    counter = Counter(share=2)
    await counter.come("A1", "A2", "B1", "C1")
    await counter.leave("B1")
    await counter.leave("A2")
    await counter.come("A3")
    await counter.go_on(2)
    assert counter.served == ["A1", "C1", "A3"]
    await counter.go_on()
    assert counter.turns.size == 0


async def test_who_leaves_in_the_moment_of_its_turn_passes_it_on() -> None:
    counter = Counter()
    await counter.come("A1", "B1", "C1")
    counter.turns.release("A")
    await counter.leave("B1")
    await asyncio.sleep(0)
    assert counter.served == ["A1", "C1"]


async def test_where_two_are_served_at_once_nobody_has_both_places() -> None:
    counter = Counter(things=2)
    await counter.come("A1", "A2", "A3")
    assert counter.served == ["A1"]
    await counter.come("B1", "B2", "C1")
    assert counter.served == ["A1", "B1"]
    counter.turns.release("B")
    await asyncio.sleep(0)
    assert counter.served == ["A1", "B1", "C1"]
    counter.turns.release("C")
    await asyncio.sleep(0)
    assert counter.served == ["A1", "B1", "C1", "B2"]
    counter.turns.release("A")
    await asyncio.sleep(0)
    assert counter.served == ["A1", "B1", "C1", "B2", "A2"]


@pytest.mark.parametrize("holder", ["A", "B"])
async def test_once_nobody_waits_the_next_is_served_at_once(holder: str) -> None:
    counter = Counter()
    await counter.come("A1")
    await counter.go_on()
    await counter.come(f"{holder}2")
    assert counter.served == ["A1", f"{holder}2"]
