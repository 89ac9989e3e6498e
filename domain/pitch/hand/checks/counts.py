"""Contradictions of the claimed numbers of points."""

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
"""The codes of findings on too many or too few points of all sides."""


def check(
    record: HandRecord,
    claims: Claims,
    taken: tuple[int | None, ...],
    hand_points: Points,
    deal: Deal,
) -> Iterator[Finding]:
    """Yield claimed points that a hand does not have, or that other facts contradict.

    `taken` are the claimed points by side, None for a side without a claim.
    """
    claimed = {side: number for side, number in enumerate(taken) if number is not None}
    total = sum(claimed.values())
    if total > points.most_points(deal):
        sides = _fewest_over(claimed, points.most_points(deal))
        conflict = over_total_conflict(sides, sum(claimed[side] for side in sides), deal)
        yield conflict.finding(*(f"/claims/taken/{side}" for side in sides))
        return
    # A side without a claim may have the missing points.
    if total < points.least_points(deal) and None not in taken:
        yield under_least_conflict(total, deal).finding("/claims/taken")
        return
    yield from _wrong_counts(record, claims, claimed, hand_points, deal)
    if None not in taken:
        yield from _perhaps_burned(total, hand_points, deal)


def order_findings(findings: Sequence[Finding], deal: Deal) -> tuple[Finding, ...]:
    """Return findings with one on the sum of points first, if that sum is fixed."""
    if not points.is_sum_fixed(deal):
        return tuple(findings)
    return tuple(sorted(findings, key=lambda finding: finding.code not in SUMS))


def _perhaps_burned(total: int, hand_points: Points, deal: Deal) -> Iterator[Finding]:
    """Yield the finding on fewer points than all drawn trumps bring, if none was burned.

    Cards claimed not to be in play were burned, so their points are not missing.
    """
    if not deal.draws_trumps or deal.has_all_trumps:
        return
    burned = sum(point.worth for point in hand_points if point.side is None and not point.is_open)
    due = points.drawn_points(deal) - burned
    if total < due:
        conflict = lemmas.POINTS_PERHAPS_BURNED(deal, total=total, due=due)
        yield conflict.citing(*point_topics(deal)).finding("/claims/taken")


def _wrong_counts(
    record: HandRecord, claims: Claims, claimed: dict[int, int], hand_points: Points, deal: Deal
) -> Iterator[Finding]:
    """Yield sides whose claimed points are outside the bounds by the points' owners."""
    bounds = points.bounds(hand_points, deal.sides)
    for side, number in claimed.items():
        least, most = bounds.least[side], bounds.most[side]
        if least <= number <= most:
            continue
        # A certain number is stated without a bound: took one, not two.
        bound = "exactly" if least == most else "least" if number < least else "most"
        nearest = least if number < least else most
        conflict = points_conflict(side, nearest, bound, number, deal)
        yield conflict.finding(f"/claims/taken/{side}", *_point_facts(record, claims))


def points_conflict(side: int, points: int, bound: str, claimed: int, deal: Deal) -> Contradiction:
    """Return the conflict of a side's claimed points; bound is `exactly`, `least` or `most`."""
    lemma = lemmas.POINTS_MISCOUNTED
    conflict = lemma(deal, side=side, points=points, bound=bound, claimed=claimed)
    return conflict.citing(*point_topics(deal))


def over_total_conflict(sides: Sequence[int], total: int, deal: Deal) -> Contradiction:
    """Return the conflict of sides, or of all numbers, that claim more points than a hand has."""
    most = points.most_points(deal)
    # If every point has an owner the sum is exact.
    always = "yes" if points.is_sum_fixed(deal) else "no"
    if sides:
        conflict = lemmas.POINTS_OVER_TOTAL(
            deal, sides=sides, total=total, most=most, always=always
        )
    else:
        conflict = lemmas.ALL_POINTS_OVER_TOTAL(deal, total=total, most=most, always=always)
    return conflict.citing(*point_topics(deal))


def under_least_conflict(total: int, deal: Deal) -> Contradiction:
    """Return the conflict of all sides that claim fewer points than a hand has."""
    scored = deal.ruleset.rules.points
    always = tuple(point for point in scored if points.is_always_taken(point, deal))
    if points.is_sum_fixed(deal):
        conflict = lemmas.POINTS_UNDER_TOTAL(deal, total=total, most=points.most_points(deal))
    else:
        conflict = lemmas.POINTS_UNDER_LEAST(deal, total=total, points=always)
    return conflict.citing(*map(point_names.topic, always))


def point_topics(deal: Deal) -> tuple[str, ...]:
    """Return the topics of the clauses on the points of a hand."""
    return tuple(map(point_names.topic, deal.ruleset.rules.points))


def _fewest_over(claimed: dict[int, int], most: int) -> list[int]:
    """Return the fewest sides that claim more points together than a hand has."""
    sides: list[int] = []
    for side in sorted(claimed, key=lambda side: -claimed[side]):
        if sum(claimed[chosen] for chosen in sides) <= most:
            sides.append(side)
    return sorted(sides)


def _point_facts(record: HandRecord, claims: Claims) -> tuple[str, ...]:
    """Return pointers to the facts that show the owners of points."""
    claim_facts = [f"/claims/points/{place}" for place in range(len(claims.points))]
    if claims.pips is not None:
        claim_facts.append("/claims/pips")
    card_facts = records.fact_pointers(
        record, "trump", "piles", "tricks_won", "holdings", "tricks", "low_dealt_to"
    )
    return (*card_facts, *claim_facts)
