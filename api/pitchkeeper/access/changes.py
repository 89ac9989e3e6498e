"""Changes: load, decide, save if the version is still the same, else retry.

Written once for matches and leagues. A use case loads what it needs besides the match, and a pure
function `decide_*` returns what the match becomes; both run again if another device was faster.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar
from uuid import UUID

from msgspec import Struct, structs

from pitch.messages import CHOICE, Message, Refusal
from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.devices import AnyRole, Command, LeagueRole, Role, Stamp
from pitchkeeper.database.pool import DatabaseBusy
from pitchkeeper.database.retries import Conflict, Turns

PATIENCE: Final = 3.0
"""Seconds that a write may take before it is kept without the proofs that are still missing."""
_ONLY: Final = {role: Message(f"problem.not_allowed.{role}", kind=CHOICE) for role in Role}
_ONLY_ORGANISERS: Final = Message("problem.not_allowed.organiser")


class NotAllowed(Refusal, has_message=False):
    """The role of this device in the match does not allow that."""


S = TypeVar("S", bound=Aggregate[Any])
Aggregate_co = TypeVar("Aggregate_co", bound=Aggregate[Any], covariant=True)


class Revision(Struct, Generic[S], frozen=True, kw_only=True):
    """The state of a match or league after a change, and the action in its journal."""

    action: StrEnum
    after: S


R = TypeVar("R", bound=Revision[Any])
Decide = Callable[[S, Stamp], Awaitable[R | None] | R | None]
"""Load what the decision needs, if anything, and decide: the revision, or None if nothing changes.
"""


class Store(Protocol[Aggregate_co]):
    """A store of matches, or of leagues."""

    async def load(
        self, aggregate_id: UUID, command: Command, *, even_deleted: bool = False
    ) -> Aggregate_co | None:
        """Return the state if the device is a member, with the version the command has made."""

    async def owner(self, aggregate_id: UUID) -> UUID | None:
        """Return the id of the owner's device; None if there is no such match or league."""

    async def note_idle(
        self, aggregate_id: UUID, command_id: UUID, version: int, at: datetime
    ) -> bool:
        """Store that a command changed nothing; return False if the version is not current."""


class Write(Struct, frozen=True, kw_only=True):
    """A write to a match or a league."""

    command: Command
    aggregate_id: UUID
    reader: UUID
    """The device as which the state is read."""
    role: AnyRole | None
    """The least role of the device; None lets strangers in."""
    even_deleted: bool = False
    deadline: float | None = None
    """When the wait for proofs ends, by the loop's clock; None if it starts with the decision."""


