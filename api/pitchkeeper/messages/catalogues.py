"""Catalogues: the pattern of every sentence in a language, and the text of a sentence in it."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from icu4py.messageformat import MessageFormat

from pitch.messages import CHOICE, MESSAGES, Argument, Sentence
from pitchkeeper.messages import patterns, words
from pitchkeeper.messages.words import Words

FOLDER: Final = Path(__file__).parent
USUAL: Final = "en"
"""The default language, which supplies the patterns that others lack."""
LANGUAGES: Final = (USUAL, *sorted({path.stem for path in FOLDER.glob("*.json")} - {USUAL}))
"""The languages with a catalogue: adding the file of a language serves it."""

_MISSING: Final = Argument(kind=CHOICE, text="other")
"""The argument that a sentence stored by an older version lacks: it takes the branch `other`."""


class Catalogue:
    """The patterns of one language, each compiled when it is first needed."""

    def __init__(
        self, language: str, entries: Mapping[str, str], fallback: "Catalogue | None" = None
    ) -> None:
        """Take the patterns of a language; the fallback supplies those that it lacks."""
        self.language = language
        self.entries = entries
        """The patterns of this language without those of the fallback."""
        self.patterns: dict[str, str] = dict(
            sorted({**(fallback.patterns if fallback else {}), **entries}.items())
        )
        self.words = Words(self.patterns)
        content = msgspec.json.encode(self.patterns, order="deterministic")
        self.digest = hashlib.sha256(content).hexdigest()[:16]
        """Differs between two releases if and only if their patterns do."""
        self._fallback = fallback
        self._compiled: dict[str, Callable[[Mapping[str, Argument]], str]] = {}

    def text(self, sentence: Sentence) -> str:
        """Return the text of a sentence."""
        # A pattern of one language needs the plurals and articles of that language.
        if self._fallback and sentence.code not in self.entries:
            return self._fallback.text(sentence)
        formatter = self._compiled.get(sentence.code)
        if formatter is None:
            formatter = self._compiled[sentence.code] = self._compile(sentence)
        return formatter(dict(sentence.arguments))

    def _compile(self, sentence: Sentence) -> Callable[[Mapping[str, Argument]], str]:
        """Return a function that fills the pattern of a sentence with arguments."""
        # A sentence stored by an older version may have a code that no longer exists.
        pattern = self.patterns.get(sentence.code)
        if pattern is None:
            return lambda _: sentence.code
        declared = MESSAGES.get(sentence.code)
        names = {name for name, _ in sentence.arguments} | set(
            declared.parameters if declared else ()
        )
        places = {place.name for place in patterns.places(pattern)}
        if not places:
            return lambda _: pattern
        forms = [(place, *words.split_place(place, names)) for place in sorted(places)]
        message, value = MessageFormat(pattern, self.words.locale), self.words.value

        def formatter(arguments: Mapping[str, Argument]) -> str:
            return message.format(
                {place: value(arguments.get(name, _MISSING), form) for place, name, form in forms}
            )

        return formatter


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of one of `LANGUAGES`."""
    entries = msgspec.json.decode((FOLDER / f"{language}.json").read_bytes(), type=dict[str, str])
    return Catalogue(language, entries, None if language == USUAL else catalogue(USUAL))
