"""Examples of what leaves of a league: the league of the documents after its first night."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from api.documents import examples as copy_examples
from api.documents import html, league_exports, league_pictures, league_sheets, score_tables
from api.documents.charts.colours import Theme
from api.leagues import seasons, statistics
from api.leagues.season_examples import SEASON
from api.leagues.state import Report, ReportedMatch
from api.matches import examples

_LINKED: Final = structs.replace(
    SEASON.book.reported[0],
    report=Report(matches=(ReportedMatch(match_id=examples.MATCH_ID),)),
)
_PLAYED: Final = seasons.of(replace(SEASON.book, reported=(_LINKED, *SEASON.book.reported[1:])), {})

COPY: Final = league_exports.copy(SEASON)
CSV: Final = score_tables.table(league_sheets.standings(SEASON)).decode()
HTML: Final = html.page(league_sheets.document(SEASON)).decode()
PDF: Final = b"%PDF-1.7"
NOTATION: Final = copy_examples.NOTATION
PICTURE: Final = league_pictures.drawn(SEASON, Theme.LIGHT).decode()
STATISTICS: Final = statistics.page(_PLAYED, {examples.MATCH_ID: examples.WON.tallies})
