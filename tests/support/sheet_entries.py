"""Entries of a table on its sheet, and the resulting sheet."""

import random
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


REASON = {"reason": "Table talk"}
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
    """Return the journal of a match."""
    answer = await phone.get(f"{path(match)}/journal?limit=100")
    return answer.json()["items"]  # type: ignore[no-any-return]


async def change(phone: Device, match: Json, chance: random.Random) -> None:
    """Anything that a table may do to its sheet."""
    shown = await sheet(phone, match)
    hands, version = len(shown["lines"]), shown["version"]
    some_hand = chance.randint(1, hands + 1)
    known = chance.randint(1, max(hands, 1))
    body = chance.choice([FOUR_TO_NONE, THREE_TO_ONE, {"trump": "S"}, {}])
    adjustments = len(shown["adjustments"])
    given = {"side": 0, "points": -1, **REASON}
    any_version = {"If-Match": "*"}
    what: Any = chance.choice(
        [
            lambda: phone.put(path(match, some_hand), json=body, headers=any_version),
            lambda: phone.put(
                path(match, some_hand, "piles/1"),
                json={"cards": chance.sample(["AS", "KS", "2H"], 2), "listed": "some"},
                headers=any_version,
            ),
            lambda: phone.delete(path(match, known)),
            lambda: phone.post(f"{path(match)}/adjustments", json=given),
            lambda: phone.post(
                f"{path(match)}/adjustments/{max(adjustments, 1)}/cancellation",
                json=REASON,
            ),
            lambda: phone.post(f"{path(match)}/undo", headers=any_version),
            lambda: phone.post(
                f"{path(match)}/versions/{chance.randint(1, version)}/restore", headers=any_version
            ),
            lambda: phone.post(
                path(match, known, "overruling"),
                json={"deltas": [1, 0], "made": True, "reason": "Agreed"},
            ),
            lambda: phone.post(path(match, known, "confirmations"), json={}, headers=any_version),
        ]
    )
    answer = await what()
    assert answer.status_code in {200, 201, 404, 409}, answer.text
