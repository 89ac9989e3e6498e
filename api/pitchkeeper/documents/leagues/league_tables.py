"""League tables: a league for spreadsheets, under columns that are the same in every language.

A program reads them: every night has a column, played or not, so that those of a season stay, and
money is in minor units, which are whole and add up to the last cent. The last columns have the same
amounts in major units, for people. Only remarks are in words.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from pitch.league import Parting, decimal_places
from pitchkeeper.documents import score_tables
from pitchkeeper.documents.documents import Cell
from pitchkeeper.documents.leagues import league_sentences
from pitchkeeper.leagues.season import presenters
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import LeagueFixture, NamedAccount, Night, StandingsRow

_RESULTS: Final = (
    *("fixture", "night", "date", "slot", "table", "side 1", "side 2", "status"),
    *("won by side 1", "won by side 2", "counts for side 1", "counts for side 2", "remarks"),
    "stage",
)


def standings(season: LeagueSeason) -> bytes:
    """Return the standings table, from first to last."""
    form = season.state.charter.format
    nights = range(1, form.nights + 1)
    columns = (
        *("position", "rank", "name", *(f"night {night}" for night in nights), "score", "won"),
        *("lost", "point difference", "decided by", f"prize in minor units of {form.currency}"),
        *(f"prize in {form.currency}", "group", "rank in group"),
    )
    rows = presenters.standings(season, season.now).rows
    return score_tables.write_table(
        columns,
        ((*_standing(row, nights), _major(row.prize, form.currency), *_group(row)) for row in rows),
    )


def results(season: LeagueSeason) -> bytes:
    """Return the results table, with a row for each fixture."""
    nights = presenters.schedule(season).nights
    rows = (_result(season, night, fixture) for night in nights for fixture in night.fixtures)
    return score_tables.write_table(_RESULTS, rows)


def accounts(season: LeagueSeason) -> bytes:
    """Return the accounts table: what every entrant owes and has paid."""
    money = presenters.accounts(season)
    unit, major = f"in minor units of {money.currency}", f"in {money.currency}"
    columns = (
        *("entrant", "name", "nights", f"owed so far {unit}", f"owed for the season {unit}"),
        *(f"paid {unit}", f"balance {unit}", f"due {unit}", "due up to night"),
        *(f"{name} {major}" for name in ("owed so far", "owed for the season", "paid")),
        *(f"{name} {major}" for name in ("balance", "due")),
    )
    rows = (
        (
            *_account(account),
            money.due_night,
            *(_major(amount, money.currency) for amount in _amounts(account)),
        )
        for account in money.accounts
    )
    return score_tables.write_table(columns, rows)


def _standing(row: StandingsRow, nights: range) -> Iterator[Cell]:
    yield from (row.position, row.rank, row.name)
    yield from (row.by_night[night - 1] for night in nights)
    yield from (row.score, row.won, row.lost)
    # Empty, not zero: some of its points are not known.
    yield "" if row.difference is None else row.difference
    yield _tie_break(row.decided_by)
    yield "" if row.prize is None else row.prize


def _group(row: StandingsRow) -> tuple[Cell, Cell]:
    """Return the group of a row and its rank there; empty in a league without groups."""
    return ("" if row.group is None else row.group, row.group_rank or "")


def _tie_break(parting: Parting | None) -> str:
    """Return the tie-break between a row and the one above it, in English for programs."""
    if parting is None:
        return ""
    return parting.tie_break.value.replace("_", " ") if parting.tie_break else "nights before"


def _account(account: NamedAccount) -> Iterator[Cell]:
    yield from (account.entrant, account.name, account.nights)
    yield from _amounts(account)


def _amounts(account: NamedAccount) -> tuple[int, ...]:
    return account.owed, account.owed_season, account.paid, account.balance, account.due


def _major(amount: int | None, currency: str) -> Cell:
    """Return an amount in major units, `10.00` and `-0.50`; empty for none."""
    return "" if amount is None else Decimal(amount).scaleb(-decimal_places(currency))


def _result(season: LeagueSeason, night: Night, fixture: LeagueFixture) -> Iterator[Cell]:
    yield from (fixture.number, night.night)
    yield night.date.isoformat() if night.date else ""
    yield from (fixture.slot, fixture.table)
    yield from (side.name for side in fixture.sides)
    yield fixture.judgement.status.value
    # Empty if the result is impossible, because then it counts for nothing.
    wins: tuple[Cell, ...] = fixture.judgement.wins or ("", "")
    yield from wins
    yield from fixture.judgement.counts
    yield "; ".join(league_sentences.marks(season, fixture))
    yield fixture.stage.value
