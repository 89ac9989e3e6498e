"""Knock-outs: worked examples, what everybody can count in any of them, and what is odd in one."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.findings import Status
from pitch.league import bracket_layouts, brackets, judgements, list_league_clauses
from pitch.league.choices import (
    FinalNight,
    Length,
    Others,
    Pairing,
    SecondFinal,
    Seeding,
    ThirdPlace,
)
from pitch.league.fixtures import EnteredResult, Fixture, Stage
from pitch.league.formats import Finals, LeagueContradicts
from pitch.league.leagues import Attendance, Bracket, CheckIn, Entrant, League, LeagueNight
from pitch.league.ranking.tie_breaks import PlayOff
from pitch.league.season import Season
from pitch.league.ties import NOBODY, PENDING, KnockOut
from pitch.schedule import knock_outs, review_night
from pitch.schedule.knock_outs import BracketBegun, PlacesTied
from pitch.schedule.schedules import plan_schedule
from pitchkeeper.messages import languages
from tests.support import scheduling
from tests.support.searches import share

NEITHER: Final = EnteredResult(neither_came=True)
Chooser = Callable[[Fixture], EnteredResult]
SEARCH: Final = settings(max_examples=share(150), deadline=None, derandomize=True, database=None)


def make_league(
    entrants: int, *, is_double: bool = False, nights: int = 1, a_night: int = 2, **terms: object
) -> League:
    league = scheduling.make_league(entrants, nights, a_night)
    pairing = Pairing.DOUBLE_KNOCK_OUT if is_double else Pairing.KNOCK_OUT
    form = structs.replace(league.format, pairing=pairing, finals=Finals(**terms))  # type: ignore[arg-type]
    return structs.replace(league, format=form)


def draw_season(league: League, results: dict[int, EnteredResult] | None = None) -> Season:
    """Return a season of a knock-out that is drawn, with results and the fixtures that follow."""
    bracket, _ = knock_outs.draw(Season(league=league, fixtures=(), results={}), 1, 0)
    return after(structs.replace(league, bracket=bracket), results or {})


def after(league: League, results: dict[int, EnteredResult]) -> Season:
    """Return a season with the fixtures that follow from the results, one after another."""
    bracket = league.bracket
    assert bracket is not None
    entries: dict[int, EnteredResult] = {}
    fixtures: tuple[Fixture, ...] = brackets.play(league, bracket, ()).fixtures
    for number, result in sorted(results.items()):
        assert number in {fixture.number for fixture in fixtures}, f"{number} is no fixture yet"
        entries[number] = result
        fixtures = follow(league, fixtures, entries)
    return Season(league=league, fixtures=fixtures, results=entries)


def follow(
    league: League, fixtures: Sequence[Fixture], results: dict[int, EnteredResult]
) -> tuple[Fixture, ...]:
    """Return the fixtures that follow from results: those with one stay."""
    season = Season(league=league, fixtures=tuple(fixtures), results=results)
    assert season.knock_out is not None
    return season.knock_out.fixtures


def play_out(league: League, choose: Chooser, *, until: int = 200) -> Season:
    """Return a season in which every fixture gets the result that is chosen for it."""
    season, results = draw_season(league), dict[int, EnteredResult]()
    for _ in range(until):
        open_ones = [fixture for fixture in season.fixtures if fixture.number not in results]
        if not open_ones:
            break
        results[open_ones[0].number] = choose(open_ones[0])
        fixtures = follow(season.league, season.fixtures, results)
        season = Season(league=season.league, fixtures=fixtures, results=dict(results))
    return season


def favourite(fixture: Fixture) -> EnteredResult:
    return won_by(fixture, min(fixture.sides)[0])


def won_by(fixture: Fixture, winner: int) -> EnteredResult:
    return EnteredResult(wins=(2, 1) if fixture.sides[0][0] == winner else (1, 2))


def rounds(season: Season) -> dict[tuple[Stage, int], list[tuple[int, int]]]:
    """The sides of the fixtures by the round of their stage."""
    knock_out = season.knock_out
    assert knock_out is not None
    by_round: dict[tuple[Stage, int], list[tuple[int, int]]] = {}
    for tie in knock_out.ties:
        if tie.fixture is not None:
            by_round.setdefault((tie.node.stage, tie.node.round), []).append(tie.sides)
    return by_round


def text(pairs: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{first}-{second}" for first, second in pairs)


def state(season: Season) -> KnockOut:
    assert season.knock_out is not None
    return season.knock_out


@pytest.mark.parametrize(
    ("entrants", "first"),
    [
        (5, "1-0 4-5 2-0 3-0"),
        (6, "1-0 4-5 2-0 3-6"),
        (8, "1-8 4-5 2-7 3-6"),
        (10, "1-0 8-9 4-0 5-0 2-0 7-10 3-0 6-0"),
    ],
    ids=["K5", "K6", "K8", "K10"],
)
def test_byes_go_to_the_best(entrants: int, first: str) -> None:
    ties = [tie for tie in state(draw_season(make_league(entrants))).ties if tie.node.turn == 0]
    assert text([tie.sides for tie in ties]) == first
    assert [tie.table for tie in ties if tie.table] == list(range(1, entrants - len(ties) + 1))


def test_favourites_win_among_ten() -> None:
    """K10"""
    season = play_out(make_league(10, third_place=ThirdPlace.SHARED), favourite)
    by_round = rounds(season)
    assert text(by_round[Stage.WINNERS, 1]) == "8-9 7-10"
    assert text(by_round[Stage.WINNERS, 2]) == "1-8 4-5 2-7 3-6"
    assert text(by_round[Stage.WINNERS, 3]) == "1-4 2-3"
    assert text(by_round[Stage.WINNERS, 4]) == "1-2"
    assert len(season.fixtures) == 9


def test_favourites_win_a_double_knock_out_of_six() -> None:
    """D6"""
    season = play_out(make_league(6, is_double=True), favourite)
    by_round = rounds(season)
    assert text(by_round[Stage.WINNERS, 1]) == "4-5 3-6"
    assert text(by_round[Stage.WINNERS, 2]) == "1-4 2-3"
    assert text(by_round[Stage.WINNERS, 3]) == "1-2"
    assert (Stage.LOSERS, 1) not in by_round
    assert text(by_round[Stage.LOSERS, 2]) == "3-5 4-6"
    assert text(by_round[Stage.LOSERS, 3]) == "3-4"
    assert text(by_round[Stage.LOSERS, 4]) == "2-3"
    assert text(by_round[Stage.GRAND_FINAL, 1]) == "1-2"
    assert Stage.RESET not in {stage for stage, _ in by_round}
    assert len(season.fixtures) == 10


def test_who_comes_back_from_the_losers_side_wins_twice() -> None:
    """D8"""

    def choose(fixture: Fixture) -> EnteredResult:
        sides = {side[0] for side in fixture.sides}
        if sides == {2, 3} and fixture.stage is Stage.WINNERS:
            return won_by(fixture, 3)
        if fixture.stage in {Stage.GRAND_FINAL, Stage.RESET}:
            return won_by(fixture, 2)
        return favourite(fixture)

    season = play_out(make_league(8, is_double=True), choose)
    by_round = rounds(season)
    assert text(by_round[Stage.WINNERS, 1]) == "1-8 4-5 2-7 3-6"
    assert text(by_round[Stage.WINNERS, 2]) == "1-4 2-3"
    assert text(by_round[Stage.WINNERS, 3]) == "1-3"
    assert text(by_round[Stage.LOSERS, 1]) == "8-5 7-6"
    assert text(by_round[Stage.LOSERS, 2]) == "2-5 4-6"
    assert text(by_round[Stage.LOSERS, 3]) == "2-4"
    assert text(by_round[Stage.LOSERS, 4]) == "3-2"
    assert text(by_round[Stage.GRAND_FINAL, 1]) == "1-2"
    assert text(by_round[Stage.RESET, 1]) == "1-2"
    assert len(season.fixtures) == 15
    assert season.ranking[:4] == (2, 1, 3, 4)


def losses(season: Season) -> Counter[int]:
    """Return the number of losses of each entrant, counted from the results alone."""
    counts: Counter[int] = Counter()
    for fixture in season.fixtures:
        first, second = season.results[fixture.number].wins or (0, 0)
        counts[fixture.sides[int(first > second)][0]] += 1
    return counts


@SEARCH
@given(st.integers(2, 24), st.booleans(), st.randoms(use_true_random=False))
def test_everybody_loses_as_often_as_it_takes(
    entrants: int, is_double: bool, chance: object
) -> None:
    """G3, G4 and G6"""
    pick: Callable[[Sequence[int]], int] = chance.choice  # type: ignore[attr-defined]
    league = make_league(entrants, is_double=is_double, third_place=ThirdPlace.SHARED)
    season = play_out(
        league, lambda fixture: won_by(fixture, pick([side[0] for side in fixture.sides]))
    )
    lost, winner = losses(season), season.ranking[0]
    everybody = set(range(1, entrants + 1))
    has_reset = any(fixture.stage is Stage.RESET for fixture in season.fixtures)
    if is_double:
        assert len(season.fixtures) == 2 * entrants - 2 + has_reset
        assert {lost[number] for number in everybody - {winner}} == {2}
        assert lost[winner] == has_reset
    else:
        assert len(season.fixtures) == entrants - 1
        assert {lost[number] for number in everybody - {winner}} == {1}
        assert lost[winner] == 0
    at = Counter((fixture.night, fixture.slot, fixture.table) for fixture in season.fixtures)
    assert set(at.values()) == {1}
    for night, slot in {(fixture.night, fixture.slot) for fixture in season.fixtures}:
        now = [
            fixture for fixture in season.fixtures if (fixture.night, fixture.slot) == (night, slot)
        ]
        assert sorted(fixture.table for fixture in now) == list(range(1, len(now) + 1))
        busy = Counter(side[0] for fixture in now for side in fixture.sides)
        assert set(busy.values()) == {1}
    assert state(season).is_over
    assert sorted(season.ranking) == sorted(everybody)
    (best, worst) = state(season).places()[winner]
    assert (best, worst) == (1, 1)


@pytest.mark.parametrize("places", [2, 4, 8, 16, 32, 64])
def test_the_best_meet_as_late_as_they_can(places: int) -> None:
    """G3: of the first 2, 4, 8 ... no two are in one part of the bracket before their round."""
    order = bracket_layouts.draw_order(places)
    assert sorted(order) == list(range(1, places + 1))
    parts = 2
    while parts <= places:
        size = places // parts
        for part in range(parts):
            inside = order[part * size : (part + 1) * size]
            assert sum(seed <= parts for seed in inside) == 1
        parts *= 2


def test_a_double_knock_out_of_64_has_127_fixtures_in_13_rounds() -> None:
    def upset(fixture: Fixture) -> EnteredResult:
        is_grand_final = fixture.stage is Stage.GRAND_FINAL
        return won_by(fixture, max(fixture.sides)[0] if is_grand_final else min(fixture.sides)[0])

    season = play_out(make_league(64, is_double=True), upset)
    assert len(season.fixtures) == 127
    assert max(fixture.slot for fixture in season.fixtures) == 13
    assert max(fixture.table for fixture in season.fixtures) == 32


def test_losers_meet_again_as_late_as_the_sides_allow() -> None:
    """Entrants who met in the first two winners' rounds meet again only near the end."""
    season = play_out(make_league(16, is_double=True), favourite)
    first_meetings: dict[frozenset[int], Stage] = {}
    for fixture in season.fixtures:
        pair = frozenset(side[0] for side in fixture.sides)
        if pair in first_meetings:
            assert fixture.slot >= 6
        first_meetings[pair] = fixture.stage


