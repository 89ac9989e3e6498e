"""The store of copies: matches of a device as others may have them, many at a time.

To take them away only what a transcript tells is read, in one statement for many matches, and
nothing is judged again: what the hands come to is kept with each match. Those that are brought are
kept in one transaction for many.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final
from uuid import UUID

import asyncpg
from msgspec import Struct

from pitch.notation import TranscribedResult, TranscribedRules, Transcript, rules_of
from pitch.rules import RuleSet, hash_ruleset
from pitchkeeper.database.pool import Connection, Connections, queries
from pitchkeeper.documents import transcriptions
from pitchkeeper.documents.transcriptions import PastLine, Telling
from pitchkeeper.matches import saving
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.journal import JournalLine
from pitchkeeper.matches.state import Head, MatchState, RecordedAdjustment, Summary
from pitchkeeper.messages import codecs
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


@dataclass(frozen=True, kw_only=True)
class Copy:
    """A match with its journal: all that a copy of it is made from."""

    state: MatchState
    noted: tuple[JournalLine, ...]

    @cached_property
    def transcript(self) -> Transcript:
        """What others may have of it."""
        return transcriptions.of(self.state, self.noted)


class _MatchRow(Struct, rename="camel"):
    """A match as the statement takes it that keeps many."""

    match_id: UUID
    version: int
    ruleset: str
    head: Head
    summary: Summary
    created_at: datetime
    updated_at: datetime
    hands: tuple[RecordedHand, ...]
    adjustments: tuple[RecordedAdjustment, ...]


class CopyStore:
    """The matches of devices, to be taken away and brought."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._rulesets = RulesetStore(connections)

    async def pages(
        self, device_id: UUID, before: UUID = NEWEST
    ) -> AsyncIterator[Sequence[tuple[UUID, Transcript]]]:
        """All matches that a device is in with their ids, newest first, older than one."""
        listed = queries().list_copies
        while rows := await self._connections.fetch(listed, device_id, before, _PAGE, _LINES):
            # Threads, for others ask meanwhile.
            yield await threads.run(_transcripts, rows)
            before = rows[-1]["match_id"]

    async def stamp(self, device_id: UUID) -> str:
        """What is another one after any change of any match that a device is in."""
        return str(await self._connections.fetchval(queries().stamp_matches, device_id))

    async def ids(self, device_id: UUID) -> Mapping[UUID, bool]:
        """The ids of all matches that a device is or was in, and whether it still is."""
        rows = await self._connections.fetch(queries().list_ids_ever, device_id)
        return {row["match_id"]: row["is_listed"] for row in rows}

    async def league_ids(self, device_id: UUID) -> Mapping[UUID, bool]:
        """The ids of all leagues that a device is or was in, and whether it still is."""
        rows = await self._connections.fetch(queries().list_league_ids_ever, device_id)
        return {row["league_id"]: row["is_listed"] for row in rows}

    async def count(self, device_id: UUID, most: int) -> int:
        """How many matches a device has, up to so many."""
        return int(await self._connections.fetchval(queries().count_matches, device_id, most))

    async def add(self, device_id: UUID, copies: Sequence[Copy]) -> Collection[UUID]:
        """Keep matches that were played elsewhere, with their journals; the ids of those new."""
        # Before the transaction, and never taken back: under its hash a rule set is always the
        # same, and one that no match uses does no harm.
        for ruleset in {copy.state.match.ruleset: None for copy in copies}:
            await self._rulesets.add(ruleset)
        rows = codecs.kept([_row(copy.state) for copy in copies])
        async with self._connections.transaction() as connection:
            added = await connection.fetch(queries().add_copies, device_id, rows)
            ids = {row["match_id"] for row in added}
            new = [copy for copy in copies if copy.state.match_id in ids]
            await _add_lines(connection, device_id, new)
            listed = [(copy.state.match_id, *saving.list_line(copy.state)) for copy in new]
            columns = zip(*listed, strict=True) if listed else ((), (), ())
            await connection.execute(queries().put_copies_on_list, device_id, *map(list, columns))
        return ids


async def _add_lines(connection: Connection, device_id: UUID, copies: Sequence[Copy]) -> None:
    """Keep journals in pieces, for they tell every hand as often as something happened to it."""
    lines = (
        (copy.state.match_id, line.version, line.noted_at, line.entry)
        for copy in copies
        for line in copy.noted
    )
    while piece := tuple(islice(lines, _WRITTEN)):
        await connection.execute(queries().add_lines, device_id, codecs.kept(piece))


def _row(state: MatchState) -> _MatchRow:
    return _MatchRow(
        match_id=state.match_id,
        version=state.version,
        ruleset=hash_ruleset(state.match.ruleset),
        head=state.head,
        summary=state.summary,
        created_at=state.created_at,
        updated_at=state.updated_at,
        hands=state.hands,
        adjustments=state.adjustments,
    )


def _transcripts(rows: "Sequence[asyncpg.Record]") -> Sequence[tuple[UUID, Transcript]]:
    # A match that is on the list of a device but not there for it has nothing to tell.
    return [(row["match_id"], _transcript(row)) for row in rows if row["head"] is not None]


def _transcript(row: asyncpg.Record) -> Transcript:
    ruleset, rules = _rules(row["ruleset"])
    head, summary = _HEAD.decode(row["head"]), _SUMMARY.decode(row["summary"])
    telling = Telling(
        ruleset=ruleset,
        rules=rules,
        head=head,
        opened=row["created_at"],
        hands=summary.hands,
        lines=_LINES_OF.decode(row["lines"]),
        adjustments=_ADJUSTMENTS.decode(row["adjustments"]),
        result=TranscribedResult(scores=summary.scores, winner=summary.winner),
    )
    return transcriptions.told(telling)


@lru_cache(_RULESETS)
def _rules(content: bytes) -> tuple[RuleSet, TranscribedRules]:
    """A rule set as it is kept and as it is told: it is compared with its preset for that."""
    ruleset = ruleset_store.decoded(content)
    return ruleset, rules_of(ruleset)


_HEAD = codecs.decoder(Head)
_SUMMARY = codecs.decoder(Summary)
_LINES_OF = codecs.decoder(tuple[PastLine, ...])
_ADJUSTMENTS = codecs.decoder(tuple[RecordedAdjustment, ...])
