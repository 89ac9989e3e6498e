"""One address has little at work at a time of what is costly, however much it asks for."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest
from litestar import Litestar

from pitchkeeper import app
from pitchkeeper.documents import pdf
from pitchkeeper.documents.documents import Document
from pitchkeeper.rate_limits import RateLimit, RateLimited
from pitchkeeper.rest import operations, problems
from pitchkeeper.rest.limits import throttle
from pitchkeeper.rest.limits.throttle import MAX_SLOTS, Slots
from pitchkeeper.workers.clients import Client
from tests.api.rest.test_limits import living_with_limits
from tests.support.apps import client
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.readers import PATIENCE
from tests.support.tables import path

PAPERS = ("mb-lounge", "rules-guru", "setback", "pitch31")


_asking: list[asyncio.Task[None]] = []


@pytest.fixture(autouse=True)
async def home() -> AsyncIterator[None]:
    """In the end nobody waits any more."""
    yield
    while _asking:
        _asking.pop().cancel()


class Crowd:
    """Requests of addresses, each of which is at work until it may end.

    `Ax1` is the first of device x at address A, `A1` the only one of a device there.
    """

    def __init__(self, **limits: float) -> None:
        self.slots = Slots(**limits)  # type: ignore[arg-type]
        self.work: dict[str, asyncio.Future[None]] = {}
        self.at_work: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """Let some ask, one after the other."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._ask(name))
            _asking.append(self.tasks[name])
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def end(self, name: str) -> None:
        """Let one end, and wait until its turn is given to the next."""
        self._ends[name].set()
        await self.tasks[name]

    async def give_up(self, name: str) -> None:
        """Let one hang up while work of it goes on."""
        self.tasks[name].cancel()
        await asyncio.wait([self.tasks[name]])

    async def _ask(self, name: str) -> None:
        client = Client(name[0], name[:2])
        async with self.slots.slot(client):
            self.at_work.append(name)
            self.work[name] = asyncio.get_running_loop().create_future()
            client.track_work(self.work[name])
            await self._ends[name].wait()
            self.work[name].set_result(None)


async def until(crowd: Crowd, *names: str) -> None:
    """Wait until these were at work, in this order."""
    async with asyncio.timeout(PATIENCE):
        while crowd.at_work != [*names]:  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_an_address_with_enough_in_hand_waits_and_others_do_not() -> None:
    crowd = Crowd()
    await crowd.come("A1", "A2", "A3", "A4", "B1")
    assert crowd.at_work == ["A1", "A2", "B1"]
    await crowd.end("A2")
    await until(crowd, "A1", "A2", "B1", "A3")
    await crowd.end("A1")
    await until(crowd, "A1", "A2", "B1", "A3", "A4")


async def test_whoever_leaves_the_line_takes_no_turn() -> None:
    crowd = Crowd(slots=1)
    await crowd.come("A1", "A2", "A3")
    crowd.tasks["A2"].cancel()
    await asyncio.wait([crowd.tasks["A2"]])
    await crowd.end("A1")
    await until(crowd, "A1", "A3")


async def test_a_device_has_one_turn_at_a_time() -> None:
    crowd = Crowd()
    await crowd.come("Ax1", "Ax2", "Ax3", "Ay1")
    assert crowd.at_work == ["Ax1", "Ay1"]
    await crowd.end("Ax1")
    await until(crowd, "Ax1", "Ay1", "Ax2")


async def test_devices_of_an_address_take_turns() -> None:
    crowd = Crowd(slots=1)
    await crowd.come("Ax1", "Ax2", "Ax3", "Ay1", "Ay2")
    for name in ("Ax1", "Ay1", "Ax2"):
        await crowd.end(name)
    await until(crowd, "Ax1", "Ay1", "Ax2", "Ay2")


async def test_one_device_does_not_fill_the_line() -> None:
    crowd = Crowd(slots=1)
    await crowd.come(*(f"Ax{number}" for number in range(throttle.MAX_PER_DEVICE + 1)))
    with pytest.raises(RateLimited):
        await crowd.tasks[f"Ax{throttle.MAX_PER_DEVICE}"]
    await crowd.come("Ay1")
    await crowd.end("Ax0")
    await until(crowd, "Ax0", "Ay1")


async def test_a_turn_is_free_again_when_whoever_has_it_hangs_up() -> None:
    crowd = Crowd(slots=1)
    await crowd.come("Ax1", "Ay1")
    await crowd.give_up("Ax1")
    await until(crowd, "Ax1", "Ay1")
    assert not crowd.work["Ax1"].done()


