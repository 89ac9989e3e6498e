"""The streams of one worker: their limits, their heartbeat, and what is left of them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from granian.constants import Interfaces
from granian.server.embed import Server
from litestar import Litestar
from uuid_utils.compat import uuid7

from pitchkeeper.access import devices
from pitchkeeper.database.notifications import Topic
from pitchkeeper.matches.changes import MatchNotFound
from pitchkeeper.messages import languages
from pitchkeeper.sync import events, rooms
from pitchkeeper.sync.events import EndReason
from pitchkeeper.sync.hub import USUAL, Hub, StreamLimits, StreamsBusy
from pitchkeeper.sync.rooms import Stream
from pitchkeeper.sync.stream_counts import StreamCounts
from tests.support import servers
from tests.support.phones import Device, SignIn, opened
from tests.support.readers import PATIENCE, adjust, following, signed_in

REVOKE = "UPDATE devices SET revoked_at = now() WHERE device_id = $1"
REPLACE = "UPDATE devices SET token_hash = sha256('another') WHERE device_id = $1"
Open = Callable[..., Awaitable["Client"]]


class Client:
    """One stream, taken by a task of its own as a request would; `got` is what arrived."""

    def __init__(self, stream: Stream, task: "asyncio.Task[None]") -> None:
        self.stream = stream
        self.task = task
        self.got = b""

    @property
    def names(self) -> list[str]:
        """The names of the events that arrived."""
        lines = self.got.decode().splitlines()
        return [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]

    @property
    def ids(self) -> list[int]:
        """The ids of the events that arrived."""
        lines = self.got.decode().splitlines()
        return [int(line.removeprefix("id: ")) for line in lines if line.startswith("id: ")]

    async def until(self, wanted: Callable[["Client"], bool]) -> None:
        """Wait for something to arrive."""
        await until(lambda: wanted(self))


async def until(wanted: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@asynccontextmanager
async def hub_of(
    running: Litestar, limits: StreamLimits = USUAL
) -> AsyncIterator[tuple[Hub, Open]]:
    """A hub of the app's store, and how to open streams of it."""
    services = running.state.services
    devices = services.access.device_store
    told = services.notifications
    counts = StreamCounts(services.connections.common, uuid7, told.announce_streams)
    hub = Hub(services.matches.store, devices, lambda: 2000, told, counts, limits)
    tasks: list[asyncio.Task[None]] = []

    async def open_one(match: dict[str, Any], device: Device, *, reads: bool = True) -> Client:
        opening: asyncio.Future[Client] = asyncio.get_running_loop().create_future()

        async def request() -> None:
            try:
                shown = device.headers["authorization"]
                caller = await running.state.services.access.devices.recognise(shown)
                stream = await hub.open(UUID(match["matchId"]), caller, match.get("last"))
            except Exception as refused:
                opening.set_exception(refused)
                return
            opening.set_result(client := Client(stream, tasks[-1]))
            if not reads:
                await asyncio.Event().wait()
            async for piece in stream:
                client.got += piece

        tasks.append(asyncio.create_task(request()))
        tasks[-1].add_done_callback(lambda _: opening.cancel())
        return await opening

    async with hub.lifespan():
        yield hub, open_one
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await until(lambda: (len(hub), hub.rooms, hub.devices) == (0, 0, frozenset()))


