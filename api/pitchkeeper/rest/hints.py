"""Hints: what a sentence about a body leaves to developers, because players see the sentence."""

from typing import Final

from pitch.messages import Sentence
from pitchkeeper.messages import catalogues

_PATTERNS: Final = {
    "body.missing": "The field {field} is missing.",
    "body.needed": "This needs {wanted}.",
    "body.not_among": "The choices are {choices}.",
    "body.not_this": "This needs {wanted}, not {got}.",
    "body.unknown_field": "There is no field {field} here.",
}


def hint_for(sentence: Sentence) -> str:
    """Return the hint that goes with a sentence, in English; nothing if it has none."""
    pattern, words = _PATTERNS.get(sentence.code, ""), catalogues.catalogue(catalogues.USUAL).words
    return pattern.format_map(
        {name: words.value(argument, "") for name, argument in sentence.arguments}
    )
