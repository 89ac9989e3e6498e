"""Partnerships: which partners meet which at a table of four, with varied opponents."""

from collections.abc import Sequence
from typing import Final

from pitch import random_stream
from pitch.schedule import local_search
from pitch.schedule.local_search import Board, Encounters, Key, Pair, Slot
from pitch.schedule.seatings import Sides

_STEPS: Final = 20_000


def pair_opponents(
    slots: Sequence[Slot], a_night: int, past: Encounters, seed: int
) -> list[list[Sides]]:
    """Return the tables of every slot, each as two pairs of partners.

    `slots` has the partners as pairs, `past` the meetings of those who were opponents.
    """
    couples: list[Pair] = []
    start = []
    for slot in slots:
        first = len(couples)
        couples += [local_search.key(*pair) for pair in slot.pairs if min(pair) > 0]
        items = random_stream.shuffle(range(first, len(couples)), seed + slot.turn)
        start.append(Slot(slot.turn, tuple(zip(items[::2], items[1::2], strict=True))))

    def opponents(couple: int, rival: int) -> list[Key]:
        # Two couples at a table make four pairs of opponents.
        return [local_search.key(a, b) for a in couples[couple] for b in couples[rival]]

    board = Board(start, a_night, past, opponents, local_search.OPPONENT_COSTS)
    steps = min(60 * len(couples), _STEPS)
    local_search.cool(board, random_stream.numbers(seed), steps, 2 * local_search.CROWD)
    return [[(couples[a], couples[b]) for a, b in slot.pairs] for slot in board.slots()]
