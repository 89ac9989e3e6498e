"""Partnerships: which partners meet which at a table of four, with varied opponents."""

from collections.abc import Sequence
from typing import Final

from domain import draws, exchanges
from domain.exchanges import Board, Key, Meetings, Pair, Slot
from domain.seatings import Sides

_STEPS: Final = 20_000


def meet(slots: Sequence[Slot], a_night: int, past: Meetings, seed: int) -> list[list[Sides]]:
    """The tables of every slot; `past` has the meetings of those who were opponents."""
    couples: list[Pair] = []
    start = []
    for slot in slots:
        first = len(couples)
        couples += [exchanges.key(*pair) for pair in slot.pairs if min(pair) > 0]
        items = draws.shuffled(range(first, len(couples)), seed + slot.turn)
        start.append(Slot(slot.turn, tuple(zip(items[::2], items[1::2], strict=True))))

    def touched(one: int, other: int) -> list[Key]:
        return [exchanges.key(a, b) for a in couples[one] for b in couples[other]]

    board = Board(start, a_night, past, touched, exchanges.OPPOSED)
    steps = min(60 * len(couples), _STEPS)
    exchanges.cool(board, draws.numbers(seed), steps, 2 * exchanges.CROWD)
    return [[(couples[a], couples[b]) for a, b in slot.pairs] for slot in board.slots()]
