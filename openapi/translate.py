"""Translate: `python -m openapi.translate fr` tells what is missing in French, and takes it in.

It writes `translations/fr.po`, which Weblate, Crowdin and Poedit read, with a context and an
example beside every key; and what that file has already, it writes into the catalogues of the
server and of the page. A catalogue that lacks a key is served all the same: English stands in.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from icu4py.messageformat import MessageFormat
from msgspec import Struct

from openapi import po
from openapi.po import Entry
from openapi.samples import spoken
from pitch.messages import MESSAGES, ArgumentKind, Several
from pitchkeeper import app
from pitchkeeper.messages import catalogues, patterns
from pitchkeeper.messages.patterns import BadPattern
from pitchkeeper.messages.words import WORD, split_place

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = "page."
"""The beginning of the keys of the page, whose catalogue has them without it."""
ROOMS: Final = {
    "body": "Why a request cannot be read",
    "brief": "A message to the players of a league, to paste",
    "calendar": "An event in a calendar",
    "chance": "Why a chance is not known",
    "clause": "A rule in a rulebook",
    "difference": "Where two phones entered a hand differently",
    "example": "An example in a rulebook",
    "finding": "What cannot be right in a hand that was entered",
    "heading": "A heading on paper or on the page",
    "hinge": "The rule that a ruling turns on",
    "league_clause": "A rule of a league",
    "league_finding": "What cannot be right in a result of a league",
    "legend": "A heading in the legend of a proof",
    "need": "A question that settles a hand",
    "notation": "Why a match as text cannot be read",
    "page": "The page for the phone",
    "picture": "A chart in words, for those who do not see it",
    "point": "Why a point goes to a side",
    "problem": "Why something was refused",
    "proof": "What a number in a proof means",
    "repair": "A correction that would make a hand possible",
    "rulebook": "A word of a rulebook",
    "ruling": "A ruling, or its reason",
    "schedule": "Why a plan no longer holds",
    "sheet": "A line on a score sheet",
    "statement": "Something that was entered",
    "tie_break": "Why one stands above another in a league",
    "undecided": "What could not be worked out",
    "win": "Why a side has won",
    "word": "What sentences are put together from",
}
"""Where the keys of each room are said."""
WORD_ENTRIES: Final = {
    "locale": "The language and region whose numbers, money and dates are written, such as fr-FR",
    "language": "The language in its own words; a language in Hebrew or Arabic letters is written "
    "from right to left",
    "comma": "Between the things of a list, all but the last two",
    "partners": "Partners who score together",
    "range": "Everything from one number to another",
}
_SHOWN: Final = 200

_OPERATIONS: Final = app.OPERATIONS
"""With them, every module that has a message is imported."""


class Language(Struct):
    """A language in work: its entries, and what is wrong with some of them."""

    code: str
    entries: dict[str, str]
    wrong: list[str]


def english() -> dict[str, str]:
    """Return every key with its English, those of the page last."""
    own = catalogues.catalogue(catalogues.USUAL).patterns
    return dict(own) | {f"{PAGE}{key}": text for key, text in _page(catalogues.USUAL).items()}


def _page(code: str) -> dict[str, str]:
    return _load(ROOT / "web" / "src" / "words" / f"{code}.json")


def _load(path: Path) -> dict[str, str]:
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def take_in(code: str, file: str, usual: Mapping[str, str]) -> Language:
    """Return what a PO file has of a language; wrong entries are told and left out."""
    language = Language(code, {}, [])
    for entry in po.read(file):
        if not entry.text:
            continue
        if fault := find_fault(entry.key, entry.text, usual, code):
            language.wrong.append(f"{entry.key}: {fault}")
        else:
            language.entries[entry.key] = entry.text
    return language


def find_fault(key: str, text: str, usual: Mapping[str, str], code: str) -> str:
    """Return what is wrong with the text of a key; nothing if it can be said."""
    if key not in usual and not key.startswith(WORD):
        return "there is no such key any more"
    try:
        places = {place.name for place in patterns.places(text)}
        MessageFormat(text, code)
    except (BadPattern, ValueError) as fault:
        return str(fault)
    if key.startswith(WORD):
        return ""
    known = MESSAGES[key].parameters if key in MESSAGES else _names(usual[key])
    unknown = sorted(place for place in places if split_place(place, known)[0] not in known)
    return f"there is no argument {', '.join(unknown)}" if unknown else ""


def _names(pattern: str) -> set[str]:
    return {place.name for place in patterns.places(pattern)}


def forms(language: Language) -> dict[str, str]:
    """Return the entries of the forms that sentences of a language ask for, with their English."""
    usual, asked = catalogues.catalogue(catalogues.USUAL).patterns, set[tuple[str, str]]()
    for key, text in language.entries.items():
        if key in MESSAGES:
            asked |= set(_forms(key, text))
    # A card in a form is made of its rank in it, and of bids only a range has forms: "de 7 a 14".
    asked |= {("rank", form) for kind, form in asked if kind == "card"}
    asked = {("range" if kind == "bid" else kind, form) for kind, form in asked}
    found: dict[str, str] = {}
    for kind, form in asked:
        plain = re.compile(rf"{WORD}{kind}(\.\w+)?")
        for key, text in usual.items():
            if plain.fullmatch(key) and not (kind == "card" and key.endswith(".the")):
                found[f"{key}.{form}"] = text
    return dict(sorted(found.items()))


def _forms(key: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the kinds and the forms that a pattern asks for, but for those of every language."""
    parameters = MESSAGES[key].parameters
    for name in _names(text):
        argument, form = split_place(name, parameters)
        kind = parameters[argument]
        kind = kind.item_kind if isinstance(kind, Several) else kind
        if form.lower() not in {"", "n", "words", "plain"} and kind is not ArgumentKind.COUNT:
            yield str(kind), form.lower()


