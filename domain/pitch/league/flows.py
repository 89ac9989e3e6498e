"""Flows: how many units a network can carry, by augmenting paths (Edmonds and Karp)."""

from collections import defaultdict, deque
from collections.abc import Hashable, Mapping

Node = Hashable
Room = dict[Node, dict[Node, int]]


def max_flow(capacities: Mapping[tuple[Node, Node], int], source: Node, sink: Node) -> int:
    """The most that flows from source to sink along edges with these whole capacities."""
    # Every edge has a way back of no room yet, by which a later path can undo an earlier one.
    room: Room = defaultdict(dict)
    for (start, end), capacity in capacities.items():
        room[start][end] = room[start].get(end, 0) + capacity
        room[end].setdefault(start, 0)
    carried = 0
    while path := _path(room, source, sink):
        units = min(room[start][end] for start, end in path)
        for start, end in path:
            room[start][end] -= units
            room[end][start] += units
        carried += units
    return carried


def _path(room: Room, source: Node, sink: Node) -> list[tuple[Node, Node]]:
    """The edges of a shortest path with room left on every edge; none if there is no path."""
    # In breadth, for shortest paths bound the number of rounds by nodes times edges, however large
    # the capacities are.
    came_from: dict[Node, Node] = {source: source}
    waiting = deque([source])
    while waiting and sink not in came_from:
        start = waiting.popleft()
        for end, capacity in room[start].items():
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
