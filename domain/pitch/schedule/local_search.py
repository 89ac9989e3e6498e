"""Local search: better pairings, found by letting two pairs of one slot change partners.

A season is a list of slots, each a list of pairs of items. An item is an entrant, a place to sit
out (0 or less), or a partnership. What has met whom is a list of nights for every key; a pair of
items touches one key or several. One exchange takes (a, b) and (c, d) apart and makes (a, c) and
(b, d). Walking through exchanges that cost nothing finds plans without repeats that nothing
greedy finds (as Dinitz and Stinson found one-factorisations by hill-climbing).
"""

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import Final

from msgspec import Struct

Key = tuple[int, int]
Pair = tuple[int, int]
Encounter = tuple[int, int]
"""The turn of a meeting, and the greater of the two items that met."""
Encounters = dict[Key, list[Encounter]]
Touched = Callable[[int, int], Sequence[Key]]

NEVER: Final = 10**15
"""What two places to sit out that meet each other would cost: two more would have to sit out."""
SITTING: Final = 10**6
"""What sitting out costs for every time that one sat out already."""
CROWD: Final = 10**5
"""What a meeting costs for every earlier meeting of the same two."""
NEAR: Final = 10**3
"""What it costs to meet again a night later; half of it two nights later, and so on."""


class Costs(Struct, frozen=True):
    """What it costs to meet a second time in one night, and to meet again at all."""

    same_night: int
    repeat: int


PAIRED: Final = Costs(same_night=10**12, repeat=10**9)
"""For those who should be paired once: no other cost makes up for a repeat."""
OPPOSED: Final = Costs(same_night=CROWD, repeat=0)
"""For those who meet several times anyway, and should all meet about as often."""


class Slot(Struct, frozen=True):
    """The pairs of one slot, by its turn: how many slots the season had before it."""

    turn: int
    pairs: tuple[Pair, ...]


def key(one: int, other: int) -> Key:
    """Two entrants in order; nobody (0) for every place to sit out."""
    one, other = max(one, 0), max(other, 0)
    return (one, other) if one < other else (other, one)


def single(one: int, other: int) -> tuple[Key]:
    """What is touched when a pair of items is two entrants: their key."""
    return (key(one, other),)


