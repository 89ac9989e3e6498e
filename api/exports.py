"""Exports: the formats in which a match leaves, and what each is made by."""

import re
import unicodedata
from collections.abc import AsyncIterator, Callable
from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from api import transcriptions
from api.copykeeping import Copy
from domain import notations
from domain.transcripts import Transcript
from domain.values import Fact

_FOLDED: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME: Final = 80


class ExportFormat(StrEnum):
    """How a match is written."""

    JSON = "json"
    NOTATION = "notation"


class Transcripts(Fact, frozen=True):
    """Matches, each with all that others may have of it."""

    matches: Annotated[tuple[Transcript, ...], Meta(max_length=5_000)]


class Renderer(Struct, frozen=True):
    """What writes one match, and what stands around and between several."""

    media_type: str
    extension: str
    write: Callable[[Copy], bytes]
    opening: bytes = b""
    between: bytes = b""
    closing: bytes = b""


def _json(copy: Copy) -> bytes:
    return msgspec.json.encode(copy.transcript)


def _notation(copy: Copy) -> bytes:
    return notations.write(copy.transcript).encode()


RENDERERS: Final[dict[ExportFormat, Renderer]] = {
    ExportFormat.JSON: Renderer(
        "application/json", "json", _json, b'{"matches":[\n', b",\n", b"\n]}\n"
    ),
    ExportFormat.NOTATION: Renderer("text/plain", "pitch.txt", _notation),
}
"""Every format once: whoever adds one adds it here and to `ExportFormat`."""


def whole(copy: Copy, renderer: Renderer) -> bytes:
    """One match as a file of its own."""
    return renderer.opening + renderer.write(copy) + renderer.closing


async def pieces(copies: AsyncIterator[Copy], renderer: Renderer) -> AsyncIterator[bytes]:
    """A file of many matches, one after the other, of which only one is ever in memory."""
    before = renderer.opening
    async for copy in copies:
        yield before + renderer.write(copy)
        before = renderer.between
    yield (before if before is renderer.opening else b"") + renderer.closing


def disposition(renderer: Renderer, copy: Copy | None = None) -> str:
    """How a browser is to call the file: in ASCII, by day and players."""
    parts: tuple[str, ...] = ("pitch", "matches")
    if copy is not None:
        day = transcriptions.moment(copy.stored.created_at)[:10]
        parts = ("pitch", day, *map(_folded, copy.stored.match.seating.names))
    name = "-".join(filter(None, parts))[:_LONGEST_NAME].rstrip("-")
    return f'attachment; filename="{name}.{renderer.extension}"'


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return _FOLDED.sub("-", plain).strip("-")
