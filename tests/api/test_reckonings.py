"""What takes seconds of a big league keeps no thread from others."""

import asyncio
from threading import Event, active_count
from uuid import UUID

from api.reckonings import Reckonings
from tests.readers import PATIENCE

BIG, SMALL = UUID(int=1), UUID(int=2)


async def test_who_waits_for_a_big_league_keeps_no_thread_from_others() -> None:
    """Neither from work of another kind nor from that of another league."""
    reckonings, begun, done = Reckonings(), Event(), Event()
    made: list[int] = []

    def slow(number: int) -> int:
        begun.set()
        assert done.wait(PATIENCE)
        made.append(number)
        return number

    async with asyncio.timeout(PATIENCE):
        asked = [asyncio.create_task(reckonings.make(BIG, slow, each)) for each in range(40)]
        await asyncio.to_thread(begun.wait, PATIENCE)
        threads = active_count()
        assert await reckonings.make(SMALL, sum, (1, 2)) == 3
        assert await asyncio.to_thread(sum, (3, 4)) == 7
        assert active_count() <= threads + 2
        assert not any(each.done() for each in asked)
        done.set()
        assert await asyncio.gather(*asked) == made == list(range(40))
