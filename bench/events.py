"""Bytes of an evening that a phone follows live: whole sheets, what changed on them, or none.

Starts a server of its own in a temporary folder; everything stays on 127.0.0.1:
`python -m bench.events`.
"""

import asyncio
import random
import tempfile
from pathlib import Path

import httpx

from tests.support import servers
from tests.support.phones import open_match
from tests.support.readers import signed_in

HANDS = 20
DETAILS = ("whole", "changes", "none")
CODINGS = ("identity", "gzip")
_RANKS, _SUITS = "AKQJT98765432", "SHDC"


class Follower:
    """One stream, and how many bytes came on it."""

    def __init__(self, detail: str, coding: str) -> None:
        self.detail = detail
        self.coding = coding
        self.bytes = 0

    async def follow(self, phone: httpx.AsyncClient, path: str) -> None:
        """Count for as long as the server sends."""
        asked = phone.stream(
            "GET",
            f"{path}/events",
            params={"sheet": self.detail},
            headers={"Accept-Encoding": self.coding, "Last-Event-ID": "1"},
            timeout=None,
        )
        async with asked as answer:
            async for piece in answer.aiter_raw():
                self.bytes += len(piece)


async def play(phone: httpx.AsyncClient, path: str, chance: random.Random) -> int:
    """An evening: of each hand the auction and then the piles, and one correction late in it."""
    changes = 0
    for number in range(1, HANDS + 1):
        calls = ["pass", "pass", "pass", "pass"]
        calls[chance.randrange(3)] = chance.choice(["two", "three", "four"])
        auction = {"calls": calls, "trump": chance.choice(_SUITS)}
        deck = [rank + suit for suit in _SUITS for rank in _RANKS]
        chance.shuffle(deck)
        piles = [{"side": 0, "cards": deck[:12]}, {"side": 1, "cards": deck[12:24]}]
        for part, body in (("/auction", auction), ("", auction | {"piles": piles})):
            answer = await phone.put(
                f"{path}/hands/{number}{part}", json=body, headers={"If-Match": "*"}
            )
            assert answer.status_code == 200, answer.text
            changes += 1
            await asyncio.sleep(0.05)
    fixed = {"contract": {"pitcher": 0, "bid": "two"}, "claims": {"taken": [4, 0]}}
    await phone.put(f"{path}/hands/{HANDS - 5}", json=fixed, headers={"If-Match": "*"})
    return changes + 1


async def run(address: str) -> None:
    """Follow one evening in every way at once."""
    async with signed_in(address) as phone:
        match = await open_match(phone, options={"hands": HANDS + 1})
        path = f"/v1/matches/{match['matchId']}"
        followers = [Follower(detail, coding) for detail in DETAILS for coding in CODINGS]
        tasks = [asyncio.create_task(each.follow(phone, path)) for each in followers]
        await asyncio.sleep(1)
        changes = await play(phone, path, random.Random(7))
        await asyncio.sleep(2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    print(f"{changes} changes, {HANDS} hands; bytes of one phone")
    for each in followers:
        print(f"sheet={each.detail:8}{each.coding:9}{each.bytes:9,}")


def main() -> None:
    """Print the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        servers.serving(Path(folder)) as address,
    ):
        asyncio.run(run(address))


if __name__ == "__main__":
    main()
