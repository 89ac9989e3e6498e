"""Examples of exports and imports: the match of the other examples, as others get it."""

from typing import Final

from api import examples, imports, pages, score_tables, transcriptions
from api.copykeeping import Taken
from api.exports import Transcripts
from api.imports import NewTranscripts
from domain.notation import notations
from domain.notation.tokens import NotationError, Place

_TRANSCRIPT: Final = transcriptions.of(examples.STORED, examples.NOTED)
_BAD: Final = NotationError(Place(31, 9), "expected a suit: C, D, H or S, found 'X'.")
TRANSCRIPTS: Final = Transcripts(matches=(_TRANSCRIPT,))
NEW_TRANSCRIPTS: Final = NewTranscripts(matches=(_TRANSCRIPT,))
NOTATION: Final = notations.write(_TRANSCRIPT)
CSV: Final = score_tables.match(examples.STORED).decode()
MANY_CSV: Final = b"".join(
    (score_tables.MARK, score_tables.hand_head(), *score_tables.hand_rows(examples.STORED))
).decode()
HTML: Final = pages.match(examples.STORED).decode()
PDF: Final = b"%PDF-1.7"
IMPORT_ANSWERS: Final = imports.of(
    [Taken("", Place(1, 1), examples.MATCH_ID), Taken("", _BAD.place, refusal=_BAD)], "/v1/imports"
)