def comments(key: str, text: str) -> tuple[str, ...]:
    """Return the context of a key, its arguments, and examples of what it says."""
    room = key.partition(".")[0]
    told = WORD_ENTRIES.get(key.removeprefix(WORD), ROOMS.get(room, "A text as it was written"))
    if key not in MESSAGES:
        return (told,)
    arguments = [f"{name} ({kind})" for name, kind in MESSAGES[key].parameters.items()]
    examples = spoken(catalogues.catalogue(catalogues.USUAL), key)[-2:]
    return (
        told,
        *((f"Arguments: {', '.join(arguments)}",) if arguments else ()),
        *(f"Example: {example[:_SHOWN]}" for example in dict.fromkeys(examples) if example != text),
    )


def entries(language: Language, former: Mapping[str, str]) -> Iterator[Entry]:
    """Yield every key as a translator sees it, with the forms that the language needs of its own.

    `former` is the English of each key that stood in the file before.
    """
    for key, text in {**english(), **forms(language)}.items():
        has_changed = key in language.entries and former.get(key, text) != text
        yield Entry(
            key=key,
            english=text,
            text=language.entries.get(key, ""),
            comments=comments(key, text),
            former=former[key] if has_changed else "",
        )


def stored(code: str) -> dict[str, str]:
    """Return what the catalogues of the server and the page have of a language."""
    own = _load(catalogues.FOLDER / f"{code}.json")
    return own | {f"{PAGE}{key}": text for key, text in _page(code).items()}


def save(language: Language) -> None:
    """Write the catalogues of a language."""
    own = {key: text for key, text in language.entries.items() if not key.startswith(PAGE)}
    page = {
        key.removeprefix(PAGE): text
        for key, text in language.entries.items()
        if key.startswith(PAGE)
    }
    _save(catalogues.FOLDER / f"{language.code}.json", own)
    _save(ROOT / "web" / "src" / "words" / f"{language.code}.json", page)


def _save(path: Path, entries: Mapping[str, str]) -> None:
    text = json.dumps(dict(sorted(entries.items())), ensure_ascii=False, indent=2)
    path.write_text(f"{text}\n", "utf-8")


def report(language: Language, written: list[Entry]) -> Iterator[str]:
    """Yield in lines how much of a language there is, and what is missing, changed and wrong."""
    missing = [entry.key for entry in written if not entry.text]
    changed = [entry.key for entry in written if entry.former]
    yield f"{language.code}: {len(written) - len(missing)} of {len(written)} texts"
    for name, keys in (("missing", missing), ("English has changed", changed)):
        yield from (f"  {name}: {key}" for key in keys)
    yield from (f"  wrong: {fault}" for fault in language.wrong)


def main(code: str) -> int:
    """Take in the PO file of a language if there is one, and write it with what is missing."""
    path, usual = ROOT / "translations" / f"{code}.po", english()
    file = path.read_text("utf-8") if path.exists() else ""
    language = take_in(code, file, usual)
    language.entries = {f"{WORD}locale": code, **stored(code), **language.entries}
    written = list(
        entries(language, {entry.key: entry.former or entry.english for entry in po.read(file)})
    )
    path.parent.mkdir(exist_ok=True)
    path.write_text(po.write(code, written), "utf-8")
    if file:
        save(language)
    print("\n".join(report(language, written)))
    return 1 if language.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
