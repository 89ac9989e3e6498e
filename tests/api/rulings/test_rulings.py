"""Disputes settled over HTTP: every situation under every document.

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
    table_card,
    went_wrong,
    whys,
)
from tests.support.phones import Device, Json, assert_problem

SITUATIONS: Final[list[tuple[str, str, Body, str]]] = [
    # The auction.
    ("equal bid", "call", call("three", "three"), "no/t no/t no/t no/d no/d no/d"),
    (
        "dealer matches a three",
        "call",
        call("three pass pass", "three"),
        "pitches_3/t pitches_3/t pitches_3/t pitches_3/t no/d no/d",
    ),
    (
        "dealer matches a four",
        "call",
        call("four pass pass", "four"),
        "pitches_3/t pitches_3/t pitches_3/t as_pass/t as_pass/d no/d",
    ),
    (
        "dealer matches a smudge",
        "call",
        call("smudge pass pass", "smudge"),
        "n/a n/a pitches_3/d n/a n/a n/a",
    ),
    (
        "dealer matches a pitch",
        "call",
        call("pitch pass pass", "pitch"),
        "n/a n/a n/a n/a n/a as_pass/d",
    ),
    (
        "dealer raises a two",
        "call",
        call("pass two pass", "four"),
        "pitches_3/d pitches_3/t pitches_3/t n/a pitches_3/t pitches_3/t",
    ),
    (
        "dealer raises a three",
        "call",
        call("pass three pass", "four"),
        "pitches_3/d pitches_3/t pitches_3/t pitches_3/t pitches_3/t pitches_3/t",
    ),
    (
        "all pass",
        "call",
        call("pass pass pass", "pass"),
        "as_two/t no/t no/t no/d void/d void/d",
    ),
    (
        "dealer alone bids two",
        "call",
        call("pass pass pass", "two"),
        "pitches_3/t pitches_3/t pitches_3/t pitches_3/d pitches_3/t pitches_3/t",
    ),
    (
        "dealer alone bids three",
        "call",
        call("pass pass pass", "three"),
        "as_two/t pitches_3/t pitches_3/t pitches_3/t pitches_3/t pitches_3/t",
    ),
    ("two first", "call", call("", "two"), "yes/t yes/t yes/t no/t yes/t yes/t"),
    ("one first", "call", call("", "one"), "no/t no/t no/t no/t yes/t yes/t"),
    ("card tabled", "call", table_card("", "AS"), "no/d no/d no/d pitches_0/t no/d no/d"),
    (
        "card tabled out of turn",
        "call",
        lambda preset: table_card("", "AS")(preset) | {"caller": 2},
        "no/d no/d no/d call_void/d no/d no/d",
    ),
    (
        "smudge over four",
        "call",
        call("four", "smudge"),
        "as_pass/t as_pass/t yes/t as_pass/t as_pass/t no/t",
    ),
    (
        "pitch over four",
        "call",
        call("four", "pitch"),
        "as_pass/t as_pass/t no/t as_pass/t as_pass/t pitches_1/d",
    ),
    ("second call", "call", call("pass three", "four", caller=0), "no/t"),
    ("call after the last", "call", call("pass three pass four", "four", caller=1), "no/t"),
    ("call out of turn", "call", call("", "three", caller=2), "call_void/d"),
    (
        "partner outbid",
        "call",
        call("three pass", "four", sides=PARTNERS),
        "yes/t yes/t yes/t pitches_2/t n/a n/a",
    ),
    ("pitch bid", "call", call("", "pitch"), "no/t no/t no/t no/t no/t pitches_0/t"),
    (
        "four first",
        "call",
        call("", "four"),
        "yes/t yes/t yes/t pitches_0/t pitches_0/t yes/t",
    ),
    (
        "leads another suit than named",
        "play",
        play("", "AS 9H", "9H", trick=1, pitcher=0),
        "yes/t yes/t card_taken_back/t yes/t yes/t yes/t",
    ),
    (
        "pulls back another suit than named",
        "irregularity",
        went_wrong("card_pulled_back", 0, led="9H", named="S"),
        "card_stands/d card_stands/d card_taken_back/t card_stands/d card_stands/d card_stands/d",
    ),
    (
        "pulls back the suit named",
        "irregularity",
        went_wrong("card_pulled_back", 0, led="9S", named="S"),
        "card_stands/d",
    ),
    ("defender leads", "play", play("", "AS 9H", "AS", trick=1, pitcher=3), "lead_taken_back/t"),
    ("loser leads", "play", play("", "AS 9H", "AS", wonLast=2), "lead_taken_back/t"),
    (
        "wrong lead, trick complete",
        "play",
        play("AS 2S 3S", "4S", "4S", wonLast=2),
        "lead_stands/t",
    ),
    ("wrong leader", "irregularity", went_wrong("wrong_leader", 1), "lead_taken_back/d"),
    (
        "wrong leader, trick complete",
        "irregularity",
        went_wrong("wrong_leader", 1, trickComplete=True),
        "lead_stands/d",
    ),
    # Play.
    ("no trump on a trump lead", "play", play("KS", "2S 9C", "9C"), "card_taken_back/t"),
    ("ruff though able to follow", "play", play("KD", "5D 2S", "2S"), "yes/t"),
    ("discard though able to follow", "play", play("KD", "5D 2S 9C", "9C"), "card_taken_back/t"),
    ("under-ruff", "play", play("KD 9S", "2S TS 8H", "2S"), "yes/t"),
    ("trump wins", "play", play("KD AD 2S 5D", "", None), "wins_2/t"),
    ("trump wins at last", "play", play("KD AD 2S", "5D 9C", "5D"), "wins_2/t"),
    ("trump led later", "play", play("", "AS 9C", "AS"), "yes/t yes/t yes/t yes/d yes/d yes/d"),
    (
        "plain suit led later",
        "play",
        play("", "AS 9C", "9C"),
        "yes/t yes/t yes/t yes/d yes/d yes/d",
    ),
    (
        "revoke, trick quitted",
        "irregularity",
        went_wrong("revoke", 1, trickQuitted=True, contract=BID_THREE),
        "set_back/d",
    ),
    ("revoke at once", "irregularity", went_wrong("revoke", 1), "card_taken_back/d"),
    # Who wins.
    (
        "pitcher at target, other above",
        "winner",
        result("T-2 T-1", "T T+1", "two", made=True),
        "wins_0/t wins_0/t wins_0/t wins_0/t wins_0/d wins_0/d",
    ),
    (
        "pitcher made but short, other above",
        "winner",
        result("T-3 T-1", "T-1 T+1", "two", made=True),
        "wins_1/t wins_1/t play_on/t play_on/t wins_1/d wins_1/d",
    ),
    (
        "pitcher set, other above",
        "winner",
        result("T-4 T-1", "T-7 T+1", "three", made=False),
        "wins_1/t wins_1/t play_on/t play_on/t wins_1/d wins_1/d",
    ),
    (
        "two others at target",
        "winner",
        result(
            "T-1 T-1 T-1", "T-3 T T", "two", made=False, players=3, points=told.sides(high=1, low=2)
        ),
        "play_on/t play_on/t play_on/t n/a wins_1/d wins_1/d",
    ),
    (
        "two others at target, points unknown",
        "winner",
        result("T-1 T-1 T-1", "T-3 T T", "two", made=False, players=3),
        "play_on/t play_on/t play_on/t n/a open/d open/d",
    ),
    (
        "pitcher was beyond target",
        "winner",
        result("T+2 0", "T+4 0", "two", made=True),
        "n/a n/a wins_0/t wins_0/t n/a n/a",
    ),
    (
        "pitcher was tied beyond target",
        "winner",
        result("T+2 T+2 0", "T+4 T+2 0", "two", made=True, players=3),
        "wins_0/t wins_0/t wins_0/t n/a n/a n/a",
    ),
    (
        "smudge from below zero",
        "winner",
        result("-3 0", "1 0", "smudge", made=True),
        "n/a n/a wins_0/t n/a n/a n/a",
    ),
    (
        "pitch, other above target",
        "winner",
        result("1 6 0", "5 8 0", "pitch", made=True, players=3),
        "n/a n/a n/a n/a n/a wins_0/t",
    ),
    (
        "pitch from below zero",
        "winner",
        result("-2 0", "2 0", "pitch", made=True),
        "n/a n/a n/a n/a n/a play_on/t",
    ),
    (
        "pitch from zero",
        "winner",
        result("0 0", "4 0", "pitch", made=True),
        "n/a n/a n/a n/a n/a wins_0/t",
    ),
    (
        "pitch failed",
        "winner",
        result("0 0", "-4 1", "pitch", made=False),
        "n/a n/a n/a n/a n/a play_on/d",
    ),
    (
        "four from zero",
        "winner",
        result("0 0", "4 0", "four", made=True),
        "play_on/t play_on/t play_on/d play_on/t play_on/d play_on/d",
    ),
    (
        "target exceeded",
        "winner",
        result("T-1 0", "T+2 0", "three", made=True),
        "wins_0/t wins_0/t wins_0/t wins_0/t wins_0/d wins_0/d",
    ),
    # Irregularities.
    (
        "hand stopped early",
        "irregularity",
        went_wrong("hand_stopped_early", 1),
        "play_on/t play_on/t play_on/d play_on/t play_on/t play_on/t",
    ),
    ("misdeal", "irregularity", went_wrong("misdeal", 3), "redeal/d"),
    (
        "misdeal, scored",
        "irregularity",
        went_wrong("misdeal", 3, handScored=True),
        "score_stands/d",
    ),
    ("exposed card", "irregularity", went_wrong("exposed_card", 3), "redeal/d"),
    ("table talk", "irregularity", went_wrong("table_talk", 2), "warning/d"),
    ("table talk again", "irregularity", went_wrong("table_talk", 2, warned=True), "points_lost/d"),
    ("wrong score", "irregularity", went_wrong("wrong_score", 1), "score_corrected/d"),
    (
        "wrong score, over",
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
    """At most the dealer may match it, and others may bid a slam."""
    ruling = await ask(passer_by, "call", call("", "four")(preset))
    assert ruling["mayBid"] == may_bid
    assert ruling["standing"] == "pass"


@pytest.mark.parametrize("preset", TARGETS)
async def test_what_all_documents_agree_on_is_moot(passer_by: Device, preset: str) -> None:
    """An under-ruff, the winner of a trick, and a revoke before the trick is quitted."""
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
    """The six documents agree; only those where the suit led must be followed forbid it."""
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
    """The suit that was named binds only where trump is named."""
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
