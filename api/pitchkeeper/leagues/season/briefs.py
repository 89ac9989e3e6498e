"""Briefs: what happens in a league as plain text, to paste into a message to its players."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final

from pitch import Status
from pitch.league import NightState, group_rows
from pitch.messages import (
    COUNT,
    DATE,
    MONEY,
    SCORE,
    TIME,
    TYPED,
    Message,
    Sentence,
    all_of,
)
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import Charter
from pitchkeeper.messages import languages

LONGEST: Final = 900
"""The most characters of a message, so that it fits into three or four of an SMS."""


class About(StrEnum):
    """The subject of a message: signing up, tonight, the last results, or the standings."""

    SIGN_UP = "sign_up"
    TONIGHT = "tonight"
    RESULTS = "results"
    STANDINGS = "standings"


_SIGN_UP: Final = Message("brief.sign_up", league=TYPED)
_WHEN: Final = Message("brief.when", nights=COUNT, first=DATE)
_STARTS: Final = Message("brief.starts", time=TIME)
_WHERE: Final = Message("brief.where", place=TYPED)
_FEE: Final = Message("brief.fee", fee=MONEY)
_PLACES: Final = Message("brief.places", places=COUNT, taken=COUNT)
_NIGHT: Final = Message("brief.night", league=TYPED, night=COUNT)
_NIGHT_ON: Final = Message("brief.night_on", league=TYPED, night=COUNT, date=DATE)
_OFF: Final = Message("brief.called_off", night=COUNT)
_NOT_PLANNED: Final = Message("brief.not_planned")
_PAIRING: Final = Message("brief.pairing", round=COUNT, table=COUNT, first=TYPED, second=TYPED)
_SITS_OUT: Final = Message("brief.sits_out", round=COUNT, names=all_of(TYPED))
_RESULT: Final = Message("brief.result", first=TYPED, second=TYPED, won=SCORE, lost=SCORE)
_NO_RESULTS: Final = Message("brief.no_results")
_STANDINGS: Final = Message("brief.standings", league=TYPED, night=COUNT)
_GROUP: Final = Message("brief.group", group=TYPED)
_ROW: Final = Message("brief.row", rank=COUNT, name=TYPED, score=SCORE)
_ROW_IN_FINAL: Final = Message("brief.row_in_final", rank=COUNT, name=TYPED, score=SCORE)
_ROW_OUT_OF_FINAL: Final = Message("brief.row_out_of_final", rank=COUNT, name=TYPED, score=SCORE)
_MORE: Final = Message("brief.more", lines=COUNT)


def write(season: LeagueSeason, about: About) -> str:
    """Return a message; lines that do not fit are counted in its last line."""
    lines = [languages.text(sentence) for sentence in _WRITERS[about](season)]
    return _shorten(lines)


def _shorten(lines: list[str]) -> str:
    """Return lines as one text of at most `LONGEST` characters."""
    for left in range(len(lines), 0, -1):
        rest = len(lines) - left
        more = [languages.text(_MORE(lines=rest))] if rest else []
        text = "\n".join((*lines[:left], *more))
        if len(text) <= LONGEST:
            return text
    return lines[0][:LONGEST]


def _sign_up(season: LeagueSeason) -> Iterator[Sentence]:
    state, charter = season.state, season.state.charter
    form = charter.format
    yield _SIGN_UP(league=charter.name)
    if charter.dates:
        yield _WHEN(nights=form.nights, first=charter.dates[0])
    yield from time_and_place(charter)
    if form.fee:
        yield _FEE(fee=(form.fee, form.currency))
    if form.places is not None:
        yield _PLACES(places=form.places, taken=state.places_taken)


def time_and_place(charter: Charter) -> Iterator[Sentence]:
    """Yield when the nights of a league start and where they are, as far as that is set."""
    if charter.starts_at:
        yield _STARTS(time=charter.starts_at)
    if charter.where:
        yield _WHERE(place=charter.where)


def _tonight(season: LeagueSeason) -> Iterator[Sentence]:
    """Yield the pairings of the night that is on, or of the next one."""
    state = season.state
    night = _night_on(season)
    yield _headline(season, night)
    if season.league.night(night).is_called_off:
        yield _OFF(night=night)
        return
    fixtures = season.fixtures_on(night)
    if not fixtures:
        yield _NOT_PLANNED()
    for fixture in fixtures:
        first, second = state.side_names(fixture)
        yield _PAIRING(round=fixture.slot, table=fixture.table, first=first, second=second)
    for bye in season.byes_on(night):
        yield _SITS_OUT(round=bye.slot, names=[state.names[number] for number in bye.entrants])


def _results(season: LeagueSeason) -> Iterator[Sentence]:
    """Yield the results that count of the last night that has any."""
    night = max(season.last_night, 1)
    yield _headline(season, night)
    settled = [
        (fixture, season.judgements[fixture.number].wins)
        for fixture in season.fixtures_on(night)
        if season.judgements[fixture.number].status is Status.SETTLED
    ]
    if not settled:
        yield _NO_RESULTS()
    for fixture, wins in settled:
        first, second = season.state.side_names(fixture)
        won, lost = wins or (0, 0)
        yield _RESULT(first=first, second=second, won=won, lost=lost)


def _standings(season: LeagueSeason) -> Iterator[Sentence]:
    """Yield the table, and until the final is drawn who reaches it or no longer can."""
    names = season.state.names
    sure, out = season.sure_of_final
    yield _STANDINGS(league=season.state.charter.name, night=season.last_night)
    rows = season.standings.rows
    groups = group_rows(rows) if season.knock_out is None else []
    for group, of_group in groups or [("", list(rows))]:
        if group:
            yield _GROUP(group=group)
        for row in of_group:
            message = _ROW_IN_FINAL if row.entrant in sure else _ROW
            message = _ROW_OUT_OF_FINAL if row.entrant in out else message
            rank = row.group_rank if group and row.group_rank else row.rank
            yield message(rank=rank, name=names[row.entrant], score=row.score)


def _night_on(season: LeagueSeason) -> int:
    """Return the night that is open or has begun, else the next, else the last."""
    going_on = {NightState.CHECKING_IN, NightState.BEGUN}
    nights = range(1, season.league.format.nights + 1)
    begun = [night for night in nights if season.night_state(night) in going_on]
    return max(begun, default=season.state.next_night or max(season.last_night, 1))


def _headline(season: LeagueSeason, night: int) -> Sentence:
    charter = season.state.charter
    day = charter.date_of(night)
    if day is not None:
        return _NIGHT_ON(league=charter.name, night=night, date=day)
    return _NIGHT(league=charter.name, night=night)


_WRITERS: Final[dict[About, Callable[[LeagueSeason], Iterator[Sentence]]]] = {
    About.SIGN_UP: _sign_up,
    About.TONIGHT: _tonight,
    About.RESULTS: _results,
    About.STANDINGS: _standings,
}
