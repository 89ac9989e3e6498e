"""One address that asks for many hard rulings holds up nobody else, and no match."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar

from pitchkeeper.rest import problems
from pitchkeeper.workers import clients
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Priority
from tests.support.operations import OPERATIONS
from tests.support.phones import Device, assert_problem, open_match
from tests.support.readers import PATIENCE

EASY: Final = {
    "ruleset": "mb-lounge",
    "players": 4,
    "record": {"calls": ["pass", "pass", "pass", "pass"]},
}
PROVEN: Final = EASY | {"record": {}}
HAND: Final = {"calls": ["pass", "pass", "pass", "pass"]}


def at(own_app: Litestar, address: str) -> Device:
    """A client that asks from an address."""
    transport = httpx.ASGITransport(app=own_app, client=(address, 1))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://table")


@pytest.fixture
async def greedy(own_app: Litestar) -> AsyncIterator[Device]:
    """Somebody who asks for as much as there is."""
    async with at(own_app, "192.0.2.1") as device:
        yield device


@asynccontextmanager
async def busy(
    adjudicator: Adjudicator,
    folder: Path,
    times: int = 1,
    priority: Priority = Priority.URGENT,
) -> AsyncIterator[None]:
    """So many other addresses have something else worked on until the block is left."""
    before = adjudicator._queue.size
    over = folder / f"over-{before}"

    async def work(number: int) -> None:
        clients.set_address(f"203.0.113.{number}")
        wait = f"until [ -e {over} ]; do sleep 0.05; done"
        await adjudicator.ask(os.system, wait, priority=priority)

    working = [asyncio.create_task(work(before + number)) for number in range(times)]
    await in_hand(adjudicator, before + times)
    try:
        yield
    finally:
        over.touch()
    await asyncio.gather(*working)


async def in_hand(adjudicator: Adjudicator, number: int) -> None:
    """Wait until so many questions are."""
    async with asyncio.timeout(PATIENCE):
        while adjudicator._queue.size < number:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


class Asked:
    """Requests in flight, and in which order they are answered."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self._tasks: list[asyncio.Task[httpx.Response]] = []

    def ask(self, name: str, request: Coroutine[object, object, httpx.Response]) -> None:
        task = asyncio.create_task(request)
        task.add_done_callback(lambda _: self.order.append(name))
        self._tasks.append(task)

    async def answered(self, number: int) -> None:
        """Wait until so many requests are answered."""
        async with asyncio.timeout(PATIENCE):
            while len(self.order) < number:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def answers(self, statuses: Collection[int] = (200, 503)) -> list[httpx.Response]:
        """The answers in the order in which they were asked for, those of some statuses."""
        responses = await asyncio.gather(*self._tasks)
        return [answer for answer in responses if answer.status_code in statuses]


def rulings(asked: Asked, device: Device, name: str, number: int) -> None:
    for _ in range(number):
        asked.ask(name, device.post("/v1/rulings/hand", json=EASY))


async def test_more_rulings_than_an_address_may_await_are_refused_at_once(
    greedy: Device, own_app: Litestar, tmp_path: Path
) -> None:
    rulings_asked = Asked()
    async with busy(own_app.state.services.adjudicator, tmp_path, 2):
        rulings(rulings_asked, greedy, "greedy", 40)
        await rulings_asked.answered(36)
    responses = await rulings_asked.answers([503])
    assert len(responses) == 36
    for answer in responses:
        assert_problem(answer, 503, "rulings_busy")
        assert answer.headers["retry-after"] == "1"
    assert len(await rulings_asked.answers([200])) == 4


async def test_a_ruling_waits_for_no_proof_at_work(own_app: Litestar, tmp_path: Path) -> None:
    """Proofs of many addresses would else hold up the rulings of all others for half a minute."""
    adjudicator = own_app.state.services.adjudicator
    async with (
        busy(adjudicator, tmp_path, 3, Priority.PREVIEW),
        at(own_app, "198.51.100.1") as second,
        asyncio.timeout(PATIENCE),
    ):
        assert (await second.post("/v1/rulings/hand", json=EASY)).status_code == 200


async def test_a_ruling_goes_before_a_proof_that_came_first(
    greedy: Device, own_app: Litestar, tmp_path: Path
) -> None:
    rulings_asked, adjudicator = Asked(), own_app.state.services.adjudicator
    async with at(own_app, "198.51.100.1") as second:
        async with busy(adjudicator, tmp_path), busy(adjudicator, tmp_path):
            rulings_asked.ask("proof", greedy.post("/v1/rulings/hand/proof", json=PROVEN))
            await in_hand(adjudicator, 2 + 1)
            rulings_asked.ask("ruling", second.post("/v1/rulings/hand", json=EASY))
            await in_hand(adjudicator, 2 + 2)
        assert len(await rulings_asked.answers([200])) == 2
    assert rulings_asked.order == ["ruling", "proof"]


