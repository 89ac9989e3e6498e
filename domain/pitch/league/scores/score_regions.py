"""Score regions: pairs of whole numbers that bounds on each, and on their difference, cut out.

The bounds are tight: each is reached in the region or is infinite. So two regions add up to the
region of the added bounds. Proof: the edges of both have their directions among the same three, so
those of their sum have too, and the bound of a sum in any direction is the sum of the bounds.
Bounds on differences make a totally unimodular matrix, so every pair of whole numbers in the sum is
the sum of two such pairs.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf

from msgspec import Struct

Pair = tuple[float, float]


class Region(Struct, frozen=True):
    """Pairs within tight bounds; the lead is the first number less the second."""

    least: Pair
    most: Pair
    least_lead: float
    most_lead: float


def from_bounds(least: Pair, most: Pair = (inf, inf), lead: float = -inf) -> Region:
    """The region of pairs from the least to the most with at least such a lead; it has some."""
    return Region(
        # Each bound is drawn in to where the others cut it: only tight bounds add up exactly.
        least=(max(least[0], least[1] + lead), least[1]),
        most=(most[0], min(most[1], most[0] - lead)),
        least_lead=max(lead, least[0] - most[1]),
        most_lead=most[0] - least[1],
    )


def swap(region: Region) -> Region:
    """The pairs of a region, each turned round."""
    return Region(
        least=(region.least[1], region.least[0]),
        most=(region.most[1], region.most[0]),
        least_lead=-region.most_lead,
        most_lead=-region.least_lead,
    )


def add(one: Region, other: Region) -> Region:
    """Every sum of a pair of one region and a pair of another."""
    return Region(
        least=(one.least[0] + other.least[0], one.least[1] + other.least[1]),
        most=(one.most[0] + other.most[0], one.most[1] + other.most[1]),
        least_lead=one.least_lead + other.least_lead,
        most_lead=one.most_lead + other.most_lead,
    )


def hull(kinds: Sequence[Region]) -> Region:
    """Bounds that hold in all of the regions."""
    # Also pairs between the regions are within: it can rule a pair out and never let one in.
    return Region(
        least=(min(each.least[0] for each in kinds), min(each.least[1] for each in kinds)),
        most=(max(each.most[0] for each in kinds), max(each.most[1] for each in kinds)),
        least_lead=min(each.least_lead for each in kinds),
        most_lead=max(each.most_lead for each in kinds),
    )


@lru_cache(maxsize=512)
def sums(kinds: tuple[Region, ...], number: int) -> tuple[Region, ...]:
    """Every sum of so many pairs, each of any of the regions; without pairs it is 0, 0."""
    if number == 0:
        return (from_bounds((0, 0), (0, 0)),)
    fewer = sums(kinds, number - 1)
    # Equal regions once, or they would multiply with every match.
    return tuple(dict.fromkeys(add(so_far, one) for so_far in fewer for one in kinds))


def contains(region: Region, pair: Pair) -> bool:
    """Whether a pair is in a region."""
    lead = pair[0] - pair[1]
    return (
        region.least[0] <= pair[0] <= region.most[0]
        and region.least[1] <= pair[1] <= region.most[1]
        and region.least_lead <= lead <= region.most_lead
    )


def any_contains(kinds: Iterable[Region], pair: Pair) -> bool:
    """Whether a pair is in some of the regions."""
    return any(contains(region, pair) for region in kinds)


def is_inside(region: Region, other: Region) -> bool:
    """Whether every pair of a region is in another."""
    return (
        other.least[0] <= region.least[0]
        and other.least[1] <= region.least[1]
        and region.most[0] <= other.most[0]
        and region.most[1] <= other.most[1]
        and other.least_lead <= region.least_lead
        and region.most_lead <= other.most_lead
    )


def drop_covered(kinds: tuple[Region, ...]) -> tuple[Region, ...]:
    """The regions that are inside no other."""
    listed = tuple(dict.fromkeys(kinds))
    return tuple(
        one
        for one in listed
        if not any(is_inside(one, other) for other in listed if other is not one)
    )
