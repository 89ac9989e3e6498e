"""A device is told which seat is its own, and of no other whose it is."""

from uuid_utils.compat import uuid7

from openapi.examples.matches import STATE
from pitchkeeper.sync.events import News
from tests.support import guests, tables
from tests.support.phones import Device, Json, open_match


def own(match: Json) -> list[int]:
    """The seats that are those of the device that asked."""
    return [player["seat"] for player in match["players"] if player["isMine"]]


async def test_everybody_sees_the_own_seat(phone: Device, guest: Device) -> None:
    match = await open_match(phone, seat=2)
    assert own(match) == [2]
    guest_id = await guests.let_in(phone, match, guest, "scorer")
    path = tables.path(match)
    assert own((await guest.get(path)).json()) == []
    await guest.post(f"{path}/seats/1/claim")
    assert own((await guest.get(path)).json()) == [], "the owner has not agreed yet"
    await phone.put(f"{path}/seats/1", json={"deviceId": guest_id}, headers={"If-Match": "*"})
    assert own((await guest.get(path)).json()) == [1]
    assert own((await phone.get(path)).json()) == [2]
    sheet_body = (await guest.get(path)).json()
    assert [player["isClaimed"] for player in sheet_body["players"]] == [False, True, True, False]


async def test_who_joins_a_seat_is_told_that_it_is_its_own(phone: Device, guest: Device) -> None:
    match = await open_match(phone, seat=0)
    invite = await guests.invite(phone, match, role="scorer", seat=3)
    membership = await guests.join(guest, invite["code"])
    assert own(membership.json()) == [3]


def test_streams_of_the_same_seat_share_their_bytes() -> None:
    """Not only equal but the very same, so that a hundred who look on cost one."""
    (owner,) = STATE.members
    stranger, second = uuid7(), uuid7()
    news = News(STATE, (), STATE.version)
    mine = news.since(None, "en", owner.device_id)
    assert mine.count(b'"isMine":true') == 1
    theirs = news.since(None, "en", stranger)
    assert b'"isMine":true' not in theirs
    assert news.since(None, "en", second) is theirs
    assert news.since(None, "en", owner.device_id) is mine
