"""Every hinge of a ruling has a sentence, with different words for each choice."""

from collections.abc import Sequence
from enum import EnumMeta
from typing import Any, get_type_hints

import pytest

from pitch.rules import rulesets
from pitch.rules.options import Rules
from pitch.rulings import alternatives, calls, hands, hinges, plays, winners
from pitch.rulings.remedies import remedies
from pitchkeeper.messages import languages

ASKED = sorted(
    {
        *(alternatives.AUCTION + alternatives.PLAY),
        *(calls.OPTIONS + hands.OPTIONS + remedies.OPTIONS),
        *(plays.OPTIONS + winners.OPTIONS),
    }
)


def choices(option: str) -> Sequence[Any]:
    """Return the values of an option; of numbers and lists two of many."""
    kind = get_type_hints(Rules)[option]
    if isinstance(kind, EnumMeta):
        return list(kind)
    if kind in {bool, int}:
        return [kind(1), kind(0)]
    return [(), getattr(rulesets.preset("pitch31").rules, option)]


@pytest.mark.parametrize("option", ASKED)
def test_every_choice_of_an_option_is_said_in_words_of_its_own(option: str) -> None:
    sentences = [
        languages.texts(hinges.for_options({option: choice})) for choice in choices(option)
    ]
    assert len(set(sentences)) == len(sentences), sentences
