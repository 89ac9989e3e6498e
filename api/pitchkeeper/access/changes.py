"""Changes: load, decide, save if the version is still the same, else begin anew.

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

from pitch.errors import Refusal
from pitch.messages import CHOICE, Message
from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import RANKS, Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.database.pool import DatabaseBusy
from pitchkeeper.database.retries import Conflict, Turns

PATIENCE: Final = 3.0
"""Seconds that a write may take before it is kept without the proofs that are still missing."""
_ONLY: Final = Message("problem.not_allowed", role=CHOICE, kind=CHOICE)


class NotAllowed(Refusal):
    """The role of this device in the match does not allow that."""

    code = "not_allowed"


S = TypeVar("S", bound=Aggregate[Any])
Aggregate_co = TypeVar("Aggregate_co", bound=Aggregate[Any], covariant=True)


class Revision(Struct, Generic[S], frozen=True, kw_only=True):
    """What a match or a league becomes by a change, and what its journal calls that."""

    action: StrEnum
    after: S


R = TypeVar("R", bound=Revision[Any])
Decide = Callable[[S, Stamp], Awaitable[R | None]]
"""Load what the decision needs, and decide: the revision, or None if nothing changes."""


class Store(Protocol[Aggregate_co]):
    """What it takes to keep matches, or leagues."""

    async def load(
        self, aggregate_id: UUID, command: Command, *, even_deleted: bool = False
    ) -> Aggregate_co | None:
        """One of them, if the device of the command is in it, and what the command made of it."""

    async def owner(self, aggregate_id: UUID) -> UUID | None:
        """The device that owns it."""

    async def note_idle(
        self, aggregate_id: UUID, command_id: UUID, version: int, at: datetime
    ) -> bool:
        """Remember that a command changed nothing; false if it has moved on since that version."""


class Write(Struct, frozen=True, kw_only=True):
    """A write: whose command it is, of what, and what it takes."""

    command: Command
    aggregate_id: UUID
    reader: UUID
    """The device as which it is read."""
    role: Role | None
    """What the device has to be; None lets strangers in."""
    even_deleted: bool = False
    reads_first: bool = True
    """Whether it is read before anything is decided, also where it is remembered."""
    deadline: float | None = None
    """When the loop's clock ends the waiting for proofs; None if it begins with the decision."""


