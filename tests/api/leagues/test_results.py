"""Results of fixtures over HTTP: what they come to, and what cannot be."""

import pytest

from tests.support import claims as told
from tests.support.leagues import (
    fixtures,
    founding,
    open_league,
    path,
    plan_nights,
    report_result,
    standings,
)
from tests.support.phones import Device, Json, assert_problem

BY_POINTS: Json = {"counting": "points"}


async def open_and_plan(phone: Device, **more: object) -> tuple[Json, Json]:
    """A league of four teams, and the first fixture of it."""
    league = await open_league(phone, teams=4, **more)
    return league, fixtures(await plan_nights(phone, league), 1)[0]


def codes(result: Json) -> list[str]:
    return [finding["code"] for finding in result["judgement"]["findings"]]


async def clause(phone: Device, league: Json, topic: str) -> Json:
    """Return the sentences of a league's clause on a topic."""
    clauses = (await phone.get(path(league, "rules"))).json()["clauses"]
    return next(clause for clause in clauses if clause["topic"] == topic)


@pytest.mark.parametrize(
    ("agreement", "points", "basis"), [({}, 48, "default"), ({"forfeitPoints": 15}, 45, "house")]
)
async def test_a_forfeit_pays_points_where_no_target_is_played_to(
    phone: Device, agreement: Json, points: int, basis: str
) -> None:
    """Two points a hand for each match of eight, or what was agreed; the rules say which."""
    league, fixture = await open_and_plan(phone, options={"hands": 8}, format=BY_POINTS | agreement)
    result = await report_result(phone, league, fixture["number"], forfeit=1)
    assert result["judgement"]["points"] == result["judgement"]["counts"] == [points, 0]
    leader = (await standings(phone, league))["rows"][0]
    came = fixture["sides"][0]["entrants"]
    assert ([leader["entrant"]], leader["score"], leader["difference"]) == (came, points, points)
    sentence = await clause(phone, league, "league.forfeit")
    assert sentence["basis"] == basis
    assert ("15" if agreement else "two points a hand") in sentence["sentences"][1]["text"]
    assert result["judgement"]["clauses"][0] == sentence["id"]


async def test_a_forfeit_never_pays_nothing_to_who_came(phone: Device) -> None:
    """A league that names what it pays names at least a point."""
    body = founding(4, format=BY_POINTS | {"forfeitPoints": 0})
    assert_problem(
        await phone.post("/v1/leagues", json=body), 400, "invalid_body", "/format/forfeitPoints"
    )


async def test_neither_side_may_come(phone: Device) -> None:
    """The fixture is over and pays nothing to either; nobody waits for it."""
    league, fixture = await open_and_plan(phone)
    number = fixture["number"]
    absent = {entrant for side in fixture["sides"] for entrant in side["entrants"]}
    result = await report_result(phone, league, number, neitherCame=True)
    judgement = result["judgement"]
    assert (judgement["status"], judgement["left"], judgement["findings"]) == ("settled", 0, [])
    assert judgement["wins"] == judgement["points"] == judgement["counts"] == [0, 0]
    rows = {row["entrant"]: row for row in (await standings(phone, league))["rows"]}
    assert {rows[number]["played"] for number in absent} == {1}
    assert {(rows[number]["won"], rows[number]["lost"]) for number in absent} == {(0, 0)}
    more = await phone.post(path(league, f"fixtures/{number}/matches"))
    assert_problem(more, 409, "fixture_complete")
    statistics = (await phone.get(path(league, "statistics"))).json()["entrants"]
    assert all(entrant["met"] == [] for entrant in statistics)
    sentence = await clause(phone, league, "league.forfeit")
    assert sentence["sentences"][-1]["text"] == "If neither shows up, neither gets anything."
    wrong = await report_result(phone, league, number, neitherCame=True, forfeit=0)
    assert codes(wrong) == ["forfeit_by_one_and_both"]


async def test_a_fixture_to_which_neither_came_is_taken_along(phone: Device) -> None:
    """In the table of results, on paper and in the whole league as JSON."""
    league, fixture = await open_and_plan(phone)
    await report_result(phone, league, fixture["number"], neitherCame=True)
    place = path(league, "export")
    table = (await phone.get(f"{place}.csv?table=results")).text
    assert '"settled",0,0,0,0,"neither side came"' in table
    assert "neither side came" in (await phone.get(f"{place}.html")).text
    export = (await phone.get(f"{place}.json")).text
    assert '"neitherCame":true' in export


