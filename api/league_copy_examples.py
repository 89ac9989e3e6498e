"""Examples of what leaves of a league: the league of the documents after its first night."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from api import (
    copy_examples,
    examples,
    league_exports,
    league_pictures,
    league_sheets,
    league_statistics,
    pages,
    score_tables,
    seasons,
)
from api.books import Report, ReportedMatch
from api.colours import Theme
from api.season_examples import SEASON

_LINKED: Final = structs.replace(
    SEASON.book.reported[0],
    report=Report(matches=(ReportedMatch(match_id=examples.MATCH_ID),)),
)
_PLAYED: Final = seasons.of(replace(SEASON.book, reported=(_LINKED, *SEASON.book.reported[1:])), {})

COPY: Final = league_exports.copy(SEASON)
CSV: Final = score_tables.table(league_sheets.standings(SEASON)).decode()
HTML: Final = pages.page(league_sheets.document(SEASON)).decode()
PDF: Final = b"%PDF-1.7"
NOTATION: Final = copy_examples.NOTATION
PICTURE: Final = league_pictures.drawn(SEASON, Theme.LIGHT).decode()
STATISTICS: Final = league_statistics.page(_PLAYED, {examples.MATCH_ID: examples.WON.tallies})
