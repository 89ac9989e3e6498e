"""PO files, gettext's: a key with its context, its text in English, and in another language."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

_FIELD: Final = re.compile(r'^(msgctxt|msgid|msgstr) ("(?:[^"\\]|\\.)*")$')
_FORMER: Final = re.compile(r'^#\| msgid ("(?:[^"\\]|\\.)*")$')
_MORE: Final = re.compile(r'^"(?:[^"\\]|\\.)*"$')


class Unreadable(ValueError):
    """A line that no PO file has."""


class Entry(Struct, frozen=True):
    """One key of a catalogue, as a translator sees it."""

    key: str
    english: str
    text: str = ""
    """The text in the other language; nothing if it has none yet."""
    comments: tuple[str, ...] = ()
    """The context, the arguments and an example."""
    former: str = ""
    """The English that was translated, if it has changed since."""


def write(language: str, entries: Iterable[Entry]) -> str:
    """Return a PO file."""
    header = (
        f"Language: {language}\\n"
        "MIME-Version: 1.0\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Content-Transfer-Encoding: 8bit\\n"
    )
    head = f'msgid ""\nmsgstr "{header}"\n'
    return "\n".join((head, *map(_written, entries)))


def _written(entry: Entry) -> str:
    flags = ["icu-message-format", *(("fuzzy",) if entry.former else ())]
    lines = [f"#. {comment}" for comment in entry.comments]
    lines.append(f"#, {', '.join(flags)}")
    if entry.former:
        lines.append(f"#| msgid {_quoted(entry.former)}")
    lines.append(f"msgctxt {_quoted(entry.key)}")
    lines.append(f"msgid {_quoted(entry.english)}")
    lines.append(f"msgstr {_quoted(entry.text)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    # JSON and PO escape quotes, backslashes and line breaks alike.
    return json.dumps(text, ensure_ascii=False)


def read(text: str) -> Iterator[Entry]:
    """Yield the entries of a PO file; raises Unreadable with the number of the line."""
    fields: dict[str, str] = {}
    last = ""
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        if not line.strip():
            if "msgctxt" in fields:
                yield _entry(fields)
            fields = {}
        elif field := _FIELD.match(line):
            last = field[1]
            fields[last] = json.loads(field[2])
        elif _MORE.match(line) and last:
            fields[last] += json.loads(line)
        elif former := _FORMER.match(line):
            fields["former"] = json.loads(former[1])
        elif not line.startswith("#"):
            raise Unreadable(f"line {number}: {line}")


def _entry(fields: dict[str, str]) -> Entry:
    return Entry(
        key=fields["msgctxt"],
        english=fields.get("msgid", ""),
        text=fields.get("msgstr", ""),
        former=fields.get("former", ""),
    )
