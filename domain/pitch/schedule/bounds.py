"""Bounds: the fewest repeats that a schedule must have, proved by counting.

Two entrants can meet for the first time once, and nobody meets more opponents than it plays
fixtures. The number of first meetings under both limits is at most half of the greatest flow from
the entrants to themselves through their possible first meetings (the fractional degree-constrained
subgraph on the double cover). Every further pairing is a repeat.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from pitch.league import flows
from pitch.league.flows import Node


def most_first_meetings(unmet: Mapping[int, AbstractSet[int]], fixtures: Mapping[int, int]) -> int:
    """Return an upper bound on the pairs that can meet for the first time.

    `unmet` maps each entrant to those it has not met, `fixtures` to the fixtures it can play.
    """
    capacities: dict[tuple[Node, Node], int] = {}
    for entrant, opponents in unmet.items():
        giver = ("giver", entrant)
        capacities["source", giver] = fixtures[entrant]
        capacities[("taker", entrant), "sink"] = fixtures[entrant]
        capacities |= {(giver, ("taker", opponent)): 1 for opponent in sorted(opponents)}
    # Everybody gives and takes on this network, so it carries each meeting twice.
    return flows.max_flow(capacities, "source", "sink") // 2
