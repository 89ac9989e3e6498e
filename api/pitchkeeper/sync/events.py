"""Events: what a live stream carries, as the bytes of server-sent events."""

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
# A comment of server-sent events, which no client hands on.
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
    """What a stream begins with: how many milliseconds to wait before coming back."""
    return b"retry: %d\n\n" % retry


def change(noted: JournalLine, names: DeviceNames) -> bytes:
    """One change of a match; `names` are what its members call their devices."""
    told = MatchEvent(kind=EventKind.CHANGE, change=journal_views.entry(noted, names))
    return _event(told, noted.version)


def sheet(state: MatchState, seat: int | None) -> bytes:
    """The score sheet of a match, for a device that has a seat, or none."""
    told = MatchEvent(kind=EventKind.SHEET, sheet=presenters.match(state, seat))
    return _event(told, state.version)


def lines(changed: SheetLines) -> bytes:
    """What changed on the score sheet of a match."""
    return _event(MatchEvent(kind=EventKind.LINES, lines=changed), changed.version)


def mark(version: int) -> bytes:
    """Where a stream is that has nothing to tell yet; a client keeps it and hands nothing on."""
    return b"id: %d\n\n" % version


def end(reason: EndReason) -> bytes:
    """That the stream is over, and that coming back will not help."""
    return _event(MatchEvent(kind=EventKind.ENDED, reason=reason))


def _event(told: MatchEvent, version: int | None = None) -> bytes:
    # Without an id a client keeps the last one it got, and goes on from that.
    mark = b"" if version is None else b"id: %d\n" % version
    return b"event: %s\n%sdata: %s\n\n" % (told.kind.encode(), mark, codecs.answered(told))


RECONNECT: Final = _event(MatchEvent(kind=EventKind.RECONNECT))
"""That the stream breaks now, and that the client is to come back."""


class News:
    """What was found out about a match: changes after a version, and the sheet they led to."""

    def __init__(
        self,
        state: MatchState,
        noted: Sequence[JournalLine],
        reached: int,
        earlier: MatchState | None = None,
    ) -> None:
        """`reached` is the version that the changes go up to; `earlier` what was told before."""
        self.version = state.version
        self.reached = reached
        self.state = state
        self._earlier = earlier
        self._noted = noted
        self._changes: dict[str, _Changes] = {}
        self._sheets: dict[_Reader, bytes] = {}
        self._lines: dict[_Reader, bytes] = {}
        self._made: dict[tuple[int | None, _Reader, SheetDetail, bool], bytes] = {}

    @property
    def is_complete(self) -> bool:
        """Whether the changes reach up to the sheet."""
        return self.reached == self.version

    def has_sheet_for(self, version: int | None) -> bool:
        """Whether what is new to who knows a version ends with the sheet."""
        return self.is_complete or version in {None, self.version}

    def since(
        self,
        version: int | None,
        language: str,
        device_id: UUID,
        detail: SheetDetail = SheetDetail.WHOLE,
        sheet_version: int | None = None,
    ) -> bytes:
        """What is new to a device that knows a version; one that knows none gets the sheet.

        `sheet_version` is that of the sheet it has, if it has one: it may be told what changed.
        """
        # Many follow one match, and mostly know the same version of it. What they see differs by
        # the seat that is theirs and by nothing else, so it is written once a seat, not once a
        # phone; the hands are folded once for them all.
        reader = (language, self.state.seat_of(device_id))
        has_earlier = self._earlier is not None and self._earlier.version == sheet_version
        asked = (version, reader, detail, has_earlier)
        if asked not in self._made:
            new = () if version is None else self._changes_after(version, language)
            # The sheet comes behind all the changes that led to it, never between them.
            last = self._last(reader, detail, has_earlier) if self.has_sheet_for(version) else b""
            self._made[asked] = b"".join((*new, last))
        return self._made[asked]

    def _last(self, reader: "_Reader", detail: SheetDetail, has_earlier: bool) -> bytes:
        """What stands behind the changes: the sheet, what changed on it, or just where we are."""
        if detail is SheetDetail.NONE:
            return mark(self.version)
        if detail is SheetDetail.CHANGES and has_earlier:
            return self._lines_for(reader)
        return self._sheet(reader)

    def _changes_after(self, version: int, language: str) -> "Iterator[bytes]":
        return (event for its, event in self._changes_in(language) if its > version)

    def _changes_in(self, language: str) -> "_Changes":
        if language not in self._changes:
            names = self.state.device_names
            with languages.speaking(language):
                told = tuple((each.version, change(each, names)) for each in self._noted)
            self._changes[language] = told
        return self._changes[language]

    def _sheet(self, reader: "_Reader") -> bytes:
        language, seat = reader
        if reader not in self._sheets:
            with languages.speaking(language):
                self._sheets[reader] = sheet(self.state, seat)
        return self._sheets[reader]

    def _lines_for(self, reader: "_Reader") -> bytes:
        language, seat = reader
        if reader not in self._lines and self._earlier is not None:
            states = (self._earlier, self.state)
            changed = sheet_lines.between(*(presenters.match(each, seat) for each in states))
            with languages.speaking(language):
                self._lines[reader] = self._sheet(reader) if changed is None else lines(changed)
        return self._lines[reader]


_Reader: TypeAlias = tuple[str, int | None]
"""Who reads the same: those of one language and seat, or of none."""
_Changes: TypeAlias = tuple[tuple[int, bytes], ...]
"""Changes in one language, each with its version."""
