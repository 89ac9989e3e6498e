"""Seatings: at which table a fixture is played, and who deals first, both evenly shared."""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Final

from pitch import random_stream

Sides = tuple[tuple[int, ...], ...]
Visits = Counter[tuple[int, int]]
"""How often an entrant was at a table."""

_STEPS: Final = 60_000
_HEAT: Final = 4


def assign_tables(slots: Sequence[Sequence[Sides]], visits: Visits, seed: int) -> list[list[Sides]]:
    """The fixtures of every slot in the order of the tables, so that all visit each evenly.

    First each table takes who has been there least; then two fixtures of a slot change tables
    where that makes nothing less even, at first also where it does. What remains uneven is
    measured, not proved.
    """
    seen = Counter(visits)
    placed = []
    for slot in slots:
        left, order = list(slot), list[Sides]()
        for table in range(1, len(slot) + 1):
            least = min(left, key=lambda sides: sum(seen[who, table] for who in _all(sides)))
            left.remove(least)
            order.append(least)
            seen.update((who, table) for who in _all(least))
        placed.append(order)
    # Some steps for the worse at first, or the walk would end in the nearest dip (annealing).
    chance = random_stream.numbers(seed)
    steps = min(50 * sum(map(len, placed)), _STEPS)
    for step in range(steps):
        order = placed[next(chance) % len(placed)]
        one, other = next(chance) % len(order), next(chance) % len(order)
        heat = next(chance) % _HEAT * (steps - step) // steps
        if one != other and _gain(order, one, other, seen) + heat >= 0:
            _swap(order, one, other, seen)
    return placed


def _all(sides: Sides) -> tuple[int, ...]:
    return (*sides[0], *sides[1])


def _gain(order: list[Sides], one: int, other: int, seen: Visits) -> int:
    """Half of what the squares of all visits lose when two fixtures change tables."""
    gain = 0
    for here, there in ((one, other), (other, one)):
        for who in _all(order[here]):
            gain += seen[who, here + 1] - seen[who, there + 1] - 1
    return gain


def _swap(order: list[Sides], one: int, other: int, seen: Visits) -> None:
    for here, there in ((one, other), (other, one)):
        for who in _all(order[here]):
            seen[who, here + 1] -= 1
            seen[who, there + 1] += 1
    order[one], order[other] = order[other], order[one]


def assign_dealers(
    fixtures: Sequence[Sides], dealt: Counter[int], played: Counter[int]
) -> list[int]:
    """Who deals first in each fixture: an entrant, each as near its share as can be.

    `dealt` and `played` are how often each has dealt first and been in a fixture, by its number.
    A fixture of two teams gives each a half, one of four individuals a quarter. While a chain of
    fixtures leads from one who deals too often to one who deals too rarely, each passes the deal
    on; without such a chain the sum of squared differences from the shares is the least there is.
    Nobody is then a whole deal away from the share, if the past was even.
    """
    count, share = Counter(dealt), Counter(played)
    parts = len(_all(fixtures[0])) if fixtures else 0
    chosen = []
    for sides in fixtures:
        share.update(_all(sides))
        above = {who: parts * count[who] - share[who] for who in _all(sides)}
        chosen.append(min(above, key=above.__getitem__))
        count[chosen[-1]] += 1
    while chain := _chain(
        fixtures, chosen, {who: parts * count[who] - share[who] for who in share}
    ):
        count[chosen[chain[0][0]]] -= 1
        count[chain[-1][1]] += 1
        for fixture, who in chain:
            chosen[fixture] = who
    return chosen


def _chain(
    fixtures: Sequence[Sides], chosen: Sequence[int], above: dict[int, int]
) -> list[tuple[int, int]]:
    """Fixtures that pass the deal on, each with who deals instead; none if that evens nothing.

    `above` is how far everyone is above the share, in parts of a deal.
    """
    parts = len(_all(fixtures[0])) if fixtures else 0
    dealing: dict[int, list[int]] = {who: [] for who in above}
    for fixture, who in enumerate(chosen):
        dealing[who].append(fixture)
    # A search in breadth from each who deals too often, so that the chain found is a shortest one.
    for start in sorted(above, key=lambda who: (-above[who], who)):
        if above[start] - min(above.values()) <= parts:
            break
        came: dict[int, tuple[int, int]] = {}
        waiting = deque([start])
        while waiting:
            giver = waiting.popleft()
            for fixture in dealing[giver]:
                for taker in _all(fixtures[fixture]):
                    if taker != start and taker not in came:
                        came[taker] = (fixture, giver)
                        waiting.append(taker)
        end = min(came, key=lambda who: (above[who], who), default=start)
        if above[start] - above[end] > parts:
            chain = []
            while end != start:
                fixture, giver = came[end]
                chain.append((fixture, end))
                end = giver
            return chain[::-1]
    return []
