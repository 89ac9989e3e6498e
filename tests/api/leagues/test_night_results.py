"""The results of a night from paper: in one request, or by the queue of a phone offline."""

import asyncio
from typing import Any

from uuid_utils.compat import uuid7

from tests.support import guests, tables
from tests.support.leagues import fixtures, open_league, path, plan_nights, report_result, standings
from tests.support.phones import Device, Json, SignIn, assert_problem

RESULTS = "nights/1/results"


async def tonight(phone: Device, teams: int = 10, **more: Any) -> tuple[Json, list[int]]:
    """A league that is planned, and the matchups of its first night."""
    league = await open_league(phone, teams, **more)
    schedule = await plan_nights(phone, league)
    return league, [fixture["number"] for fixture in fixtures(schedule, 1)]


def lines(numbers: list[int], wins: tuple[int, int] = (2, 1), **more: Any) -> list[Json]:
    """Return a result for each matchup."""
    return [{"fixture": number, "report": {"wins": list(wins)}, **more} for number in numbers]


async def enter_results(phone: Device, league: Json, results: list[Json], **more: Any) -> Json:
    """Enter several results in one request; return the response."""
    answer = await phone.put(path(league, RESULTS), json={"results": results, **more})
    assert answer.status_code == 200, answer.text
    response: Json = answer.json()
    assert answer.headers["etag"] == f'"{response["version"]}"'
    assert [result["fixture"] for result in response["items"]] == [
        result["fixture"] for result in results
    ]
    return response


def outcomes(response: Json) -> list[str]:
    """Return the outcome of each result, or the code of its refusal."""
    return [
        item["problem"]["code"] if item["problem"] else item["outcome"]
        for item in response["items"]
    ]


async def load_version(phone: Device, league: Json) -> int:
    """The version of a league."""
    version: int = (await phone.get(path(league))).json()["version"]
    return version


async def test_a_night_is_entered_at_once_and_counts_as_if_one_by_one(phone: Device) -> None:
    league, numbers = await tonight(phone)
    second, same = await tonight(phone)
    before = await load_version(phone, league)
    response = await enter_results(phone, league, lines(numbers))
    for number in same:
        await report_result(phone, second, number, wins=[2, 1])
    assert outcomes(response) == ["done"] * 10
    assert response["version"] == before + 1, "one change"
    assert {tuple(item["judgement"]["counts"]) for item in response["items"]} == {(2, 1)}
    rows, alike = await standings(phone, league), await standings(phone, second)
    assert [row["score"] for row in rows["rows"]] == [row["score"] for row in alike["rows"]]
    ranks = {row["entrant"]: row["rank"] for row in rows["rows"]}
    assert {move["entrant"]: move["rankAfter"] for move in response["moves"]} == ranks
    journal = (await phone.get(path(league, "journal"))).json()["items"]
    assert journal[-1]["action"] == "results_entered"
    assert len(journal[-1]["changes"]) == 10


async def test_what_is_entered_again_is_repeated_and_changes_nothing(phone: Device) -> None:
    league, numbers = await tonight(phone)
    await enter_results(phone, league, lines(numbers))
    version = await load_version(phone, league)
    again = await enter_results(phone, league, lines(numbers))
    assert outcomes(again) == ["repeated"] * 10
    assert again["version"] == version == await load_version(phone, league)
    assert again["moves"] == []


async def test_a_copy_of_the_request_enters_nothing_again(phone: Device) -> None:
    league, numbers = await tonight(phone)
    request: Any = {"json": {"results": lines([*numbers, 999])}}
    request["headers"] = {"Idempotency-Key": "k"}
    first = (await phone.put(path(league, RESULTS), **request)).json()
    await report_result(phone, league, numbers[0], wins=[0, 3])
    second = (await phone.put(path(league, RESULTS), **request)).json()
    assert outcomes(first) == ["done"] * 10 + ["no_such_fixture"]
    assert outcomes(second) == ["repeated"] * 10 + ["no_such_fixture"]
    fixture_body = (await phone.get(path(league, f"fixtures/{numbers[0]}"))).json()
    assert fixture_body["judgement"]["wins"] == [0, 3], "the correction stands"


