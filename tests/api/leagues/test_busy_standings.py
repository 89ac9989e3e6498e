"""A play-off is refused before it is saved if too many standings are being computed."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from litestar import Litestar

from pitchkeeper.workers import clients
from pitchkeeper.workers.rotations import Rotation
from tests.support.leagues import open_league, path
from tests.support.phones import Device, Json, assert_problem


@pytest.fixture
async def league(phone: Device) -> Json:
    """A league with one play-off."""
    league_body = await open_league(phone, 4)
    first = await phone.post(path(league_body, "play-offs"), json={"winner": 2, "loser": 1})
    assert first.status_code == 201
    return league_body


@pytest.fixture
async def busy(own_app: Litestar, league: Json) -> AsyncIterator[None]:
    """So many await the standings of the league that nobody else may."""
    turns = Rotation(1, 1)
    clients.set_address("192.0.2.1")
    await turns.acquire(clients.current().address)
    own_app.state.services.league_threads._leagues[UUID(league["leagueId"])] = turns
    yield
    turns.release(clients.current().address)


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize(
    ("place", "body"),
    [
        ("play-offs", {"winner": 1, "loser": 2}),
        ("play-offs/1/cancellation", {"reason": "Entered twice"}),
    ],
)
async def test_a_play_off_that_is_answered_as_busy_is_not_saved(
    phone: Device, league: Json, place: str, body: Json
) -> None:
    before = (await phone.get(path(league))).json()["version"]
    async with asyncio.timeout(60):
        assert_problem(await phone.post(path(league, place), json=body), 503, "standings_busy")
    assert (await phone.get(path(league))).json()["version"] == before
