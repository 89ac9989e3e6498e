"""Seasons: a league with what came of its fixtures, as reports and matches say it now."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Condition
from typing import Final
from uuid import UUID

import msgspec
from cachetools import LRUCache, cached
from msgspec import Struct, structs

from api.leagues.state import LeagueState, RecordedReport, Report, ReportedMatch
from api.matches.state import MatchOutcome
from domain import seats as tables
from domain.findings import Finding
from domain.league import judgements, leagues, standings, title_race
from domain.league.fixtures import Fixture, Result
from domain.league.judgements import Judgement
from domain.league.leagues import FinalNight, League
from domain.league.standings import Standings
from domain.league.title_race import Chance
from domain.schedule import movements, revisions

_REMEMBERED: Final = 128
"""Of how many leagues and nights the chances are remembered, some kilobytes each."""
Outcomes = Mapping[UUID, MatchOutcome]


class Place(Struct, frozen=True):
    """Who is to sit at a seat: for which entrant, and under which name the sheet knows them."""

    entrant: int
    name: str
    player: int | None
    """Which player of the entrant; None for a substitute."""
    seat: int
    written: str
    """Told apart from namesakes at the table."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """A league, and the result of every fixture that has one, by its number."""

    book: LeagueState
    results: Mapping[int, Result]
    outcomes: Outcomes

    @cached_property
    def standings(self) -> Standings:
        """The table of all that is entered."""
        return self.standings_after(self.book.last_night)

    def standings_after(self, night: int) -> Standings:
        """The table after a night, as far as it had come then."""
        form = self.book.charter.format
        is_before = form.final_night is FinalNight.SEPARATE and night < form.nights
        return standings.table(
            self.book.league,
            # Before a separate final those who are in it stand like the others.
            [each for each in self.book.fixtures if not is_before or each.night < form.nights],
            self._known_after(night),
            tuple(each for each in self.book.play_offs if each.cancelled is None),
        )

    def chances_after(self, night: int) -> tuple[Chance, ...]:
        """Who could still finish first after a night; unknown while planning again is due."""
        league, fixtures = self.book.league, self.book.fixtures
        if self._revisions:
            return title_race.unknown(league, self._revisions[0].message)
        return _chances(league, fixtures, self._known_after(night))

    @cached_property
    def ranking(self) -> tuple[int, ...]:
        """Who takes part in the last night, best first."""
        last = self.book.charter.format.nights
        there = {each.number for each in leagues.entrants_in(self.book.league, last)}
        return tuple(row.entrant for row in self.standings.rows if row.entrant in there)

    def _known_after(self, night: int) -> dict[int, Result]:
        then = (each.number for each in self.book.fixtures if each.night <= night)
        return {number: self.results[number] for number in then if number in self.results}

    def shown_report(self, number: int) -> RecordedReport | None:
        """What was reported of a fixture, with what its matches say now."""
        reported = self.book.report(number)
        if reported is None:
            return None
        return structs.replace(reported, report=with_scores(reported.report, self.outcomes))

    @cached_property
    def judgements(self) -> Mapping[int, Judgement]:
        """What every fixture comes to, by its number."""
        meetings = judgements.judged(self.book.league, self.book.fixtures, self.results)
        return {each.fixture.number: each.judgement for each in meetings}

    @cached_property
    def unattended(self) -> frozenset[int]:
        """The fixtures to which neither side came, by number."""
        return frozenset(each for each, result in self.results.items() if result.neither_came)

    def night_findings(self, night: int) -> tuple[Finding, ...]:
        """What is odd about the fixtures of a night taken together."""
        league, fixtures = self.book.league, self.book.fixtures
        return (
            *judgements.judge_night(league, night, fixtures, self.results),
            *movements.judge_night(league, night, fixtures, self.results),
            *movements.judge_order(league, night, fixtures, self.results),
            *self._revisions_of(night),
        )

    @cached_property
    def _revisions(self) -> tuple[Finding, ...]:
        """Why nights to come are to be planned again, or the rest of a progressive one."""
        now, last = self.book.last_night, self.book.charter.format.nights
        moved = movements.judge_night(self.book.league, now, self.book.fixtures, self.results)
        return (
            *(each for each in moved if each.code == movements.OUTDATED),
            *(found for night in range(now + 1, last + 1) for found in self._revisions_of(night)),
        )

    def _revisions_of(self, night: int) -> tuple[Finding, ...]:
        form = self.book.charter.format
        is_final = form.final_night is FinalNight.SEPARATE and night == form.nights
        ranking = self.ranking if is_final else ()
        return revisions.judge_night(
            self.book.league, night, self.book.fixtures, self.results, ranking
        )


def of(book: LeagueState, outcomes: Outcomes) -> Season:
    """The season of a league, with what its matches say now."""
    return Season(
        book=book,
        outcomes=outcomes,
        results={each.fixture: resolved(each.report, outcomes) for each in book.reported},
    )


def _content(*known: object) -> bytes:
    return hashlib.sha256(msgspec.msgpack.encode(known)).digest()


@cached(LRUCache(_REMEMBERED), key=_content, condition=Condition())
def _chances(
    league: League, fixtures: tuple[Fixture, ...], results: Mapping[int, Result]
) -> tuple[Chance, ...]:
    """Who could still finish first: remembered, for it takes long and follows from these alone.

    Whoever asks while it is worked out in another thread waits for that.
    """
    return title_race.chances(league, fixtures, results)


def lineup(book: LeagueState, fixture: Fixture, report: Report) -> tuple[tuple[Place, ...], ...]:
    """Who is to sit on each side of a fixture, with substitutes in the places of the absent."""
    table = leagues.table(book.charter.format)
    sides = [list(_players(book, entrants, report)) for entrants in fixture.sides]
    by_seat = {
        seat: player
        for seats, players in zip(tables.seats_by_side(table), sides, strict=True)
        for seat, player in zip(seats, players, strict=True)
    }
    names = tables.told_apart([by_seat[seat][1] for seat in range(table.players)])
    return tuple(
        tuple(Place(*by_seat[seat], seat=seat, written=names[seat]) for seat in seats)
        for seats in tables.seats_by_side(table)
    )


def _players(
    book: LeagueState, entrants: Iterable[int], report: Report
) -> Iterator[tuple[int, str, int | None]]:
    """Who plays for some entrants, and as which of its players."""
    absent = {(each.entrant, each.player): each.name for each in report.substitutes}
    known = {entrant.number: entrant for entrant in book.entrants}
    for number in entrants:
        for place, name in enumerate(known[number].players):
            substitute = absent.get((number, place))
            yield (number, name, place) if substitute is None else (number, substitute, None)


def resolved(report: Report, outcomes: Outcomes) -> Report:
    """A report with what its matches say; those still being played say nothing yet.

    That one has begun says that both sides came.
    """
    return structs.replace(report, matches=tuple(_told(report, outcomes)))


def with_scores(report: Report, outcomes: Outcomes) -> Report:
    """A report with what its matches say now, whether or not they are over."""
    kept = tuple(_with_score(each, outcomes) for each in report.matches)
    return structs.replace(report, matches=kept)


def bare(report: Report) -> Report:
    """A report without what its matches say, which is not for the table to enter."""
    matches = (
        structs.replace(each, winner=None, scores=None) if each.match_id else each
        for each in report.matches
    )
    return structs.replace(report, matches=tuple(matches))


def _told(report: Report, outcomes: Outcomes) -> Iterator[ReportedMatch]:
    is_absent = report.forfeit is not None or report.neither_came
    for each in with_scores(report, outcomes).matches:
        outcome = outcomes.get(each.match_id) if each.match_id else None
        has_begun = outcome is not None and outcome.has_begun
        is_heard = has_begun if is_absent else report.is_closed
        if each.match_id is None or each.winner is not None or is_heard:
            yield each


def _with_score(match: ReportedMatch, outcomes: Outcomes) -> ReportedMatch:
    """A match of a fixture as its own score sheet tells it, seen from the fixture's sides."""
    outcome = outcomes.get(match.match_id) if match.match_id else None
    if outcome is None:
        return match
    step = -1 if match.is_swapped else 1
    winner = outcome.winner
    if winner is not None and match.is_swapped:
        winner = 1 - winner
    return structs.replace(match, winner=winner, scores=outcome.scores[::step])
