"""Point lines: sums of points that no scores of the matches of a fixture make.

As with scores (`final_scores`), a line that only given points could make is suspicious at most.

The known scores are taken off the line. The rest must be the sum of a pair of scores for each other
match: one that a side has won, or one that nobody has, which may be stopped or not begun. Each such
set of pairs is a union of regions (`final_regions`), and regions add up exactly (`score_regions`),
so a line is flagged if and only if there are no such pairs. It is not used that closing time stops
one match of a table at most, nor who led in a match that nobody has won.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from math import inf
from typing import Any, Final

from msgspec import Struct

from pitch.findings import Finding, FindingKind
from pitch.league import contradictions, counts, fixtures
from pitch.league.choices import Length, Unfinished
from pitch.league.contradictions import ARITHMETIC, SUSPICIOUS, Lemma
from pitch.league.counts import Count
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import League
from pitch.league.scores import final_regions, score_regions
from pitch.league.scores.final_regions import Ends
from pitch.league.scores.score_regions import Pair, Region
from pitch.messages import CHOICE, COUNT, SCORE, SIDE, Argument, Message, Sentence

_NOT_THE_SUM: Final = Lemma(
    "points_contradict_scores", ARITHMETIC, side=SIDE, points=SCORE, sum=SCORE
)
_WINS: Final = {"first": COUNT, "second": COUNT}
_LIMIT: Final = {"side": SIDE, "limit": SCORE, "points": SCORE, "given": CHOICE}
_TOO_FEW: Final = Message("league_finding.points_contradict_wins.too_few", **_WINS, **_LIMIT)
_TOO_FEW_OF_ALL: Final = Message(
    "league_finding.points_contradict_wins.too_few.not_listed", **_LIMIT
)
_TOO_MANY: Final = Message("league_finding.points_contradict_wins.too_many", **_WINS, **_LIMIT)
_TOO_MANY_OF_ALL: Final = Message(
    "league_finding.points_contradict_wins.too_many.not_listed", **_LIMIT
)
_PAIR: Final = {"points": SCORE, "others": SCORE, "given": CHOICE}
_NO_SUM: Final = Message("league_finding.points_contradict_wins.together", **_WINS, **_PAIR)
_NO_SUM_OF_ALL: Final = Message(
    "league_finding.points_contradict_wins.together.not_listed", **_PAIR
)
_TOPICS: Final = (
    "league.matches",
    "score.negative",
    "win.target",
    "win.hands",
    "win.out",
    "win.several",
)


class UnscoredMatches(Struct, frozen=True):
    """The matches of a fixture whose scores are not known, by outcome."""

    wins: tuple[int, int] = (0, 0)
    """The matches that each side has won."""
    without_winner: int = 0
    """The matches that nobody has won, including those not begun."""
    ambiguous: int = 0
    """The matches that either side or nobody may have won."""


class MatchGroup(Struct, frozen=True):
    """Matches that ended alike, each in one of some regions."""

    kinds: tuple[Region, ...]
    number: int


class PointBounds(Struct, frozen=True):
    """The fewest and the most points of each side."""

    least: Pair
    most: Pair


class PointLine(Struct, frozen=True):
    """A line of points that cannot be, as entered."""

    sides: tuple[Argument, Argument]
    points: tuple[int, int]
    wins: tuple[int, int] | None
    """The matches that each side has won; None if some match is ambiguous."""
    kind: FindingKind
    """Arithmetic if it is impossible even if points were given outside play, else suspicious."""

    def finding(
        self, league: League, result: EnteredResult, bounds: PointBounds, scored: Sequence[int]
    ) -> Finding:
        """Return the finding about it."""
        fact, message = self._explain(bounds, scored)
        wins = ("/wins",) if result.wins else ()
        matches = ("/matches",) if result.matches else ()
        return Finding(
            code="points_contradict_wins",
            kind=self.kind,
            message=message,
            facts=(fact, *wins, *matches),
            clauses=contradictions.cite(league, *_TOPICS),
        )

    def _explain(self, bounds: PointBounds, scored: Sequence[int]) -> tuple[str, Sentence]:
        """Return the JSON pointer to points of a matchup that are impossible, and the reason.

        The points of a side are those of its matches with scores, `scored`, and of the others,
        which `bounds` limits.
        """
        for side, points in enumerate(self.points):
            least, most = bounds.least[side] + scored[side], bounds.most[side] + scored[side]
            arguments = {"side": self.sides[side], "points": points}
            if points < least:
                few = self._sentence(_TOO_FEW, _TOO_FEW_OF_ALL, limit=int(least), **arguments)
                return f"/points/{side}", few
            if points > most:
                many = self._sentence(_TOO_MANY, _TOO_MANY_OF_ALL, limit=int(most), **arguments)
                return f"/points/{side}", many
        first, second = self.points
        return "/points", self._sentence(_NO_SUM, _NO_SUM_OF_ALL, points=first, others=second)

    def _sentence(self, by_wins: Message, of_all: Message, **arguments: Any) -> Sentence:
        given = "any" if self.kind is ARITHMETIC else "none"
        if self.wins is None:
            return of_all(**arguments, given=given)
        return by_wins(first=self.wins[0], second=self.wins[1], **arguments, given=given)


def find(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Yield points that contradict the scores, or the wins and the known scores together."""
    ways = _ways(league, result, count)
    if result.points is None or not ways:
        return
    points = (result.points[0], result.points[1])
    scored = [
        sum(match.scores[side] for match in result.matches if match.scores) for side in (0, 1)
    ]
    sides = (
        fixtures.side_argument(league, fixture, 0),
        fixtures.side_argument(league, fixture, 1),
    )
    if UnscoredMatches() in ways:
        yield from _not_the_sum(league, sides, points, scored, len(result.matches))
        return
    rest = (points[0] - scored[0], points[1] - scored[1])
    leader_wins = league.format.unfinished is Unfinished.LEADER_WINS
    rules = league.ruleset.rules
    # Impossible even if points were given, before suspicious, as only given points could make it.
    for ends, kind in (
        (final_regions.with_gifts(rules), ARITHMETIC),
        (final_regions.without_gifts(rules), SUSPICIOUS),
    ):
        bounds = [_bounds_missed(ends, way, rest, leader_wins=leader_wins) for way in ways]
        if bounds[0] is not None and None not in bounds:
            wins = None if ways[0].ambiguous else count.wins
            line = PointLine(sides=sides, points=points, wins=wins, kind=kind)
            yield line.finding(league, result, bounds[0], scored)
            return