async def test_hang_ups_are_no_way_round_the_limit() -> None:
    """Of one request that was given up the work goes on beside, of a second one in its turn."""
    crowd = Crowd()
    await crowd.come("Ax1", "Ax2", "Ax3", "Ay1", "Ay2")
    await crowd.give_up("Ax1")
    await until(crowd, "Ax1", "Ay1", "Ax2")
    await crowd.give_up("Ax2")
    await crowd.end("Ay1")
    await until(crowd, "Ax1", "Ay1", "Ax2", "Ay2")
    crowd.work["Ax2"].set_result(None)
    await until(crowd, "Ax1", "Ay1", "Ax2", "Ay2", "Ax3")
    for name in ("Ax3", "Ay2"):
        await crowd.end(name)
    crowd.work["Ax1"].set_result(None)
    await assert_nothing_stays(crowd)


async def test_too_many_are_told_so_at_once() -> None:
    crowd = Crowd(slots=1, waiting=2)
    await crowd.come("A1", "A2", "A3", "A4")
    with pytest.raises(RateLimited) as error:
        await crowd.tasks["A4"]
    assert error.value.seconds == 1
    assert crowd.at_work == ["A1"]


async def test_whoever_waits_too_long_is_told_to_come_back() -> None:
    crowd = Crowd(slots=1, wait_seconds=0.01)
    await crowd.come("A1", "A2")
    with pytest.raises(RateLimited):
        await crowd.tasks["A2"]
    await crowd.end("A1")


async def test_a_turn_rests_before_it_is_given_to_the_next() -> None:
    crowd = Crowd(slots=1, min_rest=0.05)
    await crowd.come("A1", "A2")
    await crowd.end("A1")
    assert crowd.at_work == ["A1"]
    await until(crowd, "A1", "A2")


@pytest.mark.parametrize(
    ("seconds", "least", "rest"), [(0, 0, 0), (0.01, 0, 0.03), (0.01, 0.1, 0.1), (60, 0, 0.25)]
)
def test_a_rest_is_longer_than_its_request_and_never_long(
    seconds: float, least: float, rest: float
) -> None:
    assert throttle.rest(seconds, least) == rest


async def test_of_addresses_that_ask_nothing_nothing_is_kept() -> None:
    crowd = Crowd(slots=1)
    await crowd.come("A1", "A2")
    await crowd.end("A1")
    await until(crowd, "A1", "A2")
    await crowd.end("A2")
    await assert_nothing_stays(crowd)


async def assert_nothing_stays(crowd: Crowd) -> None:
    """Wait until nothing is known of any address."""
    async with asyncio.timeout(PATIENCE):
        while crowd.slots._addresses:  # noqa: ASYNC110
            await asyncio.sleep(0)


@asynccontextmanager
async def setting(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[str]]:
    """The papers that are being set; none is done before the block is left."""
    papers_begun, may_end, paper = list[str](), threading.Event(), pdf.render

    def slowly(document: Document) -> bytes:
        papers_begun.append(document.title)
        may_end.wait(PATIENCE)
        return paper(document)

    monkeypatch.setattr(pdf, "render", slowly)
    try:
        yield papers_begun
    finally:
        may_end.set()


