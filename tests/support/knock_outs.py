"""Knock-outs of the domain: leagues, their draws, and how they are played out."""

from collections.abc import Callable, Sequence
from typing import Final

from hypothesis import settings
from msgspec import structs

from pitch.league import brackets
from pitch.league.choices import Pairing
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.formats import Finals
from pitch.league.leagues import League
from pitch.league.season import Season
from pitch.league.ties import KnockOut
from pitch.schedule import knock_outs
from tests.support import scheduling
from tests.support.searches import share

NEITHER: Final = EnteredResult(neither_came=True)
Chooser = Callable[[Fixture], EnteredResult]
SEARCH: Final = settings(max_examples=share(150), derandomize=True, database=None)


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


def won(first: int, second: int) -> EnteredResult:
    return EnteredResult(wins=(first, second))


def state(season: Season) -> KnockOut:
    assert season.knock_out is not None
    return season.knock_out
