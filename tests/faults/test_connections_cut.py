"""Connections are cut before a request arrives, or after it is kept and before it is answered."""

import asyncio
from pathlib import Path

from tests.faults import evenings, proxies, stages
from tests.faults.audits import audit_server
from tests.faults.phones import Diary
from tests.faults.tallies import conclude


async def test_a_command_whose_answer_was_cut_off_is_done_once_and_answered_alike(
    state: Path, is_brief: bool
) -> None:
    diary = Diary()
    with stages.serve(state, WORKERS="2") as stage:
        async with (
            proxies.cut(stage.port, 0.4) as wire,
            evenings.start_evenings(
                [wire.address], diary, 4 if is_brief else 12, at=stage.address
            ) as (playing),
        ):
            await asyncio.gather(*(each.play(25 if is_brief else 300) for each in playing))
            wire.share = 0
            report = await audit_server(state, playing)
    for evening in playing:
        for command in evening.phone.said:
            for answer in wire.lost_answers.get(command.key, ()):
                report.hold(f"answer to {command.method} {command.path}", command.answer, answer)
    assert wire.unsent > 3
    assert len(wire.lost_answers) > 3
    conclude("connections cut", report, diary)
