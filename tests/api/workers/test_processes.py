"""The processes that prove: started on nobody's clock, each its own, and replaced when they end."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import uvloop

from pitch import messages
from pitch.messages import Refusal
from pitchkeeper.messages import languages
from pitchkeeper.workers import processes
from pitchkeeper.workers.processes import Fork, ForkServer, Process, ProcessStopped
from tests.support.clusters import end_of
from tests.support.readers import PATIENCE


@pytest.fixture
async def server() -> AsyncIterator[ForkServer]:
    """A fork server of the test's own."""
    fork_server = ForkServer()
    yield fork_server
    await fork_server.close()


@pytest.fixture
async def process(server: ForkServer) -> AsyncIterator[Process]:
    """A process of the test's own."""
    worker = Process(server)
    yield worker
    await worker.close()


async def pid(process: Process) -> int:
    """Return the id of the process that responds."""
    number: int = await process.answer(os.getpid, (), PATIENCE)
    return number


def refuse(detail: str) -> None:
    raise Refusal(messages.AS_WRITTEN(text=detail), pointer="/record")


def say(words: str) -> str:
    print(words)
    os.system("echo more words")  # noqa: S605
    return words


def sockets() -> list[str]:
    """Return the sockets that a process has open."""
    links = list[Path]()
    for number in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # that of the folder is closed
            links.append(number.readlink())
    return [link.name for link in links if link.name.startswith("socket:")]


def test_a_fork_has_no_connection_but_its_own() -> None:
    """With another it would keep commands to a fork server that was killed, and who sent them."""

    async def ask() -> list[str]:
        server = ForkServer()
        process = Process(server)
        try:
            answer: list[str] = await process.answer(sockets, (), PATIENCE)
            return answer
        finally:
            await process.close()
            await server.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert len(runner.run(ask())) == 1


async def test_one_process_answers_one_question_after_the_other(process: Process) -> None:
    assert len({await pid(process) for _ in range(3)}) == 1
    assert await pid(process) != os.getpid()


async def test_a_refusal_comes_back_as_it_was(process: Process) -> None:
    with pytest.raises(Refusal) as error:
        await process.answer(refuse, ("Not so.",), PATIENCE)
    assert (languages.text(error.value.message), error.value.pointer) == ("Not so.", "/record")
    assert await process.answer(sum, ([1, 2],), PATIENCE) == 3


async def test_what_the_work_says_is_no_answer(process: Process) -> None:
    assert await process.answer(say, ("words",), PATIENCE) == "words"
    assert await process.answer(sum, ([1, 2],), PATIENCE) == 3


async def test_after_a_question_that_took_too_long_all_others_are_answered(
    process: Process,
) -> None:
    first = await pid(process)
    with pytest.raises(ProcessStopped):
        await process.answer(time.sleep, (2 * PATIENCE,), 0.05)
    later = await asyncio.gather(*(pid(process) for _ in range(4)))
    assert len({first, *later}) == 2


async def test_the_start_of_a_process_is_on_nobodys_clock(
    process: Process, server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_start, fork = asyncio.Event(), server.fork

    async def held(niceness: int) -> Fork:
        await may_start.wait()
        return await fork(niceness)

    monkeypatch.setattr(server, "fork", held)
    task = asyncio.create_task(process.answer(time.sleep, (2 * PATIENCE,), 0.01))
    waiting = asyncio.create_task(pid(process))
    await asyncio.sleep(0.5)
    assert not task.done()
    may_start.set()
    with pytest.raises(ProcessStopped):
        await task
    assert await waiting


async def test_what_waits_for_another_question_is_not_on_its_own_clock(process: Process) -> None:
    slow = asyncio.create_task(process.answer(time.sleep, (0.5,), PATIENCE))
    await asyncio.sleep(0)
    task = asyncio.create_task(process.answer(time.sleep, (2 * PATIENCE,), 0.01))
    await slow
    assert not task.done()
    with pytest.raises(ProcessStopped):
        await task


async def test_a_process_that_ended_while_nobody_asked_is_replaced_unnoticed(
    process: Process,
) -> None:
    running = await process.ensure_started()
    first = await pid(process)
    os.kill(first, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE):
        while not running.has_ended:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert await pid(process) != first


async def test_two_processes_have_nothing_to_do_with_each_other(
    process: Process, server: ForkServer
) -> None:
    second = Process(server)
    theirs = await pid(second)
    with pytest.raises(ProcessStopped):
        await process.answer(time.sleep, (2 * PATIENCE,), 0.05)
    assert await pid(process) not in {theirs, os.getpid()}
    assert await pid(second) == theirs
    await second.close()


async def test_a_process_that_works_too_long_is_killed(process: Process) -> None:
    first = await pid(process)
    with pytest.raises(ProcessStopped):
        await process.answer(time.sleep, (2 * PATIENCE,), 0.05)
    await end_of(first)


async def test_processes_end_with_who_started_them(process: Process, server: ForkServer) -> None:
    idle, working = await pid(process), Process(server)
    busy = await pid(working)
    answer = asyncio.create_task(working.answer(time.sleep, (2 * PATIENCE,), PATIENCE))
    await asyncio.sleep(0)
    await server.close()
    await end_of(idle)
    await end_of(busy)
    with pytest.raises(ProcessStopped):
        await answer
    await working.close()


async def test_a_fork_server_that_ended_is_replaced(process: Process, server: ForkServer) -> None:
    first = await pid(process)
    forking = await process.answer(os.getppid, (), PATIENCE)
    os.kill(forking, signal.SIGKILL)
    await end_of(forking)
    assert await pid(process) == first, "what runs goes on"
    os.kill(first, signal.SIGKILL)
    await end_of(first)
    with suppress(ProcessStopped):
        await pid(process)
    assert await pid(process) != first
    assert await process.answer(os.getppid, (), PATIENCE) != forking


async def test_a_process_that_was_closed_is_not_started_again(process: Process) -> None:
    await process.ensure_started()
    working = asyncio.create_task(process.answer(time.sleep, (2 * PATIENCE,), PATIENCE))
    waiting = asyncio.create_task(pid(process))
    await asyncio.sleep(0)
    await process.close()
    for given_up in (working, waiting):
        with pytest.raises(ProcessStopped):
            await given_up


async def test_a_process_can_be_closed_while_it_starts(process: Process) -> None:
    starting = asyncio.create_task(process.ensure_started())
    await asyncio.sleep(0)
    await process.close()
    assert (await starting).has_ended


async def test_what_anybody_may_ask_for_steps_back() -> None:
    async with processes.run_processes() as workers:
        mine = await workers.matches.answer(os.nice, (0,), PATIENCE)
        theirs = [await worker.answer(os.nice, (0,), PATIENCE) for worker in workers.public]
    assert min(theirs) > mine
