"""Evenings: what a phone says in the course of a match, drawn by chance and always legal."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from uuid_utils.compat import uuid7

from tests.faults import commands
from tests.faults.commands import Command
from tests.faults.phones import Diary, Phone, Transports, signed_in
from tests.support.phones import Json

_DECK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


@dataclass
class Evening:
    """A phone that keeps a match by itself, and what it knows of it."""

    phone: Phone
    chance: random.Random
    match_id: str = field(default_factory=lambda: str(uuid7()))
    version: int = 0
    hands: list[Json | None] = field(default_factory=list)
    """The records as this phone knows them; None for one that it should not write over."""
    adjustments: list[int] = field(default_factory=list)
    """The numbers of adjustments that are in force."""
    penalties: int = 0

    async def play(self, most: int) -> None:
        """Say this many things about the match."""
        await self._say(commands.open_match(self.match_id))
        for _ in range(most - 1):
            kinds, weights = zip(*self._choices(), strict=True)
            await self.chance.choices(kinds, weights)[0]()

    async def play_until(self, end: asyncio.Event) -> None:
        """Say things about the match until it is over."""
        await self._say(commands.open_match(self.match_id))
        while not end.is_set():
            kinds, weights = zip(*self._choices(), strict=True)
            await self.chance.choices(kinds, weights)[0]()

    def _choices(self) -> list[tuple[Callable[[], Awaitable[None]], int]]:
        return [
            (self._enter, 5 if len(self.hands) < 25 else 0),
            (self._adjust, 2),
            (self._correct, 3 if any(self.hands) else 0),
            (self._void, 1 if any(self.hands) else 0),
            (self._cancel, 1 if self.adjustments else 0),
            (self._list_pile, 2 if self.hands and self.hands[-1] is not None else 0),
        ]

    async def _say(self, command: Command) -> None:
        command.seen = self.version
        await self.phone.say(command)
        assert command.version is not None
        self.version = command.version

    async def _enter(self) -> None:
        record = commands.random_claims(self.chance)
        await self._say(commands.hand(self.match_id, len(self.hands) + 1, record))
        self.hands.append(record)
        if self.chance.random() < 0.1:
            await self._say(commands.undo(self.match_id))
            self.hands.pop()

    async def _correct(self) -> None:
        number = self._any_hand()
        record = commands.random_claims(self.chance)
        if record != self.hands[number - 1]:
            await self._say(commands.hand(self.match_id, number, record, guarded=True))
            self.hands[number - 1] = record

    async def _void(self) -> None:
        number = self._any_hand()
        await self._say(commands.void(self.match_id, number))
        self.hands[number - 1] = None

    async def _list_pile(self) -> None:
        side, cards = self.chance.randrange(2), self.chance.sample(_DECK, 3)
        number, record = len(self.hands), self.hands[-1]
        assert record is not None
        piles = [*record.get("piles", ())]
        if not any(pile["side"] == side for pile in piles):
            await self._say(commands.pile(self.match_id, number, side, cards))
            piles.append({"side": side, "cards": cards, "listed": "some"})
            self.hands[-1] = record | {"piles": sorted(piles, key=lambda pile: pile["side"])}

    async def _adjust(self) -> None:
        side, points = self.chance.randrange(2), self.chance.choice((-2, -1, 1, 2))
        self.penalties += 1
        reason = f"{self.match_id} {self.penalties}"
        await self._say(commands.adjustment(self.match_id, side, points, reason))
        self.adjustments.append(self.penalties)

    async def _cancel(self) -> None:
        number = self.adjustments.pop(self.chance.randrange(len(self.adjustments)))
        reason = f"not {number}"
        await self._say(commands.cancellation(self.match_id, number, reason))

    def _any_hand(self) -> int:
        numbers = [
            number for number, record in enumerate(self.hands, start=1) if record is not None
        ]
        return self.chance.choice(numbers)


@asynccontextmanager
async def start_evenings(
    addresses: Sequence[str],
    diary: Diary,
    count: int,
    *,
    at: str | None = None,
    transports: Transports = None,
) -> AsyncIterator[list[Evening]]:
    """Phones that signed in with a server and keep a match each, by way of some addresses."""
    playing = [
        Evening(
            await signed_in(at or addresses[0], diary, via=addresses, transports=transports),
            random.Random(seed),
        )
        for seed in range(count)
    ]
    try:
        yield playing
    finally:
        for evening in playing:
            await evening.phone.close()


@asynccontextmanager
async def going_on(evenings: Sequence[Evening]) -> AsyncIterator[None]:
    """Play all evenings at once for as long as the block lasts; each ends what it says."""
    end = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for evening in evenings:
            group.create_task(evening.play_until(end))
        yield
        end.set()
