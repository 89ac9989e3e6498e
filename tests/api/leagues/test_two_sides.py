"""Results of two sides: reported by each, agreed, contradicted, and settled by the owner."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, structs

from pitch import preset
from pitch.league import Entrant, Format, Playing, ResultPolicy
from pitchkeeper.access.changes import NotAllowed
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.leagues import journal
from pitchkeeper.leagues.changes import Comparison
from pitchkeeper.leagues.pieces import from_pieces, to_pieces
from pitchkeeper.leagues.records import RecordedLeagueMember, Report
from pitchkeeper.leagues.season import fixtures as season_fixtures
from pitchkeeper.leagues.season import plans, seasons
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.rest.preconditions import Precondition
from tests.support import archives, guests, leagues
from tests.support.leagues import fixtures, path, planned, standings, won
from tests.support.phones import Device, Json, SignIn, assert_problem

BOTH: Json = leagues.FORMAT | {"policy": "both_sides"}
WHATEVER = {"If-Match": "*"}


class Table(Struct):
    """A matchup with the phones of its owner, of both sides, and of nobody's."""

    owner: Device
    first: Device
    second: Device
    scorer: Device
    league: Json
    number: int
    device_ids: dict[str, str]

    @property
    def place(self) -> str:
        """The path of the matchup."""
        return path(self.league, f"fixtures/{self.number}")

    async def agree(self, **changes: object) -> None:
        """Change the format of the league."""
        league = (await self.owner.get(path(self.league))).json()
        body = {name: league[name] for name in ("name", "seed", "dates")}
        body["format"] = league["format"] | changes
        answer = await self.owner.put(path(self.league, "charter"), json=body, headers=WHATEVER)
        assert answer.status_code == 200, answer.text

    async def look(self, phone: Device | None = None) -> Json:
        """Return the matchup."""
        return (await (phone or self.owner).get(self.place)).json()  # type: ignore[no-any-return]

    async def report(self, phone: Device, fixture: int | None = None, **report: object) -> Json:
        """Report a result without having seen another."""
        place = path(self.league, f"fixtures/{fixture or self.number}")
        answer = await phone.put(f"{place}/result", json=report)
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    async def swap(self) -> tuple[list[int], list[list[int]]]:
        """Report two tables by phones that play there; return the results with the other's."""
        night = fixtures((await self.owner.get(path(self.league, "schedule"))).json(), 1)
        mine = next(fixture for fixture in night if fixture["number"] == self.number)
        neighbor = next(
            fixture
            for fixture in night
            if fixture["slot"] == mine["slot"] and fixture["number"] != self.number
        )
        player = path(self.league, f"entrants/{neighbor['sides'][1]['entrants'][0]}/players/0")
        body = {"deviceId": self.device_ids["scorer"]}
        assert (await self.scorer.post(f"{player}/claim")).is_success
        assert (await self.owner.put(player, json=body, headers=WHATEVER)).is_success
        await self.report(self.first, wins=[3, 0])
        await self.report(self.scorer, neighbor["number"], wins=[1, 2])
        return [self.number, neighbor["number"]], [[1, 2], [3, 0]]

    async def enter(
        self, numbers: list[int], wins: list[list[int]], version: int | None = None
    ) -> list[str]:
        """Enter a night from paper as its owner; return the outcomes, or why not."""
        lines = [
            {"fixture": number, "report": {"wins": won_by}, "seenVersion": version}
            for number, won_by in zip(numbers, wins, strict=True)
        ]
        answer = await self.owner.put(
            path(self.league, "nights/1/results"), json={"results": lines}
        )
        assert answer.is_success, answer.text
        items = answer.json()["items"]
        return [item["problem"]["code"] if item["problem"] else item["outcome"] for item in items]

    async def act(
        self, phone: Device, what: str, body: Json | None = None, status: int = 200
    ) -> Json:
        """Confirm, dispute or settle what is seen now."""
        tag = {"If-Match": (await phone.get(self.place)).headers["ETag"]}
        answer = await phone.post(f"{self.place}/result/{what}", json=body, headers=tag)
        assert answer.status_code == status, answer.text
        return answer.json()  # type: ignore[no-any-return]


