"""What a table enters on its sheet, and what the sheet then says."""

from typing import Any

from tests.support.phones import Device, Json
from tests.support.tables import path


def claims(high: int, low: int, jack: int | None, game: int) -> Json:
    """The points of a hand as the table counted them."""
    return {
        "points": [
            {"point": "high", "side": high},
            {"point": "low", "side": low},
            {"point": "jack"} | ({"inPlay": False} if jack is None else {"side": jack}),
            {"point": "game", "side": game},
        ]
    }


def hand(pitcher: int, bid: str, *points: Any) -> Json:
    """A hand known by its contract and its points."""
    return {"contract": {"pitcher": pitcher, "bid": bid}, "claims": claims(*points)}


FOUR_TO_NONE = hand(0, "four", 0, 0, 0, 0)
THREE_TO_ONE = hand(1, "three", 1, 1, 1, 0)


async def record(phone: Device, match: Json, number: int, body: Json, **headers: str) -> Json:
    """Enter or correct a hand."""
    answer = await phone.put(path(match, number), json=body, headers={"If-Match": "*"} | headers)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def sheet(phone: Device, match: Json) -> Json:
    """The score sheet as it is now."""
    return (await phone.get(path(match))).json()  # type: ignore[no-any-return]


async def undo(phone: Device, match: Json) -> Json:
    """Take the last change back."""
    version = (await sheet(phone, match))["version"]
    answer = await phone.post(f"{path(match)}/undo", headers={"If-Match": f'"{version}"'})
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def journal(phone: Device, match: Json) -> list[Any]:
    """What was done to a match, line by line."""
    answer = await phone.get(f"{path(match)}/journal?limit=100")
    return answer.json()["items"]  # type: ignore[no-any-return]
