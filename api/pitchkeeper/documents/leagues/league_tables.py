"""League tables: a league for spreadsheets, under columns that are the same in every language.

A program reads them: every night has a column, played or not, so that those of a season stay, and
money is in minor units, which are whole and add up to the last cent. Only remarks are in words.
"""

from collections.abc import Iterator
from typing import Final

from pitch.league import Parting
from pitchkeeper.documents import score_tables
from pitchkeeper.documents.documents import Cell
from pitchkeeper.documents.leagues import league_sentences
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import LeagueFixture, NamedAccount, Night, StandingsRow

_RESULTS: Final = (
    *("fixture", "night", "date", "slot", "table", "side 1", "side 2", "status"),
    *("won by side 1", "won by side 2", "counts for side 1", "counts for side 2", "remarks"),
)


def standings(season: LeagueSeason) -> bytes:
    """The table of the league, the first line first."""
    form = season.state.charter.format
    nights = range(1, form.nights + 1)
    columns = (
        *("position", "rank", "name", *(f"night {each}" for each in nights), "score", "won"),
        *("lost", "point difference", "decided by", f"prize in minor units of {form.currency}"),
    )
    rows = presenters.standings(season, season.now).rows
    return score_tables.write_table(columns, (_standing(row, nights) for row in rows))


def results(season: LeagueSeason) -> bytes:
    """Every fixture in a row."""
    nights = presenters.schedule(season).nights
    rows = (_result(season, night, each) for night in nights for each in night.fixtures)
    return score_tables.write_table(_RESULTS, rows)


def accounts(season: LeagueSeason) -> bytes:
    """What every entrant owes and has paid."""
    money = presenters.accounts(season)
    unit = f"in minor units of {money.currency}"
    columns = (
        *("entrant", "name", "nights", f"owed so far {unit}", f"owed for the season {unit}"),
        *(f"paid {unit}", f"balance {unit}", f"due {unit}", "due up to night"),
    )
    rows = ((*_account(each), money.due_night) for each in money.accounts)
    return score_tables.write_table(columns, rows)


def _standing(row: StandingsRow, nights: range) -> Iterator[Cell]:
    yield from (row.position, row.rank, row.name)
    yield from (row.by_night[each - 1] for each in nights)
    yield from (row.score, row.won, row.lost)
    # Empty and not zero: some of its points are not known.
    yield "" if row.difference is None else row.difference
    yield _decided(row.decided_by)
    yield "" if row.prize is None else row.prize


def _decided(parting: Parting | None) -> str:
    """By what a row is told from the one above it, as programs know it."""
    if parting is None:
        return ""
    return parting.tie_break.value.replace("_", " ") if parting.tie_break else "nights before"


def _account(account: NamedAccount) -> Iterator[Cell]:
    yield from (account.entrant, account.name, account.nights)
    yield from (account.owed, account.owed_season, account.paid, account.balance)
    yield account.due


def _result(season: LeagueSeason, night: Night, shown: LeagueFixture) -> Iterator[Cell]:
    yield from (shown.number, night.night)
    yield night.date.isoformat() if night.date else ""
    yield from (shown.slot, shown.table)
    yield from (side.name for side in shown.sides)
    yield shown.judgement.status.value
    # Empty where the result cannot be, for then it counts for nothing.
    wins: tuple[Cell, ...] = shown.judgement.wins or ("", "")
    yield from wins
    yield from shown.judgement.counts
    yield "; ".join(league_sentences.marks(season, shown))
