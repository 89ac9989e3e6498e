"""PO files, gettext's: a key with its context, its text in English, and in another language."""

from collections.abc import Iterable, Iterator
from typing import Final

import polib
from msgspec import Struct

_FORMAT: Final = "icu-message-format"
_FUZZY: Final = "fuzzy"


class Unreadable(ValueError):
    """A line that no PO file has."""


class Entry(Struct, frozen=True):
    """One key of a catalogue, as a translator sees it."""

    key: str
    english: str
    text: str = ""
    """The text in the other language; empty if it has none yet."""
    comments: tuple[str, ...] = ()
    """The context, the arguments and an example."""
    former: str = ""
    """The English that was translated, if it has changed since."""


def write(language: str, entries: Iterable[Entry]) -> str:
    """Return a PO file, each text on a line of its own however long it is."""
    file = polib.POFile(wrapwidth=0)
    file.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for entry in entries:
        file.append(
            polib.POEntry(
                msgctxt=entry.key,
                msgid=entry.english,
                msgstr=entry.text,
                comment="\n".join(entry.comments),
                flags=[_FORMAT, *((_FUZZY,) if entry.former else ())],
                previous_msgid=entry.former or None,
            )
        )
    return str(file)


def read(text: str) -> Iterator[Entry]:
    """Yield the entries of a PO file; raises Unreadable with the number of the line."""
    # polib takes a text without a line break for the name of a file.
    try:
        file = polib.pofile(f"{text}\n")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from error
    for entry in file:
        if entry.msgctxt and not entry.obsolete:
            yield Entry(
                key=entry.msgctxt,
                english=entry.msgid,
                text=entry.msgstr,
                comments=tuple(filter(None, entry.comment.split("\n"))),
                former=entry.previous_msgid or "",
            )
