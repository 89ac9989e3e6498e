"""Night papers: what an organizer prints for a night, and the poster of a league.

Each is a value that one template sets. A stack of table sheets or tally cards is cut once: its
first pile of halves or quarters, put on the next, is in order.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final
from urllib.parse import quote

import msgspec
import segno
from msgspec import Struct

from pitch.league import Bye, Entrant, Fixture, list_league_clauses
from pitch.messages import COUNT, DATE, SCORE, TYPED, Message, all_of, join_partners
from pitch.types import UTC
from pitchkeeper.access.membership import invites
from pitchkeeper.access.membership.invites import Invite
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.documents import documents, pdf
from pitchkeeper.documents.leagues import league_sheets
from pitchkeeper.documents.typesetting import Job
from pitchkeeper.folding import fold
from pitchkeeper.leagues.season import briefs, reports, slot_plans
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.messages import languages, numbers
from pitchkeeper.rulings import rulebooks

_FEW: Final = 12
"""The most parts of a paper that is set in this process: 30 MB."""
_BY_TABLE: Final = Message("heading.paper.by_table")
_BY_NAME: Final = Message("heading.paper.by_name")
_ROUND: Final = Message("heading.paper.round", round=COUNT)
_ROUND_TABLE: Final = Message("heading.paper.round_table", round=COUNT, table=COUNT)
_MATCHUP: Final = Message("heading.paper.matchup", matchup=COUNT)
_MATCH: Final = Message("heading.paper.match", match=COUNT)
_MATCH_TO: Final = Message("heading.paper.match_to", match=COUNT, target=SCORE)
_SUBSTITUTE: Final = Message("heading.paper.substitute")
_DEALER: Final = Message("heading.paper.first_dealer", name=TYPED)
_SIGNATURE: Final = Message("heading.paper.signature")
_PARTNER: Final = Message("heading.paper.partner")
_POINTS: Final = Message("heading.paper.points")
_PUNCHED: Final = Message("heading.paper.punched")
_TOTAL: Final = Message("heading.paper.total")
_WHEN: Final = Message("heading.paper.when")
_HOW: Final = Message("heading.paper.how")
_PRIZES: Final = Message("heading.paper.prizes")
_VERSUS: Final = Message("sheet.paper.versus", one=TYPED, other=TYPED)
_AGAINST: Final = Message("sheet.paper.against", table=COUNT, opponents=TYPED)
_WITH: Final = Message("sheet.paper.with", table=COUNT, partner=TYPED, opponents=TYPED)
_SITS_OUT: Final = Message("sheet.paper.sits_out")
_NOT_PLANNED: Final = Message("sheet.paper.not_planned")
_DATES: Final = Message("sheet.paper.dates", dates=all_of(DATE))
_BETWEEN: Final = Message("sheet.paper.between", nights=COUNT, first=DATE, last=DATE)
_NIGHTS: Final = Message("sheet.paper.nights", nights=COUNT)
_CODE: Final = Message("sheet.paper.code", text=TYPED)
_SCAN_RESULT: Final = Message("sheet.paper.scan.result")
_SCAN_LEAGUE: Final = Message("sheet.paper.scan.league")
_SCAN_BOARD: Final = Message("sheet.paper.scan.board")
_SCAN_JOIN: Final = Message("sheet.paper.scan.join")
_NUMBER: Final = re.compile("[0-9]+")
_MOST_DATES: Final = 12
"""The most dates that a poster lists one by one."""


class PosterKind(StrEnum):
    """The subject of a poster."""

    SIGN_UP = "sign_up"
    """When the league plays, its fee, its prizes and its rules, and how to join."""
    PRIZES = "prizes"
    """The prize of every place, and who would get it now."""
    STANDINGS = "standings"


class QrCode(Struct, frozen=True):
    """A QR code with what it is for, and with a code to type if it has one."""

    rows: tuple[str, ...]
    """Its rows, a digit a module: 1 is dark."""
    meaning: str
    typed: str = ""


class Heading(Struct, frozen=True):
    """The head of a paper, and the time in its footer."""

    title: str
    note: str = ""
    footer: str = ""


class Paper(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A paper as the template takes it."""

    heading: Heading
    qr: QrCode | None = None


