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


async def followed(worker: Worker, *match_ids: UUID) -> None:
    """Let a worker follow some matches, and wait until it would hear of them."""
    for match_id in match_ids:
        worker.notifications.follow(match_id)
    await until(lambda: set(worker.matches) >= set(match_ids))
    worker.matches.clear()


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not wanted():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that stands still for seconds has lost no connection."""
    monkeypatch.setattr(notifications, "_CHECK", 60.0)


@pytest.fixture
async def two(patient: None, database_url: str) -> AsyncIterator[tuple[Worker, Worker]]:
    async with working(database_url, "one") as one, working(database_url, "two") as other:
        yield one, other


async def test_every_worker_hears_of_a_change_once(two: tuple[Worker, Worker]) -> None:
    one, other = two
    match_id, changed, gone = uuid7(), uuid7(), uuid7()
    await followed(other, match_id)
    one.notifications.announce(match_id)
    one.notifications.announce_token(changed)
    one.notifications.announce_sign_out(gone)
    assert (one.matches, one.tokens, one.devices) == ([match_id], [changed], [gone])
    await until(lambda: bool(other.matches and other.tokens and other.devices))
    await asyncio.sleep(0.1)
    for worker in two:
        assert (worker.matches, worker.tokens, worker.devices) == ([match_id], [changed], [gone])


async def test_more_than_one_payload_holds_is_split(two: tuple[Worker, Worker]) -> None:
    one, other = two
    changed = {uuid7() for _ in range(5000)}
    await followed(other, *changed)
    for match_id in changed:
        one.notifications.announce(match_id)
    await until(lambda: len(other.matches) == 5000)
    assert set(other.matches) == changed


async def test_many_changes_of_a_match_are_few_announcements(two: tuple[Worker, Worker]) -> None:
    one, other = two
    match_id = uuid7()
    await followed(other, match_id)
    before = time.monotonic()
    for _ in range(200):
        one.notifications.announce(match_id)
        await asyncio.sleep(0.001)
    await until(lambda: bool(other.matches))
    await asyncio.sleep(0.1)
    assert len(one.matches) == 200
    assert len(other.matches) < 10 + 40 * (time.monotonic() - before)


async def test_what_is_announced_last_is_still_sent(database_url: str) -> None:
    match_id = uuid7()
    async with working(database_url, "two") as other:
        await followed(other, match_id)
        async with working(database_url, "one") as one:
            one.notifications.announce(match_id)
        await until(lambda: other.matches == [match_id])


async def test_a_killed_listener_says_so_and_listens_again(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    one, other = two
    await pool.execute(KILL)
    await until(lambda: other.listened == [True, False, True])
    match_id = uuid7()
    await followed(other, match_id)
    one.notifications.announce(match_id)
    await until(lambda: other.matches == [match_id])


async def test_what_cannot_be_announced_is_announced_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here to one who listens again already: others are told that they may have missed it."""
    changed = uuid7()
    async with AsyncExitStack() as stack:
        with cluster.run(tmp_path, durable=False) as url:
            one = await stack.enter_async_context(working(url, "one"))
            other = await stack.enter_async_context(working(url, "two"))
        await until(
            lambda: not (one.notifications.is_listening or other.notifications.is_listening)
        )
        one.notifications.announce_token(changed)
        await asyncio.sleep(0.5)
        assert other.tokens == []
        talk, may_talk = one.notifications._talk, asyncio.Event()

        async def talk_late(*, is_first: bool) -> None:
            await may_talk.wait()
            await talk(is_first=is_first)

        monkeypatch.setattr(one.notifications, "_talk", talk_late)
        stack.enter_context(cluster.run(tmp_path, durable=False))
        await until(lambda: other.notifications.is_listening)
        may_talk.set()
        await until(lambda: other.tokens == [changed])
        assert other.listened == [True, False, True]
        await stack.aclose()


async def test_whoever_cannot_take_it_in_stops_nobody(two: tuple[Worker, Worker]) -> None:
    one, _ = two

    def refuse(_: UUID) -> None:
        raise ValueError

    heard: list[UUID] = []
    one.notifications.on_change(Topic.MATCH, refuse)
    one.notifications.on_change(Topic.MATCH, heard.append)
    one.notifications.announce(uuid7())
    assert len(heard) == 1


@pytest.mark.parametrize("said", ["", "x", "x match", "x match 17", "x weather sunny"])
async def test_what_others_say_on_the_channel_is_passed_over(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]", said: str
) -> None:
    one, other = two
    match_id = uuid7()
    await followed(other, match_id)
    for each in (CHANNEL, channel(match_id)):
        await pool.execute("SELECT pg_notify($1, $2)", each, said)
    one.notifications.announce(match_id)
    await until(lambda: other.matches == [match_id])


async def test_a_worker_hears_nothing_of_matches_that_it_does_not_follow(
    two: tuple[Worker, Worker],
) -> None:
    one, other = two
    ids = [UUID(int=number) for number in range(CHANNELS)]
    await followed(other, ids[7])
    for match_id in ids:
        one.notifications.announce(match_id)
    one.notifications.announce_token(ids[0])
    await until(lambda: other.tokens == [ids[0]])
    await until(lambda: other.matches == [ids[7]])
    assert len(one.matches) == CHANNELS


async def test_a_match_is_followed_for_as_long_as_anybody_does(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    one, other = two
    first, same = UUID(int=7), UUID(int=7 + CHANNELS)
    await followed(other, first, first, same)

    async def announce(match_id: UUID) -> list[UUID]:
        other.matches.clear()
        other.tokens.clear()
        one.notifications.announce(match_id)
        await asyncio.sleep(0.1)
        one.notifications.announce_token(match_id)
        await until(lambda: bool(other.tokens))
        return list(other.matches)

    for gone in (first, same):
        other.notifications.unfollow(gone)
        assert await announce(first) == [first]
    other.notifications.unfollow(first)
    await until(lambda: not other.notifications._followed)
    await asyncio.sleep(0.2)
    assert await announce(first) == []


async def test_what_is_followed_is_heard_of_again_after_a_lost_connection(
    two: tuple[Worker, Worker], pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    one, other = two
    match_id = uuid7()
    await followed(other, match_id)
    await pool.execute(KILL)
    await until(lambda: other.matches == [match_id])
    await until(lambda: other.listened == one.listened == [True, False, True])
    one.notifications.announce(match_id)
    await until(lambda: other.matches == [match_id, match_id])
