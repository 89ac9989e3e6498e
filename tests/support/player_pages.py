"""A player's page, and what is played for it."""

from typing import Any

from tests.support import tables
from tests.support.phones import Device, Json
from tests.support.sheet_entries import hand

WON = [hand(0, "four", 0, 0, 0, 0)] * 3
"""Ann & Cid win 12 : 0."""
LOST = [hand(1, "four", 1, 1, 1, 1)] * 3


async def play(phone: Device, match: Json, hands: list[Json]) -> None:
    """Enter hands from the first on."""
    for number, record in enumerate(hands, start=1):
        answer = await phone.put(tables.path(match, number), json=record)
        assert answer.status_code == 200, answer.text


async def seat(owner: Device, match: Json, seat: int, device_id: str | None) -> None:
    """Say whose a seat is."""
    path = f"{tables.path(match)}/seats/{seat}"
    answer = await owner.put(path, json={"deviceId": device_id}, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text


async def page(phone: Device, player: str | None = None, **query: str) -> Json:
    """A player's page; one's own if nobody is named."""
    player = player or await tables.device_id(phone)
    answer = await phone.get(f"/v1/players/{player}/statistics", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def brief(shown: Json, *names: str) -> list[Any]:
    """Some of what a page shows: by itself matches, won and lost, and hands."""
    return [shown[name] for name in names or ("matches", "wins", "losses", "hands")]
