"""Crowds: many phones that write the same match, each its own part of its own hand."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import asyncpg
from uuid_utils.compat import uuid7

from tests.faults import commands
from tests.faults.commands import Command
from tests.faults.phones import Diary, Phone, signed_in
from tests.support import tables

_PLAIN = [rank + suit for rank in "23456789TJQKA" for suit in "HDC"]
_PHONES_A_HAND = 5
_CARDS = 6
_CLAIMED = {
    "contract": {"pitcher": 0, "bid": "four"},
    "trump": "S",
    "claims": {
        "points": [
            {"point": "high", "side": 0},
            {"point": "low", "side": 0},
            {"point": "jack", "inPlay": False},
            {"point": "game", "side": 0},
        ]
    },
}
"""What is known of every hand before the phones add to it."""


@dataclass
class Crowd:
    """The phones of one match; the first opened it."""

    phones: list[Phone]
    match_id: str

    async def play(self, rounds: int) -> None:
        """Let every phone write its part and change it, and adjust the score, at once."""
        owner = self.phones[0]
        for number in range(1, len(self.phones) // _PHONES_A_HAND + 1):
            await owner.say(commands.hand(self.match_id, number, _CLAIMED))
        async with asyncio.TaskGroup() as group:
            for place, phone in enumerate(self.phones):
                group.create_task(self._write(place, phone, rounds))

    async def _write(self, place: int, phone: Phone, rounds: int) -> None:
        chance = random.Random(place)
        last: Command | None = None
        for round_number in range(rounds):
            part = self._part(place, round_number)
            if last is not None:
                part.guarded, part.seen = True, last.version
            last = await phone.say(part)
            reason = f"phone {place} round {round_number}"
            await phone.say(
                commands.adjustment(self.match_id, place % 2, chance.choice((-1, 1)), reason)
            )

    def _part(self, place: int, turn: int) -> Command:
        """The part of a hand that nobody but this phone writes; its cards are nobody else's."""
        hand, part = place // _PHONES_A_HAND + 1, place % _PHONES_A_HAND
        first = part * _CARDS + hand % _CARDS
        cards = _PLAIN[first : first + turn + 1]
        if part < 2:
            return commands.pile(self.match_id, hand, part, cards)
        return commands.holding(self.match_id, hand, part - 2, cards)


@asynccontextmanager
async def open_crowd(
    url: str, addresses: Sequence[str], diary: Diary, count: int
) -> AsyncIterator[Crowd]:
    """As many phones in one match, which the first of them opens."""
    phones = [await signed_in(addresses[0], diary, via=addresses) for _ in range(count)]
    match_id = str(uuid7())
    try:
        await phones[0].say(commands.open_match(match_id))
        await _join(url, match_id, phones[1:])
        yield Crowd(phones, match_id)
    finally:
        for phone in phones:
            await phone.close()


async def _join(url: str, match_id: str, phones: Sequence[Phone]) -> None:
    connection = await asyncpg.connect(url)
    await connection.executemany(
        "INSERT INTO members (match_id, device_id, role, joined_at)"
        " VALUES ($1, $2, 'scorer', now())",
        [(UUID(match_id), phone.device_id) for phone in phones],
    )
    await connection.execute(tables.TOUCHED, UUID(match_id))
    await connection.close()
