"""Posters: a league on a wall, with what it costs, what it pays and how it stands."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final

from msgspec import structs

from pitch.league import list_league_clauses
from pitch.messages import COUNT, DATE, TYPED, Message, Sentence, all_of
from pitchkeeper.access.membership import invites
from pitchkeeper.access.membership.invites import Invite
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.documents.leagues import league_sheets, night_papers
from pitchkeeper.documents.leagues.night_papers import Heading, Paper
from pitchkeeper.leagues.season import briefs
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.messages import languages, numbers
from pitchkeeper.rulings import rulebooks

_WHEN: Final = Message("heading.paper.when")
_HOW: Final = Message("heading.paper.how")
_PRIZES: Final = Message("heading.paper.prizes")
_DATES: Final = Message("sheet.paper.dates", dates=all_of(DATE))
_BETWEEN: Final = Message("sheet.paper.between", nights=COUNT, first=DATE, last=DATE)
_NIGHTS: Final = Message("sheet.paper.nights", nights=COUNT)
_CODE: Final = Message("sheet.paper.code", text=TYPED)
_SCAN_JOIN: Final = Message("sheet.paper.scan.join")
_MOST_DATES: Final = 12
"""The most dates that a poster lists one by one."""


class PosterKind(StrEnum):
    """The subject of a poster."""

    SIGN_UP = "sign_up"
    """When the league plays, its fee, its prizes and its rules, and how to join."""
    PRIZES = "prizes"
    """The prize of every place, and who would get it now."""
    STANDINGS = "standings"


class Poster(Paper, frozen=True, kw_only=True, tag="poster"):
    """A poster: facts in large letters, a table, and the rules in one paragraph."""

    facts: tuple[tuple[str, str], ...] = ()
    heads: tuple[str, ...] = ()
    columns: tuple[bool, ...] = ()
    """Whether each column shares the width that the others leave."""
    rows: tuple[tuple[str, ...], ...] = ()
    caption: str = ""
    rules: str = ""


def poster(season: LeagueSeason, kind: PosterKind, links: Links, invite: Invite | None) -> bytes:
    """Return a poster of a league as PDF; an invite is on it as a code and a QR code."""
    qr = None
    if invite is not None:
        code = languages.text(_CODE(text=invites.format_code(invite.code)))
        qr = night_papers.draw_qr(links, f"join/{invite.code}", _SCAN_JOIN, code)
    paper = _WRITERS[kind](season)
    return night_papers.typeset(season, structs.replace(paper, qr=qr), 1)


def _sign_up(season: LeagueSeason) -> Poster:
    """Return when a league plays, and its rules, of which fee and prizes are large."""
    state, text = season.state, languages.text
    clauses = {each.topic: each for each in list_league_clauses(state.charter.format)}
    large = [topic for topic in ("league.fee", "league.prize") if topic in clauses]
    rest = [clause for topic, clause in clauses.items() if topic not in large]
    return Poster(
        heading=Heading(state.charter.name),
        facts=(
            (text(_WHEN()), _dates(state)),
            *(("", text(each)) for each in briefs.time_and_place(state.charter)),
            *(("", rulebooks.clause_text(clauses[topic])) for topic in large),
        ),
        caption=text(_HOW()),
        rules=" ".join(map(rulebooks.clause_text, rest)),
    )


def _prizes(season: LeagueSeason) -> Poster:
    heads = (league_sheets.RANK, league_sheets.PRIZE, league_sheets.NAME)
    return _table(season, _PRIZES(), heads, _prize_rows(season))


def _standings(season: LeagueSeason) -> Poster:
    heads, names = (league_sheets.RANK, league_sheets.NAME, league_sheets.SCORE), season.state.names
    rows = ((str(row.rank), names[row.entrant], str(row.score)) for row in season.standings.rows)
    return _table(season, league_sheets.STANDINGS(night=season.last_night), heads, rows)


def _table(
    season: LeagueSeason,
    caption: Sentence,
    heads: Sequence[Message],
    rows: Iterable[tuple[str, ...]],
) -> Poster:
    """Return a poster with a table, as of the last change."""
    state = season.state
    return Poster(
        heading=Heading(state.charter.name, footer=night_papers.footer(state)),
        caption=languages.text(caption),
        heads=tuple(languages.text(head()) for head in heads),
        columns=tuple(head is league_sheets.NAME for head in heads),
        rows=tuple(rows),
    )


_WRITERS: Final = {
    PosterKind.SIGN_UP: _sign_up,
    PosterKind.PRIZES: _prizes,
    PosterKind.STANDINGS: _standings,
}


def _dates(state: LeagueState) -> str:
    """Return when a league plays: its dates, or the first and the last of many."""
    dates, nights, text = state.charter.dates, state.charter.format.nights, languages.text
    if not dates:
        return text(_NIGHTS(nights=nights))
    if len(dates) <= _MOST_DATES:
        return text(_DATES(dates=dates))
    return text(_BETWEEN(nights=nights, first=dates[0], last=dates[-1]))


def _prize_rows(season: LeagueSeason) -> Iterator[tuple[str, ...]]:
    """Yield the prizes by rank, with those who would get them now."""
    names, prizes = season.state.names, season.now.prizes
    for place, amount in enumerate(prizes.places, start=1):
        holders = [names[each.entrant] for each in prizes.awards if each.rank == place]
        money = numbers.format_money(amount, prizes.currency, languages.locale())
        is_begun = season.state.last_night > 0
        yield str(place), money, ", ".join(holders) if is_begun else ""
