"""Zones: sets of pairs of whole numbers that bounds on each, and on their difference, cut out.

The bounds are tight: each is reached in the zone or is infinite. So two zones add up to the zone of
the added bounds. Proof: the edges of both have their directions among the same three, so those of
their sum have too, and the bound of a sum in any direction is the sum of the bounds. Bounds on
differences make a totally unimodular matrix, so every pair of whole numbers in the sum is the sum
of two such pairs.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf

from msgspec import Struct

Pair = tuple[float, float]


class Zone(Struct, frozen=True):
    """Pairs within tight bounds; the lead is the first number less the second."""

    least: Pair
    most: Pair
    least_lead: float
    most_lead: float


def of(least: Pair, most: Pair = (inf, inf), lead: float = -inf) -> Zone:
    """The zone of pairs from the least to the most with at least such a lead; it has some."""
    return Zone(
        least=(max(least[0], least[1] + lead), least[1]),
        most=(most[0], min(most[1], most[0] - lead)),
        least_lead=max(lead, least[0] - most[1]),
        most_lead=most[0] - least[1],
    )


def flipped(zone: Zone) -> Zone:
    """The pairs of a zone, each turned round."""
    return Zone(
        least=(zone.least[1], zone.least[0]),
        most=(zone.most[1], zone.most[0]),
        least_lead=-zone.most_lead,
        most_lead=-zone.least_lead,
    )


def plus(one: Zone, other: Zone) -> Zone:
    """Every sum of a pair of one zone and a pair of another."""
    return Zone(
        least=(one.least[0] + other.least[0], one.least[1] + other.least[1]),
        most=(one.most[0] + other.most[0], one.most[1] + other.most[1]),
        least_lead=one.least_lead + other.least_lead,
        most_lead=one.most_lead + other.most_lead,
    )


def hull(kinds: Sequence[Zone]) -> Zone:
    """Bounds that hold in all of the zones."""
    return Zone(
        least=(min(each.least[0] for each in kinds), min(each.least[1] for each in kinds)),
        most=(max(each.most[0] for each in kinds), max(each.most[1] for each in kinds)),
        least_lead=min(each.least_lead for each in kinds),
        most_lead=max(each.most_lead for each in kinds),
    )


@lru_cache(maxsize=512)
def sums(kinds: tuple[Zone, ...], number: int) -> tuple[Zone, ...]:
    """Every sum of so many pairs, each of any of the zones; without pairs it is 0, 0."""
    if number == 0:
        return (of((0, 0), (0, 0)),)
    fewer = sums(kinds, number - 1)
    return tuple(dict.fromkeys(plus(so_far, one) for so_far in fewer for one in kinds))


def has(zone: Zone, pair: Pair) -> bool:
    """Whether a pair is in a zone."""
    lead = pair[0] - pair[1]
    return (
        zone.least[0] <= pair[0] <= zone.most[0]
        and zone.least[1] <= pair[1] <= zone.most[1]
        and zone.least_lead <= lead <= zone.most_lead
    )


def any_has(kinds: Iterable[Zone], pair: Pair) -> bool:
    """Whether a pair is in some of the zones."""
    return any(has(zone, pair) for zone in kinds)


def is_inside(zone: Zone, other: Zone) -> bool:
    """Whether every pair of a zone is in another."""
    return (
        other.least[0] <= zone.least[0]
        and other.least[1] <= zone.least[1]
        and zone.most[0] <= other.most[0]
        and zone.most[1] <= other.most[1]
        and other.least_lead <= zone.least_lead
        and zone.most_lead <= other.most_lead
    )


def widest(kinds: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """The zones that are inside no other."""
    listed = tuple(dict.fromkeys(kinds))
    return tuple(
        one
        for one in listed
        if not any(is_inside(one, other) for other in listed if other is not one)
    )
