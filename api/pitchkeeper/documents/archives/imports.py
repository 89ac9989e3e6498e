"""Imports of archives: every line is imported as it arrives and has a result.

A match or league keeps its id unless somebody else has it, and else gets an id that is the same
for each attempt, so that a file that is sent again creates no duplicates.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch.messages import Refusal, prefix_pointer
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
from pitchkeeper.workers import clients, threads

_MAX_IMPORTS: Final = 8
"""The most files that a worker imports at a time."""
_MAX_IMPORTS_PER_ADDRESS: Final = 2
"""The most files from one address, so that one client cannot block the others."""
_SECONDS: Final = 20.0
"""The time to prove the hands of one match."""
_TRIES: Final = 9
_RANDOM: Final = (1 << 62) - 1


class ImportsBusy(Refusal):
    """A file of this device, or too many of other devices, are being imported; try again later."""


class LineResult(Struct, frozen=True, kw_only=True):
    """The result of a line: the id of its match or league here, or a refusal."""

    number: int
    """The line, from 1."""
    from_id: UUID | None = None
    """The id that the line names."""
    match_id: UUID | None = None
    league_id: UUID | None = None
    is_new: bool = False
    """Whether the match or league was created by this line."""
    refusal: Refusal | None = None
    is_end: bool = False
    """Whether the line is the end of a complete archive."""


class ArchiveImports:
    """The service that imports the archives of other servers."""

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
        # One line at a time among all files, so that imports leave processor time for requests.
        self.lock = asyncio.Lock()
        self._busy: dict[UUID, str] = {}
        """The address of each device that is importing a file."""

    @contextmanager
    def slot(self, device_id: UUID) -> Iterator[None]:
        """Hold a slot for a file. Raises ImportsBusy if the device has one or all are taken."""
        address = clients.current().address
        at_address = list(self._busy.values()).count(address)
        is_full = len(self._busy) >= _MAX_IMPORTS or at_address >= _MAX_IMPORTS_PER_ADDRESS
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
        """Yield the result of each line of a file, in order."""
        return _Import(self, device_id).results(lines)


class _Import:
    """The import of a file: the ids that the device has by now, and the matches to save."""

    def __init__(self, service: ArchiveImports, device_id: UUID) -> None:
        self._service = service
        self._device_id = device_id
        self._known: Mapping[UUID, bool] = {}
        """All ids that the device ever had, and whether it still has the match."""
        self._taken: set[UUID] = set()
        """The ids that belong to others."""
        self._results: list[LineResult] = []
        self._batch: dict[int, MatchWithJournal] = {}
        """The matches to save, by their places among the results."""

    async def results(
        self, lines: AsyncIterator[bytes | LineTooLong | TooManyLines]
    ) -> AsyncIterator[LineResult]:
        """Yield the result of each line once it and all before it are saved."""
        self._known = await self._service.store.ids(self._device_id)
        number = 0
        async for line in lines:
            number += 1
            async with self._service.lock:
                await self._import_line(number, line)
                # The client may take long to send the lines after too many, so save now.
                if is_full(self._batch.values()) or isinstance(line, TooManyLines):
                    await self._save()
            # Results of matches that exist already need not wait for the next batch.
            if not self._batch:
                for result in self._take_results():
                    yield result
        await self._save()
        for result in self._take_results():
            yield result

    def _take_results(self) -> list[LineResult]:
        results, self._results = self._results, []
        return results

    async def _import_line(self, number: int, line: bytes | Refusal) -> None:
        """Import a line and add its result."""
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
        """Check a new match and add it to the batch."""
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
        """Save the batch, and note the refusals in the results.

        Only an attempt to save shows that somebody else has an id; the match is then saved under
        its next candidate.
        """
        while self._batch:
            new, refusals = await self._service.imports.save(self._device_id, self._batch)
            for place, refusal in refusals.items():
                del self._batch[place]
                self._results[place] = _with_refusal(self._results[place], refusal)
            self._known = {**self._known, **dict.fromkeys(new, True)}
            conflicts = {match.state.match_id for match in self._batch.values()} - set(new)
            if conflicts:
                self._taken |= conflicts
                # Another request with the same file may have added them meanwhile.
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
                self._results[place] = _with_refusal(result, MatchExists(pointer="/match/matchId"))
            else:
                self._results[place] = structs.replace(result, match_id=match_id)
                yield (
                    place,
                    structs.replace(match, state=structs.replace(match.state, match_id=match_id)),
                )

    async def _import_league(self, result: LineResult, sent: ArchivedLeague) -> None:
        """Save a new league, linked to those of its matches that the device has here."""
        await self._save()
        service, device_id = self._service, self._device_id
        store, command = service.league_store, Command(device_id)
        taken_ids, deleted_ids = set[UUID](), set[UUID]()
        if sent.league_id.version != 7:
            raise IdNotUuid7(pointer="/leagueId")
        links = await self._links(sent)
        while True:
            known_ids = {
                id_: is_listed and id_ not in deleted_ids
                for id_, is_listed in (await service.store.league_ids(device_id)).items()
            }
            league_id, is_there = local_id(sent.league_id, device_id, known_ids, taken_ids)
            if league_id is None:
                raise LeagueExists(pointer="/leagueId")
            if is_there and await store.load(league_id, command) is None:
                deleted_ids.add(league_id)  # deleted, or left meanwhile
                continue
            if not is_there:
                latest = service.imports.latest()
                state = await threads.run(
                    partial(leagues.from_archive, sent, league_id, device_id, links, latest)
                )
                entry = journal.describe_change(LeagueAction.LEAGUE_OPENED, {}, state)
                if not await store.add(state, command, entry):
                    taken_ids.add(league_id)
                    continue
            self._results.append(structs.replace(result, league_id=league_id, is_new=not is_there))
            return

    async def _links(self, sent: ArchivedLeague) -> Mapping[UUID, UUID]:
        """Return the ids here of a league's matches that the device is in, by their ids there.

        A link shows a match to the whole league, so only the device's own matches are linked.
        """
        with prefix_pointer("/rules"):
            ruleset = sent.rules.to_ruleset()
        table, links = sent.charter.format.fixture_table, {}
        for match_id in leagues.linked_matches(sent):
            here, is_there = local_id(match_id, self._device_id, self._known, ())
            if here is None or not is_there:
                continue
            try:
                match = (await self._service.changes.read(self._device_id, here)).match
            except MatchNotFound:  # deleted, or left
                continue
            if (match.ruleset, match.seating.table) == (ruleset, table):
                links[match_id] = here
        return links


def _with_refusal(result: LineResult, refusal: Refusal) -> LineResult:
    return structs.replace(result, match_id=None, is_new=False, refusal=refusal)


def _candidates(sent: UUID, device_id: UUID) -> Iterator[UUID]:
    """Yield the ids that a device may have here for an id of an archive.

    All have the time of the first. They follow from it and from the device, so that a device that
    sends a file again gets the same ids, and other devices get others.
    """
    yield sent
    for number in range(1, _TRIES):
        digest = hashlib.sha256(sent.bytes + device_id.bytes + bytes([number])).digest()
        bits = int.from_bytes(digest[:10])
        time, random = sent.int >> 80 << 80, (bits >> 62 & 0xFFF) << 64 | bits & _RANDOM
        # UUIDv7 by RFC 9562: 48 bits of time, the version, 12 bits, the variant, 62 bits.
        yield UUID(int=time | 7 << 76 | 2 << 62 | random)


def local_id(
    sent: UUID, device_id: UUID, known_ids: Mapping[UUID, bool], taken_ids: Collection[UUID]
) -> tuple[UUID | None, bool]:
    """Return the id here for an id of an archive, and whether the device has it already.

    `known` maps the ids that the device ever had to whether it still has them; `taken` are the ids
    of others. None if no candidate is free.
    """
    candidates = list(_candidates(sent, device_id))
    existing = next((id_ for id_ in candidates if known_ids.get(id_)), None)
    if existing is not None:
        return existing, True
    # The device left or deleted what it had under an id, so the import gets another id.
    return next(
        (id_ for id_ in candidates if id_ not in known_ids and id_ not in taken_ids), None
    ), False
