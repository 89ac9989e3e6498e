"""The one league of the documents, and the choices that its document leaves open."""

from typing import Final

from msgspec import Struct, structs

from pitch.league.leagues import FinalNight, Format, Prizes
from pitch.rules.presets.catalogue import PRESETS
from pitch.rules.presets.preset import Basis

MB_LOUNGE: Final = Format(
    players=2,
    # Five Tuesdays, two opponents on each, three matches with each of them (S3.league.dates,
    # S3.league.rounds, S3.league.games).
    nights=5,
    fixtures_a_night=2,
    matches_a_fixture=3,
    closes_at="21:00",
    # $10 a team and week; the shares of ten teams' $500 are the 300, 150 and 50 that S3 lists.
    fee=1_000,
    currency="USD",
    prizes=Prizes(shares=(6_000, 3_000, 1_000)),
)
"""The league of S3; its search for ten teams is an invitation, not a rule."""

PREFIX: Final = "mb-lounge"
DOCUMENT: Final = PRESETS[PREFIX].document
SILENT: Final = frozenset(
    {
        "league.byes",
        "league.unfinished",
        "league.forfeit",
        "league.substitutes",
        "league.final",
        "league.ties",
        "league.prize",
        "league.sharing",
    }
)
"""Topics that the document leaves out or contradicts: our reading is a default."""


class FormatReading(Struct, frozen=True):
    """A format that the document offers (`text`) or can be read to mean (`default`)."""

    form: Format
    basis: Basis


READINGS: Final = (
    FormatReading(structs.replace(MB_LOUNGE, final_night=FinalNight.SEPARATE), Basis.DEFAULT),
    FormatReading(
        structs.replace(MB_LOUNGE, prizes=Prizes(amounts=(30_000, 15_000, 5_000))), Basis.TEXT
    ),
)
