"""Forfeits: what a fixture pays to which a side did not come, or neither."""

from collections.abc import Iterator
from typing import Final

from pitch.findings import Finding, FindingKind
from pitch.league import clauses, counts, fixtures
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import POINTS_A_HAND, League, Length
from pitch.messages import COUNT, SCORE, SIDE, Argument, Message, Sentence, all_of

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


def result_paid(
    league: League, result: EnteredResult
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The wins and the points of a fixture to which not both came; None if both did.

    Both are pairs by side, of the fixture's side 0 and side 1.
    """
    if result.neither_came:
        return _NOTHING, _NOTHING
    if result.forfeit is None:
        return None
    form = league.format
    won = counts.wins_needed(form) if form.length is Length.BEST_OF else form.matches_a_fixture
    points = won * _points_a_match(league)
    return ((0, won), (0, points)) if result.forfeit == 0 else ((won, 0), (points, 0))


def _points_a_match(league: League) -> int:
    """What a match that is given up pays: the target unless the league names something else."""
    # No document says it (B.7), and a league that counts points cannot do without.
    rules = league.ruleset.rules
    return league.format.forfeit_points or rules.target or POINTS_A_HAND * (rules.hands or 0)


def find(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
    """What cannot have been played, won or scored because not both sides came."""
    paid = result_paid(league, result)
    if paid is None:
        return
    wins, points = paid
    fact, absent = _absent(league, fixture, result)
    if result.neither_came and result.forfeit is not None:
        facts = ("/forfeit", fact)
        yield _finding(league, "forfeit_by_one_and_both", _ONE_AND_BOTH(), facts)
    for place in range(len(result.matches)):
        message = _WITH_MATCHES(sides=absent, match=place + 1)
        yield _finding(league, "forfeit_with_matches", message, (fact, f"/matches/{place}"))
    # Who enters by hand what the forfeit pays anyway has said nothing wrong.
    if result.wins is not None and result.wins != wins:
        message = _WITH_WINS(sides=absent, first=wins[0], second=wins[1])
        yield _finding(league, "forfeit_with_wins", message, (fact, "/wins"))
    if result.points is not None and result.points != points:
        message = _WITH_POINTS(sides=absent, first=points[0], second=points[1])
        yield _finding(league, "forfeit_with_points", message, (fact, "/points"))


def _absent(
    league: League, fixture: Fixture, result: EnteredResult
) -> tuple[str, tuple[Argument, ...]]:
    """Which fact says who did not come, and the sides that are meant."""
    if result.neither_came or result.forfeit is None:
        return "/neitherCame", tuple(
            fixtures.side_argument(league, fixture, side) for side in (0, 1)
        )
    return "/forfeit", (fixtures.side_argument(league, fixture, result.forfeit),)


def _finding(league: League, code: str, message: Sentence, facts: tuple[str, ...]) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=message,
        facts=facts,
        clauses=clauses.cite(league.format, "league.forfeit"),
    )
