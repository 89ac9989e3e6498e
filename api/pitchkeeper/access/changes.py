"""Changes: load, decide, save if the version is still the same, else begin anew.

Written once for matches and leagues. What a change comes to is decided by a pure function of what
was loaded; it may be called again with what another device has made of it meanwhile.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar, overload
from uuid import UUID

from pitch.errors import Refusal
from pitch.messages import CHOICE, Message
from pitchkeeper.access.aggregates import Aggregate
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import RANKS, Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.database.retries import Turns

PATIENCE: Final = 3.0
"""Seconds that a write may take before it is kept without the proofs that are still missing."""
_ONLY: Final = Message("problem.not_allowed", role=CHOICE, kind=CHOICE)


class NotAllowed(Refusal):
    """The role of this device in the match does not allow that."""

    code = "not_allowed"


S = TypeVar("S", bound=Aggregate[Any])
Aggregate_co = TypeVar("Aggregate_co", bound=Aggregate[Any], covariant=True)
X = TypeVar("X")


@dataclass(frozen=True, kw_only=True)
class Revision(Generic[S]):
    """What a match or a league becomes by a change, and what its journal calls that."""

    action: StrEnum
    after: S


@dataclass(frozen=True)
class Prerequisite:
    """What a decision needs first, and what may take long to get."""

    needed: Any


R = TypeVar("R", bound=Revision[Any])
Decide = Callable[[S, Stamp], R | None]
"""What something becomes, given who acts and when; None when it stays as it is."""
Prepare = Callable[[S, Stamp], Awaitable[X]]
"""Reads what a decision needs besides what is loaded anyway."""
DecideWith = Callable[[S, Stamp, X], R | None]
"""As `Decide`, from what was prepared."""


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


@dataclass(frozen=True, kw_only=True)
class _Write:
    """A write that is under way: what is asked, and how it is decided."""

    command: Command
    aggregate_id: UUID
    reader: UUID
    """The device as which it is read."""
    role: Role | None
    """What the device has to be; None lets strangers in."""
    decide: Callable[..., Any]
    prepare: Prepare[Any, Any] | None
    even_deleted: bool
    until: float
    """When the loop's clock ends the waiting for proofs."""


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
        return state if version is None else await self.at(state, version)

    async def published(self, aggregate_id: UUID) -> S:
        """What it is for whoever was given a link to it; it is read as its owner sees it."""
        owner = await self._store.owner(aggregate_id)
        if owner is None:
            raise self.not_found
        return await self._load(Command(owner), aggregate_id)

    async def opened(self, device_id: UUID, aggregate_id: UUID, taken: type[Refusal]) -> S:
        """What a device opened under an id that is taken; refused if it was another device.

        As it began, so that a copy of the request is known by it: it may have changed since.
        """
        try:
            return await self.read(device_id, aggregate_id, version=1)
        except self.not_found:
            raise taken from None

    @abstractmethod
    async def at(self, state: S, version: int, until: float | None = None) -> S:
        """What it was at a version; refused if it never was at that."""

    @overload
    async def write(
        self,
        command: Command,
        aggregate_id: UUID,
        role: Role,
        decide: Decide[S, R],
        *,
        even_deleted: bool = False,
    ) -> S: ...

    @overload
    async def write(
        self,
        command: Command,
        aggregate_id: UUID,
        role: Role,
        decide: DecideWith[S, X, R],
        *,
        prepare: Prepare[S, X],
        even_deleted: bool = False,
    ) -> S: ...

    async def write(
        self,
        command: Command,
        aggregate_id: UUID,
        role: Role,
        decide: Callable[..., R | None],
        *,
        prepare: Prepare[S, Any] | None = None,
        even_deleted: bool = False,
    ) -> S:
        """What it is after a change, which is made once however often its command arrives.

        One that is deleted is there for its owner only, and only `even_deleted`.
        """
        write = self._begun(command, aggregate_id, role, decide, prepare, even_deleted=even_deleted)
        written: S = await self._turns.take(aggregate_id, partial(self._attempt, write))
        return written

    async def write_asking(
        self,
        command: Command,
        aggregate_id: UUID,
        role: Role,
        decide: Callable[[S, Stamp], R | Prerequisite | None],
        answer: Callable[[Prerequisite], Awaitable[None]],
    ) -> S:
        """As `write`, but a decision may ask something first that others are waited for.

        Nobody who may not write gets to ask, and nothing is held meanwhile, so that others write:
        then it is decided anew, from what there is by then.
        """
        while True:
            write = self._begun(command, aggregate_id, role, decide, None)
            written: S | Prerequisite
            written = await self._turns.take(aggregate_id, partial(self._attempt, write))
            if not isinstance(written, Prerequisite):
                return written
            await answer(written)

    async def admit(
        self,
        command: Command,
        aggregate_id: UUID,
        decide: DecideWith[S, X, R],
        *,
        prepare: Prepare[S, X],
    ) -> S:
        """As `write`, for a device that may be no member yet; it is read as its owner sees it."""
        owner = await self._store.owner(aggregate_id)
        if owner is None:
            raise self.not_found
        begun = self._begun(command, aggregate_id, None, decide, prepare)
        write = replace(begun, reader=owner)
        admitted: S = await self._turns.take(aggregate_id, partial(self._attempt, write))
        return admitted

    def permit(self, state: S, device_id: UUID, role: Role) -> None:
        """Refuse what the role of a device does not allow."""
        if state.deleted_at is not None and not state.is_owner(device_id):
            raise self.not_found
        permit(state, device_id, role)

    def _begun(
        self,
        command: Command,
        aggregate_id: UUID,
        role: Role | None,
        decide: Callable[..., Any],
        prepare: Prepare[S, Any] | None,
        *,
        even_deleted: bool = False,
    ) -> _Write:
        """A write as it is asked for; the time that it has for proofs runs from now on."""
        return _Write(
            command=command,
            aggregate_id=aggregate_id,
            reader=command.device_id,
            role=role,
            decide=decide,
            prepare=prepare,
            even_deleted=even_deleted,
            until=asyncio.get_running_loop().time() + self._patience,
        )

    async def _attempt(self, write: _Write) -> Any:
        """What it is once the change is kept, or a question; None if another came first."""
        command = write.command
        asked = Command(write.reader, command.id)
        # Nothing is locked from here to the save, which fails if the version has moved on: phones
        # at one table rarely write at once, and a proof may take seconds.
        state = await self._load(asked, write.aggregate_id, even_deleted=write.even_deleted)
        # A copy of what was done already, because its answer was lost on the way: it is not judged
        # by what the device may do now, nor by what has changed since.
        if state.done_in is not None:
            return await self._replayed(state, state.done_in, write)
        if write.role is not None:
            self.permit(state, command.device_id, write.role)
        # Never before the last change, though the clock of another process may be ahead.
        stamp = Stamp(device_id=command.device_id, at=max(self._clock(), state.updated_at))
        found = () if write.prepare is None else (await write.prepare(state, stamp),)
        revision = write.decide(state, stamp, *found)
        if isinstance(revision, Prerequisite):
            return revision
        if revision is None:
            return state if await self._note_idle(write, state, stamp.at) else None
        # Who is let in as a stranger was read as the owner, and brings nothing but itself.
        if write.role is not None:
            self._vet(state, revision, command.device_id)
        after = replace(revision.after, version=state.version + 1, updated_at=stamp.at)
        after = await self._proven(after, write.until)
        return after if await self._save(command, state, replace(revision, after=after)) else None

    async def _note_idle(self, write: _Write, state: S, at: datetime) -> bool:
        """Keep that a command has nothing to change, or it might find something another time."""
        command_id = write.command.id
        if command_id is None:
            return True
        return await self._store.note_idle(write.aggregate_id, command_id, state.version, at)

    async def _replayed(self, state: S, version: int, write: _Write) -> S:
        """What a command left, for a device that is still in it."""
        if state.member(write.command.device_id) is None:
            raise self.not_found
        return await self.at(state, version, write.until)

    async def _load(self, command: Command, aggregate_id: UUID, *, even_deleted: bool = False) -> S:
        state = await self._store.load(aggregate_id, command, even_deleted=even_deleted)
        if state is None:
            raise self.not_found
        return state

    @abstractmethod
    def revised(self, action: str, after: S) -> R:
        """A change by the name that the journals of matches and leagues both have for it."""

    def _vet(self, _before: S, _revision: R, _device_id: UUID) -> None:
        """Refuse a change of what the device may not change, whatever it asked for."""

    async def _proven(self, after: S, _until: float) -> S:
        """What is to be kept, with what can be proven in time."""
        return after

    @abstractmethod
    async def _save(self, command: Command, before: S, revision: R) -> bool:
        """Keep a change; false if another one came first."""


def permit(state: Aggregate[Any], device_id: UUID, role: Role) -> None:
    """Refuse what the role of a device in a match or a league does not allow."""
    member = state.member(device_id)
    if member is None or RANKS.index(member.role) < RANKS.index(role):
        raise NotAllowed(_ONLY(role=role, kind=state.kind))
