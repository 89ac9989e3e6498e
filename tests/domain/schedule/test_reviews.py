"""The nights that are to be planned again, with the reasons."""

from itertools import product

import pytest
from msgspec import structs

from pitch.findings import FindingKind
from pitch.league import judgements
from pitch.league.choices import FinalNight
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import League
from pitch.schedule import reviews, schedules
from pitchkeeper.messages import languages
from tests.support import scheduling
from tests.support.searches import some

PLAYED = EnteredResult(wins=(2, 1))


def plan_nights(league: League) -> tuple[Fixture, ...]:
    return schedules.plan_schedule(league, 1).fixtures


def whys(
    league: League, fixtures: tuple[Fixture, ...], night: int, slots_begun: int = 0, *ranking: int
) -> list[str]:
    """Return why a night is to be planned again after the first nights were played."""
    results = {fixture.number: PLAYED for fixture in fixtures if fixture.night <= slots_begun}
    findings = reviews.judge_plan(
        league, night, judgements.judge_all(league, fixtures, results), ranking
    )
    assert all(finding.code == "night_outdated" for finding in findings)
    assert all(finding.kind is FindingKind.SUSPICIOUS and finding.clauses for finding in findings)
    return [
        languages.text(finding.message).removesuffix(" Plan the night again.")
        for finding in findings
    ]


@pytest.mark.search
@pytest.mark.parametrize(
    ("entrants", "stay"), some([*product((4, 5, 10, 11), ((1, None), (2, None), (1, 3)))], 5)
)
def test_what_was_planned_for_those_who_come_stays(
    entrants: int, stay: tuple[int, int | None]
) -> None:
    league = scheduling.make_league(entrants, stays={2: stay})
    assert [whys(league, plan_nights(league), night) for night in range(1, 6)] == [[]] * 5


def test_who_left_still_sits_in_fixtures() -> None:
    fixtures = plan_nights(scheduling.make_league(6))
    league_after = scheduling.make_league(6, stays={5: (1, 2), 6: (1, 2)})
    assert [whys(league_after, fixtures, night, slots_begun=1) for night in (1, 2, 3)] == [
        [],
        [],
        ["Not in night 3 any more: Team 5 and Team 6."],
    ]
    (finding,) = reviews.judge_plan(
        league_after, 3, judgements.judge_all(league_after, fixtures, {}), ()
    )
    sitting = [
        fixture for fixture in fixtures if fixture.night == 3 and {5, 6} & {*sum(fixture.sides, ())}
    ]
    assert finding.facts == tuple(f"/fixtures/{fixture.number}" for fixture in sitting)


def test_who_is_new_has_no_fixture() -> None:
    for entrants in (4, 5):
        fixtures = plan_nights(scheduling.make_league(entrants))
        new = scheduling.make_league(entrants + 1, stays={entrants + 1: (2, None)})
        sentences = [f"Without a matchup in night 2: Team {entrants + 1}."]
        assert whys(new, fixtures, 1, slots_begun=1) == []
        assert whys(new, fixtures, 2, slots_begun=1) == sentences
        assert whys(new, fixtures, 2, slots_begun=2) == [], "a night that has begun stays as it is"


def test_a_new_entrant_may_have_no_fixture_to_come_at_one_a_night() -> None:
    fixtures = plan_nights(scheduling.make_league(4, 3, 1))
    new = scheduling.make_league(5, 3, 1, stays={5: (2, None)})
    assert whys(new, fixtures, 2, slots_begun=1) == ["Without a matchup in night 2: Team 5."]
    assert (
        whys(
            scheduling.make_league(5, 3, 1),
            plan_nights(scheduling.make_league(5, 3, 1)),
            3,
            slots_begun=2,
        )
        == []
    )


def test_a_night_has_as_many_fixtures_as_are_agreed() -> None:
    league = scheduling.make_league(6)
    form = structs.replace(league.format, fixtures_a_night=3)
    more = structs.replace(league, format=form)
    assert whys(more, plan_nights(league), 1) == ["Night 1 has 6 matchups, but needs 9 now."]


def test_a_night_that_is_not_planned_is_not_to_be_planned_again() -> None:
    league = scheduling.make_league(6)
    first = tuple(fixture for fixture in plan_nights(league) if fixture.night == 1)
    assert whys(league, first, 2) == []


def final(*ranking: int) -> tuple[League, tuple[Fixture, ...]]:
    """A league of three nights with its final, planned for a ranking."""
    league = scheduling.make_league(len(ranking), 3, 1, final_night=FinalNight.SEPARATE)
    before = plan_nights(league)
    return league, (*before, *schedules.plan_final_night(league, ranking, before, 1))


def test_a_final_is_planned_again_when_the_places_before_it_change() -> None:
    for ranking in ((1, 2, 3, 4), (1, 2, 3, 4, 5)):
        league, fixtures = final(*ranking)
        assert whys(league, fixtures, 3, 2, *ranking) == []
        for ranking_after in ((1, 3, 2, 4, 5), (2, 1, 3, 4, 5), (1, 2, 3, 5, 4)):
            now = ranking_after[: len(ranking)]
            is_changed = now[:4] != ranking[:4]
            sentence = "The places before the final have changed, and so has who meets in it."
            assert whys(league, fixtures, 3, 2, *now) == [sentence] * is_changed
            assert whys(league, fixtures, 3, 3, *now) == [], "a final that has begun stays as it is"


def test_a_final_waits_for_the_nights_before_it() -> None:
    league, fixtures = final(1, 2, 3, 4)
    early = "night 2 is not over, which can change who meets in the final."
    assert whys(league, fixtures, 3, 1, 1, 2, 3, 4) == [early.capitalize()]
    without_final = tuple(fixture for fixture in fixtures if fixture.night != 2)
    assert whys(league, without_final, 3, 1, 1, 2, 3, 4) == [early.capitalize()]