def test_without_a_reset_the_first_final_decides() -> None:
    league = make_league(4, is_double=True, reset=SecondFinal.NOT_PLAYED)
    season = play_out(
        league,
        lambda fixture: (
            won_by(fixture, 2) if fixture.stage is Stage.GRAND_FINAL else favourite(fixture)
        ),
    )
    assert season.ranking[:2] == (2, 1)
    assert len(season.fixtures) == 6


def test_the_third_place_is_played_or_shared() -> None:
    season = play_out(make_league(4), favourite)
    assert [row.rank for row in season.standings.rows] == [1, 2, 3, 4]
    assert [fixture.stage for fixture in season.fixtures][-1] is Stage.THIRD_PLACE
    without_match = play_out(make_league(4, third_place=ThirdPlace.SHARED), favourite)
    assert [row.rank for row in without_match.standings.rows] == [1, 2, 3, 3]


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
    stays = Season(
        league=season.league,
        fixtures=follow(season.league, fixtures, late),
        results=late,
    )
    assert [fixture.sides for fixture in stays.fixtures][2] == ((1,), (2,))
    assert [finding.code for finding in review_night(stays, 1)] == ["bracket_stands"]
    assert sorted(stays.ranking) == [1, 2, 3, 4]
    assert stays.ranking[0] == 1
    assert state(stays).places()[4][0] > 1


