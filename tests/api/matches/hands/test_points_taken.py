"""The plainest entry of all, "we made 3, they took 1", wherever a hand is entered."""

from tests.support.phones import Device, Json, assert_problem
from tests.support.queues import entered, opening, outcomes, send
from tests.support.sheet_entries import journal
from tests.support.tables import path

CONTRACT = {"pitcher": 0, "bid": "three"}
PLAIN: Json = {"contract": CONTRACT, "claims": {"taken": [3, 1]}}


async def put(phone: Device, where: str, body: Json, **headers: str) -> Json:
    answer = await phone.put(where, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_hand_is_scored_by_the_points_that_each_side_took(
    phone: Device, match: Json
) -> None:
    shown = await put(phone, path(match, 1), PLAIN)
    assert shown["record"] == PLAIN
    verdict = shown["verdict"]
    assert (verdict["status"], verdict["made"], verdict["deltas"]) == ("settled", True, [3, 1])
    assert (shown["scores"], verdict["needs"]) == ([3, 1], [])


async def test_they_can_be_entered_apart_from_the_contract(phone: Device, match: Json) -> None:
    open_ = await put(phone, path(match, 1, "claims"), {"taken": [3, 1]})
    assert [need["ask"] for need in open_["verdict"]["needs"]] == ["contract"]
    shown = await put(phone, path(match, 1, "auction"), {"contract": CONTRACT})
    assert shown["record"] == PLAIN
    assert shown["scores"] == [3, 1]


async def test_half_of_them_asks_for_the_other_half(phone: Device, match: Json) -> None:
    half = {"contract": CONTRACT, "claims": {"taken": [3, None]}}
    shown = await put(phone, path(match, 1), half)
    assert shown["record"] == half
    (need,) = shown["verdict"]["needs"]
    assert (need["ask"], need["side"]) == ("taken", 1)


async def test_points_that_no_hand_has_are_flagged_and_lists_of_another_length_refused(
    phone: Device, match: Json
) -> None:
    shown = await put(phone, path(match, 1), {"contract": CONTRACT, "claims": {"taken": [3, 2]}})
    assert shown["verdict"]["status"] == "impossible"
    assert shown["verdict"]["findings"][0]["code"] == "points_over_total"
    answer = await phone.put(path(match, 2), json={"claims": {"taken": [3, 1, 0]}})
    assert_problem(answer, 422, "wrong_length", "/claims/taken")


async def test_two_phones_that_counted_differently_see_both(phone: Device, match: Json) -> None:
    await put(phone, path(match, 1), PLAIN)
    await put(phone, path(match, 1, "claims"), {"taken": [2, 2]}, **{"If-Match": '"2"'})
    other = {"taken": [3, 0]}
    answer = await phone.put(path(match, 1, "claims"), json=other, headers={"If-Match": '"2"'})
    assert_problem(answer, 412, "stale_match")
    differences = answer.json()["conflict"]["differences"]
    numbers = [(each["yours"]["number"], each["theirs"]["number"]) for each in differences]
    assert numbers == [(3, 2), (0, 2)]
    assert [each["yourFact"] for each in differences] == ["/claims/taken/0", "/claims/taken/1"]


async def test_they_are_told_taken_back_and_carried_to_another_server(
    phone: Device, match: Json
) -> None:
    await put(phone, path(match, 1), PLAIN)
    text = await phone.get(path(match, None, "export.txt"))
    assert "  Contract 0 three\n  Taken 3 1\n" in text.text
    imported = await phone.post(
        "/v1/imports", content=text.content, headers={"Content-Type": "text/plain"}
    )
    copy = imported.json()["items"][0]
    assert (await phone.get(path(copy, 1))).json()["record"] == PLAIN
    undone = await phone.post(path(match, None, "undo"), headers={"If-Match": '"2"'})
    assert undone.status_code == 200, undone.text
    assert undone.json()["lines"] == []
    assert len(await journal(phone, match)) >= 2


async def test_a_queue_may_hold_them(phone: Device) -> None:
    opened = opening()
    items = await send(phone, opened, entered(opened, 1, PLAIN))
    assert outcomes(items) == ["done", "done"]


async def test_a_ruling_takes_them(guest: Device) -> None:
    asked = {"ruleset": "mb-lounge", "players": 4, "record": PLAIN, "witness": True}
    answer = (await guest.post("/v1/rulings/hand", json=asked)).json()
    assert answer["verdict"]["deltas"] == [3, 1]
    assert answer["witness"] is not None
