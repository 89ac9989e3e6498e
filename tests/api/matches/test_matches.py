"""A match over HTTP: record, correct, void, foresee, adjust, and nothing lost."""

import asyncio

from tests.support.phones import Device, Json, SignIn, assert_problem, open_match
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, hand, record, sheet


async def test_a_hand_changes_the_scores_and_passes_the_deal(phone: Device, match: Json) -> None:
    recording = await record(phone, match, 1, FOUR_TO_NONE)
    assert recording["verdict"]["made"] is True
    assert recording["scores"] == recording["matchScores"] == [4, 0]
    assert (recording["dealer"], recording["nextDealer"]) == (3, 0)
    score_sheet = await sheet(phone, match)
    assert score_sheet["version"] == 2
    assert [line["deltas"] for line in score_sheet["lines"]] == [[4, 0]]


async def test_the_same_hand_twice_changes_nothing(phone: Device, match: Json) -> None:
    first = await record(phone, match, 1, FOUR_TO_NONE)
    assert await record(phone, match, 1, FOUR_TO_NONE) == first
    journal = (await phone.get(f"/v1/matches/{match['matchId']}/journal")).json()
    assert [entry["action"] for entry in journal["items"]] == ["match_opened", "hand_entered"]


async def test_correcting_hand_three_during_hand_seven_replays_the_match(
    phone: Device, match: Json
) -> None:
    for number in range(1, 7):
        await record(phone, match, number, hand(number % 2, "three", 0, 1, None, number % 2))
    before = await sheet(phone, match)
    path = f"/v1/matches/{match['matchId']}/hands/3"
    consequences = (await phone.post(f"{path}/preview", json=FOUR_TO_NONE)).json()["consequences"]
    assert await sheet(phone, match) == before
    await record(phone, match, 3, FOUR_TO_NONE)
    after = await sheet(phone, match)
    assert consequences["scoresBefore"] == before["scores"]
    assert consequences["scoresAfter"] == after["scores"] != before["scores"]
    assert [change["number"] for change in consequences["changes"]] == [3, 4, 5, 6]
    again = await open_match(phone)
    for number in range(1, 7):
        body = FOUR_TO_NONE
        if number != 3:
            body = hand(number % 2, "three", 0, 1, None, number % 2)
        await record(phone, again, number, body)
    assert (await sheet(phone, again))["lines"] == after["lines"]


async def test_a_correction_can_end_the_match_earlier(phone: Device, match: Json) -> None:
    for number in (1, 2, 3):
        await record(phone, match, number, hand(0, "three", 0, 0, 0, 1))
    await record(phone, match, 4, THREE_TO_ONE)
    path = f"/v1/matches/{match['matchId']}/hands/3"
    consequences = (await phone.post(f"{path}/preview", json=FOUR_TO_NONE)).json()["consequences"]
    assert consequences["winnerChanges"] is False
    await record(phone, match, 2, FOUR_TO_NONE)
    consequences = (await phone.post(f"{path}/preview", json=FOUR_TO_NONE)).json()["consequences"]
    assert consequences["winnerAfter"]["hand"] == 3
    assert consequences["notPlayed"] == [4]
    await record(phone, match, 3, FOUR_TO_NONE)
    score_sheet = await sheet(phone, match)
    assert score_sheet["winner"]["side"] == 0
    assert score_sheet["lines"][3]["standing"] == "after_win"
    assert score_sheet["lines"][3]["findings"][0]["code"] == "hand_after_win"
    kept = (await phone.get(f"/v1/matches/{match['matchId']}/hands/4")).json()
    assert kept["record"] == THREE_TO_ONE


async def test_a_void_hand_stays_and_the_same_dealer_deals_again(
    phone: Device, match: Json
) -> None:
    path = f"/v1/matches/{match['matchId']}/hands/1"
    await record(phone, match, 1, FOUR_TO_NONE)
    consequences = (await phone.post(f"{path}/preview-void")).json()["consequences"]
    assert consequences["scoresAfter"] == [0, 0]
    recording = (await phone.delete(path)).json()
    assert (recording["scores"], recording["nextDealer"]) == ([0, 0], 3)
    assert recording["lines"][0]["standing"] == "void"
    assert (await phone.delete(path)).json() == recording
    assert (await record(phone, match, 1, FOUR_TO_NONE))["matchScores"] == [4, 0]


