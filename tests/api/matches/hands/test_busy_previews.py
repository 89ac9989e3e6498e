"""While the process of previews is busy hands are proven, and previews say that they are not."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from litestar import Litestar

from pitchkeeper.workers import clients
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Budget, Priority
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.readers import PATIENCE
from tests.support.tables import path

RECORD: Json = {
    "contract": {"pitcher": 0, "bid": "three"},
    "trump": "S",
    "claims": {"points": [{"point": "jack", "inPlay": False}]},
    "piles": [{"side": 0, "cards": ["AS"], "listed": "some"}],
}
TOLD = ("answers", "repairOutcomes", "impossibleCards", "cardsToAsk", "certainPoints")


@pytest.fixture
def prover(own_app: Litestar) -> Adjudicator:
    """Return the prover of the hands of matches."""
    adjudicator: Adjudicator = own_app.state.services.prover
    return adjudicator


@pytest.fixture
async def flood(prover: Adjudicator, tmp_path: Path) -> AsyncIterator[asyncio.Event]:
    """Others have the process of previews at work, and more wait, until this is set."""
    over, end = tmp_path / "over", asyncio.Event()

    async def preview(number: int) -> None:
        clients.set_address(f"203.0.113.{number}")
        work = f"until [ -e {over} ]; do sleep 0.02; done"
        await prover.ask(os.system, work, priority=Priority.PREVIEW)

    async def finish() -> None:
        await end.wait()
        over.touch()

    tasks = [asyncio.create_task(preview(number)) for number in range(9)]
    tasks.append(asyncio.create_task(finish()))
    await until(lambda: prover._queue.size == 9)
    yield end
    end.set()
    await asyncio.gather(*tasks)


@pytest.fixture
def short_patience(own_app: Litestar, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a preview."""
    monkeypatch.setattr(own_app.state.services.matches.scoring._changes, "_patience", 0.05)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def preview(phone: Device, match: Json, record: Json, number: int = 1) -> Json:
    answer = await phone.post(f"{path(match, number)}/preview", json=record)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


