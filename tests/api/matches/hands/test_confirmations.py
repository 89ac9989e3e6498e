"""Several hands are confirmed at once: all of them, or none."""

import asyncio

import pytest

from tests.support import guests, tables
from tests.support.phones import Device, Json, assert_problem, open_match
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, record, sheet

ANY = {"If-Match": "*"}


@pytest.fixture
async def agreeing(phone: Device, guest: Device) -> Json:
    """A match of three hands to which both sides have to agree, each with a phone."""
    match = await open_match(phone, policy="both_sides", seat=0)
    invite = await guests.invite(phone, match, role="scorer", seat=1)
    await guests.join(guest, invite["code"])
    for number, record_body in enumerate([THREE_TO_ONE] * 3, 1):
        await record(phone, match, number, record_body)
    return match


def where(match: Json) -> str:
    return f"{tables.path(match)}/confirmations"


async def states(phone: Device, match: Json) -> list[str]:
    return [line["agreement"] for line in (await sheet(phone, match))["lines"]]


async def test_hands_are_confirmed_in_one_change(
    phone: Device, guest: Device, agreeing: Json
) -> None:
    before = await sheet(phone, agreeing)
    assert before["unconfirmed"] == [1, 2, 3]
    headers = {"If-Match": f'"{before["version"]}"'}
    await phone.post(where(agreeing), json={"hands": [1, 2, 3]}, headers=headers)
    answer = await guest.post(where(agreeing), json={"hands": [3, 1]}, headers=headers)
    response_body = answer.json()
    assert [player["seat"] for player in response_body["players"] if player["isMine"]] == [1]
    assert (response_body["version"], response_body["unconfirmed"]) == (before["version"] + 2, [2])
    assert answer.headers["etag"] == f'"{response_body["version"]}"'
    items = (await phone.get(f"{tables.path(agreeing)}/journal")).json()["items"]
    assert items[-1]["action"] == "hands_confirmed"
    assert (items[-1]["hand"], items[-1]["before"]) == (None, None)
    assert [hand["number"] for hand in items[-1]["hands"]] == [1, 3]
    assert [len(hand["after"]["confirmations"]) for hand in items[-1]["hands"]] == [2, 2]


async def test_confirming_twice_changes_nothing(phone: Device, agreeing: Json) -> None:
    response_body = (await phone.post(where(agreeing), json={"hands": [2, 2]}, headers=ANY)).json()
    again = (await phone.post(where(agreeing), json={"hands": [2]}, headers=ANY)).json()
    assert again == response_body
    by_itself = await phone.post(
        tables.path(agreeing, 2, "confirmations"), json={}, headers={"If-Match": "*"}
    )
    assert by_itself.json()["matchVersion"] == response_body["version"]
    more = (await phone.post(where(agreeing), json={"hands": [1, 2]}, headers=ANY)).json()
    assert more["version"] == response_body["version"] + 1


async def test_none_is_confirmed_where_one_cannot_be(
    phone: Device, guest: Device, agreeing: Json
) -> None:
    """The refusal names the first that cannot be, by its number and by its place."""
    precondition = {"If-Match": f'"{(await sheet(phone, agreeing))["version"]}"'}
    await phone.post(tables.path(agreeing, 3, "disputes"), json={"reason": "No jack"})
    await record(phone, agreeing, 4, {"trump": "S"})
    await record(guest, agreeing, 2, FOUR_TO_NONE)
    now = await states(phone, agreeing)
    for hands, headers, problem, hand_name in (
        ([1, 3, 2], ANY, (409, "hand_disputed", "/hands/1"), "3"),
        ([4, 1], ANY, (409, "not_settled", "/hands/0"), "4"),
        ([1, 5], ANY, (404, "no_such_hand", "/hands/1"), "5"),
        ([1, 2], precondition, (412, "stale_match", "/hands/1"), "2"),
    ):
        answer = await phone.post(where(agreeing), json={"hands": hands}, headers=headers)
        assert_problem(answer, *problem)
        assert (
            f"Hand {hand_name}" in (detail := answer.json()["detail"])
            or f"hand {hand_name}" in detail
        )
        assert await states(phone, agreeing) == now
    assert_problem(
        await phone.post(where(agreeing), json={"hands": [1]}),
        428,
        "precondition_required",
        "/hands/0",
    )


async def test_a_hand_that_pays_something_else_has_changed(
    phone: Device, guest: Device, agreeing: Json
) -> None:
    headers = {"If-Match": f'"{(await sheet(phone, agreeing))["version"]}"'}
    await record(phone, agreeing, 1, {"dealer": 1} | FOUR_TO_NONE)
    stale = await guest.post(where(agreeing), json={"hands": [3, 2]}, headers=headers)
    assert_problem(stale, 412, "stale_match", "/hands/0")


async def test_only_who_may_confirms(phone: Device, guest: Device, agreeing: Json) -> None:
    body = {"hands": [1, 2], "side": 0}
    theirs = await guest.post(where(agreeing), json=body, headers=ANY)
    assert_problem(theirs, 403, "not_allowed")
    response = await phone.post(where(agreeing), json=body | {"side": 1}, headers=ANY)
    assert response.status_code == 200
    far = await phone.post(where(agreeing), json=body | {"side": 2}, headers=ANY)
    assert_problem(far, 422, "not_at_table", "/side")


@pytest.mark.parametrize("hands", [[], [0], [1000], [1] * 101, "1", [1.5], None])
async def test_hands_are_named_by_their_numbers(
    phone: Device, agreeing: Json, hands: object
) -> None:
    answer = await phone.post(where(agreeing), json={"hands": hands}, headers=ANY)
    assert answer.status_code == 400


async def test_both_sides_confirm_at_the_same_moment(
    phone: Device, guest: Device, agreeing: Json
) -> None:
    body = {"hands": [1, 2, 3]}
    sent = [device.post(where(agreeing), json=body, headers=ANY) for device in (phone, guest)]
    answers = await asyncio.gather(*sent)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert await states(phone, agreeing) == ["confirmed"] * 3
