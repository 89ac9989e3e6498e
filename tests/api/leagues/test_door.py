"""The door of a night: who is here, what is due, and a night planned from who came."""

import asyncio

import pytest

from tests.support import guests
from tests.support.doors import (
    attendance,
    check_in,
    check_in_all,
    entrants_in_slot,
    open_night,
    pay,
    plan_slot,
    read_night,
)
from tests.support.leagues import fixtures, founding, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, SignIn, assert_problem

DATES = ["2027-02-23", "2027-03-02", "2027-03-09", "2027-03-16", "2027-03-23"]


async def test_nine_of_ten_come_pay_and_play(phone: Device) -> None:
    """A night goes from planned to over, and what is due follows from who is here."""
    league = await open_league(phone)
    sheet = await read_night(phone, league)
    assert (sheet["state"], sheet["here"], sheet["dueTonight"]) == ("planned", 0, 0)
    assert {each["isPaid"] for each in sheet["attendances"]} == {None}
    sheet = await open_night(phone, league)
    assert (sheet["state"], sheet["dueTonight"]) == ("checking_in", 0)
    sheet = await check_in_all(phone, league, away=(10,))
    assert (sheet["here"], sheet["dueTonight"]) == (9, 9000)
    for entrant in range(1, 9):
        await pay(phone, league, entrant)
    sheet = await read_night(phone, league)
    assert sheet["paidTonight"] == 8000
    assert [attendance(sheet, entrant)["isPaid"] for entrant in (9, 8)] == [False, True]
    accounts = (await phone.get(path(league, "accounts?night=1"))).json()
    assert accounts["due"] == sum(account["due"] for account in accounts["accounts"]) == 9000
    sheet = await plan_slot(phone, league)
    assert sheet["state"] == "begun"
    assert [len(entrants_in_slot(sheet, slot)) for slot in (1, 2)] == [8, 8]
    assert {entrant for bye in sheet["byes"] for entrant in bye["entrants"]} <= set(range(1, 10))
    assert len({tuple(bye["entrants"]) for bye in sheet["byes"]}) == 2
    for fixture in sheet["fixtures"]:
        await report_result(phone, league, fixture["number"], wins=[2, 1])
    assert (await read_night(phone, league))["state"] == "over"
    # A night that is over is owed by everyone who takes part (S3.fee).
    assert (await phone.get(path(league, "accounts?night=1"))).json()["due"] == 10000


async def test_a_preview_saves_nothing_and_shows_the_plan(phone: Device) -> None:
    league = await open_league(phone, teams=6)
    await open_night(phone, league)
    await check_in(phone, league, 1)
    await check_in(phone, league, 2)
    answer = await phone.post(path(league, "nights/1/slots/1/plan/preview"), json={})
    preview = answer.json()
    assert entrants_in_slot(preview, 1) == {1, 2}
    assert {each["attendance"] for each in preview["attendances"]} == {"here", "away"}
    sheet = await read_night(phone, league)
    assert (sheet["state"], sheet["fixtures"]) == ("checking_in", [])
    plan = await plan_slot(phone, league)
    assert [fixture["sides"] for fixture in plan["fixtures"]] == [
        fixture["sides"] for fixture in preview["fixtures"]
    ]
    assert (await plan_slot(phone, league))["version"] == plan["version"]


async def test_one_comes_and_nothing_is_planned(phone: Device) -> None:
    league = await open_league(phone)
    await open_night(phone, league)
    await check_in(phone, league, 1)
    answer = await phone.post(path(league, "nights/1/slots/1/plan"), json={})
    assert_problem(answer, 409, "no_schedule", "/entrants")
    assert attendance(await read_night(phone, league), 2)["attendance"] == "unknown"


