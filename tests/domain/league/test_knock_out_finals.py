"""Knock-outs as the last night of a season: who reaches them, and what they change."""

from itertools import combinations
from typing import Any

import pytest
from msgspec import structs

from pitch.findings import Status
from pitch.league import judgements, list_league_clauses
from pitch.league.choices import (
    FinalNight,
    Length,
    Others,
)
from pitch.league.fixtures import EnteredResult, Stage
from pitch.league.formats import Finals, LeagueContradicts
from pitch.league.leagues import Attendance, CheckIn, League, LeagueNight
from pitch.league.ranking.tie_breaks import PlayOff
from pitch.league.season import Season
from pitch.schedule import knock_outs, review_night
from pitch.schedule.knock_outs import PlacesTied
from pitch.schedule.schedules import plan_schedule
from pitchkeeper.messages import languages
from tests.support import scheduling
from tests.support.knock_outs import (
    follow,
    state,
    won_by,
)


def final_league(
    entrants: int = 10,
    *,
    kind: FinalNight = FinalNight.KNOCK_OUT,
    a_night: int = 2,
    **terms: object,
) -> League:
    league = scheduling.make_league(entrants, 2, a_night, final_night=kind)
    form = structs.replace(league.format, finals=Finals(**terms))  # type: ignore[arg-type]
    return structs.replace(league, format=form)


def season_before_final(league: League) -> Season:
    """A season whose first night is over; the lower number always wins."""
    fixtures = plan_schedule(league, 0).fixtures
    results = {fixture.number: won_by(fixture, min(fixture.sides)[0]) for fixture in fixtures}
    # The lower number of two level entrants has won a play-off.
    play_offs = tuple(
        PlayOff(winner=first, loser=second)
        for first, second in combinations(range(1, len(league.entrants) + 1), 2)
    )
    return Season(league=league, fixtures=fixtures, results=results, play_offs=play_offs)


def with_final(season: Season) -> Season:
    bracket, others = knock_outs.draw(season, 100, 0)
    league = structs.replace(season.league, bracket=bracket)
    drawn = structs.replace(season, league=league, fixtures=(*season.fixtures, *others))
    return structs.replace(drawn, fixtures=(*drawn.fixtures, *state(drawn).fixtures))


def test_the_ninth_of_the_season_cannot_win_it() -> None:
    league = final_league(10)
    season = season_before_final(league)
    before = [row.entrant for row in season.standings.rows]
    final = with_final(season)
    sides = [tie.sides for tie in state(final).ties if tie.node.turn == 0]
    assert sides == [(before[0], before[3]), (before[1], before[2])]
    fixtures = [
        fixture
        for fixture in final.fixtures
        if fixture.night == 2 and fixture.stage is Stage.SEASON
    ]
    assert scheduling.played_by(fixtures) == dict.fromkeys(before[4:], 2)
    assert {fixture.table for fixture in fixtures if fixture.slot == 1} == {3, 4, 5}
    results = dict(final.results)
    for each in fixtures:
        # The ninth wins 3:0 twice.
        index = next((i for i, side in enumerate(each.sides) if side[0] == before[8]), 0)
        results[each.number] = EnteredResult(wins=(3, 0) if index == 0 else (0, 3))
    for each in final.fixtures:
        if each.stage is not Stage.SEASON:
            results[each.number] = won_by(each, min(each.sides)[0])
    done = Season(league=final.league, fixtures=final.fixtures, results=results)
    ranks = {row.entrant: row.rank for row in done.standings.rows}
    assert ranks[before[8]] >= 5
    assert {row.entrant for row in done.standings.rows[:4]} == set(before[:4])
    assert not any(chance.can_be_first for chance in done.after(2).chances[4:])


