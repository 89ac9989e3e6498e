"""Night papers: what an organizer prints for a night.

Each is a value that one template sets. A stack of table sheets or tally cards is cut once: its
first pile of halves or quarters, put on the next, is in order.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final
from urllib.parse import quote

import msgspec
import segno
from msgspec import Struct

from pitch.league import Bye, Entrant, Fixture
from pitch.messages import COUNT, SCORE, TYPED, Message, join_partners
from pitch.types import UTC
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.documents import documents, pdf
from pitchkeeper.documents.leagues import league_sheets
from pitchkeeper.documents.typesetting import Job
from pitchkeeper.folding import fold
from pitchkeeper.leagues.season import reports, slot_plans
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.messages import languages

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
_VERSUS: Final = Message("sheet.paper.versus", one=TYPED, other=TYPED)
_AGAINST: Final = Message("sheet.paper.against", table=COUNT, opponents=TYPED)
_WITH: Final = Message("sheet.paper.with", table=COUNT, partner=TYPED, opponents=TYPED)
_SITS_OUT: Final = Message("sheet.paper.sits_out")
_NOT_PLANNED: Final = Message("sheet.paper.not_planned")
_SCAN_RESULT: Final = Message("sheet.paper.scan.result")
_SCAN_LEAGUE: Final = Message("sheet.paper.scan.league")
_SCAN_BOARD: Final = Message("sheet.paper.scan.board")
_NUMBER: Final = re.compile("[0-9]+")


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
        qr = draw_qr(links, f"#/league/{state.league_id}", _SCAN_LEAGUE)
    else:
        qr = draw_qr(links, f"#/tv/{quote(secret)}", _SCAN_BOARD)
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
    return typeset(season, paper, len(fixtures))


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
    return typeset(season, paper, len(sheets))


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
    return typeset(season, paper, len(cards))


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
    return Heading(state.charter.name, text(day), footer(state))


def footer(state: LeagueState) -> str:
    """Return the time of which a paper is."""
    zone = state.charter.time_zone or UTC
    return languages.text(documents.at_local_time(documents.AS_OF, state.updated_at, zone))


def typeset(season: LeagueSeason, paper: Paper, parts: int) -> bytes:
    """Return a paper as PDF; `parts` is how many rounds, sheets or cards it has."""
    at: datetime = season.state.updated_at
    inputs = {"paper": msgspec.json.encode(paper).decode(), "language": languages.current()}
    return pdf.typeset(Job("night_papers", inputs, "ua-1", at), is_long=parts > _FEW)


def draw_qr(links: Links, place: str, meaning: Message, typed: str = "") -> QrCode:
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
        qr=draw_qr(links, place, _SCAN_RESULT),
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
