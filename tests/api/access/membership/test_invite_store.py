"""The store of invites counts right, even when several servers use it at once."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest
from msgspec import structs

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.membership import invites
from pitchkeeper.access.membership.invites import Invite, InviteRole
from pitchkeeper.access.membership.store import InviteStore
from pitchkeeper.database.pool import Connections

NOW = datetime(2026, 3, 2, 18, 30, tzinfo=UTC)


@pytest.fixture
def store(pool: "asyncpg.Pool[asyncpg.Record]") -> InviteStore:
    """An invite store in the test's own database."""
    return InviteStore(Connections(pool))


def invite(code: str = "K7MP3QXR", uses: int = 3) -> Invite:
    return Invite(
        kind=AggregateKind.MATCH,
        aggregate_id=UUID(int=1),
        invite_id=uuid4(),
        code=code,
        role=InviteRole.VIEWER,
        seat=None,
        made_at=NOW,
        expires_at=NOW + timedelta(hours=3),
        uses=uses,
        uses_left=uses,
    )


async def test_an_invite_is_used_no_more_often_than_allowed(store: InviteStore) -> None:
    made = invite(uses=3)
    assert await store.add(made)
    used = await asyncio.gather(*(store.use(made, uuid4(), NOW) for _ in range(12)))
    assert sum(used) == 3
    kept = await store.load(made.aggregate_id, made.invite_id)
    assert kept is not None
    assert kept.uses_left == 0


async def test_a_device_uses_an_invite_once_however_often_it_tries(store: InviteStore) -> None:
    made, device_id = invite(uses=1), uuid4()
    await store.add(made)
    tries = (store.use(made, device_id, NOW) for _ in range(6))
    assert all(await asyncio.gather(*tries))
    assert not await store.use(made, uuid4(), NOW)


async def test_an_invite_lets_nobody_in_once_it_has_expired(store: InviteStore) -> None:
    made = invite()
    await store.add(made)
    assert await store.use(made, uuid4(), made.expires_at - timedelta(seconds=1))
    assert not await store.use(made, uuid4(), made.expires_at)
    assert not made.is_open(made.expires_at)


async def test_a_code_that_is_taken_is_drawn_again(store: InviteStore) -> None:
    first, second = invite("K7MP3QXR"), invite("K7MP3QXR")
    assert await store.add(first)
    assert not await store.add(second)
    assert await store.load(second.aggregate_id, second.invite_id) is None
    assert await store.find("K7MP3QXR") == first
    symbols = iter("K7MP3QXRK7MP3QXS")
    drawn = [invites.draw_code(lambda _: next(symbols)) for _ in range(2)]
    assert drawn == ["K7MP3QXR", "K7MP3QXS"]


async def test_only_matches_have_seats_to_invite_to(store: InviteStore) -> None:
    into_league = structs.replace(invite(), kind=AggregateKind.LEAGUE)
    assert await store.add(into_league)
    with pytest.raises(asyncpg.CheckViolationError, match="invites_with_a_seat_into_matches_only"):
        await store.add(structs.replace(into_league, invite_id=uuid4(), code="Q", seat=1))
    assert await store.find("Q") is None
