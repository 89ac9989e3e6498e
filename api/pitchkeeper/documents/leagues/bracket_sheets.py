"""Bracket sheets: a knock-out as a picture, and as it hangs on the wall."""

from collections.abc import Iterator
from typing import Final

from pitch.league import Stage
from pitch.messages import COUNT, TYPED, Message, Sentence
from pitch.types import UTC
from pitchkeeper.documents import typefaces
from pitchkeeper.documents.charts import colours, lettering
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.documents import Column, DataTable, Document, Drawing
from pitchkeeper.documents.leagues import league_sheets
from pitchkeeper.leagues.season import brackets
from pitchkeeper.leagues.season.bracket_views import (
    BracketFixture,
    BracketRound,
    BracketSheet,
    BracketSide,
    TieState,
)
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.messages import languages
from pitchkeeper.rest.markup import Markup, tag

_KNOCK_OUT: Final = Message("heading.bracket")
_FINAL: Final = Message("heading.bracket.final")
_SEMI_FINALS: Final = Message("heading.bracket.semi_finals")
_QUARTER_FINALS: Final = Message("heading.bracket.quarter_finals")
_ROUND: Final = Message("heading.bracket.round", round=COUNT)
_WINNERS: Final = Message("heading.bracket.winners", round=COUNT)
_LOSERS: Final = Message("heading.bracket.losers", round=COUNT)
_THIRD_PLACE: Final = Message("heading.bracket.third_place")
_GRAND_FINAL: Final = Message("heading.bracket.grand_final")
_RESET: Final = Message("heading.bracket.reset")
_WINNER_OF: Final = Message("sheet.bracket.winner_of", matchup=COUNT)
_LOSER_OF: Final = Message("sheet.bracket.loser_of", matchup=COUNT)
_BYE: Final = Message("sheet.bracket.bye")
_DRAWN: Final = Message("sheet.bracket.drawn", entrants=COUNT)
_WON: Final = Message("sheet.bracket.won", name=TYPED)
_NEXT: Final = Message("sheet.bracket.next", round=TYPED, first=TYPED, second=TYPED)
_NOT_DRAWN: Final = Message("sheet.bracket.not_drawn")
_MAX_DRAWN: Final = 16
"""The most entrants of a picture on paper; more names would be too small."""
_WIDTH, _HEIGHT, _GAP = 200, 46, 26
"""The box of a matchup, and the room between two columns; a unit is a pixel on a phone."""
_TOP, _ROW = 46, 58
_SIZE: Final = 13


def document(season: LeagueSeason) -> Document:
    """Return a knock-out on paper: the picture, and every round with room for its results."""
    state, sheet = season.state, brackets.sheet(season)
    is_small = sum(len(each.fixtures) for each in sheet.rounds[:1]) * 2 <= _MAX_DRAWN
    drawing = Drawing(
        svg=str(_drawing(season, Theme.LIGHT, is_bare=True)), description=_text(*_sentences(sheet))
    )
    return Document(
        title=state.charter.name,
        at=state.updated_at,
        facts=(),
        opening=(_text(_KNOCK_OUT()), *(_text(each) for each in _sentences(sheet)[:1])),
        tables=tuple(_table(sheet, each) for each in sheet.rounds if _seated_fixtures(each)),
        notes=tuple(_text(finding.message) for finding in sheet.findings),
        drawings=(drawing,) if sheet.is_drawn and is_small else (),
        language=languages.current(),
        time_zone=state.charter.time_zone or UTC,
    )


def svg(season: LeagueSeason, theme: Theme) -> bytes:
    """Return the picture of a knock-out as SVG, with its typeface embedded."""
    return _drawing(season, theme, typefaces.style(typefaces.TEXT)).encode()


