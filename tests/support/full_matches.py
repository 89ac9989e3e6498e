"""A match with one of everything."""

from typing import Any

import httpx

from tests.support.phones import Device, Json
from tests.support.tables import path

ANYTIME = {"If-Match": "*"}
LISTED = {
    "calls": ["four"],
    "trump": "S",
    "piles": [
        {"side": 0, "listed": "scoring", "trumps": 2, "cards": ["JS", "7S", "TH", "TD", "KC"]},
        {"side": 1, "listed": "some", "cards": ["QH"]},
    ],
    "holdings": [{"seat": 1, "cards": ["QH", "2C"]}],
    "tricks": [{"leader": 0, "cards": ["JS", "2D"], "winner": 0}, {}],
    "lowDealtTo": 1,
}
IMPOSSIBLE = {
    "trump": "S",
    "piles": [{"side": 0, "cards": ["AS", "2S"]}, {"side": 1, "cards": ["AS"]}],
}


def claim_points(pitcher: int, *, made: bool = True) -> Json:
    """A hand of which the table entered just the points."""
    taker = 0 if made else 1
    return {
        "contract": {"pitcher": pitcher, "bid": "three"},
        "claims": {
            "points": [
                {"point": "high", "side": taker, "card": "AS"},
                {"point": "low", "side": taker},
                {"point": "jack", "side": taker},
                {"point": "game", "side": 1},
            ]
        },
    }


async def done(answer: httpx.Response) -> Any:
    """An answer that was no refusal."""
    assert answer.status_code < 300, answer.text
    return answer.json()


async def enter(phone: Device, match: Json, number: int, record: Json) -> Any:
    """Enter or correct a hand."""
    return await done(await phone.put(path(match, number), json=record, headers=ANYTIME))


async def play(phone: Device, match: Json) -> None:
    """A match with one of everything."""
    sides = len(match["sides"])
    reason = 'He said "no", \\ and meant it'
    await enter(phone, match, 1, claim_points(0))
    await enter(phone, match, 2, LISTED)
    await enter(phone, match, 3, IMPOSSIBLE)
    await enter(phone, match, 4, {"trump": "H"})
    await enter(phone, match, 1, claim_points(1))
    await enter(phone, match, 1, claim_points(0, made=False))
    await done(await phone.delete(path(match, 4)))
    await enter(phone, match, 4, {"trump": "H"})
    await done(await phone.delete(path(match, 4)))
    overruling = {"deltas": [2, *[-1] * (sides - 1)], "made": None, "reason": "Agreed"}
    await done(await phone.post(path(match, 3, "overruling"), json=overruling))
    for settling in (
        {"settlement": "withdrawn"},
        {"settlement": "ruling_accepted", "reason": reason},
        {"settlement": "corrected", "record": claim_points(0)},
        {"settlement": "overruled", "overruling": overruling | {"made": False}},
    ):
        await done(await phone.post(path(match, 2, "disputes"), json={"reason": reason}))
        await done(await phone.post(path(match, 2, "disputes/resolution"), json=settling))
    await done(await phone.post(path(match, 1, "confirmations"), json={"side": 1}, headers=ANYTIME))
    for side in (0, sides - 1):
        given = {"side": side, "points": -2, "reason": reason, "afterHand": min(side, 4)}
        await done(await phone.post(path(match, part="adjustments"), json=given))
    cancelled = path(match, part="adjustments/1/cancellation")
    await done(await phone.post(cancelled, json={"reason": "Nobody heard it"}))
    sheet = await done(await phone.get(path(match)))
    undo = {"If-Match": f'"{sheet["version"]}"'}
    await done(await phone.post(path(match, part="undo"), headers=undo))
    await enter(phone, match, 5, {})
    await done(await phone.post(path(match, 5, "disputes"), json={"reason": "Still open"}))


async def taken_in(phone: Device, body: bytes, written: str) -> list[Json]:
    """Import a file and return the results of its matches."""
    kind = {"json": "application/json", "txt": "text/plain; charset=utf-8"}[written]
    answer = await phone.post("/v1/imports", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    return items


def strip(file: bytes) -> bytes:
    """The one match of a file."""
    return file.removeprefix(b'{"matches":[\n').removesuffix(b"\n]}\n")