async def test_a_result_of_another_device_is_overwritten_only_if_it_was_seen(
    phone: Device,
) -> None:
    league, numbers = await tonight(phone)
    version = await load_version(phone, league)
    await report_result(phone, league, numbers[0], wins=[3, 0])
    response = await enter_results(phone, league, lines(numbers[:3], seenVersion=version))
    assert outcomes(response) == ["stale_league", "done", "done"]
    response = await enter_results(phone, league, lines(numbers[:1]))
    assert outcomes(response) == ["precondition_required"]
    assert response["items"][0]["status"] == 428
    assert response["items"][0]["problem"]["errors"][0]["pointer"] == "/results/0"
    assert response["items"][0]["judgement"]["wins"] == [3, 0]
    now = await load_version(phone, league)
    assert outcomes(await enter_results(phone, league, lines(numbers[:1], seenVersion=now))) == [
        "done"
    ]
    ahead = lines(numbers[1:2], (0, 3), seenVersion=now + 99)
    assert outcomes(await enter_results(phone, league, ahead)) == ["stale_league"]


async def test_all_or_none_where_that_is_asked_for(phone: Device) -> None:
    league, numbers = await tonight(phone)
    await report_result(phone, league, numbers[4], wins=[3, 0])
    version = await load_version(phone, league)
    body = {"results": lines(numbers), "isAtomic": True}
    refused = await phone.put(path(league, RESULTS), json=body)
    assert_problem(refused, 428, "precondition_required", "/results/4")
    assert await load_version(phone, league) == version
    response = await enter_results(
        phone, league, lines(numbers, seenVersion=version), isAtomic=True
    )
    assert outcomes(response) == ["done"] * 10


async def test_a_matchup_that_is_named_twice_is_a_conflict(phone: Device) -> None:
    league, numbers = await tonight(phone)
    version = await load_version(phone, league)
    first, second = lines(numbers[:1]), lines(numbers[:1], (0, 3), seenVersion=version)
    response = await enter_results(phone, league, [*first, *second, *lines(numbers[:1], (1, 2))])
    assert outcomes(response) == ["done", "stale_league", "precondition_required"]
    response = await enter_results(phone, league, [*lines(numbers[1:2]), *lines(numbers[1:2])])
    assert outcomes(response) == ["done", "repeated"]


async def test_matchups_of_other_nights_and_of_no_night_are_refused(phone: Device) -> None:
    league, numbers = await tonight(phone)
    schedule = (await phone.get(path(league, "schedule"))).json()
    later = fixtures(schedule, 2)[0]["number"]
    response = await enter_results(phone, league, lines([numbers[0], later, 99_999]))
    assert outcomes(response) == ["done", "no_such_fixture", "no_such_fixture"]
    assert [item["judgement"] is None for item in response["items"]] == [False, True, True]
    missing = await phone.put(path(league, "nights/6/results"), json={"results": lines([1])})
    assert_problem(missing, 404, "no_such_night")


async def test_an_impossible_result_is_kept_and_flagged(phone: Device) -> None:
    league, numbers = await tonight(phone)
    response = await enter_results(phone, league, lines(numbers[:1], (9, 9)))
    assert outcomes(response) == ["done"]
    judgement = response["items"][0]["judgement"]
    assert judgement["status"] == "impossible"
    assert judgement["findings"]
    assert response["moves"] == []


async def test_a_preview_says_the_same_and_saves_nothing(phone: Device) -> None:
    league, numbers = await tonight(phone)
    version = await load_version(phone, league)
    body = {"results": lines([*numbers, 99_999])}
    preview = (await phone.post(path(league, f"{RESULTS}/preview"), json=body)).json()
    assert await load_version(phone, league) == version
    response = await enter_results(phone, league, body["results"])
    assert outcomes(preview) == outcomes(response)
    assert preview["moves"] == response["moves"]


