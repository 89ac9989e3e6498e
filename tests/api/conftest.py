"""Matches and leagues to join, devices that join them, and a database that refuses."""

from collections.abc import AsyncIterator

import asyncpg
import pytest

from tests.support import citus, leagues
from tests.support.guests import Switch
from tests.support.phones import Device, Json, SignIn, open_match


@pytest.fixture(params=["match", "league"])
async def aggregate(request: pytest.FixtureRequest, phone: Device) -> Json:
    """A match of the phone, and a league of it."""
    return await (open_match(phone) if request.param == "match" else leagues.open_league(phone))


@pytest.fixture
async def guest(sign_in: SignIn) -> AsyncIterator[Device]:
    """A second device, which takes part in nothing."""
    async with await sign_in() as device:
        yield device


@pytest.fixture
async def unwritable(pool: "asyncpg.Pool[asyncpg.Record]") -> Switch:
    """Let every line of the journals be refused, or none."""
    citus.skip("Its tables have no triggers")
    journals = ("journal", "league_journal")
    await pool.execute(
        """
        CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END$$
        """
    )
    for journal in journals:
        await pool.execute(
            f"CREATE TRIGGER no_room BEFORE INSERT ON {journal} EXECUTE FUNCTION no_room();"
            f"ALTER TABLE {journal} DISABLE TRIGGER no_room"
        )

    async def refuse(is_refused: bool) -> None:
        for journal in journals:
            await pool.execute(
                f"ALTER TABLE {journal} {'EN' if is_refused else 'DIS'}ABLE TRIGGER no_room"
            )

    return refuse