def _ways(league: League, result: EnteredResult, count: Count) -> list[UnscoredMatches]:
    """Return the possible sets of matches without scores; none if wins and matches contradict."""
    # A line of wins may give a match with known scores and an unknown winner to either side.
    most = count.possible_wins if result.wins is not None else (0, 0)
    listed_wins = [
        (count.listed_wins[0] + first, count.listed_wins[1] + second)
        for first, second in product(range(most[0] + 1), range(most[1] + 1))
        if first + second <= len(count.winner_missing)
    ]
    ways = [_unscored_matches(league, result, count, wins) for wins in listed_wins]
    return [way for way in ways if way is not None]


def _unscored_matches(
    league: League, result: EnteredResult, count: Count, listed_wins: tuple[int, int]
) -> UnscoredMatches | None:
    """Return the matches without scores; None if wins and matches contradict each other."""
    form = league.format
    winners = [
        counts.match_winner(league, result, match)
        for match in result.matches
        if match.scores is None
    ]
    stopped, slots = winners.count(None), form.matches_a_fixture - len(result.matches)
    # After a decision in the list nothing is played, so the slots that are not listed are empty.
    is_decided = form.length is Length.BEST_OF and max(listed_wins) >= form.wins_needed
    if result.wins is None:
        wins = (winners.count(0), winners.count(1))
        return UnscoredMatches(wins, stopped, 0 if is_decided else slots) if slots >= 0 else None
    more = [count.wins[side] - listed_wins[side] for side in (0, 1)]
    # Wins that only the line has take slots that are not listed, and if there are too few of those
    # (rest < 0) listed matches without a winner.
    rest = slots - sum(more)
    # Slots that remain had no winner: not begun, or stopped before the wins that decided.
    without_winner = stopped + (min(0, rest) if is_decided else rest)
    if min(*more, slots, without_winner) < 0:
        return None
    return UnscoredMatches((winners.count(0) + more[0], winners.count(1) + more[1]), without_winner)


@lru_cache(maxsize=4096)
def _bounds_missed(
    ends: Ends, unscored: UnscoredMatches, points: tuple[int, int], *, leader_wins: bool
) -> PointBounds | None:
    """Return the bounds of the points of some matches; None if these points are possible."""
    least, most = [inf, inf], [-inf, -inf]
    for groups in _groupings(ends, unscored, leader_wins=leader_wins):
        bounds = _sum(
            score_regions.sums((score_regions.hull(group.kinds),), group.number)[0]
            for group in groups
        )
        # The outer bounds first, which cost little: fifteen matches that nobody lists can have been
        # shared out in very many ways.
        if score_regions.contains(bounds, points):
            parts = product(*(score_regions.sums(group.kinds, group.number) for group in groups))
            if score_regions.any_contains(map(_sum, parts), points):
                return None
        for side in (0, 1):
            least[side] = min(least[side], bounds.least[side])
            most[side] = max(most[side], bounds.most[side])
    return PointBounds((least[0], least[1]), (most[0], most[1]))


def _groupings(
    ends: Ends, unscored: UnscoredMatches, *, leader_wins: bool
) -> Iterator[tuple[MatchGroup, ...]]:
    """Yield every way in which either side, or nobody, can have won the matches."""
    kinds = ends.won
    if leader_wins:
        kinds = ((*ends.won[0], *ends.led[0]), (*ends.won[1], *ends.led[1]))
    first, second = map(score_regions.drop_covered, kinds)
    more_wins = range(unscored.ambiguous + 1)
    for more_first, more_second in product(more_wins, more_wins):
        more_without = unscored.ambiguous - more_first - more_second
        if more_without >= 0:
            yield (
                MatchGroup(first, unscored.wins[0] + more_first),
                MatchGroup(second, unscored.wins[1] + more_second),
                MatchGroup(ends.stopped, unscored.without_winner + more_without),
            )


def _sum(regions: Iterable[Region]) -> Region:
    return reduce(score_regions.add, regions)


def _not_the_sum(
    league: League,
    sides: Sequence[Argument],
    points: Sequence[int],
    scored: Sequence[int],
    matches: int,
) -> Iterator[Finding]:
    for side in (0, 1):
        if points[side] != scored[side]:
            scores = (f"/matches/{index}/scores/{side}" for index in range(matches))
            yield _NOT_THE_SUM(
                league,
                f"/points/{side}",
                *scores,
                side=sides[side],
                points=points[side],
                sum=scored[side],
            )
