"""Examples of exports, imports and pictures: the match and the league of the other examples."""

import re
from typing import Final

from msgspec import structs

from openapi.examples import matches as examples
from openapi.examples.leagues import SEASON
from openapi.examples.nights import DRAWN
from pitch import preset
from pitch.notation import Position, write_match
from pitch.notation.records import SUIT
from pitch.notation.tokens import NotationError
from pitchkeeper.documents import (
    html,
    pictures,
    rulebooks,
    score_sentences,
    score_sheets,
    score_tables,
    views,
)
from pitchkeeper.documents.archives import leagues as archived_leagues
from pitchkeeper.documents.archives.imports import LineResult
from pitchkeeper.documents.archives.records import ArchivedMatch, ArchiveLine
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.exports import Transcripts
from pitchkeeper.documents.imports import ImportResult, NewTranscripts
from pitchkeeper.documents.leagues import (
    bracket_sheets,
    league_exports,
    league_pictures,
    league_sheets,
    league_tables,
)
from pitchkeeper.documents.transcripts import MatchWithJournal
from pitchkeeper.documents.views import ArchiveAnswers
from pitchkeeper.leagues.records import Report, ReportedMatch
from pitchkeeper.leagues.season import seasons, statistics
from pitchkeeper.messages import codecs
from pitchkeeper.rest.operations import Example

_FONT: Final = re.compile(r"(?<=base64,)[\w+/=]+")


def _without_fonts(content: bytes) -> str:
    """Return a page or a picture as text, with an ellipsis for each typeface."""
    return _FONT.sub("...", content.decode())


_TRANSCRIPT: Final = MatchWithJournal(state=examples.STATE, journal=examples.NOTED).transcript
_BAD: Final = NotationError(Position(31, 9), SUIT(found="X"))
TRANSCRIPTS: Final = Transcripts(matches=(_TRANSCRIPT,))
NEW_TRANSCRIPTS: Final = NewTranscripts(matches=(_TRANSCRIPT,))
NOTATION: Final = write_match(_TRANSCRIPT)
MESSAGE: Final = score_sentences.brief(examples.STATE)
CSV: Final = score_tables.match_table(examples.STATE).decode()
MANY_CSV: Final = b"".join(
    (score_tables.BOM, score_tables.hand_header(), *score_tables.hand_rows(examples.STATE))
).decode()
HTML: Final = _without_fonts(html.render(score_sheets.document(examples.STATE)))
RULEBOOK_HTML: Final = _without_fonts(html.render(rulebooks.document(preset("mb-lounge"))))
PDF: Final = b"%PDF-1.7"
ZIP: Final = b"PK"
IMPORT_ANSWERS: Final = views.import_answers(
    [
        ImportResult("", Position(1, 1), examples.MATCH_ID),
        ImportResult("", _BAD.position, refusal=_BAD),
    ],
    "/v1/imports",
)
ARCHIVED_MATCH: Final = ArchiveLine(
    match=ArchivedMatch(match_id=examples.MATCH_ID, transcript=_TRANSCRIPT)
)
ARCHIVED_LEAGUE: Final = ArchiveLine(league=archived_leagues.to_archive(SEASON))
ARCHIVE: Final = (
    codecs.encode_response(ARCHIVED_MATCH).decode() + '\n{"end":{"matches":1,"leagues":0}}\n'
)
ARCHIVE_ANSWERS: Final = ArchiveAnswers(
    items=(
        views.line_answer(
            LineResult(
                number=1, from_id=examples.MATCH_ID, match_id=examples.MATCH_ID, is_new=True
            ),
            "/v1/archives",
        ),
    ),
    taken_in=1,
    there_already=0,
    refused=0,
    is_whole=True,
)
PICTURE: Final = _without_fonts(pictures.match_svg(examples.STATE, Theme.LIGHT))
_LINKED: Final = structs.replace(
    SEASON.state.reported[0],
    report=Report(matches=(ReportedMatch(match_id=examples.MATCH_ID),)),
)
_PLAYED: Final = seasons.from_state(
    structs.replace(SEASON.state, reported=(_LINKED, *SEASON.state.reported[1:])), {}
)

LEAGUE_COPY: Final = league_exports.copy(SEASON)
LEAGUE_CSV: Final = league_tables.standings(SEASON).decode()
LEAGUE_HTML: Final = _without_fonts(html.render(league_sheets.document(SEASON)))
LEAGUE_PICTURE: Final = _without_fonts(league_pictures.svg(SEASON, Theme.LIGHT))
BRACKET_PICTURE: Final = _without_fonts(bracket_sheets.svg(DRAWN, Theme.LIGHT))
LEAGUE_STATISTICS: Final = statistics.page([_PLAYED], {examples.MATCH_ID: examples.WON.tallies})

EXAMPLES: Final = {
    "exportDeviceArchive": Example(ARCHIVED_MATCH),
    "exportLeagueArchive": Example(ARCHIVED_LEAGUE),
    "importArchive": Example(ARCHIVE_ANSWERS, text=ARCHIVE),
    "importMatches": Example(IMPORT_ANSWERS, body=NEW_TRANSCRIPTS, text=NOTATION),
    "getHandProof": Example(ZIP),
    "getMatchPicture": Example(PICTURE),
    "getRulebookPage": Example(RULEBOOK_HTML),
    "getRulebookPdf": Example(PDF),
    "getLeaguePicture": Example(LEAGUE_PICTURE),
    "getBracketPicture": Example(BRACKET_PICTURE),
    "getLeagueStatistics": Example(LEAGUE_STATISTICS),
    "exportMatchJson": Example(TRANSCRIPTS),
    "exportMatchNotation": Example(NOTATION),
    "exportMatchCsv": Example(CSV),
    "exportMatchHtml": Example(HTML),
    "exportMatchPdf": Example(PDF),
    "exportMatchesJson": Example(TRANSCRIPTS),
    "exportMatchesNotation": Example(NOTATION),
    "exportMatchesCsv": Example(MANY_CSV),
    "exportLeagueJson": Example(LEAGUE_COPY),
    "exportLeagueCsv": Example(LEAGUE_CSV),
    "exportLeagueHtml": Example(LEAGUE_HTML),
    "exportLeaguePdf": Example(PDF),
    "exportPairingsPdf": Example(PDF),
    "exportTableSheetsPdf": Example(PDF),
    "exportTallyCardsPdf": Example(PDF),
    "exportPosterPdf": Example(PDF),
    "getScorePng": Example(examples.QR_PNG),
    "getScoreSvg": Example(examples.QR_SVG),
    "getMatchMessage": Example(MESSAGE),
    "getStandingsPng": Example(examples.QR_PNG),
    "getStandingsSvg": Example(examples.QR_SVG),
    "exportBracketPdf": Example(PDF),
    "exportLeagueNotation": Example(NOTATION),
}
"""The examples of operations, by their ids."""
