"""Imports of archives: each line as it arrives, and what became of it."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch.errors import Refusal, inside
from pitch.league import fixture_table
from pitch.messages import Message
from pitch.notation import check_times, ruleset_of
from pitchkeeper.access.aggregates import IdNotUuid7
from pitchkeeper.access.devices import Command
from pitchkeeper.documents.archives import ids, leagues, records
from pitchkeeper.documents.archives.lines import LineTooLong, TooManyLines
from pitchkeeper.documents.archives.records import ArchivedLeague, UnreadMatch
from pitchkeeper.documents.store import Copy, CopyStore
from pitchkeeper.documents.transfer import MatchTransfer
from pitchkeeper.leagues import replay
from pitchkeeper.leagues.charter import LeagueExists
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.opening import MOST_MATCHES, MatchExists, TooManyMatches
from pitchkeeper.workers import askers, threads

_MOST: Final = 8
"""As many files does a worker take in at once."""
_EACH: Final = 2
"""Of which so many from one address, so that nobody can keep all others from theirs."""
_TOGETHER: Final = 20
"""How many matches are kept in one transaction, which costs as much for one."""
_MOST_CHANGES: Final = 1_000
"""After so many lines of journals, which are kilobytes each, they are kept too."""
_SECONDS: Final = 20.0
"""In which the hands of one match are proven."""


class ImportsBusy(Refusal):
    """A file of this device is being taken in, or too many of others are; send it again later."""

    code = "imports_busy"
    usual = Message("problem.imports_busy")


class LineResult(Struct, frozen=True, kw_only=True):
    """What became of a line: the id that its match or league has here, or why it has none."""

    number: int
    """Lines count from 1."""
    from_id: UUID | None = None
    """The id that the line names."""
    match_id: UUID | None = None
    league_id: UUID | None = None
    is_new: bool = False
    """Whether it was not there before."""
    refusal: Refusal | None = None
    is_end: bool = False
    """Whether it says that nothing is missing before it."""


class ArchiveImports:
    """What a device brings from another server."""

    def __init__(
        self,
        transfer: MatchTransfer,
        store: CopyStore,
        league_store: LeagueStore,
        changes: MatchChanges,
    ) -> None:
        self.transfer = transfer
        self.store = store
        self.league_store = league_store
        self.changes = changes
        # One line at a time, in turn, whoever sends them: what is left of the processors is for
        # those who play.
        self.lane = asyncio.Lock()
        self._busy: dict[UUID, str] = {}
        """From which address each device sends one."""

    @contextmanager
    def turn(self, device_id: UUID) -> Iterator[None]:
        """Refuse a device that sends two files at once, and others when too many do."""
        address = askers.address()
        from_there = list(self._busy.values()).count(address)
        if device_id in self._busy or len(self._busy) >= _MOST or from_there >= _EACH:
            raise ImportsBusy
        self._busy[device_id] = address
        try:
            yield
        finally:
            del self._busy[device_id]

    def results(
        self, device_id: UUID, lines: AsyncIterator[bytes | LineTooLong | TooManyLines]
    ) -> AsyncIterator[LineResult]:
        """What became of each line of a file, in order; sent again, nothing is made twice."""
        return _Import(self, device_id).results(lines)


class _Import:
    """A file that is being taken in: what the device has by now, and what is yet to be kept."""

    def __init__(self, service: ArchiveImports, device_id: UUID) -> None:
        self._service = service
        self._device_id = device_id
        self._known: Mapping[UUID, bool] = {}
        self._taken: set[UUID] = set()
        """What others were found to have."""
        self._results: list[LineResult] = []
        self._judged: dict[int, Copy] = {}
        """What is to be kept, by its place among the results."""

    async def results(
        self, lines: AsyncIterator[bytes | LineTooLong | TooManyLines]
    ) -> AsyncIterator[LineResult]:
        """What became of each line, once all before it are kept as well."""
        self._known = await self._service.store.ids(self._device_id)
        number = 0
        async for line in lines:
            number += 1
            async with self._service.lane:
                await self._take(number, line)
                is_much = len(self._judged) >= _TOGETHER or self._changes() > _MOST_CHANGES
                # What is still sent after too many lines takes as long as it takes.
                if is_much or isinstance(line, TooManyLines):
                    await self._keep()
            # What is there already costs nothing, and need not wait for the next that is new.
            if not self._judged:
                for each in self._told():
                    yield each
        await self._keep()
        for each in self._told():
            yield each

    def _changes(self) -> int:
        return sum(len(copy.noted) for copy in self._judged.values())

    def _told(self) -> list[LineResult]:
        told, self._results = self._results, []
        return told

    async def _take(self, number: int, line: bytes | Refusal) -> None:
        """Take in a line, or note why not."""
        result = LineResult(number=number)
        try:
            if isinstance(line, Refusal):
                raise line
            if not line.strip():
                return
            # Threads, for a line may be megabytes.
            unread = await threads.run(records.read, line)
            if unread.match is not None:
                with inside("/match"):
                    result = structs.replace(result, from_id=unread.match.match_id)
                    await self._match(result, unread.match)
            elif unread.league is not None:
                with inside("/league"):
                    result = structs.replace(result, from_id=unread.league.league_id)
                    await self._league(result, unread.league)
            else:
                self._results.append(structs.replace(result, is_end=True))
        except Refusal as refusal:
            self._results.append(structs.replace(result, refusal=refusal))

    async def _match(self, result: LineResult, unread: UnreadMatch) -> None:
        """Judge a match that is not there yet, to be kept with others."""
        match_id, is_there = self._chosen(unread.match_id)
        coming = {copy.state.match_id for copy in self._judged.values()}
        if match_id in coming:
            await self._keep()
            match_id, is_there = self._chosen(unread.match_id)
        if is_there:
            self._results.append(structs.replace(result, match_id=match_id))
            return
        if match_id is None:
            raise MatchExists(pointer="/matchId")
        transfer = self._service.transfer
        told = await threads.run(unread.read)
        with inside("/transcript"):
            check_times(told, transfer.latest())
            until = asyncio.get_running_loop().time() + _SECONDS
            copy = await transfer.accepted(self._device_id, match_id, told, until)
        self._judged[len(self._results)] = copy
        self._results.append(structs.replace(result, match_id=match_id, is_new=True))

    def _chosen(self, given: UUID) -> tuple[UUID | None, bool]:
        if given.version != 7:
            raise IdNotUuid7(pointer="/matchId")
        return ids.chosen(given, self._device_id, self._known, self._taken)

    async def _keep(self) -> None:
        """Keep what was judged; of what there is no room for say so.

        Whether somebody else has an id is known only when it is used, so that those are tried
        again under the next.
        """
        store, device_id = self._service.store, self._device_id
        while self._judged:
            room = MOST_MATCHES - await store.count(device_id, MOST_MATCHES)
            for place in list(self._judged)[max(0, room) :]:
                del self._judged[place]
                self._results[place] = _refused(self._results[place], TooManyMatches())
            try:
                new = await store.add(device_id, list(self._judged.values()))
            except Refusal as refusal:
                for place in self._judged:
                    self._results[place] = _refused(self._results[place], refusal)
                self._judged = {}
                return
            self._known = {**self._known, **dict.fromkeys(new, True)}
            others = {each.state.match_id for each in self._judged.values()} - set(new)
            if others:
                self._taken |= others
                # Another copy of the file may have brought them meanwhile.
                self._known = await store.ids(device_id)
            self._judged = dict(self._left(new))

    def _left(self, new: Collection[UUID]) -> Iterator[tuple[int, Copy]]:
        """What was not kept because its id was taken, each under its next id."""
        for place, copy in self._judged.items():
            if copy.state.match_id in new:
                continue
            result = self._results[place]
            given = result.from_id or copy.state.match_id
            match_id, is_there = ids.chosen(given, self._device_id, self._known, self._taken)
            if is_there:
                self._results[place] = structs.replace(result, match_id=match_id, is_new=False)
            elif match_id is None:
                self._results[place] = _refused(result, MatchExists(pointer="/match/matchId"))
            else:
                self._results[place] = structs.replace(result, match_id=match_id)
                yield place, Copy(state=replace(copy.state, match_id=match_id), noted=copy.noted)

    async def _league(self, result: LineResult, told: ArchivedLeague) -> None:
        """Keep a league that is not there yet, linked to those of its matches that are."""
        await self._keep()
        service, device_id = self._service, self._device_id
        store, asked = service.league_store, Command(device_id)
        taken, gone = set[UUID](), set[UUID]()
        if told.league_id.version != 7:
            raise IdNotUuid7(pointer="/leagueId")
        links = await self._links(told)
        while True:
            known = {
                each: is_listed and each not in gone
                for each, is_listed in (await service.store.league_ids(device_id)).items()
            }
            league_id, is_there = ids.chosen(told.league_id, device_id, known, taken)
            if league_id is None:
                raise LeagueExists(pointer="/leagueId")
            if is_there and await store.load(league_id, asked) is None:
                gone.add(league_id)  # deleted, or left meanwhile
                continue
            if not is_there:
                latest = service.transfer.latest()
                state = await threads.run(
                    partial(leagues.state_of, told, league_id, device_id, links, latest)
                )
                entry = replay.change_of(LeagueAction.LEAGUE_OPENED, {}, state)
                if not await store.add(state, asked, entry):
                    taken.add(league_id)
                    continue
            self._results.append(structs.replace(result, league_id=league_id, is_new=not is_there))
            return

    async def _links(self, told: ArchivedLeague) -> Mapping[UUID, UUID]:
        """The matches of a league that are the device's own here, by the ids it names them by.

        Who links a match shows its score to the whole league, so it can be no other.
        """
        with inside("/rules"):
            ruleset = ruleset_of(told.rules)
        table, links = fixture_table(told.charter.format), {}
        for given in leagues.linked_by(told):
            here, is_there = ids.chosen(given, self._device_id, self._known, ())
            if here is None or not is_there:
                continue
            try:
                match = (await self._service.changes.read(self._device_id, here)).match
            except MatchNotFound:  # deleted, or left
                continue
            if (match.ruleset, match.seating.table) == (ruleset, table):
                links[given] = here
        return links


def _refused(result: LineResult, refusal: Refusal) -> LineResult:
    return structs.replace(result, match_id=None, is_new=False, refusal=refusal)
