"""The archive: the matches of a device as others may have them, many at a time.

Only what a transcript tells is read, in one statement for many matches, and nothing is judged
again: what the hands come to is kept with each match.
"""

from collections.abc import AsyncIterator, Sequence
from functools import lru_cache
from typing import Final
from uuid import UUID

import asyncpg

from api.database.pool import Connections, queries
from api.documents import transcriptions
from api.documents.transcriptions import PastLine, Telling
from api.matches.state import Head, RecordedAdjustment, Summary
from api.messages import codecs
from api.workers import threads
from domain.notation import transcripts
from domain.notation.transcripts import TranscribedResult, TranscribedRules, Transcript
from domain.rules.rulesets import RuleSet

_PAGE: Final = 50
_LINES: Final = 1_000
"""Lines of journals after which no other match is read with those before: a line is kilobytes."""
_RULESETS: Final = 256
_NEWEST: Final = UUID(int=2**128 - 1)


class Archive:
    """The matches of devices, to be taken away."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def pages(self, device_id: UUID) -> AsyncIterator[Sequence[Transcript]]:
        """All matches that a device is in, newest first."""
        before = _NEWEST
        listed = queries().list_archived
        while rows := await self._connections.fetch(listed, device_id, before, _PAGE, _LINES):
            # Threads, for others ask meanwhile.
            yield await threads.run(_transcripts, rows)
            before = rows[-1]["match_id"]


def _transcripts(rows: "Sequence[asyncpg.Record]") -> Sequence[Transcript]:
    # A match that is on the list of a device but not there for it has nothing to tell.
    return [_transcript(row) for row in rows if row["head"] is not None]


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
    ruleset = _RULESET.decode(content)
    return ruleset, transcripts.rules_of(ruleset)


_RULESET = codecs.decoder(RuleSet)
_HEAD = codecs.decoder(Head)
_SUMMARY = codecs.decoder(Summary)
_LINES_OF = codecs.decoder(tuple[PastLine, ...])
_ADJUSTMENTS = codecs.decoder(tuple[RecordedAdjustment, ...])