def round_name(sheet: BracketSheet, part: BracketRound) -> str:
    """Return the name of a round, such as the semi-finals."""
    names = {Stage.THIRD_PLACE: _THIRD_PLACE, Stage.GRAND_FINAL: _GRAND_FINAL, Stage.RESET: _RESET}
    if part.stage in names:
        return _text(names[part.stage]())
    if part.stage is Stage.LOSERS:
        return _text(_LOSERS(round=part.round))
    if sheet.is_double:
        return _text(_WINNERS(round=part.round))
    ends = {1: _FINAL, 2: _SEMI_FINALS, 4: _QUARTER_FINALS}
    count = len(part.fixtures)
    return _text(ends[count]() if count in ends else _ROUND(round=part.round))


def side_name(side: BracketSide, state: TieState) -> str:
    """Return the name of a side, or the matchup from which it comes."""
    if side.name is not None:
        return side.name
    if state is TieState.BYE:
        return _text(_BYE())
    if side.winner_of is not None:
        return _text(_WINNER_OF(matchup=side.winner_of))
    return "" if side.loser_of is None else _text(_LOSER_OF(matchup=side.loser_of))


def _text(*sentences: Sentence) -> str:
    return languages.texts(sentences)


def _seated_fixtures(each: BracketRound) -> list[BracketFixture]:
    """Return the matchups of a round that need a table."""
    return [fixture for fixture in each.fixtures if fixture.table is not None]


def _sentences(sheet: BracketSheet) -> list[Sentence]:
    """Return a knock-out in words: who has won it, or who meets next."""
    if not sheet.is_drawn:
        return [_NOT_DRAWN()]
    names = {place.entrant: place.name for place in sheet.places}
    won = [_WON(name=names[sheet.winner])] if sheet.winner in names else []
    following = [
        _NEXT(
            round=round_name(sheet, each),
            first=side_name(fixture.sides[0], fixture.state),
            second=side_name(fixture.sides[1], fixture.state),
        )
        for each in sheet.rounds
        for fixture in each.fixtures
        if fixture.state in {TieState.PLANNED, TieState.BEGUN}
    ]
    return [*won, _DRAWN(entrants=len(sheet.places)), *following]


def _table(sheet: BracketSheet, each: BracketRound) -> DataTable:
    wide = [
        Column(_text(heading()), is_wide=True)
        for heading in (league_sheets.SIDE, league_sheets.OPPONENTS)
    ]
    return DataTable(
        caption=round_name(sheet, each),
        columns=(
            Column(_text(league_sheets.NUMBER()), is_number=True),
            Column(_text(league_sheets.TABLE()), is_number=True),
            *wide,
            Column(_text(league_sheets.WON())),
        ),
        rows=tuple(
            (
                fixture.number,
                fixture.table or "",
                *(side_name(side, fixture.state) for side in fixture.sides),
                # Room to write while nothing is entered.
                " : ".join(map(str, fixture.wins)) if fixture.wins else "    :    ",
            )
            for fixture in _seated_fixtures(each)
        ),
    )


def _drawing(
    season: LeagueSeason, theme: Theme, style: str = "", *, is_bare: bool = False
) -> Markup:
    """Return the picture: a column for each round, the unbeaten above those who have lost once."""
    sheet = brackets.sheet(season)
    places = _places(sheet)
    columns = max((column for column, _ in places.values()), default=0) + 1
    lowest = max((y for _, y in places.values()), default=0)
    width = 24 + columns * (_WIDTH + _GAP) - _GAP
    height = lowest + _HEIGHT + 24 if places else 90
    return tag(
        "svg",
        tag("title", f"{season.state.charter.name}: {_text(_KNOCK_OUT())}"),
        tag("desc", _text(*_sentences(sheet))),
        tag("style", Markup(style + colours.style(theme))),
        *(() if is_bare else (tag("rect", class_="paper", width=width, height=height),)),
        *(() if places else (_label(_text(_NOT_DRAWN()), 12, 50, "muted", width - 24),)),
        *_elements(sheet, places),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        class_="pitch-chart",
        font_family="Atkinson Hyperlegible Next, system-ui, sans-serif",
        font_size=_SIZE,
    )


