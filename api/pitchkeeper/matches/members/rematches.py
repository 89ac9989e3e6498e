"""Rematches: who played a match joins the next one of the same people without a code."""

from uuid import UUID

from msgspec import structs

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.access.devices import Command
from pitchkeeper.access.membership.members import RemovedByOwner
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.members import membership
from pitchkeeper.matches.state import MatchState, Member, NextMatch
from pitchkeeper.matches.store import MatchStore


class NoRematch(Refusal):
    """There is no next match that this device can join without a code; maybe it only looked on."""

    code = "no_rematch"
    default_message = Message("problem.no_rematch")


class Rematches:
    """How those who played a match come to the next one."""

    def __init__(self, store: MatchStore, changes: MatchChanges) -> None:
        self._store = store
        self._changes = changes

    async def join(self, command: Command, match_id: UUID) -> MatchState:
        """Come into the match that goes on from one, on the seat of one's own name.

        Whoever opened that has agreed beforehand, but only to those who had a seat or kept the
        score at that moment: the owner of the old match can let in others since.
        """
        state = await self._changes.read(command.device_id, match_id)
        if state.next_match is None:
            raise NoRematch
        then = await self._changes.load_version(state, state.next_match.version)
        known, next_id = then.member(command.device_id), state.next_match.match_id
        if known is None or (known.seat is None and known.role is Role.VIEWER):
            raise NoRematch
        name = None if known.seat is None else then.match.seating.names[known.seat]

        async def decide(state: MatchState, stamp: Stamp) -> MatchRevision | None:
            remover = await self._store.load_remover(next_id, stamp.device_id)
            return decide_join(state, stamp, remover=remover, role=known.role, name=name)

        try:
            return await self._changes.admit(command, next_id, decide)
        # It may have been deleted since: who was in this match is not told what became of the next.
        except MatchNotFound:
            raise NoRematch from None


def decide_announcement(state: MatchState, *, next_id: UUID) -> MatchRevision | None:
    """Return a match that tells where its people go on; the last word counts."""
    known = state.next_match
    if next_id == state.match_id or (known is not None and known.match_id == next_id):
        return None
    then = NextMatch(match_id=next_id, version=state.version)
    return MatchRevision(
        action=Action.REMATCH_OPENED, after=structs.replace(state, next_match=then)
    )


def decide_join(
    state: MatchState, stamp: Stamp, *, remover: UUID | None, role: Role, name: str | None
) -> MatchRevision | None:
    """Return a match with one more device, on the seat of a name; one that is in stays what it is.

    `remover` took it out of the match when it last went.
    """
    if state.member(stamp.device_id) is not None:
        return None
    if remover not in {None, stamp.device_id}:
        raise RemovedByOwner
    names = state.match.seating.names
    seat = names.index(name) if name is not None and name in names else None
    newcomer = Member(
        device_id=stamp.device_id,
        # A match has one owner, and this one has whoever opened it.
        role=Role.SCORER if role is Role.OWNER else role,
        joined_at=stamp.at,
    )
    after = membership.admit(state, newcomer, seat)
    return MatchRevision(action=Action.MEMBER_JOINED, after=after)
