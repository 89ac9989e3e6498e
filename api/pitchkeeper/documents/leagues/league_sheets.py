"""League sheets: a league as it hangs on the wall."""

from collections.abc import Callable, Sequence
from typing import Final

from pitch import Status
from pitch.league import group_rows
from pitch.messages import COUNT, DATE, TYPED, Message, all_of
from pitch.types import UTC
from pitchkeeper.documents.documents import Cell, Column, DataTable, Document
from pitchkeeper.documents.leagues import league_pictures, league_sentences
from pitchkeeper.leagues.season import presenters as season_presenters
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import Accounts, LeagueFixture, Night, Standings, StandingsRow
from pitchkeeper.messages import languages, numbers

NONE: Final = "-"
_POSITION: Final = "#"
_DIFFERENCE: Final = "+/-"
_GROUP: Final = Message("heading.league.group", group=TYPED)
STANDINGS: Final = Message("heading.league.standings", night=COUNT)
RANK: Final = Message("heading.league.rank")
NAME: Final = Message("heading.league.name")
_NIGHT_SHORT: Final = Message("heading.league.night_short", night=COUNT)
NIGHT: Final = Message("heading.league.night", night=COUNT)
NIGHT_OF: Final = Message("heading.league.night_of", night=COUNT, date=DATE)
SCORE: Final = Message("heading.league.score")
WON: Final = Message("heading.league.won")
_LOST: Final = Message("heading.league.lost")
_POINT_DIFFERENCE: Final = Message("heading.league.point_difference")
_DECIDED_BY: Final = Message("heading.league.decided_by")
PRIZE: Final = Message("heading.league.prize")
_PRIZE_SO_FAR: Final = Message("heading.league.prize_so_far")
ROUND: Final = Message("heading.league.round")
TABLE: Final = Message("heading.league.table")
SIDE: Final = Message("heading.league.side")
OPPONENTS: Final = Message("heading.league.opponents")
_MATCHES_WON: Final = Message("heading.league.matches_won")
_REMARKS: Final = Message("heading.league.remarks")
_FEES: Final = Message("heading.league.fees")
NUMBER: Final = Message("heading.league.number")
_NIGHTS: Final = Message("heading.league.nights")
_OWED: Final = Message("heading.league.owed")
_OWED_SO_FAR: Final = Message("heading.league.owed_so_far")
_SEASON: Final = Message("heading.league.season")
_OWED_SEASON: Final = Message("heading.league.owed_season")
_DUE: Final = Message("heading.league.due")
_DUE_NIGHT: Final = Message("heading.league.due_night", night=COUNT)
_NOTHING_DUE: Final = Message("heading.league.nothing_due")
_PAID: Final = Message("heading.league.paid")
_BALANCE: Final = Message("heading.league.balance")
_KEYS: Final = (Message("sheet.league.key.rank"), Message("sheet.league.key.nights"))
BYE: Final = Message("sheet.league.bye", names=all_of(TYPED), round=COUNT)
_WIDEST: Final = 10
"""The most nights that have a column of their own on paper."""
Money = Callable[[int], str]


def document(season: LeagueSeason) -> Document:
    """Return the printable league sheet: standings, nights, accounts and clauses."""
    state, table = season.state, season_presenters.standings(season, season.now)
    accounts = season_presenters.accounts(season)

    def money(minor: int) -> str:
        return numbers.format_money(minor, accounts.currency, languages.locale())

    schedule = season_presenters.schedule(season)
    nights = [night for night in schedule.nights if night.fixtures]
    nights_begun = range(max(1, state.last_night - _WIDEST + 1), state.last_night + 1)
    return Document(
        title=state.charter.name,
        at=state.updated_at,
        facts=league_sentences.facts(season, accounts, table, money),
        tables=(
            _standings(table, nights_begun, money),
            *(_group(group, rows) for group, rows in group_rows(table.rows)),
            *(_night(season, night) for night in nights),
            _accounts(accounts, money),
        ),
        notes=(*league_sentences.notes(table, schedule.nights), *league_sentences.clauses(season)),
        charts=(league_pictures.chart(season),) if state.last_night else (),
        language=languages.current(),
        time_zone=state.charter.time_zone or UTC,
    )


