"""Writes to one match or league are made one after the other, and begin anew when outrun."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest

from pitch.messages import AS_WRITTEN, Refusal
from pitchkeeper.database.retries import Conflict, Turns

MATCH, OTHER = UUID(int=1), UUID(int=2)
PATIENCE = 60


class Busy(Refusal, has_message=False):
    """Too many others came first."""

    def __init__(self) -> None:
        super().__init__(AS_WRITTEN(text="Too many others came first."))


def conflict_so_often(times: int) -> Callable[[], Awaitable[int | Conflict]]:
    """An attempt that others come before so many times; it answers how many there were."""
    attempts = iter(range(times + 1))

    async def attempt() -> int | Conflict:
        number = next(attempts)
        return number if number == times else Conflict()

    return attempt


async def test_what_is_outrun_begins_anew() -> None:
    assert await Turns(Busy).take(MATCH, conflict_so_often(5)) == 5


async def test_what_is_outrun_for_ever_is_refused() -> None:
    with pytest.raises(Busy):
        await Turns(Busy).take(MATCH, conflict_so_often(1_000))


async def test_one_match_is_written_one_at_a_time_and_others_do_not_wait() -> None:
    turns, may_end, first_runs = Turns(Busy), asyncio.Event(), asyncio.Event()
    order: list[str] = []

    async def slow() -> str:
        first_runs.set()
        await may_end.wait()
        order.append("slow")
        return "slow"

    async def quick() -> str:
        order.append("quick")
        return "quick"

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(turns.take(MATCH, slow))
        await first_runs.wait()
        group.create_task(turns.take(MATCH, quick))
        assert await turns.take(OTHER, quick) == "quick"
        may_end.set()
    assert order == ["quick", "slow", "quick"]


async def test_nobody_waits_for_the_others_of_a_match_without_end() -> None:
    turns, may_end = Turns(Busy, patience=0.01), asyncio.Event()

    async def slow() -> bool:
        return await may_end.wait()

    holding = asyncio.create_task(turns.take(MATCH, slow))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(turns.take(MATCH, conflict_so_often(0))) for _ in range(3)]
    await asyncio.sleep(0)
    # The first of them is given up by its phone.
    waiting[0].cancel()
    async with asyncio.timeout(PATIENCE):
        results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError, Busy, Busy]
    may_end.set()
    assert await holding
    assert await turns.take(MATCH, conflict_so_often(0)) == 0


async def test_a_write_that_fails_lets_the_next_one_go() -> None:
    turns = Turns(Busy)

    async def fail() -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await turns.take(MATCH, fail)
    async with asyncio.timeout(PATIENCE):
        assert await turns.take(MATCH, conflict_so_often(0)) == 0