async def test_a_proof_of_a_client_that_hangs_up_is_given_up(
    own_app: Litestar, tmp_path: Path
) -> None:
    adjudicator = own_app.state.services.adjudicator
    body = [{"type": "http.request", "body": json.dumps(PROVEN).encode(), "more_body": False}]
    is_away, statuses = asyncio.Event(), list[int]()

    async def receive() -> Any:
        if body:
            return body.pop()
        await is_away.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope: Any = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/v1/rulings/hand/proof",
        "raw_path": b"/v1/rulings/hand/proof",
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"table"), (b"content-type", b"application/json")],
        "client": ("192.0.2.1", 4711),
        "state": {},
    }
    async with busy(adjudicator, tmp_path), busy(adjudicator, tmp_path):
        asking = asyncio.create_task(own_app(scope, receive, send))
        await in_hand(adjudicator, 2 + 1)
        is_away.set()
        async with asyncio.timeout(PATIENCE):
            await asking
        assert adjudicator._queue.size == 2
    assert statuses == [problems.CLIENT_GONE]


async def test_others_are_answered_before_who_asks_for_many(
    greedy: Device, own_app: Litestar, tmp_path: Path
) -> None:
    """Told by one process that works while the other is busy: of two, either may be slower."""
    rulings_asked, adjudicator = Asked(), own_app.state.services.adjudicator
    async with busy(adjudicator, tmp_path), AsyncExitStack() as clients:
        async with busy(adjudicator, tmp_path):
            rulings(rulings_asked, greedy, "greedy", 4)
            await in_hand(adjudicator, 2 + 4)
            for number in range(5):
                client = at(own_app, f"198.51.100.{number}")
                rulings(rulings_asked, await clients.enter_async_context(client), "other", 1)
            await in_hand(adjudicator, 2 + 4 + 5)
        assert len(await rulings_asked.answers([200])) == 9
    assert rulings_asked.order == ["greedy", *["other"] * 5, *["greedy"] * 3]


async def test_while_one_address_has_hard_work_done_others_are_served(
    own_app: Litestar, tmp_path: Path
) -> None:
    async with (
        busy(own_app.state.services.adjudicator, tmp_path),
        at(own_app, "198.51.100.1") as second,
    ):
        for _ in range(5):
            assert (await second.post("/v1/rulings/hand", json=EASY)).status_code == 200


@pytest.mark.parametrize("question", ["call", "play", "hand", "winner", "irregularity"])
async def test_no_ruling_is_worked_out_where_everybody_is_answered(
    question: str, own_app: Litestar, tmp_path: Path
) -> None:
    """It waits for a process that has the time for it, and nobody else waits for it."""
    rulings_asked, adjudicator = Asked(), own_app.state.services.adjudicator
    path = f"/v1/rulings/{question}"
    (body,) = (call.body for call in OPERATIONS.values() if call.path == path)
    async with at(own_app, "198.51.100.1") as second:
        async with busy(adjudicator, tmp_path, 2):
            rulings_asked.ask(question, second.post(path, json=body))
            await in_hand(adjudicator, 2 + 1)
            assert not rulings_asked.order
        assert len(await rulings_asked.answers([200])) == 1


async def test_a_dispute_in_a_match_has_its_ruling_whatever_is_asked_in_public(
    greedy: Device, own_app: Litestar, phone: Device, tmp_path: Path
) -> None:
    path = await record_impossible(phone)
    rulings_asked, adjudicator = Asked(), own_app.state.services.adjudicator
    async with busy(adjudicator, tmp_path, 2):
        rulings(rulings_asked, greedy, "greedy", 40)
        await in_hand(adjudicator, 2 + 4)
        answer = await phone.post(f"{path}/disputes", json={"reason": "No"})
        assert adjudicator._queue.size == 2 + 4
    assert answer.status_code == 201, answer.text
    assert answer.json()["agreement"]["dispute"]["ruling"]["outcome"]
    await rulings_asked.answers()


async def test_who_has_matches_of_its_own_judged_again_and_again_holds_up_no_other(
    greedy: Device,
    own_app: Litestar,
    phone: Device,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_app.state.services.matches.match_changes, "_patience", PATIENCE)
    token = (await greedy.post("/v1/devices")).json()["token"]
    greedy.headers["Authorization"] = f"Bearer {token}"
    theirs, mine = await record_impossible(greedy), await record_impossible(phone)
    rulings_asked, adjudicator = Asked(), own_app.state.services.prover
    # The process that rules, not the one that only recordings have.
    async with busy(adjudicator, tmp_path, priority=Priority.PREVIEW):
        for _ in range(40):
            rulings_asked.ask("greedy", greedy.get(f"{theirs}/ruling"))
        await in_hand(adjudicator, 1 + 32)
        await rulings_asked.answered(8)
        rulings_asked.ask("mine", phone.get(f"{mine}/ruling"))
        await in_hand(adjudicator, 1 + 32 + 1)
    assert len(await rulings_asked.answers([200])) == 33
    # First who has used less of the processor: the other has had its hand proven as well.
    assert rulings_asked.order[:10] == [*["greedy"] * 8, "mine", "greedy"]


async def record_impossible(device: Device) -> str:
    """Return the path of the first hand of a device's match."""
    match = await open_match(device)
    path = f"/v1/matches/{match['matchId']}/hands/1"
    assert (await device.put(path, json=HAND)).status_code == 200
    return path
