"""A match of which everything is to be taken away."""

import pytest

from tests.support.full_matches import play
from tests.support.phones import Device, Json, open_match


@pytest.fixture
async def played(phone: Device) -> Json:
    """A match of the lounge with one of everything."""
    match = await open_match(phone)
    await play(phone, match)
    return match
