"""Totals: what every entrant has added up over some nights."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec import Struct

from pitch.findings import Status
from pitch.league import fixtures
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import League


class Total(Struct, frozen=True):
    """What one entrant has added up."""

    by_night: tuple[int, ...]
    """What each night added to its score, the first night first."""
    won: int
    """Matches won."""
    lost: int
    difference: int | None
    """Its points less its opponents'; None if those of some match are not known."""
    played: int
    """Matchups that are settled."""
    left: int
    """Matchups that are not."""
    byes: int
    """Slots in which others play and it has nobody to play with."""

    @property
    def score(self) -> int:
        """What its nights add up to."""
        return sum(self.by_night)


class _Part(Struct, frozen=True):
    """What one fixture gives one entrant."""

    night: int
    counts: int
    won: int
    lost: int
    difference: int | None
    is_settled: bool


def by_entrant(league: League, judged: Iterable[JudgedFixture]) -> dict[int, Total]:
    """The total of every entrant, by its number; a bye adds nothing to it."""
    parts: defaultdict[int, list[_Part]] = defaultdict(list)
    held = tuple(judged)
    byes = fixtures.byes(league, [each.fixture for each in held])
    idle = Counter(number for bye in byes for number in bye.entrants)
    for each in held:
        for side, numbers in enumerate(each.fixture.sides):
            part = _part(each, side)
            # Partners of one evening stand alone in the table: each gets what their side gets.
            for number in numbers:
                parts[number].append(part)
    return {
        entrant.number: _total(league, parts[entrant.number], idle[entrant.number])
        for entrant in league.entrants
    }


def _part(each: JudgedFixture, side: int) -> _Part:
    judgement, other = each.judgement, 1 - side
    wins, points = judgement.wins or (0, 0), judgement.points
    return _Part(
        night=each.fixture.night,
        counts=judgement.counts[side],
        won=wins[side],
        lost=wins[other],
        difference=None if points is None else points[side] - points[other],
        is_settled=judgement.status is Status.SETTLED,
    )


def _total(league: League, parts: list[_Part], byes: int) -> Total:
    """What the fixtures of one entrant add up to.

    Its difference is known only if that of every fixture is: a sum of some would rank it wrongly.
    """
    form = league.format
    by_night: Counter[int] = Counter()
    for part in parts:
        by_night[part.night] += part.counts
    differences = [part.difference for part in parts if part.difference is not None]
    played = sum(part.is_settled for part in parts)
    return Total(
        by_night=tuple(by_night[night] for night in range(1, form.nights + 1)),
        won=sum(part.won for part in parts),
        lost=sum(part.lost for part in parts),
        difference=sum(differences) if len(differences) == len(parts) else None,
        played=played,
        left=len(parts) - played,
        byes=byes,
    )
