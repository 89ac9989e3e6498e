"""The store of leagues: PostgreSQL behind the few verbs that they need."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from uuid import UUID

import asyncpg
from msgspec import structs

from pitch.rules import hash_ruleset
from pitchkeeper.access.devices import Command
from pitchkeeper.database import listings
from pitchkeeper.database.listings import JournalQuery, Listing, ListQuery
from pitchkeeper.database.pool import FEW, Connection, Connections, queries
from pitchkeeper.leagues import state, summaries
from pitchkeeper.leagues.journal import LeagueChange, LeagueJournalLine
from pitchkeeper.leagues.state import LeagueState, Piece
from pitchkeeper.leagues.summaries import LeagueSummary, ListedLeague
from pitchkeeper.matches import saving
from pitchkeeper.matches.state import MatchState
from pitchkeeper.messages import codecs
from pitchkeeper.rulings import store as ruleset_store
from pitchkeeper.rulings.store import RulesetStore


class LeagueStore:
    """The leagues that are kept, by the verbs that keep and read them."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._rulesets = RulesetStore(connections)

    async def add(self, league: LeagueState, command: Command, entry: LeagueChange) -> bool:
        """Keep a new league; false if there is one of that id."""
        content_hash = hash_ruleset(league.ruleset)
        # Before the transaction, as with matches: a rule set that nothing uses does no harm.
        await self._rulesets.add(league.ruleset)
        async with self._connections.transaction() as connection:
            added = await connection.fetchval(
                queries().add_league,
                league.league_id,
                content_hash,
                codecs.kept(summaries.of(league)),
                command.device_id,
                league.created_at,
                codecs.kept(entry),
                command.id,
            )
            if added is not None:
                await _change_lists(connection, league, entry)
        return added is not None

    async def load(
        self, league_id: UUID, command: Command, *, even_deleted: bool = False
    ) -> LeagueState | None:
        """A league with all its pieces; None for a device that takes no part in it."""
        # In one statement, for of that PostgreSQL answers as all was at one moment, without a
        # transaction.
        row = await self._connections.fetchrow(
            queries().load_league, league_id, command.device_id, command.id, even_deleted
        )
        if row is None:
            return None
        league = state.bound(
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

    async def owner(self, league_id: UUID) -> UUID | None:
        """The device that owns a league."""
        text = queries().load_league_owner
        owner: UUID | None = await self._connections.fetchval(text, league_id)
        return owner

    async def save(
        self,
        before: LeagueState,
        league: LeagueState,
        command: Command,
        entry: LeagueChange,
        opens: MatchState | None = None,
    ) -> bool:
        """Write what changed to make a league this; false if it has moved on since it was read.

        A match that is opened with it is kept with it, or not at all.
        """
        in_parts = await self._connections.is_spread() and len(entry.changes) <= FEW
        save = _save_in_parts if in_parts else _save_at_once
        async with self._connections.transaction() as connection:
            moved = await save(connection, before, league, command, entry)
            if moved is not None:
                await _change_lists(connection, league, entry)
                if _day(before) != _day(league):
                    await connection.execute(
                        queries().move_up_league_lists,
                        league.league_id,
                        [each.device_id for each in league.members],
                        league.updated_at,
                    )
                if opens is not None:
                    await saving.run(connection, saving.for_new_match(opens, command))
        return moved is not None

    async def note_idle(
        self, league_id: UUID, command_id: UUID, version: int, at: datetime
    ) -> bool:
        """Remember that a command changed nothing; false if the league has moved on meanwhile."""
        noted = await self._connections.fetchval(
            queries().note_idle_in_league, league_id, command_id, version, at
        )
        return noted is not None

    async def changes(self, league_id: UUID, version: int) -> Sequence[LeagueJournalLine]:
        """The journal of a league from a version on, newest first."""
        rows = await self._connections.fetch(queries().load_league_changes, league_id, version)
        return list(map(_noted, rows))

    async def journal(
        self, league_id: UUID, wanted: JournalQuery, limit: int
    ) -> Sequence[LeagueJournalLine]:
        """Lines of the journal of a league."""
        named = queries()
        text = named.list_league_journal_back if wanted.is_back else named.list_league_journal
        rows = await self._connections.fetch(text, league_id, wanted.beyond, limit, wanted.action)
        return list(map(_noted, rows))

    async def page(self, device_id: UUID, wanted: ListQuery, limit: int) -> Sequence[ListedLeague]:
        """A page of the leagues of a device."""
        named = queries()
        newest, oldest = named.newest_leagues_of_device, named.oldest_leagues_of_device
        listing = Listing(newest, oldest, named.changed_leagues_of_device, named.list_leagues)
        rows = await listings.page(self._connections, listing, device_id, wanted, limit)
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


async def _save_at_once(
    connection: Connection,
    before: LeagueState,
    league: LeagueState,
    command: Command,
    entry: LeagueChange,
) -> int | None:
    """Write what changed in one statement; nothing if the league has moved on."""
    moved: int | None = await connection.fetchval(
        queries().save_league,
        league.league_id,
        # Another change that came first is not lost.
        before.version,
        league.updated_at,
        codecs.kept(summaries.of(league)),
        command.device_id,
        codecs.kept(entry),
        command.id,
        league.deleted_at,
    )
    return moved


async def _save_in_parts(
    connection: Connection,
    before: LeagueState,
    league: LeagueState,
    command: Command,
    entry: LeagueChange,
) -> int | None:
    """Write what changed where the tables are spread; nothing if the league has moved on."""
    named, league_id, now = queries(), league.league_id, league.updated_at
    summary = codecs.kept(summaries.of(league))
    moved: int | None = await connection.fetchval(
        named.move_league, league_id, before.version, now, summary, league.deleted_at
    )
    if moved is not None:
        for each in entry.changes:
            if each.after is None:
                await connection.execute(named.take_piece_out, league_id, each.place)
            else:
                piece = codecs.kept(each.after)
                await connection.execute(named.put_piece, league_id, each.place, piece)
        noted = (moved, now, command.device_id, codecs.kept(entry), command.id)
        await connection.execute(named.note_league_change, league_id, *noted)
    return moved


def _day(league: LeagueState) -> date:
    """What the lists of devices say of a league: the day of its last change."""
    return league.updated_at.astimezone(UTC).date()


async def _change_lists(connection: Connection, league: LeagueState, entry: LeagueChange) -> None:
    """Let the lists of devices say what the members of a league say; they belong to devices."""
    # A list belongs to its device and the pieces to the league, so these are statements of their
    # own, in one transaction: neither is ever without the other.
    for change in entry.changes:
        if change.before is None and change.after and change.after.member:
            listed = (change.after.member.device_id, league.league_id)
            await connection.execute(queries().put_on_league_list, *listed, _day(league))
        elif change.after is None and change.before and change.before.member:
            device_id = change.before.member.device_id
            await connection.execute(queries().take_off_league_list, device_id, league.league_id)
            await connection.execute(queries().forget_entrances, league.league_id, device_id)


def _noted(row: asyncpg.Record) -> LeagueJournalLine:
    return LeagueJournalLine(
        row["version"], row["noted_at"], row["device_id"], _ENTRY.decode(row["entry"])
    )


_NAMES = codecs.decoder(dict[UUID, str])
_PIECES = codecs.decoder(tuple[Piece, ...])
_SUMMARY = codecs.decoder(LeagueSummary)
_ENTRY = codecs.decoder(LeagueChange)
