"""Gatekeeping: invite others into a match, and let in who knows the code."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta, structs

from api import invites, members, metrics
from api.agreements import Made
from api.allowances import Allowances, RateLimited
from api.guestbooks import Guestbook
from api.invites import Invite, InviteRole
from api.kept import Action, Command, Role, Stored
from api.ledgers import Ledger, MatchNotFound, NotAllowed, Outcome
from api.members import MatchFull
from api.policies import Policy
from domain.refusals import Refusal
from domain.values import Fact, Seat

MOST_LIVE: Final = 20
"""How many invites of a match can be used at the same time."""
JOINS_PER_DEVICE: Final = Policy("joins-of-device", quota=20, seconds=600)
JOINS_PER_ADDRESS: Final = Policy("joins-of-address", quota=90, seconds=600)
# Of 32**8 = 1.1e12 codes an address tries 540 an hour. Everybody together misses 1000 an hour, and
# once those are spent an address still misses 5 a day: so nobody can spend what others need, and
# the more an attacker has to spend, the less each address adds. Guesses an hour, and years until
# one of them is of any of 10,000 live codes (of a chosen one it takes 10,000 times as long):
# 1 address 540 and 23, 100 addresses 1021 and 12, 10,000 addresses 3083 and 4. A site of IPv6 (/48)
# has 65,536 addresses as we count them: 14,653 and 10 months. What they save up for a beginning,
# 20 each, is a chance of 1 in 540 for 10,000 addresses.
WRONG_CODES: Final = Policy("wrong-codes", quota=1000, seconds=3600, is_strict=True)
WRONG_CODES_PER_ADDRESS: Final = Policy("wrong-codes-of-address", quota=20, seconds=4 * 24 * 3600)
_EVERYBODY: Final = "everybody"
_USUAL_USES: Final = 20


class InviteNotFound(Refusal):
    """No invite has this code now; ask the owner of the match for another."""

    code = "invite_not_found"


class NoSuchInvite(Refusal):
    """The match has no invite of that id."""

    code = "no_such_invite"


class TooManyInvites(Refusal):
    """The match has 20 invites that can be used; revoke one first."""

    code = "too_many_invites"


class NewInvite(Fact, frozen=True):
    """Whom an invite lets in, for how long, and how many of them."""

    role: InviteRole
    seat: Annotated[
        Seat | None, Meta(description="The seat that the first to join by it gets at once.")
    ] = None
    expires_in_minutes: Annotated[int, Meta(ge=1, le=7 * 24 * 60)] = 180
    uses: (
        Annotated[int, Meta(ge=1, le=100, description="How many may join; 20, or 1 with a seat.")]
        | None
    ) = None

    @property
    def allowed(self) -> int:
        """How many devices may join by it."""
        return self.uses or (_USUAL_USES if self.seat is None else 1)


class Gatekeeping:
    """The invites of matches, and joining by them."""

    def __init__(
        self,
        guestbook: Guestbook,
        ledger: Ledger,
        allowances: Allowances,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        choose: Callable[[str], str],
    ) -> None:
        """`choose` picks a symbol of a text, and nobody can foresee which."""
        self._guestbook = guestbook
        self._ledger = ledger
        self._allowances = allowances
        self._clock = clock
        self._new_id = new_id
        self._choose = choose

    async def invite(self, command: Command, match_id: UUID, wanted: NewInvite) -> Invite:
        """Make an invite; the same command always answers the invite that it made."""
        invite_id = command.id or self._new_id()

        async def act(stored: Stored, made: Made) -> Outcome:
            if wanted.seat is not None:
                members.refuse_taken(stored, wanted.seat, pointer="/seat")
            if await self._guestbook.count_live(match_id, made.at) >= MOST_LIVE:
                raise TooManyInvites
            return Outcome(action=Action.INVITE_MADE, after=stored)

        # The journal first, so that no refused write leaves a code behind. A crash between the two
        # leaves a line about an invite that nobody was told of; the same command again makes it.
        # Of those made at the same moment a few more than 20 can come to be, which opens nothing.
        await self._ledger.write(command, match_id, Role.OWNER, act)
        if await self._guestbook.load(match_id, invite_id) is None:
            await self._add(match_id, invite_id, wanted)
        invite = await self._load(match_id, invite_id)
        return structs.replace(invite, uses_left=invite.uses, revoked_at=None)

    async def invites(
        self, device_id: UUID, match_id: UUID, before: UUID, limit: int
    ) -> Sequence[Invite]:
        """The newest invites of a match, for its owner."""
        await self._refuse_others(device_id, match_id)
        return await self._guestbook.newest(match_id, before, limit)

    async def shown(self, device_id: UUID, match_id: UUID, invite_id: UUID) -> Invite:
        """An invite of a match, for its owner."""
        await self._refuse_others(device_id, match_id)
        return await self._load(match_id, invite_id)

    async def revoke(self, command: Command, match_id: UUID, invite_id: UUID) -> Invite:
        """Let nobody in by an invite any more. Revoking twice changes nothing."""

        async def act(stored: Stored, _made: Made) -> Outcome | None:
            invite = await self._load(match_id, invite_id)
            if invite.revoked_at is not None:
                return None
            return Outcome(action=Action.INVITE_REVOKED, after=stored)

        # The journal first, as above. A crash between the two leaves an invite open of which the
        # owner was not told that it is revoked; it is shown as open, and revoked when sent again.
        await self._ledger.write(command, match_id, Role.OWNER, act)
        revoked = await self._guestbook.revoke(match_id, invite_id, self._clock())
        if revoked is None:
            raise NoSuchInvite
        return revoked

    async def join(self, command: Command, address: str, text: str) -> Stored:
        """Let a device into the match whose code it knows. Joining twice changes nothing."""
        await self._take(JOINS_PER_DEVICE, str(command.device_id))
        await self._take(JOINS_PER_ADDRESS, address)
        wrong = await self._permit_to_be_wrong(address)
        code = invites.read(text)
        invite = None if code is None else await self._guestbook.find(code)
        if invite is None:
            raise InviteNotFound
        await self._allowances.give_back(*wrong)
        return await self._admit(command, invite)

    async def let_in(self, command: Command, match_id: UUID) -> Stored:
        """Let a device keep the score without an invite. One that is in stays what it is."""

        async def act(stored: Stored, made: Made) -> Outcome | None:
            if stored.member(made.device_id) is not None:
                return None
            after = members.joined(stored, made.device_id, Role.SCORER, made.at)
            return Outcome(action=Action.MEMBER_JOINED, after=after)

        host = await self._guestbook.owner(match_id)
        if host is None:
            raise MatchNotFound
        return await self._ledger.admit(command, match_id, host, act)

    async def _permit_to_be_wrong(self, address: str) -> tuple[Policy, str]:
        """Count a code as wrong before it is looked up: for whom, to give it back if it is right.

        What everybody shares may be spent by others; then there is what the address has itself.
        """
        try:
            return await self._take(WRONG_CODES, _EVERYBODY)
        except RateLimited as spent:
            try:
                return await self._take(WRONG_CODES_PER_ADDRESS, address)
            except RateLimited:
                raise spent from None

    async def _take(self, policy: Policy, holder: str) -> tuple[Policy, str]:
        try:
            await self._allowances.take(policy, holder)
        except RateLimited:
            metrics.rate_limited(policy.name)
            raise
        return policy, holder

    async def _admit(self, command: Command, invite: Invite) -> Stored:
        """The match with a device let in."""

        async def act(stored: Stored, made: Made) -> Outcome | None:
            if not invite.is_open(made.at):
                raise InviteNotFound
            after = _admitted(stored, made.device_id, invite, made.at)
            if after is stored:
                return None
            # Counted before it is written, or more would come in than were invited, and once a
            # device: one whose write fails comes in by the same code and uses it no further. If it
            # never tries again, one fewer is let in.
            if not await self._guestbook.use(invite, made.device_id, made.at):
                raise InviteNotFound
            is_new = stored.member(made.device_id) is None
            action = Action.MEMBER_JOINED if is_new else Action.MEMBER_CHANGED
            return Outcome(action=action, after=after)

        host = await self._guestbook.owner(invite.match_id)
        if host is None:
            raise InviteNotFound
        try:
            return await self._ledger.admit(command, invite.match_id, host, act)
        except MatchNotFound:
            raise InviteNotFound from None

    async def _add(self, match_id: UUID, invite_id: UUID, wanted: NewInvite) -> None:
        """Keep an invite under a code that no other has."""
        now, is_kept = self._clock(), False
        while not is_kept:
            is_kept = await self._guestbook.add(
                Invite(
                    match_id=match_id,
                    invite_id=invite_id,
                    code=invites.draw(self._choose),
                    role=wanted.role,
                    seat=wanted.seat,
                    made_at=now,
                    expires_at=now + timedelta(minutes=wanted.expires_in_minutes),
                    uses=wanted.allowed,
                    uses_left=wanted.allowed,
                )
            )

    async def _load(self, match_id: UUID, invite_id: UUID) -> Invite:
        invite = await self._guestbook.load(match_id, invite_id)
        if invite is None:
            raise NoSuchInvite
        return invite

    async def _refuse_others(self, device_id: UUID, match_id: UUID) -> None:
        stored = await self._ledger.read(device_id, match_id)
        if not stored.is_owner(device_id):
            raise NotAllowed("Only the owner of the match may do that.")


def _admitted(stored: Stored, device_id: UUID, invite: Invite, at: datetime) -> Stored:
    """The match with a device let in; an invite that is used up tells nobody why it cannot be."""
    try:
        return members.admitted(stored, device_id, invite, at)
    except MatchFull:
        if invite.uses_left == 0:
            raise InviteNotFound from None
        raise
