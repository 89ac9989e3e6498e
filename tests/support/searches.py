"""The extent of random searches in tests: a share in full runs, everything in `make certify`."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
IS_THOROUGH: Final = os.environ.get("SEARCH") == "all"


def share(examples: int, part: int = 20) -> int:
    """Return the number of examples to try now: a twentieth, or less if each takes long."""
    return examples if IS_THOROUGH else max(min(examples, 25 // part), examples // part)


def some(kinds: Sequence[T], part: int) -> Sequence[T]:
    """Return every n-th of similar things, from the first on."""
    return kinds if IS_THOROUGH else kinds[::part]
