"""Imports: matches are parsed to transcripts, checked, and saved as a device's own.

`from_json` and `from_text` split a request into matches; `Imports.check` turns a transcript into a
match as if it had been entered here, and `Imports.save` stores many in one transaction. Imports of
archives use the same two.
"""

import asyncio
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Struct, structs

from pitch import Sheet
from pitch.hand import EARLIER_CLAIMS
from pitch.match import list_unproven
from pitch.messages import COUNT, Message, Refusal
from pitch.notation import (
    MatchText,
    Position,
    Transcript,
    check_result,
    check_times,
    check_transcript,
    split_matches,
)
from pitch.types import Fact, Moment
from pitchkeeper import zones
from pitchkeeper.access.devices import Command
from pitchkeeper.documents import journals
from pitchkeeper.documents.store import TranscriptStore
from pitchkeeper.documents.transcripts import MatchWithJournal, moment
from pitchkeeper.matches.changes import MatchChanges
from pitchkeeper.matches.opening import MOST_MATCHES, TooManyMatches
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest import bodies
from pitchkeeper.rest.problems import InvalidBody
from pitchkeeper.workers import threads
from pitchkeeper.workers.priority_queues import Priority

TEXT: Final = "text/plain"
LIMIT: Final = 1024 * 1024
MOST_VALUES: Final = LIMIT // 5
"""The most JSON values of a request: matches are mostly cards, of five bytes each."""
MOST: Final = 1_000
"""The most matches of one request."""
_SECONDS: Final = 20.0
"""The time for checks; a request times out after thirty."""
_TAIL: Final = 2**80 - 1
_BATCH: Final = 20
"""The most matches of a transaction, which costs as much for one."""
_BATCH_LINES: Final = 1_000
"""The most journal lines of a transaction; a line has kilobytes."""
_SHORT_TEXT: Final = 8 * 1024
"""The most characters that are parsed on the event loop, in a few milliseconds."""
_SHORT_MATCH: Final = 40
"""The most changes of hands that are judged on the event loop, in a few milliseconds."""
_AHEAD: Final = timedelta(days=1)
"""The most that the clock of another server may be ahead of ours."""
_TOO_MANY: Final = Message("body.too_many_matches", most=COUNT)


class NotJudged(Refusal):
    """The hands of this match could not be judged in time; send the match again."""


class NotReached(Refusal):
    """The matches before this one took too long; send all again with the same Idempotency-Key."""

    hint = "Send all again with the same Idempotency-Key."


class NewTranscripts(Fact, frozen=True):
    """Matches to import; in the portable notation they are one text."""

    matches: Annotated[tuple[Transcript, ...], Meta(max_length=MOST)]
    """The matches to import, at most as many as can be judged at once; each is imported or refused
    by itself.
    """


class RawTranscripts(Fact, frozen=True):
    """Matches to import, each not yet parsed."""

    # Raw, so that one match that cannot be parsed does not refuse the others.
    matches: Annotated[tuple[msgspec.Raw, ...], Meta(max_length=MOST)]


class ParsedMatch(Struct, frozen=True):
    """The transcript of a match or the refusal to parse it, and the positions of its parts."""

    transcript: Transcript | Refusal
    position: Callable[[str], Position | None]
    """Return the position in the text of a pointer into the match."""


class ImportSource(Struct, frozen=True):
    """A match to parse, and where it begins in the request."""

    parse: Callable[[], ParsedMatch]
    size: int
    """The number of characters to parse."""
    pointer: str = ""
    position: Position | None = None

    def beginning(self, _pointer: str) -> Position | None:
        """Return where the match begins, for any pointer."""
        return self.position


class ImportResult(Struct, frozen=True):
    """The new id of an imported match, or the refusal."""

    pointer: str
    position: Position | None
    """The position of the error if it was refused, else of its beginning."""
    match_id: UUID | None = None
    refusal: Refusal | None = None


def from_json(raws: Iterable[msgspec.Raw]) -> Iterator[ImportSource]:
    """Yield the matches of a list in JSON."""
    for index, raw in enumerate(raws):
        sent = bytes(raw)
        yield ImportSource(partial(_parse_json, sent), len(sent), pointer=f"/matches/{index}")


def _parse_json(sent: bytes) -> ParsedMatch:
    return ParsedMatch(bodies.decode(sent, Transcript, EARLIER_CLAIMS), lambda _: None)


def from_text(text: str, now: Moment) -> Iterator[ImportSource]:
    """Return the matches of a text; a match without a time of opening was opened now."""
    matches = tuple(split_matches(text))
    if len(matches) > MOST:
        raise InvalidBody(_TOO_MANY(most=MOST))
    return (
        ImportSource(
            partial(_parse_text, match, now), len(match.text), position=Position(match.line, 1)
        )
        for match in matches
    )


def _parse_text(match: MatchText, now: Moment) -> ParsedMatch:
    parsed = match.read(now)
    return ParsedMatch(parsed.outcome, parsed.position)


