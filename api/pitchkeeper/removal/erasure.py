"""Erasures: a device that wants to be forgotten is taken out of all that is kept.

It is signed out first and for good. Then each match and league is done in a transaction of its
own, which ends with the line of the device's list that led to it: what was begun can be done again
from wherever it stopped. The cleanup finishes it, and forgets the id of the device last.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from msgspec import structs

from pitch import number_alike_names, side_names
from pitchkeeper.access.devices import Device
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import NOBODY
from pitchkeeper.database import purge
from pitchkeeper.database.notifications import Notifications
from pitchkeeper.database.pool import Connection, Connections, queries
from pitchkeeper.leagues.journal import LeagueAction, LeagueChange, PieceChange
from pitchkeeper.leagues.state import Piece, RecordedLeagueMember
from pitchkeeper.matches.journal import Action, MatchChange, MembershipChange, PlayerChange
from pitchkeeper.matches.state import Head, Member, Summary
from pitchkeeper.messages import codecs
from pitchkeeper.rest.problems import Unauthenticated

_BATCH: Final = 100
_PATIENCE: Final = 10.0
"""Seconds that a device waits for what is done at once; the cleanup does the rest."""
_Member = TypeVar("_Member", Member, RecordedLeagueMember)


class Erasures:
    """The devices that are being erased."""

    def __init__(
        self,
        connections: Connections,
        clock: Callable[[], datetime],
        notifications: Notifications,
    ) -> None:
        self._connections = connections
        self._clock = clock
        self._notifications = notifications

    async def erase(self, device: Device) -> None:
        """Erase a device; refused if it shows a token that no longer counts."""
        begun = await self._connections.fetchval(
            queries().begin_erasure, device.device_id, device.token_hash, self._clock()
        )
        if begun is None:
            raise Unauthenticated
        # Every worker remembers tokens and has streams open, so all are told.
        self._notifications.device_signed_out(device.device_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._erase(device.device_id)

    def finish(self, connections: Connections) -> AsyncIterator[int]:
        """Erase what is left of devices, and their ids, one at a time."""
        return purge.remove_listed(connections, queries().list_begun_erasures, self._finish)

    async def _finish(self, device_id: UUID) -> None:
        await self._erase(device_id)
        # Last, for whatever was left could not be found again without the id.
        await self._connections.execute(queries().remove_device, device_id)

    async def _erase(self, device_id: UUID) -> None:
        fetch, named = self._connections.fetch, queries()
        # Each one ends with the line that led to it, so nothing is found twice and nothing is left.
        while found := await fetch(named.list_matches_ever, device_id, _BATCH):
            for row in found:
                await self._leave_match(device_id, row["match_id"])
        while found := await fetch(named.list_leagues_ever, device_id, _BATCH):
            for row in found:
                await self._leave_league(device_id, row["league_id"])
        await self._connections.execute(named.forget_keys, device_id)
        await self._connections.execute(named.forget_device_codes, device_id)
        await self._connections.common.execute(named.forget_streams, device_id)
        # What was read until now may still have had its names in it.
        self._notifications.device_erased(device_id)

    async def _leave_match(self, device_id: UUID, match_id: UUID) -> None:
        """Take a device out of a match, all at once or not at all."""
        async with self._connections.transaction() as connection:
            await self._erase_from_match(connection, device_id, match_id)
            await connection.execute(queries().forget_entrances, match_id, device_id)
            await connection.execute(queries().forget_matches, match_id, [device_id])
        self._notifications.match_changed(match_id)

    async def _erase_from_match(
        self, connection: Connection, device_id: UUID, match_id: UUID
    ) -> None:
        """Take a device out of the rows of a match, or remove the match if it was its alone."""
        # Locked: who read it with the device in it may be about to save that.
        row = await connection.fetchrow(queries().lock_match, match_id)
        if row is None:
            return
        members = _MEMBERS.decode(await connection.fetchval(queries().list_members, match_id))
        leaving = _member(members, device_id)
        if _is_its_own(members, leaving, is_deleted=row["deleted_at"] is not None):
            await purge.remove_match(connection, match_id)
            return
        heir = _heir(members, leaving)
        head, summary = _HEAD.decode(row["head"]), _SUMMARY.decode(row["summary"])
        if leaving is not None and leaving.seat is not None:
            head, summary = _unnamed(head, summary, leaving.seat)
        now = self._clock()
        await connection.execute(
            queries().erase_from_match,
            match_id,
            device_id,
            NOBODY,
            now,
            codecs.kept(head),
            codecs.kept(summary),
            heir.device_id if heir else None,
            codecs.kept(_entry(leaving, heir)),
            _name(head, leaving),
            _renamed(head, leaving),
            *_said(head, leaving),
        )
        staying = [each.device_id for each in members if each is not leaving]
        await connection.execute(queries().move_up_lists, match_id, staying, now)

    async def _leave_league(self, device_id: UUID, league_id: UUID) -> None:
        """Take a device out of a league, all at once or not at all."""
        async with self._connections.transaction() as connection:
            await self._erase_from_league(connection, device_id, league_id)
            await connection.execute(queries().forget_entrances, league_id, device_id)
            await connection.execute(queries().forget_leagues, league_id, [device_id])

    async def _erase_from_league(
        self, connection: Connection, device_id: UUID, league_id: UUID
    ) -> None:
        """Take a device out of the pieces of a league, or remove the league if it was its alone."""
        row = await connection.fetchrow(queries().lock_league, league_id)
        if row is None:
            return
        kept = _PIECES.decode(await connection.fetchval(queries().list_league_members, league_id))
        unordered = (piece.member for piece in kept if piece.member)
        members = sorted(unordered, key=lambda one: (one.joined_at, one.device_id))
        leaving = _member(members, device_id)
        if _is_its_own(members, leaving, is_deleted=row["deleted_at"] is not None):
            await purge.remove_league(connection, league_id)
            return
        heir = _heir(members, leaving)
        now = self._clock()
        await connection.execute(
            queries().erase_from_league,
            league_id,
            device_id,
            NOBODY,
            now,
            heir.device_id if heir else None,
            codecs.kept(_league_entry(leaving, heir)),
        )
        staying = [each.device_id for each in members if each is not leaving]
        await connection.execute(queries().move_up_league_lists, league_id, staying, now)


def _member(members: Sequence[_Member], device_id: UUID) -> _Member | None:
    return next((each for each in members if each.device_id == device_id), None)


def _is_its_own(members: Sequence[_Member], leaving: _Member | None, *, is_deleted: bool) -> bool:
    """Whether nobody else is in it, or only its owner could have brought it back."""
    if leaving is None:
        return not members
    return len(members) == 1 or (is_deleted and leaving.role is Role.OWNER)


def _heir(members: Sequence[_Member], leaving: _Member | None) -> _Member | None:
    """Who owns it from now on, if the owner leaves: who scores in it longest, else who looks."""
    if leaving is None or leaving.role is not Role.OWNER:
        return None
    staying = [each for each in members if each.device_id != leaving.device_id]
    return min(staying, key=lambda each: (each.role is not Role.SCORER, each.joined_at))


def _unnamed(head: Head, summary: Summary, seat: int) -> tuple[Head, Summary]:
    """What is kept of a match, with no name at a seat."""
    names = list(head.seating.names)
    others = names[:seat] + names[seat + 1 :]
    # Somebody else may be called Player 2.
    names[seat] = number_alike_names((*others, f"Player {seat + 1}"))[-1]
    seating = structs.replace(head.seating, names=tuple(names))
    sides = side_names(seating)
    return (
        structs.replace(head, seating=seating),
        structs.replace(summary, players=seating.names, sides=sides),
    )


def _name(head: Head, leaving: Member | None) -> str | None:
    """What the seat of a device is called; None if it has none."""
    if leaving is None or leaving.seat is None:
        return None
    return head.seating.names[leaving.seat]


def _renamed(head: Head, leaving: Member | None) -> bytes | None:
    """What journals say of the seat of a device, whatever it was called; None if it has none."""
    name = _name(head, leaving)
    if leaving is None or leaving.seat is None or name is None:
        return None
    return codecs.kept(PlayerChange(seat=leaving.seat, before=name, after=name))


def _said(head: Head, leaving: Member | None) -> tuple[str, str]:
    """What finds the player of a seat in a proof, whatever the name was then, and what it becomes.

    As PostgreSQL writes JSON, which is always alike. Without a seat nothing is found.
    """
    name = _name(head, leaving)
    if leaving is None or name is None:
        return _NOWHERE, ""
    # The name is ours by now, so there is nothing in it that JSON would write otherwise.
    seat = leaving.seat
    return _PLAYER % seat, f'{{"kind": "player", "text": "{name}", "number": {seat}}}'


def _entry(leaving: Member | None, heir: Member | None) -> MatchChange:
    left, became = _anonymous(leaving), _owner(heir)
    return MatchChange(
        action=Action.DEVICE_ERASED,
        members=(
            *((MembershipChange(device_id=NOBODY, before=left),) if left else ()),
            *(
                (MembershipChange(device_id=heir.device_id, before=heir, after=became),)
                if heir
                else ()
            ),
        ),
    )


def _league_entry(
    leaving: RecordedLeagueMember | None, heir: RecordedLeagueMember | None
) -> LeagueChange:
    """What the journal of a league tells of an erasure, without saying whose."""
    left, became = _anonymous(leaving), _owner(heir)
    return LeagueChange(
        action=LeagueAction.DEVICE_ERASED,
        changes=(
            *((PieceChange(place=f"member/{NOBODY}", before=Piece(member=left)),) if left else ()),
            *(
                (
                    PieceChange(
                        place=f"member/{heir.device_id}",
                        before=Piece(member=heir),
                        after=Piece(member=became),
                    ),
                )
                if heir
                else ()
            ),
        ),
    )


def _anonymous(leaving: _Member | None) -> _Member | None:
    return structs.replace(leaving, device_id=NOBODY) if leaving else None


def _owner(heir: _Member | None) -> _Member | None:
    return structs.replace(heir, role=Role.OWNER) if heir else None


_PLAYER: Final = r'\{"kind": "player", "text": "(?:[^"\\]|\\.)*", "number": %d\}'
_NOWHERE: Final = "\x01"
"""A control character, which JSON never has as it is."""
_HEAD = codecs.decoder(Head)
_SUMMARY = codecs.decoder(Summary)
_MEMBERS = codecs.decoder(tuple[Member, ...])
_PIECES = codecs.decoder(tuple[Piece, ...])
