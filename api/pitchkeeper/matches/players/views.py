"""Statistics: what clients see of what a player's matches add up to."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Call, PointName
from pitch.types import Label, Quantity, Total
from pitchkeeper.access.devices import Instant
from pitchkeeper.matches.players.statistics import MOST_FORM, MOST_MET
from pitchkeeper.rest.views import View

Number = Quantity
Rate = Annotated[float, Meta(ge=0, le=1)]


class BidStatistics(View, frozen=True):
    """The hands pitched for one bid, and how many were made."""

    bid: Call
    """The bid that these statistics are of."""
    pitched: Number
    """Hands pitched for this bid."""
    made: Number
    """Times this bid was made."""
    times_set: Number
    """Times this bid was set."""
    made_rate: Rate | None
    """The share of hands with this bid that were made, from 0 to 1; null if there are none."""


class PointStatistics(View, frozen=True):
    """The number of hands in which a side took a point."""

    point: PointName
    """The name of the point that is counted."""
    hands: Number
    """Hands in which the side certainly took the point."""


class RoleStatistics(View, frozen=True):
    """Totals of the hands in one role: pitcher, partner or defender."""

    hands: Number
    """Hands in this role in which the bid is known."""
    score: Total
    """Points that the hands in this role added to the side's score."""
    average_score: float | None
    """The score for each hand in this role; null if there are none."""
    points: Number
    """The worth of the points that the side took in this role."""
    average_points: float | None
    """The worth of points taken for each hand in this role; null if there are none."""
    taken: Annotated[tuple[PointStatistics, ...], Meta(max_length=len(PointName))]
    """The points that the side certainly took in this role, by name."""


class MetPlayer(View, frozen=True):
    """A partner or an opponent of a player, with a device that had a seat."""

    player_id: UUID
    """The id of the partner or opponent."""
    name: Label
    """The name of the partner or opponent in the last match together."""
    matches: Number
    """Matches played in this relation (partner or opponent)."""
    wins: Number
    """Matches in this relation that the player of the statistics won."""
    losses: Number
    """Matches in this relation that the player of the statistics lost."""
    made: Number
    """Bids that the player of the statistics made in these matches."""
    times_set: Number
    """Bids of the player of the statistics that were set in these matches."""


class FormMatch(View, frozen=True):
    """A match that ended, as a point of a player's form."""

    match_id: UUID
    """The id of the match that ended."""
    opened_at: Instant
    """The time of the match, from its id."""
    won: bool
    """True if the player won the match."""
    made: Number
    """Bids that the player made in the match."""
    times_set: Number
    """Bids of the player that were set in the match."""
    skill: float
    """The skill of the player after the match."""
    uncertainty: float
    """The standard deviation of the skill after the match."""


class PlayerRating(View, frozen=True):
    """The estimated skill of a player, with its uncertainty."""

    skill: float
    """The skill by the Plackett-Luce model of openskill; 25 for an unknown player."""
    uncertainty: float
    """The standard deviation of the skill; 25/3 for an unknown player."""
    matches: Annotated[Total, Meta(ge=1)]
    """The finished matches on which the rating rests; for PlayerStatistics the last 200 at most."""


class Statistics(View, frozen=True):
    """Totals of the matches of a player, a pair or a team."""

    matches: Number
    """Matches played, in any state."""
    wins: Number
    """Matches won."""
    losses: Number
    """Matches lost to another side."""
    unfinished: Number
    """Matches that nobody has won."""
    win_rate: Rate | None
    """The share of wins among wins and losses, from 0 to 1; null if there are none."""
    longest_streak: Number
    """The longest run of matches won, over finished matches in the order in which they began."""
    hands: Number
    """Hands that count: scored or overruled hands, without those that are open, impossible, void,
    thrown in or after the win.
    """
    score: Total
    """Points that the hands added to the side's score, in all."""
    bids: Annotated[tuple[BidStatistics, ...], Meta(max_length=len(Call))]
    """Hands pitched by bid, from low to high."""
    times_set: Number
    """Hands pitched and set."""
    steals: Number
    """Hands in which the dealer stole the bid and pitched."""
    slams_made: Number
    """Slams that were made: smudge, pitch or moon."""
    slams_set: Number
    """Slams that were bid and set."""
    as_pitcher: RoleStatistics
    """Totals of the hands as the pitcher."""
    as_partner: RoleStatistics
    """Totals of the hands as the partner of the pitcher."""
    as_defender: RoleStatistics
    """Totals of the hands that another side pitched."""
    rating: PlayerRating | None
    """The rating; null while no match has ended."""


class PlayerStatistics(Statistics, frozen=True):
    """Totals of the matches of a player in which the reader is a member too."""

    player_id: UUID
    """The id of the player: of the device that had the seat."""
    partners: Annotated[tuple[MetPlayer, ...], Meta(max_length=MOST_MET)]
    """The player's partners, the most frequent first."""
    opponents: Annotated[tuple[MetPlayer, ...], Meta(max_length=MOST_MET)]
    """The player's opponents, the most frequent first."""
    form: Annotated[tuple[FormMatch, ...], Meta(max_length=MOST_FORM)]
    """The player's latest matches that ended, oldest first."""