async def seat(owner: Device, league: Json, phone: Device, entrant: int) -> str:
    """Let a phone in as the first player of a team."""
    device = await guests.joined(owner, league, phone, "scorer")
    player = path(league, f"entrants/{entrant}/players/0")
    assert (await phone.post(f"{player}/claim")).is_success
    response = await owner.put(player, json={"deviceId": device}, headers=WHATEVER)
    assert response.status_code == 200, response.text
    return device


@pytest.fixture
async def table(phone: Device, sign_in: SignIn) -> AsyncIterator[Table]:
    async with AsyncExitStack() as stack:
        guests_ = [await stack.enter_async_context(await sign_in()) for _ in range(3)]
        league = await leagues.opened(phone, teams=4, options={"target": 4}, format=BOTH)
        fixture = fixtures(await planned(phone, league), 1)[0]
        ids = {}
        for name, device, side in zip(("first", "second"), guests_, fixture["sides"], strict=False):
            ids[name] = await seat(phone, league, device, side["entrants"][0])
        ids["scorer"] = await guests.joined(phone, league, guests_[2], "scorer")
        first, second, scorer = guests_
        yield Table(phone, first, second, scorer, league, fixture["number"], ids)


def outcome(fixture: Json) -> tuple[str, Any, Any]:
    """Return the settlement, the wins, and the wins that count."""
    judgement = fixture["judgement"]
    return fixture["settlement"], judgement["wins"], judgement["counts"]


async def test_a_side_reports_and_the_other_confirms(table: Table) -> None:
    """It counts from the first report on; both reports can be read."""
    assert outcome(await table.look()) == ("unreported", [0, 0], [0, 0])
    assert outcome(await table.report(table.first, wins=[2, 1])) == ("reported", [2, 1], [2, 1])
    report = await table.act(table.second, "confirmations")
    assert outcome(report) == ("agreed", [2, 1], [2, 1])
    assert [(each["side"], each.get("isConfirmation", False)) for each in report["reports"]] == [
        (0, False),
        (1, True),
    ]
    assert report["reported"]["report"] == {"wins": [2, 1]}
    again = await table.act(table.second, "confirmations")
    assert again["version"] == report["version"]


async def test_two_results_count_for_nothing_until_they_are_settled(table: Table) -> None:
    """Neither overwrites the other, and the owner says which one counts."""
    await table.report(table.first, wins=[2, 1])
    both = await table.report(table.second, wins=[1, 2])
    assert outcome(both) == ("contradicted", [0, 0], [0, 0])
    (finding,) = both["judgement"]["findings"]
    assert finding["code"] == "two_results"
    names = [side["name"] for side in both["sides"]]
    assert finding["message"]["text"] == (
        f"{names[0]} says 2 : 1, {names[1]} says 1 : 2. Neither counts yet."
    )
    table_now = await standings(table.owner, table.league)
    assert table_now["contradicted"] == [table.number]
    assert {row["score"] for row in table_now["rows"]} == {0}
    assert_problem(
        await table.second.post(
            f"{table.place}/result/disputes/resolution",
            json={"settlement": "second"},
            headers=WHATEVER,
        ),
        403,
        "not_allowed",
    )
    report = await table.act(table.owner, "disputes/resolution", {"settlement": "first"})
    assert outcome(report) == ("settled_by_owner", [2, 1], [2, 1])
    assert [each["report"]["wins"] for each in report["reports"]] == [[2, 1], [2, 1], [1, 2]]
    assert (await standings(table.owner, table.league))["contradicted"] == []
    again = await table.act(table.owner, "disputes/resolution", {"settlement": "first"})
    assert again["version"] == report["version"]
    response = await table.owner.post(
        f"{table.place}/result/disputes/resolution",
        json={"settlement": "second"},
        headers=WHATEVER,
    )
    assert_problem(response, 409, "not_contradicted")
    lines = guests.actions(await guests.journal(table.owner, table.league))[-3:]
    assert lines == ["result_entered", "result_entered", "result_settled"]


