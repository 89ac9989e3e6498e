"""The primary is killed under load, twice: a standby takes over, and nothing is lost.

`make failover` runs it, with etcd, Patroni and PostgreSQL as Debian packs them; it takes minutes.
"""

import asyncio
import tempfile
import time
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from tests.faults import evenings, stages, tallies
from tests.faults.audits import audit
from tests.faults.failover import patroni_nodes
from tests.faults.failover.followers import following
from tests.faults.failover.patroni_nodes import TTL
from tests.faults.phones import Diary

PHONES = 6
_REST = 15.0
"""Seconds that the phones play before the next kill."""


@pytest.mark.skipif(
    bool(patroni_nodes.MISSING),
    reason=f"No failover was tried: apt install {' '.join(patroni_nodes.MISSING)}",
)
@pytest.mark.long
async def test_a_primary_that_is_killed_twice_loses_nothing() -> None:
    diary, waits = Diary(), list[float]()
    with ExitStack() as stack:
        # Where others may pass, for PostgreSQL does not run as root.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="failover-")))
        nodes = stack.enter_context(patroni_nodes.running(folder))
        state = folder / "servers"
        state.mkdir()
        stage = stack.enter_context(stages.serve(state, DATABASE_URL=nodes.url, WORKERS="2"))
        addresses = [stage.address]
        async with evenings.start_evenings(addresses, diary, PHONES) as playing:
            async with (
                following(list(playing), stage.address) as followers,
                evenings.going_on(playing),
            ):
                for number in range(2):
                    await diary.heard_more(30)
                    await asyncio.sleep(_REST)
                    await asyncio.to_thread(nodes.wait_until_synchronous)
                    victim = await asyncio.to_thread(lambda: nodes.primary)
                    killed_at = time.monotonic()
                    victim.kill()
                    if number:
                        # One that starts meanwhile waits for whoever takes over.
                        second = stages.serve(state, DATABASE_URL=nodes.url)
                        await asyncio.to_thread(stack.enter_context, second)
                    await diary.recovery_time(killed_at)
                    victim.start()
                    await diary.heard_more(30)
                    waits.append(longest_wait(diary, killed_at))
            report = await audit(nodes.url, [each.phone for each in playing])
    tallies.conclude("primary killed twice", report, diary, tuple(waits))
    assert [follower.gaps for follower in followers] == [[]] * PHONES
    assert [follower.repeats for follower in followers] == [0] * PHONES
    assert max(waits) <= TTL + 5, waits


def longest_wait(diary: Diary, killed_at: float) -> float:
    """The seconds without a write around a kill."""
    came = sorted(answered_at for _, answered_at in diary.heard if answered_at > killed_at - 5)
    return max(later - earlier for earlier, later in pairwise(came))
