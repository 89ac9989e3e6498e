"""Forfeits: the wins and points of a fixture to which a side, or neither, came."""

from collections.abc import Iterator
from typing import Final

from pitch.findings import Finding
from pitch.league import fixtures
from pitch.league.contradictions import ARITHMETIC, Lemma
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.formats import POINTS_A_HAND
from pitch.league.leagues import League
from pitch.messages import COUNT, SCORE, SIDE, all_of

_NOTHING: Final = (0, 0)
_TOPIC: Final = "league.forfeit"
_ABSENT: Final = all_of(SIDE)
_ONE_AND_BOTH: Final = Lemma("forfeit_by_one_and_both", ARITHMETIC, _TOPIC)
_WITH_MATCHES: Final = Lemma("forfeit_with_matches", ARITHMETIC, _TOPIC, sides=_ABSENT, match=COUNT)
_WITH_WINS: Final = Lemma(
    "forfeit_with_wins", ARITHMETIC, _TOPIC, sides=_ABSENT, first=COUNT, second=COUNT
)
_WITH_POINTS: Final = Lemma(
    "forfeit_with_points", ARITHMETIC, _TOPIC, sides=_ABSENT, first=SCORE, second=SCORE
)


def wins_and_points(
    league: League, result: EnteredResult
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the wins and the points of a fixture that is forfeited; None if both sides came.

    Both are pairs of the fixture's side 0 and side 1.
    """
    if result.neither_came:
        return _NOTHING, _NOTHING
    if result.forfeit is None:
        return None
    wins = league.format.most_wins
    points = wins * _points_a_match(league)
    return ((0, wins), (0, points)) if result.forfeit == 0 else ((wins, 0), (points, 0))


def _points_a_match(league: League) -> int:
    """Return the points of a forfeited match: the target unless the league names another number."""
    # No document says it, and a league that counts points cannot do without.
    rules = league.ruleset.rules
    return league.format.forfeit_points or rules.target or POINTS_A_HAND * (rules.hands or 0)


def find(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
    """Yield matches, wins and points that contradict a forfeit."""
    forfeit = wins_and_points(league, result)
    if forfeit is None:
        return
    wins, points = forfeit
    fact = "/neitherCame" if result.neither_came else "/forfeit"
    absent = [side for side in (0, 1) if result.neither_came or side == result.forfeit]
    sides = tuple(fixtures.side_argument(league, fixture, side) for side in absent)
    if result.neither_came and result.forfeit is not None:
        yield _ONE_AND_BOTH(league, "/forfeit", fact)
    for index in range(len(result.matches)):
        yield _WITH_MATCHES(league, fact, f"/matches/{index}", sides=sides, match=index + 1)
    # The wins or points that the forfeit pays anyway are no contradiction.
    if result.wins is not None and result.wins != wins:
        yield _WITH_WINS(league, fact, "/wins", sides=sides, first=wins[0], second=wins[1])
    if result.points is not None and result.points != points:
        yield _WITH_POINTS(league, fact, "/points", sides=sides, first=points[0], second=points[1])
