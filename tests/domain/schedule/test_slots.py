"""Slots planned at the door: whoever is here plays, byes are even, and what has begun stays."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.league.choices import Pairing
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import (
    Attendance,
    CheckIn,
    Entrant,
    League,
    LeagueNight,
    PlayerTonight,
)
from pitch.league.season import Season
from pitch.schedule import review_night, schedules, slots
from pitch.schedule.schedules import NoSchedule, plan_schedule
from pitch.schedule.slots import SlotBegun
from tests.support import scheduling
from tests.support.scheduling import Pair, make_league
from tests.support.searches import IS_THOROUGH, share

HERE, LATE, AWAY, UNKNOWN = (
    Attendance.HERE,
    Attendance.LATE,
    Attendance.AWAY,
    Attendance.UNKNOWN,
)


def at_door(league: League, night: int, **attendances: Attendance) -> League:
    """Return a league with a night that is open: everyone is here but those of whom it is said."""
    check_ins = tuple(
        CheckIn(entrant=entrant.number, attendance=attendances.get(f"t{entrant.number}", HERE))
        for entrant in league.entrants
        if attendances.get(f"t{entrant.number}") is not UNKNOWN
    )
    open_night = LeagueNight(night, is_open=True, is_paired=True, check_ins=check_ins)
    nights = tuple(each for each in league.nights if each.night != night)
    return structs.replace(league, nights=(*nights, open_night))


def plan(
    league: League,
    past: tuple[Fixture, ...] = (),
    night: int = 1,
    slot: int = 1,
    *,
    late: bool = True,
) -> tuple[Fixture, ...]:
    """Return a slot of a night and those after it, after checking what anyone can count."""
    schedule = slots.plan_slots(league, night, slot, past, 7, expects_late=late)
    at_table = 2 if league.format.pairing is Pairing.TEAMS else 4
    for number in range(slot, league.format.fixtures_a_night + 1):
        now = [fixture for fixture in schedule.fixtures if fixture.slot == number]
        busy = scheduling.played_by(now)
        entrants = {
            check_in.entrant
            for check_in in league.night(night).check_ins
            if check_in.attendance is HERE
            or (check_in.attendance is LATE and (late or number > slot))
            if check_in.from_slot <= number
        }
        assert set(busy) <= entrants
        assert set(busy.values()) <= {1}
        assert len(now) == len(entrants) // at_table
        assert {fixture.night for fixture in now} <= {night}
        assert [fixture.table for fixture in now] == list(range(1, len(now) + 1))
    assert schedule.repeats == scheduling.repeats(league, (*past, *schedule.fixtures))
    assert schedule.repeats >= schedule.fewest
    return schedule.fixtures


def sitting_out(league: League, fixtures: tuple[Fixture, ...], night: int, slot: int) -> set[int]:
    """Return who is here or late and has no opponent in a slot."""
    busy = scheduling.played_by(
        fixture for fixture in fixtures if (fixture.night, fixture.slot) == (night, slot)
    )
    here = {
        check_in.entrant
        for check_in in league.night(night).check_ins
        if check_in.attendance is not AWAY
    }
    return here - set(busy)


def matchings(teams: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair an even number of teams."""
    if not teams:
        yield ()
        return
    first, *rest = teams
    for mate in rest:
        for matching in matchings(tuple(item for item in rest if item != mate)):
            yield ((first, mate), *matching)


def fewest(
    playing: tuple[tuple[int, ...], ...], tonight: frozenset[Pair], pairs_before: frozenset[Pair]
) -> tuple[int, int]:
    """Return the fewest second meetings tonight and of those plans the fewest repeats, by all."""

    @cache
    def best(slot: int, now: frozenset[Pair], ever: frozenset[Pair]) -> tuple[int, int]:
        if slot == len(playing):
            return (0, 0)
        results = []
        for pairs in matchings(playing[slot]):
            matching = frozenset(pairs)
            again, repeats = best(slot + 1, now | matching, ever | matching)
            results.append((again + len(now & matching), repeats + len(ever & matching)))
        return min(results)

    return best(0, tonight, pairs_before)


