"""The audit finds what it is there to find."""

from pathlib import Path
from uuid import UUID

import asyncpg

from pitchkeeper.database import cluster
from tests.faults import evenings, stages
from tests.faults.audits import Audit, audit
from tests.faults.phones import Diary

TAMPERED = {
    "DELETE FROM journal WHERE match_id = $1 AND version = 7": "lost",
    "INSERT INTO journal SELECT match_id, 99, noted_at, device_id, entry, uuidv7()"
    " FROM journal WHERE match_id = $1 AND version = 7": "repeats",
    "UPDATE hands SET is_void = NOT is_void WHERE match_id = $1 AND number = 2": "contradictions",
    "UPDATE adjustments SET points = points * 3 WHERE match_id = $1 AND number = 1": (
        "contradictions"
    ),
    "UPDATE journal SET noted_at = noted_at + interval '1 hour'"
    " WHERE match_id = $1 AND version = 4": "contradictions",
    "UPDATE matches SET summary = jsonb_set(summary, '{hands}', '77') WHERE match_id = $1": (
        "contradictions"
    ),
}
"""What somebody does to a match behind our back, and what the audit calls that."""


async def test_whatever_is_changed_behind_our_back_is_found(state: Path) -> None:
    unnoticed = []
    with stages.serve(state) as stage, cluster.run(state) as url:
        async with evenings.start_evenings([stage.address], Diary(), len(TAMPERED)) as playing:
            connection = await asyncpg.connect(url)
            for evening, (tampering, what) in zip(playing, TAMPERED.items(), strict=True):
                await evening.play(20)
                assert is_clean(await audit(url, [evening.phone]))
                await connection.execute(tampering, UUID(evening.match_id))
                if not getattr(await audit(url, [evening.phone]), what):
                    unnoticed.append(tampering)
            await connection.close()
    assert unnoticed == []


def is_clean(report: Audit) -> bool:
    return not (report.lost or report.repeats or report.contradictions)
