"""Percents: chances as whole numbers that add up to a hundred, as a screen shows them."""

from collections.abc import Collection, Sequence
from typing import Annotated, Final

from msgspec import Meta

Percent = Annotated[int, Meta(ge=0, le=100)]
_ALL: Final = 100


def whole(chances: Sequence[float], possible: Collection[int]) -> tuple[int, ...]:
    """Chances by place in percent, adding up to 100: none for what cannot be, some for all else.

    `possible` are the places of what can be, at least one; what all others have goes to them. Only
    what is alone possible gets everything.
    """
    if not possible:
        raise ValueError("something must be possible")
    together = sum(chances[place] for place in possible)
    even = 1 / len(possible)
    shares = {
        place: _ALL * (chances[place] / together if together else even)
        for place in sorted(possible)
    }
    percents = {place: max(1, int(share)) for place, share in shares.items()}
    # The smallest are rounded up to 1, so that there can be too many; the greatest gives it back.
    while sum(percents.values()) > _ALL:
        percents[max(percents, key=lambda place: percents[place])] -= 1
    while sum(percents.values()) < _ALL:
        percents[max(percents, key=lambda place: shares[place] - percents[place])] += 1
    return tuple(percents.get(place, 0) for place in range(len(chances)))
