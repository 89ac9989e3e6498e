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


def league(teams: int, *, groups: int = 2, places: int = 4, nights: int = 4, **form: Any) -> League:
    """A league of groups: by number, the odd ones are the first of two groups."""
    of = scheduling.league(teams, nights, 2, final_night=FinalNight.KNOCK_OUT)
    finals = Finals(places=places)
    return structs.replace(
        of, format=structs.replace(of.format, groups=groups, finals=finals, **form)
    )


def season(of: League) -> Season:
    """A season before its final, in which the lower number has won every matchup."""
    fixtures = plan_schedule(of, 3).fixtures
    results = {
        each.number: EnteredResult(wins=(3, 0) if each.sides[0] < each.sides[1] else (0, 3))
        for each in fixtures
    }
    return Season(league=of, fixtures=fixtures, results=results)


@pytest.mark.parametrize(("teams", "groups"), [(8, 2), (9, 2), (10, 2), (12, 3), (32, 8)])
def test_nobody_meets_a_team_of_another_group_before_the_final(teams: int, groups: int) -> None:
    of = league(teams, groups=groups, places=groups, nights=3)
    schedule = plan_schedule(of, 5)
    group_of = {
        number: group
        for group, numbers in enumerate(of.by_group(range(1, teams + 1)))
        for number in numbers
    }
    pairs = Counter(tuple(sorted(side[0] for side in each.sides)) for each in schedule.fixtures)
    assert {group_of[first] == group_of[second] for first, second in pairs} == {True}
    assert schedule.repeats == sum(times - 1 for times in pairs.values())
    # In two nights of two rounds a group of four must repeat one round: two pairs.
    assert schedule.repeats == schedule.fewest
    assert schedule.pairs == sum(
        1 for pair in combinations(group_of, 2) if group_of[pair[0]] == group_of[pair[1]]
    )
    for night, slot in {(each.night, each.slot) for each in schedule.fixtures}:
        tables = [
            each.table for each in schedule.fixtures if (each.night, each.slot) == (night, slot)
        ]
        assert sorted(tables) == list(range(1, len(tables) + 1))
    for night in (1, 2):
        made = Season(league=of, fixtures=schedule.fixtures, results={})
        assert "night_outdated" not in [each.code for each in review_night(made, night)]


def test_one_group_is_planned_as_no_group() -> None:
    of = league(9, groups=1)
    plain = structs.replace(of, format=structs.replace(of.format, groups=1))
    assert plan_schedule(of, 3) == plan_schedule(plain, 3)


def test_a_round_at_the_door_is_planned_by_group() -> None:
    """Five of the first group came and three of the second: one of each sits out."""
    of = league(10)
    away = tuple(CheckIn(entrant=each, attendance=Attendance.AWAY) for each in (2, 4))
    held = structs.replace(of, nights=(LeagueNight(1, is_open=True, check_ins=away),))
    schedule = plan_slots(held, 1, 1, (), 7, expects_late=True)
    assert {bool((each.sides[0][0] - each.sides[1][0]) % 2) for each in schedule.fixtures} == {
        False
    }
    assert [len(bye.entrants) for bye in schedule.byes] == [2, 2]
    made = Season(
        league=structs.replace(
            held,
            nights=(LeagueNight(1, is_open=True, is_paired=True, check_ins=away),),
        ),
        fixtures=schedule.fixtures,
        results={},
    )
    assert "night_outdated" not in [each.code for each in review_night(made, 1)]


def test_a_team_that_changes_its_group_is_planned_again() -> None:
    made = season(league(8))
    entrants = tuple(
        structs.replace(each, group=2) if each.number == 1 else each
        for each in made.league.entrants
    )
    moved = structs.replace(made.league, entrants=entrants)
    assert moved.by_group(range(1, 9)) == ((3, 5, 7), (1, 2, 4, 6, 8))
    ahead = Season(league=moved, fixtures=made.fixtures, results={})
    assert "night_outdated" in [each.code for each in review_night(ahead, 1)]
    assert "night_outdated" not in [each.code for each in review_night(made, 1)]


def test_each_group_has_its_own_table() -> None:
    made = season(league(8))
    groups = standings.group_rows(made.standings.rows)
    assert [(letter, [row.entrant for row in rows]) for letter, rows in groups] == [
        ("A", [1, 3, 5, 7]),
        ("B", [2, 4, 6, 8]),
    ]
    assert [row.group_rank for row in groups[0][1]] == [1, 2, 3, 4]
    plain = league(8, groups=1)
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
    of = league(6, places=2, nights=2, fixtures_a_night=1)
    fixtures = plan_schedule(of, 0).fixtures
    level = {each.number: EnteredResult(neither_came=True) for each in fixtures}
    with pytest.raises(PlacesTied):
        knock_outs.draw(Season(league=of, fixtures=fixtures, results=level), 50, 0)
    games = tuple(
        PlayOff(winner=first, loser=second) for first, second in ((5, 1), (5, 3), (2, 4), (2, 6))
    )
    decided = Season(league=of, fixtures=fixtures, results=level, play_offs=games)
    assert knock_outs.draw(decided, 50, 0)[0].seeds == (5, 2)


def test_who_reaches_the_final_is_decided_in_each_group() -> None:
    """Team 3 is ahead of all of the other group, and not sure of the only place of its own."""
    of = league(4, places=2, nights=3, fixtures_a_night=1)
    fixtures = plan_schedule(of, 0).fixtures
    results = {}
    for each in fixtures:
        numbers = [side[0] for side in each.sides]
        if each.night == 1:
            wins = (3, 0) if numbers[0] == min(numbers) else (0, 3)
            results[each.number] = EnteredResult(
                wins=wins if 1 in numbers else (0, 0), is_closed=True
            )
    made = final_race.reaches(of, judgements.judge_all(of, fixtures, results))
    assert {each.places for each in made.values()} == {1}
    assert [made[number].can for number in (1, 2, 3, 4)] == [True, True, True, True]
    assert made[3].needs_tie_break
    over = {
        each.number: results.get(each.number, EnteredResult(neither_came=True)) for each in fixtures
    }
    made = final_race.reaches(of, judgements.judge_all(of, fixtures, over))
    assert [made[number].sure for number in (1, 2, 3, 4)] == [True, False, False, False]
    assert [made[number].can for number in (1, 2, 3, 4)] == [True, True, False, True]


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
    of = league(8)
    wrong: Format = structs.replace(of.format, **form)
    of.format.check(of.ruleset)
    with pytest.raises(LeagueContradicts) as refusal:
        wrong.check(of.ruleset)
    assert refusal.value.pointer == pointer
