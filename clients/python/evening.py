"""An evening of two phones, of which both are without signal for a hand: evening.py ADDRESS."""

import asyncio
import sys
import tempfile
from pathlib import Path

import httpx
from pitchkeeper_client import Client, CommandQueue, FileStorage, new_id, types, with_lines


class Signal(httpx.AsyncHTTPTransport):
    """The way to the server, which a cellar cuts off."""

    is_there = True

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, or fail as a phone without signal does."""
        if not self.is_there:
            raise httpx.ConnectError("no signal")
        return await super().handle_async_request(request)


class Phone:
    """A phone with its sheet of one match."""

    def __init__(self, address: str, folder: Path) -> None:
        """Keep the queue in a file of the folder."""
        self.signal = Signal()
        self.client = Client(address, transport=self.signal)
        self.queue = CommandQueue(self.client, FileStorage(folder / f"{new_id()}.json"))
        self.sheet: types.Match | None = None
        self._changed = asyncio.Condition()

    async def record(
        self, match_id: str, number: int, body: types.HandRecord, seen: int | None = None
    ) -> None:
        """Enter a hand, with or without signal."""
        version = seen or (self.sheet and self.sheet["version"])
        about = {"matchId": match_id, "number": number, "seenVersion": version}
        await self.queue.enqueue({"kind": "record_hand", **about, "body": body})

    async def follow(self, match_id: str) -> None:
        """Keep the sheet as it is on the server."""
        async for event in self.client.follow(match_id):
            async with self._changed:
                if event["sheet"]:
                    self.sheet = event["sheet"]
                if event["lines"]:
                    self.sheet = with_lines(self.sheet, event["lines"]) or self.sheet
                if self.sheet:
                    self.queue.see(self.sheet)
                self._changed.notify_all()

    async def sees(self, *scores: int) -> None:
        """Wait until the sheet has some scores."""
        async with self._changed:
            await self._changed.wait_for(
                lambda: self.sheet is not None and self.sheet["scores"] == [*scores]
            )


FIRST: types.HandRecord = {
    "calls": ["three", "pass", "pass", "pass"],
    "trump": "S",
    "piles": [
        {"side": 0, "listed": "scoring", "trumps": 4, "cards": ["AS", "KS", "JS", "2S", "QH"]},
        {"side": 1, "listed": "scoring", "trumps": 0, "cards": ["TH", "TD"]},
    ],
}


def second(ours: list[str], theirs: list[str]) -> types.HandRecord:
    """Return the second hand: the phones differ about who took the ten of diamonds."""
    all_theirs = ["AH", "KH", "JH", "2H", *theirs]
    return {
        "calls": ["three", "pass", "pass", "pass"],
        "trump": "H",
        "piles": [
            {"side": 0, "listed": "scoring", "trumps": 0, "cards": ours},
            {"side": 1, "listed": "scoring", "trumps": 4, "cards": all_theirs},
        ],
    }


async def play(ann: Phone, bob: Phone) -> None:
    """Play two hands, of which the second is entered twice without signal."""
    await asyncio.gather(ann.client.sign_in(), bob.client.sign_in())
    match_id = new_id()
    match: types.NewMatch = {
        "ruleset": "mb-lounge",
        "firstDealer": 3,
        "players": [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")],
    }
    await ann.queue.enqueue({"kind": "open_match", "matchId": match_id, "body": match})
    invite = await ann.client.create_invite(match_id, {"role": "scorer"})
    await bob.client.join_match({"code": invite["code"]})

    following = [asyncio.create_task(phone.follow(match_id)) for phone in (ann, bob)]
    await asyncio.gather(ann.sees(0, 0), bob.sees(0, 0))
    await ann.record(match_id, 1, FIRST)
    await bob.sees(3, 1)
    print("Bob sees the first hand of Ann: 3 to 1.")

    ann.signal.is_there = bob.signal.is_there = False
    await asyncio.gather(
        ann.record(match_id, 2, second(["TS", "TD"], ["QS"])),
        bob.record(match_id, 2, second(["TS"], ["TD", "QS"])),
    )
    print(f"{len(ann.queue.waiting)} and {len(bob.queue.waiting)} hand wait for a signal.")
    ann.signal.is_there = True
    await ann.queue.send()
    await ann.sees(4, 4)
    bob.signal.is_there = True
    await bob.queue.send()
    (refusal,) = bob.queue.refused
    conflict = refusal.problem["conflict"]
    if conflict is None:
        raise SystemExit(refusal.problem["detail"])
    texts = [difference["message"]["text"] for difference in conflict["differences"]]
    print(f"{refusal.problem['code']}: {' '.join(texts)}")
    # The table says that Bob is right.
    await bob.record(match_id, 2, refusal.command["body"], conflict["matchVersion"])
    await bob.queue.settle(refusal.command)
    await asyncio.gather(ann.sees(3, 5), bob.sees(3, 5))
    print("Both see 3 to 5.")
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def main(address: str) -> None:
    """Play on a server."""
    with tempfile.TemporaryDirectory() as folder:
        ann, bob = (Phone(address, Path(folder)) for _ in range(2))
        async with ann.client, bob.client:
            await play(ann, bob)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
