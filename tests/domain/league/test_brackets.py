"""Draws: who meets whom in a knock-out, when, and at which table."""

from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec import structs

from pitch.league import bracket_layouts
from pitch.league.choices import (
    Seeding,
    ThirdPlace,
)
from pitch.league.fixtures import EnteredResult, Fixture, Stage
from pitch.league.leagues import Bracket, LeagueNight
from pitch.league.season import Season
from pitch.schedule import knock_outs
from tests.support import scheduling
from tests.support.knock_outs import (
    draw_season,
    favourite,
    make_league,
    play_out,
    state,
    won_by,
)


def text(pairs: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{first}-{second}" for first, second in pairs)


def rounds(season: Season) -> list[str]:
    """The sides of the fixtures, by the round of their stage."""
    by_round: dict[tuple[Stage, int], list[tuple[int, int]]] = {}
    for tie in state(season).ties:
        if tie.fixture is not None:
            by_round.setdefault((tie.node.stage, tie.node.round), []).append(tie.sides)
    return [f"{stage} {number}: {text(pairs)}" for (stage, number), pairs in by_round.items()]


@pytest.mark.parametrize(
    ("entrants", "first"),
    [
        (5, "1-0 4-5 2-0 3-0"),
        (6, "1-0 4-5 2-0 3-6"),
        (8, "1-8 4-5 2-7 3-6"),
        (10, "1-0 8-9 4-0 5-0 2-0 7-10 3-0 6-0"),
    ],
)
def test_byes_go_to_the_best(entrants: int, first: str) -> None:
    ties = [tie for tie in state(draw_season(make_league(entrants))).ties if tie.node.turn == 0]
    assert text([tie.sides for tie in ties]) == first
    assert [tie.table for tie in ties if tie.table] == list(range(1, entrants - len(ties) + 1))


def test_favourites_win_among_ten() -> None:
    season = play_out(make_league(10, third_place=ThirdPlace.SHARED), favourite)
    assert rounds(season) == [
        "winners 1: 8-9 7-10",
        "winners 2: 1-8 4-5 2-7 3-6",
        "winners 3: 1-4 2-3",
        "winners 4: 1-2",
    ]


def test_favourites_win_a_double_knock_out_of_six() -> None:
    assert rounds(play_out(make_league(6, is_double=True), favourite)) == [
        "winners 1: 4-5 3-6",
        "winners 2: 1-4 2-3",
        "losers 2: 3-5 4-6",
        "winners 3: 1-2",
        "losers 3: 3-4",
        "losers 4: 2-3",
        "grand_final 1: 1-2",
    ]


def test_who_comes_back_from_the_losers_side_wins_twice() -> None:
    def choose(fixture: Fixture) -> EnteredResult:
        sides = {side[0] for side in fixture.sides}
        if sides == {2, 3} and fixture.stage is Stage.WINNERS:
            return won_by(fixture, 3)
        if fixture.stage in {Stage.GRAND_FINAL, Stage.RESET}:
            return won_by(fixture, 2)
        return favourite(fixture)

    season = play_out(make_league(8, is_double=True), choose)
    assert rounds(season) == [
        "winners 1: 1-8 4-5 2-7 3-6",
        "winners 2: 1-4 2-3",
        "losers 1: 8-5 7-6",
        "losers 2: 2-5 4-6",
        "winners 3: 1-3",
        "losers 3: 2-4",
        "losers 4: 3-2",
        "grand_final 1: 1-2",
        "reset 1: 1-2",
    ]
    assert season.ranking[:4] == (2, 1, 3, 4)


@pytest.mark.parametrize("places", [2, 4, 8, 16, 32, 64])
def test_the_best_meet_as_late_as_they_can(places: int) -> None:
    """Of the first 2, 4, 8 ... no two are in one part of the bracket before their round."""
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


def test_rounds_go_on_over_the_nights() -> None:
    season = play_out(make_league(16, nights=3, a_night=1), favourite)
    turns = sorted({(fixture.night, fixture.slot) for fixture in season.fixtures})
    assert turns == [(1, 1), (2, 1), (3, 1), (3, 2)]


def test_a_night_that_is_called_off_is_passed_over() -> None:
    league = make_league(4, nights=3, a_night=1)
    league = structs.replace(league, nights=(LeagueNight(1, is_called_off=True),))
    season = play_out(league, favourite)
    assert {fixture.night for fixture in season.fixtures} == {2, 3}


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


def test_a_bracket_has_a_place_for_two() -> None:
    assert bracket_layouts.places_for(1) == 2
    assert Bracket(night=1, first_fixture=1, seeds=(1, 2)).seeds == (1, 2)
