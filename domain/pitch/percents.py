"""Percents: chances as whole numbers, as a screen shows them."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import floor
from typing import Annotated

from msgspec import Meta

Percent = Annotated[int, Meta(ge=0, le=100)]
Permille = Annotated[int, Meta(ge=0, le=1000)]


def round_percents(chances: Sequence[float], possible: Collection[int]) -> tuple[int, ...]:
    """Chances by place in percent, adding up to 100: none for what cannot be, some for all else.

    `possible` are the places of what can be, at least one; what all others have goes to them. Only
    what is alone possible gets everything.
    """
    if not possible:
        raise ValueError("something must be possible")
    together, even = sum(chances[place] for place in possible), 1 / len(possible)
    shares = {
        place: 100 * (chances[place] / together if together else even) for place in sorted(possible)
    }
    found = {place: max(1, int(share)) for place, share in shares.items()}
    # The smallest are rounded up to 1, so that there can be too many; the greatest gives it back.
    while sum(found.values()) > 100:
        found[max(found, key=lambda place: found[place])] -= 1
    while sum(found.values()) < 100:
        found[max(found, key=lambda place: shares[place] - found[place])] += 1
    return tuple(found.get(place, 0) for place in range(len(chances)))


def permille(chance: Fraction, *, is_certain: bool) -> int:
    """Return a chance in thousandths, rounded: at least 1, and 1000 only for what is certain.

    Equal chances come to equal numbers, whatever the others have, so all may not add up to 1000.
    """
    if is_certain:
        return 1000
    return min(max(floor(1000 * chance + Fraction(1, 2)), 1), 999)
