"""Percents: chances as whole numbers that add up to all there is, as a screen shows them."""

from collections.abc import Collection, Sequence
from typing import Annotated

from msgspec import Meta

Percent = Annotated[int, Meta(ge=0, le=100)]
Permille = Annotated[int, Meta(ge=0, le=1000)]


def whole(chances: Sequence[float], possible: Collection[int]) -> tuple[int, ...]:
    """Chances by place in percent, adding up to 100: none for what cannot be, some for all else.

    `possible` are the places of what can be, at least one; what all others have goes to them. Only
    what is alone possible gets everything.
    """
    return _parted(chances, possible, 100)


def permille(chances: Sequence[float], possible: Collection[int]) -> tuple[int, ...]:
    """The same in thousandths, for so many that each one's least percent would be too much."""
    return _parted(chances, possible, 1000)


def _parted(chances: Sequence[float], possible: Collection[int], parts: int) -> tuple[int, ...]:
    if not possible:
        raise ValueError("something must be possible")
    together, even = sum(chances[place] for place in possible), 1 / len(possible)
    shares = {
        place: parts * (chances[place] / together if together else even)
        for place in sorted(possible)
    }
    found = {place: max(1, int(share)) for place, share in shares.items()}
    # The smallest are rounded up to 1, so that there can be too many; the greatest gives it back.
    while sum(found.values()) > parts:
        found[max(found, key=lambda place: found[place])] -= 1
    while sum(found.values()) < parts:
        found[max(found, key=lambda place: shares[place] - found[place])] += 1
    return tuple(found.get(place, 0) for place in range(len(chances)))
