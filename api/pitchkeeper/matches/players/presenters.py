"""A player's page, from what is counted and rated."""

from collections import Counter

from msgspec import structs

from pitchkeeper.matches.players import sums
from pitchkeeper.matches.players.memory import Record
from pitchkeeper.matches.players.statistics import MOST_RATED
from pitchkeeper.matches.players.store import Acquaintance
from pitchkeeper.matches.players.views import MetPlayer, PlayerStatistics


def page(record: Record) -> PlayerStatistics:
    """A player's page."""
    # Matches that nobody has won yet say nothing of skill.
    rated = min(len(record.won), MOST_RATED)
    rating = None if record.rating is None else sums.rating(record.rating, rated)
    summed = sums.statistics(record.matches, Counter(record.total), record.won, rating)
    return PlayerStatistics(
        **structs.asdict(summed),
        player_id=record.player_id,
        partners=tuple(_met(each) for each in record.met if each.is_partner),
        opponents=tuple(_met(each) for each in record.met if not each.is_partner),
    )


def _met(met: Acquaintance) -> MetPlayer:
    return MetPlayer(
        player_id=met.player_id,
        name=met.name,
        matches=met.matches,
        wins=met.wins,
        losses=met.losses,
    )
