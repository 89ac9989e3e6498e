"""A match whose two sides both have to agree."""

from collections.abc import AsyncIterator

import pytest

from tests.support.phones import Device, Json, SignIn, open_match
from tests.support.tables import seat_device


@pytest.fixture
async def bob(sign_in: SignIn) -> AsyncIterator[Device]:
    """The phone of a player on the other side."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def agreeing(phone: Device, bob: Device, database_url: str) -> Json:
    """A match in which both sides have to confirm; Ann owns it, Bob keeps score with her."""
    match = await open_match(phone, policy="both_sides")
    await seat_device(database_url, match, phone, "owner", 0)
    await seat_device(database_url, match, bob, "scorer", 1)
    return match
