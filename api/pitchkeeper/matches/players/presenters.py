"""Presenters: the statistics of a player as clients see them."""

from collections import Counter
from datetime import UTC, datetime
from uuid import UUID

from msgspec import structs

from pitch.match import Rating, Tally
from pitchkeeper.matches.players import sums
from pitchkeeper.matches.players.memory import Record
from pitchkeeper.matches.players.store import Acquaintance, EndedMatch
from pitchkeeper.matches.players.views import FormMatch, MetPlayer, PlayerStatistics


def page(record: Record) -> PlayerStatistics:
    """Return the statistics of a player."""
    # Only matches that ended are rated.
    rating = sums.rating(record.ratings[-1], len(record.ratings)) if record.ratings else None
    statistics = sums.statistics(record.matches, Counter(record.total), record.won, rating)
    return PlayerStatistics(
        **structs.asdict(statistics),
        player_id=record.player_id,
        partners=tuple(_met_player(*met) for met in record.met if met[0].is_partner),
        opponents=tuple(_met_player(*met) for met in record.met if not met[0].is_partner),
        form=tuple(map(_form_match, record.form, record.ratings[-len(record.form) :])),
    )


def _form_match(ended: EndedMatch, rating: Rating) -> FormMatch:
    made, times_set = sums.bids(ended.counted)
    return FormMatch(
        match_id=ended.match_id,
        opened_at=_opened_at(ended.match_id),
        won=ended.wins == 1,
        made=made,
        times_set=times_set,
        skill=round(rating.skill, 3),
        uncertainty=round(rating.uncertainty, 3),
    )


def _opened_at(match_id: UUID) -> datetime:
    """Return the time of a match, which is in the first 48 bits of its UUIDv7."""
    return datetime.fromtimestamp((match_id.int >> 80) / 1000, UTC)


def _met_player(player: Acquaintance, total: Tally) -> MetPlayer:
    made, times_set = sums.bids(total)
    return MetPlayer(
        player_id=player.player_id,
        name=player.name,
        matches=player.matches,
        wins=player.wins,
        losses=player.losses,
        made=made,
        times_set=times_set,
    )
