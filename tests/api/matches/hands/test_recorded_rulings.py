"""Proofs are stored with the hand, stay valid when the match changes, and can be repeated."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from litestar import Litestar

from pitch.hand.proofs import Witness
from pitch.hand.records import HandRecord
from pitchkeeper.workers import adjudicators
from pitchkeeper.workers.adjudicators import Adjudicator, RulingsBusy
from pitchkeeper.workers.priority_queues import Lane, Limits, Priority
from pitchkeeper.workers.processes import Process
from tests.support.apps import FORK_SERVER
from tests.support.hands import deal
from tests.support.oracles import certificates
from tests.support.phones import Device, Json, open_match
from tests.support.readers import PATIENCE

HAND = {
    "trump": "S",
    "piles": [
        {"side": 0, "cards": ["KS", "QD", "9S", "4D", "AC", "7C", "3C", "2H"]},
        {
            "side": 1,
            "cards": [
                *("AS", "5S", "TH", "6H", "JS", "8S", "TD", "2D"),
                *("KH", "9H", "3H", "4H", "TC", "5C", "6D", "7D"),
            ],
        },
    ],
}
CALLED = {"calls": ["three", "pass", "pass", "pass"], **HAND}


async def put(phone: Device, match: Json, number: int, record: Json) -> Json:
    path = f"/v1/matches/{match['matchId']}/hands/{number}"
    answer = await phone.put(path, json=record, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text
    hand: Json = answer.json()
    return hand


async def ruling(phone: Device, match: Json, number: int) -> Json:
    answer = await phone.get(f"/v1/matches/{match['matchId']}/hands/{number}/ruling")
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    return body


async def test_a_recorded_hand_is_proven_and_the_proof_is_kept(phone: Device, match: Json) -> None:
    verdict = (await put(phone, match, 1, CALLED))["verdict"]
    assert (verdict["isProven"], verdict["revokes"], verdict["undecided"]) == (True, 0, [])
    again = (await phone.get(f"/v1/matches/{match['matchId']}/hands/1")).json()["verdict"]
    assert again == verdict


async def test_judging_again_agrees_and_shows_how_the_hand_can_have_been_played(
    phone: Device, match: Json
) -> None:
    await put(phone, match, 1, CALLED)
    body = await ruling(phone, match, 1)
    assert body["agrees"] is True
    witness = msgspec.convert(body["ruling"]["witness"], Witness)
    assert certificates.violations(witness) == []
    replay = certificates.Replayed(witness, deal("mb-lounge"))
    record = msgspec.convert(CALLED, HandRecord)
    for pointer in certificates.leaves(record):
        assert replay.shows(record, pointer, pitchers=(0,)), pointer


async def test_hands_whose_dealer_changes_are_proven_again(phone: Device) -> None:
    """The calls of the second hand begin at another seat once the first was dealt by another."""
    match = await open_match(phone)
    await put(phone, match, 1, CALLED)
    second = await put(phone, match, 2, CALLED)
    assert (second["dealer"], second["verdict"]["pitcher"]) == (0, 1)
    await put(phone, match, 1, {"dealer": 0, **CALLED})
    hand = (await phone.get(f"/v1/matches/{match['matchId']}/hands/2")).json()
    assert (hand["dealer"], hand["verdict"]["pitcher"]) == (1, 2)
    assert hand["verdict"]["isProven"] is True
    assert (await ruling(phone, match, 2))["agrees"] is True


async def test_an_impossible_hand_is_kept_with_its_conflict_and_what_would_mend_it(
    phone: Device, match: Json
) -> None:
    claims = {
        "points": [
            {"point": "high", "side": 0, "card": "QS"},
            {"point": "low", "side": 1, "card": "TS"},
            {"point": "jack", "inPlay": False},
        ]
    }
    wrong = {"contract": {"pitcher": 0, "bid": "three"}, "claims": claims}
    hand = await put(phone, match, 1, wrong)
    assert hand["standing"] == "impossible"
    (finding,) = hand["verdict"]["findings"]
    assert (finding["code"], finding["kind"]) == ("too_few_ranks_between", "violation")
    assert hand["verdict"]["revokes"] == 1
    assert len(hand["verdict"]["repairs"]) == 5
    first = hand["verdict"]["repairs"][0]["change"]
    assert (first["op"], first["path"]) == ("replace", "/claims/points/0/card")
    assert first["value"] == '"KS"'


async def test_the_sheet_says_who_can_win_with_the_hand_that_is_open(phone: Device) -> None:
    """Only the pitching side can go out: with High and Low elsewhere nobody does, else it may."""
    match = await open_match(phone, options={"target": 3})
    contract = {"contract": {"pitcher": 0, "bid": "three"}}
    lost = {"points": [{"point": "high", "side": 1}, {"point": "low", "side": 1}]}
    await put(phone, match, 1, {**contract, "claims": lost})
    sheet = (await phone.get(f"/v1/matches/{match['matchId']}")).json()
    assert (sheet["winner"], sheet["unscored"]) == (None, [1])
    assert sheet["outlook"] == {"winners": [], "mayPlayOn": True, "isCertain": True}
    await put(phone, match, 1, {**contract, "claims": {"points": [{"point": "high", "side": 0}]}})
    sheet = (await phone.get(f"/v1/matches/{match['matchId']}")).json()
    assert sheet["outlook"] == {"winners": [0], "mayPlayOn": True, "isCertain": False}


def end_this_process() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
async def adjudicator() -> AsyncIterator[Adjudicator]:
    """An adjudicator with a process of its own."""
    process = Process(FORK_SERVER)
    adjudicator_ = Adjudicator("hands", [Lane(process, Priority.BACKGROUND)], Limits(32, 128))
    async with adjudicator_.lifespan():
        yield adjudicator_
    await process.close()


async def test_a_process_that_dies_is_replaced(adjudicator: Adjudicator) -> None:
    dealt = deal("mb-lounge")
    with pytest.raises(RulingsBusy):
        await adjudicator.ask(end_this_process)
    proof = await adjudicator.prove(msgspec.convert(CALLED, HandRecord), dealt)
    assert proof is not None
    assert proof.revokes == 0


async def test_a_hand_that_was_foreseen_is_not_proven_again(adjudicator: Adjudicator) -> None:
    dealt = deal("mb-lounge")
    record = msgspec.convert(CALLED, HandRecord)
    proof = await adjudicator.prove(record, dealt)
    assert await adjudicator.prove(msgspec.convert(CALLED, HandRecord), dealt) is proof
    proof_elsewhere = await adjudicator.prove(record, deal("mb-lounge", dealer=0))
    assert proof_elsewhere is not None
    assert proof_elsewhere.dealer == 0


@asynccontextmanager
async def busy(
    adjudicator: Adjudicator, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator["asyncio.Task[int]"]:
    """The process of an adjudicator has something else to do for as long as this lasts."""
    start, over = folder / "begun", folder / "over"
    with monkeypatch.context() as patch:
        patch.setattr(adjudicators, "_SECONDS", 2 * PATIENCE)
        work = f"touch {start}; until [ -e {over} ]; do sleep 0.05; done"
        slow = asyncio.create_task(adjudicator.ask(os.system, work))
        await until(start.exists)
        try:
            yield slow
        finally:
            over.touch()
    await asyncio.wait([slow])


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_hand_is_not_lost_when_it_cannot_be_proven(
    own_app: Litestar, phone: Device, match: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies while the hand waits: it is kept unproven, and proven the next time."""
    adjudicator = own_app.state.services.matches.scoring._prove.__self__
    worker = await adjudicator.ask(os.getpid)
    async with busy(adjudicator, tmp_path, monkeypatch) as slow:
        waiting = asyncio.create_task(put(phone, match, 1, CALLED))
        await until(lambda: adjudicator._queue.size == 2)
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(RulingsBusy):
            await slow
    hand = await waiting
    assert hand["standing"] == "scored"
    second = await put(phone, match, 2, CALLED)
    assert second["verdict"]["isProven"] is True
    assert (await ruling(phone, match, 1))["ruling"]["verdict"]["isProven"] is True


