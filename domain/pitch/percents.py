"""Percents: chances as whole numbers for a screen."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import floor
from typing import Annotated

from msgspec import Meta

Percent = Annotated[int, Meta(ge=0, le=100)]


def round_percents(chances: Sequence[float], possible: Collection[int]) -> tuple[int, ...]:
    """Return chances in percent that add up to 100: 0 if impossible, at least 1 if possible.

    `possible` has the positions of the possible outcomes, at least one; they share what the
    impossible ones have. Only a single possible outcome gets 100.
    """
    if not possible:
        raise ValueError("something must be possible")
    total, equal = sum(chances[position] for position in possible), 1 / len(possible)
    shares = {
        position: 100 * (chances[position] / total if total else equal)
        for position in sorted(possible)
    }
    percents = {position: max(1, int(share)) for position, share in shares.items()}
    # Small shares are rounded up to 1, so the sum can exceed 100: the largest gives the excess up.
    while sum(percents.values()) > 100:
        percents[max(percents, key=lambda position: percents[position])] -= 1
    while sum(percents.values()) < 100:
        percents[max(percents, key=lambda position: shares[position] - percents[position])] += 1
    return tuple(percents.get(position, 0) for position in range(len(chances)))


def permille(chance: Fraction, *, is_certain: bool) -> int:
    """Return a chance in thousandths, rounded: at least 1, and 1000 only if it is certain.

    Equal chances give equal numbers, so the sum over all outcomes may differ from 1000.
    """
    if is_certain:
        return 1000
    return min(max(floor(1000 * chance + Fraction(1, 2)), 1), 999)
