"""Results of two sides: reported by each, agreed, or contradicted."""

import asyncio
from uuid import UUID

import pytest

from tests.support import archives, guests
from tests.support.leagues import fixtures, path
from tests.support.phones import Device, SignIn, assert_problem
from tests.support.two_sides import WHATEVER, Table, outcome


async def test_a_side_reports_and_the_other_confirms(table: Table) -> None:
    """It counts from the first report on; both reports can be read."""
    assert outcome(await table.look()) == ("unreported", [0, 0], [0, 0])
    assert outcome(await table.report(table.first, wins=[2, 1])) == ("reported", [2, 1], [2, 1])
    report = await table.act(table.second, "confirmations")
    assert outcome(report) == ("agreed", [2, 1], [2, 1])
    assert [
        (report_view["side"], report_view.get("isConfirmation", False))
        for report_view in report["reports"]
    ] == [
        (0, False),
        (1, True),
    ]
    assert report["reported"]["report"] == {"wins": [2, 1]}
    again = await table.act(table.second, "confirmations")
    assert again["version"] == report["version"]


async def test_nobody_agrees_to_what_they_have_not_seen(table: Table) -> None:
    """Neither to a report that has changed since, nor to one that was never looked at."""
    await table.report(table.first, wins=[2, 1])
    etag = (await table.second.get(table.place)).headers["ETag"]
    response = await table.first.put(
        f"{table.place}/result", json={"wins": [3, 0]}, headers={"If-Match": etag}
    )
    assert response.is_success
    place = f"{table.place}/result/confirmations"
    assert_problem(await table.second.post(place), 428, "precondition_required")
    stale = await table.second.post(place, headers={"If-Match": etag})
    assert_problem(stale, 412, "stale_league")
    # A second phone of the same side does not overwrite what its partner reported unseen.
    partner = await table.first.put(f"{table.place}/result", json={"wins": [0, 3]})
    assert_problem(partner, 428, "precondition_required")
    # The other side's report is none of its own, so a correction need not have seen that.
    await table.report(table.second, wins=[1, 2])
    old = response.headers["ETag"]
    second_report = await table.first.put(
        f"{table.place}/result", json={"wins": [1, 2]}, headers={"If-Match": old}
    )
    assert outcome(second_report.json()) == ("agreed", [1, 2], [1, 2])


async def test_who_plays_elsewhere_or_nowhere_speaks_for_no_side(table: Table) -> None:
    """A scorer without a team reports as before; that settles nothing against a side."""
    place = f"{table.place}/result"
    for what, body in (
        ("confirmations", None),
        ("disputes", {"reason": "No"}),
    ):
        answer = await table.scorer.post(f"{place}/{what}", json=body, headers=WHATEVER)
        assert_problem(answer, 409, "no_side")
    assert outcome(await table.report(table.scorer, wins=[2, 1]))[0] == "reported"
    both = await table.report(table.second, wins=[1, 2])
    assert outcome(both) == ("contradicted", [0, 0], [0, 0])
    report = await table.report(table.first, wins=[1, 2])
    assert outcome(report) == ("agreed", [1, 2], [1, 2])
    assert [finding["code"] for finding in report["judgement"]["findings"]] == [
        "reported_otherwise"
    ]
    # The owner reports last, and nobody else overwrites that.
    blind = await table.owner.put(place, json={"wins": [2, 1]})
    assert_problem(blind, 428, "precondition_required")
    response = await table.owner.put(place, json={"wins": [2, 1]}, headers=WHATEVER)
    assert outcome(response.json())[0] == "settled_by_owner"
    for method in ("PUT", "DELETE"):
        late = await table.scorer.request(
            method, place, json={"wins": [3, 0]} if method == "PUT" else None, headers=WHATEVER
        )
        assert_problem(late, 403, "not_allowed")
    # A side still says what it thinks, which changes nothing but is there to be read.
    after = await table.first.put(place, json={"wins": [0, 3]}, headers=WHATEVER)
    assert outcome(after.json()) == ("settled_by_owner", [2, 1], [2, 1])
    cleared = await table.owner.delete(place, headers=WHATEVER)
    assert outcome(cleared.json())[0] == "unreported"


async def test_sheets_that_were_swapped_are_noticed(table: Table) -> None:
    """The organizer enters two tables crosswise; the phones at both reported something else."""
    numbers, wins = await table.swap()
    version = (await table.owner.get(path(table.league))).json()["version"]
    assert await table.enter(numbers, wins, version) == ["done", "done"]
    for number, side in zip(numbers, (0, 1), strict=True):
        fixture = (await table.owner.get(path(table.league, f"fixtures/{number}"))).json()
        (finding,) = fixture["judgement"]["findings"]
        assert (finding["code"], finding["kind"]) == ("reported_otherwise", "suspicious")
        who = finding["message"]["args"]["side"]["items"][0]["text"]
        assert who == fixture["sides"][side]["name"]
        assert {report.get("side") for report in fixture["reports"]} == {side, None}


