"""Presenters: leagues as their members see them."""

from collections.abc import Sequence

from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.database import listings
from pitchkeeper.database.listings import ListSort
from pitchkeeper.leagues import piece_views
from pitchkeeper.leagues.journal import LeagueJournalLine
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.summaries import ListedLeague
from pitchkeeper.leagues.views import (
    League,
    LeagueJournalEntry,
    LeagueJournalPage,
    LeagueListItem,
    LeaguePage,
    LeaguePieceChange,
)
from pitchkeeper.rulings import presenters as rule_presenters


def league(state: LeagueState) -> League:
    """A league as its members see it."""
    return League(
        league_id=state.league_id,
        version=state.version,
        name=state.charter.name,
        ruleset=rule_presenters.ruleset_summary(state.ruleset),
        format=state.charter.format,
        seed=state.charter.seed,
        dates=state.charter.dates,
        entrants=state.entrants,
        members=tuple(piece_views.member(each, state.device_names) for each in state.members),
        fixtures=len(state.fixtures),
        reported=len(state.reported),
        next_night=state.next_night,
        created_at=state.created_at,
        updated_at=state.updated_at,
    )


def page(
    listed: Sequence[ListedLeague], limit: int, sort: ListSort = ListSort.NEWEST
) -> LeaguePage:
    """A page of leagues; the cursor says which was the last."""
    # A page that is not full is the last one.
    last = listed[-1] if len(listed) == limit else None
    return LeaguePage(
        items=tuple(
            LeagueListItem(
                league_id=each.league_id,
                version=each.version,
                name=each.summary.name,
                ruleset=each.summary.ruleset,
                entrants=each.summary.entrants,
                nights=each.summary.nights,
                fixtures=each.summary.fixtures,
                reported=each.summary.reported,
                created_at=each.created_at,
                updated_at=each.updated_at,
            )
            for each in listed
        ),
        next_cursor=listings.cursor(sort, last.league_id, last.updated_at) if last else None,
    )


def journal_page(
    noted: Sequence[LeagueJournalLine], names: DeviceNames, limit: int
) -> LeagueJournalPage:
    """A page of the journal; the cursor is the version of the last entry."""
    return LeagueJournalPage(
        items=tuple(_journal_entry(each, names) for each in noted),
        next_cursor=str(noted[-1].version) if len(noted) == limit else None,
    )


def _journal_entry(noted: LeagueJournalLine, names: DeviceNames) -> LeagueJournalEntry:
    """A line of the journal, each piece as it was and became; `names` are those of now."""
    return LeagueJournalEntry(
        version=noted.version,
        at=noted.noted_at,
        device_id=noted.device_id,
        # The journal keeps ids and no names, so nothing in it tells what an erased device was
        # called.
        device_name=names.get(noted.device_id),
        action=noted.entry.action,
        changes=tuple(
            LeaguePieceChange(
                place=each.place,
                before=piece_views.piece(each.before, names),
                after=piece_views.piece(each.after, names),
            )
            for each in noted.entry.changes
        ),
    )
