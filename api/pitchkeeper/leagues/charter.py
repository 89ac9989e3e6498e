"""Charters: open a league, and change its charter and who keeps it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from msgspec import Struct, structs

from pitch import RuleSet, errors
from pitch.errors import Refusal
from pitch.league import Entrant, check_format, check_league
from pitch.messages import Message
from pitchkeeper.access import aggregates
from pitchkeeper.access.changes import permit
from pitchkeeper.access.devices import Command
from pitchkeeper.access.membership import members
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.database.listings import JournalQuery, ListQuery
from pitchkeeper.leagues import amendments, replay
from pitchkeeper.leagues.changes import LeagueChanges, LeagueRevision, Unseen, refuse_unseen
from pitchkeeper.leagues.journal import LeagueAction, LeagueJournalLine
from pitchkeeper.leagues.season import seasons
from pitchkeeper.leagues.season.results import Outcomes
from pitchkeeper.leagues.state import CHARTER, Charter, LeagueState, RecordedLeagueMember
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.leagues.summaries import ListedLeague
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition


class LeagueExists(Refusal):
    """There is another league of that id."""

    code = "league_exists"
    default_message = Message("problem.league_exists")


class DatesOutOfOrder(Refusal):
    """A league has at most one date for each night, each later than the one before."""

    code = "dates_out_of_order"
    default_message = Message("problem.dates_out_of_order")
    hint = "At most one date for each night."


class Founding(Struct, frozen=True):
    """What is agreed when a league is opened."""

    ruleset: RuleSet
    charter: Charter
    entrants: tuple[Entrant, ...]


class Charters:
    """What a device may do with a league as a whole, and with whoever keeps it."""

    def __init__(
        self,
        store: LeagueStore,
        match_store: MatchStore,
        changes: LeagueChanges,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
    ) -> None:
        self._store = store
        self._match_store = match_store
        self._changes = changes
        self._clock = clock
        self._new_id = new_id

    async def open(
        self, command: Command, founding: Founding, league_id: UUID | None = None
    ) -> LeagueState:
        """Open a league that the device owns; one that it opened alike before is that one."""
        new_id = aggregates.choose_id(league_id, command, self._new_id, pointer="/leagueId")
        opened = self._opened(command, founding, new_id)
        check_league(opened.league)
        check_dates(founding.charter)
        entry = replay.change_of(LeagueAction.LEAGUE_OPENED, {}, opened)
        if await self._store.add(opened, command, entry):
            return opened
        # Taken: by a copy of this request if the same was agreed, else by another league.
        first = await self._changes.read_original(command.device_id, opened.league_id, LeagueExists)
        if _agreed(first) != _agreed(opened):
            raise LeagueExists
        return first

    async def league(self, device_id: UUID, league_id: UUID) -> LeagueState:
        """A league that the device takes part in."""
        return await self._changes.read(device_id, league_id)

    async def leagues(
        self, device_id: UUID, wanted: ListQuery, limit: int
    ) -> Sequence[ListedLeague]:
        """A page of the leagues of a device."""
        return await self._store.page(device_id, wanted, limit)

    async def journal(
        self, device_id: UUID, league_id: UUID, wanted: JournalQuery, limit: int
    ) -> tuple[Sequence[LeagueJournalLine], DeviceNames]:
        """Who changed what in a league, and what its members call their devices."""
        league = await self._changes.read(device_id, league_id)
        return await self._store.journal(league_id, wanted, limit), league.device_names

    async def charter(
        self, command: Command, league_id: UUID, charter: Charter, seen: Precondition
    ) -> LeagueState:
        """Change what is agreed of a league. What was played stays as it is."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            linked = league.linked
            # What linked matches say by now decides as well what results can be.
            outcomes = await self._match_store.list_outcomes(linked) if linked else {}
            unseen = await self._changes.unseen(league, seen)
            return decide_charter(
                league, charter=charter, seen=seen, unseen=unseen, outcomes=outcomes
            )

        return await self._changes.write(command, league_id, Role.OWNER, decide)

    async def change_role(
        self, command: Command, league_id: UUID, device_id: UUID, role: Role, seen: Precondition
    ) -> LeagueState:
        """Give a member another role; the role of the owner is handed over."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            unseen = await self._changes.unseen(league, seen)
            return decide_role(
                league, stamp, device_id=device_id, role=role, seen=seen, unseen=unseen
            )

        return await self._changes.write(command, league_id, Role.OWNER, decide)

    async def remove(self, command: Command, league_id: UUID, device_id: UUID) -> LeagueState:
        """End the part of a device; everybody but the owner may leave."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision:
            return decide_removal(league, stamp, device_id=device_id)

        return await self._changes.write(command, league_id, Role.VIEWER, decide)

    def _opened(self, command: Command, founding: Founding, league_id: UUID) -> LeagueState:
        now = self._clock()
        owner = RecordedLeagueMember(device_id=command.device_id, role=Role.OWNER, joined_at=now)
        return LeagueState(
            league_id=league_id,
            version=1,
            ruleset=founding.ruleset,
            charter=founding.charter,
            entrants=founding.entrants,
            members=(owner,),
            created_at=now,
            updated_at=now,
        )


