"""Slow work of many leaves the threads of others alone."""

import asyncio
import threading

from pitchkeeper.messages import languages
from pitchkeeper.workers import threads
from tests.support.readers import PATIENCE


async def test_what_is_slow_holds_up_only_what_is_slow() -> None:
    may_go_on, at_work, most = threading.Event(), [0], [0]
    counting = threading.Lock()

    def slow() -> str:
        with counting:
            at_work[0] += 1
            most[0] = max(most[0], at_work[0])
        may_go_on.wait(2 * PATIENCE)
        with counting:
            at_work[0] -= 1
        return "done"

    # Twice as many as the pool that Python shares could hold on any machine.
    waiting = [asyncio.create_task(threads.run(slow)) for _ in range(64)]
    async with asyncio.timeout(PATIENCE):
        while most[0] < threads.MAX_THREADS:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert await asyncio.to_thread(lambda: "at once") == "at once"
    may_go_on.set()
    assert await asyncio.gather(*waiting) == ["done"] * 64
    assert most == [threads.MAX_THREADS]


async def test_what_is_slow_speaks_the_language_of_its_request() -> None:
    with languages.using("es"):
        assert await threads.run(languages.current) == "es"
    assert await threads.run(languages.current) == "en"


async def test_who_gives_up_does_not_wait_for_the_work() -> None:
    may_end = threading.Event()
    task = asyncio.create_task(threads.run(may_end.wait, 2 * PATIENCE))
    await asyncio.sleep(0)
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=PATIENCE)
    assert done == {task}
    assert task.cancelled()
    may_end.set()


async def test_many_short_things_keep_nobody_waiting() -> None:
    """They are done where they are asked for, and others have their turn between them."""
    done: list[str] = []

    async def run_others() -> None:
        while "other" not in done or "last" not in done:
            done.append("other")
            await asyncio.sleep(0)

    asking = asyncio.create_task(run_others())
    for _ in range(20):
        assert await threads.run_unless(True, threading.get_ident) == threading.get_ident()
    assert done.count("other") >= 19
    done.append("last")
    await asking
    assert await threads.run_unless(False, threading.get_ident) != threading.get_ident()
