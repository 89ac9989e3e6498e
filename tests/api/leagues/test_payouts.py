"""Payouts: prizes that are handed out, which are no payments, and the money left in the box."""

import asyncio

from tests.support import guests
from tests.support.bodies import SCHEMAS
from tests.support.leagues import fixtures, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, SignIn, assert_problem

ONE_NIGHT: Json = {
    "fee": 1000,
    "nights": 1,
    "fixturesANight": 1,
    "prizes": {"amounts": [2000, 1000]},
}


async def over(phone: Device) -> Json:
    """A league of four teams and one night, which all have paid for and played."""
    league = await open_league(phone, teams=4, format=ONE_NIGHT)
    schedule = await plan_nights(phone, league)
    for fixture, wins in zip(fixtures(schedule, 1), ([3, 0], [2, 1]), strict=True):
        await report_result(phone, league, fixture["number"], wins=wins)
    for entrant in range(1, 5):
        body = {"entrant": entrant, "amount": 1000}
        assert (await phone.post(path(league, "payments"), json=body)).is_success
    return league


async def accounts(phone: Device, league: Json) -> Json:
    return (await phone.get(path(league, "accounts"))).json()  # type: ignore[no-any-return]


async def handed_out(
    phone: Device, league: Json, entrant: int, amount: int, **more: object
) -> Json:
    body = {"entrant": entrant, "amount": amount, **more}
    answer = await phone.post(path(league, "payouts"), json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_prize_that_is_paid_out_leaves_the_box_and_no_account(phone: Device) -> None:
    """Nobody owes a prize, and collected less paid out is what is in the box."""
    league = await over(phone)
    first = (await accounts(phone, league))["prizes"]["awards"][0]
    assert (first["amount"], first["paidOut"]) == (2000, 0)
    winner = first["entrant"]
    told = await handed_out(phone, league, winner, 1500, place=1, night=1, note="Cash")
    assert (told["collected"], told["paidOut"], told["inBox"]) == (4000, 1500, 2500)
    account = told["accounts"][winner - 1]
    assert (account["paid"], account["balance"], account["isPaid"]) == (1000, 0, True)
    assert told["prizes"]["awards"][0]["paidOut"] == 1500
    assert told["prizes"]["findings"] == []
    (payout,) = told["payouts"]
    assert (payout["place"], payout["night"], payout["note"]) == (1, 1, "Cash")


async def test_more_than_the_prize_is_recorded_and_found(phone: Device) -> None:
    league = await over(phone)
    awards = (await accounts(phone, league))["prizes"]["awards"]
    await handed_out(phone, league, awards[0]["entrant"], 2000)
    account = await handed_out(phone, league, awards[3]["entrant"], 1)
    (finding,) = account["prizes"]["findings"]
    assert finding["code"] == "payout_over_award"
    assert finding["message"]["text"].endswith("got $0.01, but the prize is $0.00.")
    assert finding["clauses"] == ["house/league.prize"]
    back = await phone.post(path(league, "payouts/2/cancellation"), json={"reason": "Wrong team"})
    assert back.json()["prizes"]["findings"] == []
    assert (back.json()["paidOut"], back.json()["inBox"]) == (2000, 2000)
    assert back.json()["payouts"][1]["cancelled"]["reason"] == "Wrong team"
    again = await phone.post(path(league, "payouts/2/cancellation"), json={"reason": "Again"})
    assert again.json()["version"] == back.json()["version"]


async def test_what_was_handed_out_may_add_up_to_more_than_one_payout_may_be(phone: Device) -> None:
    league = await over(phone)
    most = 10**12
    await handed_out(phone, league, 1, most)
    assert (await handed_out(phone, league, 1, most))["paidOut"] == 2 * most
    schema = SCHEMAS["Accounts"]["properties"]["paidOut"]
    assert schema["maximum"] >= 2 * most


async def test_a_guest_has_no_prize(phone: Device) -> None:
    league = await over(phone)
    body = {"name": "Guests", "players": ["x", "y"], "isGuest": True, "fromNight": 1}
    guest = (await phone.post(path(league, "entrants"), json=body)).json()["entrants"][-1]
    account = await handed_out(phone, league, guest["number"], 500)
    assert [finding["code"] for finding in account["prizes"]["findings"]] == ["payout_over_award"]


async def test_a_refund_is_still_a_payment_below_zero(phone: Device) -> None:
    """As those stored before there were payouts: they lessen what was collected."""
    league = await over(phone)
    back = await phone.post(path(league, "payments"), json={"entrant": 1, "amount": -400})
    assert (back.json()["collected"], back.json()["paidOut"]) == (3600, 0)
    assert back.json()["payments"][-1]["kind"] == "refund"


async def test_only_the_owner_hands_out_prizes(phone: Device, sign_in: SignIn) -> None:
    league, second = await over(phone), await open_league(phone, teams=2)
    async with await sign_in() as scorer, await sign_in() as stranger:
        await guests.let_in(phone, league, scorer, "scorer")
        body = {"entrant": 1, "amount": 100}
        place = path(league, "payouts")
        assert_problem(await scorer.post(place, json=body), 403, "not_allowed")
        assert_problem(await stranger.post(place, json=body), 404, "league_not_found")
        await handed_out(phone, league, 1, 100)
        reason = {"reason": "x"}
        undo = path(league, "payouts/1/cancellation")
        assert_problem(await scorer.post(undo, json=reason), 403, "not_allowed")
        wrong = await phone.post(path(second, "payouts/1/cancellation"), json=reason)
        assert_problem(wrong, 404, "no_such_payout")
    none = await phone.post(path(league, "payouts"), json={"entrant": 9, "amount": 1})
    assert_problem(none, 422, "not_in_league", "/entrant")
    zero = await phone.post(path(league, "payouts"), json={"entrant": 1, "amount": 0})
    assert_problem(zero, 400, "invalid_body", "/amount")


async def test_two_phones_hand_out_at_once_and_both_are_recorded(phone: Device) -> None:
    league = await over(phone)
    await asyncio.gather(*(handed_out(phone, league, 1, 10) for _ in range(6)))
    account = await accounts(phone, league)
    assert ([payout["number"] for payout in account["payouts"]], account["paidOut"]) == (
        [*range(1, 7)],
        60,
    )


async def test_a_team_that_got_a_prize_is_not_removed(phone: Device) -> None:
    """It leaves, so that what was handed out stays somebody's."""
    league = await open_league(phone, teams=4, format=ONE_NIGHT)
    await handed_out(phone, league, 4, 10)
    headers = {"If-Match": "*"}
    response = await phone.delete(path(league, "entrants/4"), headers=headers)
    assert response.json()["entrants"][-1]["untilNight"] == 1
    assert (await accounts(phone, league))["paidOut"] == 10


async def test_money_changes_hands_on_a_night_of_the_league(phone: Device) -> None:
    league = await over(phone)
    body = {"entrant": 1, "amount": 10, "night": 2}
    for what in ("payouts", "payments"):
        answer = await phone.post(path(league, what), json=body)
        assert_problem(answer, 404, "no_such_night", "/night")
    assert (await phone.post(path(league, "payouts"), json=body | {"night": 1})).is_success


async def test_a_retried_payout_counts_once_and_is_in_the_journal(phone: Device) -> None:
    league = await over(phone)
    body, headers = {"entrant": 1, "amount": 700}, {"Idempotency-Key": "hand-out"}
    for _ in range(2):
        answer = await phone.post(path(league, "payouts"), json=body, headers=headers)
        assert answer.json()["paidOut"] == 700
    line = (await phone.get(path(league, "journal?sort=newest&limit=1"))).json()["items"][0]
    assert line["action"] == "payout_entered"
    assert line["changes"][0]["after"]["payout"]["amount"] == 700