async def test_a_team_of_one_has_another_substitute_each_week(phone: Device) -> None:
    """Substitutes of the door sit in the match that is opened, and are in its report."""
    league = await open_league(phone, teams=2, format={"matchesAFixture": 3, "fixturesANight": 1})
    for number, name in ((1, "Wally"), (2, "Wilma")):
        await open_night(phone, league, number)
        for entrant in (1, 2):
            players = [{"player": 1, "substitute": name}] if entrant == 1 else []
            body = {"attendance": "here", "players": players}
            answer = await phone.put(
                path(league, f"nights/{number}/attendance/{entrant}"), json=body
            )
            assert answer.status_code == 200, answer.text
        sheet = await plan_slot(phone, league, number=number)
        (fixture,) = sheet["fixtures"]
        match = (await phone.post(path(league, f"fixtures/{fixture['number']}/matches"))).json()
        assert name in {player["name"] for player in match["players"]}
        fixture_view = (await phone.get(path(league, f"fixtures/{fixture['number']}"))).json()
        assert [
            substitute["name"] for substitute in fixture_view["reported"]["report"]["substitutes"]
        ] == [name]
        await report_result(phone, league, fixture["number"], wins=[2, 1])


async def test_one_substitute_in_two_teams_is_found(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    await open_night(phone, league)
    await check_in_all(phone, league)
    for entrant in (1, 2):
        sits = [{"player": 0, "substitute": "Wally"}]
        await check_in(phone, league, entrant, players=sits)
    sheet = await plan_slot(phone, league)
    assert "substitute_twice" in {finding["code"] for finding in sheet["findings"]}


async def test_a_night_called_off_gives_back_what_is_due(phone: Device) -> None:
    league = await open_league(phone, teams=4, dates=DATES)
    await plan_nights(phone, league)
    await open_night(phone, league)
    await check_in_all(phone, league)
    await pay(phone, league, 1)
    body = {"reason": "Snow"}
    answer = await phone.post(path(league, "nights/1/calling-off"), json=body)
    sheet = answer.json()
    assert (sheet["state"], sheet["fixtures"], sheet["calledOff"]["reason"]) == (
        "called_off",
        [],
        "Snow",
    )
    accounts = (await phone.get(path(league, "accounts?night=1"))).json()
    assert (accounts["due"], accounts["accounts"][0]["balance"]) == (0, 1000)
    assert accounts["pot"] == 4 * 4 * 1000
    answer = await phone.put(path(league, "nights/1/attendance/1"), json={"attendance": "here"})
    assert_problem(answer, 409, "night_called_off")
    again = await phone.post(path(league, "nights/1/calling-off"), json=body)
    assert again.json()["version"] == sheet["version"]
    # Other nights go on, and nobody is planned on this one.
    schedule = await plan_nights(phone, league)
    assert not fixtures(schedule, 1)
    assert fixtures(schedule, 2)
    assert (await phone.get(path(league))).json()["nextNight"] == 2
    # It is held after all.
    assert (await open_night(phone, league))["state"] == "checking_in"


async def test_a_night_that_is_put_off_moves_the_dates_on(phone: Device) -> None:
    league = await open_league(phone, teams=4, dates=DATES)
    schedule = await plan_nights(phone, league)
    for fixture in fixtures(schedule, 1):
        await report_result(phone, league, fixture["number"], wins=[2, 1])
    body = {"reason": "Snow", "moveTo": "2027-03-30"}
    sheet = (await phone.post(path(league, "nights/2/calling-off"), json=body)).json()
    assert (sheet["state"], sheet["date"], sheet["movedTo"]) == ("planned", DATES[2], "2027-03-30")
    assert [each["number"] for each in sheet["fixtures"]] == [
        each["number"] for each in fixtures(schedule, 2)
    ]
    dates = (await phone.get(path(league))).json()["dates"]
    assert dates == [DATES[0], *DATES[2:], "2027-03-30"]
    for day in (DATES[0], DATES[4], "2027-01-01"):
        answer = await phone.post(
            path(league, "nights/2/calling-off"), json={"reason": "Ice", "moveTo": day}
        )
        assert_problem(answer, 409, "dates_missing", "/moveTo")
    answer = await phone.post(path(league, "nights/1/calling-off"), json={"reason": "Late"})
    assert_problem(answer, 409, "night_begun")


async def test_guests_play_pay_and_win_nothing(phone: Device) -> None:
    form = founding()["format"] | {"guestFee": 300}
    league = await open_league(phone, teams=3, format=form)
    await open_night(phone, league)
    await check_in_all(phone, league)
    guest = {
        "name": "Guests",
        "players": ["G", "H"],
        "fromNight": 1,
        "fromSlot": 1,
        "isGuest": True,
    }
    league = (await phone.post(path(league, "entrants"), json=guest)).json()
    assert league["entrants"][-1] | {"untilNight": 1, "isGuest": True} == league["entrants"][-1]
    sheet = await read_night(phone, league)
    assert attendance(sheet, 4)["dueTonight"] == 300
    accounts = await pay(phone, league, 4, 300)
    assert accounts["payments"][-1]["kind"] == "guest"
    sheet = await plan_slot(phone, league)
    assert entrants_in_slot(sheet, 1) == {1, 2, 3, 4}
    for fixture in sheet["fixtures"]:
        wins = [3, 0] if fixture["sides"][0]["entrants"] == [4] else [0, 3]
        await report_result(phone, league, fixture["number"], wins=wins)
    table = (await phone.get(path(league, "standings"))).json()
    assert {row["entrant"] for row in table["rows"]} == {1, 2, 3}
    assert {award["entrant"] for award in table["prizes"]["awards"]} == {1, 2, 3}
    # Its name changes without making it a member.
    change = {"name": "Visitors", "players": ["G", "H"], "untilNight": 1}
    answer = await phone.put(path(league, "entrants/4"), json=change, headers={"If-Match": "*"})
    assert answer.json()["entrants"][-1]["isGuest"] is True


async def test_halves_of_a_fee_are_paid_by_the_players(phone: Device) -> None:
    form = founding()["format"] | {"fee": 500, "feeBy": "player"}
    league = await open_league(phone, teams=2, format=form)
    await open_night(phone, league)
    await check_in_all(phone, league)
    await pay(phone, league, 1, 500, player=0)
    accounts = await pay(phone, league, 1, 500, player=1)
    assert [payment["player"] for payment in accounts["payments"]] == [0, 1]
    sheet = await read_night(phone, league)
    assert [(e["dueTonight"], e["isPaid"]) for e in sheet["attendances"]] == [
        (1000, True),
        (1000, False),
    ]
    answer = await phone.post(
        path(league, "payments"), json={"entrant": 1, "amount": 500, "kind": "refund"}
    )
    assert_problem(answer, 422, "nothing_paid", "/amount")


async def test_three_check_in_at_once(phone: Device, sign_in: SignIn) -> None:
    """Three phones at the door enter three teams, and none is lost."""
    league = await open_league(phone)
    helpers = [await sign_in() for _ in range(2)]
    for helper in helpers:
        await guests.let_in(phone, league, helper, role="scorer")
    await open_night(phone, league)
    phones = (phone, *helpers)
    await asyncio.gather(
        *(check_in(each, league, entrant) for entrant, each in enumerate(phones, 1))
    )
    sheet = await read_night(phone, league)
    assert [each["attendance"] for each in sheet["attendances"][:4]] == [
        *["here"] * 3,
        "unknown",
    ]


async def test_a_viewer_checks_in_its_own_team_only(phone: Device, sign_in: SignIn) -> None:
    league = await open_league(phone, teams=4)
    viewer = await sign_in()
    await guests.let_in(phone, league, viewer, role="viewer")
    await open_night(phone, league)
    body = {"attendance": "here"}
    address = path(league, "nights/1/attendance/2")
    assert_problem(await viewer.put(address, json=body), 403, "not_allowed")
    claim = path(league, "entrants/2/players/1/claim")
    assert (await viewer.post(claim)).status_code == 200
    me = (await viewer.get("/v1/devices/me")).json()["deviceId"]
    granted = await phone.put(
        path(league, "entrants/2/players/1"), json={"deviceId": me}, headers={"If-Match": "*"}
    )
    assert granted.status_code == 200, granted.text
    assert (await viewer.put(address, json=body)).status_code == 200
    both = {"checkIns": [{"entrant": number, "attendance": "here"} for number in (2, 3)]}
    answer = await viewer.put(path(league, "nights/1/attendance"), json=both)
    assert_problem(answer, 403, "not_allowed")
    answer = await viewer.post(path(league, "nights/1/slots/1/plan"), json={})
    assert_problem(answer, 403, "not_allowed")


async def test_strangers_see_and_move_nothing(phone: Device, sign_in: SignIn) -> None:
    league = await open_league(phone, teams=4)
    stranger = await sign_in()
    for request in (
        stranger.get(path(league, "nights/1")),
        stranger.post(path(league, "nights/1/opening")),
        stranger.put(path(league, "nights/1/attendance/1"), json={"attendance": "here"}),
        stranger.post(path(league, "nights/1/slots/1/plan"), json={}),
        stranger.post(path(league, "nights/1/calling-off"), json={"reason": "x"}),
    ):
        assert_problem(await request, 404, "league_not_found")


@pytest.mark.parametrize(
    ("method", "rest", "body", "status", "code"),
    [
        ("GET", "nights/6", None, 404, "no_such_night"),
        ("POST", "nights/6/opening", None, 404, "no_such_night"),
        ("PUT", "nights/2/attendance/1", {"attendance": "here"}, 409, "night_not_open"),
        ("PUT", "nights/1/attendance/9", {"attendance": "here"}, 404, "not_in_night"),
        ("POST", "nights/1/slots/3/plan", {}, 404, "no_such_slot"),
        ("POST", "nights/1/slots/2/plan", {}, 404, "no_such_slot"),
        ("POST", "nights/1/slots/0/plan", {}, 404, "no_such_slot"),
        ("POST", "nights/2/slots/1/plan", {}, 409, "night_not_open"),
        (
            "PUT",
            "nights/1/attendance/1",
            {"attendance": "here", "players": [{"player": 2, "substitute": "W"}]},
            422,
            "league_contradicts",
        ),
    ],
)
async def test_what_cannot_be_is_refused(
    phone: Device, method: str, rest: str, body: Json | None, status: int, code: str
) -> None:
    league = await open_league(phone, teams=4)
    await open_night(phone, league)
    answer = await phone.request(method, path(league, rest), json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_round_that_has_begun_stays(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    await open_night(phone, league)
    await check_in_all(phone, league)
    sheet = await plan_slot(phone, league)
    match = await phone.post(path(league, f"fixtures/{sheet['fixtures'][0]['number']}/matches"))
    assert match.status_code == 201
    answer = await phone.post(path(league, "nights/1/slots/1/plan"), json={})
    assert_problem(answer, 409, "slot_begun")
    after = await plan_slot(phone, league, slot=2)
    assert entrants_in_slot(after, 2) == {1, 2, 3, 4}


async def test_a_progressive_night_follows_from_who_is_here(phone: Device) -> None:
    form = {"pairing": "progressive", "fixturesANight": 3, "matchesAFixture": 1}
    players = [{"name": f"P{number}", "players": [f"P{number}"]} for number in range(1, 11)]
    league = await open_league(phone, format=form, entrants=players)
    await open_night(phone, league)
    await check_in_all(phone, league, away=(10,))
    sheet = await plan_slot(phone, league)
    assert len(entrants_in_slot(sheet, 1)) == 8
    assert not entrants_in_slot(sheet, 2)
    for fixture in sheet["fixtures"]:
        await report_result(phone, league, fixture["number"], wins=[1, 0])
    await check_in(phone, league, 9, "away")
    sheet = await plan_slot(phone, league, slot=2)
    assert entrants_in_slot(sheet, 2) == set(range(1, 9))


async def test_the_journal_has_the_door(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    await open_night(phone, league)
    await check_in(phone, league, 1)
    await check_in(phone, league, 1, "unknown")
    await check_in_all(phone, league)
    await plan_slot(phone, league)
    lines = (await phone.get(path(league, "journal"))).json()["items"]
    actions = [line["action"] for line in lines]
    assert actions == [
        "league_opened",
        "night_opened",
        "checked_in",
        "checked_in",
        "checked_in",
        "slot_planned",
    ]
    assert lines[2]["changes"][0]["place"] == "check-in/1/1"
    assert lines[3]["changes"][0]["after"] is None


async def test_a_night_that_is_planned_again_takes_the_draw_of_the_final_with_it(
    phone: Device,
) -> None:
    league = await open_league(phone, teams=4, format={"nights": 2, "finalNight": "knock_out"})
    drawn = await phone.post(path(league, "bracket"))
    assert drawn.json()["isDrawn"]
    await open_night(phone, league)
    await check_in_all(phone, league)
    await plan_slot(phone, league)
    assert not (await phone.get(path(league, "bracket"))).json()["isDrawn"]
    schedule = (await phone.get(path(league, "schedule"))).json()
    assert {fixture["stage"] for fixture in fixtures(schedule, 1)} == {"season"}
    assert fixtures(schedule, 2) == []
