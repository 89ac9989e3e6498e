"""League pictures: a league's standings by night as a chart, and as a table to post."""

from typing import Final

from pitch.messages import COUNT, Message
from pitchkeeper.documents import pictures, typesetting
from pitchkeeper.documents.charts.charts import Chart, Series
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.pictures import Size
from pitchkeeper.documents.typesetting import Picture
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.messages import codecs, languages

_ROWS: Final = {Size.WIDE: 8, Size.SQUARE: 16}
"""The rows of each column."""
_COLUMNS: Final = 2
_AROUND: Final = 265
"""The pixels above and below the rows."""
_LINE: Final = 1.66
"""The height of a row, by the size of its letters."""
_LARGEST: Final = 40
_STANDINGS: Final = Message("picture.table", night=COUNT)
_NOT_BEGUN: Final = Message("picture.not_begun")
_MORE: Final = Message("picture.more", rows=COUNT)
_MOST_BY_SCORE: Final = 4
"""The most entrants with a line of scores; more lines would overlap, so they show ranks."""


def svg(season: LeagueSeason, theme: Theme) -> bytes:
    """Return the chart of a league as SVG."""
    return pictures.svg(chart(season), theme)


def table(season: LeagueSeason, size: Size, picture: Picture) -> bytes:
    """Return the standings as a picture of a size; those for whom there is no room are counted."""
    (width, height), lines = pictures.PIXELS[size], _ROWS[size]
    names, ranked = season.state.names, season.standings.rows
    is_one = len(ranked) <= lines
    room = lines if is_one else lines * _COLUMNS
    rows = [
        {"rank": f"{row.rank}.", "name": names[row.entrant], "score": str(row.score)}
        for row in ranked[:room]
    ]
    each = len(rows) if is_one else -(-len(rows) // _COLUMNS)
    left = len(ranked) - len(rows)
    subtitle = _STANDINGS(night=season.last_night) if season.last_night else _NOT_BEGUN()
    shown = {
        "width": width,
        "height": height,
        "size": min(_LARGEST, (height - _AROUND) / max(each, 1) / _LINE),
        "title": season.state.charter.name,
        "subtitle": languages.text(subtitle),
        "columns": [rows[start : start + each] for start in range(0, len(rows), each)] or [[]],
        "more": languages.text(_MORE(rows=left)) if left else "",
    }
    inputs = {"shown": codecs.encode_stored(shown).decode(), "language": languages.current()}
    return typesetting.compile_picture("standings", inputs, picture)


def chart(season: LeagueSeason) -> Chart:
    """Return every entrant's rank after each night, or its score in a league of up to four."""
    state = season.state
    nights = range(1, state.last_night + 1)
    is_rank = len(state.entrants) > _MOST_BY_SCORE
    tables = [
        {row.entrant: row.rank if is_rank else row.score for row in table.rows}
        for table in map(season.standings_after, nights)
    ]
    lines = [
        Series(
            name=entrant.name,
            values=tuple(
                # An entrant that left is still ranked, but its line ends because it plays no more.
                table.get(entrant.number) if entrant.is_in(night) else None
                for night, table in zip(nights, tables, strict=True)
            ),
        )
        for entrant in state.entrants
    ]
    return pictures.league_chart(state.charter.name, list(map(str, nights)), lines, is_rank=is_rank)