async def test_sheets_that_were_swapped_are_noticed_where_one_report_is_enough(
    table: Table,
) -> None:
    """Unseen, the first report stays; seen, the last counts, and the finding names the side."""
    await table.agree(policy="one")
    numbers, wins = await table.swap()
    assert await table.enter(numbers, wins) == ["precondition_required"] * 2
    for number, table_wins in zip(numbers, reversed(wins), strict=True):
        fixture = (await table.owner.get(path(table.league, f"fixtures/{number}"))).json()
        assert outcome(fixture) == ("agreed", table_wins, table_wins)
        assert fixture["reports"] == []
    version = (await table.owner.get(path(table.league))).json()["version"]
    assert await table.enter(numbers, wins, version) == ["done", "done"]
    for number, side, table_wins in zip(numbers, (0, 1), wins, strict=True):
        fixture = (await table.owner.get(path(table.league, f"fixtures/{number}"))).json()
        assert outcome(fixture) == ("agreed", table_wins, table_wins)
        assert [finding["code"] for finding in fixture["judgement"]["findings"]] == [
            "reported_otherwise"
        ]
        assert [report.get("side") for report in fixture["reports"]] == [None, side]


async def test_owners_are_a_side_at_their_own_table(table: Table) -> None:
    """They cannot judge in their own cause by reporting first; settling is another step."""
    entrant = (await table.look())["sides"][1]["entrants"][0]
    player = path(table.league, f"entrants/{entrant}/players/1")
    assert (await table.owner.post(f"{player}/claim")).is_success
    assert outcome(await table.report(table.owner, wins=[0, 3]))[0] == "reported"
    assert outcome(await table.report(table.first, wins=[3, 0]))[0] == "contradicted"
    # Another phone of the same side already reported.
    response = await table.second.put(f"{table.place}/result", json={"wins": [1, 2]})
    assert_problem(response, 428, "precondition_required")
    # The owner can settle it differently later, and take the settlement back.
    report = await table.act(table.owner, "disputes/resolution", {"settlement": "second"})
    assert outcome(report) == ("settled_by_owner", [0, 3], [0, 3])
    other = await table.owner.put(f"{table.place}/result", json={"wins": [3, 0]}, headers=WHATEVER)
    assert outcome(other.json()) == ("settled_by_owner", [3, 0], [3, 0])
    assert (await table.owner.delete(f"{table.place}/result", headers=WHATEVER)).is_success
    assert outcome(await table.look())[0] == "unreported"


async def test_who_may_report_which_table(table: Table) -> None:
    """With `own` players report their own matchups; owner and scorers without a team all."""
    await table.agree(policy="one", scorersMay="own")
    schedule = (await table.owner.get(path(table.league, "schedule"))).json()
    own = {side["entrants"][0] for side in (await table.look())["sides"]}
    neighbor = next(
        fixture["number"]
        for fixture in fixtures(schedule, 1)
        if own.isdisjoint(side["entrants"][0] for side in fixture["sides"])
    )
    elsewhere = path(table.league, f"fixtures/{neighbor}")
    for answer in (
        await table.first.put(f"{elsewhere}/result", json={"wins": [2, 1]}),
        await table.first.delete(f"{elsewhere}/result", headers=WHATEVER),
        await table.first.post(f"{elsewhere}/result/preview", json={"wins": [2, 1]}),
        await table.first.post(f"{elsewhere}/matches"),
    ):
        assert_problem(answer, 403, "not_allowed")
    for phone in (table.scorer, table.owner):
        answer = await phone.put(f"{elsewhere}/result", json={"wins": [2, 1]}, headers=WHATEVER)
        assert answer.is_success
    assert (await table.first.put(f"{table.place}/result", json={"wins": [2, 1]})).is_success
    enough = await table.second.post(f"{table.place}/result/confirmations", headers=WHATEVER)
    assert_problem(enough, 409, "one_is_enough")


async def test_a_phone_that_left_leaves_its_report(table: Table) -> None:
    """And a matchup that was reported stays when the night is planned again."""
    await table.report(table.first, wins=[2, 1])
    member_path = path(table.league, f"members/{table.device_ids['first']}")
    assert (await table.first.delete(member_path)).is_success
    assert_problem(
        await table.owner.post(path(table.league, "schedule"), json={"fromNight": 1}),
        409,
        "night_played",
        "/fromNight",
    )
    away = await table.look()
    assert (outcome(away)[0], away["reports"][0]["deviceName"]) == ("reported", None)
    assert outcome(await table.act(table.second, "confirmations"))[0] == "agreed"
    # Erased for good, its id is gone, and the report is not.
    assert (await table.second.delete("/v1/devices/me")).is_success
    report = await table.look()
    assert outcome(report) == ("agreed", [2, 1], [2, 1])


