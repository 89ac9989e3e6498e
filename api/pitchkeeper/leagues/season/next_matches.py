"""Next matches: open the next match of a fixture, or come into the one that is being played."""

from collections.abc import Callable, Mapping
from uuid import UUID

from msgspec import Struct

from pitch import Status
from pitch.errors import Refusal
from pitch.messages import COUNT, Message
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.leagues.changes import LeagueChanges, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.season import reports
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches import opening
from pitchkeeper.matches.hands.scoring import Scoring
from pitchkeeper.matches.members.seats import Seats
from pitchkeeper.matches.opening import MOST_MATCHES, TooManyMatches
from pitchkeeper.matches.state import MatchProgress, MatchState
from pitchkeeper.matches.store import MatchStore

_DECIDED = Message("problem.fixture_complete.decided", matchup=COUNT)
_IN_ONE_LINE = Message("problem.fixture_complete.one_line", matchup=COUNT)
_BEING_PLAYED = Message("problem.match_going_on", matchup=COUNT)


class MatchGoingOn(Refusal):
    """A match that was linked to the matchup is being played; its owner can invite others."""

    code = "match_going_on"


class _Going(Struct, frozen=True):
    """How far the matches of a fixture are, which nobody has won, and whether there is room."""

    season: LeagueSeason
    unfinished: frozenset[UUID]
    watched: Mapping[UUID, MatchProgress]
    is_full: bool
    """Whether the device is in as many matches as it may be."""


class NextMatches:
    """What the phones of a table do when its next match begins."""

    def __init__(
        self,
        store: MatchStore,
        changes: LeagueChanges,
        fixtures: Fixtures,
        scoring: Scoring,
        seats: Seats,
        new_id: Callable[[], UUID],
    ) -> None:
        self._store = store
        self._changes = changes
        self._fixtures = fixtures
        self._scoring = scoring
        self._seats = seats
        self._new_id = new_id

    async def open(self, command: Command, league_id: UUID, number: int) -> MatchState:
        """The next match of a fixture, opened with everybody in the right seat.

        While the last one is being played it is that one, and the device becomes a scorer of it.
        """
        match_id = command.id or self._new_id()

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            season = await self._fixtures.of(league)
            unfinished = reports.unfinished(season, number)
            watched = await self._store.watch_matches(unfinished)
            is_full = await self._store.has_many_matches(stamp.device_id, MOST_MATCHES)
            going = _Going(season, frozenset(unfinished), watched, is_full)
            return decide_match(going, stamp, number=number, match_id=match_id)

        league = await self._changes.write(command, league_id, Role.SCORER, decide)
        next_id = reports.last_match(league, number) or match_id
        # As it was opened, also for a copy of the command that comes when hands are there already.
        if next_id == match_id:
            return await self._scoring.match(command.device_id, next_id, version=1)
        # Of all phones at a table that ask at once one has opened it, and the others come in.
        if next_id in reports.opened(league, number):
            return await self._seats.let_in(command, next_id)
        return await self._scoring.match(command.device_id, next_id)


def decide_match(
    going: _Going, stamp: Stamp, *, number: int, match_id: UUID
) -> LeagueRevision | None:
    """Return a league with one more match of a fixture; None while the last one is being played."""
    league = going.season.state
    _refuse_settled(going.season, number)
    if _is_going_on(going.season, number, stamp.device_id, going.watched):
        return None
    # A match that is not watched was deleted, and may come back while nobody needs its place.
    deleted = going.unfinished - going.watched.keys()
    roomy = reports.with_room(league, number, deleted, stamp)
    agreed = reports.opening(roomy, number, deleted)
    # Asked last: whoever comes into the match that is going on opens none.
    if going.is_full:
        raise TooManyMatches
    return LeagueRevision(
        action=LeagueAction.MATCH_OPENED,
        after=reports.with_match(roomy, number, match_id, stamp),
        opens=opening.new_match(agreed, match_id, stamp.device_id, stamp.at),
    )


def _refuse_settled(season: LeagueSeason, number: int) -> None:
    """Refuse another match of a fixture that is decided, given up, or reported in one line."""
    fixture, report = reports.fixture(season.state, number), reports.of(season.state, number)
    is_settled = season.judgements[fixture.number].status is Status.SETTLED
    is_given_up = report.neither_came or report.forfeit is not None
    if is_settled or is_given_up:
        raise reports.FixtureComplete(_DECIDED(matchup=number))
    if report.wins is not None:
        raise reports.FixtureComplete(_IN_ONE_LINE(matchup=number))


def _is_going_on(
    season: LeagueSeason, number: int, device_id: UUID, watched: Mapping[UUID, MatchProgress]
) -> bool:
    """Whether the last match is being played; refused to whom nobody has let into it.

    Who opens a match for a fixture opens it to the scorers of the league. One that was linked
    later is its owner's, who may not even know of the league.
    """
    last = reports.last_match(season.state, number)
    if last is None or last not in watched:
        return False
    members = watched[last].members
    if device_id not in members and last not in reports.opened(season.state, number):
        raise MatchGoingOn(
            _BEING_PLAYED(matchup=number), hint=f"Match {last} was not opened by this league."
        )
    return True
