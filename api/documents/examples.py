"""Examples of exports and imports: the match of the other examples, as others get it."""

from typing import Final

from api.documents import html, imports, score_tables, transcriptions
from api.documents.exports import Transcripts
from api.documents.imports import NewTranscripts
from api.documents.transfer import Taken
from api.matches import examples
from domain.notation import texts
from domain.notation.tokens import NotationError, Place

_TRANSCRIPT: Final = transcriptions.of(examples.STORED, examples.NOTED)
_BAD: Final = NotationError(Place(31, 9), "expected a suit: C, D, H or S, found 'X'.")
TRANSCRIPTS: Final = Transcripts(matches=(_TRANSCRIPT,))
NEW_TRANSCRIPTS: Final = NewTranscripts(matches=(_TRANSCRIPT,))
NOTATION: Final = texts.write(_TRANSCRIPT)
CSV: Final = score_tables.match(examples.STORED).decode()
MANY_CSV: Final = b"".join(
    (score_tables.MARK, score_tables.hand_head(), *score_tables.hand_rows(examples.STORED))
).decode()
HTML: Final = html.match(examples.STORED).decode()
PDF: Final = b"%PDF-1.7"
IMPORT_ANSWERS: Final = imports.of(
    [Taken("", Place(1, 1), examples.MATCH_ID), Taken("", _BAD.place, refusal=_BAD)], "/v1/imports"
)
