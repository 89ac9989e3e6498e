"""Posters: a league on a wall, with what it costs, what it pays and how it stands."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from pitch.league import list_league_clauses
from pitch.messages import COUNT, DATE, TYPED, Message, all_of
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
    state, text = season.state, languages.text
    clauses = {each.topic: each for each in list_league_clauses(state.charter.format)}
    name, footer = state.charter.name, night_papers.footer(state)
    qr = None
    if invite is not None:
        code = text(_CODE(text=invites.format_code(invite.code)))
        qr = night_papers.draw_qr(links, f"join/{invite.code}", _SCAN_JOIN, code)
    if kind is PosterKind.SIGN_UP:
        large = [topic for topic in ("league.fee", "league.prize") if topic in clauses]
        rest = [clause for topic, clause in clauses.items() if topic not in large]
        facts = (("", rulebooks.clause_text(clauses[topic])) for topic in large)
        paper = Poster(
            heading=Heading(name),
            qr=qr,
            facts=(
                (text(_WHEN()), _dates(state)),
                *(("", text(each)) for each in briefs.time_and_place(state.charter)),
                *facts,
            ),
            caption=text(_HOW()),
            rules=" ".join(map(rulebooks.clause_text, rest)),
        )
    elif kind is PosterKind.PRIZES:
        heads = (league_sheets.RANK, league_sheets.PRIZE, league_sheets.NAME)
        paper = Poster(
            heading=Heading(name, footer=footer),
            qr=qr,
            caption=text(_PRIZES()),
            heads=tuple(text(head()) for head in heads),
            columns=(False, False, True),
            rows=tuple(_prizes(season)),
        )
    else:
        heads = (league_sheets.RANK, league_sheets.NAME, league_sheets.SCORE)
        rows = season.standings.rows
        paper = Poster(
            heading=Heading(name, footer=footer),
            qr=qr,
            caption=text(league_sheets.STANDINGS(night=season.last_night)),
            heads=tuple(text(head()) for head in heads),
            columns=(False, True, False),
            rows=tuple((str(row.rank), state.names[row.entrant], str(row.score)) for row in rows),
        )
    return night_papers.typeset(season, paper, 1)


def _dates(state: LeagueState) -> str:
    """Return when a league plays: its dates, or the first and the last of many."""
    dates, nights, text = state.charter.dates, state.charter.format.nights, languages.text
    if not dates:
        return text(_NIGHTS(nights=nights))
    if len(dates) <= _MOST_DATES:
        return text(_DATES(dates=dates))
    return text(_BETWEEN(nights=nights, first=dates[0], last=dates[-1]))


def _prizes(season: LeagueSeason) -> Iterator[tuple[str, ...]]:
    """Yield the prizes by rank, with those who would get them now."""
    names, prizes = season.state.names, season.now.prizes
    for place, amount in enumerate(prizes.places, start=1):
        holders = [names[each.entrant] for each in prizes.awards if each.rank == place]
        money = numbers.format_money(amount, prizes.currency, languages.locale())
        is_begun = season.state.last_night > 0
        yield str(place), money, ", ".join(holders) if is_begun else ""