async def test_a_side_gives_in(table: Table) -> None:
    """By confirming the other's report, or by withdrawing its own."""
    for what, body in (
        ("confirmations", None),
        ("disputes/resolution", {"settlement": "withdrawn"}),
    ):
        await table.report(table.first, wins=[2, 1])
        await table.report(table.second, wins=[1, 2])
        assert outcome(await table.act(table.second, what, body)) == ("agreed", [2, 1], [2, 1])
        for phone in (table.first, table.second):
            tag = {"If-Match": (await phone.get(table.place)).headers["ETag"]}
            response = await phone.delete(f"{table.place}/result", headers=tag)
            assert response.is_success
        assert outcome(await table.look())[0] == "unreported"


async def test_a_result_is_disputed_with_and_without_another(table: Table) -> None:
    early = await table.second.post(f"{table.place}/result/disputes", json={"reason": "No"})
    assert_problem(early, 409, "nothing_reported")
    await table.report(table.first, wins=[2, 1])
    objection = {"reason": "We did not finish"}
    report = await table.act(table.second, "disputes", objection, 201)
    assert outcome(report) == ("contradicted", [0, 0], [0, 0])
    assert report["reports"][1]["reason"] == "We did not finish"
    same = await table.second.post(f"{table.place}/result/disputes", json=objection)
    assert same.json()["version"] == report["version"]
    choice = await table.owner.post(
        f"{table.place}/result/disputes/resolution",
        json={"settlement": "second"},
        headers=WHATEVER,
    )
    assert_problem(choice, 422, "settlement_incomplete", "/settlement")
    missing = await table.owner.post(
        f"{table.place}/result/disputes/resolution",
        json={"settlement": "entered"},
        headers=WHATEVER,
    )
    assert_problem(missing, 422, "settlement_incomplete", "/report")
    too_much = {"settlement": "first", "report": {"wins": [1, 1]}}
    answer = await table.owner.post(
        f"{table.place}/result/disputes/resolution", json=too_much, headers=WHATEVER
    )
    assert_problem(answer, 422, "settlement_incomplete", "/report")
    body = {"settlement": "entered", "report": {"wins": [1, 1], "isClosed": True}}
    settled = await table.act(table.owner, "disputes/resolution", body)
    assert outcome(settled) == ("settled_by_owner", [1, 1], [1, 1])


async def test_an_objection_goes_with_what_it_was_against(table: Table) -> None:
    """However the report is withdrawn; else nobody could call the night off."""
    for what in ("cleared", "withdrawn"):
        await table.report(table.first, wins=[2, 1])
        await table.act(table.second, "disputes", {"reason": "No"}, 201)
        if what == "cleared":
            answer = await table.first.delete(f"{table.place}/result", headers=WHATEVER)
            assert answer.is_success
        else:
            withdrawn = {"settlement": "withdrawn"}
            await table.act(table.first, "disputes/resolution", withdrawn)
        assert outcome(await table.look())[0] == "unreported"
    snow = path(table.league, "nights/1/calling-off")
    answer = await table.owner.post(snow, json={"reason": "Snow"})
    assert (answer.status_code, answer.json()["state"]) == (200, "called_off")


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
    mended = await table.first.put(
        f"{table.place}/result", json={"wins": [1, 2]}, headers={"If-Match": old}
    )
    assert outcome(mended.json()) == ("agreed", [1, 2], [1, 2])


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
    for number, wins_of_one in zip(numbers, reversed(wins), strict=True):
        fixture = (await table.owner.get(path(table.league, f"fixtures/{number}"))).json()
        assert outcome(fixture) == ("agreed", wins_of_one, wins_of_one)
        assert fixture["reports"] == []
    version = (await table.owner.get(path(table.league))).json()["version"]
    assert await table.enter(numbers, wins, version) == ["done", "done"]
    for number, side, wins_of_one in zip(numbers, (0, 1), wins, strict=True):
        fixture = (await table.owner.get(path(table.league, f"fixtures/{number}"))).json()
        assert outcome(fixture) == ("agreed", wins_of_one, wins_of_one)
        assert [finding["code"] for finding in fixture["judgement"]["findings"]] == [
            "reported_otherwise"
        ]
        assert [report.get("side") for report in fixture["reports"]] == [None, side]


