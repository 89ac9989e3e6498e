"""Presets of four points that stand for all: the fewest in which every rule of these is met.

Cheap tests take every preset. One that searches long or asks a server takes `TRIED`: these now, and
every preset of four points in `make certify`, for which it is marked `search`. The wider family is
asked of in `tests.domain.family`.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from msgspec import structs

from pitch.calls import Call
from pitch.rules import rulesets
from pitch.rules.options import Rules
from tests.support.hands import PRESETS
from tests.support.searches import IS_THOROUGH

Feature = tuple[str, object]
"""A rule by its name, and what it says or may say."""


def features(rules: Rules) -> Iterator[Feature]:
    """Yield the choices of rules that are enumerations; numbers differ in each preset."""
    for name, said in structs.asdict(rules).items():
        for item in said if isinstance(said, tuple) else (said,):
            if item is None or isinstance(item, bool | Enum):
                yield name, item


def fewest(presets: Mapping[str, frozenset[Feature]]) -> tuple[str, ...]:
    """Presets that have every feature that any has, each the one that adds most."""
    chosen, missing = list[str](), frozenset[Feature]().union(*presets.values())
    while missing:
        chosen.append(max(presets, key=lambda preset: len(presets[preset] & missing)))
        missing -= presets[chosen[-1]]
    return tuple(chosen)


ALL: Final = {each: frozenset(features(rulesets.preset(each).rules)) for each in PRESETS}
REPRESENTATIVE: Final = fewest(ALL)
TRIED: Final = tuple(ALL) if IS_THOROUGH else REPRESENTATIVE
_BIDS: Final = {bid for each in PRESETS for bid in rulesets.preset(each).rules.bids}
_ALIKE: Final = [call for call in Call if call.value.isdecimal() and call not in _BIDS]
CALLS: Final = tuple(call for call in Call if IS_THOROUGH or call not in _ALIKE[1:])
"""Every call that a preset has, and one number that none has for all of those."""
