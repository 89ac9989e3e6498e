"""Changes of a knock-out: results that leave no winner, corrections, leavers and latecomers."""

import pytest
from msgspec import structs

from pitch.league.fixtures import EnteredResult
from pitch.league.season import Season
from pitch.league.ties import NOBODY, PENDING
from pitch.schedule import knock_outs, review_night
from pitch.schedule.knock_outs import BracketBegun
from tests.support.knock_outs import (
    NEITHER,
    after,
    draw_season,
    favourite,
    follow,
    make_league,
    play_out,
    state,
    won,
)


def test_a_result_without_winner_waits_for_one_more_match() -> None:
    season = draw_season(make_league(4), {1: EnteredResult(wins=(1, 1), is_closed=True)})
    assert [finding.code for finding in review_night(season, 1)] == ["no_winner"]
    assert state(season).ties[2].sides == (PENDING, PENDING)
    season_after = draw_season(make_league(4), {1: EnteredResult(wins=(1, 2))})
    assert review_night(season_after, 1) == ()
    assert state(season_after).ties[2].sides == (4, PENDING)


def test_if_neither_came_the_next_opponent_goes_through() -> None:
    season = play_out(
        make_league(4), lambda fixture: NEITHER if fixture.number == 1 else favourite(fixture)
    )
    assert {finding.code for finding in review_night(season, 1)} == {"walk_over"}
    assert season.standings.rows[0].entrant == 2
    final = state(season).ties[2]
    assert (final.sides, final.winner, final.fixture) == ((NOBODY, 2), 2, None)
    assert [chance.clinched for chance in season.after(1).chances] == [False, True, False, False]


def test_nobody_wins_if_nobody_comes() -> None:
    for is_double in (False, True):
        season = play_out(make_league(5, is_double=is_double), lambda _: NEITHER)
        assert state(season).is_over
        assert len(season.standings.rows) == 5


def test_who_has_left_loses_without_a_result() -> None:
    league = make_league(4, nights=2, a_night=1)
    leaver = structs.replace(league.entrants[1], until_night=1)
    league = structs.replace(league, entrants=(league.entrants[0], leaver, *league.entrants[2:]))
    season = draw_season(league, {1: EnteredResult(wins=(2, 1)), 2: EnteredResult(wins=(3, 0))})
    assert [finding.code for finding in review_night(season, 2)] == ["walk_over"]
    assert season.ranking[0] == 1
    assert [row.entrant for row in season.standings.rows][:2] == [1, 2]


def test_a_correction_moves_what_has_not_begun_and_nothing_else() -> None:
    season = draw_season(
        make_league(4), {1: EnteredResult(wins=(2, 1)), 2: EnteredResult(wins=(2, 1))}
    )
    assert state(season).ties[2].sides == (1, 2)
    results = dict(season.results) | {1: EnteredResult(wins=(1, 2))}
    moved = follow(season.league, season.fixtures, results)
    assert [fixture.sides for fixture in moved][2] == ((4,), (2,))
    results_with_final = dict(season.results) | {3: EnteredResult(wins=(3, 0))}
    fixtures = follow(season.league, season.fixtures, results_with_final)
    late = results_with_final | {1: EnteredResult(wins=(1, 2))}
    stays = structs.replace(season, fixtures=follow(season.league, fixtures, late), results=late)
    assert [fixture.sides for fixture in stays.fixtures][2] == ((1,), (2,))
    assert [finding.code for finding in review_night(stays, 1)] == ["bracket_stands"]
    assert sorted(stays.ranking) == [1, 2, 3, 4]
    assert stays.ranking[0] == 1
    assert state(stays).places()[4][0] > 1


def test_a_latecomer_takes_the_bye_of_the_lowest_seed() -> None:
    league = make_league(7)
    six = structs.replace(league, entrants=league.entrants[:6])
    season = draw_season(six)
    assert state(season).ties[0].sides == (1, NOBODY)
    results = {2: EnteredResult(wins=(2, 1))}
    with_latecomer = Season(
        league=structs.replace(season.league, entrants=league.entrants),
        fixtures=follow(season.league, season.fixtures, results),
        results=results,
    )
    (finding,) = review_night(with_latecomer, 1)
    assert finding.code == "night_outdated"
    bracket = state(with_latecomer).bracket
    change = knock_outs.take_in(with_latecomer, bracket)
    assert change.seeds == (1, 2, 3, 4, 5, 6, 7)
    again = after(structs.replace(with_latecomer.league, bracket=change), results)
    assert [tie.sides for tie in state(again).ties if tie.node.turn == 0] == [
        (1, NOBODY),
        (4, 5),
        (2, 7),
        (3, 6),
    ]
    tables = [tie.table for tie in state(again).ties if tie.node.turn == 0]
    assert tables == [None, 1, 2, 3]


def test_a_bye_whose_next_fixture_has_begun_is_not_taken() -> None:
    league = make_league(7)
    six = structs.replace(league, entrants=league.entrants[:6])
    bracket, _ = knock_outs.draw(Season(league=six, fixtures=(), results={}), 1, 0)
    drawn_six = structs.replace(six, bracket=bracket)
    # 4 beats 5, 3 beats 6, and then 2 has played 3: only the bye of 1 is left.
    results = {2: won(2, 1), 4: won(2, 1), 6: won(2, 1)}
    season = after(drawn_six, results)
    with_latecomer = structs.replace(season.league, entrants=league.entrants)
    season = structs.replace(season, league=with_latecomer)
    change = knock_outs.take_in(season, bracket)
    assert change.seeds == (1, 2, 3, 4, 5, 6, None, 7)
    results |= {5: won(3, 0)}
    season = structs.replace(after(drawn_six, results), league=with_latecomer)
    with pytest.raises(BracketBegun):
        knock_outs.take_in(season, bracket)
