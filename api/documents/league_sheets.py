"""League sheets: a league as it hangs on the wall, and its tables for spreadsheets."""

from collections.abc import Callable
from typing import Final

from api.documents import league_pictures, league_sentences
from api.documents.documents import Cell, Column, DataTable, Document
from api.leagues.season import presenters as season_presenters
from api.leagues.season.seasons import LeagueSeason
from api.leagues.season.views import LeagueFixture, NamedAccount, Night, Standings, StandingsRow
from domain.findings import Status
from domain.league import amounts
from domain.wording import together

NONE: Final = "-"
_WIDEST: Final = 10
"""The most nights that have a column of their own on paper."""
Money = Callable[[int], Cell]


def document(season: LeagueSeason) -> Document:
    """The standings with all that they follow from, to be printed."""
    state, table = season.state, season_presenters.standings(season, season.now)
    accounts = season_presenters.accounts(season)

    def money(minor: int) -> str:
        return amounts.said(minor, accounts.currency)

    def prize(minor: int) -> str:
        return money(minor) if minor else ""

    schedule = season_presenters.schedule(season)
    nights = [night for night in schedule.nights if night.fixtures]
    begun = range(max(1, state.last_night - _WIDEST + 1), state.last_night + 1)
    return Document(
        title=state.charter.name,
        at=state.updated_at,
        facts=tuple(league_sentences.facts(season, accounts, table, money)),
        tables=(
            _standings(
                table, begun, prize, accounts.currency, prize=league_sentences.prize_head(table)
            ),
            *(_night(season, night) for night in nights),
            _accounts(accounts.accounts, money, accounts.currency),
        ),
        notes=(*league_sentences.notes(table, schedule.nights), *league_sentences.clauses(season)),
        charts=(league_pictures.of(season),) if state.last_night else (),
    )


def standings(season: LeagueSeason) -> DataTable:
    """The table of the league, for a spreadsheet."""
    currency, nights = season.state.charter.format.currency, season.state.charter.format.nights
    table = season_presenters.standings(season, season.now)
    # Every night has a column, played or not, so that the columns of a season stay; minor units are
    # whole, and add up to the last cent.
    return _standings(table, range(1, nights + 1), int, f"minor units of {currency}")


def results(season: LeagueSeason) -> DataTable:
    """Every fixture in a row, for a spreadsheet."""
    nights = season_presenters.schedule(season).nights
    return DataTable(
        caption="Results",
        columns=_RESULTS,
        rows=tuple(_result(season, night, each) for night in nights for each in night.fixtures),
    )


def accounts(season: LeagueSeason) -> DataTable:
    """What every entrant owes and has paid, for a spreadsheet."""
    money = season_presenters.accounts(season)
    return _accounts(money.accounts, int, f"minor units of {money.currency}")


def _standings(
    table: Standings, nights: range, money: Money, unit: str, *, prize: str = "Prize"
) -> DataTable:
    return DataTable(
        caption=f"Standings after night {table.after_night}",
        # On paper the first nights may be missing: more than ten leave names no room.
        columns=(
            Column(head="#", name="position", is_number=True),
            Column(head="Rank", name="rank", is_number=True),
            Column(head="Name", name="name", is_wide=True),
            *(Column(head=f"N{each}", name=f"night {each}", is_number=True) for each in nights),
            Column(head="Score", name="score", is_number=True),
            Column(head="Won", name="won", is_number=True),
            Column(head="Lost", name="lost", is_number=True),
            Column(head="+/-", name="point difference", is_number=True),
            Column(head="Decided by", name="decided by", is_wide=True),
            Column(head=prize, name=f"prize in {unit}", is_number=True),
        ),
        rows=tuple(_row(row, nights, money) for row in table.rows),
        legend="Rank is shared by those who are level; N1, N2 ...: what each night added.",
    )


