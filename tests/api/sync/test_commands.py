"""Commands from the queue of a phone that was offline: each has one effect, in its order."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import asyncpg
from litestar import Litestar
from uuid_utils.compat import uuid7

from tests.support.phones import Device, Json, SignIn, assert_problem
from tests.support.queues import enter_hand, make_command, opening, outcomes, post, send
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, journal, record, sheet
from tests.support.tables import TOUCHED, path, seat_device

PENALTY = {"side": 0, "points": -1, "reason": "Table talk"}


def plain(items: list[Json]) -> list[Json]:
    """Answers without whether they were given before."""
    return [{**item, "outcome": None} for item in items]


def evening(hands: int = 8) -> list[Json]:
    """A match of some hands, every third corrected, as a phone without connection keeps it."""
    queue = [opening()]
    for number in range(1, hands + 1):
        queue.append(enter_hand(queue[-1], number, THREE_TO_ONE if number % 2 else FOUR_TO_NONE))
        if number % 3 == 0:
            queue.append(enter_hand(queue[-1], number, {"trump": "S"} | FOUR_TO_NONE))
    return queue


async def begin(phone: Device) -> tuple[Json, Json]:
    """Send the commands that open a match and record its first hand, and return them."""
    command = opening()
    first = enter_hand(command, 1, FOUR_TO_NONE)
    await send(phone, command, first)
    return command, first


async def test_an_evening_offline_is_sent_at_once_and_again_without_effect(phone: Device) -> None:
    queue = evening()
    first = await send(phone, *queue)
    assert outcomes(first) == ["done"] * len(queue), first
    assert [item["version"] for item in first] == list(range(1, len(queue) + 1))
    assert [item["status"] for item in first] == [201] + [200] * (len(queue) - 1)
    score_sheet = await sheet(phone, queue[0])
    again = await send(phone, *queue)
    assert outcomes(again) == ["repeated"] * len(queue)
    assert plain(again) == plain(first)
    assert await sheet(phone, queue[0]) == score_sheet
    assert len(score_sheet["lines"]) == 8


async def test_every_kind_of_command_does_what_its_operation_does(phone: Device) -> None:
    command = opening()
    auction = {"contract": {"pitcher": 0, "bid": "four"}, "trump": "S"}
    steps: list[tuple[str, Json]] = [
        ("record_hand", {"number": 1, "body": FOUR_TO_NONE}),
        ("record_auction", {"number": 2, "body": auction}),
        ("record_pile", {"number": 2, "side": 0, "body": {"cards": ["AS", "2S", "JS", "TD"]}}),
        ("record_holding", {"number": 2, "seat": 0, "body": {"cards": ["AS"]}}),
        ("record_tricks", {"number": 2, "body": {"tricksWon": [6, 0]}}),
        ("record_claims", {"number": 2, "body": {"points": [{"point": "jack", "side": 0}]}}),
        ("make_adjustment", {"body": PENALTY}),
        ("cancel_adjustment", {"adjustment": 1, "body": {"reason": "It was none"}}),
        ("confirm_hand", {"number": 1, "body": {}}),
        ("confirm_hands", {"body": {"hands": [1], "side": 0}}),
        ("dispute_hand", {"number": 2, "body": {"reason": "No jack"}}),
        ("resolve_dispute", {"number": 2, "body": {"settlement": "withdrawn"}}),
        ("void_hand", {"number": 1}),
    ]
    queue = [command]
    for kind, fields in steps:
        queue.append(make_command(kind, command["matchId"], after=queue[-1]["commandId"], **fields))
    items = await send(phone, *queue)
    assert outcomes(items) == ["done"] * len(queue), items
    assert [item["status"] for item in items if item["status"] == 201] == [201] * 3
    assert [item["hand"] for item in items] == [
        None,
        1,
        2,
        2,
        2,
        2,
        2,
        None,
        None,
        1,
        None,
        2,
        2,
        1,
    ]
    actions = [entry["action"] for entry in await journal(phone, command)]
    assert actions[-7:] == [
        *("adjustment_made", "adjustment_cancelled", "hand_confirmed", "hands_confirmed"),
        *("hand_disputed", "dispute_resolved", "hand_voided"),
    ]


async def test_commands_that_were_queued_under_the_first_contract_are_carried_out(
    phone: Device,
) -> None:
    """There each of High, Low, Jack and Game was a field of its own."""
    command = opening()
    record = {
        "contract": {"pitcher": 0, "bid": "three"},
        "claims": {"high": {"side": 0}, "game": {"pips": [40, 30]}},
    }
    first = enter_hand(command, 1, record)
    body = {"jack": {"inPlay": False}, "low": {"side": 1, "card": "2S"}, "lowDealtTo": 1}
    second = make_command(
        "record_claims", command["matchId"], after=first["commandId"], number=1, body=body
    )
    items = await send(phone, command, first, second)
    assert outcomes(items) == ["done"] * 3, items
    hand = (await phone.get(f"/v1/matches/{command['matchId']}/hands/1")).json()["record"]
    assert hand["claims"] == {
        "points": [{"point": "low", "side": 1, "card": "2S"}, {"point": "jack", "inPlay": False}]
    }
    assert hand["lowDealtTo"] == 1


async def test_a_refused_command_does_not_stop_the_others(phone: Device) -> None:
    command = opening()
    gap, first = enter_hand(command, 3, FOUR_TO_NONE), enter_hand(command, 1, FOUR_TO_NONE)
    stray = enter_hand(command, 1, {"piles": [{"side": 5, "cards": []}]})
    items = await send(phone, command, gap, stray, first)
    assert outcomes(items) == ["done", "hand_out_of_order", "not_at_table", "done"]
    assert (items[1]["status"], items[1]["version"]) == (409, None)
    assert items[2]["problem"]["errors"][0]["pointer"] == "/piles/0/side"
    assert items[2]["problem"]["instance"] == "/v1/commands"


async def test_what_comes_before_its_predecessor_waits_for_it(phone: Device) -> None:
    opened, second = opening(), opening()
    first = enter_hand(opened, 1, FOUR_TO_NONE)
    correction = enter_hand(first, 1, THREE_TO_ONE)
    assert outcomes(await send(phone, opened, correction)) == ["done", "command_missing"]
    assert len(await journal(phone, opened)) == 1
    assert outcomes(await send(phone, first, correction)) == ["done", "done"]
    elsewhere = enter_hand(first, 1, FOUR_TO_NONE) | {"matchId": second["matchId"]}
    assert outcomes(await send(phone, second, elsewhere)) == ["done", "command_missing"]


async def test_nobody_follows_what_another_device_did(
    phone: Device, sign_in: SignIn, database_url: str
) -> None:
    opened = opening()
    await send(phone, opened)
    async with await sign_in() as second:
        await seat_device(database_url, opened, second, "scorer")
        command = enter_hand(opened, 1, FOUR_TO_NONE)
        assert outcomes(await send(second, command)) == ["command_missing"]
        seen = make_command(
            "record_hand", opened["matchId"], number=1, body=FOUR_TO_NONE, seenVersion=1
        )
        assert outcomes(await send(second, seen)) == ["done"]


async def test_two_devices_may_give_one_id_to_two_commands(
    phone: Device, sign_in: SignIn, database_url: str
) -> None:
    command, first = await begin(phone)
    async with await sign_in() as second:
        await seat_device(database_url, command, second, "scorer")
        same = make_command("void_hand", command["matchId"], number=1) | {
            "commandId": first["commandId"]
        }
        assert outcomes(await send(second, same)) == ["done"]


async def test_an_offline_phone_writes_over_nothing_that_it_has_not_seen(
    phone: Device, sign_in: SignIn, database_url: str
) -> None:
    command, first = await begin(phone)
    async with await sign_in() as second_phone:
        await seat_device(database_url, command, second_phone, "scorer")
        await record(second_phone, command, 1, THREE_TO_ONE)
    late, blind = ({"trump": "H"} | FOUR_TO_NONE, {"trump": "D"} | FOUR_TO_NONE)
    correction = enter_hand(first, 1, late)
    unseen = make_command("record_hand", command["matchId"], number=1, body=blind)
    items = await send(phone, correction, unseen, enter_hand(first, 2, FOUR_TO_NONE))
    assert outcomes(items) == ["stale_match", "precondition_required", "done"]
    assert [item["status"] for item in items] == [412, 428, 200]
    conflict = items[0]["problem"]["conflict"]
    assert conflict["yours"]["record"] == late
    assert conflict["theirs"]["record"] == THREE_TO_ONE
    again = correction | {"seenVersion": conflict["matchVersion"]}
    assert outcomes(await send(phone, again)) == ["done"]
    assert outcomes(await send(phone, correction)) == ["repeated"]


async def test_a_phone_knows_its_own_changes_but_not_what_others_changed_before_them(
    phone: Device, sign_in: SignIn, database_url: str
) -> None:
    command, first = await begin(phone)
    async with await sign_in() as second_phone:
        await seat_device(database_url, command, second_phone, "scorer")
        version = (await sheet(phone, command))["version"]
        await record(second_phone, command, 1, THREE_TO_ONE)
    second = enter_hand(first, 2, FOUR_TO_NONE, seenVersion=version)
    conditions = {"after": second["commandId"], "seenVersion": version}
    fields = {"number": 1, "body": {"trump": "H"} | FOUR_TO_NONE}
    queue = [
        second,
        make_command("record_hand", command["matchId"], **fields, **conditions),
        make_command("confirm_hand", command["matchId"], number=1, body={}, **conditions),
        make_command("void_hand", command["matchId"], number=1, **conditions),
        enter_hand(second, 2, THREE_TO_ONE, seenVersion=version),
        make_command("confirm_hand", command["matchId"], number=2, body={}, **conditions),
    ]
    queue[-1]["after"] = queue[-2]["commandId"]
    items = await send(phone, *queue)
    stale = ["stale_match"] * 3
    assert outcomes(items) == ["done", *stale, "done", "done"]
    assert (await sheet(phone, command))["scores"] == [2, 6]


async def test_a_late_copy_does_not_undo_what_others_corrected(phone: Device) -> None:
    command, first = await begin(phone)
    await record(phone, command, 1, THREE_TO_ONE)
    (late,) = await send(phone, first)
    assert (late["outcome"], late["version"]) == ("repeated", 2)
    assert (await sheet(phone, command))["scores"] == [1, 3]


async def test_what_changed_nothing_changes_nothing_later(phone: Device) -> None:
    command = opening()
    void = make_command("void_hand", command["matchId"], number=1)
    copy = make_command("void_hand", command["matchId"], number=1)
    await send(phone, command, enter_hand(command, 1, FOUR_TO_NONE), void)
    (idle,) = await send(phone, copy)
    assert (idle["outcome"], idle["version"]) == ("done", 3)
    await record(phone, command, 1, THREE_TO_ONE)
    (late,) = await send(phone, copy)
    assert (late["outcome"], late["version"]) == ("repeated", 3)
    assert (await sheet(phone, command))["scores"] == [1, 3]
    after = enter_hand(copy, 1, FOUR_TO_NONE)
    assert outcomes(await send(phone, after)) == ["stale_match"]


async def test_a_keyed_request_that_changed_nothing_changes_nothing_later(
    phone: Device, match: Json
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    where, headers = path(match, 1, "confirmations"), {"If-Match": "*"}
    await phone.post(where, json={}, headers=headers)
    first = await phone.post(where, json={}, headers=headers | {"Idempotency-Key": "idle"})
    await record(phone, match, 1, THREE_TO_ONE)
    late = await phone.post(where, json={}, headers=headers | {"Idempotency-Key": "idle"})
    assert (late.status_code, late.content) == (200, first.content)
    assert (await journal(phone, match))[-1]["action"] == "hand_changed"


async def test_that_nothing_changed_is_kept_of_the_version_it_was_true_of(
    phone: Device, match: Json, own_app: Litestar
) -> None:
    store, match_id, command_id = own_app.state.services.matches.store, match["matchId"], uuid7()
    await record(phone, match, 1, FOUR_TO_NONE)
    assert not await store.note_idle(match_id, command_id, 1, datetime.now(UTC))
    assert await store.note_idle(match_id, command_id, 2, datetime.now(UTC))
    assert not await store.note_idle(match_id, command_id, 2, datetime.now(UTC))
    assert await store.list_done(match_id, [command_id]) == {command_id: 2}


async def test_a_match_that_is_open_already_can_be_followed(phone: Device) -> None:
    first = opening()
    second = make_command("open_match", first["matchId"], body=first["body"])
    await send(phone, first, enter_hand(first, 1, FOUR_TO_NONE))
    (again,) = await send(phone, second)
    assert (again["outcome"], again["status"], again["version"]) == ("done", 201, 1)
    assert outcomes(await send(phone, enter_hand(second, 1, THREE_TO_ONE))) == ["stale_match"]
    assert outcomes(await send(phone, enter_hand(second, 2, THREE_TO_ONE))) == ["done"]


async def test_a_match_has_no_more_adjustments_than_there_are_numbers(
    phone: Device, match: Json, database_url: str
) -> None:
    where = path(match, part="adjustments")
    assert (await phone.post(where, json=PENALTY)).status_code == 201
    connection = await asyncpg.connect(database_url)
    for statement in (
        "UPDATE adjustments SET number = 9998 WHERE match_id = $1",
        (
            "UPDATE journal SET entry = jsonb_set(entry, '{adjustments,0,number}', '9998') "
            "WHERE match_id = $1 AND entry ->> 'action' = 'adjustment_made'"
        ),
        TOUCHED,
    ):
        await connection.execute(statement, match["matchId"])
    await connection.close()
    last = make_command("make_adjustment", match["matchId"], body=PENALTY)
    more = make_command("make_adjustment", match["matchId"], body=PENALTY)
    assert outcomes(await send(phone, last, more)) == ["done", "too_many_adjustments"]
    assert_problem(await phone.post(where, json=PENALTY), 409, "too_many_adjustments")
    assert outcomes(await send(phone, last)) == ["repeated"]
    response = await phone.post(f"{where}/9999/cancellation", json={"reason": "It was none"})
    assert response.status_code == 200


async def test_copies_that_arrive_at_once_have_one_effect(phone: Device) -> None:
    queue = evening(3)
    queue.append(make_command("make_adjustment", queue[0]["matchId"], body=PENALTY))
    await send(phone, queue[0])
    await asyncio.gather(*(post(phone, *queue) for _ in range(4)))
    items = await send(phone, *queue)
    assert outcomes(items) == ["repeated"] * len(queue)
    assert len(await journal(phone, queue[0])) == len(queue)


async def test_a_queue_survives_a_database_that_goes_away(phone: Device, database_url: str) -> None:
    queue = evening(30)
    connection = await asyncpg.connect(database_url)
    for _ in range(2):
        sending = asyncio.create_task(post(phone, *queue))
        await asyncio.sleep(0.1)
        while not sending.done():
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid != pg_backend_pid()"
            )
            await asyncio.sleep(0.01)
        assert (await sending).status_code in {200, 503}
    await connection.close()
    answer = await post(phone, *queue)
    for _ in range(20):
        if answer.status_code == 503:  # the pool meets connections that are gone
            answer = await post(phone, *queue)
    assert answer.status_code == 200
    assert set(outcomes(answer.json()["items"])) <= {"done", "repeated"}
    assert len(await journal(phone, queue[0])) == len(queue)


async def test_a_queue_cancels_the_adjustment_that_was_meant(phone: Device) -> None:
    command = opening()
    penalty = make_command("make_adjustment", command["matchId"], body=PENALTY)
    await send(phone, command, penalty)
    any_version = {"If-Match": "*"}
    await phone.post(f"{path(command)}/undo", headers=any_version)
    await phone.post(f"{path(command)}/adjustments", json=PENALTY)

    def cancel(number: int, **conditions: Any) -> Json:
        body = {"reason": "It was none"}
        fields = {"adjustment": number, "body": body}
        return make_command("cancel_adjustment", command["matchId"], **fields, **conditions)

    queue = [
        cancel(1, after=penalty["commandId"]),
        cancel(2, after=penalty["commandId"]),
        cancel(2, seenVersion=3),
        cancel(2, after=penalty["commandId"], seenVersion=4),
    ]
    items = await send(phone, *queue)
    assert outcomes(items) == ["no_such_adjustment", "stale_match", "stale_match", "done"]


async def test_a_queue_is_told_what_it_has_to_say(phone: Device) -> None:
    command, first = await begin(phone)
    match_id = command["matchId"]
    items = await send(
        phone,
        make_command("record_hand", match_id, number=1, body=THREE_TO_ONE),
        make_command("record_hand", match_id, number=1, body=THREE_TO_ONE, seenVersion=1),
        make_command("confirm_hand", match_id, number=1, body={}),
        make_command("confirm_hand", match_id, number=1, body={}, seenVersion=1),
        make_command("make_adjustment", match_id, body=PENALTY, seenVersion=1),
    )
    assert [item["status"] for item in items] == [428, 412, 428, 412, 412]
    for item in items:
        assert "seenVersion" in item["problem"]["hint"]
        assert "If-Match" not in item["problem"]["hint"]
    (answer,) = await send(phone, first | {"body": THREE_TO_ONE})
    assert "commandId" in answer["problem"]["hint"]


async def test_a_void_hand_is_something_for_a_queue_too(phone: Device) -> None:
    command = opening()
    first = enter_hand(command, 1, FOUR_TO_NONE)
    void = make_command("void_hand", command["matchId"], number=1)
    blind = make_command("record_hand", command["matchId"], number=1, body=FOUR_TO_NONE)
    late = enter_hand(first, 1, FOUR_TO_NONE)
    back = enter_hand(void, 1, FOUR_TO_NONE)
    items = await send(phone, command, first, void, blind, late, back)
    assert outcomes(items[3:]) == ["precondition_required", "stale_match", "done"]
