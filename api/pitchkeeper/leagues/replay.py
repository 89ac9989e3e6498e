"""Replay: a league as it was at an earlier version, told from its journal."""

from collections.abc import Iterable, Mapping

from msgspec import structs

from pitchkeeper.leagues.journal import LeagueAction, LeagueChange, LeagueJournalLine, PieceChange
from pitchkeeper.leagues.state import LeagueState, Piece, bound, pieces


def change_of(
    action: LeagueAction, before: Mapping[str, Piece], after: LeagueState
) -> LeagueChange:
    """What the journal says of a change: every piece that is not as it was."""
    now = pieces(after)
    places = [*before, *(place for place in now if place not in before)]
    return LeagueChange(
        action=action,
        changes=tuple(
            PieceChange(place=place, before=before.get(place), after=now.get(place))
            for place in places
            if before.get(place) != now.get(place)
        ),
    )


def rewound(league: LeagueState, noted: Iterable[LeagueJournalLine], version: int) -> LeagueState:
    """A league at a version, from the lines of its journal since then, newest first."""
    kept, at = pieces(league), league.updated_at
    # Newest first, so that the oldest change after the version has the last word.
    for line in noted:
        if line.version == version:
            at = line.noted_at
        for change in line.entry.changes if line.version > version else ():
            if change.before is None:
                kept.pop(change.place, None)
            else:
                kept[change.place] = change.before
    then = bound(
        kept.values(),
        league_id=league.league_id,
        version=version,
        ruleset=league.ruleset,
        created_at=league.created_at,
        updated_at=at,
    )
    return structs.replace(then, device_names=league.device_names)