async def test_a_heartbeat_comes_while_nothing_happens(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with hub_of(running, StreamLimits(heartbeat=0.001)) as (_, open_one):
        client = await open_one(match, phone)
        await client.until(lambda client: b"\n\n:\n\n:\n\n" in client.got)
        assert client.got.startswith(b"retry: 2000\n\nevent: sheet\n")  # no beat before
        assert client.names == ["sheet"]


async def test_each_stream_speaks_the_language_of_the_request_that_opened_it(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with hub_of(running, StreamLimits(poll=0.05)) as (_, open_one):
        with languages.using("es"):
            spanish = await open_one(match, phone)
        english = await open_one(match, phone)
        path = f"/v1/matches/{match['matchId']}"
        out_of_turn = (match["nextDealer"] + 1) % 4
        await phone.put(f"{path}/hands/1", json={"dealer": out_of_turn})
        for client, language in ((spanish, "es"), (english, "en")):
            await client.until(lambda client: client.names == ["sheet", "change", "sheet"])
            shown = await phone.get(path, headers={"Accept-Language": language})
            (found,) = shown.json()["lines"][0]["findings"]
            assert found["message"]["text"] in client.got.decode()
        assert spanish.got != english.got


async def test_a_change_that_nobody_announced_is_found(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with hub_of(running, StreamLimits(poll=0.05)) as (_, open_one):
        client = await open_one(match, phone)
        await adjust(phone, match["matchId"])
        await client.until(lambda client: client.names == ["sheet", "change", "sheet"])


async def test_a_long_absence_is_told_in_pages(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    for _ in range(10):
        await adjust(phone, match["matchId"])
    async with hub_of(running, StreamLimits(page=3)) as (_, open_one):
        clients = await asyncio.gather(
            *(open_one(match | {"last": str(known)}, phone) for known in (1, 7, 10, 11))
        )
        for known, client in zip((1, 7, 10, 11), clients, strict=True):
            await client.until(lambda client: "sheet" in client.names)
            assert client.ids == [*range(known + 1, 12), 11]
            assert client.names == ["change"] * (11 - known) + ["sheet"]


async def test_the_oldest_stream_of_a_device_makes_room(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with hub_of(running, StreamLimits(per_device=2)) as (hub, open_one):
        first, second, third = [await open_one(match, phone) for _ in range(3)]
        await first.task
        assert first.got.endswith(events.end(EndReason.TOO_MANY_STREAMS))
        await until(lambda: len(hub) == 2)
        assert not second.task.done()
        assert not third.task.done()


async def test_the_streams_of_a_device_are_counted_in_all_workers(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    few, told = StreamLimits(per_device=2), running.state.services.notifications
    async with hub_of(running, few) as (one, open_one), hub_of(running, few) as (other, open_other):
        for hub in (one, other):
            told.on_change(Topic.STREAMS, hub.recount)
        first, second = await open_one(match, phone), await open_other(match, phone)
        third = await open_one(match, phone)
        await first.task
        assert first.got.endswith(events.end(EndReason.TOO_MANY_STREAMS))
        fourth = await open_one(match, phone)
        await second.task
        assert second.got.endswith(events.end(EndReason.TOO_MANY_STREAMS))
        for client in (third, fourth):
            assert not client.task.done()
            client.task.cancel()
        await until(lambda: len(one) == 0)


async def test_a_stream_that_is_over_counts_no_more(
    running: Litestar,
    phone: Device,
    match: dict[str, Any],
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    count = "SELECT cardinality(stream_ids) FROM streams"
    async with hub_of(running, StreamLimits(per_device=2)) as (hub, open_one):
        stays = await open_one(match, phone)
        for _ in range(5):
            leaves = await open_one(match, phone)
            leaves.task.cancel()
            await until(lambda: len(hub) == 1)
            async with asyncio.timeout(PATIENCE):
                while await pool.fetchval(count) != 1:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        assert not stays.task.done()


async def test_what_a_crash_forgot_of_streams_ends_none(
    running: Litestar,
    phone: Device,
    match: dict[str, Any],
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    async with hub_of(running, StreamLimits(per_device=2)) as (hub, open_one):
        client = await open_one(match, phone)
        await pool.execute("DELETE FROM streams")
        hub.recount(next(iter(hub.devices)))
        await asyncio.gather(*hub._recounts)
        assert not client.task.done()


async def test_a_worker_that_has_enough_streams_takes_no_more(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with hub_of(running, StreamLimits(streams=2)) as (hub, open_one):
        await open_one(match, phone)
        leaving = await open_one(match, phone)
        with pytest.raises(StreamsBusy):
            await open_one(match, phone)
        leaving.task.cancel()
        await until(lambda: len(hub) == 1)
        await open_one(match, phone)


async def test_a_server_that_stops_takes_no_more(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with hub_of(running) as (hub, open_one):
        client = await open_one(match, phone)
        hub.stop()
        await asyncio.wait([client.task])
        assert client.task.cancelled()
        assert client.got.endswith(events.RECONNECT)
        with pytest.raises(StreamsBusy):
            await open_one(match, phone)


async def test_who_does_not_read_is_cut_off(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with hub_of(running, StreamLimits(waiting=4, heartbeat=0.5)) as (hub, open_one):
        slow = await open_one(match, phone, reads=False)
        quick = await open_one(match, phone)
        with suppress(asyncio.CancelledError):
            await slow.task
        assert slow.task.cancelled()
        assert not quick.task.done()
        await until(lambda: len(hub) == 1)


async def test_a_device_that_signs_out_follows_nothing(
    running: Litestar, phone: Device, sign_in: SignIn
) -> None:
    async with await sign_in() as other, hub_of(running) as (hub, open_one):
        gone = [await open_one(await opened(phone), phone) for _ in range(2)]
        stays = await open_one(await opened(other), other)
        (device_id,) = hub.devices - {stays.stream.device_id}
        hub.end_device(device_id)
        await asyncio.gather(*(client.task for client in gone))
        assert all(client.got.endswith(events.end(EndReason.SIGNED_OUT)) for client in gone)
        await until(lambda: hub.devices == {stays.stream.device_id})


async def test_a_sign_out_that_nobody_announced_is_found(
    running: Litestar, phone: Device, sign_in: SignIn, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    async with (
        await sign_in() as other,
        hub_of(running, StreamLimits(poll=0.05)) as (hub, open_one),
    ):
        gone = [await open_one(await opened(phone), phone) for _ in range(2)]
        stays = await open_one(await opened(other), other)
        device_id = gone[0].stream.device_id
        await pool.execute(REVOKE, device_id)
        await until(
            lambda: all(client.got.endswith(events.end(EndReason.SIGNED_OUT)) for client in gone)
        )
        await until(lambda: hub.devices == {stays.stream.device_id})


async def test_a_new_token_that_nobody_announced_is_found(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    """Whoever stole the old one follows no longer; who came with the new one goes on."""
    token = (await phone.post("/v1/devices/me/token")).json()["token"]
    async with hub_of(running, StreamLimits(poll=0.05)) as (_, open_one):
        old = await open_one(match, phone)
        phone.headers["Authorization"] = f"Bearer {token}"
        new = await open_one(match, phone)
        await asyncio.wait([old.task])
        assert old.got.endswith(events.RECONNECT)
        await adjust(phone, match["matchId"])
        await new.until(lambda client: client.names == ["sheet", "change", "sheet"])


@pytest.mark.parametrize(
    ("change", "told"),
    [(REVOKE, events.end(EndReason.SIGNED_OUT)), (REPLACE, b"event: reconnect")],
)
async def test_what_was_missed_while_nobody_listened_is_looked_for_at_once(
    running: Litestar,
    phone: Device,
    match: dict[str, Any],
    pool: "asyncpg.Pool[asyncpg.Record]",
    change: str,
    told: bytes,
) -> None:
    async with hub_of(running, StreamLimits(poll=3600)) as (hub, open_one):
        client = await open_one(match, phone)
        await pool.execute(change, client.stream.device_id)
        hub.poll()
        await client.until(lambda client: told in client.got)


async def test_a_refused_stream_leaves_nothing(
    running: Litestar, match: dict[str, Any], sign_in: SignIn
) -> None:
    async with await sign_in() as stranger, hub_of(running) as (hub, open_one):
        with pytest.raises(MatchNotFound):
            await open_one(match, stranger)
        await until(lambda: (len(hub), hub.rooms) == (0, 0))


async def test_a_refused_request_is_not_cut_off_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer may take longer than a client has to take the end of a stream."""
    monkeypatch.setattr(rooms, "_GRACE", 0.0)
    device = devices.Device(UUID(int=1), b"", datetime.now(UTC))
    stream = Stream(device, None, retry=1000, longest=8)
    stream.end(events.end(EndReason.NOT_IN_MATCH), MatchNotFound())
    with pytest.raises(MatchNotFound):
        await stream.admitted
    for _ in range(10):
        await asyncio.sleep(0.01)


async def test_those_who_come_at_once_share_what_is_read(
    running: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    """All get the very same sheet, and of what they missed each just its own part."""
    for _ in range(5):
        await adjust(phone, match["matchId"])
    async with hub_of(running, StreamLimits(per_device=100)) as (_, open_one):
        clients = await asyncio.gather(
            *(open_one(match | {"last": str(1 + number % 7)}, phone) for number in range(50))
        )
        for number, client in enumerate(clients):
            await client.until(lambda client: "sheet" in client.names)
            known = 1 + number % 7
            assert client.ids == ([*range(known + 1, 7)] if known < 7 else []) + [6]


async def test_disconnects_are_noticed(running: Litestar, database_url: str) -> None:
    port = servers.free_port()
    server = Server(running, address="127.0.0.1", port=port, interface=Interfaces.ASGINL)
    serving = asyncio.create_task(server.serve())
    hub: Hub = running.state.services.hub
    async with signed_in(f"http://127.0.0.1:{port}") as phone:
        match_id = str((await opened(phone))["matchId"])
        for _ in range(3):
            async with following(phone, match_id) as one, following(phone, match_id) as two:
                await one.next("sheet")
                await two.next("sheet")
                assert (len(hub), hub.rooms) == (2, 1)
            await until(lambda: (len(hub), hub.rooms) == (0, 0))
    server.stop()  # type: ignore[no-untyped-call]
    await serving
