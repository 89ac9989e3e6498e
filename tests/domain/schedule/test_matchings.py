"""Matchings at the least cost, against every matching there is and against another library."""

import random
from functools import cache
from typing import Final

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.schedule import matchings
from pitch.schedule.matchings import Blossom
from tests.support.searches import share

SEARCH: Final = settings(max_examples=share(400), derandomize=True, database=None)


@st.composite
def costs(draw: st.DrawFn) -> list[list[int]]:
    size = 2 * draw(st.integers(1, 4))
    most = draw(st.sampled_from((1, 2, 5, 10**40)))
    rows = [[0] * size for _ in range(size)]
    for item in range(size):
        for column in range(item):
            rows[item][column] = rows[column][item] = draw(st.integers(0, most))
    return rows


def cheapest(rows: list[list[int]]) -> int:
    """The least cost of all matchings, each tried."""

    @cache
    def rest(items: tuple[int, ...]) -> int:
        if not items:
            return 0
        first, *rest_items = items
        return min(
            rows[first][mate] + rest(tuple(item for item in rest_items if item != mate))
            for mate in rest_items
        )

    return rest(tuple(range(len(rows))))


@SEARCH
@given(costs())
def test_no_matching_costs_less(rows: list[list[int]]) -> None:
    matching = matchings.match(rows)
    assert matching.cost(rows) == cheapest(rows)
    assert matching.check(rows)


@pytest.mark.parametrize("size", [16, 32, 64])
def test_another_library_finds_no_cheaper_matching(size: int) -> None:
    chance = random.Random(size)
    rows = [[0] * size for _ in range(size)]
    graph = nx.Graph()
    for item in range(size):
        for column in range(item):
            cost = chance.randrange(8) ** 2
            rows[item][column] = rows[column][item] = cost
            graph.add_edge(item, column, weight=cost)
    matching = matchings.match(rows)
    theirs = nx.min_weight_matching(graph)
    assert matching.cost(rows) == sum(rows[first][second] for first, second in theirs)
    assert matching.check(rows)


ROWS: Final = [[0, 1, 4, 4], [1, 0, 4, 4], [4, 4, 0, 1], [4, 4, 1, 0]]


def test_the_check_refuses_what_proves_nothing() -> None:
    matching = matchings.match(ROWS)
    assert matching.cost(ROWS) == 2
    assert matching.check(ROWS)
    dearer = structs.replace(matching, pairs=((0, 2), (1, 3)))
    assert not dearer.check(ROWS)
    # Values that add up to a dearer matching are more than some pair costs.
    assert not structs.replace(dearer, values=(4, 4, 4, 4)).check(ROWS)
    assert not structs.replace(matching, pairs=((0, 1), (0, 1))).check(ROWS)
    assert not structs.replace(matching, pairs=((0, 1),)).check(ROWS)
    free = Blossom(frozenset({0, 1, 2}), -4)
    assert not structs.replace(matching, blossoms=(free,)).check(ROWS)
    even = Blossom(frozenset({0, 1}), 4)
    dearer_values = structs.replace(dearer, values=(6, 6, 6, 6), blossoms=(even, even))
    assert not dearer_values.check(ROWS)
