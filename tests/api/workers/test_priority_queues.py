"""Urgent work goes first; among equals, the holder that used the least processor time."""

import asyncio

import pytest

from pitchkeeper.workers.clients import Client
from pitchkeeper.workers.priority_queues import Budget, Lane, Limits, Priority, PriorityQueue
from pitchkeeper.workers.rotations import QueueFull
from pitchkeeper.workers.usage import HALF_LIFE, Usage

URGENT, IMPORT, PREVIEW, BACKGROUND = Priority


class Counter:
    """A queue in which each question is named `address.device`, and its clock."""

    def __init__(
        self,
        *lanes: Priority,
        limits: Limits = Limits(32, 128),  # noqa: B008
        budget: Budget = Budget(100.0, 100.0),  # noqa: B008
    ) -> None:
        self.now = 0.0
        self.usage = Usage(lambda: self.now)
        processes = [Lane(number, lowest) for number, lowest in enumerate(lanes or (BACKGROUND,))]
        self.queue = PriorityQueue(processes, limits, budget, self.usage)
        self.served: list[str] = []
        self.processes: dict[str, int] = {}
        self._tasks: list[tuple[str, asyncio.Task[None]]] = []

    async def come(self, *names: str, priority: Priority = PREVIEW) -> None:
        """Let some questions come, one after the other."""
        for name in names:
            self._tasks.append((name, asyncio.create_task(self._wait(name, priority))))
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def end(self, name: str, seconds: float = 0.0) -> None:
        """Let a question be answered after so much work."""
        self.queue.release(self.processes.pop(name), seconds)
        await asyncio.sleep(0)

    async def end_all(self, seconds: float = 0.0) -> None:
        """Let all be answered in turn, each after so much work."""
        while self.processes:
            await self.end(next(iter(self.processes)), seconds)

    async def leave(self, name: str) -> None:
        """Let the first question of a name be given up."""
        task = next(task for its, task in self._tasks if its == name)
        task.cancel()
        await asyncio.wait([task])

    def record_use(self, name: str, seconds: float) -> None:
        """Charge what was used before."""
        self.usage.add(client(name), seconds)

    def list_refusals(self) -> list[str]:
        """The questions that were told that there are too many."""
        done = [(name, task) for name, task in self._tasks if task.done() and not task.cancelled()]
        return [name for name, task in done if isinstance(task.exception(), QueueFull)]

    async def _wait(self, name: str, priority: Priority) -> None:
        self.processes[name] = await self.queue.acquire(client(name), priority)
        self.served.append(name)


def client(name: str) -> Client:
    address, _, device = name.partition(".")
    return Client(address, device)


async def test_what_is_urgent_goes_before_previews_and_these_before_what_nobody_waits_for() -> None:
    counter = Counter()
    await counter.come("first")
    await counter.come("late", priority=BACKGROUND)
    await counter.come("preview")
    await counter.come("record", "dispute", priority=URGENT)
    await counter.end_all()
    assert counter.served == ["first", "record", "dispute", "preview", "late"]


async def test_an_import_goes_before_previews_until_it_has_used_its_budget() -> None:
    counter = Counter(budget=Budget(3.0, 1000.0))
    counter.record_use("spent.2", 4.0)
    await counter.come("first")
    await counter.come("preview")
    await counter.come("spent.2", "import.1", priority=IMPORT)
    await counter.come("record", priority=URGENT)
    await counter.end_all()
    assert counter.served == ["first", "record", "import.1", "preview", "spent.2"]


async def test_a_process_for_what_is_urgent_is_never_given_to_a_preview() -> None:
    counter = Counter(URGENT, BACKGROUND)
    await counter.come("A", "B")
    await counter.come("C", priority=BACKGROUND)
    assert counter.served == ["A"]
    await counter.come("D", "E", priority=URGENT)
    assert (counter.served, counter.processes["D"]) == (["A", "D"], 0)


async def test_what_is_urgent_takes_the_process_of_previews_when_its_own_is_busy() -> None:
    counter = Counter(BACKGROUND, URGENT)
    await counter.come("A", "B", "C", priority=URGENT)
    assert counter.processes == {"A": 1, "B": 0}


@pytest.mark.parametrize("priority", Priority)
async def test_an_address_that_used_less_lately_goes_first(priority: Priority) -> None:
    counter = Counter()
    await counter.come("busy")
    counter.record_use("A.1", 2.0)
    counter.record_use("B.2", 1.0)
    await counter.come("A.1", "B.2", "C.3", priority=priority)
    await counter.end_all()
    assert counter.served == ["busy", "C.3", "B.2", "A.1"]


async def test_few_hard_questions_count_as_much_as_many_easy_ones() -> None:
    counter = Counter()
    await counter.come("hard")
    await counter.come("hard", "hard", "easy", "easy", "easy", "easy")
    await counter.end("hard", 3.0)
    for _ in range(4):
        await counter.end("easy", 0.5)
    assert counter.served == ["hard", *["easy"] * 4, "hard"]


async def test_devices_of_one_address_share_it_fairly() -> None:
    counter = Counter()
    await counter.come("pub.1")
    await counter.come("pub.1", "pub.1", "pub.2", "pub.3")
    await counter.end_all(1.0)
    assert counter.served == ["pub.1", "pub.2", "pub.3", "pub.1", "pub.1"]


