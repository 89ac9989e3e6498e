"""Bounds: how few repeats there must be at least, proved by counting.

Two who have not met can meet for the first time once, and nobody meets more others than it plays
fixtures. How many first meetings fit under both limits is at most half of the greatest flow from
the entrants to themselves through their possible first meetings (the fractional degree-constrained
subgraph on the double cover); every further pairing is a repeat.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from pitch.league import flows
from pitch.league.flows import Node


def most_first_meetings(
    open_to: Mapping[int, AbstractSet[int]], fixtures: Mapping[int, int]
) -> int:
    """At most so many pairs can meet for the first time.

    `open_to` says with whom each entrant can still meet for the first time, `fixtures` how many
    fixtures it can play.
    """
    room: dict[tuple[Node, Node], int] = {}
    for one, others in open_to.items():
        room["source", ("giver", one)] = fixtures[one]
        room[("taker", one), "sink"] = fixtures[one]
        room |= {(("giver", one), ("taker", other)): 1 for other in sorted(others)}
    # Everybody gives and takes on this network, so it carries each meeting twice.
    return flows.max_flow(room, "source", "sink") // 2
