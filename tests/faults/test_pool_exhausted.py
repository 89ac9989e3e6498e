"""Every connection to the database is held up: requests are refused in time, then served again."""

import asyncio
import time
from pathlib import Path

import asyncpg

from pitchkeeper.database import cluster
from tests.faults import evenings, stages
from tests.faults.audits import audit_server
from tests.faults.phones import Diary
from tests.faults.tallies import conclude


async def test_who_finds_no_connection_is_told_to_come_again(state: Path, is_brief: bool) -> None:
    diary = Diary()
    with stages.serve(state) as stage, cluster.run(state) as url:
        async with evenings.start_evenings(
            [stage.address], diary, 12 if is_brief else 32
        ) as playing:
            async with evenings.going_on(playing):
                await diary.heard_more(40)
                holder = await asyncpg.connect(url)
                async with holder.transaction():
                    await holder.execute("SELECT FROM matches FOR UPDATE")
                    await asyncio.sleep(6.5 if is_brief else 20)
                released_at = time.monotonic()
                await holder.close()
                recovery = await diary.heard_since(released_at)
                await diary.heard_more(40)
            report = await audit_server(state, playing)
    assert diary.outages
    assert all(answer.startswith("503 ") for answer in diary.answers), diary.answers
    conclude("pool exhausted", report, diary, (recovery,))
