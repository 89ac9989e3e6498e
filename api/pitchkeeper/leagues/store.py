"""The store of leagues in PostgreSQL, and the summaries that its lists show."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from uuid import UUID

import asyncpg
from msgspec import Struct, structs

from pitch import normalize_name
from pitch.types import Value
from pitchkeeper.access.devices import Command
from pitchkeeper.database import listings
from pitchkeeper.database.listings import JournalQuery, Listing, ListQuery
from pitchkeeper.database.pool import Connections, queries
from pitchkeeper.leagues.journal import LeagueJournalLine, RecordedLeagueChange, for_storage
from pitchkeeper.leagues.pieces import Piece, from_pieces
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches import saving
from pitchkeeper.matches.saving import NameOf, Statement
from pitchkeeper.matches.state import MatchState
from pitchkeeper.messages import codecs
from pitchkeeper.rulings import store as ruleset_store
from pitchkeeper.rulings.store import RulesetStore


class LeagueSummary(Value, frozen=True):
    """A league in a list: its name, rules and counts."""

    name: str
    ruleset: str
    entrants: int
    nights: int
    fixtures: int
    reported: int
    bar: str | None = None


class ListedLeague(Struct, frozen=True):
    """A league in a list: its summary, version and times."""

    league_id: UUID
    version: int
    summary: LeagueSummary
    created_at: datetime
    updated_at: datetime


def summarize(league: LeagueState) -> LeagueSummary:
    """Return the summary of a league, which is stored so that a list decodes no pieces."""
    return LeagueSummary(
        name=league.charter.name,
        ruleset=league.ruleset.name,
        entrants=len(league.entrants),
        nights=league.charter.format.nights,
        fixtures=len(league.fixtures),
        reported=len(league.reported_fixtures),
        bar=league.charter.bar,
    )


class LeagueStore:
    """The stored leagues: add, load, save and list them."""

    def __init__(self, connections: Connections, announce: Callable[[UUID], None]) -> None:
        """Create a store; `announce` is called with the id of every league that has changed."""
        self._connections = connections
        self._announce = announce
        self._rulesets = RulesetStore(connections)

    async def add(self, league: LeagueState, command: Command, entry: RecordedLeagueChange) -> bool:
        """Store a new league; return false if the id is taken."""
        content_hash = league.ruleset.hash
        # Before the transaction, as with matches: an unused rule set does no harm.
        await self._rulesets.add(league.ruleset)
        arguments = (
            league.league_id,
            content_hash,
            codecs.encode_stored(summarize(league)),
            command.device_id,
            league.created_at,
            codecs.encode_stored(for_storage(entry)),
            command.id,
        )
        statements = [(queries().add_league, arguments), *_list_statements(league, league, entry)]
        return await saving.write(self._connections, statements) is not None

    async def load(
        self, league_id: UUID, command: Command, *, even_deleted: bool = False
    ) -> LeagueState | None:
        """Return a league with all its pieces; None if the device of the command is no member."""
        # One statement sees one moment of the database, so no transaction is needed.
        row = await self._connections.fetchrow(
            queries().load_league, league_id, command.device_id, command.id, even_deleted
        )
        if row is None:
            return None
        league = from_pieces(
            _PIECES.decode(row["pieces"]),
            league_id=league_id,
            version=row["version"],
            ruleset=ruleset_store.decode(row["ruleset"]),
            created_at=row["created_at"],
            updated_at=row["updated_at"],
            done_in=row["done_in"],
        )
        return structs.replace(
            league, deleted_at=row["deleted_at"], device_names=_NAMES.decode(row["names"])
        )

    async def mark(self, league_id: UUID) -> tuple[int, frozenset[UUID]] | None:
        """Return the version of a league and its members; None if it is deleted, or not there."""
        row = await self._connections.fetchrow(queries().load_league_mark, league_id)
        return None if row is None else (row["version"], frozenset(row["devices"]))

    async def owner(self, league_id: UUID) -> UUID | None:
        """Return the device that owns a league."""
        text = queries().load_league_owner
        owner: UUID | None = await self._connections.fetchval(text, league_id)
        return owner

    async def save(
        self,
        before: LeagueState,
        league: LeagueState,
        command: Command,
        entry: RecordedLeagueChange,
        opens: MatchState | None = None,
    ) -> bool:
        """Store a change of a league; return false if another change came first.

        A match that the change opens is stored in the same transaction.
        """
        arguments = (
            league.league_id,
            before.version,
            league.updated_at,
            codecs.encode_stored(summarize(league)),
            command.device_id,
            codecs.encode_stored(for_storage(entry)),
            command.id,
            league.deleted_at,
        )
        statements = [(queries().save_league, arguments), *_list_statements(before, league, entry)]
        then = [saving.for_new_match(opens, command)] if opens is not None else []
        row = await saving.write(self._connections, statements, *then)
        if row is not None:
            self._announce(league.league_id)
        return row is not None

    async def note_idle(
        self, league_id: UUID, command_id: UUID, version: int, at: datetime
    ) -> bool:
        """Store that a command changed nothing; return false if another change came first."""
        noted_version = await self._connections.fetchval(
            queries().note_idle_in_league, league_id, command_id, version, at
        )
        return noted_version is not None

    async def list_done(
        self, league_id: UUID, command_ids: Sequence[UUID | None]
    ) -> dict[UUID | None, int]:
        """Return the versions of a league that commands made, or at which they changed nothing."""
        rows = await self._connections.fetch(queries().list_done_in_league, league_id, command_ids)
        return {row["command_id"]: row["version"] for row in rows}

    async def changes(self, league_id: UUID, version: int) -> Sequence[LeagueJournalLine]:
        """Return the journal of a league from a version on, newest line first."""
        rows = await self._connections.fetch(queries().load_league_changes, league_id, version)
        return list(map(_line, rows))

    async def journal(
        self, league_id: UUID, query: JournalQuery, limit: int
    ) -> Sequence[LeagueJournalLine]:
        """Return a page of the journal of a league."""
        sql = queries()
        text = sql.list_league_journal_back if query.is_back else sql.list_league_journal
        rows = await self._connections.fetch(text, league_id, query.beyond, limit, query.action)
        return list(map(_line, rows))

    async def page(self, device_id: UUID, query: ListQuery, limit: int) -> Sequence[ListedLeague]:
        """Return a page of the leagues of a device."""
        sql = queries()
        newest, oldest = sql.newest_leagues_of_device, sql.oldest_leagues_of_device
        listing = Listing(
            newest,
            oldest,
            sql.changed_leagues_of_device,
            sql.list_leagues,
            named=sql.named_leagues_of_device,
        )
        rows = await listings.page(self._connections, listing, device_id, query, limit)
        return [
            ListedLeague(
                league_id=row["league_id"],
                version=row["version"],
                summary=_SUMMARY.decode(row["summary"]),
                created_at=row["created_at"],
                updated_at=row["updated_at"],
            )
            for row in rows
        ]


def _day(league: LeagueState) -> date:
    """Return the day of the last change, by which the lists of devices are sorted."""
    return league.updated_at.astimezone(UTC).date()


def _keys(league: LeagueState) -> tuple[str, str]:
    """Return the name and the bar of a league, by which its members find it."""
    charter = league.charter
    return normalize_name(charter.name), normalize_name(charter.bar or "")


def _list_statements(
    before: LeagueState, league: LeagueState, entry: RecordedLeagueChange
) -> Sequence[Statement]:
    """Return the statements that bring lists, names and invites up to date with a league.

    Lists are stored by device and pieces by league, so these are statements of their own.
    """
    sql, league_id, day, keys = queries(), league.league_id, _day(league), _keys(league)
    statements: list[Statement] = []
    for change in entry.changes:
        if change.before is None and change.after and change.after.member:
            device_id = change.after.member.device_id
            statements += [
                (sql.put_on_league_list, (device_id, league_id, day, *keys)),
                (sql.name_league_member, (league_id, device_id, NameOf(device_id))),
            ]
        elif change.after is None and change.before and change.before.member:
            device_id = change.before.member.device_id
            statements += [
                (sql.take_off_league_list, (device_id, league_id)),
                (sql.forget_entrances, (league_id, device_id)),
            ]
    statements += [
        (sql.end_invites_of, (league_id, device_id, league.updated_at))
        for device_id in before.list_silenced(league)
    ]
    member_ids = [member.device_id for member in league.members]
    if _keys(before) != keys:
        statements.append((sql.rename_on_league_lists, (league_id, member_ids, *keys)))
    if _day(before) != day:
        statements.append((sql.move_up_league_lists, (league_id, member_ids, league.updated_at)))
    return statements


def _line(row: asyncpg.Record) -> LeagueJournalLine:
    return LeagueJournalLine(
        row["version"], row["noted_at"], row["device_id"], _ENTRY.decode(row["entry"])
    )


_NAMES = codecs.StoredDecoder(dict[UUID, str])
_PIECES = codecs.StoredDecoder(tuple[Piece, ...])
_SUMMARY = codecs.StoredDecoder(LeagueSummary)
_ENTRY = codecs.StoredDecoder(RecordedLeagueChange)
