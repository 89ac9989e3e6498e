"""Score regions: pairs of whole numbers within bounds on each and on their difference.

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
    """Return the pairs from the least to the most with at least a lead, which must not be empty."""
    return Region(
        # Each bound is drawn in to where the others cut it: only tight bounds add up exactly.
        least=(max(least[0], least[1] + lead), least[1]),
        most=(most[0], min(most[1], most[0] - lead)),
        least_lead=max(lead, least[0] - most[1]),
        most_lead=most[0] - least[1],
    )


def swap(region: Region) -> Region:
    """Return the pairs of a region in the opposite order."""
    return Region(
        least=(region.least[1], region.least[0]),
        most=(region.most[1], region.most[0]),
        least_lead=-region.most_lead,
        most_lead=-region.least_lead,
    )


def add(a: Region, b: Region) -> Region:
    """Return every sum of a pair of one region and a pair of the other."""
    return Region(
        least=(a.least[0] + b.least[0], a.least[1] + b.least[1]),
        most=(a.most[0] + b.most[0], a.most[1] + b.most[1]),
        least_lead=a.least_lead + b.least_lead,
        most_lead=a.most_lead + b.most_lead,
    )


def hull(regions: Sequence[Region]) -> Region:
    """Return bounds that hold in all of the regions."""
    # Pairs between the regions are within too: it can rule a pair out and never let one in.
    return Region(
        least=(min(r.least[0] for r in regions), min(r.least[1] for r in regions)),
        most=(max(r.most[0] for r in regions), max(r.most[1] for r in regions)),
        least_lead=min(r.least_lead for r in regions),
        most_lead=max(r.most_lead for r in regions),
    )


@lru_cache(maxsize=512)
def sums(regions: tuple[Region, ...], number: int) -> tuple[Region, ...]:
    """Return every sum of a number of pairs from any of the regions; 0, 0 for no pairs."""
    if number == 0:
        return (from_bounds((0, 0), (0, 0)),)
    fewer = sums(regions, number - 1)
    # Equal regions once, or they would multiply with every match.
    return tuple(dict.fromkeys(add(total, region) for total in fewer for region in regions))


def contains(region: Region, pair: Pair) -> bool:
    """Return whether a pair is in a region."""
    lead = pair[0] - pair[1]
    return (
        region.least[0] <= pair[0] <= region.most[0]
        and region.least[1] <= pair[1] <= region.most[1]
        and region.least_lead <= lead <= region.most_lead
    )


def any_contains(regions: Iterable[Region], pair: Pair) -> bool:
    """Return whether a pair is in some of the regions."""
    return any(contains(region, pair) for region in regions)


def drop_covered(regions: tuple[Region, ...]) -> tuple[Region, ...]:
    """Return the regions that are inside no other."""
    distinct = tuple(dict.fromkeys(regions))
    # The hull of two regions is the outer one only if the other is inside it.
    return tuple(
        inner
        for inner in distinct
        if not any(hull((inner, outer)) == outer for outer in distinct if outer is not inner)
    )
