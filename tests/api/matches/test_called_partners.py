"""An evening of five who call their partners: entered, asked, shown, written, counted and ruled."""

from typing import Any

import pytest

from tests.support.leagues import founding
from tests.support.phones import Device, Json, assert_problem, open_match
from tests.support.tables import device_id, path

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
TAKEN = {
    "high": 0, "low": 1, "jack": 0, "off_jack": 3, "high_joker": 2, "low_joker": 4, "ten": 1,
    "three": 2,
}  # fmt: skip
CLAIMS: Json = {"points": [{"point": point, "side": side} for point, side in TAKEN.items()]}
TRICKS: list[Json] = [
    {"cards": ["TS", "KS", "2S", "HJ", "4S"]},
    {"cards": ["7S", "5S", "JC", "9S"], "out": [1]},
    {"cards": ["8S", "QS", "3S"], "out": [1, 2]},
    {"cards": ["LJ", "JS"], "out": [1, 2, 3]},
    {"cards": ["AS"], "out": [1, 2, 3, 4]},
]
HANDS: list[Json] = [
    # Ann calls the high joker, which Cid has; they take six, the others four.
    {
        "trump": "H",
        "contract": {"pitcher": 0, "bid": "6", "calledCard": "HJ", "partner": 2},
        "claims": CLAIMS,
    },
    # Bob and Eve put their piles together and are two short of their bid.
    {
        "contract": {"pitcher": 1, "bid": "8", "calledCard": "AS", "partner": 4},
        "claims": {"takenTogether": [6, 4]},
    },
    # Cid has the card that he called himself, and makes five alone.
    {
        "contract": {"pitcher": 2, "bid": "5", "calledCard": "AD", "partner": 2},
        "claims": {"takenTogether": [5, 5]},
    },
    # The tricks tell that Dee was the partner.
    {
        "dealer": 4,
        "trump": "S",
        "contract": {"pitcher": 0, "bid": "four", "calledCard": "HJ"},
        "tricks": TRICKS,
    },
]
SCORES = [[6, 4, 6, 4, 4], [10, -4, 10, 8, -4], [15, 1, 15, 13, 1], [19, 7, 21, 17, 7]]


@pytest.fixture
async def evening(phone: Device) -> Json:
    """A match of five, four hands old."""
    match = await open_match(phone, "pawnee", names=NAMES)
    for number, (record, scores) in enumerate(zip(HANDS, SCORES, strict=True), start=1):
        answer = await phone.put(path(match, number), json=record)
        assert answer.status_code == 200, answer.text
        assert answer.json()["scores"] == scores, answer.json()["verdict"]
    return match


async def test_five_sides_of_one_and_scores_of_each(phone: Device, evening: Json) -> None:
    sheet_body = (await phone.get(path(evening))).json()
    assert [side["seats"] for side in sheet_body["sides"]] == [[0], [1], [2], [3], [4]]
    assert sheet_body["scores"] == SCORES[-1]
    lines = [(line["pitcher"], line["partner"], line["made"]) for line in sheet_body["lines"]]
    assert lines == [(0, 2, True), (1, 4, False), (2, 2, True), (0, 3, True)]
    assert not any(line["findings"] for line in sheet_body["lines"][:3])


async def test_an_unknown_partner_is_asked_for_and_entered_with_the_auction(
    phone: Device, evening: Json
) -> None:
    facts: Json = {"contract": {"pitcher": 3, "bid": "6", "calledCard": "HJ"}, "trump": "C"}
    body = {**facts, "claims": CLAIMS}
    verdict = (await phone.put(path(evening, 5), json=body)).json()["verdict"]
    assert (verdict["status"], verdict["partner"]) == ("open", None)
    (need,) = verdict["needs"]
    assert (need["ask"], need["card"]) == ("partner", "HJ")
    facts["contract"] |= {"partner": 1}
    answer = await phone.put(path(evening, 5, "auction"), json=facts, headers={"If-Match": "*"})
    verdict = answer.json()["verdict"]
    assert (verdict["status"], verdict["partner"]) == ("settled", 1)
    # Dee has the off-jack and Bob Low and the ten: three of a bid of six.
    assert verdict["deltas"] == [7, -6, 7, -6, 7]


async def test_a_wrong_partner_is_kept_told_and_mended(phone: Device, evening: Json) -> None:
    wrong = {**HANDS[3], "contract": {**HANDS[3]["contract"], "partner": 2}}
    hand = (await phone.put(path(evening, 4), json=wrong, headers={"If-Match": "*"})).json()
    verdict = hand["verdict"]
    assert verdict["status"] == "impossible"
    assert any("/contract/partner" in finding["facts"] for finding in verdict["findings"])
    clauses = {clause for finding in verdict["findings"] for clause in finding["clauses"]}
    assert clauses & {"pawnee/play.partner", "pawnee/play.called"}
    sentences = [repair["message"]["text"] for repair in verdict["repairs"]]
    assert "Change the partner to Dee." in sentences


async def test_a_partner_where_none_is_called_is_refused_with_the_place(phone: Device) -> None:
    match = await open_match(phone, "pitch31")
    body = {"contract": {"pitcher": 0, "bid": "6", "partner": 1}}
    answer = await phone.put(path(match, 1), json=body)
    assert_problem(answer, 422, "not_in_rules", "/contract/partner")


async def test_four_cannot_sit_down_to_it(phone: Device) -> None:
    body = {"ruleset": "pawnee", "players": [{"name": name} for name in NAMES[:4]]}
    answer = await phone.post("/v1/matches", json=body)
    assert_problem(answer, 422, "table_not_allowed", "/players")