class Changes(ABC, Generic[S, R]):
    """Matches, or leagues: what they are, what they were, and how they change."""

    not_found: ClassVar[type[Refusal]]
    busy: ClassVar[type[Refusal]]

    def __init__(
        self, store: Store[S], clock: Callable[[], datetime], patience: float = PATIENCE
    ) -> None:
        """`patience` is how many seconds a write waits for proofs in all."""
        self._store = store
        self._clock = clock
        self._patience = patience
        self._turns = Turns(self.busy)

    async def read(self, device_id: UUID, aggregate_id: UUID, version: int | None = None) -> S:
        """What the device is in, as it is now or was at a version."""
        state = await self._load(Command(device_id), aggregate_id)
        return state if version is None else await self.state_at(state, version)

    async def read_public(self, aggregate_id: UUID) -> S:
        """What it is for whoever was given a link to it; it is read as its owner sees it."""
        return await self._load(Command(await self._owner(aggregate_id)), aggregate_id)

    async def read_original(self, device_id: UUID, aggregate_id: UUID, taken: type[Refusal]) -> S:
        """What a device opened under an id that is taken; refused if it was another device.

        As it began, so that a copy of the request is known by it: it may have changed since.
        """
        try:
            return await self.read(device_id, aggregate_id, version=1)
        except self.not_found:
            raise taken from None

    @abstractmethod
    async def state_at(self, state: S, version: int, until: float | None = None) -> S:
        """What it was at a version; refused if it never was at that."""

    def deadline(self) -> float:
        """Return when the loop's clock ends the waiting for proofs that is about to begin."""
        return asyncio.get_running_loop().time() + self._patience

    async def write(
        self,
        command: Command,
        aggregate_id: UUID,
        role: Role,
        decide: Decide[S, R],
        *,
        even_deleted: bool = False,
        reads_first: bool = True,
    ) -> S:
        """Return what it is after a change, made once however often its command arrives.

        One that is deleted is there for its owner only, and only `even_deleted`. Where the change
        is small and the decision quick it pays to try without reading first.
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
            unread = structs.replace(write, reads_first=False)
            first = partial(self._attempt_unread, unread, decide)
        return await self._turns.take(aggregate_id, partial(self._attempt, write, decide), first)

    async def write_unlocked(
        self, command: Command, aggregate_id: UUID, role: Role, decide: Decide[S, R]
    ) -> S:
        """As `write`, for a decision that may take seconds: others write meanwhile.

        If they do it is decided anew, so it should keep what took so long.
        """
        write = Write(
            command=command, aggregate_id=aggregate_id, reader=command.device_id, role=role
        )
        return await self._turns.retry(partial(self._attempt, write, decide))

    async def admit(self, command: Command, aggregate_id: UUID, decide: Decide[S, R]) -> S:
        """As `write`, for a device that may be no member yet; it is read as its owner sees it."""
        write = Write(
            command=command,
            aggregate_id=aggregate_id,
            reader=await self._owner(aggregate_id),
            role=None,
            deadline=self.deadline(),
        )
        return await self._turns.take(aggregate_id, partial(self._attempt, write, decide))

    def permit(self, state: S, device_id: UUID, role: Role) -> None:
        """Refuse what the role of a device does not allow."""
        if state.deleted_at is not None and not state.is_owner(device_id):
            raise self.not_found
        permit(state, device_id, role)

    async def _attempt(self, write: Write, decide: Decide[S, R]) -> S | Conflict:
        """Load, decide, save: what it is then, or a conflict if another change came first."""
        command = write.command
        # Nothing is locked in the database from here to the save, which fails if the version has
        # moved on: phones at one table rarely write at once, and a proof may take seconds.
        reader = Command(write.reader, command.id)
        state = await self._load(reader, write.aggregate_id, even_deleted=write.even_deleted)
        # A copy of what was done already, because its answer was lost on the way: it is not judged
        # by what the device may do now, nor by what has changed since.
        if state.done_in is not None:
            if state.member(command.device_id) is None:
                raise self.not_found
            return await self.state_at(state, state.done_in, write.deadline or self.deadline())
        stamp, revision = await self._decide(write, decide, state)
        if revision is None:
            return await self._note_idle(state, write, stamp)
        return await self._save(write, state, revision)

    async def _attempt_unread(self, write: Write, decide: Decide[S, R]) -> S | Conflict:
        """Return what it is after a change of the state that is remembered, if that is still it.

        The save writes nothing unless that is still the state, so a round trip is saved. A refusal,
        or that nothing changes, may follow from an old state: then it has to be read.
        """
        state = await self._cached_state(write.aggregate_id)
        if state is None or state.deleted_at is not None:
            return Conflict()
        try:
            _, revision = await self._decide(write, decide, state)
            return Conflict() if revision is None else await self._save(write, state, revision)
        except DatabaseBusy:
            raise
        except Refusal:
            return Conflict()

    async def _cached_state(self, _aggregate_id: UUID) -> S | None:
        """Return what it was when it was read or written last, if that is remembered."""
        return None

    async def _decide(self, write: Write, decide: Decide[S, R], state: S) -> tuple[Stamp, R | None]:
        """Return what a permitted command makes of a state, as its next version."""
        device_id = write.command.device_id
        if write.role is not None:
            self.permit(state, device_id, write.role)
        # Never before the last change, though the clock of another process may be ahead.
        stamp = Stamp(device_id=device_id, at=max(self._clock(), state.updated_at))
        revision = await decide(state, stamp)
        if revision is None:
            return stamp, None
        after = structs.replace(revision.after, version=state.version + 1, updated_at=stamp.at)
        return stamp, structs.replace(revision, after=after)

    async def _note_idle(self, state: S, write: Write, stamp: Stamp) -> S | Conflict:
        """Keep that a command has nothing to change, or it might find something another time."""
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
        """A change by the name that the journals of matches and leagues both have for it."""

    @abstractmethod
    async def _save(self, write: Write, before: S, revision: R) -> S | Conflict:
        """Save a revision, and return what was saved; a conflict if another change came first."""


def permit(state: Aggregate[Any], device_id: UUID, role: Role) -> None:
    """Refuse what the role of a device in a match or a league does not allow."""
    member = state.member(device_id)
    if member is None or RANKS.index(member.role) < RANKS.index(role):
        raise NotAllowed(_ONLY(role=role, kind=state.kind))
