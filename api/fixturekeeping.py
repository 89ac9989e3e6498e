"""Fixturekeeping: plan the nights of a league, and enter what came of its fixtures."""

import asyncio
from dataclasses import replace
from uuid import UUID

from msgspec import Struct, structs

from api import books, plans, seasons
from api.agreements import Made
from api.books import Book, LeagueAction, Report, Reported, ReportedMatch
from api.conflicts import Seen
from api.kept import Command, Role, Stored
from api.league_ledgers import (
    LeagueLedger,
    LeagueOutcome,
    StaleLeague,
    permit,
)
from api.scorekeeping import Opening, Scorekeeping
from api.seasons import Season
from api.store import Store
from domain import leagues, refusals, standings
from domain.findings import Finding
from domain.fixtures import Fixture
from domain.judgements import Judgement
from domain.refusals import Refusal
from domain.standings import Move
from domain.verdicts import Status


class NoSuchFixture(Refusal):
    """The league has no fixture of that number."""

    code = "no_such_fixture"


class NotItsMatch(Refusal):
    """The match is played by other rules or at another table than those of the league."""

    code = "not_its_match"


class MatchLinked(Refusal):
    """The match belongs to another fixture already."""

    code = "match_linked"


class FixtureComplete(Refusal):
    """All matches of the fixture are there already."""

    code = "fixture_complete"


class Foreseen(Struct, frozen=True):
    """What a report would come to and change, if it were entered."""

    judgement: Judgement
    findings: tuple[Finding, ...]
    moves: tuple[Move, ...]


