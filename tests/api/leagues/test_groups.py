"""Leagues in groups: each has its table, and a final across them."""

from tests.support import leagues
from tests.support.brackets import GROUPS, pairs, read_bracket
from tests.support.phones import Device, Json


async def test_an_evening_of_two_groups_ends_crosswise(
    phone: Device, stranger: Device, guest: Device
) -> None:
    """The odd teams are one group and the even ones the other; the lower number wins."""
    form = leagues.FORMAT | GROUPS
    dates = ["2027-03-02", "2027-03-02"]
    league = await leagues.open_league(phone, teams=8, format=form, dates=dates)
    link = (await phone.post(leagues.path(league, "public-links"))).json()
    schedule = await leagues.plan_nights(phone, league)
    assert (schedule["plan"]["pairs"], schedule["plan"]["repeats"]) == (12, 0)
    for fixture in leagues.fixtures(schedule, 1):
        first, second = (side["entrants"][0] for side in fixture["sides"])
        assert first % 2 == second % 2
        wins = [3, 0] if first < second else [0, 3]
        await leagues.report_result(phone, league, fixture["number"], wins=wins)

    rows = (await leagues.standings(phone, league))["rows"]
    ranks = {row["entrant"]: (row["group"], row["groupRank"]) for row in rows}
    assert ranks == {number: (2 - number % 2, (number + 1) // 2) for number in range(1, 9)}
    sure = {row["entrant"]: row["chance"]["reaches"]["sure"] for row in rows}
    assert sure == {number: number <= 4 for number in range(1, 9)}
    assert {row["chance"]["reaches"]["places"] for row in rows} == {2}
    board = (await stranger.get(f"/v1/public/{link['secret']}")).json()["league"]
    assert [(row["group"], row["groupRank"]) for row in board["rows"]] == [
        ranks[row["entrant"]] for row in rows
    ]
    message = leagues.path(league, "message.txt?about=standings")
    for language, heading in (("en", "Group {}:"), ("es", "Grupo {}:")):
        message_text = (await phone.get(message, headers={"Accept-Language": language})).text
        parts = [message_text.index(heading.format(letter)) for letter in "AB"]
        assert (
            parts[0] < message_text.index("1. Team 1") < parts[1] < message_text.index("1. Team 2")
        )
    wall = (await phone.get(leagues.path(league, "export.html"))).text
    assert wall.index("Group A") < wall.index("Group B")
    table = (await phone.get(leagues.path(league, "export.csv?table=standings"))).text.splitlines()
    assert table[0].endswith(',"group","rank in group"')
    assert next(line for line in table if "Team 4" in line).endswith(",2,2")

    final = await leagues.plan_nights(phone, league, fromNight=2)
    assert pairs(await read_bracket(phone, league))[0] == ["Team 1 - Team 4", "Team 2 - Team 3"]
    season_fixtures = [each for each in leagues.fixtures(final, 2) if each["stage"] == "season"]
    assert {side["entrants"][0] for each in season_fixtures for side in each["sides"]} == {
        5,
        6,
        7,
        8,
    }
    for number in [
        each["number"] for each in leagues.fixtures(final, 2) if each not in season_fixtures
    ]:
        await leagues.report_result(phone, league, number, wins=[1, 2])
    sheet = await read_bracket(phone, league)
    for each in sheet["rounds"][1]["fixtures"]:
        await leagues.report_result(phone, league, each["number"], wins=[3, 0])
    assert (await read_bracket(phone, league))["winner"] == 4
    after = await leagues.standings(phone, league)
    assert [row["entrant"] for row in after["rows"][:2]] == [4, 3]
    # What led to the final stays as it was.
    assert {row["entrant"]: (row["group"], row["groupRank"]) for row in after["rows"]} == ranks

    archive = (await phone.get(leagues.path(league, "archive"))).content
    answer = await guest.post(
        "/v1/archives", content=archive, headers={"Content-Type": "application/x-ndjson"}
    )
    assert answer.is_success, answer.text
    copy = (await guest.get("/v1/leagues")).json()["items"][0]
    imported_standings = await leagues.standings(guest, copy)
    assert [
        (row["entrant"], row["group"], row["groupRank"]) for row in imported_standings["rows"]
    ] == [(row["entrant"], row["group"], row["groupRank"]) for row in after["rows"]]


async def test_a_team_is_moved_to_another_group_and_the_night_planned_again(
    phone: Device,
) -> None:
    league = await leagues.open_league(phone, teams=8, format=leagues.FORMAT | GROUPS)
    await leagues.plan_nights(phone, league)

    async def groups() -> list[set[int]]:
        rows = (await leagues.standings(phone, league))["rows"]
        return [{row["entrant"] for row in rows if row["group"] == group} for group in (1, 2)]

    async def move_entrant(number: int, **more: object) -> Json:
        team = {"name": f"Team {number}", "players": ["x", "y"], "fromNight": 1} | more
        answer = await phone.put(
            leagues.path(league, f"entrants/{number}"), json=team, headers={"If-Match": "*"}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["entrants"][number - 1]  # type: ignore[no-any-return]

    assert await groups() == [{1, 3, 5, 7}, {2, 4, 6, 8}]
    await move_entrant(1, group=2)
    assert (await move_entrant(8, group=1))["group"] == 1
    # Whoever is renamed stays in its group.
    assert (await move_entrant(8, name="Renamed"))["group"] == 1
    assert await groups() == [{3, 5, 7, 8}, {1, 2, 4, 6}]
    findings = (await phone.get(leagues.path(league, "nights/1"))).json()["findings"]
    assert "different groups" in next(
        each["message"]["text"] for each in findings if each["code"] == "night_outdated"
    )
    schedule = await leagues.plan_nights(phone, league)
    assert "night_outdated" not in [
        finding["code"] for finding in schedule["nights"][0]["findings"]
    ]
    met = [
        {side["entrants"][0] for side in fixture["sides"]}
        for fixture in leagues.fixtures(schedule, 1)
    ]
    parts = await groups()
    assert all(any(pair <= part for part in parts) for pair in met)