class Board:
    """Slots one after another whose pairs can change partners, and what their meetings cost."""

    def __init__(
        self,
        slots: Sequence[Slot],
        a_night: int,
        past: Encounters,
        touched: Touched = single,
        costs: Costs = PAIRED,
    ) -> None:
        self.first = slots[0].turn
        self.a_night = a_night
        self.items = [[item for pair in slot.pairs for item in pair] for slot in slots]
        self.mates = [dict(slot.pairs) for slot in slots]
        self.meetings = {key: list(met) for key, met in past.items()}
        self.touched = touched
        self.costs = costs
        self.repeats = sum(len(met) - 1 for key, met in past.items() if key[0] and met)
        self.sittings = sum(comb(len(met), 2) for key, met in past.items() if not key[0])
        """Pairs of slots in which the same one sits out: the fewer, the more even."""
        self.again: list[Encounter] = []
        """Turns and who perhaps meets or sits out again in them; who does is always here."""
        for turn, slot in enumerate(slots, self.first):
            for one, other in slot.pairs:
                self.mates[turn - self.first][other] = one
                self._join(turn, one, other)

    def slots(self) -> tuple[Slot, ...]:
        """The slots as they are now, everyone once."""
        return tuple(
            Slot(turn, tuple((one, mates[one]) for one in items if one < mates[one]))
            for turn, (items, mates) in enumerate(
                zip(self.items, self.mates, strict=True), self.first
            )
        )

    def anyone(self, chance: Iterator[int]) -> tuple[int, int]:
        """A turn and someone in it."""
        turn = self.first + next(chance) % len(self.items)
        return turn, self.another(chance, turn)

    def another(self, chance: Iterator[int], turn: int) -> int:
        """Someone in a turn."""
        items = self.items[turn - self.first]
        return items[next(chance) % len(items)]

    def anyone_again(self, chance: Iterator[int]) -> tuple[int, int] | None:
        """A turn and someone who meets again in it, or sits out again, if there is one."""
        while self.again:
            place = next(chance) % len(self.again)
            turn, one = self.again[place]
            keys = self.touched(one, self.mates[turn - self.first][one])
            if any(len(self.meetings[key]) > 1 for key in keys):
                return turn, one
            # What others have mended since is thrown out when it is drawn, not searched for before.
            self.again[place] = self.again[-1]
            self.again.pop()
        return None

    def exchange(self, turn: int, one: int, other: int, most: int) -> None:
        """Let two items of a slot meet, and their mates, if that costs at most so much more."""
        mates = self.mates[turn - self.first]
        mate, its_mate = mates[one], mates[other]
        if other in (one, mate):
            return
        # Taken apart first, so that the new pairs are not priced against the old ones.
        saved = self._part(turn, one, mate) + self._part(turn, other, its_mate)
        if self.price(turn, one, other) + self.price(turn, mate, its_mate) - saved <= most:
            mates[one], mates[other], mates[mate], mates[its_mate] = other, one, its_mate, mate
            mate, other = other, mate
        self._join(turn, one, mate)
        self._join(turn, other, its_mate)

    def price(self, turn: int, one: int, other: int) -> int:
        """What it costs that two items meet, beside all that meet already."""
        night = turn // self.a_night
        price = 0
        for key in self.touched(one, other):
            met = self.meetings.get(key)
            if key[1] == 0:
                price += NEVER
            elif met:
                price += self.costs.repeat if key[0] else 0
                again = CROWD if key[0] else SITTING
                for earlier, _ in met:
                    gap = abs(night - earlier // self.a_night)
                    price += again + NEAR // gap if gap else self.costs.same_night
        return price

    def _join(self, turn: int, one: int, other: int) -> None:
        for key in self.touched(one, other):
            met = self.meetings.setdefault(key, [])
            met.append((turn, max(one, other)))
            if len(met) > 1:
                self.repeats += bool(key[0])
                self.sittings += 0 if key[0] else len(met) - 1
                # The second meeting makes a repeat of the first as well.
                new = met if len(met) == 2 else met[-1:]
                self.again += [each for each in new if each[0] >= self.first]

    def _part(self, turn: int, one: int, other: int) -> int:
        for key in self.touched(one, other):
            met = self.meetings[key]
            met.remove((turn, max(one, other)))
            self.repeats -= bool(key[0] and met)
            self.sittings -= 0 if key[0] else len(met)
        return self.price(turn, one, other)


def search(board: Board, chance: Iterator[int], enough: tuple[int, int], steps: int) -> None:
    """Walk until repeats and sittings are few enough; the number of repeats never grows."""
    for step in range(steps):
        if board.repeats <= enough[0] and board.sittings <= enough[1]:
            return
        # Mostly from where it hurts, now and then from anywhere, or it would go round in a ring.
        again = board.anyone_again(chance) if next(chance) % 8 else None
        turn, one = again or board.anyone(chance)
        # Each 16th step may let somebody sit out again: else odd numbers lock the search in.
        most = next(chance) % (NEAR if step % 16 else 3 * SITTING)
        board.exchange(turn, one, board.another(chance, turn), most)


def polish(board: Board, chance: Iterator[int], steps: int) -> None:
    """Take exchanges that cost no more, as long as somebody meets or sits out again."""
    for _ in range(steps):
        again = board.anyone_again(chance)
        if again is None:
            return
        turn, one = again
        board.exchange(turn, one, board.another(chance, turn), 0)


def cool(board: Board, chance: Iterator[int], steps: int, heat: int) -> None:
    """Take any exchange that costs little more, less and less, and none in the end."""
    for step in range(steps):
        turn, one = board.anyone(chance)
        most = next(chance) % heat * (steps - step) // steps
        board.exchange(turn, one, board.another(chance, turn), most - 1)