def test_a_final_adds_nothing_to_the_season() -> None:
    season = season_before_final(final_league(4, places=2, others=Others.STOP))
    before = {row.entrant: row.score for row in season.standings.rows}
    final = with_final(season)
    last = final.fixtures[-1]
    results = {**final.results, last.number: EnteredResult(wins=(0, 3))}
    done = Season(league=final.league, fixtures=final.fixtures, results=results)
    assert {row.entrant: row.score for row in done.standings.rows} == before
    assert done.ranking[:2] == (last.sides[1][0], last.sides[0][0])
    assert done.standings.rows[0].seed == 2


def test_a_knock_out_may_be_longer_than_its_season() -> None:
    """Best of five after matchups of three; those who only play on that night stay with three."""
    of = final_league(6, places=2, matches=5, length=Length.BEST_OF)
    of.check()
    season = with_final(season_before_final(of))
    final = next(fixture for fixture in season.fixtures if fixture.stage is Stage.WINNERS)
    other = next(
        fixture
        for fixture in season.fixtures
        if fixture.night == 2 and fixture.stage is Stage.SEASON
    )
    for each, wins, status in (
        (final, (3, 2), Status.SETTLED),
        (final, (3, 0), Status.SETTLED),
        (final, (2, 2), Status.OPEN),
        (final, (4, 1), Status.IMPOSSIBLE),
        (other, (2, 1), Status.SETTLED),
        (other, (3, 2), Status.IMPOSSIBLE),
        (other, (2, 0), Status.OPEN),
    ):
        judgement = judgements.judge(of, each, EnteredResult(wins=wins))
        assert judgement.status is status, (each.stage, wins)
        # Every clause that it cites is one of the league.
        assert {*judgement.clauses} <= {clause.id for clause in list_league_clauses(of.format)}
    forfeit = judgements.judge(of, final, EnteredResult(forfeit=0))
    assert (forfeit.wins, forfeit.status) == ((0, 3), Status.SETTLED)
    before = judgements.after_night(of.format, 1, season.judged)
    left = {each.fixture.number: each.judgement.left for each in before if each.night == 2}
    assert (left[final.number], left[other.number]) == (5, 3)


@pytest.mark.parametrize(
    ("terms", "pointer"),
    [
        ({"matches": 4}, "/format/finals/matches"),
        ({"length": Length.BEST_OF}, "/format/matchesAFixture"),
        ({"matches": 1}, None),
    ],
)
def test_a_knock_out_needs_an_odd_number_of_matches(
    terms: dict[str, Any], pointer: str | None
) -> None:
    """Its season does not: matchups of two matches may end level."""
    of = final_league(6, **terms)
    of = structs.replace(of, format=structs.replace(of.format, matches_a_fixture=2))
    if pointer is None:
        of.check()
        return
    with pytest.raises(LeagueContradicts) as refused:
        of.check()
    assert refused.value.pointer == pointer


def test_a_winner_of_three_rounds_has_not_won_too_much() -> None:
    """However few matchups a night of the season has."""
    season = with_final(season_before_final(final_league(8, places=8, a_night=1)))
    results = dict(season.results)
    while not state(season).is_over:
        for each in season.fixtures:
            if each.stage is not Stage.SEASON:
                results.setdefault(each.number, EnteredResult(wins=(3, 0)))
        fixtures = (*season.fixtures_on(1), *follow(season.league, season.fixtures, results))
        season = Season(league=season.league, fixtures=fixtures, results=results)
    won_most = max(row.won for row in season.standings.rows)
    assert won_most > 3 * 3
    codes = [each.code for each in judgements.judge_night(season.league, 2, season.judged)]
    assert codes == []