async def test_winners_move_up_past_a_table_to_which_neither_came(phone: Device) -> None:
    """The others play on; at the empty table the first side goes for the winner."""
    players = [{"name": name, "players": [name]} for name in "ABCDEFGH"]
    form = {"pairing": "progressive", "nights": 1, "fixturesANight": 2, "matchesAFixture": 1}
    league = await open_league(phone, entrants=players, format=form)
    first, second = fixtures(await plan_nights(phone, league), 1)
    await report_result(phone, league, first["number"], wins=[0, 1])
    await report_result(phone, league, second["number"], neitherCame=True)
    head = fixtures(await plan_nights(phone, league), 1)[2]
    up = {*first["sides"][1]["entrants"], *second["sides"][0]["entrants"]}
    assert {number for side in head["sides"] for number in side["entrants"]} == up


@pytest.mark.parametrize(
    ("ruleset", "report", "message"),
    [
        (
            "mb-lounge",
            {"wins": [3, 0], "points": [5, 40]},
            "At 3 to 0 in matches, {0} scored at least 33, not 5. Check the points.",
        ),
        (
            "singaporemahjong",
            {"wins": [3, 0], "points": [32, 12]},
            "At 3 to 0 in matches, {0} scored at least 33, not 32. Check the points.",
        ),
    ],
)
async def test_points_that_no_scores_make_count_for_nothing(
    phone: Device, ruleset: str, report: Json, message: str
) -> None:
    """They are kept and flagged with the clauses that refute them, and corrected they count."""
    league, fixture = await open_and_plan(phone, ruleset=ruleset)
    result = await report_result(phone, league, fixture["number"], **report)
    assert (result["judgement"]["status"], codes(result)) == (
        "impossible",
        ["points_contradict_wins"],
    )
    (finding,) = result["judgement"]["findings"]
    assert finding["message"]["text"] == message.format(
        *(side["name"] for side in fixture["sides"])
    )
    assert finding["facts"][-1] == "/wins"
    assert f"{ruleset}/win.target" in finding["clauses"]
    table = await standings(phone, league)
    assert table["impossible"] == [fixture["number"]]
    assert {row["score"] for row in table["rows"]} == {0}
    right_report = report | {"points": [34, 30]}
    response = await report_result(phone, league, fixture["number"], **right_report)
    assert response["judgement"]["points"] == [34, 30]
    assert (await standings(phone, league))["rows"][0]["score"] == report["wins"][0]


async def test_what_is_odd_is_said_in_the_language_of_who_asks(phone: Device) -> None:
    """By a code, and about a side by its teams: a program shows them without reading the text."""
    league, fixture = await open_and_plan(phone)
    await report_result(phone, league, fixture["number"], wins=[4, 0])
    place, spanish = path(league, f"fixtures/{fixture['number']}"), {"Accept-Language": "es"}
    fixture_body = (await phone.get(place, headers=spanish)).json()
    message, side = fixture_body["judgement"]["findings"][0]["message"], fixture["sides"][0]
    assert message["code"] == "league_finding.too_many_wins"
    (team,) = message["args"]["side"]["items"]
    assert (team["kind"], team["number"], team["text"]) == (
        "entrant",
        side["entrants"][0],
        side["name"],
    )
    assert message["text"] == (
        f"{side['name']} no puede ganar 4 partidas de un cruce: como mucho 3. Vuelve a contar."
    )
    chances = (await phone.get(path(league, "standings"), headers=spanish)).json()["rows"]
    assert {row["decidedBy"]["whys"][0]["text"] for row in chances[1:]} == {
        "Empate con otros 3 tras todos los criterios: comparten el puesto."
    }


