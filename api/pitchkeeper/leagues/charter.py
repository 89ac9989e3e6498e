"""Charters: open a league, read leagues and their journals, and change a charter."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final
from uuid import UUID

from msgspec import structs

from pitch import RuleSet, messages
from pitch.messages import Refusal
from pitchkeeper import zones
from pitchkeeper.access import aggregates
from pitchkeeper.access.devices import Command, LeagueRole, Stamp
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.database.listings import JournalQuery
from pitchkeeper.database.notifications import Notifications
from pitchkeeper.leagues import amendments, entrants, journal
from pitchkeeper.leagues.changes import Comparison, LeagueChanges, LeagueEdit, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction, LeagueJournalLine
from pitchkeeper.leagues.pieces import CHARTER
from pitchkeeper.leagues.records import RecordedLeagueMember
from pitchkeeper.leagues.season import seasons, slot_plans
from pitchkeeper.leagues.season.counting import Outcomes
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.leagues.views import NewLeague
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.views import same_fields

WAIT: Final = 10.0
"""The most seconds that a reader waits for a change."""


class LeagueExists(Refusal):
    """There is another league of that id."""


class DatesOutOfOrder(Refusal):
    """A league has at most one date for each night, none earlier than the one before."""

    hint = "At most one date for each night."


class Charters:
    """Use cases for a league as a whole."""

    def __init__(
        self,
        store: LeagueStore,
        match_store: MatchStore,
        changes: LeagueChanges,
        notifications: Notifications,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
    ) -> None:
        self._store = store
        self._notifications = notifications
        self._match_store = match_store
        self._changes = changes
        self._clock = clock
        self._new_id = new_id

    async def open(self, command: Command, request: NewLeague, ruleset: RuleSet) -> LeagueState:
        """Open a league that the device owns, or return it if a copy of the request opened it."""
        league_id = aggregates.choose_id(
            request.league_id, command, self._new_id, pointer="/leagueId"
        )
        league = _new_league(request, ruleset, league_id, command.device_id, self._clock())
        for place, entrant in enumerate(request.entrants):
            # No night of a new league is open, so nobody can walk in yet.
            if entrant.from_slot is not None:
                with messages.prefix_pointer(f"/entrants/{place}/fromSlot"):
                    slot_plans.find_open(league, entrant.from_night or 1)
        return await self.add(command, league)

    async def add(self, command: Command, league: LeagueState) -> LeagueState:
        """Store a new league, or return it if a copy of the request opened it."""
        league.league.check()
        check_when(league.charter)
        entry = journal.describe_change(LeagueAction.LEAGUE_OPENED, {}, league)
        if await self._store.add(league, command, entry):
            return league
        # The id is taken: by a copy of this request if both agree on everything.
        existing = await self._changes.read_original(
            command.device_id, league.league_id, LeagueExists
        )
        if _terms(existing) != _terms(league):
            raise LeagueExists
        return existing

    async def read_newer(
        self, device_id: UUID, league_id: UUID, version: int | None
    ) -> LeagueState:
        """Return a league once it is newer than a version, or after some seconds as it is."""
        if version is None:
            return await self._changes.read(device_id, league_id)
        with self._notifications.watching(league_id) as watch:
            end = asyncio.get_running_loop().time() + WAIT
            while True:
                # Cleared before the league is read, so that no change after that is missed.
                watch.changed.clear()
                league = await self._changes.read(device_id, league_id)
                if league.version > version or watch.is_over:
                    return league
                try:
                    async with asyncio.timeout_at(end):
                        await watch.changed.wait()
                except TimeoutError:
                    return league

    async def journal(
        self, device_id: UUID, league_id: UUID, query: JournalQuery, limit: int
    ) -> tuple[Sequence[LeagueJournalLine], DeviceNames]:
        """Return a page of the journal of a league, and the names of its devices."""
        league = await self._changes.read(device_id, league_id)
        return await self._store.journal(league_id, query, limit), league.device_names

    async def change(self, edit: LeagueEdit, charter: Charter) -> LeagueState:
        """Change the charter of a league; results stay."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            # The scores of linked matches decide too whether results are possible.
            match_ids = league.hand_kept_matches
            outcomes = await self._match_store.list_outcomes(match_ids) if match_ids else {}
            comparison = await edit.compare(league)
            return decide_charter(league, charter=charter, comparison=comparison, outcomes=outcomes)

        return await edit.write(LeagueRole.ORGANISER, decide)


def decide_charter(
    league: LeagueState, *, charter: Charter, comparison: Comparison, outcomes: Outcomes
) -> LeagueRevision | None:
    """Return a league with another charter, under which all its results stay possible."""
    if charter == league.charter:
        return None
    comparison.refuse_stale(CHARTER)
    with messages.prefix_pointer("/format"):
        charter.format.check(league.ruleset)
    check_when(charter)
    amendments.check_charter(league, charter)
    league = amendments.without_outdated_bracket(league, charter)
    nights = charter.format.nights
    # Nights that are cut off lose their fixtures; none of those was played.
    fixtures = tuple(fixture for fixture in league.fixtures if fixture.night <= nights)
    after = structs.replace(
        league,
        charter=charter,
        fixtures=fixtures,
        nights=tuple(each for each in league.nights if each.night <= nights),
        check_ins=tuple(each for each in league.check_ins if each.night <= nights),
    )
    amendments.check_results(
        seasons.from_state(league, outcomes), seasons.from_state(after, outcomes)
    )
    return LeagueRevision(action=LeagueAction.CHARTER_CHANGED, after=after)


def check_when(charter: Charter) -> None:
    """Refuse more dates than nights, dates out of order, and unknown time zones."""
    if charter.time_zone is not None:
        zones.check(charter.time_zone)
    dates = charter.dates
    is_disordered = any(later < earlier for earlier, later in pairwise(dates))
    if len(dates) > charter.format.nights or is_disordered:
        raise DatesOutOfOrder(pointer="/dates")


def _new_league(
    request: NewLeague, ruleset: RuleSet, league_id: UUID, owner: UUID, at: datetime
) -> LeagueState:
    return LeagueState(
        league_id=league_id,
        version=1,
        ruleset=ruleset,
        charter=Charter(**same_fields(Charter, request)),
        entrants=tuple(
            entrants.new_entrant(entrant, number, entrant.from_night or 1)
            for number, entrant in enumerate(request.entrants, start=1)
        ),
        members=(RecordedLeagueMember(device_id=owner, role=LeagueRole.OWNER, joined_at=at),),
        created_at=at,
        updated_at=at,
    )


def _terms(league: LeagueState) -> tuple[object, ...]:
    # With the owner: the same league under the same id from another device is no copy.
    owners = tuple(member.device_id for member in league.members)
    return league.ruleset, league.charter, league.entrants, owners
