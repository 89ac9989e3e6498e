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
from tests.support.scheduling import Pair, league
from tests.support.searches import IS_THOROUGH, share

HERE, LATE, AWAY, UNKNOWN = (
    Attendance.HERE,
    Attendance.LATE,
    Attendance.AWAY,
    Attendance.UNKNOWN,
)


def at_door(of: League, night: int, **attendances: Attendance) -> League:
    """Return a league with a night that is open: everyone is here but those of whom it is said."""
    check_ins = tuple(
        CheckIn(entrant=each.number, attendance=attendances.get(f"t{each.number}", HERE))
        for each in of.entrants
        if attendances.get(f"t{each.number}") is not UNKNOWN
    )
    opened = LeagueNight(night, is_open=True, is_paired=True, check_ins=check_ins)
    others = tuple(each for each in of.nights if each.night != night)
    return structs.replace(of, nights=(*others, opened))


def plan(
    of: League,
    others: tuple[Fixture, ...] = (),
    night: int = 1,
    slot: int = 1,
    *,
    late: bool = True,
) -> tuple[Fixture, ...]:
    """Return a slot of a night and those after it, after checking what anyone can count."""
    made = slots.plan_slots(of, night, slot, others, 7, expects_late=late)
    at_table = 2 if of.format.pairing is Pairing.TEAMS else 4
    for number in range(slot, of.format.fixtures_a_night + 1):
        now = [each for each in made.fixtures if each.slot == number]
        busy = scheduling.played_by(now)
        expected = {
            each.entrant
            for each in of.night(night).check_ins
            if each.attendance is HERE or (each.attendance is LATE and (late or number > slot))
            if each.from_slot <= number
        }
        assert set(busy) <= expected
        assert set(busy.values()) <= {1}
        assert len(now) == len(expected) // at_table
        assert {each.night for each in now} <= {night}
        assert [each.table for each in now] == list(range(1, len(now) + 1))
    assert made.repeats == scheduling.repeats(of, (*others, *made.fixtures))
    assert made.repeats >= made.fewest
    return made.fixtures


def sitting_out(of: League, fixtures: tuple[Fixture, ...], night: int, slot: int) -> set[int]:
    """Return who is here or late and has no opponent in a slot."""
    busy = scheduling.played_by(
        each for each in fixtures if (each.night, each.slot) == (night, slot)
    )
    here = {each.entrant for each in of.night(night).check_ins if each.attendance is not AWAY}
    return here - set(busy)