class Fixturekeeping:
    """What a device may do on the nights of its leagues."""

    def __init__(
        self,
        store: Store,
        ledger: LeagueLedger,
        scorekeeping: Scorekeeping,
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._scorekeeping = scorekeeping

    async def season(self, device_id: UUID, league_id: UUID) -> Season:
        """A league that the device takes part in, with what came of its fixtures."""
        return await self.of(await self._ledger.read(device_id, league_id))

    async def of(self, book: Book) -> Season:
        """A league with what came of its fixtures."""
        linked = book.linked
        return seasons.of(book, await self._store.list_outcomes(linked) if linked else {})

    async def plan(
        self, command: Command, league_id: UUID, from_night: int | None, seen: Seen
    ) -> Season:
        """Plan the fixtures from a night on; what was played before it stays as it is."""

        async def act(book: Book, _made: Made) -> LeagueOutcome | None:
            if not seen.allows(book.version):
                raise StaleLeague(f"The league is at version {book.version}; look at it again.")
            # A big league takes seconds; others go on meanwhile.
            after = await asyncio.to_thread(plans.planned, await self.of(book), from_night)
            if after.fixtures == book.fixtures:
                return None
            return LeagueOutcome(action=LeagueAction.SCHEDULE_PLANNED, after=after)

        book = await self._ledger.write(command, league_id, Role.OWNER, act)
        return await self.of(book)

    async def foresee_plan(
        self, device_id: UUID, league_id: UUID, from_night: int | None
    ) -> Season:
        """The fixtures that a plan would make, without making them."""
        book = await self._ledger.read(device_id, league_id)
        season = await self.of(book)
        return await self.of(await asyncio.to_thread(plans.planned, season, from_night))

    async def report(
        self, command: Command, league_id: UUID, number: int, report: Report, seen: Seen
    ) -> Season:
        """Enter or correct what came of a fixture. The same again changes nothing."""

        async def act(book: Book, made: Made) -> LeagueOutcome | None:
            fixture, known = _fixture(book, number), book.report(number)
            if known is not None and seasons.bare(known.report) == seasons.bare(report):
                return None
            await self._ledger.refuse_unseen(book, f"reported/{number}", seen)
            await self._check_links(book, fixture, report, made.device_id)
            after = _reported(book, number, report, made)
            action = LeagueAction.RESULT_CHANGED if known else LeagueAction.RESULT_ENTERED
            return LeagueOutcome(action=action, after=after)

        book = await self._ledger.write(command, league_id, Role.SCORER, act)
        return await self.of(book)

    async def foresee(
        self, device_id: UUID, league_id: UUID, number: int, report: Report
    ) -> Foreseen:
        """What a report would come to and change in the standings, without entering it."""
        before = await self.season(device_id, league_id)
        fixture = _fixture(before.book, number)
        await self._check_links(before.book, fixture, report, device_id)
        made = Made(device_id=device_id, at=before.book.updated_at)
        after = await self.of(_reported(before.book, number, report, made))
        return Foreseen(
            judgement=after.judgements[number],
            findings=after.night_findings(fixture.night),
            moves=standings.compare(before.standings, after.standings),
        )

    async def clear(self, command: Command, league_id: UUID, number: int, seen: Seen) -> Season:
        """Take back what was reported of a fixture. Doing it again changes nothing."""

        async def act(book: Book, _made: Made) -> LeagueOutcome | None:
            _fixture(book, number)
            if book.report(number) is None:
                return None
            await self._ledger.refuse_unseen(book, f"reported/{number}", seen)
            others = tuple(each for each in book.reported if each.fixture != number)
            after = replace(book, reported=others)
            return LeagueOutcome(action=LeagueAction.RESULT_CLEARED, after=after)

        book = await self._ledger.write(command, league_id, Role.SCORER, act)
        return await self.of(book)

    async def open_match(self, command: Command, league_id: UUID, number: int) -> Stored:
        """Open the next match of a fixture, with everybody in the right seat."""
        book = await self._ledger.load(command, league_id)
        permit(book, command.device_id, Role.SCORER)
        if command.id is not None and book.done_in is not None:
            return await self._scorekeeping.match(command.device_id, command.id, version=1)
        _refuse_complete(await self.of(book), number)
        opened = await self._scorekeeping.open(command, _opening(book, number))

        async def act(book: Book, made: Made) -> LeagueOutcome | None:
            report = _report(book, number)
            _refuse_complete(await self.of(book), number)
            if opened.match_id in books.linked([report]):
                return None
            link = ReportedMatch(match_id=opened.match_id)
            report = structs.replace(report, matches=(*report.matches, link))
            after = _reported(book, number, report, made)
            return LeagueOutcome(action=LeagueAction.MATCH_OPENED, after=after)

        await self._ledger.write(command, league_id, Role.SCORER, act)
        return opened

    async def _check_links(
        self, book: Book, fixture: Fixture, report: Report, device_id: UUID
    ) -> None:
        """Refuse matches that are not of this fixture, or of another already."""
        known = book.report(fixture.number)
        mine = set(books.linked([known.report]) if known else ())
        others = set(book.linked) - mine
        table = leagues.table(book.charter.format)
        seen: set[UUID] = set()
        for place, each in enumerate(report.matches):
            if each.match_id is None:
                continue
            with refusals.inside(f"/matches/{place}/matchId"):
                if each.match_id in others | seen:
                    raise MatchLinked
                seen.add(each.match_id)
                if each.match_id in mine:
                    continue
                match = (await self._scorekeeping.match(device_id, each.match_id)).match
                if (match.ruleset, match.seating.table) != (book.ruleset, table):
                    raise NotItsMatch


def _reported(book: Book, number: int, report: Report, made: Made) -> Book:
    """The league with a report; what its matches say is read from them."""
    entered = Reported(
        fixture=number, report=seasons.bare(report), device_id=made.device_id, at=made.at
    )
    others = (each for each in book.reported if each.fixture != number)
    reported = sorted((*others, entered), key=lambda each: each.fixture)
    return replace(book, reported=tuple(reported))


def _fixture(book: Book, number: int) -> Fixture:
    fixture = book.fixture(number)
    if fixture is None:
        raise NoSuchFixture(f"There is no fixture {number}.")
    return fixture


def _report(book: Book, number: int) -> Report:
    reported = book.report(number)
    return reported.report if reported else Report()


def _refuse_complete(season: Season, number: int) -> None:
    """Refuse another match of a fixture that is decided, given up, or reported in one line."""
    fixture = _fixture(season.book, number)
    report = _report(season.book, number)
    is_full = len(report.matches) >= season.book.charter.format.matches_a_fixture
    is_settled = season.judgements[fixture.number].status is Status.SETTLED
    is_given_up = report.neither_came or report.forfeit is not None
    if is_full or is_settled or is_given_up or report.wins is not None:
        raise FixtureComplete(f"Fixture {number} needs no further match.")


def _opening(book: Book, number: int) -> Opening:
    """The next match of a fixture: who sits where, and whose deal it is."""
    fixture, report = _fixture(book, number), _report(book, number)
    table = leagues.table(book.charter.format)
    places = [each for side in seasons.lineup(book, fixture, report) for each in side]
    return Opening(
        ruleset=book.ruleset,
        names=tuple(each.written for each in sorted(places, key=lambda each: each.seat)),
        sides=table.sides,
        first_dealer=(fixture.first_dealer + len(report.matches)) % table.players,
    )