class Changes(ABC, Generic[S, R]):
    """Reads and writes of matches, or of leagues."""

    not_found: ClassVar[type[Refusal]]
    busy: ClassVar[type[Refusal]]
    runner: ClassVar[AnyRole]
    """The least role of those who run a match, or a league."""

    def __init__(
        self, store: Store[S], clock: Callable[[], datetime], patience: float = PATIENCE
    ) -> None:
        """`patience` is how many seconds a write waits for proofs in all."""
        self._store = store
        self._clock = clock
        self._patience = patience
        self._turns = Turns(self.busy)

    async def read(self, device_id: UUID, aggregate_id: UUID, version: int | None = None) -> S:
        """Return the state as it is now or was at a version, for a member."""
        state = await self._load(Command(device_id), aggregate_id)
        return state if version is None else await self.state_at(state, version)

    async def read_as_runner(self, device_id: UUID, aggregate_id: UUID) -> S:
        """Return the state. Raises NotAllowed for anyone who does not run the match or league."""
        state = await self.read(device_id, aggregate_id)
        permit(state, device_id, self.runner)
        return state

    async def read_public(self, aggregate_id: UUID) -> S:
        """Return the state for anyone with a public link; it is read as the owner."""
        return await self._load(Command(await self._owner(aggregate_id)), aggregate_id)

    async def read_original(self, device_id: UUID, aggregate_id: UUID, taken: type[Refusal]) -> S:
        """Return the first version under an id that is taken. Raises `taken` for a stranger.

        A copy of the request that opened it is recognised by that, whatever has changed since.
        """
        try:
            return await self.read(device_id, aggregate_id, version=1)
        except self.not_found:
            raise taken from None

    @abstractmethod
    async def state_at(self, state: S, version: int, until: float | None = None) -> S:
        """Return the state at a version. Raises a refusal if there is no such version."""

    def deadline(self) -> float:
        """Return when a wait for proofs that starts now ends, by the loop's clock."""
        return asyncio.get_running_loop().time() + self._patience

    async def write(
        self,
        command: Command,
        aggregate_id: UUID,
        role: AnyRole,
        decide: Decide[S, R],
        *,
        even_deleted: bool = False,
        reads_first: bool = True,
    ) -> S:
        """Return the state after a change, which is made once however often its command arrives.

        A deleted match or league is found only by its owner, and only with `even_deleted`. If the
        change is small and the decision quick, it pays to attempt it without loading first.
        """
        write = Write(
            command=command,
            aggregate_id=aggregate_id,
            reader=command.device_id,
            role=role,
            even_deleted=even_deleted,
            deadline=self.deadline(),
        )
        first = None
        if not reads_first and command.id is None:
            first = partial(self._attempt_unread, write, decide)
        return await self._turns.take(aggregate_id, partial(self._attempt, write, decide), first)

    async def write_unlocked(
        self, command: Command, aggregate_id: UUID, role: AnyRole, decide: Decide[S, R]
    ) -> S:
        """Do as `write` for a decision that may take seconds: others write meanwhile.

        After a conflict `decide` runs again, so it should cache what took so long.
        """
        write = Write(
            command=command, aggregate_id=aggregate_id, reader=command.device_id, role=role
        )
        return await self._turns.retry(partial(self._attempt, write, decide))

    async def admit(self, command: Command, aggregate_id: UUID, decide: Decide[S, R]) -> S:
        """Do as `write` for a device that may be a stranger; the state is read as the owner."""
        write = Write(
            command=command,
            aggregate_id=aggregate_id,
            reader=await self._owner(aggregate_id),
            role=None,
            deadline=self.deadline(),
        )
        return await self._turns.take(aggregate_id, partial(self._attempt, write, decide))

    def permit(self, state: S, device_id: UUID, role: AnyRole) -> None:
        """Raise a refusal if the role of a device does not allow a change."""
        if state.deleted_at is not None and not state.is_owner(device_id):
            raise self.not_found
        permit(state, device_id, role)

    async def _attempt(self, write: Write, decide: Decide[S, R]) -> S | Conflict:
        """Load, decide and save; return the new state, or a conflict after another change."""
        command = write.command
        # Nothing is locked in the database from here to the save, which fails if the version has
        # moved on: phones at one table rarely write at once, and a proof may take seconds.
        reader = Command(write.reader, command.id)
        state = await self._load(reader, write.aggregate_id, even_deleted=write.even_deleted)
        # A retry after a lost response: it is not judged by the present role of the device, nor by
        # later changes.
        if state.done_in is not None:
            if state.member(command.device_id) is None:
                raise self.not_found
            return await self.state_at(state, state.done_in, write.deadline or self.deadline())
        stamp, revision = await self._decide(write, decide, state)
        if revision is None:
            return await self._note_idle(state, write, stamp)
        return await self._save(write, state, revision)

    async def _attempt_unread(self, write: Write, decide: Decide[S, R]) -> S | Conflict:
        """Decide on the cached state and save; return a conflict if that state is not current.

        The save writes nothing unless the state is current, so a round trip is saved. A refusal or
        an idle command may follow from a stale state, so the state has to be loaded then.
        """
        state = self._cached_state(write.aggregate_id)
        if state is None or state.deleted_at is not None:
            return Conflict()
        try:
            _, revision = await self._decide(write, decide, state)
            return Conflict() if revision is None else await self._save(write, state, revision)
        except DatabaseBusy:
            raise
        except Refusal:
            return Conflict()

    def _cached_state(self, _aggregate_id: UUID) -> S | None:
        """Return the state as last read or written, if it is cached."""
        return None

    async def _decide(self, write: Write, decide: Decide[S, R], state: S) -> tuple[Stamp, R | None]:
        """Return the stamp and the next version of a state; no revision if nothing changes."""
        device_id = write.command.device_id
        if write.role is not None:
            self.permit(state, device_id, write.role)
        # Not before the last change: the clock of another process may be ahead.
        stamp = Stamp(device_id=device_id, at=max(self._clock(), state.updated_at))
        decision = decide(state, stamp)
        revision = await decision if isinstance(decision, Awaitable) else decision
        if revision is None:
            return stamp, None
        after = structs.replace(revision.after, version=state.version + 1, updated_at=stamp.at)
        return stamp, structs.replace(revision, after=after)

    async def _note_idle(self, state: S, write: Write, stamp: Stamp) -> S | Conflict:
        """Store that a command changed nothing, so that a retry changes nothing later."""
        command_id = write.command.id
        if command_id is None:
            return state
        aggregate_id, version = write.aggregate_id, state.version
        is_noted = await self._store.note_idle(aggregate_id, command_id, version, stamp.at)
        return state if is_noted else Conflict()

    async def _load(self, command: Command, aggregate_id: UUID, *, even_deleted: bool = False) -> S:
        state = await self._store.load(aggregate_id, command, even_deleted=even_deleted)
        if state is None:
            raise self.not_found
        return state

    async def _owner(self, aggregate_id: UUID) -> UUID:
        owner = await self._store.owner(aggregate_id)
        if owner is None:
            raise self.not_found
        return owner

    @abstractmethod
    def revise(self, action: str, after: S) -> R:
        """Return a revision with an action that the journals of both matches and leagues have."""

    @abstractmethod
    async def _save(self, write: Write, before: S, revision: R) -> S | Conflict:
        """Save a revision and return the saved state; a conflict if another change came first."""


def permit(state: Aggregate[Any], device_id: UUID, role: AnyRole) -> None:
    """Raise NotAllowed if a device has less than a role in a match or a league."""
    if not state.has_role(device_id, role):
        if role == LeagueRole.ORGANISER:
            raise NotAllowed(_ONLY_ORGANISERS())
        raise NotAllowed(_ONLY[Role(role)](kind=state.kind))
