"""Reviews: what is odd about the nights of a season, and what of them is to be planned again."""

from pitch.findings import Finding
from pitch.league import judgements
from pitch.league.leagues import FinalNight
from pitch.league.season import Season
from pitch.messages import Sentence
from pitch.schedule import movements, revisions


def review_night(season: Season, night: int) -> tuple[Finding, ...]:
    """What is odd about the fixtures of a night taken together.

    A pointer `/fixtures/7` is the fixture of that number.
    """
    league, judged = season.league, season.judged
    return (
        *judgements.judge_night(league, night, judged),
        *movements.judge_night(league, night, judged),
        *movements.judge_order(league, night, judged),
        *_revisions(season, night),
    )


def find_doubt(season: Season) -> Sentence | None:
    """Why fixtures to come may be other ones than are planned; None if they stay."""
    now, last = season.last_night, season.league.format.nights
    moved = movements.judge_night(season.league, now, season.judged)
    due = (
        *(each for each in moved if each.code == movements.OUTDATED),
        *(found for night in range(now + 1, last + 1) for found in _revisions(season, night)),
    )
    return due[0].message if due else None


def _revisions(season: Season, night: int) -> tuple[Finding, ...]:
    form = season.league.format
    # Only who meets in a separate final follows from the table, which costs more than the rest.
    is_final = form.final_night is FinalNight.SEPARATE and night == form.nights
    ranking = season.ranking if is_final else ()
    return revisions.judge_night(season.league, night, season.judged, ranking)
