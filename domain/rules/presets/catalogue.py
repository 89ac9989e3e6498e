"""Every preset by its id, in the order in which they are offered."""

from typing import Final

from domain.rules.presets.documents import DOCUMENTS
from domain.rules.presets.preset import Preset

PRESETS: Final[dict[str, Preset]] = {**DOCUMENTS}
