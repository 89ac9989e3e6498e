"""Players: whose device is that of which player of a league."""

from uuid import UUID

from msgspec import structs

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Stamp
from api.http.preconditions import Precondition
from api.leagues import members
from api.leagues.changes import LeagueChanges, LeagueNotFound, LeagueOutcome, refuse_stale
from api.leagues.state import LeagueAction, LeagueMember, LeagueState
from domain.errors import Refusal
from domain.league.leagues import Playing


class PlayerNotClaimed(Refusal):
    """This device has not claimed to be the player; only its own claim can be granted."""

    code = "player_not_claimed"


class Players:
    """What members of a league may say about which players they are."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def claim(
        self, command: Command, league_id: UUID, player: Playing
    ) -> tuple[LeagueState, LeagueMember]:
        """Say that one is a player; one is once the owner agrees, who agrees with himself."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            member = _member(book, made.device_id)
            members.refuse_taken(book, player, made.device_id)
            if player in {member.plays_as, member.asks_for}:
                return None
            if member.role is Role.OWNER:
                after = members.played(book, member, player)
                return LeagueOutcome(action=LeagueAction.PLAYER_GIVEN, after=after)
            after = members.changed(book, structs.replace(member, asks_for=player))
            return LeagueOutcome(action=LeagueAction.PLAYER_ASKED_FOR, after=after)

        claimed = await self._changes.write(command, league_id, Role.VIEWER, act)
        return claimed, _member(claimed, command.device_id)

    async def assign(
        self,
        command: Command,
        league_id: UUID,
        player: Playing,
        device_id: UUID | None,
        seen: Precondition,
    ) -> LeagueState:
        """Say whose device is that of a player, which is the owner's consent, or nobody's."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            holder = members.holder(book, player)
            if device_id == (holder.device_id if holder else None):
                return None
            refuse_stale(book, seen)
            if device_id is not None:
                member = members.of(book, device_id, pointer="/deviceId")
                after = members.played(book, member, player)
                if player != member.asks_for and device_id != made.device_id:
                    raise PlayerNotClaimed(pointer="/deviceId")
                return LeagueOutcome(action=LeagueAction.PLAYER_GIVEN, after=after)
            freed = [structs.replace(holder, plays_as=None)] if holder else []
            after = members.changed(book, *freed)
            return LeagueOutcome(action=LeagueAction.MEMBER_CHANGED, after=after)

        return await self._changes.write(command, league_id, Role.OWNER, act)


def _member(book: LeagueState, device_id: UUID) -> LeagueMember:
    member = book.member(device_id)
    if member is None:
        raise LeagueNotFound
    return member
