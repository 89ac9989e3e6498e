"""Exports: matches as transcripts, tables and pages, in one file or on lines of an archive."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from pitch.notation import Transcript, write_match
from pitch.types import Fact
from pitchkeeper.database.listings import JournalQuery
from pitchkeeper.documents import html, pdf, renditions, score_sheets, score_tables
from pitchkeeper.documents.archives import leagues
from pitchkeeper.documents.archives.records import ArchivedMatch, ArchiveEnd, ArchiveLine
from pitchkeeper.documents.renditions import Rendition
from pitchkeeper.documents.store import NEWEST, TranscriptStore
from pitchkeeper.documents.transcripts import MatchWithJournal, moment
from pitchkeeper.leagues.changes import LeagueNotFound
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.workers import threads

_PAGE: Final = 50
_RESUMED: Final = b"\n"
"""Ends the line in which a download broke off, as the rest is written behind it."""


class MatchTable(StrEnum):
    """The rows of a table of many matches."""

    HANDS = "hands"
    MATCHES = "matches"


class Transcripts(Fact, frozen=True):
    """Exported matches."""

    matches: Annotated[tuple[Transcript, ...], Meta(max_length=5_000)]
    """The matches one after the other, each with its whole history."""


class Renderer(Struct, frozen=True):
    """A format: how one match is written, and what stands around and between several."""

    media_type: str
    extension: str
    write: Callable[[MatchWithJournal], bytes]
    opening: bytes = b""
    between: bytes = b""
    closing: bytes = b""
    policy: str | None = None
    """What a browser may load that shows it."""
    write_transcript: Callable[[Transcript], bytes] | None = None
    """How one of many matches is written from its transcript, without being judged again."""
    lists: str = "matches"
    """By what a file of many matches is called."""


def _notation(transcript: Transcript) -> bytes:
    return write_match(transcript).encode()


def _match_row(match: MatchWithJournal) -> bytes:
    return score_tables.match_row(match.state)


JSON: Final = Renderer(
    "application/json",
    "json",
    lambda match: msgspec.json.encode(match.transcript),
    b'{"matches":[\n',
    b",\n",
    b"\n]}\n",
    write_transcript=msgspec.json.encode,
)
NOTATION: Final = Renderer(
    "text/plain",
    "pitch.txt",
    lambda match: _notation(match.transcript),
    write_transcript=_notation,
)
CSV: Final = Renderer("text/csv", "csv", lambda match: score_tables.match_table(match.state))
HTML: Final = Renderer(
    "text/html",
    "html",
    lambda match: html.render(score_sheets.document(match.state)),
    policy=html.POLICY,
)
PDF: Final = Renderer(
    "application/pdf", "pdf", lambda match: pdf.render(score_sheets.document(match.state))
)
TABLES: Final[dict[MatchTable, Renderer]] = {
    MatchTable.HANDS: Renderer(
        "text/csv",
        "csv",
        lambda match: b"".join(score_tables.hand_rows(match.state)),
        score_tables.BOM + score_tables.hand_header(),
        lists="hands",
    ),
    MatchTable.MATCHES: Renderer(
        "text/csv", "csv", _match_row, score_tables.BOM + score_tables.match_header()
    ),
}
"""The tables of many matches."""


class Exports:
    """The matches and leagues of a device, as they leave."""

    def __init__(
        self,
        matches: MatchStore,
        changes: MatchChanges,
        transcripts: TranscriptStore,
        league_seasons: LeagueSeasons,
    ) -> None:
        self._matches = matches
        self._changes = changes
        self._transcripts = transcripts
        self._seasons = league_seasons

    async def state(self, device_id: UUID, match_id: UUID) -> MatchState:
        """Return a match that the device is in."""
        return await self._changes.read(device_id, match_id)

    async def with_journal(self, device_id: UUID, state: MatchState) -> MatchWithJournal:
        """Return a match that the device has read, with its journal."""
        # Only the lines that made this version: the match may have moved on meanwhile.
        journal = await self._matches.list_journal(
            state.match_id, device_id, JournalQuery(beyond=0), state.version
        )
        if journal is None:
            raise MatchNotFound
        return MatchWithJournal(state=state, journal=tuple(journal))

    async def stamp(self, device_id: UUID) -> str:
        """Return a text that changes whenever any match of the device does."""
        return await self._transcripts.stamp(device_id)

    def all_matches(self, device_id: UUID, renderer: Renderer) -> AsyncIterator[bytes]:
        """Write all matches that the device is in, newest first, as one file."""
        write = renderer.write_transcript
        if write is None:
            return write_matches(self._all(device_id), renderer)
        return _enclose(self._pages(device_id, write, renderer.between), renderer)

    def league_matches(
        self, device_id: UUID, season: LeagueSeason, renderer: Renderer
    ) -> AsyncIterator[bytes]:
        """Write those matches of a league that the device is in itself, as one file."""
        return write_matches(self._load_all(device_id, season.state.linked_matches), renderer)

    async def device_archive(self, device_id: UUID, after: UUID | None) -> AsyncIterator[bytes]:
        """Write all matches and leagues that the device is in, or those after a match."""
        matches = count = 0
        if after is not None:
            yield _RESUMED
        async for page in self._transcripts.pages(device_id, after or NEWEST):
            matches += len(page)
            if page:
                yield await threads.run(_match_lines, page)
        for league_id, is_listed in (await self._transcripts.league_ids(device_id)).items():
            try:
                season = (
                    await self._seasons.read_season(device_id, league_id) if is_listed else None
                )
            except LeagueNotFound:  # deleted, or left meanwhile
                continue
            if season is not None:
                count += 1
                yield await threads.run(_league_line, season)
        yield _line(ArchiveLine(end=ArchiveEnd(matches=matches, leagues=count)))

    async def league_archive(
        self, device_id: UUID, season: LeagueSeason, after: UUID | None
    ) -> AsyncIterator[bytes]:
        """Write a league behind those of its matches that the device is in, or those after one."""
        match_ids, matches = season.state.linked_matches, 0
        if after is not None:
            yield _RESUMED
            match_ids = match_ids[match_ids.index(after) + 1 :] if after in match_ids else match_ids
        async for match in self._load_all(device_id, match_ids):
            matches += 1
            yield await threads.run(_match_line, match)
        yield await threads.run(_league_line, season)
        yield _line(ArchiveLine(end=ArchiveEnd(matches=matches, leagues=1)))

    async def _pages(
        self, device_id: UUID, write: Callable[[Transcript], bytes], separator: bytes
    ) -> AsyncIterator[bytes]:
        """Write all matches of a device from their transcripts, many at a time."""
        async for page in self._transcripts.pages(device_id):
            if page:
                yield await threads.run(_join, page, write, separator)

    async def _all(self, device_id: UUID) -> AsyncIterator[MatchWithJournal]:
        before = NEWEST
        while page := await self._matches.list_match_ids(device_id, before, _PAGE):
            async for match in self._load_all(device_id, page):
                yield match
            before = page[-1]

    async def _load_all(
        self, device_id: UUID, match_ids: Iterable[UUID]
    ) -> AsyncIterator[MatchWithJournal]:
        """Yield those of some matches that the device is in, one at a time."""
        for match_id in match_ids:
            try:
                state = await self.state(device_id, match_id)
                match = await self.with_journal(device_id, state)
            except MatchNotFound:  # of others, or deleted meanwhile
                continue
            yield match


async def write_file(match: MatchWithJournal, renderer: Renderer) -> bytes:
    """Write one match as a file of its own."""
    # In a thread, because typesetting a long match takes seconds.
    content = await threads.run(renderer.write, match)
    return renderer.opening + content + renderer.closing


def write_matches(
    matches: AsyncIterator[MatchWithJournal], renderer: Renderer
) -> AsyncIterator[bytes]:
    """Write many matches as one file, of which only one is ever in memory."""
    return _enclose((renderer.write(match) async for match in matches), renderer)


async def _enclose(pieces: AsyncIterator[bytes], renderer: Renderer) -> AsyncIterator[bytes]:
    """Yield pieces with the opening, the separators and the closing of a file."""
    before = renderer.opening
    async for piece in pieces:
        yield before + piece
        before = renderer.between
    yield (before if before is renderer.opening else b"") + renderer.closing


def _join(
    page: Sequence[tuple[UUID, Transcript]], write: Callable[[Transcript], bytes], separator: bytes
) -> bytes:
    return separator.join(write(transcript) for _, transcript in page)


def _match_lines(page: Sequence[tuple[UUID, Transcript]]) -> bytes:
    return b"".join(
        _line(ArchiveLine(match=ArchivedMatch(match_id=match_id, transcript=transcript)))
        for match_id, transcript in page
    )


def _match_line(match: MatchWithJournal) -> bytes:
    return _match_lines([(match.state.match_id, match.transcript)])


def _league_line(season: LeagueSeason) -> bytes:
    return _line(ArchiveLine(league=leagues.to_archive(season)))


def _line(line: ArchiveLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def rendition(state: MatchState, renderer: Renderer) -> Rendition:
    """Return the paper of a match in a format, yet to be written."""
    day = moment(state.created_at)[:10]
    name = renditions.attachment(("pitch", day, *state.match.seating.names), renderer.extension)
    kind = ("match", renderer.extension)
    # A page that people open from here runs on our origin, so it may load nothing.
    return Rendition(
        renditions.match_source(state), kind, renderer.media_type, renderer.policy, name
    )


def headers(renderer: Renderer) -> dict[str, str]:
    """Return the headers that name a file of many matches."""
    parts = ("pitch", renderer.lists)
    return {"Content-Disposition": renditions.attachment(parts, renderer.extension)}
