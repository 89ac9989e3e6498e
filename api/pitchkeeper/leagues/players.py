"""Players: whose device is that of which player of a league."""

from uuid import UUID

from pitch.errors import Refusal
from pitch.league import Playing
from pitch.messages import Message
from pitchkeeper.access.devices import Command
from pitchkeeper.access.membership import members
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.leagues import members as league_members
from pitchkeeper.leagues.changes import LeagueChanges, LeagueRevision, refuse_stale
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.members import PlayerTaken
from pitchkeeper.leagues.state import LeagueState, RecordedLeagueMember
from pitchkeeper.rest.preconditions import Precondition


class PlayerNotClaimed(Refusal):
    """This device has not claimed to be the player; only its own claim can be granted."""

    code = "player_not_claimed"
    default_message = Message("problem.player_not_claimed")
    hint = "Only a device's own claim can be granted."


class Players:
    """What members of a league may say about which players they are."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def claim(
        self, command: Command, league_id: UUID, player: Playing
    ) -> tuple[LeagueState, RecordedLeagueMember]:
        """Say that one is a player; one is once the owner agrees, who agrees with himself."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            return decide_claim(league, stamp, player=player)

        after = await self._changes.write(command, league_id, Role.VIEWER, decide)
        return after, members.for_device(after, command.device_id)

    async def assign(
        self,
        command: Command,
        league_id: UUID,
        player: Playing,
        device_id: UUID | None,
        seen: Precondition,
    ) -> LeagueState:
        """Say whose device is that of a player, which is the owner's consent, or nobody's."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            return decide_assignment(league, stamp, player=player, device_id=device_id, seen=seen)

        return await self._changes.write(command, league_id, Role.OWNER, decide)


def decide_claim(league: LeagueState, stamp: Stamp, *, player: Playing) -> LeagueRevision | None:
    """Return a league with a player asked for, or given where the owner asks."""
    # Only to refuse a player that there is not; whether it is taken says `members`.
    league_members.holder(league, player)
    after = members.claim(league, stamp.device_id, player, PlayerTaken)
    is_owner = league.is_owner(stamp.device_id)
    action = LeagueAction.PLAYER_GIVEN if is_owner else LeagueAction.PLAYER_ASKED_FOR
    return None if after is league else LeagueRevision(action=action, after=after)


def decide_assignment(
    league: LeagueState,
    stamp: Stamp,
    *,
    player: Playing,
    device_id: UUID | None,
    seen: Precondition,
) -> LeagueRevision | None:
    """Return a league in which a device is that of a player, or none is."""
    league_members.holder(league, player)
    refusals = (PlayerTaken, PlayerNotClaimed)
    after = members.assign(
        league, player, device_id, stamp.device_id, refusals, lambda: refuse_stale(league, seen)
    )
    action = LeagueAction.MEMBER_CHANGED if device_id is None else LeagueAction.PLAYER_GIVEN
    return None if after is None else LeagueRevision(action=action, after=after)