def test_who_has_more_and_is_not_in_the_final_reads_why_it_is_below() -> None:
    """In the second group fewer points reach the final than are too few in the first."""
    of = final_league(8, places=2, others=Others.STOP, a_night=3)
    of = structs.replace(of, format=structs.replace(of.format, groups=2))
    season = season_before_final(of)
    second_group = {2, 4, 6, 8}
    results = {
        number: EnteredResult(neither_came=True)
        if set(each.sides[0]) <= second_group and {*each.sides[0], *each.sides[1]} != {2, 4}
        else season.results[number]
        for number, each in ((fixture.number, fixture) for fixture in season.fixtures)
    }
    final = with_final(structs.replace(season, results=results))
    table = final.standings_after(2).rows
    rows = {row.entrant: row for row in table}
    assert [row.entrant for row in table[:2]] == [1, 2]
    assert rows[3].score > rows[2].score
    why = rows[3].decided_by
    assert why is not None
    assert languages.text(why.whys[0]) == (
        "Not in the final: Team 2 is in it and so above, though with a lower score."
    )
    fewer = rows[4].decided_by
    assert fewer is not None
    assert languages.text(fewer.whys[0]) == "Not in the final: ranked as before it."


def test_the_table_of_a_group_stays_as_it_was_before_the_final() -> None:
    """Those who play on in the night of the final score on in the table of all only."""
    of = final_league(8, places=2, a_night=1)
    of = structs.replace(of, format=structs.replace(of.format, groups=2))
    final = with_final(season_before_final(of))
    before = {row.entrant: row for row in final.standings_after(1).rows}
    assert all(row.group_score == row.score for row in before.values())
    tonight = [fixture.number for fixture in final.fixtures if fixture.night == 2]
    results = {**final.results, **dict.fromkeys(tonight, EnteredResult(wins=(3, 0)))}
    done = structs.replace(final, results=results)
    after = {row.entrant: row for row in done.standings.rows}
    assert any(after[number].score > before[number].score for number in after)
    for number, row in after.items():
        assert (row.group_rank, row.group_score) == (
            before[number].group_rank,
            before[number].group_score,
        )


def test_a_tie_for_the_last_place_waits_for_a_play_off() -> None:
    league = final_league(4, places=3)
    season = season_before_final(league)
    rows = [row.entrant for row in season.standings.rows]
    level = structs.replace(league, format=structs.replace(league.format, tie_breaks=()))
    flat = {number: EnteredResult(neither_came=True) for number in season.results}
    level_season = Season(league=level, fixtures=season.fixtures, results=flat)
    with pytest.raises(PlacesTied):
        knock_outs.draw(level_season, 50, 0)
    play_offs = tuple(PlayOff(winner=number, loser=rows[3]) for number in rows[:3])
    after_play_offs = structs.replace(level_season, play_offs=play_offs)
    bracket, _ = knock_outs.draw(after_play_offs, 50, 0)
    assert set(bracket.seeds) == set(rows[:3])


def test_a_final_that_others_would_reach_now_has_a_finding() -> None:
    season = with_final(season_before_final(final_league(6, places=2)))
    assert "night_outdated" not in [finding.code for finding in review_night(season, 2)]
    reversed_results = {
        number: structs.replace(result, wins=(result.wins or (0, 0))[::-1])
        for number, result in season.results.items()
    }
    corrected_season = structs.replace(season, results=reversed_results, play_offs=())
    assert "night_outdated" in [finding.code for finding in review_night(corrected_season, 2)]
    assert corrected_season.after(1).chances[0].entrant == 1


def test_a_finalist_who_leaves_before_the_first_result_makes_room() -> None:
    season = with_final(season_before_final(final_league(6, places=2)))
    seeds = state(season).bracket.seeds
    away = CheckIn(entrant=seeds[0] or 0, attendance=Attendance.AWAY)
    night = LeagueNight(2, is_open=True, check_ins=(away,))
    league = structs.replace(season.league, nights=(night,))
    without_finalist = structs.replace(season, league=league)
    assert "night_outdated" in [finding.code for finding in review_night(without_finalist, 2)]
    bracket, _ = knock_outs.draw(without_finalist, 50, 0)
    assert seeds[0] not in bracket.seeds
    assert bracket.seeds[0] == seeds[1]
