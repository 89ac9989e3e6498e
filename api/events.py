"""Events: what a live stream carries, as the bytes of server-sent events."""

from collections.abc import Sequence
from typing import Final

import msgspec

from api import journals, showing
from api.kept import Noted, Stored

MEDIA_TYPE: Final = "text/event-stream"
HEARTBEAT: Final = b":\n\n"
RECONNECT: Final = b"event: reconnect\ndata: {}\n\n"


def opening(retry: int) -> bytes:
    """What a stream begins with: how many milliseconds to wait before coming back."""
    return b"retry: %d\n\n" % retry


def change(noted: Noted) -> bytes:
    """One change of a match."""
    return _event(b"change", noted.version, msgspec.json.encode(journals.entry(noted)))


def sheet(stored: Stored) -> bytes:
    """The score sheet of a match."""
    return _event(b"sheet", stored.version, msgspec.json.encode(showing.match(stored)))


def ended(reason: str) -> bytes:
    """That the stream is over, and that coming back will not help."""
    return b'event: ended\ndata: {"reason": "%s"}\n\n' % reason.encode()


def _event(name: bytes, version: int, json: bytes) -> bytes:
    return b"event: %s\nid: %d\ndata: %s\n\n" % (name, version, json)


class News:
    """What was found out about a match: changes after a version, and the sheet they led to."""

    def __init__(self, stored: Stored, noted: Sequence[Noted], reached: int) -> None:
        """`reached` is the version that the changes go up to."""
        self.version = stored.version
        self.reached = reached
        self._changes = [(each.version, change(each)) for each in noted]
        self._sheet = sheet(stored)
        self._made: dict[int | None, bytes] = {}

    @property
    def is_all(self) -> bool:
        """Whether the changes reach up to the sheet."""
        return self.reached == self.version

    def since(self, version: int | None) -> bytes:
        """What is new to a client that knows a version; one that knows none gets the sheet."""
        if version not in self._made:
            self._made[version] = self._make(version)
        return self._made[version]

    def _make(self, version: int | None) -> bytes:
        if version is None:
            return self._sheet
        changes = (event for its, event in self._changes if its > version)
        is_last = self.is_all or version == self.version
        return b"".join((*changes, self._sheet if is_last else b""))
