"""Point lines: sums of points that no scores of the matches of a fixture make.

As with scores (`final_scores`) a line that only given points could make is no more than suspicious.

The scores that are known are taken off the line. What is left must be the sum of a pair of scores
for each other match: of one that a side has won, or of one that nobody has, which may be stopped or
not begun. Each such set of pairs is a union of regions (`final_regions`), and regions add up
exactly (`score_regions`), so a line is flagged if and only if there are no such pairs. It is not
used that closing time stops one match of a table at the most, nor who led in a match that nobody
has won.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from math import inf
from typing import Final

from msgspec import Struct

from pitch.findings import Finding, FindingKind
from pitch.league import clauses, counts, fixtures
from pitch.league.counts import Count
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import League, Length, Unfinished
from pitch.league.point_sentences import PointBounds, PointLine
from pitch.league.scores import final_regions, score_regions
from pitch.league.scores.final_regions import Ends
from pitch.league.scores.score_regions import Region
from pitch.messages import SCORE, SIDE, Argument, Message
from pitch.rules import clauses as rule_clauses
from pitch.rules.options import Rules

_NOT_THE_SUM: Final = Message(
    "league_finding.points_contradict_scores", side=SIDE, points=SCORE, sum=SCORE
)
_TOPICS: Final = ("score.negative", "win.target", "win.hands", "win.out", "win.several")


class UnscoredMatches(Struct, frozen=True):
    """The matches of a fixture whose scores are not known."""

    won: tuple[int, int] = (0, 0)
    """How many each side has won."""
    nobodys: int = 0
    """How many nobody has won, those included that are not begun."""
    anybodys: int = 0
    """How many may be won by either side or by nobody."""


class MatchGroup(Struct, frozen=True):
    """So many matches that ended alike, each in one of some regions."""

    kinds: tuple[Region, ...]
    number: int


def find(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Points that contradict the scores, or what is known of them and the wins."""
    ways = _ways(league, result, count)
    if result.points is None or not ways:
        return
    added = [sum(match.scores[side] for match in result.matches if match.scores) for side in (0, 1)]
    sides = (fixtures.side_argument(league, fixture, 0), fixtures.side_argument(league, fixture, 1))
    if UnscoredMatches() in ways:
        yield from _not_the_sum(sides, result, added)
        return
    left = (result.points[0] - added[0], result.points[1] - added[1])
    leader_wins = league.format.unfinished is Unfinished.LEADER_WINS
    for ends, kind in _tiers(league.ruleset.rules):
        missed = [_missed(ends, way, left, leader_wins=leader_wins) for way in ways]
        bounds = missed[0]
        if bounds is not None and None not in missed:
            line = PointLine(
                sides=sides,
                points=(result.points[0], result.points[1]),
                wins=None if ways[0].anybodys else count.wins,
                is_certain=kind is FindingKind.ARITHMETIC,
            )
            fact, message = line.blamed(bounds.plus(added))
            wins = ("/wins",) if result.wins else ()
            matches = ("/matches",) if result.matches else ()
            yield Finding(
                code="points_contradict_wins",
                kind=kind,
                message=message,
                facts=(fact, *wins, *matches),
                clauses=(
                    *clauses.cite(league.format, "league.matches"),
                    *rule_clauses.cite(league.ruleset, *_TOPICS),
                ),
            )
            return


def _tiers(rules: Rules) -> tuple[tuple[Ends, FindingKind], ...]:
    """What is impossible even if points were given, before what only given points can make."""
    return (
        (final_regions.with_gifts(rules), FindingKind.ARITHMETIC),
        (final_regions.without_gifts(rules), FindingKind.SUSPICIOUS),
    )


