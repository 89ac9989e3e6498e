"""Bounds: how few repeats there must be at least, proved by counting.

Two who have not met can meet for the first time once, and nobody meets more others than it plays
fixtures. How many first meetings fit under both limits is at most half of the greatest flow from
the entrants to themselves through their possible first meetings (the fractional degree-constrained
subgraph on the double cover); every further pairing is a repeat.
"""

from collections import deque
from collections.abc import Mapping
from collections.abc import Set as AbstractSet


def most_first_meetings(
    open_to: Mapping[int, AbstractSet[int]], fixtures: Mapping[int, int]
) -> int:
    """At most so many pairs can meet for the first time.

    `open_to` says with whom each entrant can still meet for the first time, `fixtures` how many
    fixtures it can play.
    """
    given: dict[int, set[int]] = {one: set() for one in open_to}
    taken: dict[int, set[int]] = {one: set() for one in open_to}
    for one, others in open_to.items():
        for other in sorted(others, key=lambda each: len(taken[each])):
            if len(given[one]) < fixtures[one] and len(taken[other]) < fixtures[other]:
                given[one].add(other)
                taken[other].add(one)
    for one in open_to:
        while len(given[one]) < fixtures[one] and _augment(one, open_to, fixtures, given, taken):
            pass
    return sum(map(len, given.values())) // 2


def _augment(
    start: int,
    open_to: Mapping[int, AbstractSet[int]],
    fixtures: Mapping[int, int],
    given: dict[int, set[int]],
    taken: dict[int, set[int]],
) -> bool:
    """Give one more to an entrant along the shortest way, if there is one."""
    came_from: dict[int, int] = {}
    freed_by: dict[int, int] = {start: 0}
    waiting = deque([start])
    while waiting:
        giver = waiting.popleft()
        for taker in sorted(open_to[giver] - given[giver] - came_from.keys()):
            came_from[taker] = giver
            if len(taken[taker]) < fixtures[taker]:
                _shift(start, taker, came_from, freed_by, given, taken)
                return True
            for other in sorted(taken[taker] - freed_by.keys()):
                freed_by[other] = taker
                waiting.append(other)
    return False


def _shift(
    start: int,
    taker: int,
    came_from: Mapping[int, int],
    freed_by: Mapping[int, int],
    given: dict[int, set[int]],
    taken: dict[int, set[int]],
) -> None:
    while True:
        giver = came_from[taker]
        given[giver].add(taker)
        taken[taker].add(giver)
        if giver == start:
            return
        taker = freed_by[giver]
        given[giver].discard(taker)
        taken[taker].discard(giver)
