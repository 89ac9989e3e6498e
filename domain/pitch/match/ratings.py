"""Ratings: how well somebody plays and how sure that is; the only module that knows openskill."""

from collections.abc import Hashable, Iterable
from typing import Final, TypeVar

from msgspec import Struct
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

_MODEL: Final = PlackettLuce()
Player = TypeVar("Player", bound=Hashable)


class Rating(Struct, frozen=True):
    """A skill, 25 for somebody unknown, and the standard deviation of what is known of it."""

    skill: float = _MODEL.mu
    uncertainty: float = _MODEL.sigma


class _Teams(list[list[PlackettLuceRating]]):
    """Ratings of players by side, changed in place: openskill's copies cost more than its sums."""

    def __deepcopy__(self, _known: object) -> "_Teams":
        return self


def rate_players(
    matches: Iterable[tuple[tuple[tuple[Player, ...], ...], int]],
) -> dict[Player, Rating]:
    """Everybody's rating after matches, in their order, each with the players by side and who won.

    All begin unknown, the others of a match share the second place, and points do not count.
    """
    found: dict[Player, PlackettLuceRating] = {}
    for sides, winner in matches:
        teams = _Teams([found.get(player) or _MODEL.rating() for player in side] for side in sides)
        ranks = [1.0 if side == winner else 2.0 for side in range(len(sides))]
        for side, team in zip(sides, _MODEL.rate(teams, ranks=ranks), strict=True):
            found.update(zip(side, team, strict=True))
    return {player: Rating(known.mu, known.sigma) for player, known in found.items()}
