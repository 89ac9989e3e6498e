"""The clauses of a league: what its format says on every topic, and what that rests on."""

from functools import lru_cache

from pitch.league.leagues import Format
from pitch.league.presets import DOCUMENT, MB_LOUNGE, PREFIX, READINGS, SILENT
from pitch.league.sentences import SENTENCES
from pitch.messages import Sentences
from pitch.rules.clauses import Clause
from pitch.rules.presets.preset import Basis


# Every judgement cites clauses, and a league judges all its fixtures by one format.
@lru_cache(maxsize=256)
def list_league_clauses(form: Format) -> tuple[Clause, ...]:
    """Every clause of a league, compared with the one league that the documents describe."""
    listed = []
    for topic, sentence in SENTENCES.items():
        said = sentence(form)
        if said is None:
            continue
        basis = _basis(topic, said)
        is_house = basis is Basis.HOUSE
        listed.append(
            Clause(
                id=f"{'house' if is_house else PREFIX}/{topic}",
                topic=topic,
                sentences=said,
                document=None if is_house else DOCUMENT,
                basis=basis,
            )
        )
    return tuple(listed)


@lru_cache(maxsize=4096)
def cite(form: Format, *topics: str) -> tuple[str, ...]:
    """The ids of the clauses on some topics, leaving out topics the league is without."""
    by_topic = {clause.topic: clause.id for clause in list_league_clauses(form)}
    return tuple(by_topic[topic] for topic in topics if topic in by_topic)


def _basis(topic: str, said: Sentences) -> Basis:
    sentence = SENTENCES[topic]
    # Sentences are compared and not values: what reads the same to players is the same rule.
    if said == sentence(MB_LOUNGE):
        return Basis.DEFAULT if topic in SILENT else Basis.TEXT
    # On the last night and on prizes the document can be read in two ways (S3.league.dates,
    # S3.prize).
    for reading in READINGS:
        if said == sentence(reading.form):
            return reading.basis
    return Basis.HOUSE
