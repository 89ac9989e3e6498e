"""Results of two sides that contradict each other: disputed, given in, and settled."""

from tests.support import archives, guests
from tests.support.leagues import path, standings, won
from tests.support.phones import Device, SignIn, assert_problem
from tests.support.two_sides import WHATEVER, Table, outcome


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
    assert [report_view["report"]["wins"] for report_view in report["reports"]] == [
        [2, 1],
        [2, 1],
        [1, 2],
    ]
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
    settlement = await table.act(table.owner, "disputes/resolution", body)
    assert outcome(settlement) == ("settled_by_owner", [1, 1], [1, 1])


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
    correction = await table.owner.put(result, json={"wins": [3, 0]}, headers=WHATEVER)
    assert outcome(correction.json())[1:] == ([3, 0], [3, 0])


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


async def test_hands_that_stay_behind_overrule_nobody_who_knew_more(
    table: Table, sign_in: SignIn
) -> None:
    """One match was kept hand by hand, and the matches of a league are not in its archive."""

    async def settled_there() -> object:
        archive = await archives.export(table.owner, path(table.league))
        async with await sign_in() as stranger:
            (item,) = (await archives.upload(stranger, archive))["items"]
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