def _ways(league: League, result: EnteredResult, count: Count) -> list[UnscoredMatches]:
    """What the line can still have to account for; nothing if wins and matches contradict."""
    # A line of wins may give a match whose scores are known, and whose winner is not, to somebody.
    most = count.may_win if result.wins is not None else (0, 0)
    listed = [
        (count.listed[0] + first, count.listed[1] + second)
        for first, second in product(range(most[0] + 1), range(most[1] + 1))
        if first + second <= len(count.asked)
    ]
    ways = [_unscored(league, result, count, each) for each in listed]
    return [way for way in ways if way is not None]


def _unscored(
    league: League, result: EnteredResult, count: Count, listed: tuple[int, int]
) -> UnscoredMatches | None:
    """What the line has still to account for; None if wins and matches contradict each other."""
    form = league.format
    bare = [
        counts.match_winner(league, result, match)
        for match in result.matches
        if match.scores is None
    ]
    stopped, slots = bare.count(None), form.matches_a_fixture - len(result.matches)
    # After the decision nothing is played (C78), so the slots that are not listed are empty.
    is_decided = form.length is Length.BEST_OF and max(listed) >= counts.wins_needed(form)
    if result.wins is None:
        others = 0 if is_decided else slots
        return (
            UnscoredMatches((bare.count(0), bare.count(1)), stopped, others) if slots >= 0 else None
        )
    more = [count.wins[side] - listed[side] for side in (0, 1)]
    rest = slots - sum(more)  # one may have been stopped before those that decided
    nobodys = stopped + (min(0, rest) if is_decided else rest)
    if min(*more, slots, nobodys) < 0:
        return None
    return UnscoredMatches((bare.count(0) + more[0], bare.count(1) + more[1]), nobodys)


@lru_cache(maxsize=4096)
def _missed(
    ends: Ends, unscored: UnscoredMatches, left: tuple[int, int], *, leader_wins: bool
) -> PointBounds | None:
    """What the points of some matches can be, if they cannot be these."""
    least, most = [inf, inf], [-inf, -inf]
    for parts in _shares(ends, unscored, leader_wins=leader_wins):
        bounds = _added(
            score_regions.sums((score_regions.hull(part.kinds),), part.number)[0] for part in parts
        )
        # The outer bounds first, which cost little: fifteen matches that nobody lists can have been
        # shared out in very many ways.
        if score_regions.contains(bounds, left):
            made = product(*(score_regions.sums(part.kinds, part.number) for part in parts))
            if score_regions.any_contains(map(_added, made), left):
                return None
        for side in (0, 1):
            least[side] = min(least[side], bounds.least[side])
            most[side] = max(most[side], bounds.most[side])
    return PointBounds((least[0], least[1]), (most[0], most[1]))


def _shares(
    ends: Ends, unscored: UnscoredMatches, *, leader_wins: bool
) -> Iterator[tuple[MatchGroup, ...]]:
    """Every way in which either side, or nobody, can have won the matches."""
    kinds = ends.won
    if leader_wins:
        kinds = ((*ends.won[0], *ends.led[0]), (*ends.won[1], *ends.led[1]))
    first, second = map(score_regions.drop_covered, kinds)
    others = range(unscored.anybodys + 1)
    for one, other in product(others, others):
        nobodys = unscored.anybodys - one - other
        if nobodys >= 0:
            yield (
                MatchGroup(first, unscored.won[0] + one),
                MatchGroup(second, unscored.won[1] + other),
                MatchGroup(ends.stopped, unscored.nobodys + nobodys),
            )


def _added(ends: Iterable[Region]) -> Region:
    return reduce(score_regions.add, ends)


def _not_the_sum(
    sides: Sequence[Argument], result: EnteredResult, added: list[int]
) -> Iterator[Finding]:
    for side, points in enumerate(result.points or ()):
        if points != added[side]:
            places = range(len(result.matches))
            yield Finding(
                code="points_contradict_scores",
                kind=FindingKind.ARITHMETIC,
                message=_NOT_THE_SUM(side=sides[side], points=points, sum=added[side]),
                facts=(f"/points/{side}", *(f"/matches/{place}/scores/{side}" for place in places)),
            )
