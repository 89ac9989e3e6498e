"""Disputes settled over HTTP: every situation of the catalogue under every preset.

A cell is `ruling/basis`: what was decided, and the first letter of what the deciding clause rests
on (text, default). `n/a` is a situation that cannot come up there, and so is refused. One cell is
for all presets.
"""

from typing import Any, Final

import pytest

from tests.support import claims as told
from tests.support.disputes import (
    BID_THREE,
    PARTNERS,
    TARGETS,
    TWO_PLAY,
    Body,
    ask,
    call,
    decision,
    play,
    result,
    tabled,
    went_wrong,
    whys,
)
from tests.support.phones import Device, Json, assert_problem

SITUATIONS: Final[list[tuple[str, str, Body, str]]] = [
    # The auction (C.1).
    ("C01", "call", call("three", "three"), "no/t no/t no/t no/d no/d no/d"),
    (
        "C02",
        "call",
        call("three pass pass", "three"),
        "pitches_3/t pitches_3/t pitches_3/t pitches_3/t no/d no/d",
    ),
    (
        "C03",
        "call",
        call("four pass pass", "four"),
        "pitches_3/t pitches_3/t pitches_3/t as_pass/t as_pass/d no/d",
    ),
    ("C04 smudge", "call", call("smudge pass pass", "smudge"), "n/a n/a pitches_3/d n/a n/a n/a"),
    ("C04 pitch", "call", call("pitch pass pass", "pitch"), "n/a n/a n/a n/a n/a as_pass/d"),
    (
        "C05 over two",
        "call",
        call("pass two pass", "four"),
        "pitches_3/d pitches_3/t pitches_3/t n/a pitches_3/t pitches_3/t",
    ),
    (
        "C05 over three",
        "call",
        call("pass three pass", "four"),
        "pitches_3/d pitches_3/t pitches_3/t pitches_3/t pitches_3/t pitches_3/t",
    ),
    (
        "C07",
        "call",
        call("pass pass pass", "pass"),
        "as_two/t no/t no/t no/d void/d void/d",
    ),
    (
        "C08",
        "call",
        call("pass pass pass", "two"),
        "pitches_3/t pitches_3/t pitches_3/t pitches_3/d pitches_3/t pitches_3/t",
    ),
    (
        "C08 with three",
        "call",
        call("pass pass pass", "three"),
        "as_two/t pitches_3/t pitches_3/t pitches_3/t pitches_3/t pitches_3/t",
    ),
    ("C10", "call", call("", "two"), "yes/t yes/t yes/t no/t yes/t yes/t"),
    ("C11", "call", call("", "one"), "no/t no/t no/t no/t yes/t yes/t"),
    ("C13", "call", tabled("", "AS"), "no/d no/d no/d pitches_0/t no/d no/d"),
    (
        "C13 out of turn",
        "call",
        lambda preset: tabled("", "AS")(preset) | {"caller": 2},
        "no/d no/d no/d call_void/d no/d no/d",
    ),
    (
        "C14 smudge",
        "call",
        call("four", "smudge"),
        "as_pass/t as_pass/t yes/t as_pass/t as_pass/t no/t",
    ),
    (
        "C14 pitch",
        "call",
        call("four", "pitch"),
        "as_pass/t as_pass/t no/t as_pass/t as_pass/t pitches_1/d",
    ),
    ("C15", "call", call("pass three", "four", caller=0), "no/t"),
    ("C15 at the end", "call", call("pass three pass four", "four", caller=1), "no/t"),
    ("C16", "call", call("", "three", caller=2), "call_void/d"),
    (
        "C17",
        "call",
        call("three pass", "four", sides=PARTNERS),
        "yes/t yes/t yes/t pitches_2/t n/a n/a",
    ),
    ("C19, C20", "call", call("", "pitch"), "no/t no/t no/t no/t no/t pitches_0/t"),
    (
        "C22",
        "call",
        call("", "four"),
        "yes/t yes/t yes/t pitches_0/t pitches_0/t yes/t",
    ),
    (
        "C24 another suit than named",
        "play",
        play("", "AS 9H", "9H", trick=1, pitcher=0),
        "yes/t yes/t card_taken_back/t yes/t yes/t yes/t",
    ),
    (
        "C24 wants it back",
        "irregularity",
        went_wrong("card_pulled_back", 0, led="9H", named="S"),
        "card_stands/d card_stands/d card_taken_back/t card_stands/d card_stands/d card_stands/d",
    ),
    (
        "C24 of the suit named",
        "irregularity",
        went_wrong("card_pulled_back", 0, led="9S", named="S"),
        "card_stands/d",
    ),
    ("C25", "play", play("", "AS 9H", "AS", trick=1, pitcher=3), "lead_taken_back/t"),
    ("C25 later", "play", play("", "AS 9H", "AS", wonLast=2), "lead_taken_back/t"),
    (
        "C25 complete",
        "play",
        play("AS 2S 3S", "4S", "4S", wonLast=2),
        "lead_stands/t",
    ),
    ("C25 remedy", "irregularity", went_wrong("wrong_leader", 1), "lead_taken_back/d"),
    (
        "C25 remedy later",
        "irregularity",
        went_wrong("wrong_leader", 1, trickComplete=True),
        "lead_stands/d",
    ),
    # Play (C.2).
    ("C26", "play", play("KS", "2S 9C", "9C"), "card_taken_back/t"),
    ("C27", "play", play("KD", "5D 2S", "2S"), "yes/t"),
    ("C28", "play", play("KD", "5D 2S 9C", "9C"), "card_taken_back/t"),
    ("C30", "play", play("KD 9S", "2S TS 8H", "2S"), "yes/t"),
    ("C31", "play", play("KD AD 2S 5D", "", None), "wins_2/t"),
    ("C31 with the last card", "play", play("KD AD 2S", "5D 9C", "5D"), "wins_2/t"),
    ("C32 trump", "play", play("", "AS 9C", "AS"), "yes/t yes/t yes/t yes/d yes/d yes/d"),
    ("C32 plain", "play", play("", "AS 9C", "9C"), "yes/t yes/t yes/t yes/d yes/d yes/d"),
    (
        "C33",
        "irregularity",
        went_wrong("revoke", 1, trickQuitted=True, contract=BID_THREE),
        "set_back/d",
    ),
    ("C33 at once", "irregularity", went_wrong("revoke", 1), "card_taken_back/d"),
    # Who wins (C.4).
    (
        "C60",
        "winner",
        result("T-2 T-1", "T T+1", "two", made=True),
        "wins_0/t wins_0/t wins_0/t wins_0/t wins_0/d wins_0/d",
    ),
    (
        "C61",
        "winner",
        result("T-3 T-1", "T-1 T+1", "two", made=True),
        "wins_1/t wins_1/t play_on/t play_on/t wins_1/d wins_1/d",
    ),
    (
        "C62",
        "winner",
        result("T-4 T-1", "T-7 T+1", "three", made=False),
        "wins_1/t wins_1/t play_on/t play_on/t wins_1/d wins_1/d",
    ),
    (
        "C64",
        "winner",
        result(
            "T-1 T-1 T-1", "T-3 T T", "two", made=False, players=3, points=told.sides(high=1, low=2)
        ),
        "play_on/t play_on/t play_on/t n/a wins_1/d wins_1/d",
    ),
    (
        "C64 by the scores alone",
        "winner",
        result("T-1 T-1 T-1", "T-3 T T", "two", made=False, players=3),
        "play_on/t play_on/t play_on/t n/a open/d open/d",
    ),
    (
        "C66",
        "winner",
        result("T+2 0", "T+4 0", "two", made=True),
        "n/a n/a wins_0/t wins_0/t n/a n/a",
    ),
    (
        "C66 after a tie",
        "winner",
        result("T+2 T+2 0", "T+4 T+2 0", "two", made=True, players=3),
        "wins_0/t wins_0/t wins_0/t n/a n/a n/a",
    ),
    (
        "C68",
        "winner",
        result("-3 0", "1 0", "smudge", made=True),
        "n/a n/a wins_0/t n/a n/a n/a",
    ),
    (
        "C69",
        "winner",
        result("1 6 0", "5 8 0", "pitch", made=True, players=3),
        "n/a n/a n/a n/a n/a wins_0/t",
    ),
    (
        "C19 made",
        "winner",
        result("-2 0", "2 0", "pitch", made=True),
        "n/a n/a n/a n/a n/a play_on/t",
    ),
    (
        "C20 made",
        "winner",
        result("0 0", "4 0", "pitch", made=True),
        "n/a n/a n/a n/a n/a wins_0/t",
    ),
    ("C71", "winner", result("0 0", "-4 1", "pitch", made=False), "n/a n/a n/a n/a n/a play_on/d"),
    (
        "C72",
        "winner",
        result("0 0", "4 0", "four", made=True),
        "play_on/t play_on/t play_on/d play_on/t play_on/d play_on/d",
    ),
    (
        "C75",
        "winner",
        result("T-1 0", "T+2 0", "three", made=True),
        "wins_0/t wins_0/t wins_0/t wins_0/t wins_0/d wins_0/d",
    ),
    # Irregularities.
    (
        "C77",
        "irregularity",
        went_wrong("hand_stopped_early", 1),
        "play_on/t play_on/t play_on/d play_on/t play_on/t play_on/t",
    ),
    ("C84", "irregularity", went_wrong("misdeal", 3), "redeal/d"),
    ("C84 too late", "irregularity", went_wrong("misdeal", 3, handScored=True), "score_stands/d"),
    ("C85", "irregularity", went_wrong("exposed_card", 3), "redeal/d"),
    ("C86", "irregularity", went_wrong("table_talk", 2), "warning/d"),
    ("C86 again", "irregularity", went_wrong("table_talk", 2, warned=True), "points_lost/d"),
    ("C87", "irregularity", went_wrong("wrong_score", 1), "score_corrected/d"),
    (
        "C87 too late",
        "irregularity",
        went_wrong("wrong_score", 1, matchOver=True),
        "score_stands/d",
    ),
]