async def test_a_side_that_was_overwritten_may_agree_or_insist(table: Table) -> None:
    """Its own report stays beside the one that counts until it says the same or reports again."""
    await table.agree(policy="one")

    async def put(phone: Device, *wins: int) -> tuple[list[int], list[str], int]:
        answer = await phone.put(f"{table.place}/result", json={"wins": wins}, headers=WHATEVER)
        assert answer.is_success, answer.text
        body = answer.json()
        codes = [finding["code"] for finding in body["judgement"]["findings"]]
        return body["judgement"]["counts"], codes, len(body["reports"])

    assert await put(table.first, 2, 1) == ([2, 1], [], 0)
    assert await put(table.first, 3, 0) == ([3, 0], [], 0), "its own mistake"
    assert await put(table.owner, 0, 3) == ([0, 3], ["reported_otherwise"], 2)
    assert await put(table.owner, 1, 2) == ([1, 2], ["reported_otherwise"], 2)
    assert await put(table.first, 1, 2) == ([1, 2], [], 2), "it agrees"
    actions = guests.actions(await guests.journal(table.owner, table.league))
    assert actions[-5:] == ["result_entered", *["result_changed"] * 3, "result_confirmed"]
    assert await put(table.second, 0, 3) == ([0, 3], ["reported_otherwise"], 2)
    assert await put(table.first, 3, 0) == ([3, 0], ["reported_otherwise"], 2)
    assert await put(table.second, 3, 0) == ([3, 0], [], 2), "it gives in"
    response = await table.owner.delete(f"{table.place}/result", headers=WHATEVER)
    assert outcome(response.json())[0] == "unreported"
    assert await put(table.owner, 2, 1) == ([2, 1], [], 0)


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


async def test_the_agreement_may_change_in_mid_season(table: Table) -> None:
    """Old reports stay; two that contradict each other do until somebody reports again."""
    await table.report(table.first, wins=[2, 1])
    await table.report(table.second, wins=[1, 2])
    await table.agree(policy="one")
    assert outcome(await table.look())[0] == "contradicted"
    response = await table.scorer.put(f"{table.place}/result", json={"wins": [3, 0]})
    assert_problem(response, 428, "precondition_required")
    again = await table.scorer.put(f"{table.place}/result", json={"wins": [3, 0]}, headers=WHATEVER)
    assert outcome(again.json()) == ("agreed", [3, 0], [3, 0])
    await table.agree(policy="owner")
    assert outcome(await table.look())[0] == "contradicted"
    forbidden = await table.first.post(f"{table.place}/result/confirmations", headers=WHATEVER)
    assert_problem(forbidden, 403, "not_allowed")
    two = await table.owner.post(f"{table.place}/result/confirmations", headers=WHATEVER)
    assert_problem(two, 409, "two_results")
    report = await table.act(table.owner, "disputes/resolution", {"settlement": "second"})
    assert outcome(report) == ("settled_by_owner", [1, 2], [1, 2])
    await table.agree(policy="one")
    result = f"{table.place}/result"
    forbidden = await table.scorer.put(result, json={"wins": [3, 0]}, headers=WHATEVER)
    assert_problem(forbidden, 403, "not_allowed")
    corrected = await table.owner.put(result, json={"wins": [3, 0]}, headers=WHATEVER)
    assert outcome(corrected.json())[1:] == ([3, 0], [3, 0])


async def test_the_owner_confirms_where_that_was_agreed(table: Table) -> None:
    await table.agree(policy="owner")
    nothing = await table.owner.post(f"{table.place}/result/confirmations", headers=WHATEVER)
    assert_problem(nothing, 409, "nothing_reported")
    assert outcome(await table.report(table.first, wins=[2, 1])) == ("reported", [2, 1], [2, 1])
    report = await table.act(table.owner, "confirmations")
    assert outcome(report) == ("agreed", [2, 1], [2, 1])
    again = await table.act(table.owner, "confirmations")
    assert again["version"] == report["version"]