async def test_an_impossible_hand_is_kept_flagged_and_not_scored(
    phone: Device, match: Json
) -> None:
    twice = {"piles": [{"side": 0, "cards": ["AS"]}, {"side": 1, "cards": ["AS"]}]}
    recording = await record(phone, match, 1, {**twice, "contract": FOUR_TO_NONE["contract"]})
    assert recording["verdict"]["status"] == "impossible"
    assert recording["verdict"]["findings"][0]["code"] == "card_in_two_piles"
    assert recording["verdict"]["findings"][0]["facts"] == ["/piles/0/cards/0", "/piles/1/cards/0"]
    assert recording["matchScores"] == [0, 0]
    assert recording["record"]["piles"][1]["cards"] == ["AS"]
    assert (await sheet(phone, match))["unscored"] == [1]


async def test_a_stale_phone_is_told_and_overwrites_nothing(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE, **{"If-Match": '"1"'})
    path = f"/v1/matches/{match['matchId']}/hands/1"
    stale = {"If-Match": '"1"'}
    assert_problem(await phone.put(path, json=THREE_TO_ONE, headers=stale), 412, "stale_match")
    assert_problem(await phone.delete(path, headers=stale), 412, "stale_match")
    assert (await sheet(phone, match))["scores"] == [4, 0]
    await record(phone, match, 1, THREE_TO_ONE, **{"If-Match": '"1", "2"'})
    again = await phone.put(path, json=THREE_TO_ONE, headers=stale)
    assert again.status_code == 200
    odd = await phone.put(path, json=FOUR_TO_NONE, headers={"If-Match": "3"})
    assert_problem(odd, 400, "invalid_parameter", parameter="If-Match")


async def test_a_sheet_that_has_not_changed_is_not_sent_again(phone: Device, match: Json) -> None:
    path = f"/v1/matches/{match['matchId']}"
    tag = (await phone.get(path)).headers["etag"]
    response = await phone.get(path, headers={"If-None-Match": tag})
    assert (response.status_code, response.content) == (304, b"")
    await record(phone, match, 1, FOUR_TO_NONE)
    assert (await phone.get(path, headers={"If-None-Match": tag})).status_code == 200


async def test_ten_phones_at_once_lose_nothing(phone: Device, match: Json) -> None:
    for number in range(1, 11):
        await record(phone, match, number, {})
    bodies = [hand(number % 4, "four", 0, 1, 0, 1) for number in range(1, 11)]
    responses = await asyncio.gather(
        *(
            phone.put(f"/v1/matches/{match['matchId']}/hands/{number}", json=body)
            for number, body in enumerate(bodies, start=1)
        )
    )
    numbers = [
        number for number, answer in enumerate(responses, start=1) if answer.status_code == 503
    ]
    for number in numbers:
        assert_problem(responses[number - 1], 503, "match_busy")
        await record(phone, match, number, bodies[number - 1])
    score_sheet = await sheet(phone, match)
    assert score_sheet["version"] == 21
    assert score_sheet["unscored"] == []


async def test_strangers_find_nothing(phone: Device, match: Json, sign_in: SignIn) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    base = f"/v1/matches/{match['matchId']}"
    async with await sign_in() as stranger:
        answers = [
            await stranger.get(base),
            await stranger.get(f"{base}/journal"),
            await stranger.get(f"{base}/hands/1"),
            await stranger.put(f"{base}/hands/1", json={}),
            await stranger.delete(f"{base}/hands/1"),
            await stranger.post(f"{base}/hands/1/preview", json={}),
            await stranger.post(f"{base}/hands/1/preview-void"),
            await stranger.post(
                f"{base}/adjustments", json={"side": 0, "points": 1, "reason": "x"}
            ),
        ]
        for answer in answers:
            assert_problem(answer, 404, "match_not_found")
        assert (await stranger.get("/v1/matches")).json()["items"] == []


