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
    " FROM journal WHERE match_id = $1 AND version = 7": "duplicated",
    "UPDATE hands SET is_void = NOT is_void WHERE match_id = $1 AND number = 2": "broken",
    "UPDATE adjustments SET points = points * 3 WHERE match_id = $1 AND number = 1": "broken",
    "UPDATE journal SET noted_at = noted_at + interval '1 hour'"
    " WHERE match_id = $1 AND version = 4": "broken",
    "UPDATE matches SET summary = jsonb_set(summary, '{hands}', '77') WHERE match_id = $1": (
        "broken"
    ),
}
"""What somebody does to a match behind our back, and what the audit calls that."""


async def test_whatever_is_changed_behind_our_back_is_found(state: Path) -> None:
    missed = []
    with stages.served(state) as stage, cluster.run(state) as url:
        async with evenings.gathered([stage.address], Diary(), len(TAMPERED)) as playing:
            connection = await asyncpg.connect(url)
            for evening, (tampering, what) in zip(playing, TAMPERED.items(), strict=True):
                await evening.play(20)
                assert is_clean(await audit(url, [evening.phone]))
                await connection.execute(tampering, UUID(evening.match_id))
                if not getattr(await audit(url, [evening.phone]), what):
                    missed.append(tampering)
            await connection.close()
    assert missed == []


def is_clean(found: Audit) -> bool:
    return not (found.lost or found.duplicated or found.broken)
