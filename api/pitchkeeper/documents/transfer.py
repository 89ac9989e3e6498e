"""Transfer: what a device takes away of its matches, and what it brings."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from copy import copy as copy_of
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch.errors import Refusal
from pitch.match import Sheet, list_unproven
from pitch.messages import Message
from pitch.notation import (
    Position,
    Transcript,
    check_result,
    check_times,
    check_transcript,
    match_of,
)
from pitchkeeper import zones
from pitchkeeper.access.devices import Command
from pitchkeeper.database.listings import JournalQuery
from pitchkeeper.documents import intake, transcriptions
from pitchkeeper.documents.store import Copy, CopyStore
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.journal import JournalLine
from pitchkeeper.matches.opening import MOST_MATCHES, TooManyMatches
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.workers import threads
from pitchkeeper.workers.priority_queues import Priority

MOST: Final = 1_000
"""The most matches that are brought at once."""
_PAGE: Final = 50
_SECONDS: Final = 20.0
"""A request has thirty."""
_NEWEST: Final = UUID(int=2**128 - 1)
_TAIL: Final = 2**80 - 1
_TOGETHER: Final = 20
"""How many matches are kept in one transaction, which costs as much for one."""
_MOST_LINES: Final = 1_000
"""After so many lines of journals, which are kilobytes each, they are kept too."""
_SHORT_TEXT: Final = 8 * 1024
_SHORT_MATCH: Final = 40
"""Characters that are read, and changes of hands that are judged, within a few milliseconds."""
_AHEAD: Final = timedelta(days=1)
"""How far the clock of the server that a match comes from may be ahead of ours."""


class NotJudged(Refusal):
    """The hands of this match could not be judged in time; send it again."""

    code = "not_judged"
    usual = Message("problem.not_judged")


class NotReached(Refusal):
    """The matches before this one took too long; send all again with the same Idempotency-Key."""

    code = "not_reached"
    usual = Message("problem.not_reached")
    hint = "Send all again with the same Idempotency-Key."


class ReadMatch(Struct, frozen=True):
    """A match that was read, or why it could not be, and what stands where."""

    told: Transcript | Refusal
    position: Callable[[str], Position | None]
    """Where that stands in a text to which a pointer into the match leads."""


class ImportSource(Struct, frozen=True):
    """A match that is brought, yet to be read, and where it stands in what was sent."""

    read: Callable[[], ReadMatch]
    size: int
    """How many characters are to be read."""
    pointer: str = ""
    position: Position | None = None

    def where(self, _pointer: str) -> Position | None:
        """Where it begins, whatever stands in it."""
        return self.position


class ImportResult(Struct, frozen=True):
    """What became of a match that was brought: the id that it has here, or why it has none."""

    pointer: str
    position: Position | None
    """Where it stands, or what is wrong in it."""
    match_id: UUID | None = None
    refusal: Refusal | None = None


class MatchTransfer:
    """What a device may take away of its matches, and bring to own."""

    def __init__(
        self,
        store: MatchStore,
        changes: MatchChanges,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        copies: CopyStore,
        patience: float = _SECONDS,
    ) -> None:
        """`patience` is how many seconds matches are taken in before the rest is put off."""
        self._store = store
        self._changes = changes
        self._clock = clock
        self._new_id = new_id
        self._copies = copies
        self._patience = patience

    def now(self, command: Command) -> str:
        """The time at which a match begins that does not say when: the same whenever it comes."""
        return transcriptions.moment(command.first_sent_at or self._clock())

    def latest(self) -> str:
        """The latest time at which something that is brought can have happened."""
        return transcriptions.moment(self._clock() + _AHEAD)

    async def copy(self, device_id: UUID, match_id: UUID) -> Copy:
        """A match that the device is in, with its journal."""
        return await self.with_journal(device_id, await self.state(device_id, match_id))

    async def state(self, device_id: UUID, match_id: UUID) -> MatchState:
        """A match that the device is in."""
        return await self._changes.read(device_id, match_id)

    async def with_journal(self, device_id: UUID, state: MatchState) -> Copy:
        """A match that the device is in and has read, with its journal."""
        # No more than made it: the match may have moved on meanwhile.
        noted = await self._store.list_journal(
            state.match_id, device_id, JournalQuery(beyond=0), state.version
        )
        if noted is None:
            raise MatchNotFound
        return Copy(state=state, noted=tuple(noted))

    async def copies(self, device_id: UUID) -> AsyncIterator[Copy]:
        """All matches that the device is in, newest first, one at a time."""
        before = _NEWEST
        while page := await self._store.list_match_ids(device_id, before, _PAGE):
            for match_id in page:
                try:
                    yield await self.copy(device_id, match_id)
                except MatchNotFound:  # removed meanwhile
                    continue
            before = page[-1]

    async def stamp(self, device_id: UUID) -> str:
        """What is another one after any change of any match that the device is in."""
        return await self._copies.stamp(device_id)

    async def transcripts(self, device_id: UUID) -> AsyncIterator[Sequence[Transcript]]:
        """What others may have of all those matches, many at a time."""
        async for page in self._copies.pages(device_id):
            yield [transcript for _, transcript in page]

    async def take_in(
        self, command: Command, brought: Iterable[ImportSource]
    ) -> list[ImportResult]:
        """Make matches the device's own, each by itself; sent again, none is made twice."""
        first = command.id or self._new_id()
        until = asyncio.get_running_loop().time() + self._patience
        # Those that came with an earlier copy of the command are not even read again, so that
        # each copy gets further than the last.
        known = {} if command.id is None else await self._taken(command.device_id, first)
        results: list[ImportResult] = []
        judged: dict[int, Copy] = {}
        for place, each in enumerate(brought):
            match_id = known.get(place)
            if match_id is not None:
                results.append(ImportResult(each.pointer, each.position, match_id))
                continue
            result, copy = await self._judged(
                command.device_id, partial(_id, first, place), each, until
            )
            results.append(result)
            if copy is not None:
                judged[place] = copy
            if len(judged) == _TOGETHER or _lines(judged.values()) > _MOST_LINES:
                await self._keep(command.device_id, judged, results)
                judged = {}
        await self._keep(command.device_id, judged, results)
        return results

    async def _taken(self, device_id: UUID, first: UUID) -> dict[int, UUID]:
        """The matches that a command has brought already, by their places."""
        places = {_tail(first, place): place for place in range(MOST)}
        ids = await self._copies.ids(device_id)
        return {places[tail]: each for each in ids if (tail := each.int & _TAIL) in places}

    async def _judged(
        self,
        device_id: UUID,
        new_id: Callable[[Transcript], UUID],
        brought: ImportSource,
        until: float,
    ) -> tuple[ImportResult, Copy | None]:
        """What is to become of a match that is brought, and the match if it can be kept."""
        where: Callable[[str], Position | None] = brought.where
        try:
            if asyncio.get_running_loop().time() > until:
                raise NotReached
            # Threads, for a long match is seconds of work while others ask.
            is_short = brought.size <= _SHORT_TEXT
            read = await threads.run_unless(is_short, brought.read)
            told, where = read.told, read.position
            if isinstance(told, Refusal):
                raise told
            check_times(told, self.latest())
            copy = await self.accepted(device_id, new_id(told), told, until)
        except Refusal as refusal:
            return ImportResult(brought.pointer, where(refusal.pointer), refusal=refusal), None
        return ImportResult(brought.pointer, where(""), copy.state.match_id), copy

    async def accepted(
        self, device_id: UUID, match_id: UUID, told: Transcript, until: float
    ) -> Copy:
        """A match as it would be kept here; refused if it is not what it says it is.

        `until` is when the loop's clock ends the waiting for its proofs.
        """
        is_short = sum(hand.changes for hand in told.hands) <= _SHORT_MATCH
        state, noted = await threads.run_unless(is_short, _kept, told, match_id, device_id)
        state = replace(state, hands=await self._changes.proven(state, until, Priority.IMPORT))
        if list_unproven(state.match, state.hands):
            raise NotJudged
        sheet = await threads.run_unless(is_short, _sheet, state)
        check_result(told, sheet, state.match)
        return Copy(state=state, noted=noted)

    async def _keep(
        self, device_id: UUID, judged: Mapping[int, Copy], results: list[ImportResult]
    ) -> None:
        """Keep some matches together, as many as there is room for; say of the others why not."""
        refusal: Refusal = TooManyMatches()
        kept: list[int] = []
        try:
            if judged:
                room = MOST_MATCHES - await self._copies.count(device_id, MOST_MATCHES)
                there = list(judged)[:room]
                if there:
                    await self._copies.add(device_id, [judged[place] for place in there])
                kept = there
        except Refusal as failed:
            refusal = failed
        for place in judged.keys() - set(kept):
            results[place] = structs.replace(
                results[place], match_id=None, refusal=copy_of(refusal)
            )