def test_rounds_go_on_over_the_nights() -> None:
    season = play_out(make_league(16, nights=3, a_night=1), favourite)
    turns = sorted({(fixture.night, fixture.slot) for fixture in season.fixtures})
    assert turns == [(1, 1), (2, 1), (3, 1), (3, 2)]


def test_a_night_that_is_called_off_is_passed_over() -> None:
    league = make_league(4, nights=3, a_night=1)
    league = structs.replace(league, nights=(LeagueNight(1, is_called_off=True),))
    season = play_out(league, favourite)
    assert {fixture.night for fixture in season.fixtures} == {2, 3}


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
    season = Season(league=with_latecomer, fixtures=season.fixtures, results=season.results)
    change = knock_outs.take_in(season, bracket)
    assert change.seeds == (1, 2, 3, 4, 5, 6, None, 7)
    results |= {5: won(3, 0)}
    full = after(drawn_six, results)
    season = Season(league=with_latecomer, fixtures=full.fixtures, results=full.results)
    with pytest.raises(BracketBegun):
        knock_outs.take_in(season, bracket)


def won(first: int, second: int) -> EnteredResult:
    return EnteredResult(wins=(first, second))


@pytest.mark.parametrize("third_place", ThirdPlace)
def test_who_goes_out_first_may_share_the_place_of_who_goes_out_next(
    third_place: ThirdPlace,
) -> None:
    half = play_out(make_league(4, third_place=third_place), lambda _: won(2, 1), until=1)
    (loser,) = (number for number, (best, _) in state(half).places().items() if best > 1)
    assert state(half).places()[loser] == (3, 4)
    assert sorted(state(half).places().values())[:3] == [(1, 2), (1, 4), (1, 4)]