def cells() -> list[Any]:
    """One test for every situation under every preset."""
    rows = []
    for dispute, kind, body, row in SITUATIONS:
        row_cells = row.split() * (6 if len(row.split()) == 1 else 1)
        for preset, cell in zip(TARGETS, row_cells, strict=True):
            rows.append(pytest.param(kind, body(preset), cell, id=f"{dispute}-{preset}"))
    return rows


@pytest.mark.parametrize(("kind", "body", "cell"), cells())
async def test_a_dispute_is_settled_as_the_document_has_it(
    passer_by: Device, kind: str, body: Json, cell: str
) -> None:
    if cell == "n/a":
        answer = await passer_by.post(f"/v1/rulings/{kind}", json=body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["code"] in {"illegal_call", "match_was_over", "table_not_allowed"}
        return
    ruling = await ask(passer_by, kind, body)
    assert f"{decision(ruling)}/{ruling['basis'][0]}" == cell, ruling


@pytest.mark.parametrize(
    ("preset", "may_bid"),
    list(zip(TARGETS, ([3], [3], [1, 2, 3], [], [], [1, 2, 3]), strict=True)),
)
async def test_after_a_four_only_who_may_take_it_over_still_calls(
    passer_by: Device, preset: str, may_bid: list[int]
) -> None:
    """C22."""
    ruling = await ask(passer_by, "call", call("", "four")(preset))
    assert ruling["mayBid"] == may_bid
    assert ruling["standing"] == "pass"


@pytest.mark.parametrize("preset", TARGETS)
async def test_what_all_documents_agree_on_is_moot(passer_by: Device, preset: str) -> None:
    """C30 and C31 turn on nothing, C26 on nothing while the trick is not quitted."""
    for body in (
        play("KD 9S", "2S TS 8H", "2S"),
        play("KD AD 2S 5D", "", None),
        play("KS", "2S 9C", "9C"),
    ):
        assert (await ask(passer_by, "play", body(preset)))["moot"] is True


@pytest.mark.parametrize("preset", TARGETS)
async def test_a_trump_instead_of_the_suit_led_turns_on_having_to_follow_alone(
    passer_by: Device, preset: str
) -> None:
    """C27: the six documents agree; only those where the suit led must be followed forbid it."""
    ruling = await ask(passer_by, "play", play("KD", "5D 2S", "2S")(preset))
    assert ruling["legal"] is True
    # The two documents play in pairs, so a table without partners is not asked about them.
    documents = [] if preset in TWO_PLAY else ["setback-six", "king-pedro"]
    assert [hinge["name"] for hinge in ruling["turnsOn"]] == [*documents, "follow"]


async def test_the_choices_of_a_hand_are_listed(passer_by: Device) -> None:
    ruling = await ask(passer_by, "play", play("KD", "5D 2S 9C", None)("setback"))
    assert (ruling["legal"], ruling["choices"]) == (None, ["5D", "2S"])
    ruling = await ask(passer_by, "play", play("KH", "5D 2S 9C", None)("setback"))
    assert ruling["outcome"]["text"] == "Any card may be played."
    dispute = play("", "5D 2S 9C", None, trick=1)
    assert (await ask(passer_by, "play", dispute("rules-guru")))["choices"] == ["2S"]
    assert len((await ask(passer_by, "play", dispute("setback")))["choices"]) == 3


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            play("KS", "2S 9C", "9C"),
            (
                "Player 2 has a spade: follow suit or trump in. "
                "A renege can be fixed until the trick is turned over."
            ),
        ),
        (
            play("", "AS 9H", "9H", trick=1, pitcher=0),
            (
                "It's the first lead of the hand. "
                "Spades were named, and the 9 of hearts isn't a spade."
            ),
        ),
        (
            play("", "AS 9H", "AS", wonLast=2),
            "It's Player 3's lead. It wasn't Player 1's lead.",
        ),
        (play("KD AD 2S 5D", "", None), "The 2 of spades is the high trump."),
        (play("KD AD 2C 5D", "", None), "The ace of diamonds is the high card of the suit led."),
    ],
)
async def test_a_ruling_on_play_says_why(passer_by: Device, body: Body, why: str) -> None:
    assert whys(await ask(passer_by, "play", body("rules-guru"))) == why


