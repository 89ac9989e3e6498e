"""Every preset by its id, in the order in which they are offered."""

from typing import Final

from domain.rules.presets.called_partner import CALLED_PARTNER
from domain.rules.presets.documents import DOCUMENTS
from domain.rules.presets.joker import JOKER
from domain.rules.presets.ladder import LADDER
from domain.rules.presets.pedro import PEDRO
from domain.rules.presets.preset import Preset
from domain.rules.presets.smear import SMEAR
from domain.rules.presets.ten_point import TEN_POINT

PRESETS: Final[dict[str, Preset]] = {
    **DOCUMENTS,
    **TEN_POINT,
    **SMEAR,
    **JOKER,
    **PEDRO,
    **LADDER,
    **CALLED_PARTNER,
}