def matchings(teams: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair an even number of teams."""
    if not teams:
        yield ()
        return
    first, *rest = teams
    for mate in rest:
        for others in matchings(tuple(each for each in rest if each != mate)):
            yield ((first, mate), *others)


def fewest(
    playing: tuple[tuple[int, ...], ...], tonight: frozenset[Pair], met: frozenset[Pair]
) -> tuple[int, int]:
    """Return the fewest second meetings tonight and of those plans the fewest repeats, by all."""

    @cache
    def best(slot: int, now: frozenset[Pair], ever: frozenset[Pair]) -> tuple[int, int]:
        if slot == len(playing):
            return (0, 0)
        results = []
        for pairs in matchings(playing[slot]):
            chosen = frozenset(pairs)
            again, repeats = best(slot + 1, now | chosen, ever | chosen)
            results.append((again + len(now & chosen), repeats + len(ever & chosen)))
        return min(results)

    return best(0, tonight, met)


def test_nine_of_ten_come_and_nobody_sits_out_twice() -> None:
    of = at_door(league(10), 1, t10=AWAY)
    made = plan(of)
    out = [sitting_out(of, made, 1, slot) for slot in (1, 2)]
    assert [len(each) for each in out] == [1, 1]
    assert out[0] != out[1]


def test_one_comes_and_nothing_can_be_planned() -> None:
    away = {f"t{number}": AWAY for number in range(2, 11)}
    with pytest.raises(NoSchedule) as refusal:
        plan(at_door(league(10), 1, **away))
    assert refusal.value.pointer == "/entrants"


def test_two_who_come_meet_in_both_slots_and_a_finding_says_so() -> None:
    of = at_door(league(2), 1)
    made = plan(of)
    assert [each.slot for each in made] == [1, 2]
    season = Season(league=of, fixtures=made, results={})
    assert "same_opponents_twice" in {each.code for each in review_night(season, 1)}


def test_a_team_that_is_late_sits_out_first() -> None:
    of = at_door(league(9), 1, t4=LATE)
    made = plan(of)
    assert sitting_out(of, made, 1, 1) == {4}
    assert 4 not in sitting_out(of, made, 1, 2)


def test_a_team_that_is_late_and_not_expected_plays_in_the_slot_after() -> None:
    of = at_door(league(10), 1, t4=LATE)
    made = plan(of, late=False)
    first = sitting_out(of, made, 1, 1)
    assert 4 in first
    assert len(first) == 2
    assert sitting_out(of, made, 1, 2) == set()


def test_a_walk_in_plays_in_the_slot_with_which_it_comes() -> None:
    of = at_door(league(8), 1)
    first = tuple(each for each in plan(of) if each.slot == 1)
    tonight = of.night(1)
    walk_in = Entrant(number=9, name="Walk-ins", players=("Wes", "Wim"))
    checked = (*tonight.check_ins, CheckIn(entrant=9, attendance=HERE, from_slot=2))
    of = structs.replace(
        of,
        entrants=(*of.entrants, walk_in),
        nights=(structs.replace(tonight, check_ins=checked),),
    )
    second = plan(of, first, slot=2)
    assert 9 in scheduling.played_by(second)
    assert sitting_out(of, second, 1, 2) != {9}


def test_of_whom_nothing_is_known_when_a_slot_is_planned_is_away() -> None:
    of = slots.settle_attendances(at_door(league(4), 1, t3=UNKNOWN), 1)
    assert of.night(1).attendance(3) is AWAY
    assert of.night(1).attendance(2) is HERE


def test_a_slot_that_has_begun_is_not_planned_again() -> None:
    (first, *_) = plan_schedule(league(4), 7).fixtures
    slots.refuse_begun(1, 2, [first])
    with pytest.raises(SlotBegun):
        slots.refuse_begun(1, 1, [first])


def test_a_team_that_comes_after_the_plan_makes_it_outdated() -> None:
    of = at_door(league(6), 1, t5=AWAY, t6=AWAY)
    made = plan(of)
    assert not review_night(Season(league=of, fixtures=made, results={}), 1)
    now = at_door(league(6), 1)
    (outdated,) = review_night(Season(league=now, fixtures=made, results={}), 1)
    assert (outdated.code, outdated.facts) == ("night_outdated", ("/entrants",))
    gone = at_door(league(6), 1, t1=AWAY, t5=AWAY, t6=AWAY)
    findings = review_night(Season(league=gone, fixtures=made, results={}), 1)
    assert "night_outdated" in {each.code for each in findings}


def test_a_slot_that_has_begun_stays_if_somebody_comes() -> None:
    of = at_door(league(6, a_night=1), 1, t5=AWAY, t6=AWAY)
    made = plan(of)
    results = {made[0].number: EnteredResult(wins=(2, 1))}
    now = at_door(league(6, a_night=1), 1)
    assert not review_night(Season(league=now, fixtures=made, results=results), 1)


def test_one_substitute_for_two_teams_of_a_slot_is_found() -> None:
    of = at_door(league(4), 1)
    tonight = of.night(1)
    sits = {
        1: PlayerTonight(player=1, substitute="Wally"),
        2: PlayerTonight(player=0, substitute="wally "),
    }
    check_ins = tuple(
        structs.replace(each, players=(sits[each.entrant],)) if each.entrant in sits else each
        for each in tonight.check_ins
    )
    of = structs.replace(of, nights=(structs.replace(tonight, check_ins=check_ins),))
    findings = review_night(Season(league=of, fixtures=plan(of), results={}), 1)
    twice = [each for each in findings if each.code == "substitute_twice"]
    assert len(twice) == 2


def test_nobody_is_planned_on_a_night_that_is_called_off() -> None:
    of = structs.replace(league(6), nights=(LeagueNight(2, is_called_off=True),))
    made = plan_schedule(of, 7).fixtures
    assert {each.night for each in made} == {1, 3, 4, 5}
    assert scheduling.repeats(of, made) == 9


@settings(max_examples=share(600), deadline=None, derandomize=not IS_THOROUGH)
@given(st.data())
def test_a_season_at_the_door(data: st.DataObject) -> None:
    """Whoever comes plays, byes are even, and no plan of a night has fewer repeats."""
    teams = data.draw(st.integers(3, 7), label="teams")
    a_night = data.draw(st.integers(1, 2), label="slots")
    of, kept = league(teams, 3, a_night), tuple[Fixture, ...]()
    byes = Counter[int]()
    for night in (1, 2, 3):
        absent = data.draw(st.sets(st.integers(1, teams), max_size=teams - 2), label="absent")
        of = at_door(of, night, **{f"t{number}": AWAY for number in absent})
        before = Counter(byes)
        made = plan(of, kept, night)
        playing = tuple(
            tuple(sorted(scheduling.played_by(e for e in made if e.slot == slot)))
            for slot in range(1, a_night + 1)
        )
        met = frozenset(scheduling.pairs(of, kept))
        pairs = [pair for pair, _ in scheduling.meets(made)]
        again = len(pairs) - len(set(pairs))
        repeats = scheduling.repeats(of, (*kept, *made)) - scheduling.repeats(of, kept)
        assert (again, repeats) == fewest(playing, frozenset(), met)
        for slot in range(1, a_night + 1):
            byes.update(sitting_out(of, made, night, slot))
        # A newcomer plays first, so only those who have played are compared.
        here = scheduling.played_by(kept).keys() - absent
        for one, other in combinations(sorted(here), 2):
            # Who had sat out more before tonight does not sit out more tonight.
            gap = abs(before[one] - before[other])
            assert abs(byes[one] - byes[other]) <= max(1, gap)
        kept = (*kept, *made)
    assert len({each.number for each in kept}) == len(kept)


@settings(max_examples=share(360), deadline=None)
@given(st.integers(4, 11), st.integers(1, 3), st.data())
def test_players_who_change_partners_are_four_at_a_table(
    players: int, a_night: int, data: st.DataObject
) -> None:
    of = league(players, 2, a_night, pairing=Pairing.CHANGING_PARTNERS)
    kept = tuple[Fixture, ...]()
    for night in (1, 2):
        absent = data.draw(st.sets(st.integers(1, players), max_size=players - 4), label="absent")
        of = at_door(of, night, **{f"t{number}": AWAY for number in absent})
        kept = (*kept, *plan(of, kept, night))


def test_a_plan_keeps_the_nights_after_it_in_mind() -> None:
    of = league(6)
    whole = plan_schedule(of, 7).fixtures
    others = tuple(each for each in whole if each.night != 1)
    made = plan(at_door(of, 1), others)
    repeats = scheduling.repeats(of, (*others, *made))
    assert repeats <= scheduling.repeats(of, whole)
    assert schedules.slots_planned(of) == 2
