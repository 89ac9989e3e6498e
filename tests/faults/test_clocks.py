"""Clocks go back, and servers disagree on the time: the journal of a match never does."""

import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from uuid import UUID

import httpx
import pytest
from uuid_utils import uuid7

from pitchkeeper import services
from tests.faults import evenings
from tests.faults.audits import audit
from tests.faults.phones import Diary
from tests.faults.tallies import conclude
from tests.support.apps import living

Clock = Callable[[], datetime]


def jumping() -> Clock:
    """A clock that is up to an hour wrong, another way each time."""
    chance = random.Random(7)
    return lambda: datetime.now(UTC) + timedelta(seconds=chance.uniform(-3600, 3600))


def off_by(hours: int) -> Clock:
    """A clock that is some hours wrong."""
    return lambda: datetime.now(UTC) + timedelta(hours=hours)


def new_uuid7(clock: Clock) -> Callable[[], UUID]:
    """Ids that begin with the time that a clock shows."""
    return lambda: UUID(int=uuid7(nanoseconds=int(clock().timestamp() * 1e9)).int)


@pytest.mark.parametrize(
    ("fault", "clocks"),
    [
        ("clock goes backwards", [jumping()]),
        ("clocks three hours apart", [off_by(2), off_by(-1)]),
    ],
)
async def test_the_times_of_a_match_never_go_back(
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
    clocks: list[Clock],
    is_brief: bool,
) -> None:
    diary = Diary()
    transports: dict[str, httpx.AsyncBaseTransport] = {}
    async with AsyncExitStack() as stack:
        for place, clock in enumerate(clocks):
            monkeypatch.setattr(services, "_now", clock)
            monkeypatch.setattr(services, "uuid7", new_uuid7(clock))
            built = await stack.enter_async_context(living(database_url))
            transports[f"http://server-{place}"] = httpx.ASGITransport(app=built)  # type: ignore[arg-type]
        playing = await stack.enter_async_context(
            evenings.start_evenings(list(transports), diary, 4, transports=transports)
        )
        for evening in playing:
            await evening.play(15 if is_brief else 60)
        report = await audit(database_url, [evening.phone for evening in playing])
    conclude(fault, report, diary)