@SEARCH
@given(st.integers(2, 9), st.booleans(), st.booleans(), st.data())
def test_places_hold_whatever_is_still_entered(
    entrants: int, is_double: bool, third: bool, data: st.DataObject
) -> None:
    """The chances hold in every end, and places in those where somebody comes to every tie."""
    league = make_league(
        entrants,
        is_double=is_double,
        third_place=ThirdPlace.PLAYED if third else ThirdPlace.SHARED,
    )
    endings = st.sampled_from((won(2, 1), won(0, 3), EnteredResult(forfeit=0), NEITHER))
    half = play_out(league, lambda _: data.draw(endings), until=data.draw(st.integers(0, 12)))
    places, chances = state(half).places(), half.after(1).chances
    results = dict(half.results)
    fixtures = half.fixtures
    while open_ones := [fixture for fixture in fixtures if fixture.number not in results]:
        results[open_ones[0].number] = data.draw(endings)
        fixtures = follow(half.league, fixtures, results)
    end = Season(league=half.league, fixtures=fixtures, results=results)
    final = state(end).places()
    for number, (best, worst) in final.items() if NEITHER not in results.values() else ():
        assert places[number][0] <= best
        assert worst <= places[number][1] or places[number][1] < best
    for chance in chances:
        best, _ = final[chance.entrant]
        winner = end.after(1).chances[chance.entrant - 1].clinched
        assert chance.can_be_first or not winner
        assert winner or not chance.clinched
        assert best >= 1


@pytest.mark.parametrize("is_double", [False, True])
@pytest.mark.parametrize("entrants", [2, 3, 4, 5])
def test_whoever_is_in_can_be_first_and_nobody_else(entrants: int, is_double: bool) -> None:
    """G5 for one place, over every way in which a knock-out of few can go on."""
    league = make_league(entrants, is_double=is_double, third_place=ThirdPlace.SHARED)
    winners_by_results: dict[tuple[tuple[int, EnteredResult], ...], frozenset[int]] = {}

    def winners(season: Season) -> frozenset[int]:
        key = tuple(sorted(season.results.items(), key=lambda number: number[0]))
        if key in winners_by_results:
            return winners_by_results[key]
        open_ones = [fixture for fixture in season.fixtures if fixture.number not in season.results]
        numbers = frozenset[int]()
        if not open_ones:
            winner = state(season).decider.winner
            numbers = frozenset({winner} - {NOBODY})
        for result in (won(3, 0), won(0, 3)) if open_ones else ():
            results = {**season.results, open_ones[0].number: result}
            fixtures = follow(season.league, season.fixtures, results)
            numbers |= winners(Season(league=season.league, fixtures=fixtures, results=results))
        chances = {chance.entrant: chance for chance in season.after(1).chances}
        assert {number for number in chances if chances[number].can_be_first} == numbers
        assert [number for number in chances if chances[number].clinched] == [
            number for number in numbers if len(numbers) == 1
        ]
        winners_by_results[key] = numbers
        return numbers

    assert winners(draw_season(league)) == frozenset(range(1, entrants + 1))


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


