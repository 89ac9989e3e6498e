"""The store of matches in PostgreSQL."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

import asyncpg
from msgspec import structs

from pitch import Match
from pitchkeeper.access.devices import Command
from pitchkeeper.database import listings
from pitchkeeper.database.listings import JournalQuery, LeagueState, Listing, ListQuery
from pitchkeeper.database.listings import MatchState as ListedState
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.matches import saving
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.journal import (
    ChangesSince,
    JournalLine,
    JournalTail,
    RecordedHandChange,
    RecordedMatchChange,
)
from pitchkeeper.matches.memory import MatchMemory
from pitchkeeper.matches.state import (
    Head,
    ListedMatch,
    MatchOutcome,
    MatchProgress,
    MatchState,
    Member,
    RecordedAdjustment,
    Summary,
)
from pitchkeeper.messages import codecs
from pitchkeeper.rulings import store as ruleset_store
from pitchkeeper.rulings.store import RulesetStore


class MatchStore:
    """Loads, lists and saves matches and their journals."""

    def __init__(
        self, pool: Connections, announce: Callable[[UUID], None], memory: MatchMemory | None = None
    ) -> None:
        """Create a store; `announce` is called with the id of every match that has changed."""
        self._pool = pool
        self._rulesets = RulesetStore(pool)
        self._announce = announce
        self._memory = memory or MatchMemory()

    async def list_done(
        self, match_id: UUID, command_ids: Sequence[UUID | None]
    ) -> dict[UUID | None, int]:
        """Return, by command, the version that it made of a match, or that it left as it was."""
        rows = await self._pool.fetch(queries().list_done, match_id, command_ids)
        return {row["command_id"]: row["version"] for row in rows}

    async def note_idle(
        self, match_id: UUID, command_id: UUID, version: int, _at: datetime
    ) -> bool:
        """Store that a command changed nothing; return false if the match has changed meanwhile."""
        row = await self._pool.fetchval(queries().note_idle, match_id, command_id, version)
        return row is not None

    async def note_reopened(self, match_id: UUID, command_id: UUID) -> None:
        """Store that a command would have opened a match that was open already."""
        await self._pool.execute(queries().note_reopened, match_id, command_id)

    async def add(self, state: MatchState, command: Command) -> bool:
        """Store a new match with members and journal; return false if the id is taken."""
        # Outside the transaction: a rule set never changes under its hash, and one that no match
        # uses does no harm.
        await self._rulesets.add(state.match.ruleset)
        return await saving.write(self._pool, saving.for_new_match(state, command)) is not None

    async def load(
        self, match_id: UUID, command: Command, *, even_deleted: bool = False
    ) -> MatchState | None:
        """Return a match with all its facts; None for a device that is not in it."""
        cached = self._memory.get(match_id)
        # A stranger waits for one statement, whether the match is cached or not.
        is_member = cached is not None and cached.member(command.device_id) is not None
        if cached and is_member and command.id is None and await self._pool.is_spread():
            state = await self._confirm(cached, even_deleted=even_deleted)
            if state is not None:
                return state
        # One statement is a consistent snapshot without a transaction. If the cached match is
        # current, it reads only what may change without a new version.
        row = await self._pool.fetchrow(
            queries().load_match,
            match_id,
            command.device_id,
            command.id,
            even_deleted,
            cached and cached.version,
            cached and cached.updated_at,
        )
        if row is None:
            return None
        if cached is not None and self._memory.holds(cached, row["version"], row["updated_at"]):
            state = _with_names(cached, row["names"])
            if state is not cached:
                self._memory.put(state)
            return _with_done_version(state, row["done_in"])
        state = _decode_match(match_id, row)
        self._memory.put(state)
        return _with_done_version(state, row["done_in"])

    async def _confirm(self, cached: MatchState, *, even_deleted: bool) -> MatchState | None:
        """Return a cached match if it is current, else None.

        For clusters, which plan two statements of one table in half the time of `load_match`.
        """
        row = await self._pool.fetchrow(queries().load_version, cached.match_id)
        if (
            row is None
            or not self._memory.holds(cached, row["version"], row["updated_at"])
            or not (cached.deleted_at is None or even_deleted)
        ):
            return None
        names = await self.names(cached.match_id)
        if names == cached.device_names:
            return cached
        state = structs.replace(cached, device_names=names)
        self._memory.put(state)
        return state

    def get_cached(self, match_id: UUID) -> MatchState | None:
        """Return the cached match, if there is one, which may be saved without reading it."""
        return self._memory.get(match_id)

    async def save(
        self, before: MatchState, after: MatchState, change: RecordedMatchChange, command: Command
    ) -> MatchState | None:
        """Save a change and return the match; None if it is no longer the match before the change.

        The match may be taken from the cache: its names, which change without a new version, are
        read again.
        """
        if change.ruleset is not None:
            await self._rulesets.add(change.ruleset.after)
        is_spread = await self._pool.is_spread()
        statements = saving.for_change(before, after, change, command, is_spread=is_spread)
        row = await saving.write(self._pool, statements)
        if row is None:
            return None
        saved = _with_names(after, row["names"])
        self._memory.put(saved)
        # After the commit, so that a listener reads the new version.
        self._announce(saved.match_id)
        return saved

    async def list_unproven(self, limit: int) -> dict[UUID, UUID]:
        """Return an unclaimed match with unproven hands for each of some owners."""
        return {row[0]: row[1] for row in await self._pool.fetch(queries().list_unproven, limit)}

    async def claim_check(self, match_id: UUID, lasting: timedelta) -> int | None:
        """Claim a match; return the number of failed tries, or None if it is claimed already."""
        await self._pool.execute(queries().note_check, match_id)
        tries: int | None = await self._pool.fetchval(queries().claim_check, match_id, lasting)
        return tries

    async def put_check_off(self, match_id: UUID, wait: timedelta) -> None:
        """Let no worker prove the hands of a match until some time has passed."""
        await self._pool.execute(queries().put_check_off, match_id, wait)

    async def end_check(self, match_id: UUID) -> None:
        """Note that the hands of a match are proven."""
        await self._pool.execute(queries().end_check, match_id)

    async def owner(self, match_id: UUID) -> UUID | None:
        """Return the device that owns a match."""
        owner: UUID | None = await self._pool.fetchval(queries().load_owner, match_id)
        return owner

    async def is_of_league(self, match_id: UUID) -> bool:
        """Return whether a match counts for a league."""
        return bool(await self._pool.fetchval(queries().is_of_league, match_id))

    async def names(self, match_id: UUID) -> dict[UUID, str]:
        """Return the names of the members' devices, if they have names."""
        rows = await self._pool.fetch(queries().list_names, match_id)
        return {row["device_id"]: row["name"] for row in rows}

    async def load_remover(self, match_id: UUID, device_id: UUID) -> UUID | None:
        """Return the device that last removed another device, or itself, from a match."""
        remover: UUID | None = await self._pool.fetchval(
            queries().load_remover, match_id, device_id
        )
        return remover

    async def last_adjustment(self, match_id: UUID) -> int:
        """Return the highest number that an adjustment of a match ever had; 0 if there was none."""
        return int(await self._pool.fetchval(queries().last_adjustment, match_id))

    async def load_changes(self, match_id: UUID, version: int) -> ChangesSince:
        """Return the changes of a match since one of its versions."""
        changes = await self._pool.fetchval(queries().load_changes, match_id, version)
        return _CHANGES.decode(changes)

    async def list_hand_changes(
        self, match_id: UUID, number: int, version: int, limit: int
    ) -> Sequence[tuple[int, UUID, RecordedHandChange]]:
        """Return changes of a hand after a version, oldest first, each with version and device."""
        rows = await self._pool.fetch(queries().list_hand_changes, match_id, number, version, limit)
        return [
            (row["version"], row["device_id"], _HAND_CHANGE.decode(row["change"])) for row in rows
        ]

    async def list_back(self, match_id: UUID, version: int, limit: int) -> Sequence[JournalLine]:
        """Return lines of the journal of a match from a version backwards."""
        rows = await self._pool.fetch(queries().list_back, match_id, version, limit)
        return list(map(_decode_line, rows))

    async def has_many_matches(self, device_id: UUID, many: int) -> bool:
        """Return whether a device has at least so many matches."""
        return bool(await self._pool.fetchval(queries().has_many_matches, device_id, many))

    async def list_match_ids(self, device_id: UUID, before: UUID, limit: int) -> Sequence[UUID]:
        """Return the ids of the newest matches of a device, older than `before`."""
        rows = await self._pool.fetch(queries().newest_of_device, device_id, before, limit, True)
        return [row["match_id"] for row in rows]

    async def list_matches(
        self, device_id: UUID, query: ListQuery, limit: int
    ) -> Sequence[ListedMatch]:
        """Return a page of the matches of a device."""
        rows = await listings.page(self._pool, _listing(query.state), device_id, query, limit)
        return [
            ListedMatch(
                match_id=row["match_id"],
                version=row["version"],
                summary=_SUMMARY.decode(row["summary"]),
                created_at=row["created_at"],
                updated_at=row["updated_at"],
            )
            for row in rows
        ]

    async def list_outcomes(self, match_ids: Sequence[UUID]) -> dict[UUID, MatchOutcome]:
        """Return winner and scores of matches by their ids, also of removed ones."""
        rows = await self._pool.fetch(queries().list_outcomes, match_ids)
        return {
            row["match_id"]: MatchOutcome(
                row["winner"],
                _SCORES.decode(row["scores"]),
                has_begun=row["has_begun"],
                is_proven=row["is_proven"],
                hands=row["hands"],
            )
            for row in rows
        }

    async def list_journal(
        self, match_id: UUID, device_id: UUID, query: JournalQuery, limit: int
    ) -> Sequence[JournalLine] | None:
        """Return lines of the journal; None for a device that is not in the match."""
        text = queries().list_journal_back if query.is_back else queries().list_journal
        rows = await self._pool.fetch(text, match_id, device_id, query.beyond, limit, query.action)
        # Without further lines a member gets an empty row; only a stranger gets no row.
        if not rows:
            return None
        return [_decode_line(row) for row in rows if row["version"] is not None]

    async def watch_matches(self, match_ids: Sequence[UUID]) -> dict[UUID, MatchProgress]:
        """Return the versions and members of matches."""
        rows = await self._pool.fetch(queries().watch_matches, match_ids)
        return {
            row["match_id"]: MatchProgress(row["version"], frozenset(row["members"]))
            for row in rows
        }

    async def follow_match(self, match_id: UUID, after: int, upto: int) -> JournalTail:
        """Return the journal after one version and up to another, and the members of the match."""
        row = await self._pool.fetchrow(queries().follow_match, match_id, after, upto)
        if row is None:
            return JournalTail((), frozenset())
        return JournalTail(_LINES.decode(row["noted"]), frozenset(row["members"]))


