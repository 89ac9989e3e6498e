"""A matchup that both sides report."""

from collections.abc import AsyncIterator

import pytest

from tests.support.phones import Device, SignIn
from tests.support.two_sides import Table, open_table


@pytest.fixture
async def table(phone: Device, sign_in: SignIn) -> AsyncIterator[Table]:
    async with open_table(phone, sign_in) as table:
        yield table