@pytest.mark.parametrize("preset", [target for target in TARGETS if target != "rules-guru"])
async def test_whoever_names_one_suit_and_leads_another_made_that_trump(
    passer_by: Device, preset: str
) -> None:
    """C24: the ruling says so; the suit that was named binds only where trump is named."""
    led = await ask(passer_by, "play", play("", "AS 9H", "9H", trick=1, pitcher=0)(preset))
    assert led["outcome"]["text"] == "Legal: that lead makes hearts trump."
    assert whys(led) == ("It's the first lead, and that makes trump; naming spades doesn't.")
    assert led["trump"] == "H"
    assert "card_taken_back" not in led["outcome"]["text"]
    ruling = await ask(passer_by, "play", play("9H", "AS 2C", "AS", trick=1, pitcher=0)(preset))
    assert whys(ruling).endswith("The 9 of hearts was led, so hearts are trump, not spades.")
    as_named = await ask(passer_by, "play", play("", "AS 9H", "AS", trick=1, pitcher=0)(preset))
    assert as_named["outcome"]["text"] == "Legal."
    stays = went_wrong("card_pulled_back", 0, led="9H", named="S")(preset)
    ruling_of_pull = await ask(passer_by, "irregularity", stays)
    assert ruling_of_pull["outcome"]["text"] == "The card stands, and hearts are trump."


async def test_house_rules_that_were_kept_are_ruled_by_their_hash(
    stranger: Device, phone: Device
) -> None:
    response = await phone.post(
        "/v1/rulesets", json={"preset": "setback", "options": {"dealerMatches": ["three"]}}
    )
    body = call("three pass pass", "three")(response.json()["id"])
    ruling = await ask(stranger, "call", body)
    assert (ruling["legal"], ruling["basis"]) == (True, "house")
    assert "setback" in {hinge["name"] for hinge in ruling["turnsOn"]}
    unknown = await stranger.post("/v1/rulings/call", json=body | {"ruleset": "whist"})
    assert_problem(unknown, 404, "ruleset_not_found")
