"""The clauses of a league: the sentences of its format on every topic, and their basis.

The one league of the documents is here as a format, with the choices that it leaves open.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct, structs

from pitch.league.choices import FinalNight
from pitch.league.formats import Format, Prizes
from pitch.league.sentences import SENTENCES
from pitch.messages import Sentences
from pitch.rules.clauses import Clause
from pitch.rules.presets.catalogue import PRESETS, Basis

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


# Every judgement cites clauses, and a league judges all its fixtures by one format.
@lru_cache(maxsize=256)
def list_league_clauses(form: Format) -> tuple[Clause, ...]:
    """Return every clause of a league, compared with the one league that the documents describe."""
    clauses = []
    for topic, write in SENTENCES.items():
        sentences = write(form)
        if sentences is None:
            continue
        basis = _basis(topic, sentences)
        is_house = basis is Basis.HOUSE
        clauses.append(
            Clause(
                id=f"{'house' if is_house else PREFIX}/{topic}",
                topic=topic,
                sentences=sentences,
                document=None if is_house else DOCUMENT,
                basis=basis,
            )
        )
    return tuple(clauses)


@lru_cache(maxsize=4096)
def cite(form: Format, *topics: str) -> tuple[str, ...]:
    """Return the ids of the clauses on some topics, without topics that the league lacks."""
    by_topic = {clause.topic: clause.id for clause in list_league_clauses(form)}
    return tuple(by_topic[topic] for topic in topics if topic in by_topic)


def _basis(topic: str, sentences: Sentences) -> Basis:
    write = SENTENCES[topic]
    # Sentences are compared and not values: a rule that reads the same to players is the same.
    if sentences == write(MB_LOUNGE):
        return Basis.DEFAULT if topic in SILENT else Basis.TEXT
    # On the last night and on prizes the document can be read in two ways (S3.league.dates,
    # S3.prize).
    for reading in READINGS:
        if sentences == write(reading.form):
            return reading.basis
    return Basis.HOUSE
