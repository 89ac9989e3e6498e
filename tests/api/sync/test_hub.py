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
from tests.support.phones import Device, SignIn, open_match
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

    async def until(self, condition: Callable[["Client"], bool]) -> None:
        """Wait for something to arrive."""
        await until(lambda: condition(self))


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@asynccontextmanager
async def open_hub(
    own_app: Litestar, limits: StreamLimits = USUAL
) -> AsyncIterator[tuple[Hub, Open]]:
    """A hub of the app's store, and how to open streams of it."""
    services = own_app.state.services
    devices = services.access.device_store
    notifications = services.notifications
    counts = StreamCounts(services.connections.common, uuid7, notifications.announce_streams)
    hub = Hub(services.matches.store, devices, lambda: 2000, notifications, counts, limits)
    tasks: list[asyncio.Task[None]] = []

    async def follow(match: dict[str, Any], device: Device, *, reads: bool = True) -> Client:
        opening: asyncio.Future[Client] = asyncio.get_running_loop().create_future()

        async def request() -> None:
            try:
                token = device.headers["authorization"]
                caller = await own_app.state.services.access.devices.recognise(token)
                stream = await hub.open(UUID(match["matchId"]), caller, match.get("last"))
            except Exception as error:
                opening.set_exception(error)
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
        yield hub, follow
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await until(lambda: (len(hub), hub.rooms, hub.devices) == (0, 0, frozenset()))


