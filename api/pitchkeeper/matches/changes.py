"""Changes of matches: what is proven before a hand is kept, and what had been seen of it."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import ClassVar, Final
from uuid import UUID

from msgspec import structs

from pitch import Proof
from pitch.errors import Refusal
from pitch.hand import WHOLE_RECORD, Part
from pitch.match import MOST_HANDS, list_unproven, put_hand
from pitch.messages import COUNT, Message
from pitchkeeper.access.changes import PATIENCE, Changes, NotAllowed, Revision, Write, permit
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import NOBODY
from pitchkeeper.database.retries import Conflict
from pitchkeeper.matches import replay
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.journal import Action, MatchChange
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Priority

_OVERRULE: Final = Message("problem.not_allowed.overrule", hand=COUNT)

_LATE: Final = 20.0
"""Seconds of proving hands that were kept without, before what there is by then is kept."""
_LINES: Final = 20
"""How many changes of a hand are looked at in one go."""


class MatchNotFound(Refusal):
    """There is no such match, or this device is not in it."""

    code = "match_not_found"
    default_message = Message("problem.match_not_found")


class MatchBusy(Refusal):
    """Too many devices are changing the match at once; try again."""

    code = "match_busy"
    default_message = Message("problem.match_busy")


class MatchRevision(Revision[MatchState], frozen=True, kw_only=True):
    """What a match becomes by a change, and what the journal calls it."""

    action: Action
    hand: int | None = None
    """The hand that it is about, where it is about one."""
    restored: int | None = None
    """The version that an undo or a restore goes back to."""


class MatchChanges(Changes[MatchState, MatchRevision]):
    """The matches of the store: what they are, what they were, and how they change."""

    not_found: ClassVar[type[Refusal]] = MatchNotFound
    busy: ClassVar[type[Refusal]] = MatchBusy

    def __init__(
        self,
        store: MatchStore,
        clock: Callable[[], datetime],
        adjudicator: Adjudicator,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(store, clock, patience)
        self._matches = store
        self._prove = adjudicator.prove
        self._unproven = asyncio.Event()

    async def state_at(
        self, state: MatchState, version: int, until: float | None = None
    ) -> MatchState:
        """A match as it was at a version, with its hands proven."""
        if version == state.version:
            return state
        earlier = await self.load_version(state, version)
        # Nobody waits for the match while it is only looked at.
        priority = Priority.PREVIEW if until is None else Priority.URGENT
        return structs.replace(earlier, hands=await self.prove_hands(earlier, until, priority))

    async def load_version(self, state: MatchState, version: int) -> MatchState:
        """A match as it was entered at a version."""
        replay.check_version(state, version)
        changed = await self._matches.load_changes(state.match_id, version)
        return replay.rewind(state, changed, version)

    async def prove_hands(
        self,
        state: MatchState,
        until: float | None = None,
        priority: Priority = Priority.URGENT,
    ) -> tuple[RecordedHand, ...]:
        """The hands of a match, each proven for who dealt it; those that cannot be now, later.

        `until` is when the loop's clock ends the waiting, for others may wait for the match.
        """
        missing = list_unproven(state.match, state.hands)
        # None: a proof for another dealer goes, so that whoever looks later finds the hand.
        proofs: dict[int, Proof | None] = {hand.number: None for hand, _ in missing}
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                for hand, deal in missing:
                    proof = await self._prove(hand.record, deal, priority)
                    # The processes have too much to do: what is left is proven later.
                    if proof is None:
                        break
                    proofs[hand.number] = proof
        return tuple(
            hand
            if hand.proof is proofs.get(hand.number, hand.proof)
            else structs.replace(hand, proof=proofs[hand.number])
            for hand in state.hands
        )

    async def prove_late(self, match_id: UUID) -> bool:
        """Prove hands of a match that could not be when they were kept; false if some are left."""
        owner = await self._matches.owner(match_id)
        state = None if owner is None else await self._matches.load(match_id, Command(owner))
        if state is None:
            return True
        until = asyncio.get_running_loop().time() + _LATE
        hands = await self.prove_hands(state, until, Priority.BACKGROUND)
        new = [
            now for was, now in zip(state.hands, hands, strict=True) if was is not now and now.proof
        ]
        if not new:
            return not list_unproven(state.match, hands)
        after = structs.replace(
            state,
            hands=hands,
            version=state.version + 1,
            checked=state.checked + 1,
            updated_at=max(self._clock(), state.updated_at),
        )
        number = new[0].number if len(new) == 1 else None
        change = MatchChange(action=Action.HANDS_CHECKED, hand=number)
        if await self._matches.save(state, after, change, Command(NOBODY)) is None:
            return False
        return not list_unproven(after.match, hands)

    async def wait_for_unproven(self, seconds: float) -> None:
        """Wait until a hand is kept here without its proof, but not longer than that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._unproven.wait()
        self._unproven.clear()

    async def load_seen(self, state: MatchState, seen: Precondition) -> MatchState | None:
        """A match as it was at the last version that was seen; None if it never was at any."""
        if seen.names(state.version):
            return state
        known = _latest_seen_version(state, seen)
        if known is None:
            return None
        # With If-None-Match: * a phone says that it saw nothing, which is version 0.
        if known == 0:
            return structs.replace(state, version=0, hands=(), adjustments=())
        return await self.load_version(state, known)

    async def is_stale(
        self, state: MatchState, number: int, seen: Precondition, part: Part = WHOLE_RECORD
    ) -> bool:
        """Whether a part of a hand has changed since the last version that was seen.

        Also if it is again what it was: what was sent before that is late.
        """
        if seen.names(state.version):
            return False
        known = _latest_seen_version(state, seen)
        if known is None:
            return True
        if known == 0:
            return not replay.is_same(None, state.hand(number), part)
        # Asked before a number is refused that no hand can have, nor an int of PostgreSQL be.
        if not 1 <= number <= MOST_HANDS:
            return False
        # A hand may have changed thousands of times, so not all of it is read at once.
        while changes := await self._matches.list_hand_changes(
            state.match_id, number, known, _LINES
        ):
            if any(not replay.is_same(each.before, each.after, part) for _, each in changes):
                return True
            known, _ = changes[-1]
        return False

    async def list_stale_hands(
        self, state: MatchState, numbers: Iterable[int], seen: Precondition
    ) -> frozenset[int]:
        """Those of some hands that are not what they were seen to be, or pay something else."""
        then = await self.load_seen(state, seen)
        if then is None or then is state:
            return frozenset(numbers if then is None else ())
        facts = {number: await self.is_stale(state, number, seen) for number in numbers}
        stale = {number for number, is_stale in facts.items() if is_stale}
        # Nothing is left for which the sheet of then would be asked, and proving that can take
        # seconds.
        if len(stale) == len(facts):
            return frozenset(stale)
        until = self.deadline()
        # Another hand that was corrected can change what these pay, though their own facts stay.
        seen_as = await self._with_proofs(then, until)
        return frozenset(
            number
            for number in facts
            if number in stale or not replay.pays_the_same(seen_as, state, number)
        )

    async def _with_proofs(self, after: MatchState, until: float | None) -> MatchState:
        return structs.replace(after, hands=await self.prove_hands(after, until), checked=0)

    def revise(self, action: str, after: MatchState) -> MatchRevision:
        """A change by the name that the journals of matches and leagues both have for it."""
        return MatchRevision(action=Action(action), after=after)

    async def _save(
        self, write: Write, before: MatchState, revision: MatchRevision
    ) -> MatchState | Conflict:
        # Who is let in as a stranger was read as the owner, and brings nothing but itself.
        if write.role is not None:
            _refuse_owners_changes(before, revision.after, write.command.device_id)
        after = await self._with_proofs(revision.after, write.deadline or self.deadline())
        change = replay.describe_change(
            revision.action, before, after, hand=revision.hand, restored_version=revision.restored
        )
        saved = await self._matches.save(
            before, after, change, write.command, is_read=write.reads_first
        )
        if saved is None:
            return Conflict()
        if any(hand.proof is None and not hand.is_void for hand in after.hands):
            self._unproven.set()
        return saved

    async def _cached_state(self, match_id: UUID) -> MatchState | None:
        return await self._matches.get_cached(match_id)


def with_hand(state: MatchState, hand: RecordedHand, action: Action) -> MatchRevision:
    """A match with one hand entered or replaced."""
    after = structs.replace(state, hands=put_hand(state.hands, hand))
    return MatchRevision(action=action, after=after, hand=hand.number)


def _latest_seen_version(state: MatchState, seen: Precondition) -> int | None:
    return max((each for each in seen.versions if each < state.version), default=None)


def _refuse_owners_changes(before: MatchState, after: MatchState, device_id: UUID) -> None:
    """Refuse what only the owner may change, by whatever request."""
    if not before.is_owner(device_id):
        _refuse_overruling(before.hands, after.hands)
        # Also where an undo would bring the rules of before back.
        if before.match.ruleset != after.match.ruleset:
            permit(before, device_id, Role.OWNER)


def _refuse_overruling(before: Iterable[RecordedHand], after: Iterable[RecordedHand]) -> None:
    """Refuse to overrule a hand, to lift that or to bring it back, by whatever is written."""
    was = {hand.number: hand.overruled for hand in before}
    now = {hand.number: hand.overruled for hand in after}
    for number in sorted(was | now):
        if was.get(number) != now.get(number):
            raise NotAllowed(_OVERRULE(hand=number))
