"""Totals: the scores, wins and points of every entrant over some nights."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct

from pitch.league import fixtures
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import League


class Total(Struct, frozen=True):
    """The sums of one entrant: columns of its row in the table."""

    by_night: tuple[int, ...]
    """The score of each night, the first night first."""
    won: int
    """Matches won."""
    lost: int
    difference: int | None
    """Its points less its opponents'; None if any points are unknown."""
    played: int
    """Matchups that are settled."""
    left: int
    """Matchups that are not settled."""
    byes: int
    """Slots in which others play and it has no opponent."""

    @property
    def score(self) -> int:
        """The sum of its nights."""
        return sum(self.by_night)


def by_entrant(league: League, outcomes: Sequence[JudgedFixture]) -> dict[int, Total]:
    """Return the total of every entrant, by its number; a bye adds nothing to it."""
    byes = fixtures.byes(league, [outcome.fixture for outcome in outcomes])
    idle = Counter(number for bye in byes for number in bye.entrants)
    # Partners of one evening are ranked alone: each gets the result of their side.
    by_number: defaultdict[int, list[tuple[JudgedFixture, int]]] = defaultdict(list)
    for outcome in outcomes:
        for side, numbers in enumerate(outcome.fixture.sides):
            for number in numbers:
                by_number[number].append((outcome, side))
    return {
        entrant.number: _total(league, by_number[entrant.number], idle[entrant.number])
        for entrant in league.entrants
    }


def _total(league: League, played: Sequence[tuple[JudgedFixture, int]], byes: int) -> Total:
    """Return the total of an entrant from its fixtures, each with its side.

    The difference is known only if that of every fixture is: a sum of some would rank it wrongly.
    """
    by_night: Counter[int] = Counter()
    won = lost = difference = settled = 0
    is_scored = True
    for outcome, side in played:
        judgement = outcome.judgement
        wins, points = judgement.wins or (0, 0), judgement.points
        by_night[outcome.night] += judgement.counts[side]
        won += wins[side]
        lost += wins[1 - side]
        settled += outcome.is_settled
        is_scored = is_scored and points is not None
        difference += 0 if points is None else points[side] - points[1 - side]
    return Total(
        by_night=tuple(by_night[night] for night in range(1, league.format.nights + 1)),
        won=won,
        lost=lost,
        difference=difference if is_scored else None,
        played=settled,
        left=len(played) - settled,
        byes=byes,
    )
