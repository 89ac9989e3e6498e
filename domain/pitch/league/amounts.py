"""Amounts of money: how they are said, and how they are divided without losing a cent."""

from collections.abc import Sequence
from typing import Final

_WHOLE: Final = frozenset(
    {
        *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"),
        *("UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"),
    }
)
_DIGITS: Final = {
    **dict.fromkeys(_WHOLE, 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
"""The decimal places of ISO 4217, where they are not two."""


def format_amount(minor: int, currency: str) -> str:
    """An amount in minor units as people write it: `10.00 USD`, `-500 JPY`."""
    digits = _DIGITS.get(currency, 2)
    sign = "-" if minor < 0 else ""
    # The sign goes in front last: divmod rounds down, so it would cut -0.50 into -1 and 0.50.
    whole, part = divmod(abs(minor), 10**digits)
    decimals = f".{part:0{digits}d}" if digits else ""
    return f"{sign}{whole}{decimals} {currency}"


def divide(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """A total in proportion to weights, to the unit: the largest remainders are rounded up.

    Of equal remainders the earlier is rounded up. Weights of nothing divide nothing.
    """
    whole = sum(weights)
    if whole == 0:
        return (0,) * len(weights)
    # Floors first (Hamilton's method), then a unit each for those who lost most by rounding.
    parts = [divmod(total * weight, whole) for weight in weights]
    short = total - sum(part for part, _ in parts)
    by_remainder = sorted(range(len(parts)), key=lambda place: (-parts[place][1], place))
    rounded_up = set(by_remainder[:short])
    return tuple(part + (place in rounded_up) for place, (part, _) in enumerate(parts))
