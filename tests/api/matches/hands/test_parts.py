"""Each phone enters its own facts of a hand; where two say different things, both are shown."""

import asyncio

import pytest

from tests.support.phones import Device, Json, SignIn, assert_problem
from tests.support.tables import path, seat_device

ANN = ["KS", "QD", "9S", "4D", "AC", "7C", "3C", "2H"]
BOB = ["AS", "5S", "TH", "6H", "JS", "8S", "TD", "2D",
       "KH", "9H", "3H", "4H", "TC", "5C", "6D", "7D"]  # fmt: skip
CALLS = ["pass", "three", "pass", "three"]
AUCTION = {"calls": CALLS, "trump": "S"}
WHOLE = {
    **AUCTION,
    "piles": [
        {"side": 0, "cards": ANN, "listed": "all"},
        {"side": 1, "cards": BOB, "listed": "all"},
    ],
}


async def put(phone: Device, where: str, body: Json, **headers: str) -> Json:
    answer = await phone.put(where, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_piles_and_calls_come_from_different_phones_at_once(
    phone: Device, match: Json, sign_in: SignIn, database_url: str
) -> None:
    async with await sign_in() as bob, await sign_in() as cid:
        for device, seat in ((bob, 1), (cid, 2)):
            await seat_device(database_url, match, device, "scorer", seat)
        await asyncio.gather(
            put(phone, path(match, 1, "auction"), AUCTION),
            put(bob, path(match, 1, "piles/1"), {"cards": BOB}),
            put(cid, path(match, 1, "piles/0"), {"cards": ANN}),
        )
    hand = (await phone.get(path(match, 1))).json()
    assert hand["record"] == WHOLE
    assert hand["verdict"]["status"] == "settled"
    assert (await phone.get(path(match))).json()["version"] == 4


async def test_every_part_can_be_entered_by_itself(phone: Device, match: Json) -> None:
    holding = ["AS", "5S", "TH", "6H", "KH", "9H"]
    await put(phone, path(match, 1, "auction"), {"contract": {"pitcher": 0, "bid": "three"}})
    await put(phone, path(match, 1, "holdings/3"), {"cards": holding})
    await put(phone, path(match, 1, "tricks"), {"tricks": [{"winner": 3}]})
    response = await put(
        phone,
        path(match, 1, "claims"),
        {"points": [{"point": "jack", "inPlay": False}], "lowDealtTo": 2},
    )
    assert response["record"] == {
        "contract": {"pitcher": 0, "bid": "three"},
        "holdings": [{"seat": 3, "cards": holding}],
        "tricks": [{"winner": 3}],
        "lowDealtTo": 2,
        "claims": {"points": [{"point": "jack", "inPlay": False}]},
    }


async def test_a_card_that_two_sides_claim_comes_back_as_a_question(
    phone: Device, match: Json
) -> None:
    await put(phone, path(match, 1, "piles/0"), {"cards": ["AS", "TH"], "listed": "some"})
    response = await put(phone, path(match, 1, "piles/1"), {"cards": ["AS"], "listed": "some"})
    assert response["verdict"]["status"] == "impossible"
    assert response["verdict"]["findings"][0]["code"] == "card_in_two_piles"
    (need,) = response["verdict"]["needs"]
    assert need.pop("message")["text"] == "Who took the ace of spades: Ann & Cid or Bob & Dee?"
    assert need == {
        "ask": "who_took",
        "point": None,
        "side": None,
        "card": "AS",
    }


async def test_writing_over_a_part_needs_the_version_that_was_seen(
    phone: Device, match: Json
) -> None:
    where = path(match, 1, "piles/0")
    await put(phone, where, {"cards": ["AS"], "listed": "some"})
    pile = {"cards": ["KS"], "listed": "some"}
    answer = await phone.put(where, json=pile)
    assert_problem(answer, 428, "precondition_required")
    await put(phone, path(match, 1, "auction"), AUCTION)
    response = await put(phone, where, pile, **{"If-Match": '"2"'})
    assert response["record"]["piles"] == [{"side": 0, **pile}]
    assert_problem(
        await phone.put(where, json={"cards": []}, headers={"If-Match": '"2"'}), 412, "stale_match"
    )
    assert (await phone.get(path(match, 1))).json() == response


async def test_a_refusal_shows_both_versions_and_which_of_them_cannot_be(
    phone: Device, match: Json
) -> None:
    await put(phone, path(match, 1), WHOLE)
    wrong = [*BOB[:-1], "KS"]
    answer = await phone.put(
        path(match, 1, "piles/1"), json={"cards": wrong}, headers={"If-Match": '"1"'}
    )
    assert_problem(answer, 412, "stale_match")
    conflict = answer.json()["conflict"]
    assert (conflict["hand"], conflict["matchVersion"]) == (1, 2)
    assert [difference["message"]["text"] for difference in conflict["differences"]] == [
        "King of spades: Ann & Cid and Bob & Dee on this phone, Ann & Cid on the sheet.",
        "7 of diamonds: not entered on this phone, Bob & Dee on the sheet.",
    ]
    assert conflict["yours"]["status"] == "impossible"
    assert conflict["yours"]["whys"][0]["text"] == (
        "Both Ann & Cid and Bob & Dee have the king of spades. Who took it?"
    )
    assert (conflict["theirs"]["status"], conflict["theirs"]["whys"]) == ("settled", [])
    assert conflict["theirs"]["record"] == WHOLE


async def test_a_whole_hand_is_not_written_over_what_was_not_seen(
    phone: Device, match: Json
) -> None:
    await put(phone, path(match, 1, "piles/0"), {"cards": ["AS"], "listed": "some"})
    for headers in ({}, {"If-None-Match": "*"}, {"If-Match": '"1"'}, {"If-Match": '"99"'}):
        answer = await phone.put(path(match, 1), json=WHOLE, headers=headers)
        status, code = (412, "stale_match") if headers else (428, "precondition_required")
        assert_problem(answer, status, code)
        assert answer.json()["conflict"]["theirs"]["record"]["piles"][0]["cards"] == ["AS"]
    await put(phone, path(match, 1), WHOLE, **{"If-Match": '"2"'})


async def test_a_write_is_not_stale_because_of_what_it_does_not_touch(
    phone: Device, match: Json
) -> None:
    await put(phone, path(match, 1), WHOLE)
    await put(phone, path(match, 2), {"contract": {"pitcher": 1, "bid": "four"}})
    await put(phone, path(match, 1), {**WHOLE, "trump": "H"}, **{"If-Match": '"2"'})
    await put(
        phone,
        path(match, 2, "claims"),
        {"points": [{"point": "jack", "inPlay": False}]},
        **{"If-Match": '"1"'},
    )
    body = {"contract": {"pitcher": 2, "bid": "four"}}
    await put(phone, path(match, 3), body, **{"If-None-Match": "*"})


async def test_a_retry_of_what_was_done_already_is_no_conflict(phone: Device, match: Json) -> None:
    await put(phone, path(match, 1), WHOLE, **{"If-Match": '"1"'})
    again = await put(phone, path(match, 1), WHOLE, **{"If-Match": '"1"'})
    assert again["matchVersion"] == 2


async def test_no_pile_is_for_a_side_that_is_not_there(phone: Device, match: Json) -> None:
    answer = await phone.put(path(match, 1, "piles/2"), json={"cards": ["AS"]})
    assert_problem(answer, 422, "not_at_table", "/piles/0/side")
    answer = await phone.put(path(match, 2, "piles/1"), json={"cards": ["AS"]})
    assert_problem(answer, 409, "hand_out_of_order")


@pytest.mark.parametrize("part", [WHOLE, {**WHOLE, "trump": "H"}])
async def test_a_void_hand_is_brought_back_only_by_who_has_seen_that_it_is_void(
    phone: Device, match: Json, part: Json
) -> None:
    await put(phone, path(match, 1), WHOLE)
    hand = (await phone.delete(path(match, 1))).json()
    for body, where in ((part, ""), ({"cards": ANN}, "piles/0"), ({"cards": ["AS"]}, "piles/0")):
        answer = await phone.put(path(match, 1, where), json=body)
        assert_problem(answer, 428, "precondition_required")
        for headers in ({"If-Match": '"2"'}, {"If-Match": '"1"'}, {"If-None-Match": "*"}):
            late = await phone.put(path(match, 1, where), json=body, headers=headers)
            assert_problem(late, 412, "stale_match")
            assert "void" in late.json()["detail"]
    assert (await phone.get(path(match))).json() == hand
    back = await put(phone, path(match, 1), part, **{"If-Match": '"3"'})
    assert back["standing"] == "scored"


async def test_a_void_hand_without_facts_is_something_too(phone: Device, match: Json) -> None:
    await put(phone, path(match, 1), {})
    await phone.delete(path(match, 1))
    for body in ({}, WHOLE):
        answer = await phone.put(path(match, 1), json=body)
        assert_problem(answer, 428, "precondition_required")


async def test_the_order_in_which_cards_are_listed_changes_nothing(
    phone: Device, match: Json
) -> None:
    response = await put(phone, path(match, 1), WHOLE)
    new_order = WHOLE | {
        "piles": [
            {"side": 1, "cards": BOB[::-1], "listed": "all"},
            {"side": 0, "cards": ANN[::-1], "listed": "all"},
        ]
    }
    for headers in ({}, {"If-Match": '"1"'}):
        assert await put(phone, path(match, 1), new_order, **headers) == response
        assert (
            await put(phone, path(match, 1, "piles/0"), {"cards": ANN[::-1]}, **headers) == response
        )


async def test_a_late_copy_does_not_undo_an_undo(phone: Device, match: Json) -> None:
    """What is again as it was has changed all the same since it was seen."""
    hand = path(match, 1)
    await put(phone, hand, {"trump": "S"})
    await put(phone, hand, {"trump": "H"}, **{"If-Match": '"2"'})
    undone = await phone.post(path(match, part="undo"), headers={"If-Match": '"3"'})
    assert undone.status_code == 200
    late = await phone.put(hand, json={"trump": "H"}, headers={"If-Match": '"2"'})
    assert_problem(late, 412, "stale_match")
    await put(phone, hand, {"trump": "H"}, **{"If-Match": '"4"'})


async def test_what_was_listed_in_another_order_was_seen(phone: Device, match: Json) -> None:
    any_version = {"If-Match": "*"}
    await put(phone, path(match, 1, "piles/0"), {"cards": ["AS", "KS"]})
    await put(phone, path(match, 1, "piles/0"), {"cards": ["KS", "AS"]}, **any_version)
    await put(phone, path(match, 1, "piles/0"), {"cards": ["3S"]}, **{"If-Match": '"2"'})
