"""Hints for developers, with the field names that the sentences for players leave out."""

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
    """Return the English hint of a sentence; empty if it has none."""
    pattern, words = _PATTERNS.get(sentence.code, ""), catalogues.catalogue(catalogues.USUAL).words
    return pattern.format_map(
        {name: words.value(argument, "") for name, argument in sentence.arguments}
    )
