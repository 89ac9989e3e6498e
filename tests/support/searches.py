"""How much tests search at random: a share whenever all are run, everything in `make certify`."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
IS_THOROUGH: Final = os.environ.get("SEARCH") == "all"


def share(examples: int, part: int = 12) -> int:
    """Of so many examples those that a test tries now: a twelfth, or less where each takes long."""
    return examples if IS_THOROUGH else max(min(examples, 25 // part), examples // part)


def some(kinds: Sequence[T], part: int) -> Sequence[T]:
    """Of things that are alike now every second, third or whichever, from the first on."""
    return kinds if IS_THOROUGH else kinds[::part]
