"""Nothing is lost: the sheet of any version, undo, restore, and a journal that tells it all."""

import random
from typing import Any

import pytest

from tests.support.phones import Device, Json, assert_problem
from tests.support.searches import some
from tests.support.sheet_entries import (
    FOUR_TO_NONE,
    REASON,
    THREE_TO_ONE,
    change,
    journal,
    record,
    sheet,
    undo,
)
from tests.support.tables import path


async def restore(phone: Device, match: Json, version: int) -> Json:
    where = f"{path(match)}/versions/{version}/restore"
    answer = await phone.post(where, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def score(sheet_body: Json) -> Json:
    """What a match says besides its version and when that was made."""
    return {key: sheet_body[key] for key in sheet_body if key not in {"version", "updatedAt"}}


@pytest.mark.search
@pytest.mark.parametrize("seed", some(range(4), 2))
async def test_the_sheet_of_every_version_is_what_it_was_then(
    phone: Device, match: Json, seed: int
) -> None:
    chance = random.Random(seed)
    then = {1: await sheet(phone, match)}
    for _ in range(40):
        await change(phone, match, chance)
        score_sheet = await sheet(phone, match)
        then[score_sheet["version"]] = score_sheet
    assert sorted(then) == list(range(1, max(then) + 1))
    for version, score_sheet in then.items():
        answer = await phone.get(f"{path(match)}/versions/{version}")
        assert answer.json() == score_sheet
        assert answer.headers["etag"] == f'"{version}"'
    entries = await journal(phone, match)
    assert [entry["version"] for entry in entries] == sorted(then)


@pytest.mark.parametrize("seed", range(3))
async def test_what_the_journal_says_adds_up_to_the_match(
    phone: Device, match: Json, seed: int
) -> None:
    chance = random.Random(100 + seed)
    for _ in range(30):
        await change(phone, match, chance)
    hands: dict[int, Any] = {}
    adjustments: dict[int, Any] = {}
    for entry in await journal(phone, match):
        for items, changes in ((hands, entry["hands"]), (adjustments, entry["adjustments"])):
            for each in changes:
                assert items.get(each["number"]) == each["before"]
                assert each["before"] != each["after"]
                items[each["number"]] = each["after"]
                if each["after"] is None:
                    del items[each["number"]]
    score_sheet = await sheet(phone, match)
    assert list(adjustments.values()) == score_sheet["adjustments"]
    assert sorted(hands) == [line["number"] for line in score_sheet["lines"]]
    for number, state in hands.items():
        assert (await phone.get(path(match, number))).json()["record"] == state["record"]


async def test_undo_goes_back_one_change_after_another(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await record(phone, match, 2, THREE_TO_ONE)
    await phone.post(f"{path(match)}/adjustments", json={"side": 0, "points": -1, **REASON})
    await record(phone, match, 1, THREE_TO_ONE)
    assert (await undo(phone, match))["scores"] == [4, 3]
    assert (await undo(phone, match))["scores"] == [5, 3]
    assert [line["number"] for line in (await undo(phone, match))["lines"]] == [1]
    assert (await undo(phone, match))["lines"] == []
    nothing = await phone.post(f"{path(match)}/undo", headers={"If-Match": "*"})
    assert_problem(nothing, 409, "nothing_to_undo")


async def test_what_was_undone_can_be_restored(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await record(phone, match, 2, THREE_TO_ONE)
    before = await sheet(phone, match)
    await undo(phone, match)
    again = await restore(phone, match, before["version"])
    assert score(again) == score(before)
    entries = await journal(phone, match)
    assert [(entry["action"], entry["restored"]) for entry in entries[3:]] == [
        ("change_undone", 2),
        ("version_restored", 3),
    ]
    assert entries[3]["hands"][0]["after"] is None
    assert entries[4]["hands"][0]["after"]["record"] == THREE_TO_ONE


async def test_undo_is_about_the_score_and_not_about_who_agreed_to_it(
    phone: Device, match: Json
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await phone.post(path(match, 1, "confirmations"), json={}, headers={"If-Match": "*"})
    assert (await undo(phone, match))["lines"] == []


async def test_restoring_what_is_there_changes_nothing(phone: Device, match: Json) -> None:
    recording = await record(phone, match, 1, FOUR_TO_NONE)
    assert (await restore(phone, match, 2))["version"] == recording["matchVersion"] == 2


async def test_a_stale_phone_cancels_no_adjustment(phone: Device, match: Json) -> None:
    where = f"{path(match)}/adjustments"
    await phone.post(where, json={"side": 0, "points": 2, "reason": "a"})
    await undo(phone, match)
    await restore(phone, match, 2)
    for version in (1, 3, 99):
        headers = {"If-Match": f'"{version}"'}
        stale = await phone.post(f"{where}/1/cancellation", json=REASON, headers=headers)
        assert_problem(stale, 412, "stale_match")
    await record(phone, match, 1, FOUR_TO_NONE)
    done = await phone.post(f"{where}/1/cancellation", json=REASON, headers={"If-Match": '"2"'})
    assert done.json()["scores"] == [4, 0]


async def test_the_number_of_an_adjustment_is_never_that_of_another(
    phone: Device, match: Json
) -> None:
    where = f"{path(match)}/adjustments"
    penalties = [{"side": 1, "points": points, **REASON} for points in (2, 3, 5)]
    await phone.post(where, json=penalties[0])
    await undo(phone, match)
    second = (await phone.post(where, json=penalties[1])).json()
    assert [adjustment["number"] for adjustment in second["adjustments"]] == [2]
    response = await phone.post(f"{where}/1/cancellation", json=REASON)
    assert_problem(response, 404, "no_such_adjustment")
    await restore(phone, match, 2)
    third = (await phone.post(where, json=penalties[2])).json()
    assert [adjustment["number"] for adjustment in third["adjustments"]] == [1, 3]
    for version, points in ((4, 3), (2, 2), (6, 7)):
        assert (await restore(phone, match, version))["scores"] == [0, points]
        assert (await sheet(phone, match))["scores"] == [0, points]


async def test_a_restore_goes_on_from_what_was_seen(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    where = f"{path(match)}/versions/1/restore"
    assert_problem(await phone.post(where), 428, "precondition_required")
    stale = await phone.post(where, headers={"If-Match": '"1"'})
    assert_problem(stale, 412, "stale_match")


async def test_undo_undoes_only_what_was_seen(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    blind = await phone.post(f"{path(match)}/undo")
    assert_problem(blind, 428, "precondition_required")
    stale = await phone.post(f"{path(match)}/undo", headers={"If-Match": '"1"'})
    assert_problem(stale, 412, "stale_match")
    assert (await sheet(phone, match))["scores"] == [4, 0]


async def test_a_cancelled_penalty_stays_in_the_list_and_counts_for_nothing(
    phone: Device, match: Json
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    penalty = {"side": 0, "points": -2, "reason": "Revoke", "afterHand": 1}
    await phone.post(f"{path(match)}/adjustments", json=penalty)
    where = f"{path(match)}/adjustments/1/cancellation"
    sheet_body = (await phone.post(where, json={"reason": "It was none"})).json()
    assert sheet_body["scores"] == [4, 0]
    (adjustment,) = sheet_body["adjustments"]
    assert (adjustment["reason"], adjustment["cancelled"]["reason"]) == ("Revoke", "It was none")
    assert (await phone.post(where, json={"reason": "Again"})).json() == sheet_body
    missing = await phone.post(f"{path(match)}/adjustments/2/cancellation", json=REASON)
    assert_problem(missing, 404, "no_such_adjustment")


async def test_penalties_survive_corrections(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    penalty = {"side": 1, "points": -3, "reason": "Misdeal", "afterHand": 1}
    await phone.post(f"{path(match)}/adjustments", json=penalty)
    await record(phone, match, 2, THREE_TO_ONE)
    recording = await record(phone, match, 1, THREE_TO_ONE)
    assert recording["matchScores"] == [2, 3]
    limit = await phone.post(f"{path(match)}/adjustments", json=penalty | {"points": -101})
    assert_problem(limit, 400, "invalid_body", "/points")


async def test_there_is_no_version_before_the_first_or_after_the_last(
    phone: Device, match: Json
) -> None:
    for version in (0, 2, 2**53 - 1):
        answer = await phone.get(f"{path(match)}/versions/{version}")
        assert_problem(answer, 404, "no_such_version")
        where = f"{path(match)}/versions/{version}/restore"
        answer = await phone.post(where, headers={"If-Match": "*"})
        assert_problem(answer, 404, "no_such_version")
