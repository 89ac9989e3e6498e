"""League sheets: a league as it hangs on the wall, and its tables for spreadsheets."""

from collections.abc import Callable, Iterator
from typing import Final

from api.documents import league_pictures
from api.documents.documents import Cell, Column, DataTable, Document
from api.leagues.season import presenters as season_presenters
from api.leagues.season import views
from api.leagues.season.seasons import LeagueSeason
from api.leagues.season.views import LeagueFixture, NamedAccount, Night, Standings, StandingsRow
from api.rulings import presenters
from domain.findings import Status
from domain.league import amounts, clauses
from domain.league.ranking.tie_breaks import Parting
from domain.wording import counted, together

NONE: Final = "-"
_WIDEST: Final = 10
"""The most nights that have a column of their own on paper."""
_MARKS: Final = {
    Status.OPEN: "open",
    Status.IMPOSSIBLE: "impossible",
    Status.SETTLED: "",
}
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
        facts=tuple(_facts(season, accounts, table, money)),
        tables=(
            _standings(table, begun, prize, accounts.currency, prize=_prize_head(table)),
            *(_night(season, night) for night in nights),
            _accounts(accounts.accounts, money, accounts.currency),
        ),
        notes=(*_notes(table, schedule.nights), *_clauses(season)),
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


def _facts(
    season: LeagueSeason,
    accounts: views.Accounts,
    table: Standings,
    money: Callable[[int], str],
) -> Iterator[tuple[str, str]]:
    """What stands at the head of the sheet; money only where the league has any."""
    state = season.state
    form, rules = state.charter.format, presenters.ruleset_summary(state.ruleset)
    yield "Standings", f"after night {table.after_night} of {form.nights}"
    a_night = counted(form.fixtures_a_night, "fixture")
    a_fixture = counted(form.matches_a_fixture, "match")
    yield "Format", f"{a_night} a night, {a_fixture} a fixture"
    yield "Rules", f"{rules.name} ({rules.id})"
    yield "Left", f"{counted(table.left, 'fixture')} not settled"
    if table.impossible:
        said = "fixture {} counts" if len(table.impossible) == 1 else "fixtures {} count"
        numbers = together(map(str, table.impossible))
        yield "Impossible", f"{said.format(numbers)} for nothing"
    if accounts.pot:
        yield "Fees", f"{money(accounts.collected)} paid, {money(accounts.owed)} owed so far"
        yield "Pot", money(accounts.pot)
    if any(table.prizes.places):
        yield "Prizes", together(map(money, table.prizes.places))
    yield "League", f"{state.league_id}, version {state.version}"


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


def _prize_head(table: Standings) -> str:
    """A prize is won when nothing can change any more, and until then only in sight."""
    return "Prize if it ended now" if table.left else "Prize"


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
        _decided(row.decided_by),
        "" if row.prize is None else money(row.prize),
    )


def _decided(parting: Parting | None) -> str:
    if parting is None:
        return ""
    return parting.tie_break.value.replace("_", " ") if parting.tie_break else "nights before"


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
                "; ".join(_marks(season, each)),
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
        "; ".join(_marks(season, shown)),
    )


def _marks(season: LeagueSeason, shown: LeagueFixture) -> Iterator[str]:
    """What is to be known of a fixture besides who won how often."""
    mark = _MARKS[shown.judgement.status]
    if mark:
        yield mark
    if shown.reported is None:
        return
    report = shown.reported.report
    if report.neither_came:
        yield "neither side came"
    if report.forfeit is not None:
        yield f"forfeit by {shown.sides[report.forfeit].name}"
    for each in report.substitutes:
        entrant = season.state.entrant(each.entrant)
        # A substitute in a place that there is not is kept and flagged, like all that cannot be.
        if entrant is not None and each.player < len(entrant.players):
            yield f"{each.name} for {entrant.players[each.player]} of {entrant.name}"
    if report.is_closed:
        yield "ended by closing time"


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


def _notes(table: Standings, nights: tuple[Night, ...]) -> Iterator[str]:
    """What decided where scores are equal, and what is wrong or odd about results."""
    for row in table.rows:
        if row.decided_by:
            yield f"{row.name}: {row.decided_by.why}"
        if row.awaits_play_off:
            yield f"{row.name} waits for a play-off."
    for night in nights:
        for each in night.fixtures:
            for finding in each.judgement.findings:
                yield f"Night {night.night}, fixture {each.number}: {finding.message}"
        yield from (f"Night {night.night}: {finding.message}" for finding in night.findings)
    yield from (finding.message for finding in table.prizes.findings)


def _clauses(season: LeagueSeason) -> Iterator[str]:
    for clause in clauses.of(season.state.charter.format):
        yield f"{clause.text} ({clause.id}, {clause.basis.value})"
