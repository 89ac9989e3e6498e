"""Every preset by its id, in the order in which they are offered."""

from typing import Final

from pitch.rules.presets.called_partner import CALLED_PARTNER
from pitch.rules.presets.documents import DOCUMENTS
from pitch.rules.presets.joker import JOKER
from pitch.rules.presets.ladder import LADDER
from pitch.rules.presets.pedro import PEDRO
from pitch.rules.presets.preset import Preset
from pitch.rules.presets.smear import SMEAR
from pitch.rules.presets.ten_point import TEN_POINT

PRESETS: Final[dict[str, Preset]] = {
    **DOCUMENTS,
    **TEN_POINT,
    **SMEAR,
    **JOKER,
    **PEDRO,
    **LADDER,
    **CALLED_PARTNER,
}
