"""Point sentences: what is said of sums of points that no scores of the matches make."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitch.league.scores.score_regions import Pair
from pitch.messages import CHOICE, COUNT, SCORE, SIDE, Argument, Message, Sentence

_BOUND: Final = Message(
    "league_finding.points_contradict_wins",
    first=COUNT,
    second=COUNT,
    side=SIDE,
    bound=CHOICE,
    limit=SCORE,
    points=SCORE,
    given=CHOICE,
)
_BOUND_OF_ALL: Final = Message(
    "league_finding.points_contradict_wins.not_listed",
    side=SIDE,
    bound=CHOICE,
    limit=SCORE,
    points=SCORE,
    given=CHOICE,
)
_NO_SUM: Final = Message(
    "league_finding.points_contradict_wins.together",
    first=COUNT,
    second=COUNT,
    points=SCORE,
    others=SCORE,
    given=CHOICE,
)
_NO_SUM_OF_ALL: Final = Message(
    "league_finding.points_contradict_wins.together.not_listed",
    points=SCORE,
    others=SCORE,
    given=CHOICE,
)


class PointBounds(Struct, frozen=True):
    """The fewest and the most points of each side."""

    least: Pair
    most: Pair

    def plus(self, added: Sequence[int]) -> "PointBounds":
        """The bounds of a sum in which other scores, by side, are known."""
        return PointBounds(
            (self.least[0] + added[0], self.least[1] + added[1]),
            (self.most[0] + added[0], self.most[1] + added[1]),
        )


class PointLine(Struct, frozen=True):
    """A line of points that cannot be, as it was entered."""

    sides: tuple[Argument, Argument]
    points: tuple[int, int]
    wins: tuple[int, int] | None
    """The matches that each side has won; None if there are some of which that is not known."""
    is_certain: bool
    """Whether it cannot be even if points were given outside play."""

    def blamed(self, bounds: PointBounds) -> tuple[str, Sentence]:
        """The pointer of the points that cannot be, and why, where a line has such bounds."""
        for side, entered in enumerate(self.points):
            if entered < bounds.least[side]:
                return f"/points/{side}", self._beyond(side, "least", bounds.least[side])
            if entered > bounds.most[side]:
                return f"/points/{side}", self._beyond(side, "most", bounds.most[side])
        said = {"points": self.points[0], "others": self.points[1], "given": self._given}
        if self.wins is None:
            return "/points", _NO_SUM_OF_ALL(**said)
        return "/points", _NO_SUM(first=self.wins[0], second=self.wins[1], **said)

    def _beyond(self, side: int, bound: str, limit: float) -> Sentence:
        said = {
            "side": self.sides[side],
            "bound": bound,
            "limit": int(limit),
            "points": self.points[side],
            "given": self._given,
        }
        if self.wins is None:
            return _BOUND_OF_ALL(**said)
        return _BOUND(first=self.wins[0], second=self.wins[1], **said)

    @property
    def _given(self) -> str:
        return "any" if self.is_certain else "none"