async def test_who_only_reads_enters_nothing_and_a_stranger_sees_nothing(
    phone: Device, sign_in: SignIn
) -> None:
    league, numbers = await tonight(phone, teams=4)
    body = {"results": lines(numbers)}
    stranger, viewer = await sign_in(), await sign_in()
    await guests.let_in(phone, league, viewer)
    response = await viewer.put(path(league, RESULTS), json=body)
    assert_problem(response, 403, "not_allowed")
    assert (await viewer.post(path(league, f"{RESULTS}/preview"), json=body)).status_code == 200
    for answer in (
        await stranger.put(path(league, RESULTS), json=body),
        await stranger.post(path(league, f"{RESULTS}/preview"), json=body),
    ):
        assert_problem(answer, 404, "league_not_found")


async def test_phones_that_enter_a_night_at_once_lose_nothing(phone: Device) -> None:
    """Each has half of the sheets, and one sheet both have: it is entered once."""
    league, numbers = await tonight(phone)
    version = await load_version(phone, league)
    halves = [numbers[:6], numbers[5:], numbers[5:]]
    response = await asyncio.gather(
        *(enter_results(phone, league, lines(half, seenVersion=version)) for half in halves)
    )
    done = [code for batch in response for code in outcomes(batch)]
    assert done.count("done") == 10
    assert set(done) == {"done", "repeated"}
    assert (await standings(phone, league))["left"] == 40


async def test_phones_that_disagree_overwrite_nothing(phone: Device) -> None:
    league, numbers = await tonight(phone)
    version = await load_version(phone, league)
    response = await asyncio.gather(
        enter_results(phone, league, lines(numbers, (3, 0), seenVersion=version)),
        enter_results(phone, league, lines(numbers, (0, 3), seenVersion=version)),
    )
    assert sorted(set(outcomes(response)) for response in response) == [{"done"}, {"stale_league"}]


async def test_the_links_of_one_request_are_few(phone: Device) -> None:
    league, numbers = await tonight(phone)
    links = [{"matchId": str(uuid7())} for _ in range(15)]
    results = [{"fixture": number, "report": {"matches": links}} for number in numbers]
    refused = await phone.put(path(league, RESULTS), json={"results": results})
    assert refused.status_code == 400
    response = await enter_results(phone, league, results[:1])
    assert outcomes(response) == ["match_not_found"]
    pointer = response["items"][0]["problem"]["errors"][0]["pointer"]
    assert pointer == "/results/0/report/matches/0/matchId"


async def test_no_request_is_too_long_for_the_longest_night_and_none_is_longer(
    phone: Device,
) -> None:
    league, _ = await tonight(phone, teams=4)
    longest = lines(list(range(50_000, 50_768)), seenVersion=1_000_000)
    response = await enter_results(phone, league, longest)
    assert set(outcomes(response)) == {"no_such_fixture"}
    more = {"results": [*longest, *lines([1])]}
    assert (await phone.put(path(league, RESULTS), json=more)).status_code == 400


def queued_command(league: Json, fixture: int, wins: tuple[int, int] = (2, 1), **more: Any) -> Json:
    """Return a result as a phone without a signal queues it."""
    return {
        "kind": "record_result",
        "commandId": str(uuid7()),
        "leagueId": league["leagueId"],
        "fixture": fixture,
        "body": {"wins": list(wins)},
        **more,
    }


async def sent(phone: Device, *commands: Json, matches: tuple[Json, ...] = ()) -> Json:
    """Send what a phone has kept."""
    body = {"commands": list(matches), "leagueCommands": list(commands)}
    answer = await phone.post("/v1/commands", json=body)
    assert answer.status_code == 200, answer.text
    response: Json = answer.json()
    return {"items": response["leagueItems"], "matches": response["items"]}


