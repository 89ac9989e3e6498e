"""Plans: the fixtures of the nights to come, from what a league agreed and what was played."""

from collections.abc import Sequence
from dataclasses import replace

from api.books import Book, Plan
from api.seasons import Season
from domain import schedules
from domain.fixtures import Fixture
from domain.leagues import FinalNight
from domain.schedules import Schedule


def planned(season: Season, from_night: int) -> Book:
    """A league with its nights planned anew from one on; `season` has the nights before it."""
    book = season.book
    schedule = _schedule(season, from_night)
    return replace(
        book,
        fixtures=(*book.fixtures, *schedule.fixtures),
        plan=Plan(
            from_night=from_night,
            pairings=schedule.pairings,
            pairs=schedule.pairs,
            repeats=schedule.repeats,
            fewest=schedule.fewest,
        ),
    )


def _schedule(season: Season, from_night: int) -> Schedule:
    book = season.book
    form, seed = book.charter.format, book.charter.seed
    if form.final_night is FinalNight.SEPARATE and from_night == form.nights:
        ranking = [row.entrant for row in season.standings.rows]
        return schedules.finals(book.league, ranking, book.fixtures, seed)
    return schedules.plan(book.league, seed, book.fixtures, from_night)
