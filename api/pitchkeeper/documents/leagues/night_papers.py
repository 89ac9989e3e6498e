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

from pitch.league import Entrant, Fixture
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
    tonight, text = _Tonight(season, night, slot), languages.text
    slots = sorted(tonight.slots)
    if secret is None:
        qr = draw_qr(links, f"#/league/{season.state.league_id}", _SCAN_LEAGUE)
    else:
        qr = draw_qr(links, f"#/tv/{quote(secret)}", _SCAN_BOARD)
    paper = PairingSheet(
        heading=tonight.heading(),
        qr=qr,
        by_table=text(_BY_TABLE()) if slots else text(_NOT_PLANNED()),
        rounds=tuple(map(tonight.round, slots)),
        by_name=text(_BY_NAME()) if slots else "",
        heads=(text(league_sheets.NAME()), *(text(_ROUND(round=number)) for number in slots)),
        names=tuple(
            (entrant.name, *(tonight.meeting(entrant, number) for number in slots))
            for entrant in tonight.entrants()
        ),
    )
    return typeset(season, paper, len(tonight.fixtures))


def table_sheets(season: LeagueSeason, night: int, slot: int | None, links: Links) -> bytes:
    """Return a sheet for every table of a night, or of a slot of it, as PDF."""
    tonight, text = _Tonight(season, night, slot), languages.text
    paper = TableSheets(
        heading=tonight.heading(),
        sheets=tuple(tonight.table_sheet(each, links) for each in tonight.fixtures),
        substitute=text(_SUBSTITUTE()),
        won=text(league_sheets.WON()),
        signature=text(_SIGNATURE()),
    )
    return typeset(season, paper, len(paper.sheets))


def tally_cards(season: LeagueSeason, night: int) -> bytes:
    """Return a card for everybody who takes part in a night, as PDF.

    The last page is filled up with cards without a name, for those who come unannounced.
    """
    tonight, text = _Tonight(season, night), languages.text
    form = season.state.charter.format
    planned = (
        league_sheets.ROUND,
        league_sheets.TABLE,
        *(() if form.pairing.is_of_teams else (_PARTNER,)),
        league_sheets.OPPONENTS,
    )
    written = (league_sheets.WON, _POINTS, _PUNCHED)
    cards = [
        TallyCard(entrant.name, tuple(tonight.tally_rows(entrant)))
        for entrant in tonight.entrants()
    ]
    blank = tuple(
        (str(number), *("" for _ in planned[1:])) for number in range(1, form.fixtures_a_night + 1)
    )
    cards += [TallyCard("", blank)] * (-len(cards) % 4)
    paper = TallyCards(
        heading=tonight.heading(),
        cards=tuple(cards),
        heads=tuple(text(head()) for head in (*planned, *written)),
        known=len(planned),
        total=text(_TOTAL()),
    )
    return typeset(season, paper, len(cards))


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


class _Seat(Struct, frozen=True):
    """The fixture of an entrant in a slot, its partners there, and its opponents."""

    fixture: Fixture
    partners: tuple[int, ...]
    opponents: tuple[int, ...]


class _Tonight:
    """The fixtures of a night, or of a slot of it, in the order of slots and tables."""

    def __init__(self, season: LeagueSeason, night: int, slot: int | None = None) -> None:
        self._state, self._night = season.state, night
        self.fixtures = tuple(
            each for each in season.fixtures_on(night) if slot is None or each.slot == slot
        )
        self.slots = {each.slot for each in self.fixtures}
        self._byes = {bye.slot: bye for bye in season.byes_on(night)}

    def heading(self) -> Heading:
        """Return what all papers of a night have at their head. Raises NoSuchNight."""
        night, dates = self._night, self._state.charter.dates
        slot_plans.check_night(self._state, night)
        day = (
            league_sheets.NIGHT_OF(night=night, date=dates[night - 1])
            if night <= len(dates)
            else league_sheets.NIGHT(night=night)
        )
        return Heading(self._state.charter.name, languages.text(day), footer(self._state))

    def entrants(self) -> list[Entrant]:
        """Return those who take part, by name: those who are paired or sit out, else all."""
        paired = {each for fixture in self.fixtures for side in fixture.sides for each in side}
        paired.update(each for bye in self._byes.values() for each in bye.entrants)
        return sorted(
            (
                entrant
                for entrant in self._state.entrants
                if (entrant.number in paired if paired else entrant.is_in(self._night))
            ),
            key=_alphabetical,
        )

    def round(self, number: int) -> Round:
        """Return the tables of a slot."""
        bye, text = self._byes.get(number), languages.text
        out = [self._state.names[each] for each in bye.entrants] if bye else []
        return Round(
            caption=text(_ROUND(round=number)),
            tables=tuple(
                (str(each.table), text(_VERSUS(one=one, other=other)))
                for each in self.fixtures
                if each.slot == number
                for one, other in (map(self._side_name, each.sides),)
            ),
            bye=text(league_sheets.BYE(names=out, round=number)) if out else "",
        )

    def meeting(self, entrant: Entrant, slot: int) -> str:
        """Return where an entrant plays in a slot, and against whom."""
        seat, text = self._find(entrant, slot), languages.text
        if seat is None:
            return text(_SITS_OUT())
        table, against = seat.fixture.table, self._side_name(seat.opponents)
        if not seat.partners:
            return text(_AGAINST(table=table, opponents=against))
        partner = self._side_name(seat.partners)
        return text(_WITH(table=table, partner=partner, opponents=against))

    def table_sheet(self, fixture: Fixture, links: Links) -> TableSheet:
        """Return the sheet of a table, with the substitutes that are known."""
        state, text = self._state, languages.text
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
                SheetSide(self._side_name(side), tuple(player.name for player in players))
                for side, players in zip(fixture.sides, seated, strict=True)
            ),
            matches=tuple(
                text(_MATCH_TO(match=match, target=target) if target else _MATCH(match=match))
                for match in matches
            ),
            qr=draw_qr(links, place, _SCAN_RESULT),
        )

    def tally_rows(self, entrant: Entrant) -> Iterator[tuple[str, ...]]:
        """Yield the rounds of a card: table, partner and opponents, as far as they are planned."""
        form = self._state.charter.format
        has_partner = not form.pairing.is_of_teams
        for number in range(1, form.fixtures_a_night + 1):
            seat = self._find(entrant, number)
            if seat is None:
                # A round that is planned without somebody is one that they sit out.
                out = languages.text(_SITS_OUT()) if number in self.slots else ""
                yield str(number), out, *("" for _ in range(1 + has_partner))
            else:
                partner = (self._side_name(seat.partners),) if has_partner else ()
                opponents = self._side_name(seat.opponents)
                yield str(number), str(seat.fixture.table), *partner, opponents

    def _find(self, entrant: Entrant, slot: int) -> _Seat | None:
        for each in self.fixtures:
            for side, opponents in (each.sides, each.sides[::-1]):
                if each.slot == slot and entrant.number in side:
                    partners = tuple(other for other in side if other != entrant.number)
                    return _Seat(each, partners, opponents)
        return None

    def _side_name(self, side: Sequence[int]) -> str:
        return join_partners(self._state.names[number] for number in side)


def _alphabetical(entrant: Entrant) -> str:
    """Return the key that sorts names, without accents and case: Team 2 before Team 10."""
    return _NUMBER.sub(lambda number: number.group().zfill(9), fold(entrant.name))
