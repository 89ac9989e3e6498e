"""Fixtures: plan the nights of a league, and report and clear results."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from uuid import UUID

from msgspec import structs

from pitch import messages
from pitch.league import Fixture, JudgedFixture, ResultPolicy
from pitch.messages import Message, Refusal
from pitchkeeper.access.changes import NotAllowed
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.leagues import records
from pitchkeeper.leagues.changes import (
    Comparison,
    LeagueChanges,
    LeagueEdit,
    LeagueRevision,
    refuse_stale,
)
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import RecordedReport, Report
from pitchkeeper.leagues.season import plans, reports, seasons
from pitchkeeper.leagues.season.counting import Outcomes
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import ResultPreview
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.workers import threads

_SEEN = Precondition(is_given=True, is_any=True)
_SETTLED = Message("problem.not_allowed.settled")
_LINKED_TWICE = Message("problem.match_linked.twice")


class NotItsMatch(Refusal):
    """The match has other rules, or another number of players or arrangement, than the league."""


class MatchLinked(Refusal):
    """The match belongs to another matchup already."""


NewMatches = Mapping[UUID, MatchState]
"""The matches that a report links to and that its fixture did not have before."""


class LeagueSeasons:
    """The seasons of leagues: use cases that need the outcomes of linked matches."""

    def __init__(
        self, store: MatchStore, changes: LeagueChanges, match_changes: MatchChanges
    ) -> None:
        self._store = store
        self._changes = changes
        self._match_changes = match_changes

    async def read_season(self, device_id: UUID, league_id: UUID) -> LeagueSeason:
        """Return the season of a league of the device."""
        return await self.load_season(await self._changes.read(device_id, league_id))

    async def load_season(
        self, league: LeagueState, previous: tuple[JudgedFixture, ...] = ()
    ) -> LeagueSeason:
        """Return the season of a league, with the outcomes of its linked matches."""
        outcomes = await self.list_outcomes(league.hand_kept_matches)
        return seasons.from_state(league, outcomes, previous)

    async def list_outcomes(self, match_ids: Sequence[UUID]) -> Outcomes:
        """Return the outcomes of linked matches."""
        return await self._store.list_outcomes(match_ids) if match_ids else {}

    async def plan(self, edit: LeagueEdit, from_night: int | None) -> LeagueSeason:
        """Plan the fixtures from a night on."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            refuse_stale(league, edit.precondition)
            # In a thread, because a big league takes seconds.
            season = await self.load_season(league)
            planned = await threads.run(plans.plan_fixtures, season, from_night)
            if planned is league:
                return None
            return LeagueRevision(action=LeagueAction.SCHEDULE_PLANNED, after=planned)

        return await self.load_season(await edit.write(LeagueRole.ORGANISER, decide))

    async def preview_plan(
        self, device_id: UUID, league_id: UUID, from_night: int | None
    ) -> LeagueSeason:
        """Return the season that a plan would make, without saving it."""
        season = await self.read_season(device_id, league_id)
        return await self.load_season(await threads.run(plans.plan_fixtures, season, from_night))

    async def report(self, edit: LeagueEdit, number: int, report: Report) -> LeagueSeason:
        """Report or correct the result of a fixture; the same report changes nothing.

        Where sides or an organizer have to agree, a side reports for itself and overwrites nothing.
        """

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            comparison = await edit.compare(league)
            settled = await self._settle(league)
            new_matches = await self.read_new_links(settled, number, report, stamp.device_id)
            revision = decide_report(
                settled,
                stamp,
                number=number,
                report=report,
                comparison=comparison,
                new_matches=new_matches,
            )
            return await self._settle_revision(revision)

        return await self.load_season(await edit.write(LeagueRole.SCORER, decide))

    async def preview_report(
        self, device_id: UUID, league_id: UUID, number: int, report: Report
    ) -> ResultPreview:
        """Return the judgement of a report and the changes of the standings, without saving it."""
        before = await self.read_season(device_id, league_id)
        # Nothing is saved, so any time will do, and any version is as good as the current one.
        stamp = Stamp(device_id=device_id, at=before.state.updated_at)
        revision = decide_report(
            before.state,
            stamp,
            number=number,
            report=report,
            comparison=Comparison(before.state, _SEEN, ()),
            new_matches=await self.read_new_links(before.state, number, report, device_id),
        )
        reported = revision.after if revision else before.state
        fixture = reports.find_fixture(before.state, number)
        after = await self.load_season(reported, before.judged)
        return ResultPreview(
            judgement=after.judgements[number],
            findings=after.findings(fixture.night),
            moves=before.standings.compare(after.standings),
        )

    async def clear(self, edit: LeagueEdit, number: int) -> LeagueSeason:
        """Delete the reports of a fixture, or of a side its own; again, it changes nothing."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            comparison = await edit.compare(league)
            settled = await self._settle(league)
            revision = decide_clearing(settled, stamp, number=number, comparison=comparison)
            return await self._settle_revision(revision)

        return await self.load_season(await edit.write(LeagueRole.SCORER, decide))

    async def _settle(self, league: LeagueState) -> LeagueState:
        """Return a league with the fixtures of its knock-out that follow from its results."""
        return league if league.bracket is None else (await self.load_season(league)).state

    async def _settle_revision(self, revision: LeagueRevision | None) -> LeagueRevision | None:
        if revision is None:
            return None
        return structs.replace(revision, after=await self._settle(revision.after))

    async def read_new_links(
        self, league: LeagueState, number: int, report: Report, device_id: UUID
    ) -> NewMatches:
        """Return the matches that a report adds to a fixture, except those the device is not in."""
        # Read as this device, because a link shows the score of a match to the whole league.
        previous = records.list_linked(each.report for each in league.reports_of(number))
        matches = {}
        for match_id in {*records.list_linked([report])}.difference(previous):
            with suppress(MatchNotFound):
                matches[match_id] = await self._match_changes.read(device_id, match_id)
        return matches


def decide_report(
    league: LeagueState,
    stamp: Stamp,
    *,
    number: int,
    report: Report,
    comparison: Comparison,
    new_matches: NewMatches,
) -> LeagueRevision | None:
    """Return a league with a report of a fixture; `new_matches` are those that it adds."""
    fixture = reports.find_fixture(league, number)
    reporter = reports.find_reporter(league, fixture, stamp.device_id)
    before = league.report(number, reporter.side)
    # Scores of linked matches are not part of a report, so they make no difference.
    report = reports.without_scores(report)
    is_enough = league.charter.format.policy is ResultPolicy.ONE
    kept = reports.keep_overwritten(league, fixture, report, stamp) if is_enough else league
    if before and before.report == report and (before.is_final or not reporter.is_final):
        action = LeagueAction.RESULT_CONFIRMED
        return None if kept is league else LeagueRevision(action=action, after=kept)
    if before:
        _permit_overwriting(before, reporter)
    decides = reporter.is_final or is_enough
    if reporter.side is None:
        after = reports.with_report(kept, number, report, stamp, is_final=reporter.is_final)
    else:
        after = reports.with_side_report(league, number, reporter.side, report, stamp)
    own = after.report(number, reporter.side)
    # A place may have been cleared since, which a client that names a version needs to have seen.
    if own and (before is None or before.report != report):
        comparison.refuse_stale(own.place)
    for known in league.reports_of(number):
        # A report that decides overwrites all others, so it needs to have seen them.
        if decides and known is not before and known.report != report:
            comparison.refuse_stale(known.place)
    check_links(league, fixture, report, new_matches)
    action = LeagueAction.RESULT_CHANGED if before else LeagueAction.RESULT_ENTERED
    return LeagueRevision(action=action, after=after)


def decide_clearing(
    league: LeagueState, stamp: Stamp, *, number: int, comparison: Comparison
) -> LeagueRevision | None:
    """Return a league without the reports that a device may clear; None if there are none.

    A side takes back its own report only, and a scorer of neither side what was entered for
    neither; organizers clear all, and where one report is enough everyone does.
    """
    fixture = reports.find_fixture(league, number)
    reporter = reports.find_reporter(league, fixture, stamp.device_id)
    clears_all = reporter.is_final or league.charter.format.policy is ResultPolicy.ONE
    known = league.reports_of(number)
    cleared = [each for each in known if clears_all or each.side == reporter.side]
    if not cleared:
        return None
    for each in cleared:
        _permit_overwriting(each, reporter)
        comparison.refuse_stale(each.place)
    after = reports.without(league, number, cleared)
    return LeagueRevision(action=LeagueAction.RESULT_CLEARED, after=after)


def _permit_overwriting(before: RecordedReport, reporter: reports.Reporter) -> None:
    """Refuse to overwrite what an organizer settled, except by one."""
    if before.is_final and not reporter.is_final:
        raise NotAllowed(_SETTLED())


def check_links(
    league: LeagueState, fixture: Fixture, report: Report, new_matches: NewMatches
) -> None:
    """Refuse links to matches of other tables, rules or fixtures, and the same link twice."""
    previous = set(records.list_linked(each.report for each in league.reports_of(fixture.number)))
    elsewhere = set(league.linked_matches) - previous
    table = league.charter.format.fixture_table
    links: set[UUID] = set()
    for index, reported in enumerate(report.matches):
        match_id = reported.match_id
        if match_id is None:
            continue
        with messages.prefix_pointer(f"/matches/{index}/matchId"):
            if match_id in links:
                raise MatchLinked(_LINKED_TWICE())
            if match_id in elsewhere:
                raise MatchLinked
            links.add(match_id)
            # A device that corrects a report need not be in matches that another device linked.
            if match_id in previous:
                continue
            if match_id not in new_matches:
                raise MatchNotFound
            match = new_matches[match_id].match
            if (match.ruleset, match.seating.table) != (league.ruleset, table):
                raise NotItsMatch
