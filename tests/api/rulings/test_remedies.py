"""Rulings on irregularities over HTTP: what the house may choose, in numbers."""

import pytest

from tests.support.disputes import BID_THREE, ask, call, decision, play, went_wrong
from tests.support.phones import Device, Json


async def test_a_revoke_is_paid_for_with_the_bid_and_protects_the_pitcher(
    passer_by: Device,
) -> None:
    dispute = went_wrong("revoke", 1, trickQuitted=True, contract=BID_THREE, points=[2, 1])
    remedy = (await ask(passer_by, "irregularity", dispute("mb-lounge")))["remedy"]
    assert [change["change"] for change in remedy["changes"]] == [2, -3]
    assert (remedy["cannotGoOut"], remedy["cannotBeSet"]) == (1, 0)
    unbid = went_wrong("revoke", 0, trickQuitted=True)("mb-lounge")
    remedy = (await ask(passer_by, "irregularity", unbid))["remedy"]
    assert [change["change"] for change in remedy["changes"]] == [-2, None]
    assert (remedy["cannotGoOut"], remedy["cannotBeSet"]) == (0, None)


@pytest.mark.parametrize(
    ("options", "action", "changes", "next_dealer"),
    [
        ({"revoke": "void_and_redeal"}, "redeal", [0, 0], 3),
        ({"revoke": "take_back_only"}, "no_penalty", [], None),
        ({"revoke": "points_lost"}, "points_lost", [0, -2], None),
        ({"revoke": "points_lost", "revokeLoses": 1}, "points_lost", [0, -1], None),
    ],
)
async def test_a_house_may_have_another_remedy_for_a_revoke(
    passer_by: Device, options: Json, action: str, changes: list[int], next_dealer: int | None
) -> None:
    body = went_wrong(
        "revoke", 1, trickQuitted=True, contract=BID_THREE, dealer=3, options=options
    )("singaporemahjong")
    ruling = await ask(passer_by, "irregularity", body)
    assert ruling["basis"] == "house"
    assert ruling["remedy"]["action"] == action
    assert [change["change"] for change in ruling["remedy"]["changes"]] == changes
    assert ruling["remedy"]["nextDealer"] == next_dealer
    assert "singaporemahjong" in {hinge["name"] for hinge in ruling["turnsOn"]}


@pytest.mark.parametrize(
    ("options", "highest"),
    [
        ({}, "three"),
        ({"callOutOfTurn": "side_barred"}, "pass"),
        ({"callOutOfTurn": "no_penalty"}, None),
    ],
)
async def test_a_call_out_of_turn_is_void_and_may_cap_the_side(
    passer_by: Device, options: Json, highest: str | None
) -> None:
    body = call("pass", "three", caller=3, options=options)("mb-lounge")
    ruling = await ask(passer_by, "call", body)
    assert (ruling["legal"], ruling["turn"], ruling["standsAs"]) == (False, 1, None)
    assert ruling["remedy"]["offendingSide"] == 1
    assert ruling["remedy"]["highestBid"] == highest
    assert {hinge["name"] for hinge in ruling["turnsOn"]} >= {"callOutOfTurn"}


@pytest.mark.parametrize(
    ("options", "next_dealer", "changes"),
    [
        ({}, 3, [0, 0]),
        ({"misdeal": "next_dealer"}, 0, [0, 0]),
        ({"misdeal": "points_to_others"}, 3, [1, 0]),
        ({"misdeal": "points_to_others", "misdealGives": 2}, 3, [2, 0]),
    ],
)
async def test_a_misdeal_is_dealt_again(
    passer_by: Device, options: Json, next_dealer: int, changes: list[int]
) -> None:
    body = went_wrong("misdeal", 3, options=options)("mb-lounge")
    remedy = (await ask(passer_by, "irregularity", body))["remedy"]
    assert remedy["nextDealer"] == next_dealer
    assert [change["change"] for change in remedy["changes"]] == changes


async def test_a_house_may_play_on_with_an_exposed_card_and_let_a_lead_be_pulled_back(
    passer_by: Device,
) -> None:
    dispute = went_wrong("exposed_card", 3, options={"exposedCard": "played_on"})("setback")
    assert decision(await ask(passer_by, "irregularity", dispute)) == "play_on"
    led = went_wrong("card_pulled_back", 0, options={"ledCardStands": False})("setback")
    assert decision(await ask(passer_by, "irregularity", led)) == "card_taken_back"


async def test_a_revoke_that_was_quitted_turns_on_the_house(passer_by: Device) -> None:
    body = play("KS", "2S 9C", "9C", trickQuitted=True, pitcher=0, bid="four")("mb-lounge")
    ruling = await ask(passer_by, "play", body)
    assert ruling["remedy"]["action"] == "set_back"
    assert ruling["remedy"]["changes"][1] == {"side": 1, "change": -4}
    assert [hinge["name"] for hinge in ruling["turnsOn"]] == ["revoke"] * 3