async def test_a_heartbeat_comes_while_nothing_happens(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with open_hub(own_app, StreamLimits(heartbeat=0.001)) as (_, follow):
        client = await follow(match, phone)
        await client.until(lambda client: b"\n\n:\n\n:\n\n" in client.got)
        assert client.got.startswith(b"retry: 2000\n\nevent: sheet\n")  # no beat before
        assert client.names == ["sheet"]


async def test_each_stream_speaks_the_language_of_the_request_that_opened_it(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with open_hub(own_app, StreamLimits(poll=0.05)) as (_, follow):
        with languages.using("es"):
            spanish = await follow(match, phone)
        english = await follow(match, phone)
        path = f"/v1/matches/{match['matchId']}"
        out_of_turn = (match["nextDealer"] + 1) % 4
        await phone.put(f"{path}/hands/1", json={"dealer": out_of_turn})
        for client, language in ((spanish, "es"), (english, "en")):
            await client.until(lambda client: client.names == ["sheet", "change", "sheet"])
            response = await phone.get(path, headers={"Accept-Language": language})
            (finding,) = response.json()["lines"][0]["findings"]
            assert finding["message"]["text"] in client.got.decode()
        assert spanish.got != english.got


async def test_a_change_that_nobody_announced_is_found(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with open_hub(own_app, StreamLimits(poll=0.05)) as (_, follow):
        client = await follow(match, phone)
        await adjust(phone, match["matchId"])
        await client.until(lambda client: client.names == ["sheet", "change", "sheet"])


async def test_a_long_absence_is_told_in_pages(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    for _ in range(10):
        await adjust(phone, match["matchId"])
    async with open_hub(own_app, StreamLimits(page=3)) as (_, follow):
        clients = await asyncio.gather(
            *(follow(match | {"last": str(version)}, phone) for version in (1, 7, 10, 11))
        )
        for known, client in zip((1, 7, 10, 11), clients, strict=True):
            await client.until(lambda client: "sheet" in client.names)
            assert client.ids == [*range(known + 1, 12), 11]
            assert client.names == ["change"] * (11 - known) + ["sheet"]


async def test_the_oldest_stream_of_a_device_makes_room(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with open_hub(own_app, StreamLimits(per_device=2)) as (hub, follow):
        first, second, third = [await follow(match, phone) for _ in range(3)]
        await first.task
        assert first.got.endswith(events.end(EndReason.TOO_MANY_STREAMS))
        await until(lambda: len(hub) == 2)
        assert not second.task.done()
        assert not third.task.done()


async def test_the_streams_of_a_device_are_counted_in_all_workers(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    few, notifications = StreamLimits(per_device=2), own_app.state.services.notifications
    async with (
        open_hub(own_app, few) as (one, follow),
        open_hub(own_app, few) as (other, follow_second),
    ):
        for hub in (one, other):
            notifications.on_change(Topic.STREAMS, hub.recount)
        first, second = await follow(match, phone), await follow_second(match, phone)
        third = await follow(match, phone)
        await first.task
        assert first.got.endswith(events.end(EndReason.TOO_MANY_STREAMS))
        fourth = await follow(match, phone)
        await second.task
        assert second.got.endswith(events.end(EndReason.TOO_MANY_STREAMS))
        for client in (third, fourth):
            assert not client.task.done()
            client.task.cancel()
        await until(lambda: len(one) == 0)


async def test_a_stream_that_is_over_counts_no_more(
    own_app: Litestar,
    phone: Device,
    match: dict[str, Any],
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    count = "SELECT cardinality(stream_ids) FROM streams"
    async with open_hub(own_app, StreamLimits(per_device=2)) as (hub, follow):
        stays = await follow(match, phone)
        for _ in range(5):
            leaves = await follow(match, phone)
            leaves.task.cancel()
            await until(lambda: len(hub) == 1)
            async with asyncio.timeout(PATIENCE):
                while await pool.fetchval(count) != 1:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        assert not stays.task.done()


async def test_what_a_crash_forgot_of_streams_ends_none(
    own_app: Litestar,
    phone: Device,
    match: dict[str, Any],
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    async with open_hub(own_app, StreamLimits(per_device=2)) as (hub, follow):
        client = await follow(match, phone)
        await pool.execute("DELETE FROM streams")
        hub.recount(next(iter(hub.devices)))
        await asyncio.gather(*hub._recounts)
        assert not client.task.done()


async def test_a_worker_that_has_enough_streams_takes_no_more(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with open_hub(own_app, StreamLimits(streams=2)) as (hub, follow):
        await follow(match, phone)
        leaving = await follow(match, phone)
        with pytest.raises(StreamsBusy):
            await follow(match, phone)
        leaving.task.cancel()
        await until(lambda: len(hub) == 1)
        await follow(match, phone)


async def test_a_server_that_stops_takes_no_more(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with open_hub(own_app) as (hub, follow):
        client = await follow(match, phone)
        hub.stop()
        await asyncio.wait([client.task])
        assert client.task.cancelled()
        assert client.got.endswith(events.RECONNECT)
        with pytest.raises(StreamsBusy):
            await follow(match, phone)


async def test_who_does_not_read_is_cut_off(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    async with open_hub(own_app, StreamLimits(waiting=4, heartbeat=0.5)) as (hub, follow):
        slow = await follow(match, phone, reads=False)
        quick = await follow(match, phone)
        with suppress(asyncio.CancelledError):
            await slow.task
        assert slow.task.cancelled()
        assert not quick.task.done()
        await until(lambda: len(hub) == 1)


async def test_a_device_that_signs_out_follows_nothing(
    own_app: Litestar, phone: Device, sign_in: SignIn
) -> None:
    async with await sign_in() as second, open_hub(own_app) as (hub, follow):
        clients = [await follow(await open_match(phone), phone) for _ in range(2)]
        stays = await follow(await open_match(second), second)
        (device_id,) = hub.devices - {stays.stream.device_id}
        hub.end_device(device_id)
        await asyncio.gather(*(client.task for client in clients))
        assert all(client.got.endswith(events.end(EndReason.SIGNED_OUT)) for client in clients)
        await until(lambda: hub.devices == {stays.stream.device_id})


async def test_a_sign_out_that_nobody_announced_is_found(
    own_app: Litestar, phone: Device, sign_in: SignIn, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    async with (
        await sign_in() as second,
        open_hub(own_app, StreamLimits(poll=0.05)) as (hub, follow),
    ):
        clients = [await follow(await open_match(phone), phone) for _ in range(2)]
        stays = await follow(await open_match(second), second)
        device_id = clients[0].stream.device_id
        await pool.execute(REVOKE, device_id)
        await until(
            lambda: all(client.got.endswith(events.end(EndReason.SIGNED_OUT)) for client in clients)
        )
        await until(lambda: hub.devices == {stays.stream.device_id})


async def test_a_new_token_that_nobody_announced_is_found(
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    """Whoever stole the old one follows no longer; who came with the new one goes on."""
    token = (await phone.post("/v1/devices/me/token")).json()["token"]
    async with open_hub(own_app, StreamLimits(poll=0.05)) as (_, follow):
        old = await follow(match, phone)
        phone.headers["Authorization"] = f"Bearer {token}"
        new = await follow(match, phone)
        await asyncio.wait([old.task])
        assert old.got.endswith(events.RECONNECT)
        await adjust(phone, match["matchId"])
        await new.until(lambda client: client.names == ["sheet", "change", "sheet"])


@pytest.mark.parametrize(
    ("change", "payload"),
    [(REVOKE, events.end(EndReason.SIGNED_OUT)), (REPLACE, b"event: reconnect")],
)
async def test_what_was_missed_while_nobody_listened_is_looked_for_at_once(
    own_app: Litestar,
    phone: Device,
    match: dict[str, Any],
    pool: "asyncpg.Pool[asyncpg.Record]",
    change: str,
    payload: bytes,
) -> None:
    async with open_hub(own_app, StreamLimits(poll=3600)) as (hub, follow):
        client = await follow(match, phone)
        await pool.execute(change, client.stream.device_id)
        hub.poll()
        await client.until(lambda client: payload in client.got)


async def test_a_refused_stream_leaves_nothing(
    own_app: Litestar, match: dict[str, Any], sign_in: SignIn
) -> None:
    async with await sign_in() as stranger, open_hub(own_app) as (hub, follow):
        with pytest.raises(MatchNotFound):
            await follow(match, stranger)
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
    own_app: Litestar, phone: Device, match: dict[str, Any]
) -> None:
    """All get the very same sheet, and of what they missed each just its own part."""
    for _ in range(5):
        await adjust(phone, match["matchId"])
    async with open_hub(own_app, StreamLimits(per_device=100)) as (_, follow):
        clients = await asyncio.gather(
            *(follow(match | {"last": str(1 + number % 7)}, phone) for number in range(50))
        )
        for number, client in enumerate(clients):
            await client.until(lambda client: "sheet" in client.names)
            version = 1 + number % 7
            assert client.ids == ([*range(version + 1, 7)] if version < 7 else []) + [6]


async def test_disconnects_are_noticed(own_app: Litestar, database_url: str) -> None:
    port = servers.free_port()
    server = Server(own_app, address="127.0.0.1", port=port, interface=Interfaces.ASGINL)
    serving = asyncio.create_task(server.serve())
    hub: Hub = own_app.state.services.hub
    async with signed_in(f"http://127.0.0.1:{port}") as phone:
        match_id = str((await open_match(phone))["matchId"])
        for _ in range(3):
            async with following(phone, match_id) as stream, following(phone, match_id) as two:
                await stream.next("sheet")
                await two.next("sheet")
                assert (len(hub), hub.rooms) == (2, 1)
            await until(lambda: (len(hub), hub.rooms) == (0, 0))
    server.stop()  # type: ignore[no-untyped-call]
    await serving
