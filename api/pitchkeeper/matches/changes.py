"""Changes of matches: proofs before a hand is saved, and the versions that a device has seen."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import ClassVar, Final
from uuid import UUID

from msgspec import structs

from pitch import Proof
from pitch.hand import WHOLE_RECORD, Part
from pitch.match import list_unproven, put_hand
from pitch.messages import COUNT, Message, Refusal
from pitch.types import MOST_HANDS
from pitchkeeper.access.changes import PATIENCE, Changes, NotAllowed, Revision, Write, permit
from pitchkeeper.access.devices import NOBODY, AnyRole, Command, Role
from pitchkeeper.access.edits import Edit
from pitchkeeper.database.retries import Conflict
from pitchkeeper.matches import replay
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.journal import Action, RecordedMatchChange
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.workers.adjudicators import Adjudicator
from pitchkeeper.workers.priority_queues import Priority

_OVERRULE: Final = Message("problem.not_allowed.overrule", hand=COUNT)

_LATE: Final = 20.0
"""Seconds of proving late hands, before the proofs that exist by then are saved."""
_LINES: Final = 20
"""Changes of a hand that are read at a time."""


class MatchNotFound(Refusal):
    """There is no such match, or this device is not in it."""


class MatchBusy(Refusal):
    """Too many devices are changing the match at once; try again."""


class MatchRevision(Revision[MatchState], frozen=True, kw_only=True):
    """A match after a change, and the action in the journal."""

    action: Action
    hand: int | None = None
    """The hand that the change is about, if it is about one."""
    restored: int | None = None
    """The version that an undo or a restore goes back to."""


class MatchChanges(Changes[MatchState, MatchRevision]):
    """Load, rewind, prove and change matches."""

    not_found: ClassVar[type[Refusal]] = MatchNotFound
    runner: ClassVar[AnyRole] = Role.OWNER
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
        """Return a match at a version, with its hands proven."""
        if version == state.version:
            return state
        earlier = await self.load_version(state, version)
        # A read holds no lock that other writes wait for.
        priority = Priority.PREVIEW if until is None else Priority.URGENT
        return structs.replace(earlier, hands=await self.prove_hands(earlier, until, priority))

    async def load_version(self, state: MatchState, version: int) -> MatchState:
        """Return a match as it was entered at a version, without new proofs."""
        replay.check_version(state, version)
        changes = await self._matches.load_changes(state.match_id, version)
        return replay.rewind(state, changes, version)

    async def prove_hands(
        self,
        state: MatchState,
        until: float | None = None,
        priority: Priority = Priority.URGENT,
    ) -> tuple[RecordedHand, ...]:
        """Return the hands of a match, each with a proof for its dealer, if there is time for it.

        `until` is the time of the loop's clock at which the wait ends.
        """
        missing = list_unproven(state.match, state.hands)
        # None removes a proof for another dealer, so that the hand is proven later.
        proofs: dict[int, Proof | None] = {hand.number: None for hand, _ in missing}
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                for hand, deal in missing:
                    proof = await self._prove(hand.record, deal, priority)
                    # The processes are overloaded: the remaining hands are proven later.
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
        """Prove hands of a match that were saved without a proof; return false if some remain."""
        owner = await self._matches.owner(match_id)
        state = None if owner is None else await self._matches.load(match_id, Command(owner))
        if state is None:
            return True
        until = asyncio.get_running_loop().time() + _LATE
        hands = await self.prove_hands(state, until, Priority.BACKGROUND)
        new = [
            after
            for before, after in zip(state.hands, hands, strict=True)
            if before is not after and after.proof
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
        change = RecordedMatchChange(action=Action.HANDS_CHECKED, hand=number)
        if await self._matches.save(state, after, change, Command(NOBODY)) is None:
            return False
        return not list_unproven(after.match, hands)

    async def wait_for_unproven(self, seconds: float) -> None:
        """Wait until this process saves a hand without its proof, at most for some seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._unproven.wait()
        self._unproven.clear()

    async def load_seen(self, state: MatchState, precondition: Precondition) -> MatchState | None:
        """Return a match at the latest version that was seen; None if it never had any of them."""
        if precondition.names(state.version):
            return state
        version = _latest_seen_version(state, precondition)
        if version is None:
            return None
        # If-None-Match: * stands for version 0, at which there was nothing.
        if version == 0:
            return structs.replace(state, version=0, hands=(), adjustments=())
        return await self.load_version(state, version)

    async def is_stale(
        self, state: MatchState, number: int, precondition: Precondition, part: Part = WHOLE_RECORD
    ) -> bool:
        """Return whether a part of a hand has changed since the latest version that was seen.

        A change that was taken back counts too: a request from before it is late.
        """
        if precondition.own is None and precondition.names(state.version):
            return False
        version = (
            precondition.own.since
            if precondition.own
            else _latest_seen_version(state, precondition)
        )
        if version is None:
            return True
        if version == 0:
            return not replay.is_same(None, state.hand(number), part)
        # The number is not checked yet, and may be too large for an int of PostgreSQL.
        if not 1 <= number <= MOST_HANDS:
            return False
        # A hand may have changed thousands of times, so its changes are read page by page.
        while changes := await self._matches.list_hand_changes(
            state.match_id, number, version, _LINES
        ):
            for version, device_id, change in changes:
                is_own = precondition.own is not None and precondition.own.includes(
                    version, device_id
                )
                if not is_own and not replay.is_same(change.before, change.after, part):
                    return True
        return False

    async def list_stale_hands(
        self, state: MatchState, numbers: Iterable[int], precondition: Precondition
    ) -> frozenset[int]:
        """Return which of some hands have changed, or pay something else, since they were seen."""
        then = await self.load_seen(state, precondition)
        if then is None or (then is state and precondition.own is None):
            return frozenset(numbers if then is None else ())
        facts = {number: await self.is_stale(state, number, precondition) for number in numbers}
        stale = {number for number, is_stale in facts.items() if is_stale}
        # Otherwise the sheet of then is needed, and its proofs can take seconds.
        if len(stale) == len(facts):
            return frozenset(stale)
        until = self.deadline()
        # The correction of another hand can change the payment of these.
        then = await self._with_proofs(then, until)
        return frozenset(
            number
            for number in facts
            if number in stale or not replay.pays_the_same(then, state, number)
        )

    async def _with_proofs(self, after: MatchState, until: float | None) -> MatchState:
        return structs.replace(after, hands=await self.prove_hands(after, until), checked=0)

    def revise(self, action: str, after: MatchState) -> MatchRevision:
        """Return a change by an action that the journals of matches and leagues share."""
        return MatchRevision(action=Action(action), after=after)

    async def _save(
        self, write: Write, before: MatchState, revision: MatchRevision
    ) -> MatchState | Conflict:
        # A stranger has no role yet, and an admission changes nothing else.
        if write.role is not None:
            _refuse_owners_changes(before, revision.after, write.command.device_id)
        after = await self._with_proofs(revision.after, write.deadline or self.deadline())
        change = replay.describe_change(
            revision.action, before, after, hand=revision.hand, restored_version=revision.restored
        )
        saved = await self._matches.save(before, after, change, write.command)
        if saved is None:
            return Conflict()
        if any(hand.proof is None and not hand.is_void for hand in after.hands):
            self._unproven.set()
        return saved

    def _cached_state(self, match_id: UUID) -> MatchState | None:
        return self._matches.get_cached(match_id)


