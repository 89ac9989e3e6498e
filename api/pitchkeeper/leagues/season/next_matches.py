"""Next matches: open the next match of a fixture, or join the one being played."""

from collections.abc import Callable, Mapping
from uuid import UUID

from msgspec import Struct

from pitch import Status
from pitch.messages import COUNT, Message, Refusal
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.leagues.changes import LeagueEdit, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import Report
from pitchkeeper.leagues.season import reports
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches import opening as openings
from pitchkeeper.matches.changes import MatchChanges, MatchEdit
from pitchkeeper.matches.members import seats
from pitchkeeper.matches.opening import MOST_MATCHES, TooManyMatches
from pitchkeeper.matches.state import MatchProgress, MatchState
from pitchkeeper.matches.store import MatchStore

_DECIDED = Message("problem.fixture_complete.decided", matchup=COUNT)
_IN_ONE_LINE = Message("problem.fixture_complete.one_line", matchup=COUNT)
_BEING_PLAYED = Message("problem.match_going_on", matchup=COUNT)


class MatchGoingOn(Refusal, has_message=False):
    """A match that was linked to the matchup is being played; its owner can invite others."""


class _Progress(Struct, frozen=True):
    """The progress of a fixture: its linked matches without a winner."""

    season: LeagueSeason
    unfinished: frozenset[UUID]
    live: Mapping[UUID, MatchProgress]
    """The unfinished matches that were not deleted."""
    has_many_matches: bool
    """Whether the device is in as many matches as it may be."""


class NextMatches:
    """The use case of phones at a table whose next match begins."""

    def __init__(
        self,
        store: MatchStore,
        league_seasons: LeagueSeasons,
        match_changes: MatchChanges,
        new_id: Callable[[], UUID],
    ) -> None:
        self._store = store
        self._seasons = league_seasons
        self._match_changes = match_changes
        self._new_id = new_id

    async def open(self, edit: LeagueEdit, number: int) -> MatchState:
        """Open the next match of a fixture, with everybody in the right seat, and return it.

        If the last match is still being played, the device becomes a scorer of that one.
        """
        command = edit.command
        match_id = command.id or self._new_id()

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            season = await self._seasons.load_season(league)
            unfinished = reports.unfinished_matches(season, number)
            live = await self._store.watch_matches(unfinished)
            has_many = await self._store.has_many_matches(stamp.device_id, MOST_MATCHES)
            progress = _Progress(season, frozenset(unfinished), live, has_many)
            return decide_match(progress, stamp, number=number, match_id=match_id)

        league = await edit.write(LeagueRole.SCORER, decide)
        last_id = reports.last_match(league, number) or match_id
        # As it was opened, even for a copy of the command that comes after the first hands.
        if last_id == match_id:
            return await self._match_changes.read(command.device_id, last_id, version=1)
        # One of the phones that ask at once opened it; the others join.
        if last_id in reports.opened_matches(league, number):
            joining = MatchEdit(self._match_changes, command, last_id)
            return await seats.let_in(joining, self._store)
        return await self._match_changes.read(command.device_id, last_id)


def decide_match(
    progress: _Progress, stamp: Stamp, *, number: int, match_id: UUID
) -> LeagueRevision | None:
    """Return a league with one more match of a fixture; None while the last is being played."""
    season, league = progress.season, progress.season.state
    reports.find_reporter(league, reports.find_fixture(league, number), stamp.device_id)
    _refuse_settled(season, number)
    last = reports.last_match(league, number)
    if last is not None and last in progress.live:
        _check_access(league, number, last, progress.live[last], stamp.device_id)
        return None
    # Deleted matches can be restored while no other needs their place.
    deleted = progress.unfinished - progress.live.keys()
    roomy = reports.make_room(league, number, deleted, stamp)
    opening = reports.next_opening(roomy, number, deleted)
    # Checked last, because a device that joins the current match opens none.
    if progress.has_many_matches:
        raise TooManyMatches
    return LeagueRevision(
        action=LeagueAction.MATCH_OPENED,
        after=reports.with_match(roomy, number, match_id, stamp),
        opens=openings.new_match(opening, match_id, stamp.device_id, stamp.at),
    )


def _refuse_settled(season: LeagueSeason, number: int) -> None:
    """Refuse another match of a fixture that is settled, forfeited or reported by wins alone."""
    fixture = reports.find_fixture(season.state, number)
    counted = season.report_with_scores(number)
    report = counted.report if counted else Report()
    is_settled = season.judgements[fixture.number].status is Status.SETTLED
    if is_settled or report.neither_came or report.forfeit is not None:
        raise reports.FixtureComplete(_DECIDED(matchup=number))
    if report.wins is not None or number in season.contradicted:
        raise reports.FixtureComplete(_IN_ONE_LINE(matchup=number))


def _check_access(
    league: LeagueState, number: int, match_id: UUID, progress: MatchProgress, device_id: UUID
) -> None:
    """Refuse a device that may not join the match being played.

    A match opened for a fixture admits the scorers of the league. One that was linked later admits
    only its members, because its owner may not know of the league.
    """
    is_opened_here = match_id in reports.opened_matches(league, number)
    if device_id not in progress.members and not is_opened_here:
        raise MatchGoingOn(
            _BEING_PLAYED(matchup=number), hint=f"Match {match_id} was not opened by this league."
        )
