"""Pairings: who is paired with whom in every slot, with as few repeats as there must be.

Entrants are paired as opponents (teams) or as partners (individuals). As long as the same take
part, the circle method gives plans without repeats; exchanges mend what joining and leaving broke.
"""

from collections.abc import Sequence
from itertools import combinations, groupby
from math import comb
from typing import Final

from msgspec import Struct

from pitch import random_stream
from pitch.schedule import bounds, local_search
from pitch.schedule.local_search import Board, Encounters, Pair, Slot

_WALKS: Final = 12
_STEPS: Final = 240_000
"""At most so many, all walks together."""
_POLISH: Final = 40_000


class Sitting(Struct, frozen=True):
    """A slot before it is paired: who is there, and how many of them cannot play."""

    turn: int
    """How many slots the season had before this one."""
    places: tuple[int, ...]
    """Who is there, round the circle; an odd number has 0, where one sits out."""
    byes: int

    @property
    def entrants(self) -> tuple[int, ...]:
        """Who is there."""
        return tuple(each for each in self.places if each)


class PairedSlots(Struct, frozen=True):
    """Pairs for every slot, how many are repeats with what was played, and the bound for that."""

    slots: tuple[Slot, ...]
    repeats: int
    fewest: int


def pair_slots(
    sittings: Sequence[Sitting], a_night: int, past: Encounters, seed: int
) -> PairedSlots:
    """Pair everyone in every slot: few repeats first, then byes even, then repeats far apart.

    No two are paired twice in one night where the circle method can avoid it. `past` has the
    meetings of those who were paired, and under 0 who sat out.
    """
    fewest = _fewest(sittings, past)
    start = [Slot(sitting.turn, circle(sitting)) for sitting in sittings]
    size = sum(len(slot.pairs) for slot in start)
    steps = min(100 * size + 3_000, _STEPS)
    enough = (fewest, _even(sittings, past))
    best = Board(start, a_night, past)
    local_search.search(best, random_stream.numbers(seed), enough, steps)
    # A walk may lock itself in; with another seed one begins elsewhere, and the best is taken.
    for walk in range(1, min(_WALKS, _STEPS // steps)):
        if best.repeats <= fewest and best.sittings <= enough[1]:
            break
        board = Board(start, a_night, past)
        local_search.search(board, random_stream.numbers(seed + walk), enough, steps)
        best = min(best, board, key=lambda each: (each.repeats, each.sittings))
    # What has to repeat is now moved as far apart as it goes.
    local_search.polish(best, random_stream.numbers(seed), min(60 * size + 2_000, _POLISH))
    return PairedSlots(best.slots(), best.repeats, fewest)


def arrange_circle(before: Sequence[int], present: Sequence[int], seed: int) -> tuple[int, ...]:
    """The circle of a night: who leaves makes room for the bye, who joins takes its place.

    So the pairings of all others stay, if nobody must move; else everyone draws a new place. In go
    the circle of the night before and who is there, by the numbers of entrants; 0 is the bye.
    """
    joining = [each for each in random_stream.shuffled(present, seed) if each not in before]
    kept = [each if each in present else joining.pop() if joining else 0 for each in before]
    if before and not joining and kept.count(0) == len(present) % 2:
        return tuple(kept)
    return (*random_stream.shuffled(present, seed), *([0] * (len(present) % 2)))


def circle(sitting: Sitting) -> tuple[Pair, ...]:
    """The pairs of a slot by the circle method; 0, -1 and -2 are places to sit out."""
    pairs = rotate(sitting.places, sitting.turn)
    # Two or three sit out only of individuals at tables of four: then a pair is taken apart.
    if sitting.byes < 2:
        return pairs
    playing = [pair for pair in pairs if 0 not in pair]
    apart = playing[sitting.turn % len(playing)]
    rest = tuple(pair for pair in pairs if pair != apart)
    return (*rest, (apart[0], -1), (apart[1], -2))


def rotate(places: Sequence[int], turn: int) -> tuple[Pair, ...]:
    """Who face each other when all but the last have moved on so many places round the circle."""
    # The polygon method: with one place fixed the others go round, and everybody meets everybody
    # once before the first pair comes again.
    *moving, fixed = places
    size = len(moving)
    across = [
        (moving[(turn + step) % size], moving[(turn - step) % size])
        for step in range(1, size // 2 + 1)
    ]
    return ((fixed, moving[turn % size]), *across)


def _fewest(sittings: Sequence[Sitting], past: Encounters) -> int:
    """At least so many pairings are repeats, with those of the past."""
    fixtures: dict[int, int] = {}
    open_to: dict[int, set[int]] = {}
    for entrants, same in groupby(sittings, key=lambda each: each.entrants):
        turns = len(list(same))
        for one in entrants:
            fixtures[one] = fixtures.get(one, 0) + turns
            open_to.setdefault(one, set())
        for one, other in combinations(entrants, 2):
            if not past.get(local_search.key(one, other)):
                open_to[one].add(other)
                open_to[other].add(one)
    pairings = sum((len(sitting.entrants) - sitting.byes) // 2 for sitting in sittings)
    first = bounds.most_first_meetings(open_to, fixtures)
    played = [met for key, met in past.items() if key[0] and met]
    return sum(map(len, played)) - len(played) + max(0, pairings - first)


def _even(sittings: Sequence[Sitting], past: Encounters) -> int:
    """What `Board.sittings` is at least: when whoever sat out least sits out next."""
    sat = dict.fromkeys((who for sitting in sittings for who in sitting.entrants), 0)
    sat |= {who: len(met) for (nobody, who), met in past.items() if not nobody}
    there = {who for sitting in sittings for who in sitting.entrants}
    for _ in range(sum(sitting.byes for sitting in sittings)):
        sat[min(there, key=lambda who: (sat[who], who))] += 1
    return sum(comb(times, 2) for times in sat.values())
