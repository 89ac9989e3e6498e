"""Rematches: the players of a match join their next match without a code."""

from uuid import UUID

from msgspec import structs

from pitch.messages import Refusal
from pitchkeeper.access.devices import Role, Stamp
from pitchkeeper.matches.changes import MatchEdit, MatchNotFound, MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.members import seats
from pitchkeeper.matches.state import MatchState, NextMatch
from pitchkeeper.matches.store import MatchStore


class NoRematch(Refusal):
    """There is no next match that this device can join without a code; a viewer can join none."""


async def join(edit: MatchEdit, store: MatchStore) -> MatchState:
    """Join the next match of the same people, on the seat of the device's own name.

    Opening the next match admits only devices that had a seat or kept the score then: later the
    owner of the old match may let in others.
    """
    changes, command = edit.changes, edit.command
    state = await changes.read(command.device_id, edit.aggregate_id)
    if state.next_match is None:
        raise NoRematch
    then = await changes.load_version(state, state.next_match.version)
    member, next_id = then.member(command.device_id), state.next_match.match_id
    if member is None or (member.seat is None and member.role is Role.VIEWER):
        raise NoRematch
    name = None if member.seat is None else then.match.seating.names[member.seat]
    try:
        return await seats.let_in(MatchEdit(changes, command, next_id), store, member.role, name)
    # It may be deleted, which members of the old match need not learn.
    except MatchNotFound:
        raise NoRematch from None


def decide_announcement(state: MatchState, _stamp: Stamp, *, next_id: UUID) -> MatchRevision | None:
    """Return a match with a next match; a later announcement replaces it."""
    previous = state.next_match
    if next_id == state.match_id or (previous is not None and previous.match_id == next_id):
        return None
    next_match = NextMatch(match_id=next_id, version=state.version)
    after = structs.replace(state, next_match=next_match)
    return MatchRevision(action=Action.REMATCH_OPENED, after=after)
