"""Two hundred slow clients hold their connections: others are served as if they were not there."""

import asyncio
import time
from pathlib import Path

from tests.faults import commands, dawdlers, evenings, stages
from tests.faults.audits import audit_server
from tests.faults.phones import Diary
from tests.faults.tallies import conclude

SLOW = 100


async def test_slow_clients_do_not_hold_up_the_others(state: Path, is_brief: bool) -> None:
    diary, end = Diary(), asyncio.Event()
    pause = 0.1 if is_brief else 0.4
    with stages.serve(state) as stage:
        async with evenings.start_evenings([stage.address], diary, 4) as playing:
            slow = playing[0]
            await slow.play(100)
            penalties = [
                commands.adjustment(slow.match_id, 0, 1, f"slow {each}") for each in range(SLOW)
            ]
            path = f"/v1/matches/{slow.match_id}/journal?limit=100"
            quick = Diary()
            for evening in playing[1:]:
                evening.phone.diary = quick
            async with evenings.going_on(playing[1:]), asyncio.TaskGroup() as group:
                sipping = [
                    group.create_task(dawdlers.sip(stage.port, slow.phone, path, pause, end))
                    for _ in range(SLOW)
                ]
                began = time.monotonic()
                await dawdlers.trickle_all(stage.port, slow.phone, penalties, pause)
                seconds = time.monotonic() - began
                end.set()
            report = await audit_server(state, playing)
    assert all(task.result() > 0 for task in sipping)
    assert not quick.outages, quick.answers
    assert quick.slowest(0.95) < seconds / 2  # nobody waits until they are done
    conclude("200 slow clients", report, quick)