class Imports:
    """The service that imports matches, owned by the device that sends them."""

    def __init__(
        self,
        changes: MatchChanges,
        store: TranscriptStore,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        patience: float = _SECONDS,
    ) -> None:
        """`patience` is the number of seconds after which the remaining matches are refused."""
        self._changes = changes
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._patience = patience

    def now(self, command: Command) -> Moment:
        """Return the default time of opening, which is the same for each retry of a command."""
        return moment(command.first_sent_at or self._clock())

    def latest(self) -> Moment:
        """Return the latest time that an import may contain."""
        return moment(self._clock() + _AHEAD)

    async def import_matches(
        self, command: Command, sources: Iterable[ImportSource]
    ) -> list[ImportResult]:
        """Import matches, each independently; a retry of the command creates no duplicates."""
        device_id, first = command.device_id, command.id or self._new_id()
        until = asyncio.get_running_loop().time() + self._patience
        # Matches that an earlier attempt imported are not parsed again, so that each retry gets
        # further than the last.
        imported = {} if command.id is None else await self._load_imported(device_id, first)
        results: list[ImportResult] = []
        batch: dict[int, MatchWithJournal] = {}
        for place, source in enumerate(sources):
            if place in imported:
                results.append(ImportResult(source.pointer, source.position, imported[place]))
                continue
            result, match = await self._check_source(
                device_id, partial(_id, first, place), source, until
            )
            results.append(result)
            if match is not None:
                batch[place] = match
            if is_full(batch.values()):
                await self._save_batch(device_id, batch, results)
                batch = {}
        await self._save_batch(device_id, batch, results)
        return results

    async def check(
        self,
        device_id: UUID,
        new_id: Callable[[Transcript], UUID],
        transcript: Transcript,
        until: float,
    ) -> MatchWithJournal:
        """Return a match as it would be stored. Raises Refusal if its times or result are wrong.

        `until` is the time of the loop's clock until which its proofs are awaited.
        """
        check_times(transcript, self.latest())
        match_id = new_id(transcript)
        # A thread, because a long match would block the event loop for seconds.
        is_short = sum(hand.changes for hand in transcript.hands) <= _SHORT_MATCH
        match = await threads.run_unless(is_short, _to_match, transcript, match_id, device_id)
        state = match.state
        state = structs.replace(
            state, hands=await self._changes.prove_hands(state, until, Priority.IMPORT)
        )
        if list_unproven(state.match, state.hands):
            raise NotJudged
        sheet = await threads.run_unless(is_short, _sheet, state)
        check_result(transcript, sheet, state.match)
        return structs.replace(match, state=state)

    async def save(
        self, device_id: UUID, matches: Mapping[int, MatchWithJournal]
    ) -> tuple[Collection[UUID], Mapping[int, Refusal]]:
        """Save as many matches as the device has room for, in one transaction.

        Return the ids of the new ones, and the refusals of others by their places.
        """
        places = list(matches)
        if not places:
            return (), {}
        try:
            room = MOST_MATCHES - await self._store.count(device_id, MOST_MATCHES)
            fitting = [matches[place] for place in places[: max(0, room)]]
            new = await self._store.add(device_id, fitting) if fitting else ()
        except Refusal as refusal:
            return (), {place: copy(refusal) for place in places}
        return new, {place: TooManyMatches() for place in places[len(fitting) :]}

    async def _load_imported(self, device_id: UUID, first: UUID) -> dict[int, UUID]:
        """Return the ids of the matches that a command has imported already, by their places."""
        places = {_tail(first, place): place for place in range(MOST)}
        ids = await self._store.ids(device_id)
        return {places[tail]: id_ for id_ in ids if (tail := id_.int & _TAIL) in places}

    async def _check_source(
        self,
        device_id: UUID,
        new_id: Callable[[Transcript], UUID],
        source: ImportSource,
        until: float,
    ) -> tuple[ImportResult, MatchWithJournal | None]:
        """Parse and check a match; return its result, and the match if it can be saved."""
        position: Callable[[str], Position | None] = source.beginning
        try:
            if asyncio.get_running_loop().time() > until:
                raise NotReached
            parsed = await threads.run_unless(source.size <= _SHORT_TEXT, source.parse)
            transcript, position = parsed.transcript, parsed.position
            if isinstance(transcript, Refusal):
                raise transcript
            match = await self.check(device_id, new_id, transcript, until)
        except Refusal as refusal:
            return ImportResult(source.pointer, position(refusal.pointer), refusal=refusal), None
        return ImportResult(source.pointer, position(""), match.state.match_id), match

    async def _save_batch(
        self, device_id: UUID, batch: Mapping[int, MatchWithJournal], results: list[ImportResult]
    ) -> None:
        _, refusals = await self.save(device_id, batch)
        for place, refusal in refusals.items():
            results[place] = structs.replace(results[place], match_id=None, refusal=refusal)


def is_full(batch: Collection[MatchWithJournal]) -> bool:
    """Return whether a batch is large enough to be saved."""
    return len(batch) >= _BATCH or sum(len(match.journal) for match in batch) > _BATCH_LINES


def _to_match(transcript: Transcript, match_id: UUID, device_id: UUID) -> MatchWithJournal:
    """Return the match of a transcript. Raises Refusal if nobody could have entered it."""
    match = transcript.to_match()
    check_transcript(transcript, match)
    zones.check(transcript.time_zone)
    return journals.from_transcript(transcript, match, match_id, device_id)


def _sheet(state: MatchState) -> Sheet:
    """Return the score sheet of a match, which caches it."""
    return state.sheet


def _id(first: UUID, place: int, transcript: Transcript) -> UUID:
    """Return the id of a match that a command imports, which is the same for each retry.

    It is a UUIDv7 of the time of opening, so that lists sort by that time. Among matches opened in
    the same second, the first in the file is the newest, as in an export.
    """
    opened = int(datetime.fromisoformat(transcript.opened).timestamp() * 1000)
    return UUID(int=opened << 80 | _tail(first, place))


def _tail(first: UUID, place: int) -> int:
    """Return the bits of an id after the time."""
    random = int.from_bytes(hashlib.sha256(first.bytes + place.to_bytes(2)).digest()[:8])
    order = 0xFFF - place
    return 7 << 76 | order << 64 | 2 << 62 | random >> 2
