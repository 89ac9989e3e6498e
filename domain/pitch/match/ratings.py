"""Ratings: a player's skill and its uncertainty; the only module that knows openskill."""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from msgspec import Struct
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

_MODEL: Final = PlackettLuce()
Player = TypeVar("Player", bound=Hashable)


class Rating(Struct, frozen=True):
    """A skill, 25 for a new player, and its standard deviation."""

    skill: float = _MODEL.mu
    uncertainty: float = _MODEL.sigma


class _Teams(list[list[PlackettLuceRating]]):
    """Ratings of players by side, changed in place: openskill's copies cost more than its sums."""

    def __deepcopy__(self, _memo: object) -> "_Teams":
        return self


def rate_players(
    matches: Iterable[tuple[tuple[tuple[Player, ...], ...], int]],
) -> dict[Player, Rating]:
    """Return every player's rating after matches, each with the players by side and the winner.

    `matches` are in order. Players begin with the default rating, the losers of a match share the
    second place, and points do not count.
    """
    # Only the last is kept.
    last = deque(_running_ratings(matches), maxlen=1)
    return {player: _rating(rating) for ratings in last for player, rating in ratings.items()}


def track_rating(
    matches: Iterable[tuple[tuple[tuple[Player, ...], ...], int]], player: Player
) -> tuple[Rating, ...]:
    """Return a player's rating after each of some matches, which they all played.

    `matches` are as those of `rate_players`, whose rating is the last of these.
    """
    return tuple(_rating(ratings[player]) for ratings in _running_ratings(matches))


def _rating(rating: PlackettLuceRating) -> Rating:
    return Rating(rating.mu, rating.sigma)


def _running_ratings(
    matches: Iterable[tuple[tuple[tuple[Player, ...], ...], int]],
) -> Iterator[Mapping[Player, PlackettLuceRating]]:
    """Yield the ratings of all players after each match."""
    ratings: dict[Player, PlackettLuceRating] = {}
    for sides, winner in matches:
        teams = _Teams(
            [ratings.get(player) or _MODEL.rating() for player in side] for side in sides
        )
        ranks = [1.0 if side == winner else 2.0 for side in range(len(sides))]
        for side, team in zip(sides, _MODEL.rate(teams, ranks=ranks), strict=True):
            ratings.update(zip(side, team, strict=True))
        yield ratings
