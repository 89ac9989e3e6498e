"""Amounts of money in minor units: their decimal places, and how they are divided."""

from collections.abc import Sequence
from typing import Final

_DIGITS: Final = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"), 0),
    **dict.fromkeys(("UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
"""The decimal places of ISO 4217 that are not two."""


def decimal_places(currency: str) -> int:
    """Return how many decimal places an amount has in a currency: 2 in USD, none in JPY."""
    return _DIGITS.get(currency, 2)


def divide(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Return a total divided in proportion to weights: the largest remainders are rounded up.

    The earlier of equal remainders is rounded up first. Weights that are all 0 get nothing.
    """
    weight_sum = sum(weights)
    if weight_sum == 0:
        return (0,) * len(weights)
    # Floors first (Hamilton's method), then a unit each for the parts that lost most by rounding.
    parts = [divmod(total * weight, weight_sum) for weight in weights]
    short = total - sum(part for part, _ in parts)
    by_remainder = sorted(range(len(parts)), key=lambda place: (-parts[place][1], place))
    rounded_up = set(by_remainder[:short])
    return tuple(part + (place in rounded_up) for place, (part, _) in enumerate(parts))
