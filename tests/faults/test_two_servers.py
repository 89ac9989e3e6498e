"""Two servers share a database: phones use both in turn, and one of them is killed."""

import asyncio
import time
from pathlib import Path

from pitchkeeper.database import cluster
from tests.faults import crowds, evenings, stages
from tests.faults.audits import audit
from tests.faults.phones import Diary
from tests.faults.tallies import conclude


async def test_phones_that_use_two_servers_in_turn_lose_nothing(
    state: Path, is_brief: bool
) -> None:
    diary = Diary()
    with (
        cluster.run_supervised(state) as url,
        stages.serve(state, DATABASE_URL=url, WORKERS="2") as first,
        stages.serve(state, DATABASE_URL=url) as second,
    ):
        addresses = [first.address, second.address]
        async with (
            evenings.start_evenings(addresses, diary, 3 if is_brief else 10) as playing,
            crowds.open_crowd(url, addresses, diary, 10 if is_brief else 20) as crowd,
        ):
            async with evenings.going_on(playing):
                await crowd.play(1 if is_brief else 3)
                killed_at = time.monotonic()
                second.kill(with_workers=True)
                recovery = await diary.recovery_time(killed_at)
                await diary.heard_more(20)
                second.start()
                await asyncio.to_thread(second.wait_until_ready)
            report = await audit(url, [*crowd.phones, *(each.phone for each in playing)])
    conclude("two servers, one killed", report, diary, (recovery,))