def _standings(table: Standings, nights: range, money: Money) -> DataTable:
    """Return the standings: scores by night and in total, deciding tie-breaks, and prizes."""
    text = languages.text
    # A prize is final only once no matchup is left.
    prize = _PRIZE_SO_FAR if table.left else PRIZE
    return DataTable(
        caption=text(STANDINGS(night=table.after_night)),
        # The first nights may be left out: more than ten leave no room for names.
        columns=(
            Column(_POSITION, is_number=True),
            Column(text(RANK()), is_number=True),
            Column(text(NAME()), is_wide=True),
            *(
                Column(text(_NIGHT_SHORT(night=number)), text(NIGHT(night=number)), is_number=True)
                for number in nights
            ),
            *(Column(text(head()), is_number=True) for head in (SCORE, WON, _LOST)),
            Column(_DIFFERENCE, text(_POINT_DIFFERENCE()), is_number=True),
            Column(text(_DECIDED_BY()), is_wide=True),
            Column(text(prize()), is_number=True),
        ),
        rows=tuple(_row(row, nights, money) for row in table.rows),
        legend=" ".join(text(key()) for key in _KEYS),
    )


def _group(group: str, rows: Sequence[StandingsRow]) -> DataTable:
    """Return the standings of a group before the final."""
    text = languages.text
    return DataTable(
        caption=text(_GROUP(group=group)),
        columns=(
            Column(text(RANK()), is_number=True),
            Column(text(NAME()), is_wide=True),
            Column(text(SCORE()), is_number=True),
            Column(text(_DECIDED_BY()), is_wide=True),
        ),
        rows=tuple(
            (
                row.group_rank or "",
                row.name,
                # The other columns of the table of all go on in the night of the final.
                "" if row.group_score is None else row.group_score,
                league_sentences.tie_break_label(row.group_decided_by),
            )
            for row in rows
        ),
    )


def _row(row: StandingsRow, nights: range, money: Money) -> tuple[Cell, ...]:
    return (
        row.position,
        row.rank,
        row.name,
        *(row.by_night[night - 1] for night in nights),
        row.score,
        row.won,
        row.lost,
        # Empty and not zero: some of its points are not known.
        "" if row.difference is None else row.difference,
        league_sentences.tie_break_label(row.decided_by),
        money(row.prize) if row.prize else "",
    )


def _night(season: LeagueSeason, night: Night) -> DataTable:
    """Return a night's fixtures in the order of rounds and tables, with the byes below."""
    text, names = languages.text, season.state.names
    number = night.night
    caption = NIGHT_OF(night=number, date=night.date) if night.date else NIGHT(night=number)
    byes = (BYE(names=[names[each] for each in bye.entrants], round=bye.slot) for bye in night.byes)
    return DataTable(
        caption=text(caption),
        columns=(
            Column(text(ROUND()), is_number=True),
            Column(text(TABLE()), is_number=True),
            *(Column(text(heading()), is_wide=True) for heading in (SIDE, OPPONENTS)),
            Column(text(WON()), text(_MATCHES_WON())),
            Column(text(_REMARKS()), is_wide=True),
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
        legend=languages.texts(byes),
    )


def _score(fixture: LeagueFixture) -> str:
    """Return the wins of both sides; a dash before anything that counts was played."""
    wins = fixture.judgement.wins
    if not wins or (fixture.judgement.status is Status.OPEN and not any(wins)):
        return NONE
    return " : ".join(map(str, wins))


def _accounts(accounts: Accounts, money: Money) -> DataTable:
    """Return the table of fees: owed so far, due, for the whole season, and paid."""
    text, night = languages.text, accounts.due_night
    due = _DUE_NIGHT(night=night) if night else _NOTHING_DUE()
    return DataTable(
        caption=text(_FEES()),
        columns=(
            Column(text(NUMBER()), is_number=True),
            Column(text(NAME()), is_wide=True),
            Column(text(_NIGHTS()), is_number=True),
            Column(text(_OWED()), text(_OWED_SO_FAR()), is_number=True),
            Column(text(_DUE()), text(due), is_number=True),
            Column(text(_SEASON()), text(_OWED_SEASON()), is_number=True),
            Column(text(_PAID()), is_number=True),
            Column(text(_BALANCE()), is_number=True),
        ),
        rows=tuple(
            (
                account.entrant,
                account.name,
                account.nights,
                *map(
                    money,
                    (account.owed, account.due, account.owed_season, account.paid, account.balance),
                ),
            )
            for account in accounts.accounts
        ),
        legend=text(due),
    )
