"""Copykeeping: what a device takes away of its matches, and what it brings."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Final
from uuid import UUID

from msgspec import Struct

from api import ledgers, transcriptions
from api.kept import Command, Noted, Stored
from api.ledgers import Ledger, MatchNotFound
from api.lists import Lines
from api.scorekeeping import MOST_MATCHES, TooManyMatches
from api.store import Store
from domain import matches, transcripts
from domain.refusals import Refusal
from domain.tokens import Place
from domain.transcripts import TimesDisagree, Transcript

MOST: Final = 1_000
"""The most matches that are brought at once."""
_PAGE: Final = 50
_SECONDS: Final = 20.0
"""How long matches are taken in before the rest is put off; a request has thirty."""
_NEWEST: Final = UUID(int=2**128 - 1)
_AHEAD: Final = timedelta(days=1)
"""How far the clock of the server that a match comes from may be ahead of ours."""


class NotJudged(Refusal):
    """The hands of this match cannot be judged now; send it again."""

    code = "not_judged"


class NotReached(Refusal):
    """The matches before this one took too long; send all again with the same Idempotency-Key."""

    code = "not_reached"


class Brought(Struct, frozen=True):
    """A match that is brought, yet to be read, and where a pointer into it leads."""

    read: Callable[[], Transcript]
    place: Callable[[str], Place | None]
    pointer: str = ""
    """Where it stands in what was sent."""


class Taken(Struct, frozen=True):
    """What became of a match that was brought: the id that it has here, or why it has none."""

    brought: Brought
    match_id: UUID | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True, kw_only=True)
class Copy:
    """A match with its journal: all that a copy of it is made from."""

    stored: Stored
    noted: tuple[Noted, ...]

    @cached_property
    def transcript(self) -> Transcript:
        """What others may have of it."""
        return transcriptions.of(self.stored, self.noted)


class Copykeeping:
    """What a device may take away of its matches, and bring to own."""

    def __init__(
        self,
        store: Store,
        ledger: Ledger,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._clock = clock
        self._new_id = new_id

    def now(self, command: Command) -> str:
        """The time at which a match begins that does not say when: the same whenever it comes."""
        return transcriptions.moment(command.first_sent_at or self._clock())

    async def copy(self, device_id: UUID, match_id: UUID) -> Copy:
        """A match that the device is in, with its journal."""
        stored = await self._ledger.read(device_id, match_id)
        # No more than made it: the match may have moved on meanwhile.
        noted = await self._store.list_journal(match_id, device_id, Lines(beyond=0), stored.version)
        if noted is None:
            raise MatchNotFound
        return Copy(stored=stored, noted=tuple(noted))

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

    async def take_in(self, command: Command, brought: Iterable[Brought]) -> list[Taken]:
        """Make matches the device's own, each by itself; sent again, none is made twice."""
        first, until = command.id or self._new_id(), asyncio.get_running_loop().time() + _SECONDS
        return [
            await self._taken(command.device_id, partial(_id, first, place), each, until)
            for place, each in enumerate(brought)
        ]

    async def _taken(
        self,
        device_id: UUID,
        new_id: Callable[[Transcript], UUID],
        brought: Brought,
        until: float,
    ) -> Taken:
        try:
            if asyncio.get_running_loop().time() > until:
                raise NotReached
            told = brought.read()
            transcripts.check_times(told)
            match_id = new_id(told)
            await self._take(device_id, match_id, told)
        except Refusal as refusal:
            return Taken(brought, refusal=refusal)
        return Taken(brought, match_id)

    async def _take(self, device_id: UUID, match_id: UUID, told: Transcript) -> None:
        if await self._store.load_match(match_id, Command(device_id)) is not None:
            return
        match = transcripts.match_of(told)
        transcripts.check(told, match)
        stored, noted = transcriptions.kept(told, match, match_id, device_id)
        if stored.updated_at > self._clock() + _AHEAD:
            raise TimesDisagree(f"{transcriptions.moment(stored.updated_at)} is still to come.")
        stored = replace(stored, hands=await self._ledger.proven(stored))
        if matches.unproven(stored.match, stored.hands):
            raise NotJudged
        transcripts.check_result(told, stored.sheet)
        if await self._store.has_many_matches(device_id, MOST_MATCHES):
            raise TooManyMatches
        await self._store.add_copy(stored, noted, ledgers.summary(stored.match, stored.sheet))


def _id(first: UUID, place: int, told: Transcript) -> UUID:
    """The id of a match that a command brings: the same whenever it comes again.

    A UUIDv7 of when the match was opened, so that lists and pages sort it by that. Of those opened
    in one second the first in the file is the newest, as in an export.
    """
    opened = int(datetime.fromisoformat(told.opened).timestamp() * 1000)
    chance = int.from_bytes(hashlib.sha256(first.bytes + place.to_bytes(2)).digest()[:8])
    order = 0xFFF - place
    return UUID(int=opened << 80 | 7 << 76 | order << 64 | 2 << 62 | chance >> 2)
