"""The members of a league: who keeps it, who follows it, and which players they are."""

from datetime import datetime
from uuid import UUID

from msgspec import structs

from pitch.errors import Refusal
from pitch.league import Playing
from pitch.messages import Message
from pitchkeeper.access.membership import members
from pitchkeeper.access.membership.invites import Invite
from pitchkeeper.leagues.state import LeagueState, RecordedLeagueMember


class LeagueFull(Refusal):
    """The league has 64 members; the owner can remove one."""

    code = "league_full"
    default_message = Message("problem.league_full")


class NoSuchPlayer(Refusal):
    """The league has no such player."""

    code = "no_such_player"
    default_message = Message("problem.no_such_player")


class PlayerTaken(Refusal):
    """Another device is this player; the owner can change that."""

    code = "player_taken"
    default_message = Message("problem.player_taken")


def admitted(league: LeagueState, device_id: UUID, invite: Invite, at: datetime) -> LeagueState:
    """The league with a device let in; one that is in loses nothing, and may gain by it."""
    newcomer = RecordedLeagueMember(device_id=device_id, role=invite.member_role, joined_at=at)
    return members.admit(league, newcomer, LeagueFull)


def holder(league: LeagueState, player: Playing) -> RecordedLeagueMember | None:
    """Whose device is that of a player; refused if there is no such player."""
    if _name(league, player) is None:
        raise NoSuchPlayer(hint=f"Entrant {player.entrant} has no player {player.player}.")
    return members.holder(league, player)


def without_replaced(before: LeagueState, after: LeagueState) -> LeagueState:
    """The league after its players changed: nobody is in the place of somebody else."""

    def same(player: Playing | None) -> Playing | None:
        is_same = player is not None and _name(before, player) == _name(after, player)
        return player if is_same else None

    return members.put(
        after,
        *(
            structs.replace(each, plays_as=same(each.plays_as), asks_for=same(each.asks_for))
            for each in after.members
        ),
    )


def _name(league: LeagueState, player: Playing) -> str | None:
    """What a player is called; None if there is no such player."""
    entrant = league.entrant(player.entrant)
    names = entrant.players if entrant else ()
    return names[player.player] if 0 <= player.player < len(names) else None
