"""Presenters: the views of leagues, their lists and journals."""

from collections.abc import Sequence

from pitchkeeper.access import naming
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.database import listings
from pitchkeeper.database.listings import ListSort
from pitchkeeper.leagues import piece_views
from pitchkeeper.leagues.journal import LeagueJournalLine
from pitchkeeper.leagues.piece_views import LeagueMember
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.store import ListedLeague
from pitchkeeper.leagues.views import (
    League,
    LeagueJournalEntry,
    LeagueJournalPage,
    LeagueListItem,
    LeaguePage,
    LeaguePieceChange,
    ListedSignUp,
)
from pitchkeeper.rest.views import same_fields
from pitchkeeper.rulings import presenters as rule_presenters


def league(state: LeagueState) -> League:
    """Return the view of a league."""
    return League(
        league_id=state.league_id,
        version=state.version,
        **same_fields(League, state.charter),
        ruleset=rule_presenters.ruleset_summary(state.ruleset),
        follows=state.origin.follows if state.origin else None,
        entrants=state.entrants,
        sign_ups=tuple(
            naming.with_device_name(
                ListedSignUp,
                sign_up,
                state.device_names,
                is_waiting=sign_up.number in state.waiting,
            )
            for sign_up in state.sign_ups
            if sign_up.is_open
        ),
        members=tuple(
            piece_views.with_names(LeagueMember, member, state.device_names)
            for member in state.members
        ),
        fixtures=len(state.fixtures),
        reported=len(state.reported_fixtures),
        next_night=state.next_night,
        created_at=state.created_at,
        updated_at=state.updated_at,
    )


def page(
    leagues: Sequence[ListedLeague], limit: int, sort: ListSort = ListSort.NEWEST
) -> LeaguePage:
    """Return the view of a page of leagues; a page that is not full is the last."""
    last = leagues[-1] if len(leagues) == limit else None
    return LeaguePage(
        items=tuple(
            LeagueListItem(**same_fields(LeagueListItem, item, item.summary)) for item in leagues
        ),
        next_cursor=listings.cursor(sort, last.league_id, last.updated_at) if last else None,
    )


def journal_page(
    lines: Sequence[LeagueJournalLine], names: DeviceNames, limit: int
) -> LeagueJournalPage:
    """Return the view of a page of a journal; the cursor is the version of its last line."""
    return LeagueJournalPage(
        items=tuple(_journal_entry(line, names) for line in lines),
        next_cursor=str(lines[-1].version) if len(lines) == limit else None,
    )


def _journal_entry(line: LeagueJournalLine, names: DeviceNames) -> LeagueJournalEntry:
    """Return the view of a journal line, with the current names of devices."""
    return LeagueJournalEntry(
        version=line.version,
        at=line.noted_at,
        device_id=line.device_id,
        # The journal stores no names, so it has none of an erased device.
        device_name=names.get(line.device_id),
        action=line.entry.action,
        changes=tuple(
            LeaguePieceChange(
                place=change.place,
                before=piece_views.piece(change.before, names),
                after=piece_views.piece(change.after, names),
            )
            for change in line.entry.changes
        ),
    )