class Round(Struct, frozen=True):
    """The tables of a round, each with who meets there, and who sits out."""

    caption: str
    tables: tuple[tuple[str, str], ...]
    bye: str


class PairingSheet(Paper, frozen=True, kw_only=True, tag="pairings"):
    """Pairings for the wall, by table and by name."""

    by_table: str
    rounds: tuple[Round, ...]
    by_name: str
    heads: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]


class SheetSide(Struct, frozen=True):
    """A side on a table sheet: its name and its players."""

    name: str
    players: tuple[str, ...]


class TableSheet(Struct, frozen=True):
    """The sheet that lies on a table: who plays, and room for the scores."""

    title: str
    note: str
    dealer: str
    sides: tuple[SheetSide, ...]
    matches: tuple[str, ...]
    qr: QrCode


class TableSheets(Paper, frozen=True, kw_only=True, tag="table_sheets"):
    """The table sheets of a night, two a page."""

    sheets: tuple[TableSheet, ...]
    substitute: str
    won: str
    signature: str


class TallyCard(Struct, frozen=True):
    """The card of one person: its rounds, as far as they are planned."""

    name: str
    rows: tuple[tuple[str, ...], ...]


class TallyCards(Paper, frozen=True, kw_only=True, tag="tally_cards"):
    """The tally cards of a night, four a page."""

    cards: tuple[TallyCard, ...]
    heads: tuple[str, ...]
    known: int
    """The columns that are filled in as far as is known; the others are written by hand."""
    total: str


class Poster(Paper, frozen=True, kw_only=True, tag="poster"):
    """A poster: facts in large letters, a table, and the rules in one paragraph."""

    facts: tuple[tuple[str, str], ...] = ()
    heads: tuple[str, ...] = ()
    columns: tuple[bool, ...] = ()
    """Whether each column shares the width that the others leave."""
    rows: tuple[tuple[str, ...], ...] = ()
    caption: str = ""
    rules: str = ""


def pairing_sheet(
    season: LeagueSeason, night: int, slot: int | None, links: Links, secret: str | None
) -> bytes:
    """Return the pairings of a night, or of a slot of it, as PDF for the wall.

    The QR code opens the scoreboard of a public link if its secret is given, else the league.
    """
    state, text = season.state, languages.text
    fixtures = _fixtures(season, night, slot)
    slots = sorted({each.slot for each in fixtures})
    byes = {bye.slot: bye for bye in season.byes_on(night)}
    if secret is None:
        qr = _qr(links, f"#/league/{state.league_id}", _SCAN_LEAGUE)
    else:
        qr = _qr(links, f"#/tv/{quote(secret)}", _SCAN_BOARD)
    paper = PairingSheet(
        heading=_heading(season, night),
        qr=qr,
        by_table=text(_BY_TABLE()) if slots else text(_NOT_PLANNED()),
        rounds=tuple(_round(state, number, fixtures, byes.get(number)) for number in slots),
        by_name=text(_BY_NAME()) if slots else "",
        heads=(text(league_sheets.NAME()), *(text(_ROUND(round=number)) for number in slots)),
        names=tuple(
            (entrant.name, *(_meeting(state, entrant, number, fixtures) for number in slots))
            for entrant in sorted(_present(season, night, fixtures), key=_alphabetical)
        ),
    )
    return _set(season, paper, len(fixtures))


def table_sheets(season: LeagueSeason, night: int, slot: int | None, links: Links) -> bytes:
    """Return a sheet for every table of a night, or of a slot of it, as PDF."""
    state, text = season.state, languages.text
    sheets = tuple(_table_sheet(state, each, links) for each in _fixtures(season, night, slot))
    paper = TableSheets(
        heading=_heading(season, night),
        sheets=sheets,
        substitute=text(_SUBSTITUTE()),
        won=text(league_sheets.WON()),
        signature=text(_SIGNATURE()),
    )
    return _set(season, paper, len(sheets))


