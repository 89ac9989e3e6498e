"""League pictures: the table of a league over its nights."""

from typing import Final

from pitchkeeper.documents import pictures
from pitchkeeper.documents.charts.charts import Chart, Series
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.leagues.season.seasons import LeagueSeason

_MOST_BY_SCORE: Final = 4
"""Few scores can be followed with their distances; of many only who is ahead of whom."""


def svg(season: LeagueSeason, theme: Theme) -> bytes:
    """The table of a league over its nights, as SVG."""
    return pictures.svg(chart(season), theme)


def chart(season: LeagueSeason) -> Chart:
    """Every entrant's rank after each night, in a league of up to four its score."""
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
                # Who left is still ranked, but a line that went on would say that it plays.
                table.get(entrant.number) if entrant.is_in(night) else None
                for night, table in zip(nights, tables, strict=True)
            ),
        )
        for entrant in state.entrants
    ]
    return pictures.league_chart(state.charter.name, list(map(str, nights)), lines, is_rank=is_rank)
