"""The store of matches: PostgreSQL behind the few verbs that they need."""

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
    MatchChange,
    RecordedHandChange,
)
from pitchkeeper.matches.memory import MatchMemory
from pitchkeeper.matches.saving import Statement
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
    """The matches that are kept, by the verbs that keep and read them."""

    def __init__(
        self, pool: Connections, announce: Callable[[UUID], None], memory: MatchMemory | None = None
    ) -> None:
        """`announce` is told the id of every match that has been changed."""
        self._pool = pool
        self._rulesets = RulesetStore(pool)
        self._announce = announce
        self._memory = memory or MatchMemory()

    async def list_done(
        self, match_id: UUID, command_ids: Sequence[UUID | None]
    ) -> dict[UUID | None, int]:
        """The versions of a match that some commands made, or met with nothing to change."""
        rows = await self._pool.fetch(queries().list_done, match_id, command_ids)
        return {row["command_id"]: row["version"] for row in rows}

    async def note_idle(
        self, match_id: UUID, command_id: UUID, version: int, _at: datetime
    ) -> bool:
        """Remember that a command changed nothing; false if the match has moved on meanwhile."""
        noted = await self._pool.fetchval(queries().note_idle, match_id, command_id, version)
        return noted is not None

    async def note_reopened(self, match_id: UUID, command_id: UUID) -> None:
        """Remember that a command would have opened a match that was open already."""
        await self._pool.execute(queries().note_reopened, match_id, command_id)

    async def add(self, opened: MatchState, command: Command) -> bool:
        """Keep a new match with its members and its journal; false if there is one of that id."""
        # Before the transaction, and never taken back: under its hash a rule set is always the
        # same, and one that no match uses does no harm.
        await self._rulesets.add(opened.match.ruleset)
        return await self._write(saving.for_new_match(opened, command)) is not None

    async def load(
        self, match_id: UUID, command: Command, *, even_deleted: bool = False
    ) -> MatchState | None:
        """A match with all that is kept of it; None for a device that is not in it."""
        known = self._memory.get(match_id)
        # In one statement, for of that PostgreSQL answers as all was at one moment, without a
        # transaction. Of a match that is still as it is remembered it reads only what may change
        # without a new version.
        row = await self._pool.fetchrow(
            queries().load_match,
            match_id,
            command.device_id,
            command.id,
            even_deleted,
            known and known.version,
            known and known.updated_at,
        )
        if row is None:
            return None
        if known is not None and self._memory.holds(known, row["version"], row["updated_at"]):
            read = _with_names(known, row["names"])
            if read is not known:
                self._memory.put(read)
            return _with_done_version(read, row["done_in"])
        head = _HEAD.decode(row["head"])
        read = MatchState(
            match_id=match_id,
            version=row["version"],
            checked=row["checked"],
            match=Match(ruleset_store.decode(row["ruleset"]), head.seating, head.first_dealer),
            policy=head.policy,
            time_zone=head.time_zone,
            next_match=head.next_match,
            hands=_HANDS.decode(row["hands"]),
            adjustments=_ADJUSTMENTS.decode(row["adjustments"]),
            members=_MEMBERS.decode(row["members"]),
            device_names=_NAMES.decode(row["names"]),
            created_at=row["created_at"],
            updated_at=row["updated_at"],
            deleted_at=row["deleted_at"],
        )
        self._memory.put(read)
        return _with_done_version(read, row["done_in"])

    async def get_cached(self, match_id: UUID) -> MatchState | None:
        """Return a match as it was read or written last, if it can be saved without reading it."""
        return None if await self._pool.is_spread() else self._memory.get(match_id)

    async def save(
        self,
        before: MatchState,
        after: MatchState,
        change: MatchChange,
        command: Command,
        *,
        is_read: bool = True,
    ) -> MatchState | None:
        """Write what changed in a match, and return it; None if it has moved on since it was read.

        If it was only remembered, None also for a change of more than one hand: the statement of
        that does not say what devices are called, which changes without a new version.
        """
        if change.ruleset is not None:
            await self._rulesets.add(change.ruleset.after)
        is_spread = await self._pool.is_spread()
        statements = saving.for_change(before, after, change, command, is_spread=is_spread)
        if not is_read and statements[0][0] != queries().save_hand:
            return None
        row = await self._write(statements)
        if row is None:
            return None
        saved = _with_names(after, row["names"]) if "names" in row else after
        self._memory.put(saved)
        # Once it is committed: whoever is told sooner would read the match as it was.
        self._announce(saved.match_id)
        return saved

    async def _write(self, statements: Sequence[Statement]) -> asyncpg.Record | None:
        """Run statements, all or none, and return what the first returns; none if that is None."""
        if len(statements) == 1:
            query, arguments = statements[0]
            return await self._pool.fetchrow(query, *arguments)
        async with self._pool.transaction() as connection:
            return await saving.run(connection, statements)

    async def list_unproven(self, limit: int) -> dict[UUID, UUID]:
        """Of some owners a match each with hands that are to be proven, which no worker is at."""
        return {row[0]: row[1] for row in await self._pool.fetch(queries().list_unproven, limit)}

    async def claim_check(self, match_id: UUID, lasting: timedelta) -> int | None:
        """How often the hands of a match were tried in vain; None if another worker is at them."""
        await self._pool.execute(queries().note_check, match_id)
        tries: int | None = await self._pool.fetchval(queries().claim_check, match_id, lasting)
        return tries

    async def put_check_off(self, match_id: UUID, wait: timedelta) -> None:
        """Let the hands of a match be claimed again after some time."""
        await self._pool.execute(queries().put_check_off, match_id, wait)

    async def end_check(self, match_id: UUID) -> None:
        """Note that the hands of a match are proven."""
        await self._pool.execute(queries().end_check, match_id)

    async def owner(self, match_id: UUID) -> UUID | None:
        """The device that owns a match."""
        owner: UUID | None = await self._pool.fetchval(queries().load_owner, match_id)
        return owner

    async def is_of_league(self, match_id: UUID) -> bool:
        """Whether a match counts for a league."""
        return bool(await self._pool.fetchval(queries().is_of_league, match_id))

    async def names(self, match_id: UUID) -> dict[UUID, str]:
        """What the members of a match call their devices, as far as they do."""
        rows = await self._pool.fetch(queries().list_names, match_id)
        return {row["device_id"]: row["name"] for row in rows}

    async def load_remover(self, match_id: UUID, device_id: UUID) -> UUID | None:
        """The device that took another, or itself, out of a match the last time."""
        remover: UUID | None = await self._pool.fetchval(
            queries().load_remover, match_id, device_id
        )
        return remover

    async def last_adjustment(self, match_id: UUID) -> int:
        """The highest number that an adjustment of a match ever had; 0 if there was none."""
        return int(await self._pool.fetchval(queries().last_adjustment, match_id))

    async def load_changes(self, match_id: UUID, version: int) -> ChangesSince:
        """What has changed in a match since a version that it was at."""
        changed = await self._pool.fetchval(queries().load_changes, match_id, version)
        return _CHANGED.decode(changed)

    async def list_hand_changes(
        self, match_id: UUID, number: int, version: int, limit: int
    ) -> Sequence[tuple[int, RecordedHandChange]]:
        """Changes of a hand after a version, oldest first, each with the version that it made."""
        rows = await self._pool.fetch(queries().list_hand_changes, match_id, number, version, limit)
        return [(row["version"], _HAND_CHANGED.decode(row["change"])) for row in rows]

    async def list_back(self, match_id: UUID, version: int, limit: int) -> Sequence[JournalLine]:
        """The journal of a match from a version backwards."""
        rows = await self._pool.fetch(queries().list_back, match_id, version, limit)
        return list(map(_decode_line, rows))

    async def has_many_matches(self, device_id: UUID, many: int) -> bool:
        """Whether a device has at least so many matches."""
        return bool(await self._pool.fetchval(queries().has_many_matches, device_id, many))

    async def list_match_ids(self, device_id: UUID, before: UUID, limit: int) -> Sequence[UUID]:
        """The ids of the newest matches of a device, older than `before`."""
        rows = await self._pool.fetch(queries().newest_of_device, device_id, before, limit, True)
        return [row["match_id"] for row in rows]

    async def list_matches(
        self, device_id: UUID, wanted: ListQuery, limit: int
    ) -> Sequence[ListedMatch]:
        """A page of the matches of a device."""
        rows = await listings.page(self._pool, _listing(wanted.state), device_id, wanted, limit)
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
        """Who has won some matches and the scores, by their ids, also of those that are gone."""
        rows = await self._pool.fetch(queries().list_outcomes, match_ids)
        return {
            row["match_id"]: MatchOutcome(
                row["winner"], _SCORES.decode(row["scores"]), has_begun=row["has_begun"]
            )
            for row in rows
        }

    async def list_journal(
        self, match_id: UUID, device_id: UUID, wanted: JournalQuery, limit: int
    ) -> Sequence[JournalLine] | None:
        """Lines of the journal; None for a device that is not in the match."""
        text = queries().list_journal_back if wanted.is_back else queries().list_journal
        rows = await self._pool.fetch(
            text, match_id, device_id, wanted.beyond, limit, wanted.action
        )
        # A member gets an empty row where no line is left; only a stranger gets none.
        if not rows:
            return None
        return [_decode_line(row) for row in rows if row["version"] is not None]

    async def watch_matches(self, match_ids: Sequence[UUID]) -> dict[UUID, MatchProgress]:
        """How far some matches are, and who is in them."""
        rows = await self._pool.fetch(queries().watch_matches, match_ids)
        return {
            row["match_id"]: MatchProgress(row["version"], frozenset(row["members"]))
            for row in rows
        }

    async def follow_match(self, match_id: UUID, after: int, upto: int) -> JournalTail:
        """A match's journal after one version and up to another, and who is in the match."""
        row = await self._pool.fetchrow(queries().follow_match, match_id, after, upto)
        if row is None:
            return JournalTail((), frozenset())
        return JournalTail(_NOTED.decode(row["noted"]), frozenset(row["members"]))