async def test_hands_leave_no_gap(phone: Device, match: Json) -> None:
    base = f"/v1/matches/{match['matchId']}/hands"
    for number in (0, 2, 2**53 - 1):
        answer = await phone.put(f"{base}/{number}", json={})
        assert_problem(answer, 409, "hand_out_of_order")
    assert_problem(await phone.get(f"{base}/1"), 404, "no_such_hand")


async def test_a_number_that_no_hand_can_have_is_refused_whatever_was_seen(
    phone: Device, match: Json
) -> None:
    """Also by who has seen an earlier version, for whom the changes since then are looked at."""
    await record(phone, match, 1, FOUR_TO_NONE)
    base, headers = f"/v1/matches/{match['matchId']}/hands", {"If-Match": '"1"'}
    for number in (1_000, 2**31, 2**53 - 1, -(2**40)):
        hand = f"{base}/{number}"
        for part in (hand, f"{hand}/claims"):
            answer = await phone.put(part, json={}, headers=headers)
            assert_problem(answer, 409, "hand_out_of_order")
        assert_problem(await phone.delete(hand, headers=headers), 404, "no_such_hand")
        response = await phone.post(f"{hand}/confirmations", json={}, headers=headers)
        assert_problem(response, 404, "no_such_hand")


async def test_a_penalty_counts_before_anybody_goes_out(phone: Device, match: Json) -> None:
    for number in (1, 2, 3):
        await record(phone, match, number, FOUR_TO_NONE)
    assert (await sheet(phone, match))["winner"]["hand"] == 3
    path = f"/v1/matches/{match['matchId']}/adjustments"
    penalty = {"side": 0, "points": -2, "reason": "Revoke in hand 3"}
    shown = (await phone.post(path, json=penalty)).json()
    assert (shown["winner"], shown["scores"]) == (None, [10, 0])
    (adjustment,) = shown["adjustments"]
    assert adjustment.items() >= {**penalty, "afterHand": 3, "number": 1, "cancelled": None}.items()
    bad = await phone.post(path, json=penalty | {"afterHand": 4})
    assert_problem(bad, 404, "no_such_hand", "/afterHand")
    assert_problem(await phone.post(path, json=penalty | {"side": 2}), 422, "not_at_table", "/side")


async def test_the_journal_tells_every_change_from_and_to(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await record(phone, match, 1, THREE_TO_ONE)
    await phone.delete(f"/v1/matches/{match['matchId']}/hands/1")
    path = f"/v1/matches/{match['matchId']}/journal"
    entries = (await phone.get(path)).json()["items"]
    actions = ["match_opened", "hand_entered", "hand_changed", "hand_voided"]
    assert [entry["action"] for entry in entries] == actions
    assert [entry["version"] for entry in entries] == [1, 2, 3, 4]
    assert (entries[2]["before"], entries[2]["after"]) == (FOUR_TO_NONE, THREE_TO_ONE)
    me = (await phone.get("/v1/devices/me")).json()["deviceId"]
    assert {entry["deviceId"] for entry in entries} == {me}
    page = (await phone.get(f"{path}?limit=3")).json()
    rest = (await phone.get(f"{path}?limit=3&cursor={page['nextCursor']}")).json()
    assert page["items"] + rest["items"] == entries
    assert rest["nextCursor"] is None


async def test_matches_are_listed_newest_first_in_pages(phone: Device) -> None:
    ids = [(await open_match(phone))["matchId"] for _ in range(3)]
    first = (await phone.get("/v1/matches?limit=2")).json()
    rest = (await phone.get(f"/v1/matches?limit=2&cursor={first['nextCursor']}")).json()
    match_ids = [item["matchId"] for item in first["items"] + rest["items"]]
    assert match_ids == ids[::-1]


async def test_a_fixed_number_of_hands_ends_a_match(phone: Device) -> None:
    match = await open_match(phone, options={"hands": 2})
    assert (match["target"], match["fixedHands"]) == (None, 2)
    await record(phone, match, 1, FOUR_TO_NONE)
    assert (await record(phone, match, 2, THREE_TO_ONE))["winner"]["reason"] == "most_after_hands"