def tally_cards(season: LeagueSeason, night: int) -> bytes:
    """Return a card for everybody who takes part in a night, as PDF.

    The last page is filled up with cards without a name, for those who come unannounced.
    """
    state, text = season.state, languages.text
    form, fixtures = state.charter.format, _fixtures(season, night, None)
    has_partner = not form.pairing.is_of_teams
    planned = (
        league_sheets.ROUND,
        league_sheets.TABLE,
        *((_PARTNER,) if has_partner else ()),
        league_sheets.OPPONENTS,
    )
    written = (league_sheets.WON, _POINTS, _PUNCHED)
    cards = [
        TallyCard(
            entrant.name, tuple(_tally_rows(state, entrant, fixtures, has_partner=has_partner))
        )
        for entrant in sorted(_present(season, night, fixtures), key=_alphabetical)
    ]
    blank = tuple(
        (str(number), *("" for _ in planned[1:])) for number in range(1, form.fixtures_a_night + 1)
    )
    cards += [TallyCard("", blank)] * (-len(cards) % 4)
    paper = TallyCards(
        heading=_heading(season, night),
        cards=tuple(cards),
        heads=tuple(text(head()) for head in (*planned, *written)),
        known=len(planned),
        total=text(_TOTAL()),
    )
    return _set(season, paper, len(cards))


def poster(season: LeagueSeason, kind: PosterKind, links: Links, invite: Invite | None) -> bytes:
    """Return a poster of a league as PDF; an invite is on it as a code and a QR code."""
    state, text = season.state, languages.text
    clauses = {each.topic: each for each in list_league_clauses(state.charter.format)}
    name, footer = state.charter.name, _footer(state)
    qr = None
    if invite is not None:
        code = text(_CODE(text=invites.format_code(invite.code)))
        qr = _qr(links, f"join/{invite.code}", _SCAN_JOIN, code)
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
    return _set(season, paper, 1)


def _heading(season: LeagueSeason, night: int) -> Heading:
    """Return what all papers of a night have at their head. Raises NoSuchNight."""
    state, text = season.state, languages.text
    slot_plans.check_night(state, night)
    dates = state.charter.dates
    day = (
        league_sheets.NIGHT_OF(night=night, date=dates[night - 1])
        if night <= len(dates)
        else league_sheets.NIGHT(night=night)
    )
    return Heading(state.charter.name, text(day), _footer(state))


def _footer(state: LeagueState) -> str:
    zone = state.charter.time_zone or UTC
    return languages.text(documents.at_local_time(documents.AS_OF, state.updated_at, zone))


def _set(season: LeagueSeason, paper: Paper, parts: int) -> bytes:
    at: datetime = season.state.updated_at
    inputs = {"paper": msgspec.json.encode(paper).decode(), "language": languages.current()}
    return pdf.typeset(Job("night_papers", inputs, "ua-1", at), is_long=parts > _FEW)


def _qr(links: Links, place: str, meaning: Message, typed: str = "") -> QrCode:
    """Return the QR code of an address of the page."""
    # Level M still reads with 15 % of it covered; the paper around it is its quiet zone.
    drawn = segno.make_qr(f"{links.page}/{place}", error="m")
    rows = tuple("".join(map(str, row)) for row in drawn.matrix)
    return QrCode(rows, languages.text(meaning()), typed)


def _fixtures(season: LeagueSeason, night: int, slot: int | None) -> tuple[Fixture, ...]:
    """Return the fixtures of a night, or of a slot of it, in the order of slots and tables."""
    tonight = season.fixtures_on(night)
    return tuple(each for each in tonight if slot is None or each.slot == slot)


def _present(season: LeagueSeason, night: int, fixtures: Sequence[Fixture]) -> list[Entrant]:
    """Return those who take part in a night: those who are paired or sit out, else all."""
    paired = {each for fixture in fixtures for side in fixture.sides for each in side}
    paired.update(each for bye in season.byes_on(night) for each in bye.entrants)
    entrants = season.state.entrants
    if paired:
        return [entrant for entrant in entrants if entrant.number in paired]
    return [entrant for entrant in entrants if entrant.is_in(night)]


