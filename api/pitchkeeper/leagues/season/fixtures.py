"""Fixtures: plan the nights of a league, and enter what came of its fixtures."""

from collections.abc import Mapping
from contextlib import suppress
from uuid import UUID

from msgspec import Struct, structs

from pitch import Finding, errors
from pitch.errors import Refusal
from pitch.league import Fixture, JudgedFixture, Judgement, Move, compare_standings, fixture_table
from pitch.messages import Message
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.leagues import state
from pitchkeeper.leagues.changes import (
    LeagueChanges,
    LeagueRevision,
    Unseen,
    refuse_stale,
    refuse_unseen,
)
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.season import plans, reports, results, seasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState, Report
from pitchkeeper.matches.changes import MatchNotFound
from pitchkeeper.matches.hands.scoring import Scoring
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.workers import threads

_LINKED_TWICE = Message("problem.match_linked.twice")


class NotItsMatch(Refusal):
    """The match is played by other rules or at another table than those of the league."""

    code = "not_its_match"
    default_message = Message("problem.not_its_match")


class MatchLinked(Refusal):
    """The match belongs to another matchup already."""

    code = "match_linked"
    default_message = Message("problem.match_linked")


class ReportPreview(Struct, frozen=True):
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
    ) -> None:
        self._store = store
        self._changes = changes
        self._scoring = scoring

    async def season(self, device_id: UUID, league_id: UUID) -> LeagueSeason:
        """A league that the device takes part in, with what came of its fixtures."""
        return await self.of(await self._changes.read(device_id, league_id))

    async def of(self, league: LeagueState, known: tuple[JudgedFixture, ...] = ()) -> LeagueSeason:
        """A league with what came of its fixtures; `known` was judged of it before."""
        linked = league.linked
        outcomes = await self._store.list_outcomes(linked) if linked else {}
        return seasons.of(league, outcomes, known)

    async def plan(
        self, command: Command, league_id: UUID, from_night: int | None, seen: Precondition
    ) -> LeagueSeason:
        """Plan the fixtures from a night on; what was played before it stays as it is."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            refuse_stale(league, seen)
            # A big league takes seconds; others go on meanwhile.
            planned = await threads.run(plans.planned, await self.of(league), from_night)
            return decide_plan(league, planned=planned)

        league = await self._changes.write(command, league_id, Role.OWNER, decide)
        return await self.of(league)

    async def foresee_plan(
        self, device_id: UUID, league_id: UUID, from_night: int | None
    ) -> LeagueSeason:
        """The fixtures that a plan would make, without making them."""
        league = await self._changes.read(device_id, league_id)
        season = await self.of(league)
        return await self.of(await threads.run(plans.planned, season, from_night))

    async def report(
        self, command: Command, league_id: UUID, number: int, report: Report, seen: Precondition
    ) -> LeagueSeason:
        """Enter or correct what came of a fixture. The same again changes nothing."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            unseen = await self._changes.unseen(league, seen)
            linked = await self._newly_linked(league, number, report, stamp.device_id)
            return decide_report(
                league, stamp, number=number, report=report, seen=seen, unseen=unseen, linked=linked
            )

        league = await self._changes.write(command, league_id, Role.SCORER, decide)
        return await self.of(league)

    async def foresee(
        self, device_id: UUID, league_id: UUID, number: int, report: Report
    ) -> ReportPreview:
        """What a report would come to and change in the standings, without entering it."""
        before = await self.season(device_id, league_id)
        fixture = reports.fixture(before.state, number)
        linked = await self._newly_linked(before.state, number, report, device_id)
        _check_links(before.state, fixture, report, linked)
        # Nothing of it is kept, so no clock has to be asked.
        stamp = Stamp(device_id=device_id, at=before.state.updated_at)
        reported = reports.entered(before.state, number, report, stamp)
        # All other fixtures are as they were, and are not judged a second time.
        after = await self.of(reported, before.judged)
        return ReportPreview(
            judgement=after.judgements[number],
            findings=after.findings(fixture.night),
            moves=compare_standings(before.standings, after.standings),
        )

    async def clear(
        self, command: Command, league_id: UUID, number: int, seen: Precondition
    ) -> LeagueSeason:
        """Take back what was reported of a fixture. Doing it again changes nothing."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            unseen = await self._changes.unseen(league, seen)
            return decide_clearing(league, number=number, seen=seen, unseen=unseen)

        league = await self._changes.write(command, league_id, Role.SCORER, decide)
        return await self.of(league)

    async def _newly_linked(
        self, league: LeagueState, number: int, report: Report, device_id: UUID
    ) -> Mapping[UUID, MatchState]:
        """The matches that a report would link to a fixture, as far as the device is in them."""
        # Read as the device sees them: who links a match shows its score to the whole league.
        mine = state.linked([reports.of(league, number)])
        found = {}
        for match_id in state.linked([report]):
            if match_id not in mine and match_id not in found:
                with suppress(MatchNotFound):
                    found[match_id] = await self._scoring.match(device_id, match_id)
        return found


def decide_plan(league: LeagueState, *, planned: LeagueState) -> LeagueRevision | None:
    """Return a league with the fixtures that were planned; None if they are those that it has."""
    if planned is league:
        return None
    return LeagueRevision(action=LeagueAction.SCHEDULE_PLANNED, after=planned)


def decide_report(
    league: LeagueState,
    stamp: Stamp,
    *,
    number: int,
    report: Report,
    seen: Precondition,
    unseen: Unseen,
    linked: Mapping[UUID, MatchState],
) -> LeagueRevision | None:
    """Return a league with a report of a fixture; `linked` are the matches that are new in it."""
    fixture, known = reports.fixture(league, number), league.report(number)
    # What its matches say is not for the table to enter, so it makes no other report.
    if known is not None and results.bare(known.report) == results.bare(report):
        return None
    refuse_unseen(league, f"reported/{number}", seen, unseen)
    _check_links(league, fixture, report, linked)
    after = reports.entered(league, number, report, stamp)
    action = LeagueAction.RESULT_CHANGED if known else LeagueAction.RESULT_ENTERED
    return LeagueRevision(action=action, after=after)


def decide_clearing(
    league: LeagueState, *, number: int, seen: Precondition, unseen: Unseen
) -> LeagueRevision | None:
    """Return a league without a report of a fixture; None if there is none."""
    reports.fixture(league, number)
    if league.report(number) is None:
        return None
    refuse_unseen(league, f"reported/{number}", seen, unseen)
    others = tuple(each for each in league.reported if each.fixture != number)
    after = structs.replace(league, reported=others)
    return LeagueRevision(action=LeagueAction.RESULT_CLEARED, after=after)


def _check_links(
    league: LeagueState, fixture: Fixture, report: Report, linked: Mapping[UUID, MatchState]
) -> None:
    """Refuse matches that are not of this fixture, or of another already."""
    mine = set(state.linked([reports.of(league, fixture.number)]))
    others = set(league.linked) - mine
    table = fixture_table(league.charter.format)
    seen: set[UUID] = set()
    for place, each in enumerate(report.matches):
        if each.match_id is None:
            continue
        with errors.prefix_pointer(f"/matches/{place}/matchId"):
            if each.match_id in seen:
                raise MatchLinked(_LINKED_TWICE())
            if each.match_id in others:
                raise MatchLinked
            seen.add(each.match_id)
            # Who corrects a report need not be in the matches that somebody else linked to it.
            if each.match_id in mine:
                continue
            if each.match_id not in linked:
                raise MatchNotFound
            match = linked[each.match_id].match
            if (match.ruleset, match.seating.table) != (league.ruleset, table):
                raise NotItsMatch
