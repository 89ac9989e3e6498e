"""Exports: the formats in which a match leaves, and what each is made by."""

from collections.abc import AsyncIterator, Callable, Sequence
from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from pitch.notation import Transcript, write_match
from pitch.types import Fact
from pitchkeeper.documents import filenames, html, papers, pdf, score_tables, transcriptions
from pitchkeeper.documents.papers import Paper
from pitchkeeper.documents.store import Copy
from pitchkeeper.matches.state import MatchState
from pitchkeeper.workers import threads


class MatchTable(StrEnum):
    """What has a row in a table of many matches."""

    HANDS = "hands"
    MATCHES = "matches"


class Transcripts(Fact, frozen=True):
    """Matches, each with all that others may have of it."""

    matches: Annotated[tuple[Transcript, ...], Meta(max_length=5_000)]
    """One after the other, each whole."""


class Renderer(Struct, frozen=True):
    """What writes one match, and what stands around and between several."""

    media_type: str
    extension: str
    write: Callable[[Copy], bytes]
    opening: bytes = b""
    between: bytes = b""
    closing: bytes = b""
    policy: str | None = None
    """What a browser may load that shows it."""
    tell: Callable[[Transcript], bytes] | None = None
    """What writes one match of many that are only told, and not judged again."""
    lists: str = "matches"
    """By what a file of many matches is called."""


def _json(copy: Copy) -> bytes:
    return msgspec.json.encode(copy.transcript)


def _notation(copy: Copy) -> bytes:
    return _told_as_text(copy.transcript)


def _told_as_text(transcript: Transcript) -> bytes:
    return write_match(transcript).encode()


def _csv(copy: Copy) -> bytes:
    return score_tables.match(copy.state)


def _html(copy: Copy) -> bytes:
    return html.match(copy.state)


def _pdf(copy: Copy) -> bytes:
    return pdf.match(copy.state)


def _hand_rows(copy: Copy) -> bytes:
    return b"".join(score_tables.hand_rows(copy.state))


def _match_row(copy: Copy) -> bytes:
    return score_tables.match_row(copy.state)


JSON: Final = Renderer(
    "application/json",
    "json",
    _json,
    b'{"matches":[\n',
    b",\n",
    b"\n]}\n",
    tell=msgspec.json.encode,
)
NOTATION: Final = Renderer("text/plain", "pitch.txt", _notation, tell=_told_as_text)
CSV: Final = Renderer("text/csv", "csv", _csv)
HTML: Final = Renderer("text/html", "html", _html, policy=html.POLICY)
PDF: Final = Renderer("application/pdf", "pdf", _pdf)
TABLES: Final[dict[MatchTable, Renderer]] = {
    MatchTable.HANDS: Renderer(
        "text/csv",
        "csv",
        _hand_rows,
        score_tables.MARK + score_tables.hand_head(),
        lists="hands",
    ),
    MatchTable.MATCHES: Renderer(
        "text/csv", "csv", _match_row, score_tables.MARK + score_tables.match_head()
    ),
}
"""What writes many matches as a table."""


async def whole(copy: Copy, renderer: Renderer) -> bytes:
    """One match as a file of its own."""
    # A thread, for a long match is set in seconds on paper.
    written = await threads.run(renderer.write, copy)
    return renderer.opening + written + renderer.closing


async def pieces(copies: AsyncIterator[Copy], renderer: Renderer) -> AsyncIterator[bytes]:
    """A file of many matches, one after the other, of which only one is ever in memory."""
    before = renderer.opening
    async for copy in copies:
        yield before + renderer.write(copy)
        before = renderer.between
    yield (before if before is renderer.opening else b"") + renderer.closing


async def told(
    pages: AsyncIterator[Sequence[Transcript]],
    tell: Callable[[Transcript], bytes],
    renderer: Renderer,
) -> AsyncIterator[bytes]:
    """As `pieces`, of matches that come many at a time."""
    before = renderer.opening
    async for page in pages:
        if page:
            yield before + await threads.run(_joined, page, tell, renderer.between)
            before = renderer.between
    yield (before if before is renderer.opening else b"") + renderer.closing


def _joined(
    page: Sequence[Transcript], tell: Callable[[Transcript], bytes], between: bytes
) -> bytes:
    return between.join(map(tell, page))


def paper(state: MatchState, renderer: Renderer) -> Paper:
    """A match as a file of its own, yet to be written."""
    day = transcriptions.moment(state.created_at)[:10]
    name = filenames.attachment(("pitch", day, *state.match.seating.names), renderer.extension)
    kind = ("match", renderer.extension)
    # A page that people open from here runs on our origin, so it may load nothing.
    return Paper(papers.of_match(state), kind, renderer.media_type, renderer.policy, name)


def headers(renderer: Renderer) -> dict[str, str]:
    """How a browser is to call a file of many matches."""
    parts = ("pitch", renderer.lists)
    return {"Content-Disposition": filenames.attachment(parts, renderer.extension)}