def _listing(state: ListedState | LeagueState | None) -> Listing:
    """Return the statements that list matches in a state."""
    statements = queries()
    # A deleted match is on no list.
    is_listed = state is not ListedState.DELETED
    is_won = None if state is None or not is_listed else state is ListedState.WON
    return Listing(
        statements.newest_of_device if is_won is None else statements.newest_of_state,
        statements.oldest_of_device if is_won is None else statements.oldest_of_state,
        statements.changed_of_device if is_won is None else statements.changed_of_state,
        statements.list_matches,
        is_listed=is_listed,
        is_won=is_won,
    )


def _decode_match(match_id: UUID, row: asyncpg.Record) -> MatchState:
    head = _HEAD.decode(row["head"])
    return MatchState(
        match_id=match_id,
        version=row["version"],
        checked=row["checked"],
        match=Match(ruleset_store.decode(row["ruleset"]), head.seating, head.first_dealer),
        policy=head.policy,
        time_zone=head.time_zone,
        next_match=head.next_match,
        name=head.name,
        hands=_HANDS.decode(row["hands"]),
        adjustments=_ADJUSTMENTS.decode(row["adjustments"]),
        members=_MEMBERS.decode(row["members"]),
        device_names=_NAMES.decode(row["names"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        deleted_at=row["deleted_at"],
    )


def _with_names(state: MatchState, content: bytes) -> MatchState:
    """Return a match with the names of its devices, which change without a new version."""
    names = _NAMES.decode(content)
    return state if names == state.device_names else structs.replace(state, device_names=names)


def _with_done_version(state: MatchState, version: int | None) -> MatchState:
    """Return a match with the version that a command has made already, if it has."""
    return state if version is None else structs.replace(state, done_in=version)


def _decode_line(row: asyncpg.Record) -> JournalLine:
    return JournalLine(
        row["version"], row["noted_at"], row["device_id"], _ENTRY.decode(row["entry"])
    )


# A decoder is slow to build, so each is built once.
_HEAD = codecs.StoredDecoder(Head)
_HAND_CHANGE = codecs.StoredDecoder(RecordedHandChange)
_HANDS = codecs.StoredDecoder(tuple[RecordedHand, ...])
_ADJUSTMENTS = codecs.StoredDecoder(tuple[RecordedAdjustment, ...])
_NAMES = codecs.StoredDecoder(dict[UUID, str])
_MEMBERS = codecs.StoredDecoder(tuple[Member, ...])
_SCORES = codecs.StoredDecoder(tuple[int, ...])
_SUMMARY = codecs.StoredDecoder(Summary)
_CHANGES = codecs.StoredDecoder(ChangesSince)
_ENTRY = codecs.StoredDecoder(RecordedMatchChange)
_LINES = codecs.StoredDecoder(tuple[JournalLine, ...])