def _lines(copies: Iterable[Copy]) -> int:
    return sum(len(copy.noted) for copy in copies)


def _kept(
    told: Transcript, match_id: UUID, device_id: UUID
) -> tuple[MatchState, tuple[JournalLine, ...]]:
    """A match as it would be had it been entered here; refused if nobody could have entered it."""
    match = match_of(told)
    check_transcript(told, match)
    zones.check(told.time_zone)
    return intake.kept(told, match, match_id, device_id)


def _sheet(state: MatchState) -> Sheet:
    """The score sheet of a match, which keeps it from then on."""
    return state.sheet


def _id(first: UUID, place: int, told: Transcript) -> UUID:
    """The id of a match that a command brings: the same whenever it comes again.

    A UUIDv7 of when the match was opened, so that lists and pages sort it by that. Of those opened
    in one second the first in the file is the newest, as in an export.
    """
    opened = int(datetime.fromisoformat(told.opened).timestamp() * 1000)
    return UUID(int=opened << 80 | _tail(first, place))


def _tail(first: UUID, place: int) -> int:
    """All of an id that does not say when its match was opened."""
    chance = int.from_bytes(hashlib.sha256(first.bytes + place.to_bytes(2)).digest()[:8])
    order = 0xFFF - place
    return 7 << 76 | order << 64 | 2 << 62 | chance >> 2
