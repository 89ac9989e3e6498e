"""Progressive nights over HTTP: slot by slot from the results, also when they are corrected."""

from tests.support.leagues import fixtures, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json, assert_problem

FIRST: Json = {"matches": [{"winner": 0, "scores": [11, 5]}]}
SECOND: Json = {"matches": [{"winner": 1, "scores": [5, 11]}]}


async def open_progressive(phone: Device, people: int = 8, **more: object) -> Json:
    """A league of two nights of three slots, one match at a table."""
    form = {"pairing": "progressive", "nights": 2, "fixturesANight": 3, "matchesAFixture": 1}
    return await open_league(
        phone,
        entrants=[{"name": f"P{n}", "players": [f"P{n}"]} for n in range(1, people + 1)],
        format=form | {"counting": "points", "tieBreaks": ["share"]} | more,
    )


async def get_schedule(phone: Device, league: Json) -> Json:
    """The schedule as it is."""
    return (await phone.get(path(league, "schedule"))).json()  # type: ignore[no-any-return]


async def play(phone: Device, league: Json, slot: int) -> list[Json]:
    """The fixtures of a slot of the first night, planned, and played so that side 0 always wins."""
    fixtures_of_slot = slots(await plan_nights(phone, league), slot)
    for fixture in fixtures_of_slot:
        await report_result(phone, league, fixture["number"], **FIRST)
    return fixtures_of_slot


async def clear(phone: Device, league: Json, fixture: Json) -> None:
    """Take a result back."""
    place = path(league, f"fixtures/{fixture['number']}/result")
    assert (await phone.delete(place, headers={"If-Match": "*"})).status_code == 200


def slots(schedule: Json, slot: int) -> list[Json]:
    """The fixtures of a slot of the first night, by table."""
    fixtures_of_slot = [fixture for fixture in fixtures(schedule, 1) if fixture["slot"] == slot]
    return sorted(fixtures_of_slot, key=lambda fixture: fixture["table"])


def slot_findings(schedule: Json) -> list[str]:
    """Return the findings about the first night."""
    night = schedule["nights"][0] if "nights" in schedule else schedule
    return [finding["code"] for finding in night["findings"] if finding["code"].startswith("slot_")]


def pairs(fixtures_of_slot: list[Json]) -> list[set[int]]:
    """Return the pairs of partners."""
    return [set(side["entrants"]) for fixture in fixtures_of_slot for side in fixture["sides"]]


def people(fixture: Json) -> set[int]:
    """The four of a table."""
    return set().union(*pairs([fixture]))


async def lines(phone: Device, league: Json) -> list[str]:
    """Return the actions in the journal of a league."""
    items = (await phone.get(path(league, "journal"))).json()["items"]
    return [item["action"] for item in items]


async def test_winners_move_up_slot_by_slot(phone: Device) -> None:
    """The next slot follows from the results of the last one, when all tables are done."""
    league = await open_progressive(phone)
    first = fixtures(await plan_nights(phone, league), 1)
    assert [fixture["slot"] for fixture in first] == [1, 1]
    await report_result(phone, league, first[0]["number"], **FIRST)
    waiting = await phone.post(path(league, "schedule"), json={})
    assert_problem(waiting, 409, "winner_needed")
    await report_result(phone, league, first[1]["number"], **FIRST)
    second = slots(await plan_nights(phone, league), 2)
    won = [set(fixture["sides"][0]["entrants"]) for fixture in first]
    assert people(second[0]) == won[0] | won[1], "the winners of both tables meet at the first"
    assert all(pair in pairs(second[:1]) for pair in won), "and keep their partners"
    assert not [pair for pair in pairs(second[1:]) if pair in pairs(first)], "all others change"
    numbers = [f["number"] for n in (1, 2) for f in fixtures(await get_schedule(phone, league), n)]
    assert len(numbers) == len(set(numbers)) == 6


async def test_in_a_league_that_says_so_everyone_changes_partner(phone: Device) -> None:
    league = await open_progressive(phone, keepsPartner="nobody")
    first = await play(phone, league, 1)
    second = await play(phone, league, 2)
    assert not [pair for pair in pairs(second) if pair in pairs(first)]


