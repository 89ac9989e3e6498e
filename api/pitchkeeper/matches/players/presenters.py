"""Presenters: the statistics of a player as clients see them."""

from collections import Counter

from msgspec import structs

from pitchkeeper.matches.players import sums
from pitchkeeper.matches.players.memory import Record
from pitchkeeper.matches.players.statistics import MOST_RATED
from pitchkeeper.matches.players.store import Acquaintance
from pitchkeeper.matches.players.views import MetPlayer, PlayerStatistics


def page(record: Record) -> PlayerStatistics:
    """Return the statistics of a player."""
    # Only matches that ended are rated.
    rated = min(len(record.won), MOST_RATED)
    rating = None if record.rating is None else sums.rating(record.rating, rated)
    statistics = sums.statistics(record.matches, Counter(record.total), record.won, rating)
    return PlayerStatistics(
        **structs.asdict(statistics),
        player_id=record.player_id,
        partners=tuple(_met_player(player) for player in record.met if player.is_partner),
        opponents=tuple(_met_player(player) for player in record.met if not player.is_partner),
    )


def _met_player(player: Acquaintance) -> MetPlayer:
    return MetPlayer(
        player_id=player.player_id,
        name=player.name,
        matches=player.matches,
        wins=player.wins,
        losses=player.losses,
    )
