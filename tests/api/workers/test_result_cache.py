"""Expensive results are computed once, cached while there is room, and dropped with a device."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest

from pitch.proof import ProofTooLong
from pitchkeeper.workers import clients
from pitchkeeper.workers.league_threads import StandingsBusy
from pitchkeeper.workers.result_cache import ResultCache, Source
from pitchkeeper.workers.rotations import QueueFull

ANN, BOB = UUID(int=1), UUID(int=2)
FIRST, SECOND = Source("match", "1", frozenset({ANN})), Source("match", "2", frozenset({ANN}))


class Works:
    """Counts what is made, and makes nothing before it may."""

    def __init__(self, most: int = 100) -> None:
        self.results: ResultCache[bytes] = ResultCache(most, len, (ProofTooLong,))
        self.made: list[str] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    def work(self, text: str) -> Callable[[], Awaitable[bytes]]:
        async def make() -> bytes:
            self.made.append(text)
            await self.may_go_on.wait()
            if text == "fails":
                raise LookupError
            if text == "too long":
                raise ProofTooLong
            if text == "refused":
                raise StandingsBusy
            if text == "busy":
                raise StandingsBusy from QueueFull()
            return text.encode()

        return make

    async def get(self, source: Source, text: str, kind: str = "pdf") -> bytes:
        return await self.results.get(source, kind, self.work(text))


async def test_what_is_asked_for_again_is_not_made_again() -> None:
    works = Works()
    assert [await works.get(FIRST, "a") for _ in range(3)] == [b"a"] * 3
    assert await works.get(FIRST, "b", "html") == b"b"
    assert await works.get(FIRST, "c", "html") == b"b"
    assert await works.get(Source("other", "1"), "d") == b"d"
    assert works.made == ["a", "b", "d"]


async def test_a_refusal_that_follows_from_the_source_is_made_once() -> None:
    works = Works()
    for source in (FIRST, FIRST, SECOND):
        with pytest.raises(ProofTooLong):
            await works.get(source, "too long")
    assert await works.get(SECOND, "a", "html") == b"a"
    with pytest.raises(ProofTooLong):
        await works.get(SECOND, "b")
    for _ in range(2):
        with pytest.raises(StandingsBusy):
            await works.get(SECOND, "refused", "csv")
    works.results.forget_device(ANN)
    with pytest.raises(ProofTooLong):
        await works.get(SECOND, "too long")
    assert works.made == ["too long", "too long", "a", "refused", "refused", "too long"]


async def test_what_is_being_made_is_waited_for() -> None:
    works = Works()
    works.may_go_on.clear()
    asking = [asyncio.create_task(works.get(FIRST, f"{number}")) for number in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()
    await asyncio.wait([asking[0]])
    works.may_go_on.set()
    assert await asyncio.gather(*asking[1:]) == [b"0"] * 4
    assert works.made == ["0"]


async def test_what_the_first_had_no_room_for_the_next_makes() -> None:
    """Only the address of the first had too much in hand; whatever else is wrong is so for all."""
    works = Works()
    works.may_go_on.clear()
    kinds = ("busy", "other", "another")
    asking = [asyncio.create_task(works.get(FIRST, text)) for text in kinds]
    wrong = [asyncio.create_task(works.get(FIRST, "refused", "csv")) for _ in range(2)]
    await asyncio.sleep(0)
    works.may_go_on.set()
    busy, *rest = await asyncio.gather(*asking, return_exceptions=True)
    assert isinstance(busy, StandingsBusy)
    assert rest == [b"other"] * 2
    errors = await asyncio.gather(*wrong, return_exceptions=True)
    assert [type(error) for error in errors] == [StandingsBusy] * 2
    assert works.made == ["busy", "refused", "other"]


async def test_what_goes_on_for_nobody_is_work_of_the_first_who_asked() -> None:
    works = Works()
    works.may_go_on.clear()
    clients.set_address("192.0.2.1")
    first = asyncio.create_task(works.get(FIRST, "a"))
    await asyncio.sleep(0)
    client = clients.current()
    first.cancel()
    await asyncio.wait([first])
    assert len(client.pending_work) == 1
    works.may_go_on.set()
    await asyncio.wait(client.pending_work)
    assert await works.get(FIRST, "b") == b"a"


async def test_what_has_changed_is_made_anew_and_the_old_forgotten() -> None:
    works = Works()
    for source, text in ((FIRST, "a"), (SECOND, "b"), (SECOND, "c"), (FIRST, "d")):
        await works.get(source, text)
    assert works.made == ["a", "b", "d"]


async def test_what_failed_is_tried_again() -> None:
    works = Works()
    for _ in range(2):
        with pytest.raises(LookupError):
            await works.get(FIRST, "fails")
    assert works.made == ["fails"] * 2


async def test_what_was_not_asked_for_longest_makes_room() -> None:
    works = Works(most=10)
    first, second, third = (Source(name, "") for name in ("one", "other", "third"))
    for source, text in (
        (first, "1234"),
        (second, "1234"),
        (first, "-"),
        (third, "1234"),
        (first, "-"),
    ):
        await works.get(source, text)
    assert works.made == ["1234"] * 3
    await works.get(second, "again")
    await works.get(Source("large", ""), "12345678901")
    await works.get(Source("large", ""), "too large to keep")
    assert works.made[3:] == ["again", "12345678901", "too large to keep"]


async def test_a_device_that_has_gone_is_forgotten_also_while_it_is_being_named() -> None:
    works = Works()
    await works.get(FIRST, "a")
    works.results.forget_device(BOB)
    assert await works.get(FIRST, "-") == b"a"
    works.results.forget_device(ANN)
    works.may_go_on.clear()
    asking = asyncio.create_task(works.get(FIRST, "b"))
    await asyncio.sleep(0)
    works.results.forget_device(ANN)
    works.may_go_on.set()
    assert await asking == b"b"
    assert await works.get(FIRST, "c") == b"c"
    works.results.forget_all()
    assert await works.get(FIRST, "d") == b"d"
