"""Payments of a league: fees, what is due, and refunds."""

from tests.support.leagues import fixtures, founding, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, assert_problem


async def test_money_is_entered_and_taken_back(phone: Device) -> None:
    """Payments stay in the list; a cancelled one counts for nothing."""
    league = await open_league(phone, teams=4)
    schedule = await plan_nights(phone, league)
    await report_result(phone, league, fixtures(schedule, 1)[0]["number"], wins=[3, 0])
    paid = await phone.post(path(league, "payments"), json={"entrant": 2, "amount": 2500})
    assert paid.status_code == 201
    account = paid.json()["accounts"][1]
    assert (account["owed"], account["paid"], account["balance"]) == (1000, 2500, 1500)
    back = await phone.post(path(league, "payments/1/cancellation"), json={"reason": "Twice"})
    assert back.json()["accounts"][1]["paid"] == 0
    assert back.json()["payments"][0]["cancelled"]["reason"] == "Twice"
    none = await phone.post(path(league, "payments"), json={"entrant": 9, "amount": 1})
    assert_problem(none, 422, "not_in_league", "/entrant")
    missing = await phone.post(path(league, "payments/7/cancellation"), json={"reason": "x"})
    assert_problem(missing, 404, "no_such_payment")


async def due(phone: Device, league: Json) -> tuple[int, int, int, int]:
    """Up to which night fees are due, and what the first team owes, has due, and is ahead by."""
    answer = (await phone.get(path(league, "accounts"))).json()
    first = answer["accounts"][0]
    return answer["dueNight"], first["owed"], first["due"], first["balance"]


async def test_the_fee_of_a_night_is_due_before_its_first_result(phone: Device) -> None:
    """From when it is planned and the one before is over; owed it is from the first result on."""
    form = founding()["format"] | {"nights": 2, "fixturesANight": 1}
    league = await open_league(phone, teams=4, format=form)
    assert await due(phone, league) == (0, 0, 0, 0)
    schedule = await plan_nights(phone, league)
    assert await due(phone, league) == (1, 0, 1000, 0)
    await phone.post(path(league, "payments"), json={"entrant": 1, "amount": 1000})
    assert await due(phone, league) == (1, 0, 1000, 1000)
    first, second = (fixture["number"] for fixture in fixtures(schedule, 1))
    await report_result(phone, league, first, wins=[3, 0])
    assert await due(phone, league) == (1, 1000, 1000, 0)
    await report_result(phone, league, second, wins=[3, 0])
    assert await due(phone, league) == (2, 1000, 2000, 0)
    for fixture in fixtures(schedule, 2):
        await report_result(phone, league, fixture["number"], wins=[3, 0])
    assert await due(phone, league) == (2, 2000, 2000, -1000)
    sheet = (await phone.get(path(league, "export.html"))).text
    assert "Due up to night 2" in sheet
    rows = (await phone.get(path(league, "export.csv?table=accounts"))).text.splitlines()
    assert '"due in minor units of USD","due up to night",' in rows[0]
    assert ",2000,2," in rows[1]


async def test_a_progressive_night_is_under_way_between_its_rounds(phone: Device) -> None:
    """The next night is not due while a round of this one is still to be planned."""
    entrants = [{"name": name, "players": [name]} for name in "ABCD"]
    form = {"pairing": "progressive", "nights": 2, "fixturesANight": 2, "fee": 1000}
    league = await open_league(phone, entrants=entrants, format=form)
    schedule = await plan_nights(phone, league)
    assert len(fixtures(schedule, 2)) > 0
    for fixture in fixtures(schedule, 1):
        await report_result(phone, league, fixture["number"], wins=[2, 1])
    assert await due(phone, league) == (1, 1000, 1000, -1000)
    second = [
        fixture for fixture in fixtures(await plan_nights(phone, league), 1) if fixture["slot"] == 2
    ]
    for fixture in second:
        await report_result(phone, league, fixture["number"], wins=[2, 1])
    assert await due(phone, league) == (2, 1000, 2000, -1000)


async def test_a_payment_says_what_it_was_for(phone: Device) -> None:
    league = await open_league(phone, teams=4)
    body = {"entrant": 2, "amount": 2500, "night": 2, "note": "Cash, by Ann"}
    paid = await phone.post(path(league, "payments"), json=body)
    assert paid.status_code == 201, paid.text
    (payment,) = paid.json()["payments"]
    assert {name: payment[name] for name in body} == body
    payment_view = (await phone.get(path(league, "export.json"))).json()["payments"][0]
    assert (payment_view["night"], payment_view["note"]) == (2, "Cash, by Ann")
    line = (await phone.get(path(league, "journal"))).json()["items"][-1]
    assert line["changes"][0]["after"]["payment"]["note"] == "Cash, by Ann"