def with_final(season: Season, first: int = 100) -> Season:
    bracket, others = knock_outs.draw(season, first, 0)
    league = structs.replace(season.league, bracket=bracket)
    season = Season(
        league=league,
        fixtures=(*season.fixtures, *others),
        results=season.results,
        play_offs=season.play_offs,
    )
    assert season.knock_out is not None
    fixtures = (*season.fixtures, *season.knock_out.fixtures)
    return Season(
        league=league, fixtures=fixtures, results=season.results, play_offs=season.play_offs
    )


def test_the_ninth_of_the_season_cannot_win_it() -> None:
    """F1"""
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
    after_play_offs = Season(
        league=level, fixtures=season.fixtures, results=flat, play_offs=play_offs
    )
    bracket, _ = knock_outs.draw(after_play_offs, 50, 0)
    assert set(bracket.seeds) == set(rows[:3])


def test_a_final_that_others_would_reach_now_has_a_finding() -> None:
    season = with_final(season_before_final(final_league(6, places=2)))
    assert "night_outdated" not in [finding.code for finding in review_night(season, 2)]
    reversed_results = {
        number: structs.replace(result, wins=(result.wins or (0, 0))[::-1])
        for number, result in season.results.items()
    }
    corrected_season = Season(
        league=season.league, fixtures=season.fixtures, results=reversed_results
    )
    assert "night_outdated" in [finding.code for finding in review_night(corrected_season, 2)]
    assert corrected_season.after(1).chances[0].entrant == 1


def test_a_finalist_who_leaves_before_the_first_result_makes_room() -> None:
    season = with_final(season_before_final(final_league(6, places=2)))
    seeds = state(season).bracket.seeds
    away = CheckIn(entrant=seeds[0] or 0, attendance=Attendance.AWAY)
    night = LeagueNight(2, is_open=True, check_ins=(away,))
    league = structs.replace(season.league, nights=(night,))
    without_finalist = Season(
        league=league,
        fixtures=season.fixtures,
        results=season.results,
        play_offs=season.play_offs,
    )
    assert "night_outdated" in [finding.code for finding in review_night(without_finalist, 2)]
    bracket, _ = knock_outs.draw(without_finalist, 50, 0)
    assert seeds[0] not in bracket.seeds
    assert bracket.seeds[0] == seeds[1]


def test_a_draw_by_lot_is_of_the_same_entrants() -> None:
    league = make_league(8, seeding=Seeding.DRAW)
    season = Season(league=league, fixtures=(), results={})
    draws = {knock_outs.draw(season, 1, seed)[0].seeds for seed in range(20)}
    assert len(draws) == 20
    assert {frozenset(draw) for draw in draws} == {frozenset(range(1, 9))}


def test_first_deals_are_shared() -> None:
    season = play_out(make_league(16, is_double=True), favourite)
    deals, fixture_counts = scheduling.first_deals(season.league, season.fixtures), Counter[int]()
    fixture_counts.update(scheduling.played_by(season.fixtures))
    assert all(abs(2 * deals[number] - fixture_counts[number]) <= 4 for number in fixture_counts)


def test_a_guest_plays_and_is_not_ranked() -> None:
    league = make_league(4)
    guest = Entrant(
        number=5, name="Guests", players=("Gus", "Gil"), from_night=1, until_night=1, is_guest=True
    )
    season = play_out(structs.replace(league, entrants=(*league.entrants, guest)), favourite)
    assert sorted(season.ranking) == [1, 2, 3, 4]
    assert any((5,) in fixture.sides for fixture in season.fixtures)


def test_a_bracket_has_a_place_for_two() -> None:
    assert bracket_layouts.places_for(1) == 2
    assert Bracket(night=1, first_fixture=1, seeds=(1, 2)).seeds == (1, 2)