def test_nine_of_ten_come_and_nobody_sits_out_twice() -> None:
    league = at_door(make_league(10), 1, t10=AWAY)
    fixtures = plan(league)
    out = [sitting_out(league, fixtures, 1, slot) for slot in (1, 2)]
    assert [len(entrants) for entrants in out] == [1, 1]
    assert out[0] != out[1]


def test_one_comes_and_nothing_can_be_planned() -> None:
    away = {f"t{number}": AWAY for number in range(2, 11)}
    with pytest.raises(NoSchedule) as refusal:
        plan(at_door(make_league(10), 1, **away))
    assert refusal.value.pointer == "/entrants"


def test_two_who_come_meet_in_both_slots_and_a_finding_says_so() -> None:
    league = at_door(make_league(2), 1)
    fixtures = plan(league)
    assert [fixture.slot for fixture in fixtures] == [1, 2]
    season = Season(league=league, fixtures=fixtures, results={})
    assert "same_opponents_twice" in {finding.code for finding in review_night(season, 1)}


def test_a_team_that_is_late_sits_out_first() -> None:
    league = at_door(make_league(9), 1, t4=LATE)
    fixtures = plan(league)
    assert sitting_out(league, fixtures, 1, 1) == {4}
    assert 4 not in sitting_out(league, fixtures, 1, 2)


def test_a_team_that_is_late_and_not_expected_plays_in_the_slot_after() -> None:
    league = at_door(make_league(10), 1, t4=LATE)
    fixtures = plan(league, late=False)
    first = sitting_out(league, fixtures, 1, 1)
    assert 4 in first
    assert len(first) == 2
    assert sitting_out(league, fixtures, 1, 2) == set()


def test_a_walk_in_plays_in_the_slot_with_which_it_comes() -> None:
    league = at_door(make_league(8), 1)
    first = tuple(fixture for fixture in plan(league) if fixture.slot == 1)
    tonight = league.night(1)
    walk_in = Entrant(number=9, name="Walk-ins", players=("Wes", "Wim"))
    check_ins = (*tonight.check_ins, CheckIn(entrant=9, attendance=HERE, from_slot=2))
    league = structs.replace(
        league,
        entrants=(*league.entrants, walk_in),
        nights=(structs.replace(tonight, check_ins=check_ins),),
    )
    second = plan(league, first, slot=2)
    assert 9 in scheduling.played_by(second)
    assert sitting_out(league, second, 1, 2) != {9}


def test_of_whom_nothing_is_known_when_a_slot_is_planned_is_away() -> None:
    league = slots.settle_attendances(at_door(make_league(4), 1, t3=UNKNOWN), 1)
    assert league.night(1).attendance(3) is AWAY
    assert league.night(1).attendance(2) is HERE


def test_a_slot_that_has_begun_is_not_planned_again() -> None:
    (first, *_) = plan_schedule(make_league(4), 7).fixtures
    slots.refuse_begun(1, 2, [first])
    with pytest.raises(SlotBegun):
        slots.refuse_begun(1, 1, [first])


def test_a_team_that_comes_after_the_plan_makes_it_outdated() -> None:
    league = at_door(make_league(6), 1, t5=AWAY, t6=AWAY)
    fixtures = plan(league)
    assert not review_night(Season(league=league, fixtures=fixtures, results={}), 1)
    now = at_door(make_league(6), 1)
    (finding,) = review_night(Season(league=now, fixtures=fixtures, results={}), 1)
    assert (finding.code, finding.facts) == ("night_outdated", ("/entrants",))
    league_without = at_door(make_league(6), 1, t1=AWAY, t5=AWAY, t6=AWAY)
    findings = review_night(Season(league=league_without, fixtures=fixtures, results={}), 1)
    assert "night_outdated" in {each.code for each in findings}


def test_a_slot_that_has_begun_stays_if_somebody_comes() -> None:
    league = at_door(make_league(6, a_night=1), 1, t5=AWAY, t6=AWAY)
    fixtures = plan(league)
    results = {fixtures[0].number: EnteredResult(wins=(2, 1))}
    now = at_door(make_league(6, a_night=1), 1)
    assert not review_night(Season(league=now, fixtures=fixtures, results=results), 1)


