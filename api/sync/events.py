"""Events: what a live stream carries, as the bytes of server-sent events."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, TypeAlias
from uuid import UUID

from api.access.naming import DeviceNames
from api.http.views import View
from api.matches import journal_views, presenters
from api.matches.journal import JournalLine
from api.matches.journal_views import JournalEntry
from api.matches.state import MatchState
from api.matches.views import Match
from api.messages import codecs, languages

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


def change(noted: JournalLine, names: DeviceNames) -> bytes:
    """One change of a match; `names` are what its members call their devices."""
    told = MatchEvent(kind=EventKind.CHANGE, change=journal_views.entry(noted, names))
    return _event(told, noted.version)


def sheet(state: MatchState, seat: int | None) -> bytes:
    """The score sheet of a match, for a device that has a seat, or none."""
    told = MatchEvent(kind=EventKind.SHEET, sheet=presenters.match(state, seat))
    return _event(told, state.version)


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
        self._state = state
        self._noted = noted
        self._changes: dict[str, _Changes] = {}
        self._sheets: dict[tuple[str, int | None], bytes] = {}
        self._made: dict[tuple[int | None, str, int | None], bytes] = {}

    @property
    def is_all(self) -> bool:
        """Whether the changes reach up to the sheet."""
        return self.reached == self.version

    def since(self, version: int | None, language: str, device_id: UUID) -> bytes:
        """What is new to a device that knows a version; one that knows none gets the sheet."""
        # Many follow one match, and mostly know the same version of it. What they see differs by
        # the seat that is theirs and by nothing else, so it is written once a seat, not once a
        # phone; the hands are folded once for them all.
        asked = (version, language, self._state.seat_of(device_id))
        if asked not in self._made:
            self._made[asked] = self._make(*asked)
        return self._made[asked]

    def _make(self, version: int | None, language: str, seat: int | None) -> bytes:
        if version is None:
            return self._sheet(language, seat)
        new = (event for its, event in self._changes_in(language) if its > version)
        # The sheet comes behind all the changes that led to it, never between them.
        is_last = self.is_all or version == self.version
        return b"".join((*new, self._sheet(language, seat) if is_last else b""))

    def _changes_in(self, language: str) -> "_Changes":
        if language not in self._changes:
            names = self._state.device_names
            with languages.speaking(language):
                told = tuple((each.version, change(each, names)) for each in self._noted)
            self._changes[language] = told
        return self._changes[language]

    def _sheet(self, language: str, seat: int | None) -> bytes:
        if (language, seat) not in self._sheets:
            with languages.speaking(language):
                self._sheets[language, seat] = sheet(self._state, seat)
        return self._sheets[language, seat]


_Changes: TypeAlias = tuple[tuple[int, bytes], ...]
"""Changes in one language, each with its version."""
