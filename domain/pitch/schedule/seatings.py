"""Seatings: at which table a fixture is played, and who deals first, both evenly shared."""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Final

from pitch import random_stream

Sides = tuple[tuple[int, ...], ...]
Visits = Counter[tuple[int, int]]
"""How often an entrant was at a table."""

_MAX_STEPS: Final = 60_000
_HEAT: Final = 4


def assign_tables(slots: Sequence[Sequence[Sides]], visits: Visits, seed: int) -> list[list[Sides]]:
    """Return the fixtures of every slot in the order of the tables, so that visits are even.

    First each table takes the fixture whose entrants have been there least; then two fixtures of a
    slot change tables if that makes nothing less even, at first also if it does. The rest of the
    unevenness is measured, not proved.
    """
    visits = Counter(visits)
    orders = []
    for slot in slots:
        remaining, order = list(slot), list[Sides]()
        for table in range(1, len(slot) + 1):
            least = min(
                remaining,
                key=lambda sides: sum(visits[entrant, table] for entrant in _entrants(sides)),
            )
            remaining.remove(least)
            order.append(least)
            visits.update((entrant, table) for entrant in _entrants(least))
        orders.append(order)
    # Some steps for the worse at first, or the walk would end in the nearest dip (annealing).
    chance = random_stream.numbers(seed)
    steps = min(50 * sum(map(len, orders)), _MAX_STEPS)
    for step in range(steps):
        order = orders[next(chance) % len(orders)]
        here, there = next(chance) % len(order), next(chance) % len(order)
        heat = next(chance) % _HEAT * (steps - step) // steps
        if here != there and _gain(order, here, there, visits) + heat >= 0:
            _swap(order, here, there, visits)
    return orders


def _entrants(sides: Sides) -> tuple[int, ...]:
    return (*sides[0], *sides[1])


def _gain(order: list[Sides], first: int, second: int, visits: Visits) -> int:
    """Return half of what the squares of all visits lose if two fixtures change tables."""
    gain = 0
    for here, there in ((first, second), (second, first)):
        for entrant in _entrants(order[here]):
            gain += visits[entrant, here + 1] - visits[entrant, there + 1] - 1
    return gain


def _swap(order: list[Sides], first: int, second: int, visits: Visits) -> None:
    for here, there in ((first, second), (second, first)):
        for entrant in _entrants(order[here]):
            visits[entrant, here + 1] -= 1
            visits[entrant, there + 1] += 1
    order[first], order[second] = order[second], order[first]


def assign_dealers(
    fixtures: Sequence[Sides], deals: Counter[int], played: Counter[int]
) -> list[int]:
    """Return the entrant who deals first in each fixture, each as near its share as possible.

    `deals` and `played` are how often each entrant has dealt first and been in a fixture. A fixture
    of two teams gives each a half, one of four individuals a quarter. While a chain of fixtures
    leads from one who deals too often to one who deals too rarely, each passes the deal on; without
    such a chain the sum of squared differences from the shares is minimal. Nobody is then a whole
    deal away from the share, if the past was even.
    """
    deals, played = Counter(deals), Counter(played)
    parts = len(_entrants(fixtures[0])) if fixtures else 0
    dealers = []
    for sides in fixtures:
        played.update(_entrants(sides))
        excess = {entrant: parts * deals[entrant] - played[entrant] for entrant in _entrants(sides)}
        dealers.append(min(excess, key=excess.__getitem__))
        deals[dealers[-1]] += 1
    while chain := _chain(
        fixtures, dealers, {entrant: parts * deals[entrant] - played[entrant] for entrant in played}
    ):
        deals[dealers[chain[0][0]]] -= 1
        deals[chain[-1][1]] += 1
        for fixture, dealer in chain:
            dealers[fixture] = dealer
    return dealers


def _chain(
    fixtures: Sequence[Sides], dealers: Sequence[int], excess: dict[int, int]
) -> list[tuple[int, int]]:
    """Return the fixtures that pass the deal on, each with its new dealer; none if nothing evens.

    `excess` is how far everyone is above the share, in parts of a deal.
    """
    parts = len(_entrants(fixtures[0])) if fixtures else 0
    dealing: dict[int, list[int]] = {entrant: [] for entrant in excess}
    for fixture, dealer in enumerate(dealers):
        dealing[dealer].append(fixture)
    # Breadth-first from each who deals too often, so that the chain is a shortest one.
    for start in sorted(excess, key=lambda entrant: (-excess[entrant], entrant)):
        if excess[start] - min(excess.values()) <= parts:
            break
        came_from: dict[int, tuple[int, int]] = {}
        waiting = deque([start])
        while waiting:
            giver = waiting.popleft()
            for fixture in dealing[giver]:
                for taker in _entrants(fixtures[fixture]):
                    if taker != start and taker not in came_from:
                        came_from[taker] = (fixture, giver)
                        waiting.append(taker)
        end = min(came_from, key=lambda entrant: (excess[entrant], entrant), default=start)
        if excess[start] - excess[end] > parts:
            chain = []
            while end != start:
                fixture, giver = came_from[end]
                chain.append((fixture, end))
                end = giver
            return chain[::-1]
    return []