def _alphabetical(entrant: Entrant) -> str:
    """Return the key that sorts names, without accents and case: Team 2 before Team 10."""
    return _NUMBER.sub(lambda number: number.group().zfill(9), fold(entrant.name))


def _side_name(state: LeagueState, side: Sequence[int]) -> str:
    return join_partners(state.names[number] for number in side)


def _round(state: LeagueState, number: int, fixtures: Sequence[Fixture], bye: Bye | None) -> Round:
    """Return the tables of a slot."""
    names, text = state.names, languages.text
    out = [names[each] for each in bye.entrants] if bye else []
    return Round(
        caption=text(_ROUND(round=number)),
        tables=tuple(
            (
                str(each.table),
                text(
                    _VERSUS(
                        one=_side_name(state, each.sides[0]), other=_side_name(state, each.sides[1])
                    )
                ),
            )
            for each in fixtures
            if each.slot == number
        ),
        bye=text(league_sheets.BYE(names=out, round=number)) if out else "",
    )


def _find(
    entrant: Entrant, slot: int, fixtures: Sequence[Fixture]
) -> tuple[Fixture, tuple[int, ...], tuple[int, ...]] | None:
    """Return the fixture of an entrant in a slot, its partners there, and its opponents."""
    for each in fixtures:
        for side, opponents in (each.sides, each.sides[::-1]):
            if each.slot == slot and entrant.number in side:
                partners = tuple(other for other in side if other != entrant.number)
                return each, partners, opponents
    return None


def _meeting(state: LeagueState, entrant: Entrant, slot: int, fixtures: Sequence[Fixture]) -> str:
    """Return where an entrant plays in a slot, and against whom."""
    found = _find(entrant, slot, fixtures)
    if found is None:
        return languages.text(_SITS_OUT())
    fixture, partners, opponents = found
    against = _side_name(state, opponents)
    if not partners:
        return languages.text(_AGAINST(table=fixture.table, opponents=against))
    partner = _side_name(state, partners)
    return languages.text(_WITH(table=fixture.table, partner=partner, opponents=against))


def _table_sheet(state: LeagueState, fixture: Fixture, links: Links) -> TableSheet:
    """Return the sheet of a table, with the substitutes that are known."""
    text = languages.text
    seated = reports.lineups(state, fixture.number)
    dealer = next(
        player for side in seated for player in side if player.seat == fixture.first_dealer
    )
    target, form = state.ruleset.rules.target, fixture.terms(state.charter.format)
    matches = range(1, form.matches_a_fixture + 1)
    place = f"#/league/{state.league_id}/paper/{fixture.night}/{fixture.number}"
    return TableSheet(
        title=text(_ROUND_TABLE(round=fixture.slot, table=fixture.table)),
        note=text(_MATCHUP(matchup=fixture.number)),
        dealer=text(_DEALER(name=dealer.sheet_name)),
        sides=tuple(
            SheetSide(_side_name(state, side), tuple(player.name for player in players))
            for side, players in zip(fixture.sides, seated, strict=True)
        ),
        matches=tuple(
            text(_MATCH_TO(match=match, target=target) if target else _MATCH(match=match))
            for match in matches
        ),
        qr=_qr(links, place, _SCAN_RESULT),
    )


def _tally_rows(
    state: LeagueState, entrant: Entrant, fixtures: Sequence[Fixture], *, has_partner: bool
) -> Iterator[tuple[str, ...]]:
    """Yield the rounds of a card: table, partner and opponents, as far as they are planned."""
    slots = {each.slot for each in fixtures}
    for number in range(1, state.charter.format.fixtures_a_night + 1):
        found = _find(entrant, number, fixtures)
        if found is None:
            # A round that is planned without somebody is one that they sit out.
            out = languages.text(_SITS_OUT()) if number in slots else ""
            yield str(number), out, *("" for _ in range(1 + has_partner))
        else:
            fixture, partners, opponents = found
            partner = (_side_name(state, partners),) if has_partner else ()
            yield str(number), str(fixture.table), *partner, _side_name(state, opponents)


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
