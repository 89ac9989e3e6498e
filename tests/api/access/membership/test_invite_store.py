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
    new_invite = invite(uses=3)
    assert await store.add(new_invite)
    uses = await asyncio.gather(*(store.use(new_invite, uuid4(), NOW) for _ in range(12)))
    assert sum(uses) == 3
    loaded_invite = await store.load(new_invite.aggregate_id, new_invite.invite_id)
    assert loaded_invite is not None
    assert loaded_invite.uses_left == 0


async def test_a_device_uses_an_invite_once_however_often_it_tries(store: InviteStore) -> None:
    new_invite, device_id = invite(uses=1), uuid4()
    await store.add(new_invite)
    tries = (store.use(new_invite, device_id, NOW) for _ in range(6))
    assert all(await asyncio.gather(*tries))
    assert not await store.use(new_invite, uuid4(), NOW)


async def test_an_invite_lets_nobody_in_once_it_has_expired(store: InviteStore) -> None:
    new_invite = invite()
    await store.add(new_invite)
    assert await store.use(new_invite, uuid4(), new_invite.expires_at - timedelta(seconds=1))
    assert not await store.use(new_invite, uuid4(), new_invite.expires_at)
    assert not new_invite.is_open(new_invite.expires_at)


async def test_a_code_that_is_taken_is_drawn_again(store: InviteStore) -> None:
    first, second = invite("K7MP3QXR"), invite("K7MP3QXR")
    assert await store.add(first)
    assert not await store.add(second)
    assert await store.load(second.aggregate_id, second.invite_id) is None
    assert await store.find("K7MP3QXR") == first
    symbols = iter("K7MP3QXRK7MP3QXS")
    codes = [invites.draw_code(lambda _: next(symbols)) for _ in range(2)]
    assert codes == ["K7MP3QXR", "K7MP3QXS"]


async def test_only_matches_have_seats_to_invite_to(store: InviteStore) -> None:
    into_league = structs.replace(invite(), kind=AggregateKind.LEAGUE)
    assert await store.add(into_league)
    with pytest.raises(asyncpg.CheckViolationError, match="invites_with_a_seat_into_matches_only"):
        await store.add(structs.replace(into_league, invite_id=uuid4(), code="Q", seat=1))
    assert await store.find("Q") is None
