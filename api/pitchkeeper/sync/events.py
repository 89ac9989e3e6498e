"""Events of live streams, as the bytes of server-sent events."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, TypeAlias
from uuid import UUID

from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.matches import journal_views, presenters
from pitchkeeper.matches.journal import JournalLine
from pitchkeeper.matches.journal_views import JournalEntry
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.views import Match
from pitchkeeper.messages import codecs, languages
from pitchkeeper.rest.views import View
from pitchkeeper.sync import sheet_lines
from pitchkeeper.sync.sheet_lines import SheetDetail, SheetLines

MEDIA_TYPE: Final = "text/event-stream"
# A comment of server-sent events, which clients ignore.
HEARTBEAT: Final = b":\n\n"


class EventKind(StrEnum):
    """The kind of an event of a live stream."""

    CHANGE = "change"
    SHEET = "sheet"
    LINES = "lines"
    RECONNECT = "reconnect"
    ENDED = "ended"


class EndReason(StrEnum):
    """The reason why a live stream ended for good; reconnecting does not help."""

    NOT_IN_MATCH = "not_in_match"
    SIGNED_OUT = "signed_out"
    TOO_MANY_STREAMS = "too_many_streams"


class MatchEvent(View, frozen=True):
    """The data of one event of a live stream; fields that its kind does not use are null."""

    kind: EventKind
    """The kind of the event, the same as the event's name."""
    change: JournalEntry | None = None
    """One change of the match that is followed."""
    sheet: Match | None = None
    """The score sheet after the changes."""
    lines: SheetLines | None = None
    """The changes to the score sheet, if the stream was opened for changes only."""
    reason: EndReason | None = None
    """The reason why the stream has ended for good."""


def opening(retry: int) -> bytes:
    """Return the beginning of a stream: the milliseconds to wait before reconnecting."""
    return b"retry: %d\n\n" % retry


def change(line: JournalLine, names: DeviceNames) -> bytes:
    """Return the event of a change of a match; `names` are those of its members' devices."""
    event = MatchEvent(kind=EventKind.CHANGE, change=journal_views.entry(line, names))
    return _event(event, line.version)


def sheet(state: MatchState, seat: int | None) -> bytes:
    """Return the event of the score sheet, for a device with or without a seat."""
    event = MatchEvent(kind=EventKind.SHEET, sheet=presenters.match(state, seat))
    return _event(event, state.version)


def lines(sheet_lines: SheetLines) -> bytes:
    """Return the event of changed lines of the score sheet."""
    return _event(MatchEvent(kind=EventKind.LINES, lines=sheet_lines), sheet_lines.version)


def mark(version: int) -> bytes:
    """Return an event without data, by which a client keeps the version."""
    return b"id: %d\n\n" % version


def end(reason: EndReason) -> bytes:
    """Return the last event of a stream to which coming back will not help."""
    return _event(MatchEvent(kind=EventKind.ENDED, reason=reason))


def _event(event: MatchEvent, version: int | None = None) -> bytes:
    # Without an id a client keeps its last one, and resumes from that.
    mark = b"" if version is None else b"id: %d\n" % version
    return b"event: %s\n%sdata: %s\n\n" % (event.kind.encode(), mark, codecs.encode_response(event))


RECONNECT: Final = _event(MatchEvent(kind=EventKind.RECONNECT))
"""The last event before a stream breaks and the client reconnects."""


class News:
    """News of a match: changes after a version, and the sheet that they led to."""

    def __init__(
        self,
        state: MatchState,
        journal: Sequence[JournalLine],
        reached: int,
        earlier: MatchState | None = None,
    ) -> None:
        """`reached` is the version that the changes go up to, `earlier` the state sent before."""
        self.version = state.version
        self.reached = reached
        self.state = state
        self._earlier = earlier
        self._journal = journal
        self._changes: dict[str, _Changes] = {}
        self._sheets: dict[_Reader, bytes] = {}
        self._lines: dict[_Reader, bytes] = {}
        self._news: dict[tuple[int | None, _Reader, SheetDetail, bool], bytes] = {}

    @property
    def is_complete(self) -> bool:
        """Return whether the changes reach up to the sheet."""
        return self.reached == self.version

    def has_sheet_for(self, version: int | None) -> bool:
        """Return whether the news for a client at a version ends with the sheet."""
        return self.is_complete or version in {None, self.version}

    def since(
        self,
        version: int | None,
        language: str,
        device_id: UUID,
        detail: SheetDetail = SheetDetail.WHOLE,
        sheet_version: int | None = None,
    ) -> bytes:
        """Return the news for a device at a version; without one it gets the sheet.

        `sheet_version` is that of the sheet it has, if any, so that it can get changed lines.
        """
        # Many follow one match, mostly at the same version. Their news differs only by seat and
        # language, so it is encoded once for each of these, not once a phone.
        reader = (language, self.state.seat_of(device_id))
        has_earlier = self._earlier is not None and self._earlier.version == sheet_version
        key = (version, reader, detail, has_earlier)
        if key not in self._news:
            new = () if version is None else self._changes_after(version, language)
            # The sheet comes after all the changes that led to it, never between them.
            last = self._last(reader, detail, has_earlier) if self.has_sheet_for(version) else b""
            self._news[key] = b"".join((*new, last))
        return self._news[key]

    def _last(self, reader: "_Reader", detail: SheetDetail, has_earlier: bool) -> bytes:
        """Return the event after the changes: the sheet, its changed lines, or the version."""
        if detail is SheetDetail.NONE:
            return mark(self.version)
        if detail is SheetDetail.CHANGES and has_earlier:
            return self._lines_for(reader)
        return self._sheet(reader)

    def _changes_after(self, version: int, language: str) -> "Iterator[bytes]":
        return (event for at, event in self._changes_in(language) if at > version)

    def _changes_in(self, language: str) -> "_Changes":
        if language not in self._changes:
            names = self.state.device_names
            with languages.using(language):
                changes = tuple((line.version, change(line, names)) for line in self._journal)
            self._changes[language] = changes
        return self._changes[language]

    def _sheet(self, reader: "_Reader") -> bytes:
        language, seat = reader
        if reader not in self._sheets:
            with languages.using(language):
                self._sheets[reader] = sheet(self.state, seat)
        return self._sheets[reader]

    def _lines_for(self, reader: "_Reader") -> bytes:
        language, seat = reader
        if reader not in self._lines and self._earlier is not None:
            states = (self._earlier, self.state)
            changed = sheet_lines.between(*(presenters.match(state, seat) for state in states))
            with languages.using(language):
                self._lines[reader] = self._sheet(reader) if changed is None else lines(changed)
        return self._lines[reader]


_Reader: TypeAlias = tuple[str, int | None]
"""A language and a seat, or none: streams with the same ones get the same bytes."""
_Changes: TypeAlias = tuple[tuple[int, bytes], ...]
"""Events of changes in one language, each with its version."""