@pytest.mark.usefixtures("short_patience")
async def test_a_preview_that_would_have_to_wait_says_that_it_was_not_proven(
    phone: Device, match: Json, flood: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it says is right, but less: asked again it says the same and the rest."""
    hasty = await preview(phone, match, RECORD)
    assert (hasty["askAgainAfter"], hasty["verdict"]["isProven"]) == (2, False)
    assert not any(hasty[name] for name in TOLD)
    flood.set()
    monkeypatch.undo()
    calm = await preview(phone, match, RECORD)
    assert (calm["askAgainAfter"], calm["verdict"]["isProven"]) == (None, True)
    assert calm["impossibleCards"]
    for name in ("status", "pitcher", "bid", "trump", "deltas", "findings"):
        assert hasty["verdict"][name] == calm["verdict"][name]


@pytest.mark.usefixtures("flood")
async def test_a_preview_of_a_hand_that_is_proven_says_that_there_is_more_to_tell(
    phone: Device, match: Json, request: pytest.FixtureRequest
) -> None:
    await phone.put(path(match, 1), json=RECORD)
    request.getfixturevalue("short_patience")
    shown = await preview(phone, match, RECORD)
    assert (shown["askAgainAfter"], shown["verdict"]["isProven"]) == (2, True)
    assert not any(shown[name] for name in TOLD)


@pytest.mark.usefixtures("flood")
async def test_hands_are_proven_and_disputed_while_previews_wait(
    phone: Device, match: Json, prover: Adjudicator
) -> None:
    hand = (await phone.put(path(match, 1), json=RECORD)).json()
    assert hand["verdict"]["isProven"]
    response = await phone.post(f"{path(match, 1)}/disputes", json={"reason": "No"})
    assert response.json()["agreement"]["dispute"]["ruling"]["outcome"]
    assert prover._queue.size == 9


async def test_a_dispute_and_a_ruling_wait_no_longer_for_a_process_than_a_hand(
    phone: Device,
    match: Json,
    prover: Adjudicator,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """The hand is locked without its ruling, which is there once somebody has time for it."""
    await phone.put(path(match, 1), json={"calls": ["pass"] * 4})
    over = tmp_path / "over"

    async def record(number: int) -> None:
        clients.set_address(f"203.0.113.{number}")
        await prover.ask(os.system, f"until [ -e {over} ]; do sleep 0.02; done")

    recording = [asyncio.create_task(record(number)) for number in range(2)]
    await until(lambda: prover._queue.size == 2)
    request.getfixturevalue("short_patience")
    async with asyncio.timeout(PATIENCE):
        ruling = await phone.get(f"{path(match, 1)}/ruling")
        response = await phone.post(f"{path(match, 1)}/disputes", json={"reason": "No"})
    assert not over.exists()
    over.touch()
    await asyncio.gather(*recording)
    assert_problem(ruling, 503, "rulings_busy")
    assert ruling.headers["retry-after"] == "1"
    dispute = response.json()["agreement"]["dispute"]
    assert (response.status_code, dispute["ruling"]) == (201, None)
    assert (await phone.get(f"{path(match, 1)}/ruling")).json()["ruling"]["outcome"]


async def test_a_hand_does_not_wait_for_the_preview_of_itself(
    phone: Device, match: Json, flood: asyncio.Event, prover: Adjudicator
) -> None:
    previewing = asyncio.create_task(preview(phone, match, RECORD))
    await until(lambda: prover._queue.size == 10)
    hand = (await phone.put(path(match, 1), json=RECORD)).json()
    assert hand["verdict"]["isProven"]
    assert not previewing.done()
    flood.set()
    shown = await previewing
    assert (shown["askAgainAfter"], shown["verdict"]) == (None, hand["verdict"])


@pytest.mark.usefixtures("short_patience")
async def test_a_preview_that_takes_longer_than_anybody_waits_is_there_when_asked_for_again(
    phone: Device, match: Json, prover: Adjudicator
) -> None:
    worker = await prover.ask(os.getpid, priority=Priority.PREVIEW)
    os.kill(worker, signal.SIGSTOP)
    try:
        assert (await preview(phone, match, RECORD))["askAgainAfter"] == 2
        assert prover._queue.size == 1
    finally:
        os.kill(worker, signal.SIGCONT)
    await until(lambda: prover._queue.size == 0)
    os.kill(worker, signal.SIGSTOP)
    try:
        again = await preview(phone, match, RECORD)
    finally:
        os.kill(worker, signal.SIGCONT)
    assert (again["verdict"]["isProven"], again["askAgainAfter"]) == (True, None)
    assert again["impossibleCards"]


async def test_a_device_that_has_used_its_budget_is_answered_at_once_without_a_proof(
    phone: Device,
    sign_in: SignIn,
    match: Json,
    prover: Adjudicator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prover._queue, "_budget", Budget(per_device=0.0, per_address=1000.0))
    await phone.put(path(match, 1), json=RECORD)
    spent = await preview(phone, match, {**RECORD, "trump": "H"})
    assert (spent["askAgainAfter"], spent["verdict"]["isProven"]) == (2, False)
    ruling = await phone.get(f"{path(match, 1)}/ruling")
    assert_problem(ruling, 503, "rulings_busy")
    assert (await phone.put(path(match, 2), json=RECORD)).json()["verdict"]["isProven"]
    async with await sign_in() as second:
        theirs = await open_match(second)
        assert (await preview(second, theirs, RECORD))["verdict"]["isProven"]


@pytest.mark.usefixtures("flood")
async def test_a_preview_of_what_moves_other_hands_says_that_these_were_not_proven(
    phone: Device, match: Json, request: pytest.FixtureRequest
) -> None:
    """Their dealers move, so they are proven anew, though the hand itself is void."""
    for number, trump in ((1, "S"), (2, "H")):
        await phone.put(path(match, number), json={"contract": RECORD["contract"], "trump": trump})
    request.getfixturevalue("short_patience")
    void = (await phone.post(f"{path(match, 1)}/preview-void")).json()
    assert void["askAgainAfter"] == 2
    rules = f"/v1/matches/{match['matchId']}/rules/preview"
    response = await phone.post(rules, json={"ruleset": "rules-guru"})
    assert response.json()["askAgainAfter"] == 2
