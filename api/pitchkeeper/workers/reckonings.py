"""Reckonings: what takes seconds of a big league, in few threads of its own, one a league."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar, TypeVarTuple
from uuid import UUID
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.workers import askers
from pitchkeeper.workers.rotations import QueueFull, Rotation

_THREADS: Final = 2
_LEAGUES_EACH: Final = 4
"""Leagues of which one address may have something made or await it."""
_LEAGUES: Final = 64
_EACH: Final = 64
"""What one address may await of one league, for a club has many phones at one."""
_MOST: Final = 256
T = TypeVar("T")
Args = TypeVarTuple("Args")


class StandingsBusy(Refusal):
    """Too many standings and sheets of leagues are being made right now; try again."""

    code = "standings_busy"
    default_message = Message("problem.standings_busy")


class Turn:
    """The turn of an address at a league: it may make one thing."""

    def __init__(
        self,
        threads: CapacityLimiter,
        take: Callable[[], Awaitable[None]],
        end: Callable[[], None],
    ) -> None:
        self._threads = threads
        self._take = take
        self._end = end
        self.is_taken = False
        self._is_used = False

    async def take(self) -> None:
        """Wait for it, unless it came up before; refused at once where too many are awaited."""
        if not self.is_taken:
            await self._take()
            self.is_taken = True

    async def make(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """What some work comes to; the turn lasts as long as its thread does."""
        await self.take()
        self._is_used = True
        making = asyncio.create_task(to_thread.run_sync(work, *args, limiter=self._threads))

        def end(made: asyncio.Task[T]) -> None:
            self._end()
            if not made.cancelled():
                made.exception()  # nobody may be there any more to take it

        making.add_done_callback(end)
        # Who no longer waits does not end the thread.
        return await asyncio.shield(making)

    def leave(self) -> None:
        """Let the next one go, if nothing is being made."""
        if self.is_taken and not self._is_used:
            self._end()


class Reckonings:
    """Who waits for what, without holding a thread that others need; addresses take turns."""

    def __init__(self) -> None:
        self._threads = CapacityLimiter(_THREADS)
        self._turns = Rotation(_LEAGUES_EACH, _LEAGUES, _THREADS)
        self._leagues: WeakValueDictionary[UUID, Rotation] = WeakValueDictionary()

    async def make(self, league_id: UUID, work: Callable[[*Args], T], *args: *Args) -> T:
        """What some work of a league comes to; what it remembers is there for who comes next.

        An address has one thread at a time, and awaits it for few leagues.
        """
        with self.turn(league_id) as turn:
            return await turn.make(work, *args)

    @contextmanager
    def turn(self, league_id: UUID) -> Iterator[Turn]:
        """A turn at a league, to be taken; it is given back when the block is left.

        Whoever changes the league and then shows what came of it takes it before, so that nothing
        is saved that is answered as refused.
        """
        holder = askers.address()
        league = self._leagues.setdefault(league_id, Rotation(_EACH, _MOST))

        async def take() -> None:
            try:
                await league.take(holder)
                try:
                    await self._turns.take(holder)
                except BaseException:
                    league.give_back(holder)
                    raise
            except QueueFull as full:
                raise StandingsBusy from full

        def end() -> None:
            self._turns.give_back(holder)
            league.give_back(holder)

        turn = Turn(self._threads, take, end)
        try:
            yield turn
        finally:
            turn.leave()
