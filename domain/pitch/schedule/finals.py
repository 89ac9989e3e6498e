"""Finals: a last night of its own, on which neighbours in the ranking meet (C83)."""

from collections.abc import Sequence
from typing import Final

from pitch import random_stream
from pitch.league.fixtures import Fixture
from pitch.league.leagues import EntrantNumber, FinalNight, League
from pitch.messages import Message
from pitch.schedule import local_search, pairings, schedules
from pitch.schedule.local_search import Board, Slot
from pitch.schedule.schedules import NoSchedule

_ORDINARY = Message("problem.no_schedule.no_final")

_STEPS: Final = 100
"""For each pair."""
_HEAT: Final = 20


def plan_final_night(
    league: League, ranking: Sequence[EntrantNumber], played: Sequence[Fixture], seed: int
) -> tuple[Fixture, ...]:
    """The fixtures of the last night: 1 v 2, 3 v 4 and so on, in the order of the tables.

    In further slots those near in the ranking meet, nobody the same one twice: the squares of the
    distances are made small. Of an odd number the last sits out first, then others from below,
    nobody twice. `ranking` has everyone who takes part in the last night, best first. Raises
    NoSchedule where the last night is no final, or is one of too few.
    """
    form = league.format
    if form.final_night is not FinalNight.SEPARATE:
        raise NoSchedule(_ORDINARY(), pointer="/format/finalNight")
    schedules.check_night(league, form.nights, ranking)
    # Of an odd number a place more than there are stands for the bye.
    size = len(ranking) + len(ranking) % 2
    first = tuple((rank, rank + 1) for rank in range(1, size, 2))
    slots = [first, *_later(first, form.fixtures_a_night, seed)]
    return schedules.seat_slots(
        league,
        played,
        [
            (
                (form.nights, number),
                [
                    ((ranking[one - 1],), (ranking[other - 1],))
                    for one, other in sorted(pairs)
                    if other <= len(ranking)
                ],
            )
            for number, pairs in enumerate(slots, 1)
        ],
    )


class _Ranks(Board):
    """Places of the ranking that should meet near ones."""

    def price(self, turn: int, one: int, other: int) -> int:
        # Squared: one pair far apart is worse than several that are a little apart.
        return super().price(turn, one, other) + (one - other) ** 2


def _later(
    first: Sequence[local_search.Pair], slots: int, seed: int
) -> list[tuple[local_search.Pair, ...]]:
    """The pairs of the slots after the first."""
    if slots == 1:
        return []
    # Laid out so that turn 0 of the circle is the first slot: later turns pair nobody again.
    ring = [first[0][1], *(pair[0] for pair in first[1:]), *(pair[1] for pair in first[:0:-1])]
    turns = [Slot(turn, pairings.rotate((*ring, 1), turn)) for turn in range(1, slots)]
    past = {pair: [(0, pair[1])] for pair in first}
    board = _Ranks(turns, slots, past)
    local_search.cool(board, random_stream.numbers(seed), _STEPS * len(first) * slots, _HEAT)
    return [slot.pairs for slot in board.slots()]
