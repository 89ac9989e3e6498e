"""The members of a league: who keeps it and who follows it."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from api.books import Book, LeagueMember
from api.invites import Invite
from api.kept import RANKS, Role
from domain.refusals import Refusal

MOST: Final = 64
"""How many devices can take part in keeping a league."""


class LeagueFull(Refusal):
    """The league has 64 members; the owner can remove one."""

    code = "league_full"


def admitted(book: Book, device_id: UUID, invite: Invite, at: datetime) -> Book:
    """The league with a device let in; one that is in loses nothing, and may gain by it."""
    known = book.member(device_id)
    role = max(invite.member_role, known.role if known else Role.VIEWER, key=RANKS.index)
    return given(book, device_id, role, at)


def given(book: Book, device_id: UUID, role: Role, at: datetime) -> Book:
    """The league with a role given to a device, which is in from now on if it was not before."""
    known = book.member(device_id)
    if known is None and len(book.members) >= MOST:
        raise LeagueFull
    if known is not None and known.role is role:
        return book
    member = known or LeagueMember(device_id=device_id, role=role, joined_at=at)
    return changed(book, structs.replace(member, role=role))


def changed(book: Book, *members: LeagueMember) -> Book:
    """The league with some members added or replaced, oldest first."""
    everybody = {each.device_id: each for each in (*book.members, *members)}
    ordered = sorted(everybody.values(), key=lambda each: (each.joined_at, each.device_id))
    return replace(book, members=tuple(ordered))
