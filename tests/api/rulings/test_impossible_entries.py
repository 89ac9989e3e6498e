"""Every way an entry can be impossible, asked over HTTP: its code, its class and its facts."""

from typing import Any, Final

import pytest

from tests.support import claims as told
from tests.support.impossible_entries import (
    ALONE,
    DUEL,
    FOUR,
    IMPOSSIBLE,
    PAIRS,
    TRIO,
    claim,
    holding,
    log,
    pile,
)
from tests.support.phones import Device, Json, assert_problem, open_match
from tests.support.searches import some


def follow(body: Any, pointer: str) -> None:
    for step in pointer.split("/")[1:]:
        if step == "listed":
            return
        body = body[int(step)] if isinstance(body, list) else body[step]


@pytest.mark.search
@pytest.mark.parametrize(("table", "record", "code", "kind"), some(IMPOSSIBLE, 4))
async def test_an_impossible_entry_is_found_with_its_class_and_a_smallest_set_of_facts(
    stranger: Device, table: Json, record: Json, code: str, kind: str
) -> None:
    answer = await stranger.post("/v1/rulings/hand", json={**table, "record": record})
    ruling = answer.json()
    assert answer.status_code == 200, ruling
    verdict = ruling["verdict"]
    codes = [(finding["code"], finding["kind"]) for finding in verdict["findings"]]
    assert (code, kind) in codes, verdict["findings"]
    assert (verdict["status"], verdict["deltas"], verdict["isProven"]) == ("impossible", None, True)
    assert ruling["clauses"]
    for finding in verdict["findings"]:
        first = finding["message"]["text"][0]
        assert first.isupper() or first.isdigit()
        assert finding["message"]["text"].endswith((".", "?"))
        for pointer in finding["facts"]:
            follow(record, pointer)
    assert verdict["undecided"] == []


REFUSED: Final = [
    (PAIRS, {"piles": [pile(0, "AS X1")]}, 400, "invalid_body", "/record/piles/0/cards/1"),
    ({"ruleset": "rules-guru", "players": 9}, {}, 400, "invalid_body", "/players"),
    (
        PAIRS,
        claim({"point": "high", "side": 2}),
        422,
        "not_at_table",
        "/record/claims/points/0/side",
    ),
    (
        {"ruleset": "singaporemahjong", "players": 5},
        {},
        422,
        "table_not_allowed",
        "/players",
    ),
    (
        {"ruleset": "setback", "players": 4, "sides": "partners_across"},
        {},
        422,
        "table_not_allowed",
        "/sides",
    ),
]


@pytest.mark.parametrize(("table", "record", "status", "code", "place"), REFUSED)
async def test_what_no_record_of_that_table_can_say_is_refused(
    stranger: Device, table: Json, record: Json, status: int, code: str, place: str
) -> None:
    answer = await stranger.post("/v1/rulings/hand", json={**table, "record": record})
    assert_problem(answer, status, code, place)


LET_BE: Final = [
    # Shown out, and the later cards are unknown.
    (ALONE, FOUR | log("AS 2S KD 4S"), ["discards_not_proven"]),
    # A ruff by a player able to follow, an under-ruff, no ruff, leads of trumps and plain cards.
    (DUEL, FOUR | log("AS 2S", "KH 3S", "5H 4H", "3C 6H", "KS QS", "2C 7D"), []),
    (TRIO, FOUR | log("AS 2S 3S", "KH 5S 4S", "2H 2D 3H"), ["discards_not_proven"]),
    (
        {"ruleset": "rules-guru", "players": 4},
        {"calls": ["pass", "two", "pass", "four"]},
        ["dealer_raised_needlessly"],
    ),
]


@pytest.mark.parametrize(("table", "record", "codes"), LET_BE)
async def test_what_can_be_is_let_be(
    stranger: Device, table: Json, record: Json, codes: list[str]
) -> None:
    answer = await stranger.post("/v1/rulings/hand", json={**table, "record": record})
    verdict = answer.json()["verdict"]
    assert verdict["status"] != "impossible", verdict["findings"]
    assert [finding["code"] for finding in verdict["findings"]] == codes
    assert {finding["kind"] for finding in verdict["findings"]} <= {"suspicious"}
    assert verdict["revokes"] == 0


async def test_a_four_without_the_jack_is_set_whatever_else_happened(stranger: Device) -> None:
    """Without the jack a hand pays three points at the most."""
    record = FOUR | {"claims": {"points": [{"point": "jack", "inPlay": False}]}}
    verdict = (await stranger.post("/v1/rulings/hand", json={**PAIRS, "record": record})).json()
    assert verdict["verdict"]["made"] is False
    assert {tuple(outcome["deltas"]) for outcome in verdict["verdict"]["outcomes"]} == {
        (-4, theirs) for theirs in range(4)
    }


async def test_who_was_dealt_the_highest_trump_took_it(stranger: Device) -> None:
    """The holder of the ace of trumps has High; anybody else cannot."""
    facts = {"trump": "S", "holdings": [holding(2, "AS")]}
    own = await stranger.post("/v1/rulings/hand", json={**PAIRS, "record": FOUR | facts})
    assert told.point_named(own.json()["verdict"]["points"], "high")["side"] == 0
    record = FOUR | facts | {"claims": {"points": [{"point": "high", "side": 1}]}}
    ruling = (await stranger.post("/v1/rulings/hand", json={**PAIRS, "record": record})).json()
    (finding,) = ruling["verdict"]["findings"]
    assert sorted(finding["facts"]) == ["/claims/points/0/side", "/holdings/0/cards/0", "/trump"]


async def test_entries_that_the_match_contradicts(phone: Device) -> None:
    """A wrong change of score, winner and dealer, and a hand after the win."""
    match = await open_match(phone, ruleset="mb-lounge", options={"target": 4})
    path = f"/v1/matches/{match['matchId']}/hands"
    made = {
        "claims": {
            "points": [
                {"point": "high", "side": 0},
                {"point": "low", "side": 0},
                {"point": "jack", "side": 0},
                {"point": "game", "side": 0},
            ]
        }
    }

    async def findings(number: int, record: Json) -> list[str]:
        answer = await phone.put(f"{path}/{number}", json=record, headers={"If-Match": "*"})
        assert answer.status_code == 200, answer.text
        return [finding["code"] for finding in answer.json()["findings"]]

    written = {"claims": {"scores": [2, 0]}}
    assert await findings(1, FOUR | written) == ["score_change_impossible"]
    wrong = {"claims": made["claims"] | {"winner": 1, "scores": [3, 0]}}
    assert await findings(1, FOUR | wrong) == ["written_scores_differ", "written_winner_not_out"]
    assert await findings(1, FOUR | made | {"dealer": 2}) == ["dealer_out_of_turn"]
    assert await findings(2, FOUR | made) == ["hand_after_win"]