def _row(row: StandingsRow, nights: range, money: Money) -> tuple[Cell, ...]:
    return (
        row.position,
        row.rank,
        row.name,
        *(row.by_night[each - 1] for each in nights),
        row.score,
        row.won,
        row.lost,
        # Empty and not zero: some of its points are not known.
        "" if row.difference is None else row.difference,
        league_sentences.decided(row.decided_by),
        "" if row.prize is None else money(row.prize),
    )


def _night(season: LeagueSeason, night: Night) -> DataTable:
    """A night's fixtures in the order of slots and tables, with who sat out beneath."""
    when = f", {night.date.isoformat()}" if night.date else ""
    names = season.state.names
    byes = [
        f"{together(names[each] for each in bye.entrants)} in slot {bye.slot}" for bye in night.byes
    ]
    return DataTable(
        caption=f"Night {night.night}{when}",
        columns=(
            Column(head="Slot", name="slot", is_number=True),
            Column(head="Table", name="table", is_number=True),
            Column(head="Side", name="side 1", is_wide=True),
            Column(head="Side", name="side 2", is_wide=True),
            Column(head="Won", name="matches won"),
            Column(head="Remarks", name="remarks", is_wide=True),
        ),
        rows=tuple(
            (
                each.slot,
                each.table,
                *(side.name for side in each.sides),
                _score(each),
                "; ".join(league_sentences.marks(season, each)),
            )
            for each in night.fixtures
        ),
        legend=f"Nobody to play: {'; '.join(byes)}." if byes else "",
    )


def _score(shown: LeagueFixture) -> str:
    """Who won how often, where anything was played that counts."""
    wins = shown.judgement.wins
    if not wins or (shown.judgement.status is Status.OPEN and not any(wins)):
        return NONE
    return " : ".join(map(str, wins))


_RESULTS: Final = (
    Column(head="Fixture", name="fixture", is_number=True),
    Column(head="Night", name="night", is_number=True),
    Column(head="Date", name="date"),
    Column(head="Slot", name="slot", is_number=True),
    Column(head="Table", name="table", is_number=True),
    Column(head="Side", name="side 1"),
    Column(head="Side", name="side 2"),
    Column(head="Status", name="status"),
    Column(head="Won", name="won by side 1", is_number=True),
    Column(head="Won", name="won by side 2", is_number=True),
    Column(head="Counts", name="counts for side 1", is_number=True),
    Column(head="Counts", name="counts for side 2", is_number=True),
    Column(head="Remarks", name="remarks"),
)


def _result(season: LeagueSeason, night: Night, shown: LeagueFixture) -> tuple[Cell, ...]:
    return (
        shown.number,
        night.night,
        night.date.isoformat() if night.date else "",
        shown.slot,
        shown.table,
        *(side.name for side in shown.sides),
        shown.judgement.status.value,
        # Empty where the result cannot be, for then it counts for nothing.
        *(shown.judgement.wins or ("", "")),
        *shown.judgement.counts,
        "; ".join(league_sentences.marks(season, shown)),
    )


def _accounts(accounts: tuple[NamedAccount, ...], money: Money, unit: str) -> DataTable:
    """Fees and payments; `money` says an amount on paper, and keeps the number for spreadsheets."""
    return DataTable(
        caption="Fees",
        columns=(
            Column(head="Entrant", name="entrant", is_number=True),
            Column(head="Name", name="name", is_wide=True),
            Column(head="Nights", name="nights", is_number=True),
            Column(head="Owed", name=f"owed so far in {unit}", is_number=True),
            Column(head="Season", name=f"owed for the season in {unit}", is_number=True),
            Column(head="Paid", name=f"paid in {unit}", is_number=True),
            Column(head="Balance", name=f"balance in {unit}", is_number=True),
        ),
        rows=tuple(
            (
                each.entrant,
                each.name,
                each.nights,
                *map(money, (each.owed, each.owed_season, each.paid, each.balance)),
            )
            for each in accounts
        ),
    )
