"""The store of exports and imports: transcripts read and matches added, many at a time.

For transcripts only what they contain is read, in one statement for many matches, and nothing is
judged again, because the result of the hands is stored with each match. Imported matches are added
in one transaction for many.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Final
from uuid import UUID

import asyncpg
from msgspec import Struct

from pitch import RuleSet
from pitch.notation import TranscribedResult, TranscribedRules, Transcript
from pitchkeeper.database.pool import Connection, Connections, queries
from pitchkeeper.documents.transcripts import (
    MatchWithJournal,
    PastLine,
    TranscriptSource,
    to_transcript,
)
from pitchkeeper.matches import saving
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.state import Head, MatchState, RecordedAdjustment, Summary
from pitchkeeper.messages import codecs
from pitchkeeper.rest.views import same_fields
from pitchkeeper.rulings import store as ruleset_store
from pitchkeeper.rulings.store import RulesetStore
from pitchkeeper.workers import threads

_PAGE: Final = 50
_LINES: Final = 1_000
"""Lines of journals after which no other match is read with those before: a line is kilobytes."""
_WRITTEN: Final = 200
"""How many lines of journals are written at once."""
_RULESETS: Final = 256
NEWEST: Final = UUID(int=2**128 - 1)


class _MatchRow(Struct, rename="camel"):
    """A match as the statement takes it that adds many."""

    match_id: UUID
    version: int
    ruleset: str
    head: Head
    summary: Summary
    created_at: datetime
    updated_at: datetime
    hands: tuple[RecordedHand, ...]
    adjustments: tuple[RecordedAdjustment, ...]


class TranscriptStore:
    """The transcripts of a device's matches, and the matches made from others."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._rulesets = RulesetStore(connections)

    async def pages(
        self, device_id: UUID, before: UUID = NEWEST
    ) -> AsyncIterator[Sequence[tuple[UUID, Transcript]]]:
        """Yield ids and transcripts of a device's matches, the newest first, older than one."""
        listed = queries().list_copies
        while rows := await self._connections.fetch(listed, device_id, before, _PAGE, _LINES):
            # In a thread, because parsing many transcripts would block other requests.
            yield await threads.run(_transcripts, rows)
            before = rows[-1]["match_id"]

    async def stamp(self, device_id: UUID) -> str:
        """Return a text that changes whenever any match of a device does."""
        return str(await self._connections.fetchval(queries().stamp_matches, device_id))

    async def ids(self, device_id: UUID) -> Mapping[UUID, bool]:
        """Return the ids of all matches that a device is or was in, and whether it still is."""
        rows = await self._connections.fetch(queries().list_ids_ever, device_id)
        return {row["match_id"]: row["is_listed"] for row in rows}

    async def league_ids(self, device_id: UUID) -> Mapping[UUID, bool]:
        """Return the ids of all leagues that a device is or was in, and whether it still is."""
        rows = await self._connections.fetch(queries().list_league_ids_ever, device_id)
        return {row["league_id"]: row["is_listed"] for row in rows}

    async def count(self, device_id: UUID, most: int) -> int:
        """Return how many matches a device has, up to `most`."""
        return int(await self._connections.fetchval(queries().count_matches, device_id, most))

    async def add(self, device_id: UUID, matches: Sequence[MatchWithJournal]) -> Collection[UUID]:
        """Add matches with their journals; return the ids of those that were not there."""
        # Before the transaction, and never taken back: under its hash a rule set is always the
        # same, and one that no match uses does no harm.
        for ruleset in {match.state.match.ruleset: None for match in matches}:
            await self._rulesets.add(ruleset)
        rows = codecs.encode_stored([_row(match.state) for match in matches])
        async with self._connections.transaction() as connection:
            added = await connection.fetch(queries().add_copies, device_id, rows)
            ids = {row["match_id"] for row in added}
            new = [match for match in matches if match.state.match_id in ids]
            await _add_lines(connection, device_id, new)
            listed = [(match.state.match_id, *saving.list_line(match.state)) for match in new]
            columns = zip(*listed, strict=True) if listed else ((), (), ())
            await connection.execute(queries().put_copies_on_list, device_id, *map(list, columns))
            name = await connection.fetchval(queries().lock_name, device_id)
            await connection.execute(queries().name_members, list(ids), device_id, name)
        return ids


async def _add_lines(
    connection: Connection, device_id: UUID, matches: Sequence[MatchWithJournal]
) -> None:
    """Add journals in pieces, because they repeat a hand as often as something happened to it."""
    lines = (
        (match.state.match_id, line.version, line.noted_at, line.entry)
        for match in matches
        for line in match.journal
    )
    while piece := tuple(islice(lines, _WRITTEN)):
        await connection.execute(queries().add_lines, device_id, codecs.encode_stored(piece))


def _row(state: MatchState) -> _MatchRow:
    return _MatchRow(**same_fields(_MatchRow, state), ruleset=state.match.ruleset.hash)


def _transcripts(rows: "Sequence[asyncpg.Record]") -> Sequence[tuple[UUID, Transcript]]:
    # A match without a head was deleted, or the device left it.
    return [(row["match_id"], _transcript(row)) for row in rows if row["head"] is not None]


def _transcript(row: asyncpg.Record) -> Transcript:
    ruleset, rules = _rules(row["ruleset"])
    head, summary = _HEAD.decode(row["head"]), _SUMMARY.decode(row["summary"])
    source = TranscriptSource(
        ruleset=ruleset,
        rules=rules,
        head=head,
        opened=row["created_at"],
        hands=summary.hands,
        lines=_LINES_OF.decode(row["lines"]),
        adjustments=_ADJUSTMENTS.decode(row["adjustments"]),
        result=TranscribedResult(scores=summary.scores, winner=summary.winner),
    )
    return to_transcript(source)


@lru_cache(_RULESETS)
def _rules(content: bytes) -> tuple[RuleSet, TranscribedRules]:
    """Return a rule set and how transcripts name it; cached, as it is compared with its preset."""
    ruleset = ruleset_store.decode(content)
    return ruleset, TranscribedRules.from_ruleset(ruleset)


_HEAD = codecs.StoredDecoder(Head)
_SUMMARY = codecs.StoredDecoder(Summary)
_LINES_OF = codecs.StoredDecoder(tuple[PastLine, ...])
_ADJUSTMENTS = codecs.StoredDecoder(tuple[RecordedAdjustment, ...])
