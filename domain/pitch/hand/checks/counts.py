"""What contradicts the numbers of points that a table says its sides took."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitch import point_names
from pitch.findings import Finding
from pitch.hand import lemmas, points, records
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.hand.points import Points
from pitch.hand.records import Claims, HandRecord

SUMS: Final = {"points_over_total", "points_under_least"}
"""What is found where the points of all sides are too many or too few."""


def check(
    record: HandRecord,
    claims: Claims,
    taken: tuple[int | None, ...],
    reckoned: Points,
    deal: Deal,
) -> Iterator[Finding]:
    """Points by side that a hand does not have (D-8, N1), or that other facts contradict.

    `taken` are the points that each side says it took, by side, None for a side of which nobody
    said.
    """
    known = {side: claimed for side, claimed in enumerate(taken) if claimed is not None}
    total = sum(known.values())
    if total > points.most_points(deal):
        chosen = _too_many(known, points.most_points(deal))
        conflict = over_total_conflict(chosen, sum(known[side] for side in chosen), deal)
        yield conflict.finding(*(f"/claims/taken/{side}" for side in chosen))
        return
    # With a side unsaid the missing points may be there.
    if total < points.least_points(deal) and None not in taken:
        yield under_least_conflict(total, deal).finding("/claims/taken")
        return
    yield from _miscounted(record, claims, known, reckoned, deal)
    if None not in taken:
        yield from _perhaps_burned(total, reckoned, deal)


def order_findings(found: Sequence[Finding], deal: Deal) -> tuple[Finding, ...]:
    """Findings as they are told: where the sum of points is fixed, one on that comes first (N1)."""
    if len(found) < 2 or not points.is_sum_fixed(deal):
        return tuple(found)
    return tuple(sorted(found, key=lambda each: each.code not in SUMS))


def _perhaps_burned(total: int, reckoned: Points, deal: Deal) -> Iterator[Finding]:
    """Fewer points than there are where all trumps are drawn: rare, for one has to be burned (N1).

    What is said not to have been in play was burned, and is missed no longer.
    """
    if not deal.draws_trumps or deal.has_all_trumps:
        return
    burned = sum(point.worth for point in reckoned if point.side is None and not point.is_open)
    due = points.drawn_points(deal) - burned
    if total < due:
        conflict = lemmas.POINTS_PERHAPS_BURNED(deal, total=total, due=due)
        yield conflict.citing(*point_topics(deal)).finding("/claims/taken")


def _miscounted(
    record: HandRecord, claims: Claims, known: dict[int, int], reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """Sides that have more or fewer points for certain than is said."""
    bounds = points.bounds(reckoned, deal.sides)
    for side, claimed in known.items():
        least, most = bounds.least[side], bounds.most[side]
        if least <= claimed <= most:
            continue
        # What is certain is said without a bound: took one, not two.
        bound = "exactly" if least == most else "least" if claimed < least else "most"
        number = least if claimed < least else most
        conflict = points_conflict(side, number, bound, claimed, deal)
        yield conflict.finding(f"/claims/taken/{side}", *_shown(record, claims))


def points_conflict(side: int, points: int, bound: str, claimed: int, deal: Deal) -> Contradiction:
    """That a side has other points than it says; the bound is `exactly`, `least` or `most`."""
    lemma = lemmas.POINTS_MISCOUNTED
    conflict = lemma(deal, side=side, points=points, bound=bound, claimed=claimed)
    return conflict.citing(*point_topics(deal))


def over_total_conflict(sides: Sequence[int], total: int, deal: Deal) -> Contradiction:
    """That sides say more points than a hand has; without sides, that all numbers together do."""
    most = points.most_points(deal)
    # Where every point is somebody's (N1) the sum is known to the point.
    always = "yes" if points.is_sum_fixed(deal) else "no"
    if sides:
        conflict = lemmas.POINTS_OVER_TOTAL(
            deal, sides=sides, total=total, most=most, always=always
        )
    else:
        conflict = lemmas.ALL_POINTS_OVER_TOTAL(deal, total=total, most=most, always=always)
    return conflict.citing(*point_topics(deal))


def under_least_conflict(total: int, deal: Deal) -> Contradiction:
    """That all sides together say fewer points than a hand has."""
    always = points.always_taken(deal)
    if points.is_sum_fixed(deal):
        conflict = lemmas.POINTS_UNDER_TOTAL(deal, total=total, most=points.most_points(deal))
    else:
        conflict = lemmas.POINTS_UNDER_LEAST(deal, total=total, points=always)
    return conflict.citing(*map(point_names.topic, always))


def point_topics(deal: Deal) -> tuple[str, ...]:
    """The topics of the clauses on the points of a hand."""
    return tuple(map(point_names.topic, deal.ruleset.rules.points))


def _too_many(known: dict[int, int], most: int) -> list[int]:
    """The fewest sides that say more points together than a hand has."""
    chosen: list[int] = []
    for side in sorted(known, key=lambda side: -known[side]):
        if sum(known[each] for each in chosen) <= most:
            chosen.append(side)
    return sorted(chosen)


def _shown(record: HandRecord, claims: Claims) -> tuple[str, ...]:
    """Where a record tells who has which point."""
    claimed = [f"/claims/points/{place}" for place in range(len(claims.points))]
    if claims.pips is not None:
        claimed.append("/claims/pips")
    shown = records.fact_pointers(
        record, "trump", "piles", "tricks_won", "holdings", "tricks", "low_dealt_to"
    )
    return (*shown, *claimed)