def test_one_substitute_for_two_teams_of_a_slot_is_found() -> None:
    league = at_door(make_league(4), 1)
    tonight = league.night(1)
    sits = {
        1: PlayerTonight(player=1, substitute="Wally"),
        2: PlayerTonight(player=0, substitute="wally "),
    }
    check_ins = tuple(
        structs.replace(check_in, players=(sits[check_in.entrant],))
        if check_in.entrant in sits
        else check_in
        for check_in in tonight.check_ins
    )
    league = structs.replace(league, nights=(structs.replace(tonight, check_ins=check_ins),))
    findings = review_night(Season(league=league, fixtures=plan(league), results={}), 1)
    twice = [finding for finding in findings if finding.code == "substitute_twice"]
    assert len(twice) == 2


def test_nobody_is_planned_on_a_night_that_is_called_off() -> None:
    league = structs.replace(make_league(6), nights=(LeagueNight(2, is_called_off=True),))
    fixtures = plan_schedule(league, 7).fixtures
    assert {fixture.night for fixture in fixtures} == {1, 3, 4, 5}
    assert scheduling.repeats(league, fixtures) == 9


@settings(max_examples=share(600, 30), derandomize=not IS_THOROUGH)
@given(st.data())
def test_a_season_at_the_door(data: st.DataObject) -> None:
    """Whoever comes plays, byes are even, and no plan of a night has fewer repeats."""
    teams = data.draw(st.integers(3, 7), label="teams")
    a_night = data.draw(st.integers(1, 2), label="slots")
    league, past = make_league(teams, 3, a_night), tuple[Fixture, ...]()
    byes = Counter[int]()
    for night in (1, 2, 3):
        absent = data.draw(st.sets(st.integers(1, teams), max_size=teams - 2), label="absent")
        league = at_door(league, night, **{f"t{number}": AWAY for number in absent})
        before = Counter(byes)
        fixtures = plan(league, past, night)
        playing = tuple(
            tuple(sorted(scheduling.played_by(e for e in fixtures if e.slot == slot)))
            for slot in range(1, a_night + 1)
        )
        meetings = frozenset(scheduling.pairs(league, past))
        pairs = [pair for pair, _ in scheduling.meets(fixtures)]
        again = len(pairs) - len(set(pairs))
        repeats = scheduling.repeats(league, (*past, *fixtures)) - scheduling.repeats(league, past)
        assert (again, repeats) == fewest(playing, frozenset(), meetings)
        for slot in range(1, a_night + 1):
            byes.update(sitting_out(league, fixtures, night, slot))
        # A newcomer plays first, so only those who have played are compared.
        here = scheduling.played_by(past).keys() - absent
        for first, second in combinations(sorted(here), 2):
            # Who had sat out more before tonight does not sit out more tonight.
            gap = abs(before[first] - before[second])
            assert abs(byes[first] - byes[second]) <= max(1, gap)
        past = (*past, *fixtures)
    assert len({fixture.number for fixture in past}) == len(past)


@settings(max_examples=share(360))
@given(st.integers(4, 11), st.integers(1, 3), st.data())
def test_players_who_change_partners_are_four_at_a_table(
    players: int, a_night: int, data: st.DataObject
) -> None:
    league = make_league(players, 2, a_night, pairing=Pairing.CHANGING_PARTNERS)
    past = tuple[Fixture, ...]()
    for night in (1, 2):
        absent = data.draw(st.sets(st.integers(1, players), max_size=players - 4), label="absent")
        league = at_door(league, night, **{f"t{number}": AWAY for number in absent})
        past = (*past, *plan(league, past, night))


def test_a_plan_keeps_the_nights_after_it_in_mind() -> None:
    league = make_league(6)
    fixtures = plan_schedule(league, 7).fixtures
    later = tuple(fixture for fixture in fixtures if fixture.night != 1)
    first_night = plan(at_door(league, 1), later)
    repeats = scheduling.repeats(league, (*later, *first_night))
    assert repeats <= scheduling.repeats(league, fixtures)
    assert schedules.slots_planned(league) == 2