async def test_a_device_that_comes_from_many_addresses_is_one_device() -> None:
    counter = Counter()
    counter.record_use("E.3", 0.5)
    await counter.come("A.1")
    await counter.come("B.1", "C.1", "D.1", "E.2")
    await counter.end("A.1", 1.0)
    assert counter.served == ["A.1", "E.2"]


async def test_many_devices_of_one_address_are_one_address() -> None:
    counter = Counter()
    await counter.come("A.1")
    await counter.come("A.2", "A.3", "A.4", "B.5")
    await counter.end("A.1", 1.0)
    assert counter.served == ["A.1", "B.5"]


async def test_what_was_used_long_ago_counts_no_longer() -> None:
    counter = Counter()
    await counter.come("busy")
    counter.record_use("A", 8.0)
    counter.now += 4 * HALF_LIFE
    counter.record_use("B", 1.0)
    await counter.come("B", "A")
    await counter.end_all()
    assert counter.served == ["busy", "A", "B"]


@pytest.mark.parametrize(("before", "again"), [("A.1", "B.1"), ("A.1", "A.2")])
async def test_a_preview_over_the_budget_is_refused_until_half_of_it_is_forgotten(
    before: str, again: str
) -> None:
    budget = Budget(3.0, 1000.0) if again.endswith("1") else Budget(1000.0, 3.0)
    counter = Counter(budget=budget)
    counter.record_use(before, 4.0)
    await counter.come(again)
    assert counter.list_refusals() == [again]
    await counter.come(again, priority=URGENT)
    await counter.come("C.9")
    await counter.end_all()
    assert counter.served == [again, "C.9"]
    counter.now += HALF_LIFE
    await counter.come(again)
    assert counter.served == [again, "C.9", again]


async def test_of_an_address_with_too_many_waiting_the_device_that_used_most_is_refused() -> None:
    counter = Counter(limits=Limits(3, 100))
    counter.record_use("A.1", 1.0)
    await counter.come("A.1", "A.1", "A.1", "A.1")
    assert counter.list_refusals() == ["A.1"]
    await counter.come("A.2")
    assert counter.list_refusals() == ["A.1"] * 2
    await counter.end_all()
    assert counter.served == ["A.1", "A.2", "A.1"]


async def test_a_full_queue_makes_room_for_who_used_less() -> None:
    counter = Counter(limits=Limits(8, 3))
    await counter.come("busy")
    counter.record_use("A", 1.0)
    await counter.come("A", "B", "A", "C")
    assert counter.list_refusals() == ["A", "A"]


async def test_previews_take_no_room_from_what_is_urgent() -> None:
    counter = Counter(limits=Limits(2, 2))
    await counter.come("A", "B", "C")
    await counter.come("A", "D", priority=URGENT)
    assert counter.list_refusals() == ["C"]
    await counter.end_all()
    assert counter.served == ["A", "A", "D", "B"]


async def test_where_two_processes_are_free_no_address_has_both_for_the_same() -> None:
    counter = Counter(BACKGROUND, BACKGROUND)
    await counter.come("A", "A", "A")
    assert counter.served == ["A"]
    await counter.come("B")
    assert counter.served == ["A", "B"]
    await counter.end("B")
    assert counter.served == ["A", "B"]


async def test_who_leaves_is_passed_over_and_counted_no_longer() -> None:
    counter = Counter(limits=Limits(2, 100))
    await counter.come("A", "B", "C")
    await counter.leave("B")
    await counter.end_all()
    assert (counter.served, counter.queue.size) == (["A", "C"], 0)


async def test_who_leaves_in_the_moment_of_its_turn_passes_it_on() -> None:
    counter = Counter()
    await counter.come("A", "B", "C")
    counter.queue.release(counter.processes.pop("A"), 0.0)
    await counter.leave("B")
    await asyncio.sleep(0)
    assert counter.served == ["A", "C"]


async def test_in_the_end_nobody_waits_any_more() -> None:
    counter = Counter()
    await counter.come("A", "B", "C")
    counter.queue.close()
    await asyncio.sleep(0)
    await counter.end_all()
    assert (counter.served, counter.queue.size) == (["A"], 0)


async def test_whoever_is_given_up_as_another_comes_takes_no_process_along() -> None:
    usage = Usage(lambda: 0.0)
    usage.add(client("A.2"), 5.0)
    limits, budget = Limits(2, 128), Budget(100.0, 100.0)
    queue: PriorityQueue[int] = PriorityQueue([Lane(0, BACKGROUND)], limits, budget, usage)
    assert await queue.acquire(client("A.1"), PREVIEW) == 0
    leaving = asyncio.create_task(queue.acquire(client("A.2"), PREVIEW))
    await asyncio.sleep(0)
    coming = asyncio.create_task(queue.acquire(client("A.3"), PREVIEW))
    # It is cancelled, but has not left yet when the other comes.
    leaving.cancel()
    await asyncio.wait([leaving])
    queue.release(0, 0.0)
    assert await coming == 0
    queue.release(0, 0.0)
    assert queue.size == 0
