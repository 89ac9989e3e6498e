"""Imports of archives: each line as it arrives, and what became of it.

Ids stay where nobody else has them, and are else the same each time, so that a file that is sent
again does nothing twice.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch.errors import Refusal, prefix_pointer
from pitch.league import fixture_table
from pitch.messages import Message
from pitch.notation import remake_ruleset
from pitchkeeper.access.aggregates import IdNotUuid7
from pitchkeeper.access.devices import Command
from pitchkeeper.documents.archives import leagues, records
from pitchkeeper.documents.archives.records import ArchivedLeague, UnparsedMatch
from pitchkeeper.documents.archives.streams import LineTooLong, TooManyLines
from pitchkeeper.documents.imports import Imports, is_full
from pitchkeeper.documents.store import TranscriptStore
from pitchkeeper.documents.transcripts import MatchWithJournal
from pitchkeeper.leagues import journal
from pitchkeeper.leagues.charter import LeagueExists
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.store import LeagueStore
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.opening import MatchExists
from pitchkeeper.workers import askers, threads

_MAX_IMPORTS: Final = 8
"""How many files a worker imports at a time."""
_MAX_IMPORTS_PER_ADDRESS: Final = 2
"""So that one client cannot block the others."""
_SECONDS: Final = 20.0
"""In which the hands of one match are proven."""
_TRIES: Final = 9
_RANDOM: Final = (1 << 62) - 1


class ImportsBusy(Refusal):
    """A file of this device is being taken in, or too many of others are; send it again later."""

    code = "imports_busy"
    default_message = Message("problem.imports_busy")


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
    """What takes in the files that devices bring from another server."""

    def __init__(
        self,
        imports: Imports,
        store: TranscriptStore,
        league_store: LeagueStore,
        changes: MatchChanges,
    ) -> None:
        self.imports = imports
        self.store = store
        self.league_store = league_store
        self.changes = changes
        # One line at a time, in turn, whoever sends them: what is left of the processors is for
        # those who play.
        self.lock = asyncio.Lock()
        self._busy: dict[UUID, str] = {}
        """From which address each device sends one."""

    @contextmanager
    def slot(self, device_id: UUID) -> Iterator[None]:
        """Refuse a device that sends two files at once, and others when too many do."""
        address = askers.address()
        from_there = list(self._busy.values()).count(address)
        is_full = len(self._busy) >= _MAX_IMPORTS or from_there >= _MAX_IMPORTS_PER_ADDRESS
        if device_id in self._busy or is_full:
            raise ImportsBusy
        self._busy[device_id] = address
        try:
            yield
        finally:
            del self._busy[device_id]

    def results(
        self, device_id: UUID, lines: AsyncIterator[bytes | LineTooLong | TooManyLines]
    ) -> AsyncIterator[LineResult]:
        """Yield what became of each line of a file, in order; sent again, nothing is made twice."""
        return _Import(self, device_id).results(lines)


class _Import:
    """A file that is being imported: what the device has by now, and what is yet to be saved."""

    def __init__(self, service: ArchiveImports, device_id: UUID) -> None:
        self._service = service
        self._device_id = device_id
        self._known: Mapping[UUID, bool] = {}
        """The ids that the device ever had, and whether it still has what they name."""
        self._taken: set[UUID] = set()
        """The ids that others have."""
        self._results: list[LineResult] = []
        self._batch: dict[int, MatchWithJournal] = {}
        """The matches that are to be saved, by their places among the results."""

    async def results(
        self, lines: AsyncIterator[bytes | LineTooLong | TooManyLines]
    ) -> AsyncIterator[LineResult]:
        """Yield what became of each line, once all before it are saved as well."""
        self._known = await self._service.store.ids(self._device_id)
        number = 0
        async for line in lines:
            number += 1
            async with self._service.lock:
                await self._take(number, line)
                # What is still sent after too many lines takes as long as it takes.
                if is_full(self._batch.values()) or isinstance(line, TooManyLines):
                    await self._save()
            # What is there already costs nothing, and need not wait for the next that is new.
            if not self._batch:
                for result in self._take_results():
                    yield result
        await self._save()
        for result in self._take_results():
            yield result

    def _take_results(self) -> list[LineResult]:
        results, self._results = self._results, []
        return results

    async def _take(self, number: int, line: bytes | Refusal) -> None:
        """Take in a line, or note why not."""
        result = LineResult(number=number)
        try:
            if isinstance(line, Refusal):
                raise line
            if not line.strip():
                return
            # Threads, because a line may be megabytes.
            parsed = await threads.run(records.parse, line)
            if parsed.match is not None:
                with prefix_pointer("/match"):
                    result = structs.replace(result, from_id=parsed.match.match_id)
                    await self._import_match(result, parsed.match)
            elif parsed.league is not None:
                with prefix_pointer("/league"):
                    result = structs.replace(result, from_id=parsed.league.league_id)
                    await self._import_league(result, parsed.league)
            else:
                self._results.append(structs.replace(result, is_end=True))
        except Refusal as refusal:
            self._results.append(structs.replace(result, refusal=refusal))

    async def _import_match(self, result: LineResult, sent: UnparsedMatch) -> None:
        """Check a match that is not there yet, to be saved with others."""
        match_id, is_there = self._local_id(sent.match_id)
        if match_id in {match.state.match_id for match in self._batch.values()}:
            await self._save()
            match_id, is_there = self._local_id(sent.match_id)
        if is_there:
            self._results.append(structs.replace(result, match_id=match_id))
            return
        if match_id is None:
            raise MatchExists(pointer="/matchId")
        transcript = await threads.run(sent.parse)
        with prefix_pointer("/transcript"):
            until = asyncio.get_running_loop().time() + _SECONDS
            match = await self._service.imports.check(
                self._device_id, lambda _: match_id, transcript, until
            )
        self._batch[len(self._results)] = match
        self._results.append(structs.replace(result, match_id=match_id, is_new=True))

    def _local_id(self, sent: UUID) -> tuple[UUID | None, bool]:
        if sent.version != 7:
            raise IdNotUuid7(pointer="/matchId")
        return local_id(sent, self._device_id, self._known, self._taken)

    async def _save(self) -> None:
        """Save the batch; note why what cannot be saved is not.

        Whether somebody else has an id is known only when it is used, so that those are tried
        again under the next.
        """
        while self._batch:
            new, refused = await self._service.imports.save(self._device_id, self._batch)
            for place, refusal in refused.items():
                del self._batch[place]
                self._results[place] = _refused(self._results[place], refusal)
            self._known = {**self._known, **dict.fromkeys(new, True)}
            others = {match.state.match_id for match in self._batch.values()} - set(new)
            if others:
                self._taken |= others
                # Another copy of the file may have brought them meanwhile.
                self._known = await self._service.store.ids(self._device_id)
            self._batch = dict(self._with_next_ids(new))

    def _with_next_ids(self, new: Collection[UUID]) -> Iterator[tuple[int, MatchWithJournal]]:
        """Yield the matches whose id was taken, each under its next id."""
        for place, match in self._batch.items():
            if match.state.match_id in new:
                continue
            result = self._results[place]
            match_id, is_there = self._local_id(result.from_id or match.state.match_id)
            if is_there:
                self._results[place] = structs.replace(result, match_id=match_id, is_new=False)
            elif match_id is None:
                self._results[place] = _refused(result, MatchExists(pointer="/match/matchId"))
            else:
                self._results[place] = structs.replace(result, match_id=match_id)
                yield (
                    place,
                    structs.replace(match, state=structs.replace(match.state, match_id=match_id)),
                )

    async def _import_league(self, result: LineResult, sent: ArchivedLeague) -> None:
        """Save a league that is not there yet, linked to those of its matches that are."""
        await self._save()
        service, device_id = self._service, self._device_id
        store, asked = service.league_store, Command(device_id)
        taken, gone = set[UUID](), set[UUID]()
        if sent.league_id.version != 7:
            raise IdNotUuid7(pointer="/leagueId")
        links = await self._links(sent)
        while True:
            known = {
                each: is_listed and each not in gone
                for each, is_listed in (await service.store.league_ids(device_id)).items()
            }
            league_id, is_there = local_id(sent.league_id, device_id, known, taken)
            if league_id is None:
                raise LeagueExists(pointer="/leagueId")
            if is_there and await store.load(league_id, asked) is None:
                gone.add(league_id)  # deleted, or left meanwhile
                continue
            if not is_there:
                latest = service.imports.latest()
                state = await threads.run(
                    partial(leagues.from_archive, sent, league_id, device_id, links, latest)
                )
                entry = journal.describe_change(LeagueAction.LEAGUE_OPENED, {}, state)
                if not await store.add(state, asked, entry):
                    taken.add(league_id)
                    continue
            self._results.append(structs.replace(result, league_id=league_id, is_new=not is_there))
            return

    async def _links(self, sent: ArchivedLeague) -> Mapping[UUID, UUID]:
        """Return the matches of a league that are the device's own here, by the ids it names.

        A link shows the score of a match to the whole league, so nobody else's may be linked.
        """
        with prefix_pointer("/rules"):
            ruleset = remake_ruleset(sent.rules)
        table, links = fixture_table(sent.charter.format), {}
        for linked in leagues.linked_matches(sent):
            here, is_there = local_id(linked, self._device_id, self._known, ())
            if here is None or not is_there:
                continue
            try:
                match = (await self._service.changes.read(self._device_id, here)).match
            except MatchNotFound:  # deleted, or left
                continue
            if (match.ruleset, match.seating.table) == (ruleset, table):
                links[linked] = here
        return links


def _refused(result: LineResult, refusal: Refusal) -> LineResult:
    return structs.replace(result, match_id=None, is_new=False, refusal=refusal)


def _candidates(sent: UUID, device_id: UUID) -> Iterator[UUID]:
    """Yield the ids under which a device may have what an archive names so.

    All sort as the first does. They follow from it and from the device, so that a file that is
    sent again meets what it brought, and one that others send does not.
    """
    yield sent
    for number in range(1, _TRIES):
        digest = hashlib.sha256(sent.bytes + device_id.bytes + bytes([number])).digest()
        bits = int.from_bytes(digest[:10])
        time, random = sent.int >> 80 << 80, (bits >> 62 & 0xFFF) << 64 | bits & _RANDOM
        # As RFC 9562 has a UUIDv7: 48 bits of time, the version, 12 bits, the variant, 62 bits.
        yield UUID(int=time | 7 << 76 | 2 << 62 | random)


def local_id(
    sent: UUID, device_id: UUID, known: Mapping[UUID, bool], taken: Collection[UUID]
) -> tuple[UUID | None, bool]:
    """Return the id here of what an archive names so, and whether the device has it already.

    `known` are the ids that the device ever had, and whether it still has them; `taken` are those
    that others have. None if there is no room for another copy.
    """
    tried = list(_candidates(sent, device_id))
    there = next((each for each in tried if known.get(each)), None)
    if there is not None:
        return there, True
    # What the device left or deleted stays so: it comes back beside it.
    return next((each for each in tried if each not in known and each not in taken), None), False
