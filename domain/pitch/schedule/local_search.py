"""Local search: better pairings, found by letting two pairs of one slot change partners.

A season is a list of slots, each a list of pairs of items. An item is an entrant, a bye (0 or less)
or a partnership. A board keeps the turns of all meetings by key; a pair of items makes one meeting
or several. One exchange takes (a, b) and (c, d) apart and makes (a, c) and (b, d). Walking through
exchanges that cost nothing finds plans without repeats that no greedy method finds (as Dinitz and
Stinson found one-factorisations by hill-climbing).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import Final

from msgspec import Struct

Key = tuple[int, int]
Pair = tuple[int, int]
Encounter = tuple[int, int]
"""The turn of a meeting, and the greater of the two items that met."""
Encounters = dict[Key, list[Encounter]]
PairKeys = Callable[[int, int], Sequence[Key]]
"""The keys of the meetings that a pair of items makes."""

NEVER: Final = 10**15
"""Cost of pairing two byes: two more entrants would have to sit out."""
SITTING: Final = 10**6
"""Cost of sitting out, for every earlier time that the same entrant sat out."""
CROWD: Final = 10**5
"""Cost of a meeting, for every earlier meeting of the same two."""
NEAR: Final = 10**3
"""Cost of meeting again a night later; half of it two nights later, and so on."""


class Costs(Struct, frozen=True):
    """The costs of meeting a second time in one night, and of meeting again at all."""

    same_night: int
    repeat: int


PAIR_COSTS: Final = Costs(same_night=10**12, repeat=10**9)
"""Costs for entrants who should be paired once: no other cost makes up for a repeat."""
OPPONENT_COSTS: Final = Costs(same_night=CROWD, repeat=0)
"""Costs for opponents who meet several times anyway, and should all meet about as often."""


class Slot(Struct, frozen=True):
    """The pairs of one slot, by its turn: the number of slots before it in the season."""

    turn: int
    pairs: tuple[Pair, ...]


def key(item: int, mate: int) -> Key:
    """Return two entrants in order, with 0 for every bye."""
    item, mate = max(item, 0), max(mate, 0)
    return (item, mate) if item < mate else (mate, item)


def single_key(item: int, mate: int) -> tuple[Key]:
    """Return the key of a pair whose items are entrants."""
    return (key(item, mate),)


class Board:
    """Consecutive slots whose pairs can change partners, with the cost of their meetings."""

    def __init__(
        self,
        slots: Sequence[Slot],
        a_night: int,
        past: Encounters,
        pair_keys: PairKeys = single_key,
        costs: Costs = PAIR_COSTS,
    ) -> None:
        self.first = slots[0].turn
        self.a_night = a_night
        self.items = [[item for pair in slot.pairs for item in pair] for slot in slots]
        self.mates = [dict(slot.pairs) for slot in slots]
        self.meetings = {key: list(meetings) for key, meetings in past.items()}
        self.pair_keys = pair_keys
        self.costs = costs
        self.repeats = sum(len(past[key]) - 1 for key in past if key[0] and past[key])
        self.sittings = sum(comb(len(byes), 2) for key, byes in past.items() if not key[0])
        """Pairs of slots in which the same entrant sits out: the fewer, the more even."""
        self.suspects: list[Encounter] = []
        """Turns with an item that may meet or sit out again in them; none that does is missing."""
        for turn, slot in enumerate(slots, self.first):
            for item, mate in slot.pairs:
                self.mates[turn - self.first][mate] = item
                self._join(turn, item, mate)

    @property
    def again_tonight(self) -> int:
        """The meetings beyond the first of two entrants on one night."""
        nights = (
            Counter(turn // self.a_night for turn, _ in meetings)
            for key, meetings in self.meetings.items()
            if key[0]
        )
        return sum(sum(count.values()) - len(count) for count in nights)

    def slots(self) -> tuple[Slot, ...]:
        """Return the slots as they are now, with each pair once."""
        return tuple(
            Slot(turn, tuple((item, mates[item]) for item in items if item < mates[item]))
            for turn, (items, mates) in enumerate(
                zip(self.items, self.mates, strict=True), self.first
            )
        )

    def draw(self, chance: Iterator[int]) -> tuple[int, int]:
        """Draw a turn and an item in it."""
        turn = self.first + next(chance) % len(self.items)
        return turn, self.draw_item(chance, turn)

    def draw_item(self, chance: Iterator[int], turn: int) -> int:
        """Draw an item in a turn."""
        items = self.items[turn - self.first]
        return items[next(chance) % len(items)]

    def draw_repeat(self, chance: Iterator[int]) -> tuple[int, int] | None:
        """Draw a turn and an item that meets or sits out again in it; None if there is none."""
        while self.suspects:
            index = next(chance) % len(self.suspects)
            turn, item = self.suspects[index]
            keys = self.pair_keys(item, self.mates[turn - self.first][item])
            if any(len(self.meetings[key]) > 1 for key in keys):
                return turn, item
            # An exchange may have ended the repeat: it is removed when drawn, not searched for.
            self.suspects[index] = self.suspects[-1]
            self.suspects.pop()
        return None

    def exchange(self, turn: int, item: int, partner: int, most: int) -> None:
        """Pair two items of a slot, and their mates, if that adds at most `most` to the cost."""
        mates = self.mates[turn - self.first]
        mate, partner_mate = mates[item], mates[partner]
        if partner in (item, mate):
            return
        # Taken apart first, so that the new pairs are not priced against the old ones.
        saved = self._part(turn, item, mate) + self._part(turn, partner, partner_mate)
        price = self.price(turn, item, partner) + self.price(turn, mate, partner_mate)
        if price - saved <= most:
            mates[item], mates[partner] = partner, item
            mates[mate], mates[partner_mate] = partner_mate, mate
            mate, partner = partner, mate
        self._join(turn, item, mate)
        self._join(turn, partner, partner_mate)

    def price(self, turn: int, item: int, mate: int) -> int:
        """Return the cost of one more meeting of two items, beside all meetings on the board."""
        night = turn // self.a_night
        price = 0
        for key in self.pair_keys(item, mate):
            meetings = self.meetings.get(key)
            if key[1] == 0:
                price += NEVER
            elif meetings:
                price += self.costs.repeat if key[0] else 0
                again = CROWD if key[0] else SITTING
                for earlier, _ in meetings:
                    gap = abs(night - earlier // self.a_night)
                    price += again + NEAR // gap if gap else self.costs.same_night
        return price

    def _join(self, turn: int, item: int, mate: int) -> None:
        for key in self.pair_keys(item, mate):
            meetings = self.meetings.setdefault(key, [])
            meetings.append((turn, max(item, mate)))
            if len(meetings) > 1:
                self.repeats += bool(key[0])
                self.sittings += 0 if key[0] else len(meetings) - 1
                # The second meeting makes a repeat of the first as well.
                new = meetings if len(meetings) == 2 else meetings[-1:]
                # Meetings before or after these slots cannot be exchanged.
                last = self.first + len(self.items)
                self.suspects += [meeting for meeting in new if self.first <= meeting[0] < last]

    def _part(self, turn: int, item: int, mate: int) -> int:
        """Remove a meeting, and return what it cost."""
        for key in self.pair_keys(item, mate):
            meetings = self.meetings[key]
            meetings.remove((turn, max(item, mate)))
            self.repeats -= bool(key[0] and meetings)
            self.sittings -= 0 if key[0] else len(meetings)
        return self.price(turn, item, mate)


def search(board: Board, chance: Iterator[int], enough: tuple[int, int], steps: int) -> None:
    """Walk until repeats and sittings are down to `enough`; the repeats never grow."""
    for step in range(steps):
        if board.repeats <= enough[0] and board.sittings <= enough[1]:
            return
        # Mostly from a repeat, now and then from anywhere, or the walk would go round in a ring.
        repeat = board.draw_repeat(chance) if next(chance) % 8 else None
        turn, item = repeat or board.draw(chance)
        # Each 16th step may let an entrant sit out again, or odd numbers lock the search in.
        most = next(chance) % (NEAR if step % 16 else 3 * SITTING)
        board.exchange(turn, item, board.draw_item(chance, turn), most)


def polish(board: Board, chance: Iterator[int], steps: int) -> None:
    """Take exchanges that cost no more, as long as anyone meets or sits out again."""
    for _ in range(steps):
        repeat = board.draw_repeat(chance)
        if repeat is None:
            return
        turn, item = repeat
        board.exchange(turn, item, board.draw_item(chance, turn), 0)


def cool(board: Board, chance: Iterator[int], steps: int, heat: int) -> None:
    """Take exchanges that cost up to `heat` more, falling step by step to none (annealing)."""
    for step in range(steps):
        turn, item = board.draw(chance)
        most = next(chance) % heat * (steps - step) // steps
        board.exchange(turn, item, board.draw_item(chance, turn), most - 1)