def _places(sheet: BracketSheet) -> dict[int, tuple[int, float]]:
    """Return the column and the height of the box of every matchup, by its number.

    Those who have lost once have columns of their own: by slot, the picture would be too wide to be
    read on paper.
    """
    places: dict[int, tuple[int, float]] = {}
    below = float(_TOP)
    for is_losers in (False, True):
        top = below
        part = [each for each in sheet.rounds if (each.stage is Stage.LOSERS) is is_losers]
        slots = sorted({(each.night, each.slot) for each in part})
        for each in part:
            column = slots.index((each.night, each.slot))
            for index, fixture in enumerate(each.fixtures):
                before = [
                    places[number][1]
                    for side in fixture.sides
                    for number in (side.winner_of,)
                    if number in places and each.stage is not Stage.RESET
                ]
                y = sum(before) / len(before) if before else top + index * _ROW
                if each.stage is Stage.THIRD_PLACE:
                    y = max(height for _, height in places.values())
                if each.stage is Stage.RESET:
                    y = places[fixture.number - 1][1]
                places[fixture.number] = (column, y)
                below = max(below, y + _ROW)
        below += 34
    return places


def _elements(sheet: BracketSheet, places: dict[int, tuple[int, float]]) -> Iterator[Markup]:
    ends = (each for each in sheet.rounds if each.stage is Stage.GRAND_FINAL)
    finals = {fixture.number for each in ends for fixture in each.fixtures}
    for each in sheet.rounds:
        seated = _seated_fixtures(each)
        if not seated:
            continue
        column, y = places[seated[0].number]
        top = min(places[fixture.number][1] for fixture in seated)
        name = round_name(sheet, each)
        yield _label(name, _x(column), top - 10, "muted", _WIDTH)
        for fixture in seated:
            column, y = places[fixture.number]
            yield from _box(fixture, _x(column), y)
            target = fixture.feeds.winner
            # The grand final says itself whose winner comes from below.
            is_below = each.stage is Stage.LOSERS and target in finals
            if target in places and each.stage is not Stage.GRAND_FINAL and not is_below:
                yield _line(_x(column) + _WIDTH, y, *places[target])


def _x(column: int) -> float:
    return 12 + column * (_WIDTH + _GAP)


def _line(x: float, y: float, column: int, to: float) -> Markup:
    """Return the line from a matchup to that of its winner."""
    end, middle = _x(column), y + _HEIGHT / 2
    path = f"M{x:g} {middle:g}H{end - _GAP / 2:g}V{to + _HEIGHT / 2:g}H{end:g}"
    return tag("path", class_="leader", d=path)


def _box(fixture: BracketFixture, x: float, y: float) -> Iterator[Markup]:
    yield tag("rect", class_="ring", x=x, y=y, width=_WIDTH, height=_HEIGHT, rx=5)
    yield tag("path", class_="grid", d=f"M{x:g} {y + _HEIGHT / 2:g}h{_WIDTH}")
    for index, side in enumerate(fixture.sides):
        base = y + 17 + index * _HEIGHT / 2
        is_winner = side.entrant is not None and side.entrant == fixture.winner
        kind = "ink" if side.entrant is not None else "muted"
        weight = {"font_weight": "bold"} if is_winner else {}
        seed = f"{side.seed}  " if side.seed is not None else ""
        name = seed + side_name(side, fixture.state)
        room = _WIDTH - (46 if fixture.wins is None else 34)
        yield _label(name, x + 7, base, kind, room, **weight)
        if fixture.wins is not None:
            wins = str(fixture.wins[index])
            yield _label(wins, x + _WIDTH - 8, base, kind, 24, text_anchor="end", **weight)
    if fixture.wins is None:
        # Those who wait for its winner or loser name it by its number.
        number = f"#{fixture.number}"
        yield _label(number, x + _WIDTH - 8, y + 17, "muted", 40, text_anchor="end")


def _label(text: str, x: float, y: float, kind: str, room: float, **more: str) -> Markup:
    return tag("text", lettering.truncate(text, _SIZE, room), class_=kind, x=x, y=y, **more)
