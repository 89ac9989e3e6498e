"""What contradicts the numbers of points that a table says its sides took."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pitch import point_names
from pitch.findings import Finding, FindingKind
from pitch.hand import points, records
from pitch.hand.deals import Deal
from pitch.hand.points import Points
from pitch.hand.records import Claims, HandRecord
from pitch.messages import CHOICE, COUNT, POINT, SIDE, Argument, Message, Sentence, all_of

_OVER_TOTAL: Final = Message(
    "finding.points_over_total", sides=all_of(SIDE), total=COUNT, most=COUNT, always=CHOICE
)
_ALL_OVER_TOTAL: Final = Message(
    "finding.points_over_total.together", total=COUNT, most=COUNT, always=CHOICE
)
_UNDER_TOTAL: Final = Message("finding.points_under_least.total", total=COUNT, most=COUNT)
_UNDER_LEAST: Final = Message("finding.points_under_least", total=COUNT, points=all_of(POINT))
MISCOUNTED: Final = Message(
    "finding.points_miscounted", side=SIDE, points=COUNT, bound=CHOICE, claimed=COUNT
)
_PERHAPS_BURNED: Final = Message("finding.points_perhaps_burned", total=COUNT, due=COUNT)
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
        yield _over_total(known, deal)
        return
    # With a side unsaid the missing points may be there.
    if total < points.least_points(deal) and None not in taken:
        yield _under_least(known, deal)
        return
    yield from _miscounted(record, claims, known, reckoned, deal)
    if None not in taken:
        yield from _perhaps_burned(total, reckoned, deal)


def in_order(found: Sequence[Finding], deal: Deal) -> tuple[Finding, ...]:
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
        yield Finding(
            code="points_perhaps_burned",
            kind=FindingKind.SUSPICIOUS,
            message=_PERHAPS_BURNED(total=total, due=due),
            facts=("/claims/taken",),
            clauses=cited(deal),
        )


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
        yield _found(
            "points_miscounted",
            MISCOUNTED(side=deal.side(side), points=number, bound=bound, claimed=claimed),
            (f"/claims/taken/{side}", *_shown(record, claims)),
            cited(deal),
        )


def over_total(sides: Iterable[Argument], total: int, deal: Deal) -> Sentence:
    """That sides say more points than a hand has; without sides, that all numbers together do."""
    most = points.most_points(deal)
    # Where every point is somebody's (N1) the sum is known to the point.
    always = "yes" if points.is_sum_fixed(deal) else "no"
    named = tuple(sides)
    if not named:
        return _ALL_OVER_TOTAL(total=total, most=most, always=always)
    return _OVER_TOTAL(sides=named, total=total, most=most, always=always)


def under_least(total: int, deal: Deal) -> Sentence:
    """That all sides together say fewer points than a hand has."""
    if points.is_sum_fixed(deal):
        return _UNDER_TOTAL(total=total, most=points.most_points(deal))
    return _UNDER_LEAST(total=total, points=points.always_taken(deal))


def cited(deal: Deal) -> tuple[str, ...]:
    """The clauses on the points of a hand."""
    return deal.cite(*map(point_names.topic, deal.ruleset.rules.points))


def _over_total(known: dict[int, int], deal: Deal) -> Finding:
    """More points by side, together, than a hand has."""
    chosen = _too_many(known, points.most_points(deal))
    total = sum(known[side] for side in chosen)
    facts = tuple(f"/claims/taken/{side}" for side in chosen)
    message = over_total(map(deal.side, chosen), total, deal)
    return _found("points_over_total", message, facts, cited(deal))


def _under_least(known: dict[int, int], deal: Deal) -> Finding:
    topics = map(point_names.topic, points.always_taken(deal))
    message = under_least(sum(known.values()), deal)
    return _found("points_under_least", message, ("/claims/taken",), deal.cite(*topics))


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
    shown = records.entered(
        record, "trump", "piles", "tricks_won", "holdings", "tricks", "low_dealt_to"
    )
    return (*shown, *claimed)


def _found(
    code: str, message: Sentence, facts: tuple[str, ...], clauses: tuple[str, ...]
) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=message,
        facts=facts,
        clauses=clauses,
    )
