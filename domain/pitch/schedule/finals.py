"""Finals: a separate last night on which neighbours in the ranking meet (C83)."""

from collections.abc import Sequence
from typing import Final

from pitch import random_stream
from pitch.league.fixtures import Fixture
from pitch.league.leagues import EntrantNumber, FinalNight, League
from pitch.messages import Message
from pitch.schedule import local_search, pairings, schedules
from pitch.schedule.local_search import Board, Pair, Slot
from pitch.schedule.schedules import NoSchedule

_ORDINARY = Message("problem.no_schedule.no_final")

_STEPS_PER_PAIR: Final = 100
_HEAT: Final = 20


def plan_final_night(
    league: League, ranking: Sequence[EntrantNumber], played: Sequence[Fixture], seed: int
) -> tuple[Fixture, ...]:
    """Return the fixtures of the last night: 1 v 2, 3 v 4 and so on, in the order of the tables.

    In further slots those near in the ranking meet, nobody the same one twice, with the smallest
    squares of the distances. With an odd number the last sits out first, then others from below,
    nobody twice. `ranking` has everyone who takes part in the last night, best first. Raises
    NoSchedule if the last night is not a separate final, or has too few entrants.
    """
    form = league.format
    if form.final_night is not FinalNight.SEPARATE:
        raise NoSchedule(_ORDINARY(), pointer="/format/finalNight")
    schedules.check_night(league, form.nights, ranking)
    # With an odd number one rank more than there are entrants stands for the bye.
    size = len(ranking) + len(ranking) % 2
    first = tuple((rank, rank + 1) for rank in range(1, size, 2))
    rounds = [first, *_later_rounds(first, form.fixtures_a_night, seed)]
    slots = [
        (
            (form.nights, slot),
            [
                ((ranking[upper - 1],), (ranking[lower - 1],))
                for upper, lower in sorted(pairs)
                if lower <= len(ranking)
            ],
        )
        for slot, pairs in enumerate(rounds, 1)
    ]
    return schedules.seat_slots(league, played, slots)


class _RankBoard(Board):
    """Ranks as items, where a meeting costs more the further apart the two are."""

    def price(self, turn: int, item: int, mate: int) -> int:
        # Squared: one pair far apart is worse than several that are a little apart.
        return super().price(turn, item, mate) + (item - mate) ** 2


def _later_rounds(first: Sequence[Pair], slots: int, seed: int) -> list[tuple[Pair, ...]]:
    """Return the pairs of the slots after the first."""
    if slots == 1:
        return []
    # Laid out so that turn 0 of the circle is the first slot: later turns pair nobody again.
    ring = [first[0][1], *(pair[0] for pair in first[1:]), *(pair[1] for pair in first[:0:-1])]
    turns = [Slot(turn, pairings.rotate((*ring, 1), turn)) for turn in range(1, slots)]
    past = {pair: [(0, pair[1])] for pair in first}
    board = _RankBoard(turns, slots, past)
    steps = _STEPS_PER_PAIR * len(first) * slots
    local_search.cool(board, random_stream.numbers(seed), steps, _HEAT)
    return [slot.pairs for slot in board.slots()]
