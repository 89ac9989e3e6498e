"""Workers receive each other's announcements, and learn when a lost connection missed some."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest
from uuid_utils.compat import uuid7

from pitchkeeper.database import cluster, notifications
from pitchkeeper.database.notifications import CHANNEL, CHANNELS, Notifications, Topic, channel

KILL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'pitchkeeper listener' AND datname = current_database()"
)


class Worker:
    """A worker, and what it heard."""

    def __init__(self, notifications: Notifications) -> None:
        self.notifications = notifications
        self.matches: list[UUID] = []
        self.tokens: list[UUID] = []
        self.devices: list[UUID] = []
        self.listened: list[bool] = []
        notifications.on_change(Topic.MATCH, self.matches.append)
        notifications.on_change(Topic.TOKEN, self.tokens.append)
        notifications.on_change(Topic.DEVICE, self.devices.append)
        notifications.on_listening(self.listened.append)


@asynccontextmanager
async def working(url: str, name: str) -> AsyncIterator[Worker]:
    """A worker that listens."""
    worker = Worker(Notifications(url, name))
    async with worker.notifications.lifespan():
        await until(lambda: worker.notifications.is_listening)
        yield worker


async def follow(worker: Worker, *match_ids: UUID) -> None:
    """Let a worker follow some matches, and wait until it would hear of them."""
    for match_id in match_ids:
        worker.notifications.follow(match_id)
    await until(lambda: set(worker.matches) >= set(match_ids))
    worker.matches.clear()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that stands still for seconds has lost no connection."""
    monkeypatch.setattr(notifications, "_CHECK", 60.0)


@pytest.fixture
async def two(patient: None, database_url: str) -> AsyncIterator[tuple[Worker, Worker]]:
    async with working(database_url, "one") as first, working(database_url, "two") as second:
        yield first, second


async def test_every_worker_hears_of_a_change_once(two: tuple[Worker, Worker]) -> None:
    first, second = two
    match_id, changed_id, deleted_id = uuid7(), uuid7(), uuid7()
    await follow(second, match_id)
    first.notifications.announce(match_id)
    first.notifications.announce_token(changed_id)
    first.notifications.announce_sign_out(deleted_id)
    assert (first.matches, first.tokens, first.devices) == ([match_id], [changed_id], [deleted_id])
    await until(lambda: bool(second.matches and second.tokens and second.devices))
    await asyncio.sleep(0.1)
    for worker in two:
        assert (worker.matches, worker.tokens, worker.devices) == (
            [match_id],
            [changed_id],
            [deleted_id],
        )


async def test_more_than_one_payload_holds_is_split(two: tuple[Worker, Worker]) -> None:
    first, second = two
    match_ids = {uuid7() for _ in range(5000)}
    await follow(second, *match_ids)
    for match_id in match_ids:
        first.notifications.announce(match_id)
    await until(lambda: len(second.matches) == 5000)
    assert set(second.matches) == match_ids


async def test_many_changes_of_a_match_are_few_announcements(two: tuple[Worker, Worker]) -> None:
    first, second = two
    match_id = uuid7()
    await follow(second, match_id)
    before = time.monotonic()
    for _ in range(200):
        first.notifications.announce(match_id)
        await asyncio.sleep(0.001)
    await until(lambda: bool(second.matches))
    await asyncio.sleep(0.1)
    assert len(first.matches) == 200
    assert len(second.matches) < 10 + 40 * (time.monotonic() - before)


async def test_what_is_announced_last_is_still_sent(database_url: str) -> None:
    match_id = uuid7()
    async with working(database_url, "two") as second:
        await follow(second, match_id)
        async with working(database_url, "one") as first:
            first.notifications.announce(match_id)
        await until(lambda: second.matches == [match_id])


async def test_a_killed_listener_says_so_and_listens_again(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    first, second = two
    await pool.execute(KILL)
    await until(lambda: second.listened == [True, False, True])
    match_id = uuid7()
    await follow(second, match_id)
    first.notifications.announce(match_id)
    await until(lambda: second.matches == [match_id])


async def test_what_cannot_be_announced_is_announced_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here to one who listens again already: others are told that they may have missed it."""
    match_id = uuid7()
    async with AsyncExitStack() as stack:
        with cluster.run(tmp_path, durable=False) as url:
            first = await stack.enter_async_context(working(url, "one"))
            second = await stack.enter_async_context(working(url, "two"))
        await until(
            lambda: not (first.notifications.is_listening or second.notifications.is_listening)
        )
        first.notifications.announce_token(match_id)
        await asyncio.sleep(0.5)
        assert second.tokens == []
        talk, may_talk = first.notifications._talk, asyncio.Event()

        async def talk_late(*, is_first: bool) -> None:
            await may_talk.wait()
            await talk(is_first=is_first)

        monkeypatch.setattr(first.notifications, "_talk", talk_late)
        stack.enter_context(cluster.run(tmp_path, durable=False))
        await until(lambda: second.notifications.is_listening)
        may_talk.set()
        await until(lambda: second.tokens == [match_id])
        assert second.listened == [True, False, True]
        await stack.aclose()


async def test_whoever_cannot_take_it_in_stops_nobody(two: tuple[Worker, Worker]) -> None:
    first, _ = two

    def refuse(_: UUID) -> None:
        raise ValueError

    heard: list[UUID] = []
    first.notifications.on_change(Topic.MATCH, refuse)
    first.notifications.on_change(Topic.MATCH, heard.append)
    first.notifications.announce(uuid7())
    assert len(heard) == 1


@pytest.mark.parametrize("payload", ["", "x", "x match", "x match 17", "x weather sunny"])
async def test_what_others_say_on_the_channel_is_passed_over(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]", payload: str
) -> None:
    first, second = two
    match_id = uuid7()
    await follow(second, match_id)
    for channel_name in (CHANNEL, channel(match_id)):
        await pool.execute("SELECT pg_notify($1, $2)", channel_name, payload)
    first.notifications.announce(match_id)
    await until(lambda: second.matches == [match_id])


async def test_a_worker_hears_nothing_of_matches_that_it_does_not_follow(
    two: tuple[Worker, Worker],
) -> None:
    first, second = two
    ids = [UUID(int=number) for number in range(CHANNELS)]
    await follow(second, ids[7])
    for match_id in ids:
        first.notifications.announce(match_id)
    first.notifications.announce_token(ids[0])
    await until(lambda: second.tokens == [ids[0]])
    await until(lambda: second.matches == [ids[7]])
    assert len(first.matches) == CHANNELS


async def test_a_match_is_followed_for_as_long_as_anybody_does(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    one, second = two
    first, same = UUID(int=7), UUID(int=7 + CHANNELS)
    await follow(second, first, first, same)

    async def announce(match_id: UUID) -> list[UUID]:
        second.matches.clear()
        second.tokens.clear()
        one.notifications.announce(match_id)
        await asyncio.sleep(0.1)
        one.notifications.announce_token(match_id)
        await until(lambda: bool(second.tokens))
        return list(second.matches)

    for follower in (first, same):
        second.notifications.unfollow(follower)
        assert await announce(first) == [first]
    second.notifications.unfollow(first)
    await until(lambda: not second.notifications._followed)
    await asyncio.sleep(0.2)
    assert await announce(first) == []


async def test_what_is_followed_is_heard_of_again_after_a_lost_connection(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    first, second = two
    match_id = uuid7()
    await follow(second, match_id)
    await pool.execute(KILL)
    await until(lambda: second.matches == [match_id])
    await until(lambda: second.listened == first.listened == [True, False, True])
    first.notifications.announce(match_id)
    await until(lambda: second.matches == [match_id, match_id])
