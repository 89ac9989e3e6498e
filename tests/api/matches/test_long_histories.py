"""A match with thousands of changes is told, undone and compared without reading them all."""

import tracemalloc
from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest

from tests.support.phones import Device, Json, assert_problem
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, record, sheet, undo
from tests.support.tables import path

LONG = 5_000
MOST = 2_000_000
"""Bytes that one request may need; the lines of a long journal need five times as many."""
AGAIN = """
INSERT INTO journal (match_id, version, noted_at, device_id, entry)
SELECT match_id, generate_series(version + 1, $2), noted_at, device_id, coalesce($3, entry)
FROM matches JOIN journal USING (match_id, version)
WHERE match_id = $1
"""


async def prolong(url: str, match: Json, upto: int, *, is_scored: bool) -> None:
    """Let the last change happen to a match again and again, or something that scores nothing."""
    connection = await asyncpg.connect(url)
    line = None if is_scored else '{"action": "invite_made"}'
    await connection.execute(AGAIN, match["matchId"], upto, line)
    await connection.execute(
        "UPDATE matches SET version = $2 WHERE match_id = $1", match["matchId"], upto
    )
    await connection.close()


async def measure_peak(ask: Callable[[], Awaitable[httpx.Response]]) -> tuple[httpx.Response, int]:
    """An answer, and the most bytes that it took at a time."""
    tracemalloc.start()
    answer = await ask()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return answer, peak


@pytest.fixture
async def long(phone: Device, match: Json, database_url: str) -> Json:
    """A match whose first hand was corrected thousands of times."""
    await record(phone, match, 1, FOUR_TO_NONE)
    await record(phone, match, 1, THREE_TO_ONE)
    await prolong(database_url, match, LONG, is_scored=True)
    return match


async def test_a_version_of_long_ago_is_told_from_what_has_changed(
    phone: Device, long: Json
) -> None:
    then, peak = await measure_peak(lambda: phone.get(f"{path(long)}/versions/2"))
    assert then.json()["scores"] == [4, 0]
    assert peak < MOST


async def test_a_phone_that_saw_a_version_of_long_ago_is_told_that_it_is_stale(
    phone: Device, long: Json
) -> None:
    headers = {"If-Match": '"2"'}
    stale, peak = await measure_peak(
        lambda: phone.put(path(long, 1), json={"trump": "S"}, headers=headers)
    )
    assert_problem(stale, 412, "stale_match")
    assert peak < MOST


async def test_undo_reads_no_more_than_it_needs(phone: Device, long: Json) -> None:
    undone, peak = await measure_peak(
        lambda: phone.post(f"{path(long)}/undo", headers={"If-Match": "*"})
    )
    assert undone.json()["scores"] == [4, 0]
    assert peak < MOST


async def test_undo_finds_the_last_change_behind_thousands_that_score_nothing(
    phone: Device, match: Json, database_url: str
) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await record(phone, match, 1, THREE_TO_ONE)
    await prolong(database_url, match, LONG, is_scored=False)
    undone, peak = await measure_peak(
        lambda: phone.post(f"{path(match)}/undo", headers={"If-Match": "*"})
    )
    assert undone.json()["scores"] == [4, 0]
    assert peak < MOST


async def test_undo_goes_on_from_where_another_one_ended_however_long_ago(
    phone: Device, match: Json, database_url: str
) -> None:
    for number, hand in enumerate((FOUR_TO_NONE, THREE_TO_ONE, FOUR_TO_NONE), start=1):
        await record(phone, match, number, hand)
    await prolong(database_url, match, 400, is_scored=False)
    assert (await undo(phone, match))["scores"] == [5, 3]
    await prolong(database_url, match, 800, is_scored=False)
    assert (await undo(phone, match))["scores"] == [4, 0]
    assert (await undo(phone, match))["lines"] == []
    nothing = await phone.post(f"{path(match)}/undo", headers={"If-Match": "*"})
    assert_problem(nothing, 409, "nothing_to_undo")
    assert (await sheet(phone, match))["version"] == 802
