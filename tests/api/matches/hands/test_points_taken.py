"""The plainest entry of all, "we made 3, they took 1", wherever a hand is entered."""

from tests.support.phones import Device, Json, assert_problem
from tests.support.queues import enter_hand, opening, outcomes, send
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
    response = await put(phone, path(match, 1), PLAIN)
    assert response["record"] == PLAIN
    verdict = response["verdict"]
    assert (verdict["status"], verdict["made"], verdict["deltas"]) == ("settled", True, [3, 1])
    assert (response["scores"], verdict["needs"]) == ([3, 1], [])


async def test_they_can_be_entered_apart_from_the_contract(phone: Device, match: Json) -> None:
    open_ = await put(phone, path(match, 1, "claims"), {"taken": [3, 1]})
    assert [need["ask"] for need in open_["verdict"]["needs"]] == ["contract"]
    response = await put(phone, path(match, 1, "auction"), {"contract": CONTRACT})
    assert response["record"] == PLAIN
    assert response["scores"] == [3, 1]


async def test_half_of_them_asks_for_the_other_half(phone: Device, match: Json) -> None:
    half = {"contract": CONTRACT, "claims": {"taken": [3, None]}}
    response = await put(phone, path(match, 1), half)
    assert response["record"] == half
    (need,) = response["verdict"]["needs"]
    assert (need["ask"], need["side"]) == ("taken", 1)


async def test_points_that_no_hand_has_are_flagged_and_lists_of_another_length_refused(
    phone: Device, match: Json
) -> None:
    response = await put(phone, path(match, 1), {"contract": CONTRACT, "claims": {"taken": [3, 2]}})
    assert response["verdict"]["status"] == "impossible"
    assert response["verdict"]["findings"][0]["code"] == "points_over_total"
    answer = await phone.put(path(match, 2), json={"claims": {"taken": [3, 1, 0]}})
    assert_problem(answer, 422, "wrong_length", "/claims/taken")


async def test_two_phones_that_counted_differently_see_both(phone: Device, match: Json) -> None:
    await put(phone, path(match, 1), PLAIN)
    await put(phone, path(match, 1, "claims"), {"taken": [2, 2]}, **{"If-Match": '"2"'})
    claim = {"taken": [3, 0]}
    answer = await phone.put(path(match, 1, "claims"), json=claim, headers={"If-Match": '"2"'})
    assert_problem(answer, 412, "stale_match")
    differences = answer.json()["conflict"]["differences"]
    numbers = [
        (difference["yours"]["number"], difference["theirs"]["number"])
        for difference in differences
    ]
    assert numbers == [(3, 2), (0, 2)]
    assert [difference["yourFact"] for difference in differences] == [
        "/claims/taken/0",
        "/claims/taken/1",
    ]


async def test_they_are_told_taken_back_and_carried_to_another_server(
    phone: Device, match: Json
) -> None:
    await put(phone, path(match, 1), PLAIN)
    text = await phone.get(path(match, None, "export.txt"))
    assert "  Contract 0 three\n  Taken 3 1\n" in text.text
    response = await phone.post(
        "/v1/imports", content=text.content, headers={"Content-Type": "text/plain"}
    )
    copy = response.json()["items"][0]
    assert (await phone.get(path(copy, 1))).json()["record"] == PLAIN
    undone = await phone.post(path(match, None, "undo"), headers={"If-Match": '"2"'})
    assert undone.status_code == 200, undone.text
    assert undone.json()["lines"] == []
    assert len(await journal(phone, match)) >= 2


async def test_a_queue_may_hold_them(phone: Device) -> None:
    command = opening()
    items = await send(phone, command, enter_hand(command, 1, PLAIN))
    assert outcomes(items) == ["done", "done"]


async def test_a_ruling_takes_them(guest: Device) -> None:
    body = {"ruleset": "mb-lounge", "players": 4, "record": PLAIN, "witness": True}
    answer = (await guest.post("/v1/rulings/hand", json=body)).json()
    assert answer["verdict"]["deltas"] == [3, 1]
    assert answer["witness"] is not None
