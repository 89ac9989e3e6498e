"""Erasures: remove a device from everything that is stored.

The device is signed out first. Then each match and league is done in a transaction of its own,
which also removes the line of the device's list that led to it, so an interrupted erasure resumes
where it stopped. The cleanup finishes it, and removes the id of the device last.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from msgspec import structs

from pitchkeeper.access.devices import NOBODY, RANKS, Device, LeagueRole, Role
from pitchkeeper.database import cleanup
from pitchkeeper.database.notifications import Notifications
from pitchkeeper.database.pool import Connection, Connections, queries
from pitchkeeper.leagues.journal import LeagueAction, PieceChange, RecordedLeagueChange
from pitchkeeper.leagues.pieces import Piece
from pitchkeeper.leagues.records import RecordedLeagueMember
from pitchkeeper.matches.journal import Action, MembershipChange, PlayerChange, RecordedMatchChange
from pitchkeeper.matches.state import Head, Member, Summary, fold_names
from pitchkeeper.messages import codecs
from pitchkeeper.rest.problems import Unauthenticated

_BATCH: Final = 100
_PATIENCE: Final = 10.0
"""Seconds that the request may take; the cleanup does the rest."""
_Member = TypeVar("_Member", Member, RecordedLeagueMember)


class Erasures:
    """Erasures of devices."""

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
        """Erase a device. Raises Unauthenticated if its token is no longer current."""
        device_id = await self._connections.fetchval(
            queries().begin_erasure, device.device_id, device.token_hash, self._clock()
        )
        if device_id is None:
            raise Unauthenticated
        # Every worker caches tokens and has open streams, so all are notified.
        self._notifications.announce_sign_out(device.device_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._erase(device.device_id)

    def finish(self, connections: Connections) -> AsyncIterator[int]:
        """Finish erasures that have begun, one device at a time."""
        return cleanup.remove_listed(connections, queries().list_begun_erasures, self._finish)

    async def _finish(self, device_id: UUID) -> None:
        await self._erase(device_id)
        # Last, because the id is needed to find the rest after an interruption.
        await self._connections.execute(queries().remove_device, device_id)

    async def _erase(self, device_id: UUID) -> None:
        fetch, sql = self._connections.fetch, queries()
        # At once, because the rest may take minutes.
        await self._connections.execute(sql.rename_in_matches, device_id, None)
        await self._connections.execute(sql.rename_in_leagues, device_id, None)
        # Each transaction removes the line that led to it, so the loop ends.
        while rows := await fetch(sql.list_matches_ever, device_id, _BATCH):
            for row in rows:
                await self._leave_match(device_id, row["match_id"])
        while rows := await fetch(sql.list_leagues_ever, device_id, _BATCH):
            for row in rows:
                await self._leave_league(device_id, row["league_id"])
        await self._connections.execute(sql.forget_keys, device_id)
        await self._connections.execute(sql.forget_device_codes, device_id)
        await self._connections.common.execute(sql.forget_streams, device_id)
        # Caches filled until now may still hold its names.
        self._notifications.announce_erasure(device_id)

    async def _leave_match(self, device_id: UUID, match_id: UUID) -> None:
        """Remove a device from a match in one transaction."""
        async with self._connections.transaction() as connection:
            await self._erase_from_match(connection, device_id, match_id)
            await connection.execute(queries().forget_entrances, match_id, device_id)
            await connection.execute(queries().forget_maker, match_id, device_id, NOBODY)
            await connection.execute(queries().forget_matches, match_id, [device_id])
        self._notifications.announce(match_id)

    async def _erase_from_match(
        self, connection: Connection, device_id: UUID, match_id: UUID
    ) -> None:
        """Remove a device from the rows of a match, or remove a match that is its alone."""
        # Locked, because a concurrent write may be about to save the device again.
        row = await connection.fetchrow(queries().lock_match, match_id)
        if row is None:
            return
        members = _MEMBERS.decode(await connection.fetchval(queries().list_members, match_id))
        leaving = _member(members, device_id)
        if _is_alone(members, leaving, is_deleted=row["deleted_at"] is not None):
            await cleanup.remove_match(connection, match_id)
            return
        heir = _heir(members, leaving)
        head, summary = _HEAD.decode(row["head"]), _SUMMARY.decode(row["summary"])
        seat = leaving.seat if leaving else None
        if seat is not None:
            head, summary = _without_name(head, summary, seat)
        now = self._clock()
        await connection.execute(
            queries().erase_from_match,
            match_id,
            device_id,
            NOBODY,
            now,
            codecs.encode_stored(head),
            codecs.encode_stored(summary),
            heir.device_id if heir else None,
            codecs.encode_stored(_entry(leaving, heir)),
            *_renaming(head, seat),
        )
        staying = [member.device_id for member in members if member is not leaving]
        await connection.execute(queries().move_up_lists, match_id, staying, now)

    async def _leave_league(self, device_id: UUID, league_id: UUID) -> None:
        """Remove a device from a league in one transaction."""
        async with self._connections.transaction() as connection:
            await self._erase_from_league(connection, device_id, league_id)
            await connection.execute(queries().forget_entrances, league_id, device_id)
            await connection.execute(queries().forget_maker, league_id, device_id, NOBODY)
            await connection.execute(queries().forget_leagues, league_id, [device_id])
        self._notifications.announce(league_id)

    async def _erase_from_league(
        self, connection: Connection, device_id: UUID, league_id: UUID
    ) -> None:
        """Remove a device from the pieces of a league, or remove a league that is its alone."""
        row = await connection.fetchrow(queries().lock_league, league_id)
        if row is None:
            return
        pieces = _PIECES.decode(await connection.fetchval(queries().list_league_members, league_id))
        unordered = (piece.member for piece in pieces if piece.member)
        members = sorted(unordered, key=lambda member: (member.joined_at, member.device_id))
        leaving = _member(members, device_id)
        if _is_alone(members, leaving, is_deleted=row["deleted_at"] is not None):
            await cleanup.remove_league(connection, league_id)
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
            codecs.encode_stored(_league_entry(leaving, heir)),
        )
        staying = [member.device_id for member in members if member is not leaving]
        await connection.execute(queries().move_up_league_lists, league_id, staying, now)


def _member(members: Sequence[_Member], device_id: UUID) -> _Member | None:
    return next((member for member in members if member.device_id == device_id), None)


def _is_alone(members: Sequence[_Member], leaving: _Member | None, *, is_deleted: bool) -> bool:
    """Return whether nobody else is a member, or only the leaving owner could restore it."""
    if leaving is None:
        return not members
    return len(members) == 1 or (is_deleted and leaving.role == LeagueRole.OWNER)


def _heir(members: Sequence[_Member], leaving: _Member | None) -> _Member | None:
    """Return the next owner if the owner leaves: the oldest of those with the highest role."""
    if leaving is None or leaving.role != LeagueRole.OWNER:
        return None
    staying = [member for member in members if member.device_id != leaving.device_id]
    return min(staying, key=lambda member: (-RANKS.index(member.role), member.joined_at))


def _without_name(head: Head, summary: Summary, seat: int) -> tuple[Head, Summary]:
    """Return the head and summary of a match with a default name at a seat."""
    seating = head.seating.without_name(seat)
    return (
        structs.replace(head, seating=seating),
        structs.replace(
            summary,
            players=seating.names,
            sides=seating.side_names,
            folded=fold_names(summary.name, seating.names),
        ),
    )


def _renaming(head: Head, seat: int | None) -> tuple[str | None, bytes | None, str, str]:
    """Return the name of a seat, and how it replaces former names in journals and stored proofs.

    That is a change instead of renames of the seat, and a pattern for its player as PostgreSQL
    formats JSON, with the replacement. Without a seat the pattern matches nothing.
    """
    if seat is None:
        return None, None, _NOWHERE, ""
    name = head.seating.names[seat]
    change = codecs.encode_stored(PlayerChange(seat=seat, before=name, after=name))
    # The name is a default by now, which needs no escapes in JSON.
    player = f'{{"kind": "player", "text": "{name}", "number": {seat}}}'
    return name, change, _PLAYER % seat, player


def _entry(leaving: Member | None, heir: Member | None) -> RecordedMatchChange:
    left, owner = _anonymous(leaving), _owner(heir)
    return RecordedMatchChange(
        action=Action.DEVICE_ERASED,
        members=(
            *((MembershipChange(device_id=NOBODY, before=left),) if left else ()),
            *(
                (MembershipChange(device_id=heir.device_id, before=heir, after=owner),)
                if heir
                else ()
            ),
        ),
    )


def _league_entry(
    leaving: RecordedLeagueMember | None, heir: RecordedLeagueMember | None
) -> RecordedLeagueChange:
    """Return the change for the journal of a league, without the id of the device."""
    left, owner = _anonymous(leaving), _owner(heir)
    return RecordedLeagueChange(
        action=LeagueAction.DEVICE_ERASED,
        changes=(
            *((PieceChange(place=f"member/{NOBODY}", before=Piece(member=left)),) if left else ()),
            *(
                (
                    PieceChange(
                        place=f"member/{heir.device_id}",
                        before=Piece(member=heir),
                        after=Piece(member=owner),
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
_HEAD = codecs.StoredDecoder(Head)
_SUMMARY = codecs.StoredDecoder(Summary)
_MEMBERS = codecs.StoredDecoder(tuple[Member, ...])
_PIECES = codecs.StoredDecoder(tuple[Piece, ...])