def decide_charter(
    league: LeagueState,
    *,
    charter: Charter,
    seen: Precondition,
    unseen: Unseen,
    outcomes: Outcomes,
) -> LeagueRevision | None:
    """Return a league with another charter, under which all that was played can have been."""
    if charter == league.charter:
        return None
    refuse_unseen(league, CHARTER, seen, unseen)
    with errors.prefix_pointer("/format"):
        check_format(league.ruleset, charter.format)
    check_dates(charter)
    amendments.check_charter(league, charter)
    nights = charter.format.nights
    # Nights that are no longer played lose their fixtures; none of those was played.
    staying = tuple(each for each in league.fixtures if each.night <= nights)
    after = structs.replace(league, charter=charter, fixtures=staying)
    amendments.check_results(seasons.of(league, outcomes), seasons.of(after, outcomes))
    return LeagueRevision(action=LeagueAction.CHARTER_CHANGED, after=after)


def decide_role(
    league: LeagueState,
    stamp: Stamp,
    *,
    device_id: UUID,
    role: Role,
    seen: Precondition,
    unseen: Unseen,
) -> LeagueRevision | None:
    """Return a league in which a member may do more, or less."""
    if members.for_device(league, device_id).role is role:
        return None
    if seen.is_given:
        refuse_unseen(league, f"member/{device_id}", seen, unseen)
    after = members.with_role(league, device_id, role, stamp.device_id)
    is_handed_over = role is Role.OWNER
    action = LeagueAction.OWNER_CHANGED if is_handed_over else LeagueAction.MEMBER_CHANGED
    return LeagueRevision(action=action, after=after)


def decide_removal(league: LeagueState, stamp: Stamp, *, device_id: UUID) -> LeagueRevision:
    """Return a league without a member."""
    if stamp.device_id != device_id:
        permit(league, stamp.device_id, Role.OWNER)
    members.refuse_owner(league, members.for_device(league, device_id))
    after = members.without(league, device_id)
    return LeagueRevision(action=LeagueAction.MEMBER_REMOVED, after=after)


def check_dates(charter: Charter) -> None:
    """Refuse dates of nights that are too many or do not follow each other."""
    dates = charter.dates
    if len(dates) > charter.format.nights or any(later <= one for one, later in pairwise(dates)):
        raise DatesOutOfOrder(pointer="/dates")


def _agreed(league: LeagueState) -> tuple[object, ...]:
    # With whose it is: the same league under the same id, from another device, is no retry.
    owners = tuple(each.device_id for each in league.members)
    return league.ruleset, league.charter, league.entrants, owners