async def test_hands_are_believed_whoever_reports_otherwise(table: Table) -> None:
    """A matchup kept hand by hand is agreed; the report that differs names the hands."""
    winners = []
    for _ in range(3):
        match = (await table.first.post(f"{table.place}/matches")).json()
        winners.append((await won(table.first, match))["winner"]["side"])
    wins = [winners.count(0), winners.count(1)]
    assert outcome(await table.look()) == ("agreed", wins, wins)
    wrong = await table.report(table.second, wins=wins[::-1])
    assert outcome(wrong) == ("agreed", wins, wins)
    (finding,) = wrong["judgement"]["findings"]
    assert finding["code"] == "differs_from_hands"
    assert finding["message"]["text"] == (
        f"Hand by hand it was {wins[0]} : {wins[1]} (until hands 1, 1 and 1); "
        f"{wrong['sides'][1]['name']} reported another result."
    )
    # The owner may know better, and is told too.
    response = await table.owner.put(
        f"{table.place}/result", json={"wins": wins[::-1]}, headers=WHATEVER
    )
    assert outcome(response.json())[0] == "settled_by_owner"
    findings = response.json()["judgement"]["findings"]
    assert {finding["code"] for finding in findings} == {"differs_from_hands"}


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
    await guests.joined(table.owner, table.league, guest)
    assert len((await table.look(guest))["reports"]) == 2
    answer = await guest.post(f"{table.place}/result/confirmations", headers=WHATEVER)
    assert_problem(answer, 403, "not_allowed")
    link = await guests.published(table.owner, table.league)
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
        each
        for night in export["nights"]
        for each in night["fixtures"]
        if each["number"] == table.number
    )
    assert fixture["settlement"] == "contradicted"
    assert [(report["side"], report["reason"]) for report in fixture["reports"]] == [
        (0, None),
        (1, "No"),
    ]
    assert "two results" in (await table.owner.get(f"{place}.csv?table=results")).text
    archive = await archives.taken(table.owner, path(table.league))
    elsewhere = await sign_in()
    (item,) = (await archives.brought(elsewhere, archive))["items"]
    there = f"/v1/leagues/{item['leagueId']}/fixtures/{table.number}"
    copy = (await elsewhere.get(there)).json()
    assert outcome(copy) == ("contradicted", [0, 0], [0, 0])
    assert [report["report"] for report in copy["reports"]] == [{"wins": [2, 1]}, {"wins": [1, 2]}]


async def test_hands_that_stay_behind_overrule_nobody_who_knew_more(
    table: Table, sign_in: SignIn
) -> None:
    """One match was kept hand by hand, and the matches of a league are not in its archive."""

    async def settled_there() -> object:
        archive = await archives.taken(table.owner, path(table.league))
        async with await sign_in() as stranger:
            (item,) = (await archives.brought(stranger, archive))["items"]
            there = f"/v1/leagues/{item['leagueId']}/fixtures/{table.number}"
            return outcome((await stranger.get(there)).json())

    match = (await table.first.post(f"{table.place}/matches")).json()
    winner = (await won(table.first, match))["winner"]["side"]
    more, less = ([2, 1], [1, 2])[:: 1 - 2 * winner]
    await table.report(table.first, wins=more)
    assert await settled_there() == ("reported", more, more)
    await table.act(table.second, "confirmations")
    assert await settled_there() == ("agreed", more, more)
    await table.second.put(f"{table.place}/result", json={"wins": less}, headers=WHATEVER)
    assert (await settled_there())[0] == "contradicted"  # type: ignore[index]
    # A side whom the hands refute does not become right by them staying behind.
    await table.first.delete(f"{table.place}/result", headers=WHATEVER)
    swept = [0, 3][:: 1 - 2 * winner]
    await table.second.put(f"{table.place}/result", json={"wins": swept}, headers=WHATEVER)
    hands = [1 - winner, winner]
    assert await settled_there() == ("reported", hands, hands)


FIRST, SECOND, SCORER, OWNER = (UUID(int=number) for number in range(1, 5))
AT = datetime(2026, 11, 24, 19, tzinfo=UTC)
SEEN = Precondition(is_given=True, is_any=True)
REPORTS = st.sampled_from(
    [
        *(Report(wins=pair) for pair in ((3, 0), (2, 1), (1, 2), (1, 0))),
        Report(forfeit=1),
        Report(neither_came=True),
        Report(),
    ]
)


