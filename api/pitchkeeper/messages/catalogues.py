"""Catalogues: the pattern of every sentence in a language, and the text of a sentence in it."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from icu4py.messageformat import MessageFormat

from pitch.messages import Argument, Sentence
from pitchkeeper.messages import patterns, words
from pitchkeeper.messages.words import Words

LANGUAGES: Final = ("en", "es")
"""The languages that there is a catalogue of, the one that is said to everybody first."""
USUAL: Final = LANGUAGES[0]
FOLDER: Final = Path(__file__).parent


class Catalogue:
    """The patterns of one language, each compiled when it is first said."""

    def __init__(self, language: str, entries: dict[str, str]) -> None:
        self.language = language
        self.patterns = entries
        self.words = Words(entries)
        content = msgspec.json.encode(entries, order="deterministic")
        self.digest = hashlib.sha256(content).hexdigest()[:16]
        """What tells these patterns from those of another release."""
        self._compiled: dict[str, Callable[[Mapping[str, Argument]], str]] = {}

    def text(self, sentence: Sentence) -> str:
        """What a sentence says."""
        said = self._compiled.get(sentence.code)
        if said is None:
            said = self._compiled[sentence.code] = self._compile(sentence)
        return said(dict(sentence.arguments))

    def _compile(self, sentence: Sentence) -> Callable[[Mapping[str, Argument]], str]:
        """What puts arguments into the pattern of a sentence, for all sentences of its kind."""
        # What was kept by a version that said more than this one still has its arguments.
        pattern = self.patterns.get(sentence.code)
        if pattern is None:
            return lambda _: sentence.code
        known = {name for name, _ in sentence.arguments}
        named = {place.name for place in patterns.places(pattern)}
        if not named:
            return lambda _: pattern
        variables = [(name, *words.asked(name, known)) for name in sorted(named)]
        formatted, value = MessageFormat(pattern, self.language).format, self.words.value

        def said(arguments: Mapping[str, Argument]) -> str:
            return formatted({name: value(arguments[of], asked) for name, of, asked in variables})

        return said


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language that there is one of."""
    entries = msgspec.json.decode((FOLDER / f"{language}.json").read_bytes(), type=dict[str, str])
    return Catalogue(language, entries)
