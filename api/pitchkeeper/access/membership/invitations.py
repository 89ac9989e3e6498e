"""Invitations: invite others to a match or a league, and admit devices by their codes."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, TypeVar
from uuid import UUID

from msgspec import structs

from pitch.messages import Refusal
from pitchkeeper.access.aggregates import Aggregate, AggregateKind
from pitchkeeper.access.changes import Changes, Revision
from pitchkeeper.access.devices import Command, Stamp
from pitchkeeper.access.edits import Edit
from pitchkeeper.access.guessing import Guessing
from pitchkeeper.access.membership import invites
from pitchkeeper.access.membership.invites import Invite, Terms
from pitchkeeper.access.membership.store import NOWHERE, InviteStore

MAX_LIVE: Final = 20
"""The most invites to one match or league that can be used at the same time."""
S = TypeVar("S", bound=Aggregate[Any])
R = TypeVar("R", bound=Revision[Any])


class InviteNotFound(Refusal):
    """No invite has this code now; ask for another invite."""

    def __init__(self) -> None:
        super().__init__(pointer="/code")


class InviteToMatch(Refusal):
    """The code belongs to an invite to a match; use joinMatch."""

    hint = "joinMatch takes it."


class InviteToLeague(Refusal):
    """The code belongs to an invite to a league; use joinLeague."""

    hint = "joinLeague takes it."


class NoSuchInvite(Refusal):
    """The match or the league has no invite of that id."""


class InviteEnded(Refusal):
    """Nobody can join by the invite any more; make another."""


class TooManyInvites(Refusal):
    """The match or the league has 20 invites that can be used; withdraw one first."""


_ELSEWHERE: Final = {AggregateKind.MATCH: InviteToMatch, AggregateKind.LEAGUE: InviteToLeague}


class Note(StrEnum):
    """Actions in the journals of matches and leagues about invites and joins."""

    INVITE_MADE = "invite_made"
    INVITE_REVOKED = "invite_revoked"
    MEMBER_JOINED = "member_joined"
    MEMBER_CHANGED = "member_changed"


class Admission(Protocol[S]):
    """The rules of matches, or of leagues, for admitting devices by invite."""

    @property
    def kind(self) -> AggregateKind:
        """The kind of what is joined."""

    @property
    def full(self) -> type[Refusal]:
        """The refusal of another member if the match or league is full."""

    def check(self, state: S, terms: Terms, now: datetime) -> None:
        """Raise a refusal for an invite whose terms cannot be met."""

    def admit(self, state: S, device_id: UUID, invite: Invite, at: datetime) -> S:
        """Return the state with a device admitted; the same state if the device gains nothing."""


class Invitations(Generic[S, R]):
    """The invites to matches, or to leagues, and joining by them."""

    def __init__(
        self,
        changes: Changes[S, R],
        admission: Admission[S],
        store: InviteStore,
        guessing: Guessing,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        choose: Callable[[str], str],
    ) -> None:
        """`choose` picks a random symbol of a text."""
        self._changes = changes
        self._admission = admission
        self._store = store
        self._guessing = guessing
        self._clock = clock
        self._new_id = new_id
        self._choose = choose

    async def invite(self, edit: Edit[S, R], terms: Terms) -> Invite:
        """Create an invite; the same command always returns the invite that it created."""
        aggregate_id = edit.aggregate_id
        invite_id = edit.command.id or self._new_id()

        # The journal first, so that no refused write leaves a code behind. A crash between the two
        # leaves a line about an invite that a retry of the command creates. Concurrent commands
        # may exceed the limit of 20 by a few, which is harmless.
        async def decide(state: S, _stamp: Stamp) -> R:
            makers = await self._store.makers(aggregate_id, self._clock())
            self._admission.check(state, terms, self._clock())
            if sum(map(state.vouches, makers)) >= MAX_LIVE:
                raise TooManyInvites
            return self._changes.revise(Note.INVITE_MADE, state)

        await edit.write(self._changes.runner, decide)
        if await self._store.load(aggregate_id, invite_id) is None:
            await self._add(aggregate_id, invite_id, terms, edit.device_id)
        invite = await self._load(aggregate_id, invite_id)
        return structs.replace(invite, uses_left=invite.uses, revoked_at=None)

    async def list_invites(
        self, device_id: UUID, aggregate_id: UUID, before: UUID, limit: int
    ) -> Sequence[Invite]:
        """Return the newest invites to a match or a league, for those who run it."""
        state = await self._changes.read_as_runner(device_id, aggregate_id)
        newest = await self._store.newest(aggregate_id, before, limit)
        return [_as_vouched(state, invite) for invite in newest]

    async def read(self, device_id: UUID, aggregate_id: UUID, invite_id: UUID) -> Invite:
        """Return an invite to a match or a league, for those who run it."""
        state = await self._changes.read_as_runner(device_id, aggregate_id)
        return _as_vouched(state, await self._load(aggregate_id, invite_id))

    async def read_usable(self, device_id: UUID, aggregate_id: UUID, invite_id: UUID) -> Invite:
        """Return an invite by which one more device can join. Raises InviteEnded."""
        invite = await self.read(device_id, aggregate_id, invite_id)
        if not invite.can_be_used(self._clock()):
            raise InviteEnded
        return invite

    async def revoke(self, edit: Edit[S, R], invite_id: UUID) -> Invite:
        """Revoke an invite. Revoking twice changes nothing."""
        aggregate_id = edit.aggregate_id

        # The journal first, as above. A crash between the two leaves an open invite, whose
        # revocation was not confirmed to the owner; a retry revokes it.
        async def decide(state: S, _stamp: Stamp) -> R | None:
            invite = await self._load(aggregate_id, invite_id)
            return None if invite.revoked_at else self._changes.revise(Note.INVITE_REVOKED, state)

        await edit.write(self._changes.runner, decide)
        revoked = await self._store.revoke(aggregate_id, invite_id, self._clock())
        if revoked is None:
            raise NoSuchInvite
        return revoked

    async def join(self, command: Command, address: str, text: str) -> S:
        """Admit a device by the code of an invite. Joining twice changes nothing."""

        async def look() -> Invite | None:
            code = invites.parse_code(text)
            return None if code is None else await self._find_usable(code, command.device_id)

        invite = await self._guessing.look_up(command.device_id, address, look)
        if invite is None:
            raise InviteNotFound
        if invite.kind is not self._admission.kind:
            if not invite.can_be_used(self._clock()):
                raise InviteNotFound
            raise _ELSEWHERE[invite.kind](pointer="/code")
        return await self._admit(command, invite)

    async def _find_usable(self, code: str, device_id: UUID) -> Invite | None:
        """Return the invite of a code that a device may use.

        A closed invite still works for a member and for a device that has used it, so that a retry
        succeeds. For other devices it counts as a wrong code, and takes as long.
        """
        invite = await self._store.find(code)
        if invite is not None and invite.can_be_used(self._clock()):
            return invite
        has_entered = await self._store.has_entered(invite, device_id)
        try:
            await self._changes.read(device_id, NOWHERE if invite is None else invite.aggregate_id)
        except self._changes.not_found:
            return invite if has_entered else None
        return invite

    async def _admit(self, command: Command, invite: Invite) -> S:
        # An invite expires by the clock that it was made by. The stamp of a change is no earlier
        # than the last change, which may lie ahead if the clock was put back.
        now = self._clock()

        async def decide(state: S, stamp: Stamp) -> R | None:
            after = self._admit_by(state, stamp, invite, now)
            if after is state:
                return None
            # Counted before the write, so that no more devices join than were invited, and once a
            # device: a device whose write fails joins by the same use. If it never tries again,
            # that use is lost.
            if not await self._store.use(invite, stamp.device_id, now):
                raise InviteNotFound
            is_new = state.member(stamp.device_id) is None
            note = Note.MEMBER_JOINED if is_new else Note.MEMBER_CHANGED
            return self._changes.revise(note, after)

        try:
            return await self._changes.admit(command, invite.aggregate_id, decide)
        except self._changes.not_found:
            raise InviteNotFound from None

    def _admit_by(self, state: S, stamp: Stamp, invite: Invite, now: datetime) -> S:
        """Return the state with the device admitted. Raises InviteNotFound for a closed invite."""
        if not invite.is_open(now) or not state.vouches(invite.made_by):
            raise InviteNotFound
        try:
            return self._admission.admit(state, stamp.device_id, invite, stamp.at)
        except self._admission.full:
            if invite.uses_left == 0:
                raise InviteNotFound from None
            raise

    async def _add(self, aggregate_id: UUID, invite_id: UUID, terms: Terms, made_by: UUID) -> None:
        """Store an invite under a unique code."""
        now, is_stored = self._clock(), False
        while not is_stored:
            is_stored = await self._store.add(
                Invite(
                    kind=self._admission.kind,
                    aggregate_id=aggregate_id,
                    invite_id=invite_id,
                    code=invites.draw_code(self._choose),
                    role=terms.role,
                    seat=terms.seat,
                    made_at=now,
                    expires_at=now + timedelta(minutes=terms.minutes),
                    uses=terms.uses,
                    uses_left=terms.uses,
                    made_by=made_by,
                )
            )

    async def _load(self, aggregate_id: UUID, invite_id: UUID) -> Invite:
        invite = await self._store.load(aggregate_id, invite_id)
        if invite is None:
            raise NoSuchInvite
        return invite


def _as_vouched(state: Aggregate[Any], invite: Invite) -> Invite:
    """Return an invite as it works: nobody joins by one whose maker may not make it any more."""
    return invite if state.vouches(invite.made_by) else structs.replace(invite, uses_left=0)
