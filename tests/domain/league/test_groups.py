"""Groups: teams meet in their own group, and the first of each meet crosswise in the final."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from msgspec import structs

from pitch.league import bracket_layouts, judgements
from pitch.league.choices import FinalNight, Pairing
from pitch.league.fixtures import EnteredResult
from pitch.league.formats import Finals, Format, LeagueContradicts
from pitch.league.leagues import Attendance, CheckIn, League, LeagueNight
from pitch.league.ranking import final_race, standings
from pitch.league.ranking.tie_breaks import PlayOff
from pitch.league.season import Season
from pitch.schedule import knock_outs, review_night
from pitch.schedule.knock_outs import PlacesTied
from pitch.schedule.schedules import plan_schedule
from pitch.schedule.slots import plan_slots
from tests.support import scheduling


def make_league(
    teams: int, *, groups: int = 2, places: int = 4, nights: int = 4, **form: Any
) -> League:
    """A league of groups: by number, the odd ones are the first of two groups."""
    league = scheduling.make_league(teams, nights, 2, final_night=FinalNight.KNOCK_OUT)
    finals = Finals(places=places)
    return structs.replace(
        league, format=structs.replace(league.format, groups=groups, finals=finals, **form)
    )


def season(league: League) -> Season:
    """A season before its final, in which the lower number has won every matchup."""
    fixtures = plan_schedule(league, 3).fixtures
    results = {
        fixture.number: EnteredResult(
            wins=(3, 0) if fixture.sides[0] < fixture.sides[1] else (0, 3)
        )
        for fixture in fixtures
    }
    return Season(league=league, fixtures=fixtures, results=results)


@pytest.mark.parametrize(("teams", "groups"), [(8, 2), (9, 2), (10, 2), (12, 3), (32, 8)])
def test_nobody_meets_a_team_of_another_group_before_the_final(teams: int, groups: int) -> None:
    league = make_league(teams, groups=groups, places=groups, nights=3)
    schedule = plan_schedule(league, 5)
    group_by_number = {
        number: group
        for group, numbers in enumerate(league.by_group(range(1, teams + 1)))
        for number in numbers
    }
    pairs = Counter(
        tuple(sorted(side[0] for side in fixture.sides)) for fixture in schedule.fixtures
    )
    assert {group_by_number[first] == group_by_number[second] for first, second in pairs} == {True}
    assert schedule.repeats == sum(times - 1 for times in pairs.values())
    # In two nights of two rounds a group of four must repeat one round: two pairs.
    assert schedule.repeats == schedule.fewest
    assert schedule.pairs == sum(
        1
        for pair in combinations(group_by_number, 2)
        if group_by_number[pair[0]] == group_by_number[pair[1]]
    )
    for night, slot in {(fixture.night, fixture.slot) for fixture in schedule.fixtures}:
        tables = [
            fixture.table
            for fixture in schedule.fixtures
            if (fixture.night, fixture.slot) == (night, slot)
        ]
        assert sorted(tables) == list(range(1, len(tables) + 1))
    for night in (1, 2):
        season_after = Season(league=league, fixtures=schedule.fixtures, results={})
        assert "night_outdated" not in [
            finding.code for finding in review_night(season_after, night)
        ]


def test_one_group_is_planned_as_no_group() -> None:
    league = make_league(9, groups=1)
    plain = structs.replace(league, format=structs.replace(league.format, groups=1))
    assert plan_schedule(league, 3) == plan_schedule(plain, 3)


def test_a_round_at_the_door_is_planned_by_group() -> None:
    """Five of the first group came and three of the second: one of each sits out."""
    league = make_league(10)
    away = tuple(CheckIn(entrant=number, attendance=Attendance.AWAY) for number in (2, 4))
    at_door = structs.replace(league, nights=(LeagueNight(1, is_open=True, check_ins=away),))
    schedule = plan_slots(at_door, 1, 1, (), 7, expects_late=True)
    assert {
        bool((fixture.sides[0][0] - fixture.sides[1][0]) % 2) for fixture in schedule.fixtures
    } == {False}
    assert [len(bye.entrants) for bye in schedule.byes] == [2, 2]
    season_after = Season(
        league=structs.replace(
            at_door,
            nights=(LeagueNight(1, is_open=True, is_paired=True, check_ins=away),),
        ),
        fixtures=schedule.fixtures,
        results={},
    )
    assert "night_outdated" not in [finding.code for finding in review_night(season_after, 1)]


def test_a_team_that_changes_its_group_is_planned_again() -> None:
    before = season(make_league(8))
    entrants = tuple(
        structs.replace(entrant, group=2) if entrant.number == 1 else entrant
        for entrant in before.league.entrants
    )
    league_after = structs.replace(before.league, entrants=entrants)
    assert league_after.by_group(range(1, 9)) == ((3, 5, 7), (1, 2, 4, 6, 8))
    ahead = Season(league=league_after, fixtures=before.fixtures, results={})
    assert "night_outdated" in [finding.code for finding in review_night(ahead, 1)]
    assert "night_outdated" not in [finding.code for finding in review_night(before, 1)]


def test_each_group_has_its_own_table() -> None:
    season_before = season(make_league(8))
    groups = standings.group_rows(season_before.standings.rows)
    assert [(letter, [row.entrant for row in rows]) for letter, rows in groups] == [
        ("A", [1, 3, 5, 7]),
        ("B", [2, 4, 6, 8]),
    ]
    assert [row.group_rank for row in groups[0][1]] == [1, 2, 3, 4]
    plain = make_league(8, groups=1)
    assert standings.group_rows(season(plain).standings.rows) == []


@pytest.mark.parametrize(
    ("groups", "seeds", "first_round"),
    [
        (((1, 3), (2, 4)), [1, 2, 3, 4], [(1, 4), (2, 3)]),
        (((1,), (2,)), [1, 2], [(1, 2)]),
        (((1, 3, 5, 7), (2, 4, 6, 8)), [1, 2, 3, 4, 5, 6, 7, 8], [(1, 8), (4, 5), (2, 7), (3, 6)]),
        (((1, 4), (2, 5), (3, 6)), [1, 2, 3, 4, 6, 5], [(4, 6), (3, 5)]),
    ],
)
def test_the_first_of_each_group_meet_crosswise(
    groups: Sequence[Sequence[int]], seeds: list[int], first_round: list[tuple[int, int]]
) -> None:
    """1A meets 2B and 1B meets 2A; nobody meets its own group while that can be."""
    assert knock_outs._crosswise(groups) == seeds
    order = bracket_layouts.draw_order(bracket_layouts.places_for(len(seeds)))
    assert [
        (seeds[first - 1], seeds[second - 1])
        for first, second in zip(order[::2], order[1::2], strict=True)
        if max(first, second) <= len(seeds)
    ] == first_round


def test_a_tie_for_the_last_place_of_a_group_is_played_off() -> None:
    league = make_league(6, places=2, nights=2, fixtures_a_night=1)
    fixtures = plan_schedule(league, 0).fixtures
    level = {fixture.number: EnteredResult(neither_came=True) for fixture in fixtures}
    with pytest.raises(PlacesTied):
        knock_outs.draw(Season(league=league, fixtures=fixtures, results=level), 50, 0)
    games = tuple(
        PlayOff(winner=first, loser=second) for first, second in ((5, 1), (5, 3), (2, 4), (2, 6))
    )
    after_play_offs = Season(league=league, fixtures=fixtures, results=level, play_offs=games)
    assert knock_outs.draw(after_play_offs, 50, 0)[0].seeds == (5, 2)


def test_who_reaches_the_final_is_decided_in_each_group() -> None:
    """Team 3 is ahead of all of the other group, and not sure of the only place of its own."""
    league = make_league(4, places=2, nights=3, fixtures_a_night=1)
    fixtures = plan_schedule(league, 0).fixtures
    results = {}
    for fixture in fixtures:
        numbers = [side[0] for side in fixture.sides]
        if fixture.night == 1:
            wins = (3, 0) if numbers[0] == min(numbers) else (0, 3)
            results[fixture.number] = EnteredResult(
                wins=wins if 1 in numbers else (0, 0), is_closed=True
            )
    reaches = final_race.reaches(league, judgements.judge_all(league, fixtures, results))
    assert {reach.places for reach in reaches.values()} == {1}
    assert [reaches[number].can for number in (1, 2, 3, 4)] == [True, True, True, True]
    assert reaches[3].needs_tie_break
    over = {
        each.number: results.get(each.number, EnteredResult(neither_came=True)) for each in fixtures
    }
    reaches = final_race.reaches(league, judgements.judge_all(league, fixtures, over))
    assert [reaches[number].sure for number in (1, 2, 3, 4)] == [True, False, False, False]
    assert [reaches[number].can for number in (1, 2, 3, 4)] == [True, True, False, True]


@pytest.mark.parametrize(
    ("form", "pointer"),
    [
        ({"final_night": FinalNight.ORDINARY}, "/groups"),
        ({"final_night": FinalNight.SEPARATE}, "/groups"),
        ({"pairing": Pairing.SWISS}, "/groups"),
        ({"pairing": Pairing.KNOCK_OUT, "final_night": FinalNight.ORDINARY}, "/groups"),
        ({"groups": 3}, "/finals/places"),
    ],
)
def test_groups_need_fixed_teams_and_a_final_with_as_many_places_for_each(
    form: dict[str, Any], pointer: str
) -> None:
    league = make_league(8)
    wrong: Format = structs.replace(league.format, **form)
    league.format.check(league.ruleset)
    with pytest.raises(LeagueContradicts) as refusal:
        wrong.check(league.ruleset)
    assert refusal.value.pointer == pointer
