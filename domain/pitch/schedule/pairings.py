"""Pairings: who is paired with whom in every slot, with as few repeats as possible.

Entrants are paired as opponents (teams) or as partners (individuals). As long as the same entrants
take part, the circle method gives plans without repeats; exchanges repair what joining and leaving
broke. The fewest repeats are proved by counting: two entrants can meet for the first time once, and
nobody meets more opponents than it plays fixtures. The number of first meetings under both limits
is at most half of the greatest flow from the entrants to themselves through their possible first
meetings (the fractional degree-constrained subgraph on the double cover).
"""

from collections import defaultdict, deque
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, groupby
from math import comb
from typing import Final

from msgspec import Struct

from pitch import random_stream
from pitch.schedule import local_search
from pitch.schedule.local_search import Board, Encounters, Pair, Slot

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


_MAX_WALKS: Final = 12
_MAX_STEPS: Final = 240_000
"""Steps of all walks together."""
_MAX_POLISH_STEPS: Final = 40_000


class Sitting(Struct, frozen=True):
    """A slot before it is paired: who is present, and how many of them cannot play."""

    turn: int
    """The number of slots before this one in the season."""
    circle: tuple[int, ...]
    """The entrants round the circle; with an odd number 0 stands for the bye."""
    byes: int

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants who are present."""
        return tuple(entrant for entrant in self.circle if entrant)


class PairedSlots(Struct, frozen=True):
    """The pairs of every slot, the repeats including other slots, and the proved minimum."""

    slots: tuple[Slot, ...]
    repeats: int
    fewest: int
    again: int
    """The meetings beyond the first of two entrants on one night."""


def merge(parts: Sequence[PairedSlots]) -> PairedSlots:
    """Return the pairs of several groups in the same slots, of which no two meet."""
    return PairedSlots(
        slots=tuple(
            Slot(same[0].turn, tuple(pair for slot in same for pair in slot.pairs))
            for same in zip(*(part.slots for part in parts), strict=True)
        ),
        repeats=sum(part.repeats for part in parts),
        fewest=sum(part.fewest for part in parts),
        again=sum(part.again for part in parts),
    )


def pair_slots(
    sittings: Sequence[Sitting],
    a_night: int,
    past: Encounters,
    seed: int,
    walks: int = _MAX_WALKS,
) -> PairedSlots:
    """Pair everyone in every slot: few repeats first, then even byes, then repeats far apart.

    No two are paired twice in one night if the circle method can avoid it. `past` has the meetings
    of those who were paired, and under 0 those who sat out.
    """
    fewest = _fewest_repeats(sittings, past)
    start = [Slot(sitting.turn, circle_pairs(sitting)) for sitting in sittings]
    size = sum(len(slot.pairs) for slot in start)
    steps = min(100 * size + 3_000, _MAX_STEPS)
    enough = (fewest, _fewest_sittings(sittings, past))
    best = Board(start, a_night, past)
    local_search.search(best, random_stream.numbers(seed), enough, steps)
    # A walk may lock itself in; one with another seed begins elsewhere, and the best is taken.
    for walk in range(1, min(walks, _MAX_STEPS // steps)):
        if best.repeats <= fewest and best.sittings <= enough[1]:
            break
        board = Board(start, a_night, past)
        local_search.search(board, random_stream.numbers(seed + walk), enough, steps)
        best = min(best, board, key=lambda board: (board.repeats, board.sittings))
    # The repeats that remain are now moved as far apart as possible.
    polish_steps = min(60 * size + 2_000, _MAX_POLISH_STEPS)
    local_search.polish(best, random_stream.numbers(seed), polish_steps)
    return PairedSlots(best.slots(), best.repeats, fewest, best.again_tonight)


def arrange_circle(previous: Sequence[int], present: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return the circle of a night, from that of the night before and the entrants present.

    An entrant who leaves makes room for one who joins or for the bye (0), so that the pairings of
    all others stay. If that does not fill the circle, everyone draws a new place.
    """
    joining = [
        entrant for entrant in random_stream.shuffle(present, seed) if entrant not in previous
    ]
    circle = [
        entrant if entrant in present else joining.pop() if joining else 0 for entrant in previous
    ]
    if previous and not joining and circle.count(0) == len(present) % 2:
        return tuple(circle)
    return (*random_stream.shuffle(present, seed), *([0] * (len(present) % 2)))


def circle_pairs(sitting: Sitting) -> tuple[Pair, ...]:
    """Return the pairs of a slot by the circle method; 0, -1 and -2 are byes."""
    pairs = rotate(sitting.circle, sitting.turn)
    # Two or three sit out only of individuals at tables of four: then a pair is taken apart.
    if sitting.byes < 2:
        return pairs
    playing = [pair for pair in pairs if 0 not in pair]
    split = playing[sitting.turn % len(playing)]
    rest = tuple(pair for pair in pairs if pair != split)
    return (*rest, (split[0], -1), (split[1], -2))


def rotate(circle: Sequence[int], turn: int) -> tuple[Pair, ...]:
    """Return the pairs that face each other after `turn` steps of all but the last in a circle."""
    # The polygon method: with one place fixed the others go round, and everybody meets everybody
    # once before the first pair comes again.
    *moving, fixed = circle
    size = len(moving)
    across = [
        (moving[(turn + step) % size], moving[(turn - step) % size])
        for step in range(1, size // 2 + 1)
    ]
    return ((fixed, moving[turn % size]), *across)


def _fewest_repeats(sittings: Sequence[Sitting], past: Encounters) -> int:
    """Return a lower bound on the repeats, including those of the past."""
    fixtures: dict[int, int] = {}
    unmet: dict[int, set[int]] = {}
    for entrants, same in groupby(sittings, key=lambda sitting: sitting.entrants):
        turns = len(list(same))
        for entrant in entrants:
            fixtures[entrant] = fixtures.get(entrant, 0) + turns
            unmet.setdefault(entrant, set())
        for pair in combinations(entrants, 2):
            if not past.get(local_search.key(*pair)):
                unmet[pair[0]].add(pair[1])
                unmet[pair[1]].add(pair[0])
    pairings = sum((len(sitting.entrants) - sitting.byes) // 2 for sitting in sittings)
    first = most_first_meetings(unmet, fixtures)
    past_repeats = sum(len(past[key]) - 1 for key in past if key[0] and past[key])
    return past_repeats + max(0, pairings - first)


def _fewest_sittings(sittings: Sequence[Sitting], past: Encounters) -> int:
    """Return the least value of `Board.sittings`: the one who sat out least sits out next."""
    present = {entrant for sitting in sittings for entrant in sitting.entrants}
    sat = dict.fromkeys(present, 0)
    sat |= {entrant: len(byes) for (bye, entrant), byes in past.items() if not bye}
    for _ in range(sum(sitting.byes for sitting in sittings)):
        sat[min(present, key=lambda entrant: (sat[entrant], entrant))] += 1
    return sum(comb(times, 2) for times in sat.values())
