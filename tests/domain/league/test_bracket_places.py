"""Places of a knock-out: how often everybody loses, and who can still finish where."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitch.league.choices import (
    SecondFinal,
    ThirdPlace,
)
from pitch.league.fixtures import EnteredResult, Stage
from pitch.league.leagues import Entrant
from pitch.league.season import Season
from pitch.league.ties import NOBODY
from tests.support.knock_outs import (
    NEITHER,
    SEARCH,
    draw_season,
    favourite,
    follow,
    make_league,
    play_out,
    state,
    won,
    won_by,
)


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
    """Over every way in which a knock-out of few can go on."""
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


def test_a_guest_plays_and_is_not_ranked() -> None:
    league = make_league(4)
    guest = Entrant(
        number=5, name="Guests", players=("Gus", "Gil"), from_night=1, until_night=1, is_guest=True
    )
    season = play_out(structs.replace(league, entrants=(*league.entrants, guest)), favourite)
    assert sorted(season.ranking) == [1, 2, 3, 4]
    assert any((5,) in fixture.sides for fixture in season.fixtures)