async def test_papers_of_one_address_hold_up_its_costly_reads_and_nothing_else(
    own_app: Litestar, phone: Device, match: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        second = await stack.enter_async_context(client(own_app, "192.0.2.7"))
        papers_begun = await stack.enter_async_context(setting(monkeypatch))
        books = [f"/v1/rulesets/{paper}/rulebook.pdf" for paper in PAPERS]
        books.append(f"{path(match)}/export.pdf")
        asking = [asyncio.create_task(phone.get(book)) for book in books]
        await wait_for_papers(papers_begun, MAX_SLOTS)
        # A costly read of the same address waits; a sheet, a hand, and what others read do not.
        waiting = asyncio.create_task(phone.get("/v1/rulesets"))
        assert (await phone.get(path(match))).status_code == 200
        deal_passed_out = {"calls": ["pass"] * 4}
        assert (await phone.put(f"{path(match)}/hands/1", json=deal_passed_out)).status_code == 200
        assert (await second.get("/v1/rulesets")).status_code == 200
        assert not waiting.done()
        assert len(papers_begun) == MAX_SLOTS
    answers = await asyncio.gather(*asking, waiting)
    assert [answer.status_code for answer in answers] == [200] * (len(PAPERS) + 2)


async def test_papers_of_a_device_that_hangs_up_hold_up_no_other_of_its_address(
    own_app: Litestar, phone: Device, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        second = await stack.enter_async_context(await sign_in())
        books = [f"{path(await open_match(phone))}/export.pdf" for _ in range(MAX_SLOTS)]
        papers_begun = await stack.enter_async_context(setting(monkeypatch))
        for number, book in enumerate(books, 1):
            has_gone_away = asyncio.Event()
            asking = asyncio.create_task(ask(own_app, phone, book, has_gone_away))
            await wait_for_papers(papers_begun, number)
            has_gone_away.set()
            assert await asking == problems.CLIENT_GONE
        async with asyncio.timeout(PATIENCE):
            assert (await second.get("/v1/rulesets")).status_code == 200
        assert len(papers_begun) == MAX_SLOTS


async def ask(own_app: Litestar, phone: Device, where: str, has_gone_away: asyncio.Event) -> int:
    """Ask for something, and hang up once that is set; the status of the answer."""
    first = [{"type": "http.request", "body": b"", "more_body": False}]
    statuses: list[int] = []

    async def receive() -> Any:
        if first:
            return first.pop()
        await has_gone_away.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await own_app(scope(phone, where), receive, send)
    return statuses[0]


def scope(phone: Device, where: str) -> Any:
    """Return the ASGI scope of a phone's request."""
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": where,
        "raw_path": where.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [
            (b"host", b"table"),
            (b"authorization", phone.headers["Authorization"].encode()),
        ],
        "client": ("127.0.0.1", 4711),
        "state": {},
    }


async def wait_for_papers(papers_begun: list[str], papers: int) -> None:
    """Wait until so many papers are being set."""
    async with asyncio.timeout(PATIENCE):
        while len(papers_begun) < papers:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_paper_that_many_ask_for_is_set_once(
    own_app: Litestar, phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = "/v1/rulesets/rules-guru/rulebook.pdf"
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(client(own_app, f"192.0.2.{number}"))
            for number in range(5)
        ]
        async with setting(monkeypatch) as papers_begun:
            asking = [asyncio.create_task(client_.get(book)) for client_ in (phone, *clients)]
            await wait_for_papers(papers_begun, 1)
        assert len({response.content for response in await asyncio.gather(*asking)}) == 1
    again = await phone.get(
        book, headers={"If-None-Match": (await phone.get(book)).headers["etag"]}
    )
    assert (again.status_code, len(papers_begun)) == (304, 1)


async def test_a_stream_has_its_turn_only_while_it_begins(
    own_app: Litestar, phone: Device, match: Json
) -> None:
    """Forty phones of a pub follow, and none of them keeps another from it."""
    starts = asyncio.Semaphore(0)

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200
            starts.release()

    events = f"{path(match)}/events"
    following = [
        asyncio.create_task(own_app(scope(phone, events), receive, send))
        for _ in range(MAX_SLOTS + 2)
    ]
    async with asyncio.timeout(PATIENCE):
        for _ in following:
            await starts.acquire()
    for stream in following:
        stream.cancel()
    await asyncio.wait(following)


async def test_refusals_of_an_address_are_apart(database_url: str) -> None:
    async with living_with_limits(database_url, address=RateLimit("address", 1, 3600)) as (
        _,
        device,
    ):
        assert (await device.get("/v1/rulesets")).status_code == 200
        loop = asyncio.get_running_loop()
        began = loop.time()
        for answer in await asyncio.gather(*(device.get("/v1/matches") for _ in range(6))):
            assert_problem(answer, 429, "rate_limited")
        assert loop.time() - began >= 5 * 0.02


def test_whatever_is_read_without_a_token_takes_turns() -> None:
    operations_by_id = {
        handler.opt["operation"].id: handler.opt["operation"] for handler in app.HANDLERS
    }
    public = {
        name
        for name, operation in operations_by_id.items()
        if operation.is_public and operation.is_read
    }
    health = {name for name, operation in operations_by_id.items() if operation.tag == "Health"}
    costly = {name for name, operation in operations_by_id.items() if operation.takes_slot}
    assert public - health <= costly
    files = {
        name
        for name, operation in operations_by_id.items()
        if "Content-Disposition" in operation.answer_headers
    }
    pictures = {
        name
        for name, operation in operations_by_id.items()
        if operation.media_type.startswith("image/")
    }
    assert files | pictures | {"streamMatchEvents", "previewRules"} <= costly
    assert not {"getMatch", "recordHand", "disputeHand", "previewHand"} & costly
    with_key = {
        name
        for name, operation in operations_by_id.items()
        if operations.KEY_HEADER in operation.headers
    }
    assert not with_key & costly, "it would be given up half done"


def test_a_read_in_turns_is_whole_however_soon_it_begins(address: str) -> None:
    """The server is never asked by two whether the client is still there."""
    with httpx.Client(base_url=address) as client:
        token = client.post("/v1/devices").json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        for _ in range(150):
            assert client.get("/v1/matches/export.json").json() == {"matches": []}