def bare_league(policy: ResultPolicy) -> LeagueState:
    """Return a league of two teams that meet once, with four phones."""
    members = [
        RecordedLeagueMember(device_id=device_id, role=role, joined_at=AT, plays_as=player)
        for device_id, role, player in (
            (FIRST, LeagueRole.SCORER, Playing(entrant=1, player=0)),
            (SECOND, LeagueRole.SCORER, Playing(entrant=2, player=0)),
            (SCORER, LeagueRole.SCORER, None),
            (OWNER, LeagueRole.OWNER, None),
        )
    ]
    entrants = tuple(
        Entrant(number=number, name=name, players=(f"{name} a", f"{name} b"))
        for number, name in ((1, "Aces"), (2, "Bowers"))
    )
    state = LeagueState(
        league_id=UUID(int=9),
        version=1,
        ruleset=preset("mb-lounge"),
        charter=Charter(name="L", format=Format(nights=1, fixtures_a_night=1, policy=policy)),
        entrants=entrants,
        members=tuple(members),
        created_at=AT,
        updated_at=AT,
    )
    return plans.plan_fixtures(seasons.from_state(state, {}), 1)


def play_through(league: LeagueState, acts: Sequence[tuple[UUID, Report]]) -> LeagueState:
    """Return a league after reports in an order; each is in the journal or changes nothing."""
    for minute, (device_id, report) in enumerate(acts):
        try:
            revision = season_fixtures.decide_report(
                league,
                Stamp(device_id=device_id, at=AT + timedelta(minutes=minute)),
                number=1,
                report=report,
                comparison=Comparison(league, SEEN, ()),
                new_matches={},
            )
        except NotAllowed:
            # The owner settled it, and a scorer of neither side cannot change that.
            assert device_id == SCORER
            continue
        if revision is None:
            assert report in [report.report for report in league.reports_of(1)]
            continue
        change = journal.describe_change(revision.action, to_pieces(league), revision.after)
        reports = [change.after.reported for change in change.changes if change.after]
        assert [report.report for report in reports if report] == [report]
        league = revision.after
    return league


def settled_state(league: LeagueState) -> object:
    """Return what is settled, without the times of reports."""
    season = seasons.from_state(league, {})
    reports = [structs.replace(report, at=AT) for report in league.reports_of(1)]
    return season.settlement(1), season.judgements[1], season.standings.rows, reports


@given(
    st.sampled_from([ResultPolicy.BOTH_SIDES, ResultPolicy.OWNER]),
    st.lists(st.tuples(st.sampled_from([FIRST, SECOND, SCORER, OWNER]), REPORTS), max_size=8),
    st.randoms(use_true_random=False),
)
def test_the_order_of_reports_never_matters(
    policy: ResultPolicy, acts: list[tuple[UUID, Report]], random: Any
) -> None:
    """However the phones come before each other, with corrections and repeats."""
    queues = {
        device_id: [act for act in acts if act[0] == device_id]
        for device_id in {act[0] for act in acts}
    }
    other_order = []
    while any(queues.values()):
        speaker_ = random.choice(sorted(queue for queue in queues if queues[queue]))
        other_order.append(queues[speaker_].pop(0))
        if random.random() < 0.3:
            other_order.append(other_order[-1])
    league = bare_league(policy)
    first, second = (play_through(league, order) for order in (acts, other_order))
    assert settled_state(first) == settled_state(second)
    # The last word of each side is there to be read, whatever counts.
    for side, device_id in enumerate((FIRST, SECOND)):
        reports = [report for speaker, report in acts if speaker == device_id]
        recorded = first.report(1, side)
        assert (recorded.report if recorded else None) == (reports[-1] if reports else None)
    loaded_league = from_pieces(
        to_pieces(first).values(),
        league_id=first.league_id,
        version=first.version,
        ruleset=first.ruleset,
        created_at=AT,
        updated_at=first.updated_at,
    )
    assert (loaded_league.reported, loaded_league.side_reports) == (
        first.reported,
        first.side_reports,
    )
