"""Teams that come late, walk in or leave on a night that is open."""

from tests.support.doors import (
    attendance,
    check_in,
    check_in_all,
    entrants_in_slot,
    open_night,
    plan_slot,
    read_night,
)
from tests.support.leagues import founding, open_league, path, report_result
from tests.support.phones import Device, Json, assert_problem


async def test_a_walk_in_plays_tonight(phone: Device) -> None:
    """Somebody comes between rounds: what has begun stays, and the next round has them."""
    league = await open_league(phone, teams=9)
    await open_night(phone, league)
    await check_in_all(phone, league)
    before = await plan_slot(phone, league)
    first = [fixture for fixture in before["fixtures"] if fixture["slot"] == 1]
    await report_result(phone, league, first[0]["number"], wins=[3, 0])
    walk_in = {"name": "Walk-ins", "players": ["Wes", "Wim"], "fromNight": 1, "fromSlot": 2}
    answer = await phone.post(path(league, "entrants"), json=walk_in)
    assert answer.status_code == 201, answer.text
    number = answer.json()["entrants"][-1]["number"]
    sheet = await read_night(phone, league)
    assert attendance(sheet, number)["attendance"] == "here"
    assert attendance(sheet, number)["dueTonight"] == 1000
    assert "night_outdated" in {finding["code"] for finding in sheet["findings"]}
    after = await plan_slot(phone, league, slot=2)
    assert entrants_in_slot(after, 2) == set(range(1, 11))
    assert [fixture for fixture in after["fixtures"] if fixture["slot"] == 1] == [
        each
        | {name: after["fixtures"][place][name] for name in ("reported", "judgement", "settlement")}
        for place, each in enumerate(first)
    ]
    assert "night_outdated" not in {finding["code"] for finding in after["findings"]}
    # The same name twice would make results ambiguous.
    answer = await phone.post(path(league, "entrants"), json=walk_in)
    assert_problem(answer, 422, "league_contradicts", "/name")
    answer = await phone.post(
        path(league, "entrants"), json=walk_in | {"name": "W2", "fromSlot": 1}
    )
    assert_problem(answer, 409, "slot_begun")


async def test_a_walk_in_waits_for_a_night_that_is_open(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    walk_in = {"name": "Walk-ins", "players": ["Wes", "Wim"], "fromNight": 1, "fromSlot": 1}
    answer = await phone.post(path(league, "entrants"), json=walk_in)
    assert_problem(answer, 409, "night_not_open")
    # No night of a new league is open.
    body = founding(teams=4)
    body["entrants"][2] |= {"fromSlot": 1}
    answer = await phone.post("/v1/leagues", json=body)
    assert_problem(answer, 409, "night_not_open", "/entrants/2/fromSlot")


async def test_a_team_that_is_late_arrives_in_the_second_round(phone: Device) -> None:
    form = founding()["format"] | {"lateAfter": 15}
    league = await open_league(phone, teams=10, format=form)
    await open_night(phone, league)
    await check_in_all(phone, league)
    sheet = await check_in(phone, league, 10, "late")
    assert sheet["late"] == 1
    assert attendance(sheet, 10)["forfeitsAt"] is not None
    assert attendance(sheet, 9)["forfeitsAt"] is None
    sheet = await plan_slot(phone, league)
    assert 10 not in entrants_in_slot(sheet, 1)
    assert entrants_in_slot(sheet, 2) == set(range(1, 11))
    # Expected, it is planned and may forfeit.
    sheet = await plan_slot(phone, league, expectsLate=True)
    assert entrants_in_slot(sheet, 1) == set(range(1, 11))
    late = next(
        e
        for e in sheet["fixtures"]
        if e["slot"] == 1 and 10 in [*e["sides"][0]["entrants"], *e["sides"][1]["entrants"]]
    )
    side = 0 if late["sides"][0]["entrants"] == [10] else 1
    fixture_view = await report_result(phone, league, late["number"], forfeit=side)
    assert fixture_view["judgement"]["status"] == "settled"


async def play_first_round(phone: Device) -> tuple[Json, Json]:
    """A league of six teams, and its night planned and with the results of its first round."""
    league = await open_league(phone, teams=6)
    await open_night(phone, league)
    await check_in_all(phone, league)
    sheet = await plan_slot(phone, league)
    for fixture in sheet["fixtures"]:
        if fixture["slot"] == 1:
            await report_result(phone, league, fixture["number"], wins=[2, 1])
    return league, sheet


async def test_a_team_that_leaves_between_rounds_is_planned_no_more(phone: Device) -> None:
    league, _ = await play_first_round(phone)
    sheet = await check_in(phone, league, 6, "away")
    assert "night_outdated" in {finding["code"] for finding in sheet["findings"]}
    sheet = await plan_slot(phone, league, slot=2)
    assert 6 not in entrants_in_slot(sheet, 2)
    assert 6 in entrants_in_slot(sheet, 1)


async def test_a_team_that_leaves_between_rounds_may_forfeit_the_rest(phone: Device) -> None:
    """Where the next round is not paired again, who was to meet it wins all its matches."""
    league, sheet = await play_first_round(phone)
    await check_in(phone, league, 6, "away")
    for fixture in sheet["fixtures"]:
        if fixture["slot"] == 2:
            sides = [side["entrants"] for side in fixture["sides"]]
            quits = {"forfeit": sides.index([6])} if [6] in sides else {"wins": [2, 1]}
            result = await report_result(phone, league, fixture["number"], **quits)
            assert result["judgement"]["status"] == "settled"
            if [6] in sides:
                assert result["judgement"]["counts"][1 - sides.index([6])] == 3
    sheet = await read_night(phone, league)
    codes = {finding["code"] for finding in sheet["findings"]}
    assert (sheet["state"], sheet["byes"], codes) == ("over", [], {"odd_number"})
