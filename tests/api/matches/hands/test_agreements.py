"""A table agrees on its hands, and disputes them."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeVar, TypeVarTuple
from uuid import UUID

import pytest
from litestar import Litestar

from pitchkeeper.access.devices import Command
from pitchkeeper.matches.changes import MatchChanges, MatchEdit
from pitchkeeper.matches.hands import disputes
from pitchkeeper.messages import languages
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Lane, Limits, Priority
from pitchkeeper.workers.processes import Process
from tests.support.agreements import AGREED, TWICE, confirm, dispute
from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.readers import PATIENCE
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, hand, record, sheet
from tests.support.tables import device_id, path, seat_device


async def states(phone: Device, match: Json) -> list[str]:
    return [line["agreement"] for line in (await sheet(phone, match))["lines"]]


async def test_where_one_is_enough_whoever_enters_a_hand_confirms_it(
    phone: Device, match: Json
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await record(phone, match, 2, {"trump": "S"})
    await record(phone, match, 3, TWICE)
    score_sheet = await sheet(phone, match)
    assert await states(phone, match) == ["confirmed", "unsettled", "unsettled"]
    assert score_sheet["unconfirmed"] == [2, 3]


async def test_both_sides_confirm_a_hand_for_themselves(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    recording = await record(phone, agreeing, 1, FOUR_TO_NONE)
    assert (recording["agreement"]["state"], recording["agreement"]["missing"]) == (
        "waiting",
        [0, 1],
    )
    assert (await confirm(bob, agreeing, 1))["missing"] == [0]
    assert (await confirm(phone, agreeing, 1))["state"] == "confirmed"
    assert await confirm(phone, agreeing, 1) == await confirm(bob, agreeing, 1)
    assert (await sheet(phone, agreeing))["version"] == 4


async def test_a_hand_that_changes_has_to_be_confirmed_again(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await confirm(phone, agreeing, 1)
    await confirm(bob, agreeing, 1)
    recording = await record(bob, agreeing, 1, THREE_TO_ONE)
    assert recording["agreement"] == {
        "state": "waiting",
        "confirmations": [],
        "missing": [0, 1],
        "dispute": None,
    }


async def test_only_the_owner_confirms_for_a_side_without_a_phone(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    answer = await bob.post(
        path(agreeing, 1, "confirmations"), json={"side": 0}, headers={"If-Match": "*"}
    )
    assert_problem(answer, 403, "not_allowed")
    assert (await confirm(phone, agreeing, 1, side=1))["missing"] == [0]


async def test_who_has_no_seat_speaks_for_no_side(
    phone: Device, bob: Device, agreeing: Json, database_url: str
) -> None:
    await seat_device(database_url, agreeing, bob, "scorer")
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    answer = await bob.post(path(agreeing, 1, "confirmations"), json={}, headers={"If-Match": "*"})
    assert_problem(answer, 409, "no_seat")


async def test_where_the_owner_confirms_nobody_else_does(
    phone: Device, bob: Device, database_url: str
) -> None:
    match = await open_match(phone, policy="owner")
    await seat_device(database_url, match, bob, "scorer", 1)
    await record(bob, match, 1, FOUR_TO_NONE)
    answer = await bob.post(path(match, 1, "confirmations"), json={}, headers={"If-Match": "*"})
    assert_problem(answer, 403, "not_allowed")
    assert (await confirm(phone, match, 1))["state"] == "confirmed"


async def test_only_what_was_seen_and_is_settled_can_be_confirmed(
    phone: Device, agreeing: Json
) -> None:
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await record(phone, agreeing, 1, {"trump": "S"})
    where = path(agreeing, 1, "confirmations")
    assert_problem(await phone.post(where, json={}), 428, "precondition_required")
    stale = await phone.post(where, json={}, headers={"If-Match": '"2"'})
    assert_problem(stale, 412, "stale_match")
    response = await phone.post(where, json={}, headers={"If-Match": '"3"'})
    assert_problem(response, 409, "not_settled")


async def test_a_dispute_locks_the_hand_but_not_the_match(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await confirm(phone, agreeing, 1)
    agreement = (await dispute(bob, agreeing, 1))["agreement"]
    assert (agreement["state"], agreement["confirmations"]) == ("disputed", [])
    assert agreement["dispute"]["reason"] == "No jack"
    ruling = agreement["dispute"]["ruling"]
    assert ruling["outcome"]
    assert ruling["clauses"]
    hand = (await phone.get(path(agreeing, 1))).json()
    assert hand["agreement"] == agreement
    brief = (await phone.get(path(agreeing, 1), params={"withRuling": "false"})).json()
    hand["agreement"]["dispute"]["ruling"] = None
    assert brief == hand
    entries = (await phone.get(f"{path(agreeing)}/journal")).json()["items"]
    disputes_ = [entry["hands"][0]["after"]["dispute"] for entry in entries if entry["hands"]]
    reasons = [(dispute_["reason"], dispute_["ruling"]) for dispute_ in disputes_ if dispute_]
    assert reasons == [("No jack", None)]
    base = path(agreeing, 1)
    any_version = {"If-Match": "*"}
    responses = [
        await phone.put(base, json=THREE_TO_ONE, headers=any_version),
        await phone.put(f"{base}/claims", json={}, headers=any_version),
        await phone.delete(base),
        await phone.post(f"{base}/confirmations", json={}, headers=any_version),
        await phone.post(f"{base}/disputes", json={"reason": "Me too"}),
        await phone.post(f"{base}/overruling", json=AGREED),
        await phone.post(f"{path(agreeing)}/versions/1/restore", headers=any_version),
    ]
    for answer in responses:
        assert_problem(answer, 409, "hand_disputed")
    await record(phone, agreeing, 2, THREE_TO_ONE)
    assert (await sheet(phone, agreeing))["scores"] == [5, 3]
    assert await states(phone, agreeing) == ["disputed", "waiting"]


async def test_a_dispute_carries_what_its_ruling_turns_on(phone: Device) -> None:
    match = await open_match(phone, "mb-lounge")
    body = {"calls": ["three", "pass", "pass", "four"], **hand(3, "four", 1, 1, 1, 1)}
    del body["contract"]
    await record(phone, match, 1, body)
    ruling = (await dispute(phone, match, 1))["agreement"]["dispute"]["ruling"]
    assert ruling["turnsOn"] or ruling["moot"]
    anew = (await phone.get(path(match, 1, "ruling"))).json()["ruling"]
    assert {key: ruling[key] for key in ruling} == {key: anew[key] for key in ruling}


@pytest.mark.parametrize(
    ("settling", "scores", "standing"),
    [
        ({"settlement": "corrected", "record": THREE_TO_ONE}, [1, 3], "scored"),
        ({"settlement": "ruling_accepted"}, [4, 0], "scored"),
        ({"settlement": "overruled", "overruling": AGREED, "reason": "Peace"}, [3, 1], "overruled"),
        ({"settlement": "withdrawn"}, [4, 0], "scored"),
    ],
)
async def test_a_dispute_ends_in_one_of_four_ways(
    phone: Device, match: Json, settling: Json, scores: list[int], standing: str
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await dispute(phone, match, 1)
    where = path(match, 1, "disputes/resolution")
    answer = await phone.post(where, json=settling)
    assert answer.status_code == 200, answer.text
    agreement = answer.json()
    assert (agreement["matchScores"], agreement["standing"]) == (scores, standing)
    resolution = agreement["agreement"]["dispute"]["resolution"]
    assert resolution["settlement"] == settling["settlement"]
    assert resolution["reason"] == settling.get("reason")
    assert agreement["agreement"]["dispute"]["ruling"] is None
    assert_problem(await phone.post(where, json=settling), 409, "not_disputed")
    await record(phone, match, 1, FOUR_TO_NONE)


async def test_who_disputed_may_settle_but_not_overrule(
    phone: Device, bob: Device, agreeing: Json, sign_in: SignIn, database_url: str
) -> None:
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await dispute(bob, agreeing, 1)
    where = path(agreeing, 1, "disputes/resolution")
    resolution = {"settlement": "overruled", "overruling": AGREED}
    assert_problem(await bob.post(where, json=resolution), 403, "not_allowed")
    async with await sign_in() as cid:
        await seat_device(database_url, agreeing, cid, "scorer", 2)
        response = await cid.post(where, json={"settlement": "withdrawn"})
        assert_problem(response, 403, "not_allowed")
    assert (await bob.post(where, json={"settlement": "withdrawn"})).status_code == 200


async def test_a_settlement_says_all_that_it_needs(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await dispute(phone, match, 1)
    where = path(match, 1, "disputes/resolution")
    for settlement, pointer in (("corrected", "/record"), ("overruled", "/overruling")):
        answer = await phone.post(where, json={"settlement": settlement})
        assert_problem(answer, 422, "settlement_incomplete", pointer)
    wrong = {"settlement": "overruled", "overruling": {**AGREED, "deltas": [1, 2, 3]}}
    assert_problem(await phone.post(where, json=wrong), 422, "wrong_length", "/overruling/deltas")
    for more, pointer in (({"record": {}}, "/record"), ({"overruling": AGREED}, "/overruling")):
        answer = await phone.post(where, json={"settlement": "withdrawn", **more})
        assert_problem(answer, 422, "settlement_incomplete", pointer)
    wrong = {"settlement": "corrected", "record": {"dealer": 7}}
    assert_problem(await phone.post(where, json=wrong), 422, "not_at_table", "/record/dealer")


async def test_viewers_look_and_change_nothing(
    phone: Device, bob: Device, agreeing: Json, database_url: str
) -> None:
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await seat_device(database_url, agreeing, bob, "viewer", 1)
    assert (await bob.get(path(agreeing))).status_code == 200
    assert (await bob.get(path(agreeing, 1))).status_code == 200
    base, any_version = path(agreeing, 1), {"If-Match": "*"}
    for answer in (
        await bob.put(base, json=THREE_TO_ONE, headers=any_version),
        await bob.put(f"{base}/claims", json={}, headers=any_version),
        await bob.delete(base),
        await bob.post(f"{base}/confirmations", json={}, headers=any_version),
        await bob.post(f"{base}/disputes", json={"reason": "No"}),
        await bob.post(f"{path(agreeing)}/undo", headers=any_version),
    ):
        assert_problem(answer, 403, "not_allowed")


async def test_who_confirms_agrees_to_what_the_hand_pays_and_who_dealt_it(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    for number in (1, 2, 3, 4):
        await record(phone, agreeing, number, hand(number % 2, "two", 0, 1, None, number % 2))
    headers = {"If-Match": '"5"'}

    async def confirm(who: Device) -> int:
        answer = await who.post(path(agreeing, 2, "confirmations"), json={}, headers=headers)
        return answer.status_code

    await record(phone, agreeing, 3, FOUR_TO_NONE)
    assert await confirm(bob) == 200
    await record(phone, agreeing, 1, {"dealer": 1} | FOUR_TO_NONE)
    assert await confirm(phone) == 412
    await record(phone, agreeing, 1, {"dealer": 3} | FOUR_TO_NONE)
    assert await confirm(phone) == 200


T = TypeVar("T")


Args = TypeVarTuple("Args")


class Interrupted(Adjudicator):
    """An adjudicator during whose first ruling something else happens."""

    def __init__(self, process: Process, happens: Callable[[], Awaitable[object]]) -> None:
        super().__init__("rulings", [Lane(process, Priority.URGENT)], Limits(1, 1))
        self.happens = happens
        self.asked = 0

    async def ask(
        self,
        question: Callable[[*Args], T],
        *arguments: *Args,
        priority: Priority = Priority.URGENT,
        until: float | None = None,
    ) -> T:
        self.asked += 1
        if self.asked == 1:
            await self.happens()
        return await super().ask(question, *arguments, priority=priority, until=until)


@pytest.mark.parametrize(("number", "questions"), [(2, 1), (1, 2)])
async def test_the_ruling_on_a_dispute_is_asked_for_again_only_if_its_hand_changed(
    phone: Device, match: Json, own_app: Litestar, number: int, questions: int
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    state, me = own_app.state.services, UUID(await device_id(phone))
    adjudicator = Interrupted(
        state.prover._processes[0], lambda: record(phone, match, number, THREE_TO_ONE)
    )
    store = state.matches.store
    ledger = MatchChanges(store, lambda: datetime.now(UTC), state.prover, PATIENCE)
    edit = MatchEdit(ledger, Command(me), UUID(match["matchId"]))
    change = await disputes.dispute(edit, adjudicator, 1, "No jack")
    assert (change.version, adjudicator.asked) == (4, questions)
    objection = change.hands[0].agreement.dispute
    assert objection is not None
    assert objection.ruling is not None
    scores = "Ann & Cid: +4." if number == 2 else "Ann & Cid: +1."
    assert scores in languages.texts(objection.ruling.details)