async def test_a_write_does_not_wait_long_for_a_proof(
    own_app: Litestar, phone: Device, match: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who wait for the match do not wait longer for it: their time runs already."""
    prover = own_app.state.services.prover
    for number in range(1, 5):
        await put(phone, match, number, CALLED)
    monkeypatch.setattr(own_app.state.services.matches.scoring._changes, "_patience", 0.2)
    async with busy(prover, tmp_path, monkeypatch) as slow:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(
                *(
                    put(phone, match, 1 + seat, {"dealer": (3 + seat) % 4, **CALLED})
                    for seat in range(4)
                )
            )
        assert not slow.done()
        assert await list_proofs(phone, match) == [False] * 4
    monkeypatch.undo()
    await put(phone, match, 5, CALLED)
    assert await list_proofs(phone, match) == [True] * 5


async def test_a_write_that_changes_every_dealer_is_answered_before_all_is_proven_again(
    own_app: Litestar, phone: Device, match: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 9):
        await put(phone, match, number, CALLED)
    monkeypatch.setattr(own_app.state.services.matches.scoring._changes, "_patience", 0.0)
    first = await put(phone, match, 1, {"dealer": 0, **CALLED})
    assert (first["dealer"], first["standing"]) == (0, "scored")
    assert first["verdict"]["isProven"] is False
    async with asyncio.timeout(PATIENCE):
        while await list_proofs(phone, match) != [True] * 8:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def list_proofs(phone: Device, match: Json) -> list[bool]:
    """Return whether each hand of a match is proven."""
    sheet = (await phone.get(f"/v1/matches/{match['matchId']}")).json()
    numbers = [line["number"] for line in sheet["lines"]]
    responses = [
        await phone.get(f"/v1/matches/{match['matchId']}/hands/{number}") for number in numbers
    ]
    return [hand.json()["verdict"]["isProven"] for hand in responses]


async def test_a_proof_that_nobody_waits_for_goes_on(
    adjudicator: Adjudicator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = deal("mb-lounge")
    worker = await adjudicator.ask(os.getpid)
    record = msgspec.convert(CALLED, HandRecord)
    async with busy(adjudicator, tmp_path, monkeypatch):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await adjudicator.prove(record, dealt)
        proving = [*adjudicator._proving.values()]
    await asyncio.gather(*proving)
    proof = adjudicator._proofs[record, dealt]
    assert await adjudicator.prove(record, dealt) is proof
    assert await adjudicator.ask(os.getpid) == worker


async def test_at_the_end_what_is_not_proven_is_given_up(
    adjudicator: Adjudicator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with busy(adjudicator, tmp_path, monkeypatch) as slow:
        async with adjudicator.lifespan():
            record = msgspec.convert(CALLED, HandRecord)
            waiting = asyncio.create_task(adjudicator.prove(record, deal("mb-lounge")))
            await until(lambda: adjudicator._queue.size == 2)
        for given_up in (waiting, slow):
            with pytest.raises(asyncio.CancelledError):
                await given_up