def _listing(state: ListedState | LeagueState | None) -> Listing:
    """The statements that list matches in a state."""
    named = queries()
    # A match leaves the lists of all who are in it when it is deleted.
    is_listed = state is not ListedState.DELETED
    is_won = None if state is None or not is_listed else state is ListedState.WON
    return Listing(
        named.newest_of_device if is_won is None else named.newest_of_state,
        named.oldest_of_device if is_won is None else named.oldest_of_state,
        named.changed_of_device if is_won is None else named.changed_of_state,
        named.list_matches,
        is_listed=is_listed,
        is_won=is_won,
    )


def _with_names(state: MatchState, told: bytes) -> MatchState:
    """Return a match with what its devices are called, which changes without a new version."""
    names = _NAMES.decode(told)
    return state if names == state.device_names else structs.replace(state, device_names=names)


def _with_done_version(state: MatchState, version: int | None) -> MatchState:
    """Return a match with the version that a command has made of it already, if it has."""
    return state if version is None else structs.replace(state, done_in=version)


def _decode_line(row: asyncpg.Record) -> JournalLine:
    return JournalLine(
        row["version"], row["noted_at"], row["device_id"], _ENTRY.decode(row["entry"])
    )


# A decoder works its type out when it is made, so each is made once.
_HEAD = codecs.decoder(Head)
_HAND_CHANGED = codecs.decoder(RecordedHandChange)
_HANDS = codecs.decoder(tuple[RecordedHand, ...])
_ADJUSTMENTS = codecs.decoder(tuple[RecordedAdjustment, ...])
_NAMES = codecs.decoder(dict[UUID, str])
_MEMBERS = codecs.decoder(tuple[Member, ...])
_SCORES = codecs.decoder(tuple[int, ...])
_SUMMARY = codecs.decoder(Summary)
_CHANGED = codecs.decoder(ChangesSince)
_ENTRY = codecs.decoder(MatchChange)
_NOTED = codecs.decoder(tuple[JournalLine, ...])
