"""The words of the page: the same in every language, all of them said, and fit for a table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from icu4py.messageformat import MessageFormat

from pitchkeeper import settings
from pitchkeeper.messages.catalogues import LANGUAGES, USUAL, catalogue
from pitchkeeper.messages.patterns import Place, parts, places
from tests.support.patterns import FORBIDDEN

SOURCE: Final = Path(__file__).parents[2] / "web" / "src"
WORDS: Final = {
    language: json.loads((SOURCE / "words" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
CODES: Final = sorted(WORDS[USUAL])
CONTRACT: Final = json.loads(settings.CONTRACT.read_bytes())
DEVELOPERS: Final = {
    "en": r"users?|errors?|sync\w*|invalid|submit|version|server|tokens?|requests?",
    "es": r"usuari\w+|errore?s?|sincroniz\w*|inválid\w*|versión|servidor|token|solicitud",
}
"""What nobody says at a table."""
ALIKE: Final = {"No", "Normal", ""}
"""What English and Spanish have in common."""
LONGEST: Final = 120
_BUILD: Final = (SOURCE.parent / "build" / "words.ts").read_text(encoding="utf-8")
TAKEN: Final = re.compile(_BUILD.partition("TAKEN =")[2].partition("/;")[0].strip().strip("/"))
"""The words of the server's catalogue that the build gives the page."""
# Apart, for a text with places may have another text in one of them.
_TEXTS: Final = tuple(
    re.compile(written) for written in (r"'([^'\n]*)'", r"`([^`\n]*)`", r'"([^"\n]*)"')
)
_WHOLE: Final = re.compile(r"[a-z][a-z0-9_]*(\.[a-zA-Z0-9_]+)*")


def test_the_words_of_every_language_are_the_same_and_sorted() -> None:
    for words in WORDS.values():
        assert list(words) == CODES


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_about_the_same_in_every_language(language: str) -> None:
    for code, pattern in WORDS[language].items():
        stated = {place.name for place in places(WORDS[USUAL][code])}
        assert {place.name for place in places(pattern)} == stated, code
        try:
            MessageFormat(pattern, language)
        except Exception as refused:
            raise AssertionError(code) from refused


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_those_of_a_table(language: str) -> None:
    never = re.compile(rf"\b({FORBIDDEN[language]}|{DEVELOPERS[language]})\b", re.IGNORECASE)
    for code, pattern in WORDS[language].items():
        for text in _texts(pattern):
            assert not never.search(text), code
            assert "'" not in text, (code, "it quotes in patterns: a curly one does not")
            assert len(text) <= LONGEST, code
        assert pattern.strip() == pattern != "", code


def _texts(pattern: str) -> Iterator[str]:
    """What is said of a pattern, without the names of its places."""
    for part in parts(pattern):
        if isinstance(part, Place):
            for _, branch in part.branches:
                yield from _texts(branch)
        else:
            yield part


@pytest.mark.parametrize(
    ("start", "enumeration"),
    [
        ("action", "Action"),
        ("basis", "Basis"),
        ("happened", "Irregularity"),
        ("sides", "Arrangement"),
        ("standing", "Standing"),
    ],
)
def test_whatever_the_server_may_answer_has_a_word(start: str, enumeration: str) -> None:
    """The page puts these together of a start and what was answered."""
    values = CONTRACT["components"]["schemas"][enumeration]["enum"]
    assert {code for code in CODES if code.startswith(f"{start}.")} == {
        f"{start}.{value}" for value in values
    }


def test_every_house_option_and_each_of_its_choices_has_words() -> None:
    options = (SOURCE / "screens" / "opening" / "houseOptions.ts").read_text(encoding="utf-8")
    stated = re.findall(r"name: '(\w+)',.*?choices: \[(.*?)\]", options, re.DOTALL)
    assert len(stated) == options.count("choices: [")
    for name, choices in stated:
        assert f"house.{name}" in CODES
        for choice in re.findall(r"'(\w+)'", choices):
            # A number stands for itself, and a bid has its word in the server's catalogue.
            is_bid = f"word.bid.{choice}" in catalogue(USUAL).patterns
            assert choice.isdecimal() or is_bid or f"house.{name}.{choice}" in CODES, choice


def test_no_spanish_is_left_in_english() -> None:
    left = {
        "".join(_texts(WORDS["es"][code])).strip(" ,.:")
        for code in CODES
        if WORDS["es"][code] == WORDS[USUAL][code]
    }
    assert left <= ALIKE


def _sources() -> Iterator[str]:
    for path in sorted(SOURCE.rglob("*.ts*")):
        if "client" not in path.relative_to(SOURCE).parts:
            yield path.read_text(encoding="utf-8")


def _named() -> tuple[set[str], set[str]]:
    """Texts in the source that may be codes, and beginnings that a code goes on from."""
    whole: set[str] = set()
    begun: set[str] = set()
    for source in _sources():
        for text in (text for texts in _TEXTS for text in texts.findall(source)):
            head, more, _ = text.partition("${")
            if more and re.fullmatch(r"[a-z_]+[._]", head):
                begun.add(head)
            elif not more and _WHOLE.fullmatch(text):
                whole.add(text)
    return whole, begun


def test_every_word_is_said_somewhere() -> None:
    whole, begun = _named()
    # What the server says by code may have words of the page's own: those come with the code.
    known = whole | set(catalogue(USUAL).patterns)
    left = [code for code in CODES if code not in known and not code.startswith(tuple(begun))]
    assert left == []


def test_every_word_that_is_said_is_there() -> None:
    said = {code for source in _sources() for code in re.findall(r"\bsay\(\s*'([^']+)'", source)}
    said |= {
        code
        for source in _sources()
        for either in re.findall(r"\bsay\(\s*[^;'`]*\?\s*'([^']+)'\s*:\s*'([^']+)'", source)
        for code in either
    }
    assert len(said) > 50
    shared = {code for code in catalogue(USUAL).patterns if TAKEN.fullmatch(code)}
    assert sorted(said - set(CODES) - shared) == []
