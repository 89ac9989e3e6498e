"""Which nights to come are to be planned again, and why."""

from itertools import product

import pytest
from msgspec import structs

from pitch.findings import FindingKind
from pitch.league import judgements
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import FinalNight, League
from pitch.schedule import finals, reviews, schedules
from pitchkeeper.messages import languages
from tests.support import scheduling
from tests.support.searches import some

PLAYED = EnteredResult(wins=(2, 1))


def planned(league: League) -> tuple[Fixture, ...]:
    return schedules.plan_schedule(league, 1).fixtures


def whys(
    league: League, drawn: tuple[Fixture, ...], night: int, begun: int = 0, *ranking: int
) -> list[str]:
    """Why a night is to be planned again, after all of some nights was played."""
    results = {each.number: PLAYED for each in drawn if each.night <= begun}
    found = reviews.judge_plan(league, night, judgements.judge_all(league, drawn, results), ranking)
    assert all(each.code == "night_outdated" for each in found)
    assert all(each.kind is FindingKind.SUSPICIOUS and each.clauses for each in found)
    return [languages.text(each.message).removesuffix(" Plan the night again.") for each in found]


@pytest.mark.search
@pytest.mark.parametrize(
    ("entrants", "stay"), some([*product((4, 5, 10, 11), ((1, None), (2, None), (1, 3)))], 5)
)
def test_what_was_planned_for_those_who_come_stays(
    entrants: int, stay: tuple[int, int | None]
) -> None:
    league = scheduling.league(entrants, stays={2: stay})
    assert [whys(league, planned(league), night) for night in range(1, 6)] == [[]] * 5


def test_who_left_still_sits_in_fixtures() -> None:
    drawn = planned(scheduling.league(6))
    left = scheduling.league(6, stays={5: (1, 2), 6: (1, 2)})
    assert [whys(left, drawn, night, begun=1) for night in (1, 2, 3)] == [
        [],
        [],
        ["Not in night 3 any more: Team 5 and Team 6."],
    ]
    (found,) = reviews.judge_plan(left, 3, judgements.judge_all(left, drawn, {}), ())
    sitting = [each for each in drawn if each.night == 3 and {5, 6} & {*sum(each.sides, ())}]
    assert found.facts == tuple(f"/fixtures/{each.number}" for each in sitting)


def test_who_is_new_has_no_fixture() -> None:
    for entrants in (4, 5):
        drawn = planned(scheduling.league(entrants))
        new = scheduling.league(entrants + 1, stays={entrants + 1: (2, None)})
        expected = [f"Without a matchup in night 2: Team {entrants + 1}."]
        assert whys(new, drawn, 1, begun=1) == []
        assert whys(new, drawn, 2, begun=1) == expected
        assert whys(new, drawn, 2, begun=2) == [], "a night that has begun stays as it is"


def test_who_is_new_in_a_league_of_one_fixture_a_night_has_none_to_come() -> None:
    drawn = planned(scheduling.league(4, 3, 1))
    new = scheduling.league(5, 3, 1, stays={5: (2, None)})
    assert whys(new, drawn, 2, begun=1) == ["Without a matchup in night 2: Team 5."]
    assert whys(scheduling.league(5, 3, 1), planned(scheduling.league(5, 3, 1)), 3, begun=2) == []


def test_a_night_has_as_many_fixtures_as_are_agreed() -> None:
    league = scheduling.league(6)
    form = structs.replace(league.format, fixtures_a_night=3)
    more = structs.replace(league, format=form)
    assert whys(more, planned(league), 1) == ["Night 1 has 6 matchups, but needs 9 now."]


def test_a_night_that_is_not_planned_is_not_to_be_planned_again() -> None:
    league = scheduling.league(6)
    first = tuple(each for each in planned(league) if each.night == 1)
    assert whys(league, first, 2) == []


def final(*ranking: int) -> tuple[League, tuple[Fixture, ...]]:
    """A league of three nights with its final, planned for a ranking."""
    league = scheduling.league(len(ranking), 3, 1, final_night=FinalNight.SEPARATE)
    before = planned(league)
    return league, (*before, *finals.plan_final_night(league, ranking, before, 1))


def test_a_final_is_planned_again_when_the_places_before_it_change() -> None:
    for ranking in ((1, 2, 3, 4), (1, 2, 3, 4, 5)):
        league, drawn = final(*ranking)
        assert whys(league, drawn, 3, 2, *ranking) == []
        for others in ((1, 3, 2, 4, 5), (2, 1, 3, 4, 5), (1, 2, 3, 5, 4)):
            now = others[: len(ranking)]
            changed = now[:4] != ranking[:4]
            expected = "The places before the final have changed, and so has who meets in it."
            assert whys(league, drawn, 3, 2, *now) == [expected] * changed
            assert whys(league, drawn, 3, 3, *now) == [], "a final that has begun stays as it is"


def test_a_final_waits_for_the_nights_before_it() -> None:
    league, drawn = final(1, 2, 3, 4)
    early = "night 2 is not over, which can change who meets in the final."
    assert whys(league, drawn, 3, 1, 1, 2, 3, 4) == [early.capitalize()]
    unplanned = tuple(each for each in drawn if each.night != 2)
    assert whys(league, unplanned, 3, 1, 1, 2, 3, 4) == [early.capitalize()]
