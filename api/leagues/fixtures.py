"""Fixtures: plan the nights of a league, and enter what came of its fixtures."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from uuid import UUID

from msgspec import Struct

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Stamp
from api.http.preconditions import Precondition
from api.leagues import plans, reports, results, seasons, state
from api.leagues.changes import LeagueChanges, LeagueOutcome, refuse_stale
from api.leagues.seasons import LeagueSeason
from api.leagues.state import LeagueAction, LeagueState, Report
from api.matches.scoring import Scoring
from api.matches.seats import Seats
from api.matches.state import MatchProgress, MatchState
from api.matches.store import MatchStore
from api.workers import threads
from domain import errors
from domain.errors import Refusal
from domain.findings import Finding, Status
from domain.league import leagues, standings
from domain.league.fixtures import Fixture
from domain.league.judgements import Judgement
from domain.league.standings import Move


class NotItsMatch(Refusal):
    """The match is played by other rules or at another table than those of the league."""

    code = "not_its_match"


class MatchLinked(Refusal):
    """The match belongs to another fixture already."""

    code = "match_linked"


class MatchGoingOn(Refusal):
    """A match that was linked to the fixture is being played; its owner can invite others."""

    code = "match_going_on"


class Foreseen(Struct, frozen=True):
    """What a report would come to and change, if it were entered."""

    judgement: Judgement
    findings: tuple[Finding, ...]
    moves: tuple[Move, ...]


class Fixtures:
    """What a device may do on the nights of its leagues."""

    def __init__(
        self,
        store: MatchStore,
        changes: LeagueChanges,
        scoring: Scoring,
        seats: Seats,
        new_id: Callable[[], UUID],
    ) -> None:
        self._store = store
        self._changes = changes
        self._scoring = scoring
        self._seats = seats
        self._new_id = new_id

    async def season(self, device_id: UUID, league_id: UUID) -> LeagueSeason:
        """A league that the device takes part in, with what came of its fixtures."""
        return await self.of(await self._changes.read(device_id, league_id))

    async def of(self, book: LeagueState) -> LeagueSeason:
        """A league with what came of its fixtures."""
        linked = book.linked
        return seasons.of(book, await self._store.list_outcomes(linked) if linked else {})

    async def plan(
        self, command: Command, league_id: UUID, from_night: int | None, seen: Precondition
    ) -> LeagueSeason:
        """Plan the fixtures from a night on; what was played before it stays as it is."""

        async def act(book: LeagueState, _made: Stamp) -> LeagueOutcome | None:
            refuse_stale(book, seen)
            # A big league takes seconds; others go on meanwhile.
            after = await threads.run(plans.planned, await self.of(book), from_night)
            if after is book:
                return None
            return LeagueOutcome(action=LeagueAction.SCHEDULE_PLANNED, after=after)

        book = await self._changes.write(command, league_id, Role.OWNER, act)
        return await self.of(book)

    async def foresee_plan(
        self, device_id: UUID, league_id: UUID, from_night: int | None
    ) -> LeagueSeason:
        """The fixtures that a plan would make, without making them."""
        book = await self._changes.read(device_id, league_id)
        season = await self.of(book)
        return await self.of(await threads.run(plans.planned, season, from_night))

    async def report(
        self, command: Command, league_id: UUID, number: int, report: Report, seen: Precondition
    ) -> LeagueSeason:
        """Enter or correct what came of a fixture. The same again changes nothing."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            fixture, known = reports.fixture(book, number), book.report(number)
            if known is not None and results.bare(known.report) == results.bare(report):
                return None
            await self._changes.refuse_unseen(book, f"reported/{number}", seen)
            await self._check_links(book, fixture, report, made.device_id)
            after = reports.entered(book, number, report, made)
            action = LeagueAction.RESULT_CHANGED if known else LeagueAction.RESULT_ENTERED
            return LeagueOutcome(action=action, after=after)

        book = await self._changes.write(command, league_id, Role.SCORER, act)
        return await self.of(book)

    async def foresee(
        self, device_id: UUID, league_id: UUID, number: int, report: Report
    ) -> Foreseen:
        """What a report would come to and change in the standings, without entering it."""
        before = await self.season(device_id, league_id)
        fixture = reports.fixture(before.book, number)
        await self._check_links(before.book, fixture, report, device_id)
        made = Stamp(device_id=device_id, at=before.book.updated_at)
        after = await self.of(reports.entered(before.book, number, report, made))
        return Foreseen(
            judgement=after.judgements[number],
            findings=after.findings(fixture.night),
            moves=standings.compare(before.standings, after.standings),
        )

    async def clear(
        self, command: Command, league_id: UUID, number: int, seen: Precondition
    ) -> LeagueSeason:
        """Take back what was reported of a fixture. Doing it again changes nothing."""

        async def act(book: LeagueState, _made: Stamp) -> LeagueOutcome | None:
            reports.fixture(book, number)
            if book.report(number) is None:
                return None
            await self._changes.refuse_unseen(book, f"reported/{number}", seen)
            others = tuple(each for each in book.reported if each.fixture != number)
            after = replace(book, reported=others)
            return LeagueOutcome(action=LeagueAction.RESULT_CLEARED, after=after)

        book = await self._changes.write(command, league_id, Role.SCORER, act)
        return await self.of(book)

    async def open_match(self, command: Command, league_id: UUID, number: int) -> MatchState:
        """The next match of a fixture, opened with everybody in the right seat.

        While the last one is being played it is that one, and the device becomes a scorer of it.
        """
        match_id = command.id or self._new_id()

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            season = await self.of(book)
            _refuse_settled(season, number)
            unfinished = reports.unfinished(season, number)
            watched = await self._store.watch_matches(unfinished)
            if _is_going_on(season, number, made.device_id, watched):
                return None
            deleted = frozenset(unfinished) - watched.keys()
            roomy = reports.with_room(book, number, deleted, made)
            opening = reports.opening(roomy, number, deleted)
            opens = await self._scoring.draft(command, opening, match_id)
            after = reports.with_match(roomy, number, match_id, made)
            return LeagueOutcome(action=LeagueAction.MATCH_OPENED, after=after, opens=opens)

        book = await self._changes.write(command, league_id, Role.SCORER, act)
        next_id = reports.last_match(book, number) or match_id
        if next_id == match_id:
            return await self._scoring.match(command.device_id, next_id, version=1)
        if next_id in reports.opened(book, number):
            return await self._seats.let_in(command, next_id)
        return await self._scoring.match(command.device_id, next_id)

    async def _check_links(
        self, book: LeagueState, fixture: Fixture, report: Report, device_id: UUID
    ) -> None:
        """Refuse matches that are not of this fixture, or of another already."""
        known = book.report(fixture.number)
        mine = set(state.linked([known.report]) if known else ())
        others = set(book.linked) - mine
        table = leagues.table(book.charter.format)
        seen: set[UUID] = set()
        for place, each in enumerate(report.matches):
            if each.match_id is None:
                continue
            with errors.inside(f"/matches/{place}/matchId"):
                if each.match_id in seen:
                    raise MatchLinked("The match is in this report twice.")
                if each.match_id in others:
                    raise MatchLinked
                seen.add(each.match_id)
                if each.match_id in mine:
                    continue
                match = (await self._scoring.match(device_id, each.match_id)).match
                if (match.ruleset, match.seating.table) != (book.ruleset, table):
                    raise NotItsMatch


