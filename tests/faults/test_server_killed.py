"""The server is killed in the middle of requests, whole or one worker, and started again."""

import asyncio
import os
import signal
import time
from pathlib import Path

from tests.faults import evenings, stages
from tests.faults.audits import audit_server
from tests.faults.phones import Diary
from tests.faults.stages import Stage
from tests.faults.tallies import conclude
from tests.support import servers
from tests.support.clusters import is_running, postmaster

SETTLED = 7.0
"""Seconds after which a worker counts as one that can start: Granian gives the server up whose
worker dies within 5.5 s of replacing another."""


async def kill_and_start(stage: Stage, *, with_workers: bool) -> None:
    """Kill the server, its workers with it or left to notice, and start it at the same address."""
    assert stage.process is not None
    process_ids = servers.family(stage.process.pid)
    stage.kill(with_workers=with_workers)
    deadline = time.monotonic() + stages.PATIENCE
    while any(map(is_running, process_ids)):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    stage.start()


async def test_a_killed_server_starts_again_and_has_everything(state: Path, is_brief: bool) -> None:
    diary, recoveries = Diary(), []
    with stages.serve(state, WORKERS="2") as stage:
        async with evenings.start_evenings(
            [stage.address], diary, 4 if is_brief else 12
        ) as playing:
            async with evenings.going_on(playing):
                for kill in range(1 if is_brief else 6):
                    await diary.heard_more(20 if is_brief else 150)
                    killed_at = time.monotonic()
                    await kill_and_start(stage, with_workers=kill % 2 == 0)
                    started = time.monotonic()
                    recoveries.append(await diary.heard_since(started) + started - killed_at)
            report = await audit_server(state, playing)
            database = postmaster(state)
    assert not is_running(database)
    conclude("server killed", report, diary, tuple(recoveries))


async def test_a_killed_worker_is_replaced(state: Path, is_brief: bool) -> None:
    diary, recoveries = Diary(), []
    with stages.serve(state, WORKERS="1") as stage:
        async with evenings.start_evenings(
            [stage.address], diary, 4 if is_brief else 12
        ) as playing:
            async with evenings.going_on(playing):
                for _ in range(1 if is_brief else 3):
                    await diary.heard_more(20 if is_brief else 500)
                    killed_at = time.monotonic()
                    os.kill(a_worker(stage), signal.SIGKILL)
                    recoveries.append(await diary.recovery_time(killed_at))
                    await asyncio.sleep(0 if is_brief else SETTLED)
            report = await audit_server(state, playing)
    conclude("worker killed", report, diary, tuple(recoveries))


def a_worker(stage: Stage) -> int:
    """The process id of one of the processes that answer requests."""
    assert stage.process is not None
    return servers.family(stage.process.pid)[1]
