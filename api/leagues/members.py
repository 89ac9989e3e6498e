"""The members of a league: who keeps it, who follows it, and which players they are."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from api.access.invites import Invite
from api.access.members import NoSuchMember
from api.access.roles import RANKS, Role
from api.leagues.state import LeagueMember, LeagueState
from domain.errors import Refusal
from domain.league.leagues import Playing

MOST: Final = 64
"""How many devices can take part in keeping a league."""


class LeagueFull(Refusal):
    """The league has 64 members; the owner can remove one."""

    code = "league_full"


class NoSuchPlayer(Refusal):
    """The league has no such player."""

    code = "no_such_player"


class PlayerTaken(Refusal):
    """Another device is this player; the owner can change that."""

    code = "player_taken"


def of(book: LeagueState, device_id: UUID, *, pointer: str = "") -> LeagueMember:
    """The part that a device takes; refused if it takes none."""
    member = book.member(device_id)
    if member is None:
        raise NoSuchMember("No device of that id takes part in the league.", pointer=pointer)
    return member


def admitted(book: LeagueState, device_id: UUID, invite: Invite, at: datetime) -> LeagueState:
    """The league with a device let in; one that is in loses nothing, and may gain by it."""
    known = book.member(device_id)
    role = max(invite.member_role, known.role if known else Role.VIEWER, key=RANKS.index)
    return given(book, device_id, role, at)


def given(book: LeagueState, device_id: UUID, role: Role, at: datetime) -> LeagueState:
    """The league with a role given to a device, which is in from now on if it was not before."""
    known = book.member(device_id)
    if known is None and len(book.members) >= MOST:
        raise LeagueFull
    if known is not None and known.role is role:
        return book
    member = known or LeagueMember(device_id=device_id, role=role, joined_at=at)
    return changed(book, structs.replace(member, role=role))


def changed(book: LeagueState, *members: LeagueMember) -> LeagueState:
    """The league with some members added or replaced, oldest first."""
    everybody = {each.device_id: each for each in (*book.members, *members)}
    ordered = sorted(everybody.values(), key=lambda each: (each.joined_at, each.device_id))
    return replace(book, members=tuple(ordered))


def holder(book: LeagueState, player: Playing) -> LeagueMember | None:
    """Whose device is that of a player; refused if there is no such player."""
    if _name(book, player) is None:
        raise NoSuchPlayer(f"Entrant {player.entrant} has no player {player.player}.")
    return next((each for each in book.members if each.plays_as == player), None)


def refuse_taken(book: LeagueState, player: Playing, by: UUID) -> None:
    """Refuse a player whose device is another one."""
    known = holder(book, player)
    if known is not None and known.device_id != by:
        raise PlayerTaken


def played(book: LeagueState, member: LeagueMember, player: Playing) -> LeagueState:
    """The league with a member that is a player; nobody else asks to be that one any more."""
    refuse_taken(book, player, member.device_id)
    asking = (each for each in book.members if each.asks_for == player)
    answered = [structs.replace(each, asks_for=None) for each in asking]
    return changed(book, *answered, structs.replace(member, plays_as=player, asks_for=None))


def without_replaced(before: LeagueState, after: LeagueState) -> LeagueState:
    """The league after its players changed: nobody is in the place of somebody else."""

    def same(player: Playing | None) -> Playing | None:
        is_same = player is not None and _name(before, player) == _name(after, player)
        return player if is_same else None

    return changed(
        after,
        *(
            structs.replace(each, plays_as=same(each.plays_as), asks_for=same(each.asks_for))
            for each in after.members
        ),
    )


def _name(book: LeagueState, player: Playing) -> str | None:
    """What a player is called; None if there is no such player."""
    entrant = book.entrant(player.entrant)
    names = entrant.players if entrant else ()
    return names[player.player] if 0 <= player.player < len(names) else None
