"""A pooler that hands connections around is killed: phones come again, and nothing is lost."""

import asyncio
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from pitchkeeper.database import cluster
from tests.faults import evenings, stages
from tests.faults.audits import audit
from tests.faults.phones import Diary
from tests.faults.tallies import conclude
from tests.support import poolers, servers


@pytest.mark.skipif(poolers.PGBOUNCER is None, reason=poolers.MISSING)
async def test_a_killed_pooler_loses_nothing(state: Path, is_brief: bool) -> None:
    if not poolers.keeps_statements():
        pytest.skip("This pgbouncer is older than 1.21, and forgets prepared statements")
    diary, port = Diary(), servers.free_port()
    with ExitStack() as stack, cluster.run_supervised(state) as url:
        first = stack.enter_context(ExitStack())
        pooler = first.enter_context(poolers.run_pooler(state, url, size=4, port=port))
        addresses = {"DATABASE_URL": pooler, "DATABASE_DIRECT_URL": url, "WORKERS": "2"}
        stage = stack.enter_context(stages.serve(state, **addresses))
        async with evenings.start_evenings(
            [stage.address], diary, 6 if is_brief else 12
        ) as playing:
            async with evenings.going_on(playing):
                await diary.heard_more(40 if is_brief else 200)
                first.close()
                killed_at = time.monotonic()
                await asyncio.sleep(2)
                stack.enter_context(poolers.run_pooler(state, url, size=4, port=port))
                recovery = await diary.recovery_time(killed_at)
                await diary.heard_more(40 if is_brief else 200)
            report = await audit(url, [each.phone for each in playing])
    assert all(answer.startswith("503 ") for answer in diary.answers), diary.answers
    conclude("pooler killed", report, diary, (recovery,))
