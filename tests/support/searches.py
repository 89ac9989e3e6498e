"""How much tests search at random: a share whenever all are run, everything in `make certify`."""

import os
from typing import Final

IS_THOROUGH: Final = os.environ.get("SEARCH") == "all"


def share(examples: int, part: int = 5) -> int:
    """Of so many examples those that a test tries now: a fifth, or less where each takes long."""
    return examples if IS_THOROUGH else max(min(examples, 25 // part), examples // part)