async def test_both_sides_report_at_once(table: Table) -> None:
    """Neither is refused, and neither report is lost."""
    answers = await asyncio.gather(
        *(
            phone.put(f"{table.place}/result", json={"wins": wins})
            for phone, wins in ((table.first, [2, 1]), (table.second, [1, 2]))
            for _ in range(3)
        )
    )
    assert {answer.status_code for answer in answers} == {200}
    both = await table.look()
    assert outcome(both)[0] == "contradicted"
    assert [report["report"]["wins"] for report in both["reports"]] == [[2, 1], [1, 2]]
    lines = guests.actions(await guests.journal(table.owner, table.league))
    assert lines.count("result_entered") == 2


async def test_the_other_side_hears_of_it_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its phone asks for what is newer than it knows, and is answered once there is."""
    version, league = (await table.look())["version"], path(table.league)
    waiting = asyncio.create_task(table.second.get(league, params={"newerThan": version}))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not waiting.done()
    await table.report(table.first, wins=[2, 1])
    assert (await waiting).json()["version"] == version + 1
    response = await table.second.get(league, params={"newerThan": version})
    assert response.json()["version"] == version + 1
    # Without a change the request is answered all the same, before a proxy gives up.
    monkeypatch.setattr("pitchkeeper.leagues.charter.WAIT", 0.01)
    same = await table.second.get(league, params={"newerThan": version + 1})
    assert same.json()["version"] == version + 1
    assert_problem(
        await table.second.get(f"/v1/leagues/{UUID(int=7)}", params={"newerThan": 0}),
        404,
        "league_not_found",
    )


async def test_an_erasure_is_heard_of_at_once(table: Table) -> None:
    """Devices that wait see that a member is gone, and an erased device sees nothing any more."""
    version, league = (await table.look())["version"], path(table.league)
    phones = (table.second, table.scorer)
    waiting = [
        asyncio.create_task(phone.get(league, params={"newerThan": version})) for phone in phones
    ]
    for _ in range(3):
        await asyncio.sleep(0)
    assert (await table.scorer.delete("/v1/devices/me")).status_code == 204
    news, end = await asyncio.gather(*waiting)
    assert news.json()["version"] == version + 1
    assert_problem(end, 404, "league_not_found")


async def test_a_viewer_sees_both_and_moves_nothing(
    table: Table, guest: Device, stranger: Device
) -> None:
    """On the public board a table has two results, and nobody is told which."""
    await table.report(table.first, wins=[2, 1])
    await table.act(table.second, "disputes", {"reason": "They had help"}, 201)
    await guests.let_in(table.owner, table.league, guest)
    assert len((await table.look(guest))["reports"]) == 2
    answer = await guest.post(f"{table.place}/result/confirmations", headers=WHATEVER)
    assert_problem(answer, 403, "not_allowed")
    link = await guests.publish(table.owner, table.league)
    board = (await guests.scoreboard(stranger, link)).json()["league"]
    settlements = {table["table"]: table["settlement"] for table in board["tables"]}
    number = (await table.look())["table"]
    assert settlements[number] == "contradicted"
    assert [result["settlement"] for result in board["results"]] == ["contradicted"]
    # The evening goes on, and the table is still there to be settled.
    night = (await table.look())["night"]
    schedule = (await table.owner.get(path(table.league, "schedule"))).json()
    (neighbor,) = (
        fixture["number"]
        for fixture in fixtures(schedule, night)
        if fixture["slot"] == 1 and fixture["number"] != table.number
    )
    await table.report(table.owner, wins=[2, 1], fixture=neighbor)
    board = (await guests.scoreboard(stranger, link)).json()["league"]
    assert board["slot"] == 2
    assert sorted((table["slot"], table["settlement"]) for table in board["tables"]) == [
        (1, "contradicted"),
        (2, "unreported"),
        (2, "unreported"),
    ]
    assert "They had help" not in str(board)


async def test_all_reports_are_taken_along(table: Table, sign_in: SignIn) -> None:
    """In the archive, which another server reads, in the whole as JSON, and in the table."""
    await table.report(table.first, wins=[2, 1])
    await table.act(table.second, "disputes", {"reason": "No", "report": {"wins": [1, 2]}}, 201)
    place = path(table.league, "export")
    export = (await table.owner.get(f"{place}.json")).json()
    fixture = next(
        report_view
        for night in export["nights"]
        for report_view in night["fixtures"]
        if report_view["number"] == table.number
    )
    assert fixture["settlement"] == "contradicted"
    assert [(report["side"], report["reason"]) for report in fixture["reports"]] == [
        (0, None),
        (1, "No"),
    ]
    assert "two results" in (await table.owner.get(f"{place}.csv?table=results")).text
    archive = await archives.export(table.owner, path(table.league))
    elsewhere = await sign_in()
    (item,) = (await archives.upload(elsewhere, archive))["items"]
    there = f"/v1/leagues/{item['leagueId']}/fixtures/{table.number}"
    copy = (await elsewhere.get(there)).json()
    assert outcome(copy) == ("contradicted", [0, 0], [0, 0])
    assert [report["report"] for report in copy["reports"]] == [{"wins": [2, 1]}, {"wins": [1, 2]}]
