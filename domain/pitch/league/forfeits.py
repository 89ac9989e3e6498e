"""Forfeits: the wins and points of a fixture to which a side, or neither, came."""

from collections.abc import Iterator
from typing import Final

from pitch.findings import Finding, FindingKind
from pitch.league import clauses, counts, fixtures
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.formats import POINTS_A_HAND
from pitch.league.leagues import League
from pitch.messages import COUNT, SCORE, SIDE, Message, Sentence, all_of

_NOTHING: Final = (0, 0)
_ONE_AND_BOTH: Final = Message("league_finding.forfeit_by_one_and_both")
_WITH_MATCHES: Final = Message(
    "league_finding.forfeit_with_matches", sides=all_of(SIDE), match=COUNT
)
_WITH_WINS: Final = Message(
    "league_finding.forfeit_with_wins", sides=all_of(SIDE), first=COUNT, second=COUNT
)
_WITH_POINTS: Final = Message(
    "league_finding.forfeit_with_points", sides=all_of(SIDE), first=SCORE, second=SCORE
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
    wins = counts.most_wins(league.format)
    points = wins * _points_a_match(league)
    return ((0, wins), (0, points)) if result.forfeit == 0 else ((wins, 0), (points, 0))


def _points_a_match(league: League) -> int:
    """Return the points of a forfeited match: the target unless the league names another number."""
    # No document says it (B.7), and a league that counts points cannot do without.
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

    def finding(code: str, message: Sentence, *facts: str) -> Finding:
        kind = FindingKind.ARITHMETIC
        return clauses.finding(league.format, kind, code, message, facts, "league.forfeit")

    if result.neither_came and result.forfeit is not None:
        yield finding("forfeit_by_one_and_both", _ONE_AND_BOTH(), "/forfeit", fact)
    for index in range(len(result.matches)):
        message = _WITH_MATCHES(sides=sides, match=index + 1)
        yield finding("forfeit_with_matches", message, fact, f"/matches/{index}")
    # The wins or points that the forfeit pays anyway are no contradiction.
    if result.wins is not None and result.wins != wins:
        message = _WITH_WINS(sides=sides, first=wins[0], second=wins[1])
        yield finding("forfeit_with_wins", message, fact, "/wins")
    if result.points is not None and result.points != points:
        message = _WITH_POINTS(sides=sides, first=points[0], second=points[1])
        yield finding("forfeit_with_points", message, fact, "/points")