def _refuse_settled(season: LeagueSeason, number: int) -> None:
    """Refuse another match of a fixture that is decided, given up, or reported in one line."""
    fixture, report = reports.fixture(season.book, number), reports.of(season.book, number)
    is_settled = season.judgements[fixture.number].status is Status.SETTLED
    is_given_up = report.neither_came or report.forfeit is not None
    if is_settled or is_given_up:
        raise reports.FixtureComplete(f"Fixture {number} needs no further match.")
    if report.wins is not None:
        raise reports.FixtureComplete(
            f"The wins of fixture {number} are entered in one line, which another match would "
            "contradict; enter its matches one by one instead."
        )


def _is_going_on(
    season: LeagueSeason, number: int, device_id: UUID, watched: Mapping[UUID, MatchProgress]
) -> bool:
    """Whether the last match is being played; refused to whom nobody has let into it.

    Who opens a match for a fixture opens it to the scorers of the league. One that was linked
    later is its owner's, who may not even know of the league.
    """
    last = reports.last_match(season.book, number)
    if last is None or last not in watched:
        return False
    members = watched[last].members
    if device_id not in members and last not in reports.opened(season.book, number):
        raise MatchGoingOn(
            f"Match {last} of fixture {number} is being played, and was not opened here; "
            "ask its owner for an invite."
        )
    return True