async def test_a_correction_moves_the_slot_that_has_not_begun(phone: Device) -> None:
    """The table that is the same keeps its number; the others are other fixtures."""
    league = await open_progressive(phone, people=12)
    first = await play(phone, league, 1)
    before = slots(await plan_nights(phone, league), 2)
    last = path(league, f"fixtures/{first[2]['number']}/result")
    foreseen = (await phone.post(f"{last}/preview", json=SECOND)).json()
    assert [finding["code"] for finding in foreseen["findings"]] == ["slot_outdated"]
    assert slot_findings(await get_schedule(phone, league)) == []
    response = await report_result(phone, league, first[2]["number"], **SECOND)
    assert (
        slot_findings(response)
        == slot_findings(await get_schedule(phone, league))
        == ["slot_outdated"]
    )
    preview = (await phone.post(path(league, "schedule/preview"), json={})).json()
    assert slots(await get_schedule(phone, league), 2) == before
    assert slot_findings(preview) == []
    after = await plan_nights(phone, league)
    assert slots(after, 2) == slots(preview, 2)
    second = slots(after, 2)
    assert second[0] == before[0]
    assert people(second[1]) == {*before_pair(first[1], 1), *before_pair(first[2], 1)}
    assert {fixture["number"] for fixture in second[1:]}.isdisjoint(
        fixture["number"] for fixture in before
    )
    assert slot_findings(after) == []
    assert (await plan_nights(phone, league))["version"] == after["version"]
    assert (await lines(phone, league)).count("schedule_planned") == 3
    gone = await phone.put(path(league, f"fixtures/{before[1]['number']}/result"), json=FIRST)
    assert_problem(gone, 404, "no_such_fixture")


def before_pair(fixture: Json, side: int) -> list[int]:
    """Return the players of a side."""
    return fixture["sides"][side]["entrants"]  # type: ignore[no-any-return]


async def test_a_slot_that_has_begun_stands(phone: Device) -> None:
    """Where one of its tables has played or opened a match, the others stay seated as well."""
    for has_result in (True, False):
        league = await open_progressive(phone)
        first = await play(phone, league, 1)
        second = slots(await plan_nights(phone, league), 2)
        place = path(league, f"fixtures/{second[0]['number']}")
        if has_result:
            await report_result(phone, league, second[0]["number"], **FIRST)
        else:
            assert (await phone.post(f"{place}/matches")).status_code == 201
        response = await report_result(phone, league, first[0]["number"], **SECOND)
        assert slot_findings(response) == ["slot_stands"]
        waiting = await phone.post(path(league, "schedule"), json={})
        assert_problem(waiting, 409, "winner_needed")
        assert "round 3 waits" in waiting.json()["detail"]
        for fixture in second:
            await report_result(phone, league, fixture["number"], **FIRST)
        after = await plan_nights(phone, league)
        assert [people(slot) for slot in slots(after, 2)] == [people(slot) for slot in second]
        won = [set(fixture["sides"][0]["entrants"]) for fixture in second]
        assert people(slots(after, 3)[0]) == won[0] | won[1]
        await clear(phone, league, second[0])
        taken_back = await get_schedule(phone, league)
        assert slot_findings(taken_back) == ["slot_stands", "slot_outdated"]


async def test_a_slot_whose_only_result_is_taken_back_has_not_begun(phone: Device) -> None:
    """What was planned after it falls with it."""
    league = await open_progressive(phone)
    first = await play(phone, league, 1)
    second = await play(phone, league, 2)
    third = slots(await plan_nights(phone, league), 3)
    for fixture in second:
        await clear(phone, league, fixture)
    await report_result(phone, league, first[1]["number"], **SECOND)
    after = await plan_nights(phone, league)
    assert third
    assert slots(after, 3) == []
    assert people(slots(after, 2)[0]) == {*before_pair(first[0], 0), *before_pair(first[1], 1)}


