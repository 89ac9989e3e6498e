"""League pictures: charts of a league's standings by night."""

from typing import Final

from pitchkeeper.documents import pictures
from pitchkeeper.documents.charts.charts import Chart, Series
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.leagues.season.seasons import LeagueSeason

_MOST_BY_SCORE: Final = 4
"""The most entrants with a line of scores; more lines would overlap, so they show ranks."""


def svg(season: LeagueSeason, theme: Theme) -> bytes:
    """Return the chart of a league as SVG."""
    return pictures.svg(chart(season), theme)


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
