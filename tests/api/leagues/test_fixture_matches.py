"""Fixtures of a league that are played hand by hand, in matches of their own."""

import pytest

from tests.support import claims as told
from tests.support import guests
from tests.support.leagues import (
    fixtures,
    founding,
    open_league,
    path,
    plan_nights,
    report_result,
    standings,
    won,
)
from tests.support.phones import Device, Json, SignIn, assert_problem

LOUNGE_FOUR = {"contract": {"pitcher": 0, "bid": "four"}, "claims": {}}


async def test_a_fixture_is_played_hand_by_hand(phone: Device) -> None:
    """A match that is opened for a fixture says its winner, also after a correction."""
    league = await open_league(phone, teams=4, options={"target": 4})
    fixture = fixtures(await plan_nights(phone, league), 1)[0]
    number = fixture["number"]
    answer = await phone.post(path(league, f"fixtures/{number}/matches"))
    assert answer.status_code == 201, answer.text
    match = answer.json()
    first, second = (side["name"] for side in fixture["sides"])
    first_side = {player["name"] for player in match["players"] if player["side"] == 0}
    names = {entrant["name"]: entrant["players"] for entrant in league["entrants"]}
    assert first_side == set(names[first])
    assert second in names
    fixture_body = (await phone.get(path(league, f"fixtures/{number}"))).json()
    assert fixture_body["judgement"]["status"] == "open"
    hand = f"/v1/matches/{match['matchId']}/hands/1"
    pitching = match["nextDealer"] % 2
    four = {
        "contract": {"pitcher": match["nextDealer"], "bid": "four"},
        "trump": "S",
        "claims": {"points": told.sides(high=pitching, low=pitching, jack=pitching, game=pitching)},
    }
    sheet = (await phone.put(hand, json=four)).json()
    assert sheet["winner"]["side"] == pitching
    fixture_body = (await phone.get(path(league, f"fixtures/{number}"))).json()
    assert fixture_body["judgement"]["wins"][pitching] == 1
    table = await standings(phone, league)
    assert table["rows"][0]["won"] == 1
    three = four | {"contract": {"pitcher": match["nextDealer"], "bid": "three"}}
    three["claims"] = {
        "points": [
            {"point": "high", "side": 1 - pitching},
            {"point": "low", "side": 1 - pitching},
            {"point": "jack", "inPlay": False},
            {"point": "game", "side": 1 - pitching},
        ]
    }
    await phone.put(hand, json=three, headers={"If-Match": "*"})
    table = await standings(phone, league)
    assert table["rows"][0]["won"] == 0


async def test_a_match_counts_for_one_fixture(phone: Device, sign_in: SignIn) -> None:
    """One by other rules, of somebody else or of another fixture is refused."""
    league = await open_league(phone, teams=4)
    schedule = await plan_nights(phone, league)
    first, second = (fixture["number"] for fixture in fixtures(schedule, 1)[:2])
    match = (await phone.post(path(league, f"fixtures/{first}/matches"))).json()
    link = {"matches": [{"matchId": match["matchId"]}]}
    response = await phone.put(path(league, f"fixtures/{second}/result"), json=link)
    assert_problem(response, 409, "match_linked", "/matches/0/matchId")
    twice = {"matches": link["matches"] * 2}
    second_link = await phone.put(
        path(league, f"fixtures/{first}/result"), json=twice, headers={"If-Match": "*"}
    )
    assert_problem(second_link, 409, "match_linked", "/matches/1/matchId")
    assert second_link.json()["detail"] == "That match is in this report twice. Leave one out."
    foreign = (await phone.post("/v1/matches", json=league_document("setback"))).json()
    link = {"matches": [{"matchId": foreign["matchId"]}]}
    wrong = await phone.put(path(league, f"fixtures/{second}/result"), json=link)
    assert_problem(wrong, 422, "not_its_match", "/matches/0/matchId")
    stranger = await sign_in()
    hidden = (await stranger.post("/v1/matches", json=league_document("mb-lounge"))).json()
    link = {"matches": [{"matchId": hidden["matchId"]}]}
    unconditional = await phone.put(path(league, f"fixtures/{second}/result"), json=link)
    assert_problem(unconditional, 404, "match_not_found", "/matches/0/matchId")


