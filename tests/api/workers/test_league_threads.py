"""Work of seconds on a big league blocks no thread of other requests."""

import asyncio
from collections.abc import Callable
from functools import partial
from threading import Event, active_count
from uuid import UUID

from pitchkeeper.workers import clients
from pitchkeeper.workers.league_threads import LeagueThreads, StandingsBusy
from tests.support.readers import PATIENCE

BIG, SMALL = UUID(int=1), UUID(int=2)


async def test_who_waits_for_a_big_league_keeps_no_thread_from_others() -> None:
    """Neither from work of another kind nor from that of another league."""
    league_threads, has_begun, done = LeagueThreads(), Event(), Event()
    results: list[int] = []

    def slow(number: int) -> int:
        has_begun.set()
        assert done.wait(PATIENCE)
        results.append(number)
        return number

    async with asyncio.timeout(PATIENCE):
        tasks = [asyncio.create_task(league_threads.run(BIG, slow, number)) for number in range(40)]
        await asyncio.to_thread(has_begun.wait, PATIENCE)
        threads = active_count()
        clients.set_address("198.51.100.1")
        assert await league_threads.run(SMALL, sum, (1, 2)) == 3
        assert await asyncio.to_thread(sum, (3, 4)) == 7
        assert active_count() <= threads + 2
        assert not any(task.done() for task in tasks)
        done.set()
        assert await asyncio.gather(*tasks) == results == list(range(40))


def leagues(number: int) -> list[UUID]:
    return [UUID(int=10 + number) for number in range(number)]


def asking(
    league_threads: LeagueThreads, address: str, league: UUID, work: Callable[[], int]
) -> asyncio.Task[int]:
    clients.set_address(address)
    return asyncio.create_task(league_threads.run(league, work))


async def test_one_address_with_many_big_leagues_fills_no_thread_of_others() -> None:
    """It has one thread at a time, and is refused at once where it awaits too many leagues."""
    league_threads, has_begun, done = LeagueThreads(), Event(), Event()

    def slow() -> int:
        has_begun.set()
        assert done.wait(PATIENCE)
        return 1

    async with asyncio.timeout(PATIENCE):
        greedy = [asking(league_threads, "192.0.2.1", league, slow) for league in leagues(40)]
        await asyncio.to_thread(has_begun.wait, PATIENCE)
        for number in range(5):
            address = f"198.51.100.{number}"
            assert await asking(league_threads, address, UUID(int=90 + number), lambda: 2) == 2
        refusals = [task for task in greedy if task.done()]
        assert len(refusals) == 36
        assert all(isinstance(task.exception(), StandingsBusy) for task in refusals)
        done.set()
        assert await asyncio.gather(*(set(greedy) - set(refusals))) == [1] * 4


async def test_who_waits_for_a_league_is_served_before_an_address_that_asks_for_more() -> None:
    league_threads, done, order = LeagueThreads(), Event(), list[str]()

    def slow(name: str) -> int:
        assert done.wait(PATIENCE)
        order.append(name)
        return 1

    async with asyncio.timeout(PATIENCE):
        greedy = [
            asking(league_threads, "192.0.2.1", BIG, partial(slow, "greedy")) for _ in range(9)
        ]
        await asyncio.sleep(0)
        task = asking(league_threads, "198.51.100.1", BIG, partial(slow, "other"))
        await asyncio.sleep(0)
        done.set()
        await asyncio.gather(*greedy, task)
    assert order.index("other") <= 1


async def test_who_hangs_up_leaves_the_thread_to_its_work() -> None:
    """Or else hanging up and asking again would have more threads at work than there are."""
    league_threads, has_begun, done = LeagueThreads(), Event(), Event()

    def slow() -> int:
        has_begun.set()
        assert done.wait(PATIENCE)
        return 1

    async with asyncio.timeout(PATIENCE):
        task = asking(league_threads, "192.0.2.1", BIG, slow)
        await asyncio.to_thread(has_begun.wait, PATIENCE)
        task.cancel()
        await asyncio.wait([task])
        again = asking(league_threads, "192.0.2.1", SMALL, lambda: 2)
        await asyncio.sleep(0.05)
        assert not again.done()
        done.set()
        assert await again == 2
