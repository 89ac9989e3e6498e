"""Events: what a live stream carries, as the bytes of server-sent events."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from api.http.views import View
from api.matches import journal_views, presenters
from api.matches.journal import JournalLine
from api.matches.journal_views import JournalEntry
from api.matches.state import MatchState
from api.matches.views import Match
from api.messages import codecs

MEDIA_TYPE: Final = "text/event-stream"
# A comment of server-sent events, which no client hands on.
HEARTBEAT: Final = b":\n\n"


class EventKind(StrEnum):
    """What an event of a live stream is about."""

    CHANGE = "change"
    SHEET = "sheet"
    RECONNECT = "reconnect"
    ENDED = "ended"


class EndReason(StrEnum):
    """Why coming back to a live stream will not help."""

    NOT_IN_MATCH = "not_in_match"
    SIGNED_OUT = "signed_out"
    TOO_MANY_STREAMS = "too_many_streams"


class MatchEvent(View, frozen=True):
    """The data of one event of a live stream; what its kind does not have is null."""

    kind: EventKind
    """What the event is about, the same as its name."""
    change: JournalEntry | None = None
    """One change of the match."""
    sheet: Match | None = None
    """The score sheet that the changes led to."""
    reason: EndReason | None = None
    """Why the stream is over for good."""


def opening(retry: int) -> bytes:
    """What a stream begins with: how many milliseconds to wait before coming back."""
    return b"retry: %d\n\n" % retry


def change(noted: JournalLine) -> bytes:
    """One change of a match."""
    told = MatchEvent(kind=EventKind.CHANGE, change=journal_views.entry(noted))
    return _event(told, noted.version)


def sheet(state: MatchState) -> bytes:
    """The score sheet of a match."""
    return _event(MatchEvent(kind=EventKind.SHEET, sheet=presenters.match(state)), state.version)


def ended(reason: EndReason) -> bytes:
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

    def __init__(self, state: MatchState, noted: Sequence[JournalLine], reached: int) -> None:
        """`reached` is the version that the changes go up to."""
        self.version = state.version
        self.reached = reached
        self._changes = [(each.version, change(each)) for each in noted]
        self._sheet = sheet(state)
        self._made: dict[int | None, bytes] = {}

    @property
    def is_all(self) -> bool:
        """Whether the changes reach up to the sheet."""
        return self.reached == self.version

    def since(self, version: int | None) -> bytes:
        """What is new to a client that knows a version; one that knows none gets the sheet."""
        # Many follow one match, and mostly know the same version of it.
        if version not in self._made:
            self._made[version] = self._make(version)
        return self._made[version]

    def _make(self, version: int | None) -> bytes:
        if version is None:
            return self._sheet
        changes = (event for its, event in self._changes if its > version)
        # The sheet comes behind all the changes that led to it, never between them.
        is_last = self.is_all or version == self.version
        return b"".join((*changes, self._sheet if is_last else b""))
