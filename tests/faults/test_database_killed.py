"""PostgreSQL is killed under load: it comes back by itself, and nothing is lost."""

import time
from pathlib import Path

from tests.faults import evenings, stages
from tests.faults.audits import audit_server
from tests.faults.phones import Diary
from tests.faults.tallies import conclude


async def test_a_killed_database_comes_back_and_has_everything(state: Path, is_brief: bool) -> None:
    diary, recoveries = Diary(), []
    with stages.serve(state, WORKERS="2") as stage:
        async with evenings.start_evenings(
            [stage.address], diary, 4 if is_brief else 12
        ) as playing:
            async with evenings.going_on(playing):
                for kill in range(2 if is_brief else 8):
                    await diary.heard_more(20 if is_brief else 150)
                    killed_at = time.monotonic()
                    stages.kill_database(state, with_children=kill % 2 == 0)
                    recoveries.append(await diary.recovery_time(killed_at))
            report = await audit_server(state, playing)
    conclude("database killed", report, diary, tuple(recoveries))
