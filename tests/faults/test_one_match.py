"""Fifty phones write one match at once: every part is kept, and every penalty counts once."""

from pathlib import Path

from pitchkeeper.database import cluster
from tests.faults import crowds, stages
from tests.faults.audits import audit
from tests.faults.phones import Diary
from tests.faults.tallies import conclude


async def test_fifty_phones_write_one_match_and_lose_nothing(state: Path, is_brief: bool) -> None:
    diary = Diary()
    with stages.serve(state, WORKERS="2") as stage, cluster.run(state) as url:
        async with crowds.open_crowd(url, [stage.address], diary, 50) as crowd:
            await crowd.play(1 if is_brief else 6)
            report = await audit(url, crowd.phones)
    conclude("50 phones, one match", report, diary)