async def test_results_that_were_kept_come_in_once(phone: Device) -> None:
    league, numbers = await tonight(phone)
    queue = [queued_command(league, number) for number in numbers]
    first = await sent(phone, *queue)
    assert outcomes(first) == ["done"] * 10
    assert [item["fixture"] for item in first["items"]] == numbers
    again = await sent(phone, *queue)
    assert outcomes(again) == ["repeated"] * 10
    assert [item["version"] for item in again["items"]] == [
        item["version"] for item in first["items"]
    ]
    assert (await standings(phone, league))["left"] == 40


async def test_a_kept_result_that_was_corrected_follows_the_one_before(phone: Device) -> None:
    league, numbers = await tonight(phone)
    command = queued_command(league, numbers[0])
    two = queued_command(league, numbers[0], (0, 3), after=command["commandId"])
    assert outcomes(await sent(phone, two)) == ["command_missing"]
    assert outcomes(await sent(phone, command, two)) == ["done", "done"]
    fixture_body = (await phone.get(path(league, f"fixtures/{numbers[0]}"))).json()
    assert fixture_body["judgement"]["wins"] == [0, 3]


async def test_a_kept_result_overwrites_nobody_and_enters_no_other_league(
    phone: Device, sign_in: SignIn
) -> None:
    league, numbers = await tonight(phone)
    version = await load_version(phone, league)
    await report_result(phone, league, numbers[0], wins=[3, 0])
    response = await sent(
        phone,
        queued_command(league, numbers[0], seenVersion=version),
        queued_command(league, 99_999),
        queued_command(league, 2),
    )
    assert outcomes(response) == ["stale_league", "no_such_fixture", "done"]
    assert response["items"][0]["status"] == 412
    stranger = await sign_in()
    assert outcomes(await sent(stranger, queued_command(league, 3))) == ["league_not_found"]
    wrong = queued_command(league, 3) | {"kind": "clear_result"}
    refused = await phone.post("/v1/commands", json={"leagueCommands": [wrong]})
    assert refused.status_code == 400


async def test_a_match_without_a_signal_is_linked_in_the_same_request(phone: Device) -> None:
    league, numbers = await tonight(phone, options={"target": 4})
    match_id, players = str(uuid7()), [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
    body = {"ruleset": "mb-lounge", "players": players, "firstDealer": 3, "options": {"target": 4}}
    opening = {"kind": "open_match", "commandId": str(uuid7()), "matchId": match_id, "body": body}
    result = queued_command(league, numbers[0]) | {"body": {"matches": [{"matchId": match_id}]}}
    response = await sent(phone, result, matches=(opening,))
    assert response["matches"][0]["outcome"] == "done"
    assert outcomes(response) == ["done"]
    assert (await phone.get(tables.path(opening))).status_code == 200


async def test_where_both_sides_have_to_agree_a_phone_enters_for_its_own_side(
    phone: Device, sign_in: SignIn
) -> None:
    """In bulk as alone: the other side's report stays, and the owner settles with one save."""
    league, numbers = await tonight(phone, teams=4, format={"policy": "both_sides"})
    fixture = (await phone.get(path(league, f"fixtures/{numbers[0]}"))).json()
    sides = [await sign_in(), await sign_in()]
    for device, side in zip(sides, fixture["sides"], strict=True):
        member_id = await guests.let_in(phone, league, device, "scorer")
        player = path(league, f"entrants/{side['entrants'][0]}/players/0")
        await device.post(f"{player}/claim")
        await phone.put(player, json={"deviceId": member_id}, headers={"If-Match": "*"})
    first, second = sides
    assert outcomes(await enter_results(first, league, lines(numbers[:1]))) == ["done"]
    response = await enter_results(second, league, lines(numbers[:1], (1, 2)))
    assert outcomes(response) == ["done"]
    assert response["items"][0]["judgement"]["counts"] == [0, 0]
    assert {move["scoreAfter"] for move in response["moves"]} == {0}
    now = await load_version(phone, league)
    settled = await enter_results(phone, league, lines(numbers[:1], seenVersion=now))
    assert settled["items"][0]["judgement"]["counts"] == [2, 1]