class MatchEdit(Edit[MatchState, MatchRevision], frozen=True):
    """A request to change a match."""

    changes: MatchChanges


def with_hand(state: MatchState, hand: RecordedHand, action: Action) -> MatchRevision:
    """Return a match with one hand entered or replaced."""
    after = structs.replace(state, hands=put_hand(state.hands, hand))
    return MatchRevision(action=action, after=after, hand=hand.number)


def _latest_seen_version(state: MatchState, precondition: Precondition) -> int | None:
    return max(
        (version for version in precondition.versions if version < state.version), default=None
    )


def _refuse_owners_changes(before: MatchState, after: MatchState, device_id: UUID) -> None:
    """Refuse changes that only the owner may make, by any request."""
    if not before.is_owner(device_id):
        _refuse_overruling(before.hands, after.hands)
        # An undo may change the rules too.
        if before.match.ruleset != after.match.ruleset:
            permit(before, device_id, Role.OWNER)


def _refuse_overruling(before: Iterable[RecordedHand], after: Iterable[RecordedHand]) -> None:
    """Refuse to add, change or remove an overruling, by any change."""
    old = {hand.number: hand.overruled for hand in before}
    new = {hand.number: hand.overruled for hand in after}
    for number in sorted(old | new):
        if old.get(number) != new.get(number):
            raise NotAllowed(_OVERRULE(hand=number))
