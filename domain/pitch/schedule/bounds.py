"""Bounds: the fewest repeats that a schedule must have, proved by counting.

Two entrants can meet for the first time once, and nobody meets more opponents than it plays
fixtures. The number of first meetings under both limits is at most half of the greatest flow from
the entrants to themselves through their possible first meetings (the fractional degree-constrained
subgraph on the double cover). Every further pairing is a repeat.
"""

from collections import defaultdict, deque
from collections.abc import Hashable, Mapping
from collections.abc import Set as AbstractSet

Node = Hashable
Edge = tuple[Node, Node]
Network = dict[Node, dict[Node, int]]
"""The remaining capacity from a node to each of its neighbours."""


def most_first_meetings(unmet: Mapping[int, AbstractSet[int]], fixtures: Mapping[int, int]) -> int:
    """Return an upper bound on the pairs that can meet for the first time.

    `unmet` maps each entrant to those it has not met, `fixtures` to the fixtures it can play.
    """
    capacities: dict[Edge, int] = {}
    for entrant, opponents in unmet.items():
        giver = ("giver", entrant)
        capacities["source", giver] = fixtures[entrant]
        capacities[("taker", entrant), "sink"] = fixtures[entrant]
        capacities |= {(giver, ("taker", opponent)): 1 for opponent in sorted(opponents)}
    # Everybody gives and takes on this network, so it carries each meeting twice.
    return _max_flow(capacities, "source", "sink") // 2


def _max_flow(capacities: Mapping[Edge, int], source: Node, sink: Node) -> int:
    """Return the greatest flow from source to sink, by augmenting paths (Edmonds and Karp)."""
    # Every edge has a way back of no capacity yet, by which a later path can undo an earlier one.
    network: Network = defaultdict(dict)
    for (start, end), capacity in capacities.items():
        network[start][end] = network[start].get(end, 0) + capacity
        network[end].setdefault(start, 0)
    flow = 0
    while path := _path(network, source, sink):
        units = min(network[start][end] for start, end in path)
        for start, end in path:
            network[start][end] -= units
            network[end][start] += units
        flow += units
    return flow


def _path(network: Network, source: Node, sink: Node) -> list[Edge]:
    """Return the edges of a shortest path with capacity left on each; none if there is no path."""
    # Breadth-first, because shortest paths bound the number of rounds by nodes times edges, however
    # large the capacities are.
    came_from: dict[Node, Node] = {source: source}
    waiting = deque([source])
    while waiting and sink not in came_from:
        start = waiting.popleft()
        for end, capacity in network[start].items():
            if capacity > 0 and end not in came_from:
                came_from[end] = start
                waiting.append(end)
    if sink not in came_from:
        return []
    path, end = [], sink
    while end != source:
        path.append((came_from[end], end))
        end = came_from[end]
    return path