async def test_a_score_sheet_is_believed_whatever_its_points(phone: Device) -> None:
    """A handicap ends a match beyond what hands pay; typed alone it is odd, and counts."""
    form = {"matchesAFixture": 1}
    league, fixture = await open_and_plan(phone, ruleset="singaporemahjong", format=form)
    match = (await phone.post(path(league, f"fixtures/{fixture['number']}/matches"))).json()
    place, side = f"/v1/matches/{match['matchId']}", match["nextDealer"] % 2
    handicap = {"side": side, "points": 14, "reason": "Handicap", "afterHand": 0}
    assert (await phone.post(f"{place}/adjustments", json=handicap)).status_code == 201
    points = told.sides(high=side, low=side, jack=side, game=side)
    record = {
        "contract": {"pitcher": match["nextDealer"], "bid": "four"},
        "claims": {"points": points},
    }
    sheet = (await phone.put(f"{place}/hands/1", json=record)).json()
    assert sheet["scores"][side] == 18
    fixture_body = (await phone.get(path(league, f"fixtures/{fixture['number']}"))).json()
    assert (fixture_body["judgement"]["status"], codes(fixture_body)) == ("settled", [])
    result = {"winner": side, "scores": sheet["scores"]}
    alone = await report_result(phone, league, fixture["number"], matches=[result])
    (finding,) = alone["judgement"]["findings"]
    assert (finding["code"], finding["kind"]) == ("score_out_of_reach", "suspicious")
    assert "as for a handicap" in finding["message"]["text"]
    assert alone["judgement"] == fixture_body["judgement"] | {"findings": [finding]}


async def test_a_side_that_has_begun_a_match_came(phone: Device) -> None:
    """Its match contradicts a forfeit from the first hand on, and not while it waits for it."""
    league, fixture = await open_and_plan(phone)
    number = fixture["number"]
    match = (await phone.post(path(league, f"fixtures/{number}/matches"))).json()
    matches = [{"matchId": match["matchId"]}]
    waiting = await report_result(phone, league, number, matches=matches, forfeit=0)
    assert (waiting["judgement"]["status"], codes(waiting)) == ("settled", [])
    hand = f"/v1/matches/{match['matchId']}/hands/1"
    assert (await phone.put(hand, json={"trump": "S"})).is_success
    fixture_body = (await phone.get(path(league, f"fixtures/{number}"))).json()
    assert (fixture_body["judgement"]["status"], codes(fixture_body)) == (
        "impossible",
        ["forfeit_with_matches"],
    )
    assert fixture_body["judgement"]["findings"][0]["facts"] == ["/forfeit", "/matches/0"]
    neither = await report_result(phone, league, number, matches=matches, neitherCame=True)
    assert neither["judgement"]["findings"][0]["facts"] == ["/neitherCame", "/matches/0"]


async def test_a_closing_time_is_told_and_holds_nobody_up(phone: Device) -> None:
    """A league knows no time zone, so no minute is after closing; the contract says so."""
    league, fixture = await open_and_plan(phone, format={"closesAt": "00:00"})
    (sentence,) = (await clause(phone, league, "league.closing"))["sentences"]
    assert sentence["text"] == "No hand is dealt after 00:00."
    place = path(league, f"fixtures/{fixture['number']}")
    match = (await phone.post(f"{place}/matches")).json()
    late = await phone.put(f"/v1/matches/{match['matchId']}/hands/1", json={"trump": "S"})
    assert late.is_success
    assert codes((await phone.get(place)).json()) == []
    schemas = (await phone.get("/openapi.json")).json()["components"]["schemas"]
    description = schemas["Format"]["properties"]["closesAt"]["description"]
    assert description.endswith("hands entered later still count.")


async def test_substitutes_who_cannot_sit_so_are_flagged(phone: Device) -> None:
    """Two in one place, and one with the name of a partner or an opponent."""
    league, fixture = await open_and_plan(phone)
    first, second = (side["entrants"][0] for side in fixture["sides"])
    place: Json = {"entrant": first, "player": 0}
    for names, code, facts in (
        (("Zoe", "Yan"), "place_taken_twice", ["/substitutes/0", "/substitutes/1"]),
        ((f"{first}B",), "names_alike", ["/substitutes/0/name"]),
        ((f"{second}a",), "names_alike", ["/substitutes/0/name"]),
    ):
        substitutes = [place | {"name": name} for name in names]
        result = await report_result(
            phone, league, fixture["number"], wins=[2, 1], substitutes=substitutes
        )
        (finding,) = result["judgement"]["findings"]
        assert (finding["code"], finding["facts"]) == (code, facts)
        assert finding["clauses"] == ["mb-lounge/league.substitutes"]
        assert result["judgement"]["status"] == "impossible"
    fine = [place | {"name": "Zoe"}]
    result = await report_result(phone, league, fixture["number"], wins=[2, 1], substitutes=fine)
    assert result["judgement"]["counts"] == [2, 1]