@pytest.mark.parametrize(("form", "kind"), [("txt", "text/plain"), ("json", "application/json")])
async def test_the_evening_is_written_and_read_back_the_same(
    phone: Device, evening: Json, form: str, kind: str
) -> None:
    first = await phone.get(f"{path(evening)}/export.{form}")
    assert first.status_code == 200, first.text
    if form == "txt":
        assert "Contract 0 6 calling HJ with 2" in first.text
        assert "Together 6 4" in first.text
    response = await phone.post(
        "/v1/imports", content=first.content, headers={"Content-Type": f"{kind}; charset=utf-8"}
    )
    (item,) = response.json()["items"]
    again = (await phone.get(f"/v1/matches/{item['matchId']}")).json()
    assert again["scores"] == SCORES[-1]
    assert [line["partner"] for line in again["lines"]] == [2, 4, 2, 3]


async def test_the_sheet_and_the_table_name_the_partner(phone: Device, evening: Json) -> None:
    for form in ("export.html", "export.csv"):
        sheet = await phone.get(f"{path(evening)}/{form}")
        assert sheet.status_code == 200, sheet.text
        assert "Cid was the partner." in sheet.text
        assert "played alone." in sheet.text


async def test_each_player_has_pitched_partnered_or_defended(phone: Device, evening: Json) -> None:
    mine = await phone.put(
        f"{path(evening)}/seats/2",
        json={"deviceId": await device_id(phone)},
        headers={"If-Match": "*"},
    )
    assert mine.status_code == 200, mine.text
    statistics = (await phone.get(f"/v1/players/{await device_id(phone)}/statistics")).json()
    roles = {name: statistics[name]["hands"] for name in ("asPitcher", "asPartner", "asDefender")}
    assert roles == {"asPitcher": 1, "asPartner": 1, "asDefender": 2}
    assert statistics["score"] == SCORES[-1][2]


async def rule(phone: Device, kind: str, **question: Any) -> Json:
    body = {"ruleset": "pawnee", "players": 5, **question}
    answer = await phone.post(f"/v1/rulings/{kind}", json=body)
    assert answer.status_code == 200, answer.text
    ruling: Json = answer.json()
    return ruling


async def test_the_called_card_is_due_from_who_holds_it(phone: Device) -> None:
    trick = {
        "leader": 0, "pitcher": 0, "trump": "H", "calledCard": "HJ", "played": ["AH"],
        "hand": ["HJ", "2H", "9C"],
    }  # fmt: skip
    ruling = await rule(phone, "play", **trick)
    assert ruling["choices"] == ["HJ"]
    assert ruling["clauses"][0]["id"] == "pawnee/play.called"
    ruling_of_card = await rule(phone, "play", **trick, card="2H")
    assert (ruling_of_card["legal"], ruling_of_card["clauses"][0]["id"]) == (
        False,
        "pawnee/play.called",
    )
    assert (await rule(phone, "play", **trick, card="HJ"))["legal"] is True
    free = await rule(phone, "play", **{**trick, "hand": ["2H", "9C"]}, card="2H")
    assert free["legal"] is True
    leads = await rule(phone, "play", **{**trick, "played": [], "hand": ["HJ", "AH"]}, card="AH")
    assert leads["legal"] is True


async def test_a_hand_is_ruled_on_with_its_partner(phone: Device) -> None:
    ruling = await rule(phone, "hand", record=HANDS[0], dealer=4, names=NAMES)
    assert ruling["verdict"]["deltas"] == [6, 4, 6, 4, 4]
    called = await rule(phone, "hand", record=HANDS[3], names=NAMES, witness=True)
    assert called["verdict"]["partner"] == 3
    assert "HJ" in called["witness"]["tricks"][0]["cards"]


async def test_the_winner_is_told_by_the_scores_and_the_partner(phone: Device) -> None:
    result = {"after": [42, 4, 44, 4, 4], "pitchingSide": 0, "bid": "6", "made": True}
    ruling = await rule(phone, "winner", scores=[36, 0, 38, 0, 0], result=result)
    assert (ruling["decision"], ruling["winner"]) == ("won", 0)
    assert "pawnee/win.partner" in [clause["id"] for clause in ruling["clauses"]]


async def test_a_revoke_costs_those_who_score_together(phone: Device) -> None:
    revoke = {
        "irregularity": "revoke", "offender": 2, "trickQuitted": True,
        "contract": {"pitcher": 0, "bid": "6", "partner": 2}, "points": [3, 1, 3, 1, 2],
    }  # fmt: skip
    remedy = (await rule(phone, "irregularity", **revoke))["remedy"]
    assert [change["change"] for change in remedy["changes"]] == [-6, 4, -6, 4, 4]
    assert remedy["cannotBeSet"] is None
    revoke |= {"offender": 1}
    remedy = (await rule(phone, "irregularity", **revoke))["remedy"]
    assert [change["change"] for change in remedy["changes"]] == [6, -6, 6, -6, -6]
    assert remedy["cannotBeSet"] == 0


async def test_a_league_whose_fixtures_have_two_sides_is_not_for_it(phone: Device) -> None:
    answer = await phone.post("/v1/leagues", json=founding(ruleset="pawnee"))
    assert_problem(answer, 422, "table_not_allowed", "/format/players")
    assert answer.json()["detail"] == "Pawnee, call-your-partner pitch is for 5 players, not 4."
