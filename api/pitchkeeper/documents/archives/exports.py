"""Exports of archives: what leaves of a device or of a league, line by line."""

from collections.abc import AsyncIterator, Sequence
from typing import Final
from uuid import UUID

import msgspec

from pitch.notation import Transcript
from pitchkeeper.documents.archives import leagues
from pitchkeeper.documents.archives.records import ArchivedMatch, ArchiveEnd, ArchiveLine
from pitchkeeper.documents.store import NEWEST, CopyStore
from pitchkeeper.documents.transfer import MatchTransfer
from pitchkeeper.leagues.changes import LeagueNotFound
from pitchkeeper.leagues.season.fixtures import Fixtures
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches.changes import MatchNotFound
from pitchkeeper.workers import threads

_START: Final = b"\n"
"""What ends a line that a download broke off in, where the rest is written behind it."""


class ArchiveExports:
    """What a device may take to another server."""

    def __init__(self, transfer: MatchTransfer, store: CopyStore, fixtures: Fixtures) -> None:
        self._transfer = transfer
        self._store = store
        self._fixtures = fixtures

    async def device(self, device_id: UUID, after: UUID | None) -> AsyncIterator[bytes]:
        """All matches and leagues that the device is in, or those after a match."""
        matches = count = 0
        if after is not None:
            yield _START
        async for page in self._store.pages(device_id, after or NEWEST):
            matches += len(page)
            if page:
                yield await threads.run(_matches, page)
        for league_id, is_listed in (await self._store.league_ids(device_id)).items():
            try:
                season = await self._fixtures.season(device_id, league_id) if is_listed else None
            except LeagueNotFound:  # deleted, or left meanwhile
                continue
            if season is not None:
                count += 1
                yield await threads.run(_league, season)
        yield _line(ArchiveLine(end=ArchiveEnd(matches=matches, leagues=count)))

    async def league(
        self, device_id: UUID, season: LeagueSeason, after: UUID | None
    ) -> AsyncIterator[bytes]:
        """A league behind those of its matches that the device is in itself, or those after one."""
        linked, matches = season.state.linked, 0
        if after is not None:
            yield _START
            linked = linked[linked.index(after) + 1 :] if after in linked else linked
        for match_id in linked:
            try:
                copy = await self._transfer.copy(device_id, match_id)
            except MatchNotFound:  # of others, or deleted
                continue
            matches += 1
            yield await threads.run(lambda copy: _matches([(match_id, copy.transcript)]), copy)  # noqa: B023
        yield await threads.run(_league, season)
        yield _line(ArchiveLine(end=ArchiveEnd(matches=matches, leagues=1)))


def _matches(page: Sequence[tuple[UUID, Transcript]]) -> bytes:
    return b"".join(
        _line(ArchiveLine(match=ArchivedMatch(match_id=match_id, transcript=transcript)))
        for match_id, transcript in page
    )


def _league(season: LeagueSeason) -> bytes:
    return _line(ArchiveLine(league=leagues.archived(season)))


def _line(line: ArchiveLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"
