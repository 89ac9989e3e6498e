"""The disk of the database is full: changes are refused until there is room, and none is lost."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from pitchkeeper.database import cluster
from tests.faults import disks, evenings, stages
from tests.faults.audits import audit_server
from tests.faults.phones import Diary
from tests.faults.tallies import conclude


async def check_refusals(diary: Diary, since: float) -> None:
    """Wait until somebody is refused, which takes as long as the free pages last."""
    deadline = time.monotonic() + stages.PATIENCE
    while not any(when > since for when in diary.outages):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


async def fill_the_log(url: str) -> None:
    """Ask PostgreSQL for a new file of its log, which ends it where there is no room."""
    with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection = await asyncpg.connect(url, timeout=5)
        try:
            for _ in range(8):
                await connection.execute("SELECT pg_logical_emit_message(true, '', 'full')")
                await connection.execute("SELECT pg_switch_wal()")
        finally:
            connection.terminate()


@pytest.mark.parametrize("what", ["a table", "the log"])
async def test_a_full_disk_refuses_changes_until_there_is_room(
    state_template: Path, tmp_path: Path, is_brief: bool, what: str
) -> None:
    diary, recoveries = Diary(), []
    with (
        disks.mount(tmp_path / "state", state_template, 160) as state,
        stages.serve(state) as stage,
    ):
        with cluster.run(state) as url:
            pass
        async with evenings.start_evenings([stage.address], diary, 4 if is_brief else 8) as playing:
            async with evenings.going_on(playing):
                for _ in range(1 if is_brief else 3):
                    await diary.heard_more(20 if is_brief else 100)
                    full_since = time.monotonic()
                    disks.fill(state / "ballast")
                    if what == "the log":
                        await fill_the_log(url)
                    await check_refusals(diary, full_since)
                    await asyncio.sleep(2)
                    (state / "ballast").unlink()
                    recoveries.append(await diary.heard_since(time.monotonic()))
            report = await audit_server(state, playing)
    assert all(answer.startswith("503 ") for answer in diary.answers), diary.answers
    conclude(f"disk full for {what}", report, diary, tuple(recoveries))