def league_document(ruleset: str) -> Json:
    """A match of four under some rules."""
    return {"ruleset": ruleset, "players": [{"name": name} for name in "ABCD"]}


async def test_the_matches_of_a_fixture_are_so_many(phone: Device) -> None:
    """A fourth match of three is not opened, and a retry opens none either."""
    league = await open_league(phone, teams=4, options={"target": 4})
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    place = path(league, f"fixtures/{number}/matches")
    dealers = []
    for turn in range(3):
        headers = {"Idempotency-Key": f"match-{turn}"}
        first = await phone.post(place, headers=headers)
        again = await phone.post(place, headers=headers)
        assert again.json()["matchId"] == first.json()["matchId"]
        dealers.append(first.json()["firstDealer"])
        await won(phone, first.json())
    assert len(set(dealers)) == 3
    assert_problem(await phone.post(place), 409, "fixture_complete")


async def test_namesakes_of_two_teams_are_told_apart(phone: Device) -> None:
    """Ann and Ann may meet, and the sheet says which is which."""
    entrants = [{"name": name, "players": ["Ann", name]} for name in ("Aces", "Bowers")]
    form = founding()["format"] | {"fixturesANight": 1}
    league = await open_league(phone, entrants=entrants, format=form)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    match = (await phone.post(path(league, f"fixtures/{number}/matches"))).json()
    names = [player["name"] for player in match["players"]]
    assert names[:2] == ["Ann", "Ann (2)"]


async def test_a_league_keeps_the_score_of_a_match_that_is_deleted(phone: Device) -> None:
    """Whoever tidies up takes nobody's win away."""
    league = await open_league(phone, teams=4, options={"target": 4})
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    match = (await phone.post(path(league, f"fixtures/{number}/matches"))).json()
    place = f"/v1/matches/{match['matchId']}"
    side = match["nextDealer"] % 2
    claims = {"points": told.sides(high=side, low=side, jack=side, game=side)}
    contract = {"pitcher": match["nextDealer"], "bid": "four"}
    won = await phone.put(f"{place}/hands/1", json={"contract": contract, "claims": claims})
    assert won.json()["winner"]["side"] == side
    before = (await standings(phone, league))["rows"]
    assert (await phone.delete(place)).status_code == 204
    assert_problem(await phone.get(place), 404, "match_not_found")
    assert (await standings(phone, league))["rows"] == before


async def test_a_league_keeps_the_score_when_who_kept_it_is_erased(
    phone: Device, sign_in: SignIn
) -> None:
    """Also when nobody else was in the match."""
    league, scorer = await open_league(phone, teams=4, options={"target": 4}), await sign_in()
    await guests.let_in(phone, league, scorer, "scorer")
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    match = (await scorer.post(path(league, f"fixtures/{number}/matches"))).json()
    side = match["nextDealer"] % 2
    points = told.sides(high=side, low=side, jack=side, game=side)
    record = {
        "contract": {"pitcher": match["nextDealer"], "bid": "four"},
        "claims": {"points": points},
    }
    await scorer.put(f"/v1/matches/{match['matchId']}/hands/1", json=record)
    before = (await standings(phone, league))["rows"]
    assert (before[0]["won"], (await scorer.delete("/v1/devices/me")).status_code) == (1, 204)
    assert (await standings(phone, league))["rows"] == before


@pytest.mark.parametrize("report", [{"forfeit": 1}, {"wins": [2, 1]}, {"wins": [2, 0]}])
async def test_a_decided_fixture_needs_no_further_match(phone: Device, report: Json) -> None:
    """One would contradict what was reported."""
    league = await open_league(phone, teams=4)
    number = fixtures(await plan_nights(phone, league), 1)[0]["number"]
    await report_result(phone, league, number, **report)
    more = await phone.post(path(league, f"fixtures/{number}/matches"))
    assert_problem(more, 409, "fixture_complete")