async def test_a_result_that_is_cleared_waits_and_entered_again_changes_nothing(
    phone: Device,
) -> None:
    league = await open_progressive(phone)
    first = await play(phone, league, 1)
    await plan_nights(phone, league)
    await clear(phone, league, first[0])
    assert slot_findings(await get_schedule(phone, league)) == ["slot_outdated"]
    for place in ("schedule", "schedule/preview"):
        waiting = await phone.post(path(league, place), json={})
        assert_problem(waiting, 409, "winner_needed")
    back = await report_result(phone, league, first[0]["number"], **FIRST)
    assert slot_findings(back) == []
    assert (await plan_nights(phone, league))["version"] == back["version"]


async def test_a_correction_two_slots_back_or_of_the_last_slot_moves_nobody(phone: Device) -> None:
    """The slots between stand as they were played, so nothing is planned anew."""
    league = await open_progressive(phone)
    first, _ = await play(phone, league, 1), await play(phone, league, 2)
    third = slots(await plan_nights(phone, league), 3)
    back = await report_result(phone, league, first[0]["number"], **SECOND)
    assert slot_findings(back) == ["slot_stands"]
    assert (await plan_nights(phone, league))["version"] == back["version"]
    for fixture in third:
        await report_result(phone, league, fixture["number"], **FIRST)
    await plan_nights(phone, league)
    last = await report_result(phone, league, third[0]["number"], **SECOND)
    assert (await plan_nights(phone, league))["version"] == last["version"]


async def test_who_comes_or_goes_during_a_night_is_planned_for(phone: Device) -> None:
    """From the next slot on that has not begun."""
    league = await open_progressive(phone)
    first = await play(phone, league, 1)
    before = await plan_nights(phone, league)
    for name in "WXYZ":
        late = {"name": name, "players": [name], "fromNight": 1}
        assert (await phone.post(path(league, "entrants"), json=late)).status_code == 201
    assert slot_findings(await get_schedule(phone, league)) == ["slot_outdated"]
    after = await plan_nights(phone, league)
    assert people(slots(after, 2)[-1]) == {9, 10, 11, 12}
    assert slots(after, 2)[:2] == slots(before, 2)
    leaver = before_pair(first[0], 0)[0]
    entrant = {"name": "Gone", "players": ["Gone"], "fromNight": 2}
    response = await phone.put(
        path(league, f"entrants/{leaver}"), json=entrant, headers={"If-Match": "*"}
    )
    assert response.status_code == 200, response.text
    second = slots(await plan_nights(phone, league), 2)
    assert len(second) == 2
    assert leaver not in set().union(*map(people, second))


async def test_nobody_goes_from_a_night_that_is_over(phone: Device) -> None:
    """In the last slot there is none to come that could be planned without them."""
    league = await open_progressive(phone, fixturesANight=1)
    leaver = before_pair((await play(phone, league, 1))[0], 0)[0]
    entrant = {"name": "Gone", "players": ["Gone"], "fromNight": 2}
    stays = await phone.put(
        path(league, f"entrants/{leaver}"), json=entrant, headers={"If-Match": "*"}
    )
    assert_problem(stays, 422, "league_contradicts", "/fromNight")


async def test_a_result_of_the_next_night_comes_too_soon(phone: Device) -> None:
    league = await open_progressive(phone)
    second = fixtures(await plan_nights(phone, league), 2)[0]["number"]
    soon = await report_result(phone, league, second, **FIRST)
    (finding,) = soon["findings"]
    assert (finding["code"], finding["facts"]) == ("night_too_soon", [f"/fixtures/{second}"])
    assert "take those back" in finding["message"]["text"]
    assert_problem(await phone.post(path(league, "schedule"), json={}), 409, "winner_needed")


async def test_a_slot_is_over_when_all_its_matches_are(phone: Device) -> None:
    """Whoever leads after one match of three has not won the fixture yet."""
    league = await open_progressive(phone, matchesAFixture=3)
    for fixture in fixtures(await plan_nights(phone, league), 1):
        await report_result(phone, league, fixture["number"], **FIRST)
    waiting = await phone.post(path(league, "schedule"), json={})
    assert_problem(waiting, 409, "winner_needed")
