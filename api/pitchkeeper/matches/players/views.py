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
    pitched: Annotated[Number, Meta(description="Hands pitched for this bid.")]
    made: Annotated[Number, Meta(description="Times this bid was made.")]
    times_set: Annotated[Number, Meta(description="Times this bid was set.")]
    made_rate: Annotated[
        Rate | None,
        Meta(
            description="The share of hands with this bid that were made, from 0 to 1; null if "
            "there are none."
        ),
    ]


class PointStatistics(View, frozen=True):
    """The number of hands in which a side took a point."""

    point: PointName
    """The name of the point that is counted."""
    hands: Annotated[Number, Meta(description="Hands in which the side certainly took the point.")]


class RoleStatistics(View, frozen=True):
    """Totals of the hands in one role: pitcher, partner or defender."""

    hands: Annotated[Number, Meta(description="Hands in this role in which the bid is known.")]
    score: Annotated[
        Total, Meta(description="Points that the hands in this role added to the side's score.")
    ]
    average_score: Annotated[
        float | None,
        Meta(description="The score for each hand in this role; null if there are none."),
    ]
    points: Annotated[
        Number, Meta(description="The worth of the points that the side took in this role.")
    ]
    average_points: Annotated[
        float | None,
        Meta(
            description="The worth of points taken for each hand in this role; null if there "
            "are none."
        ),
    ]
    taken: Annotated[
        tuple[PointStatistics, ...],
        Meta(
            description="The points that the side certainly took in this role, by name.",
            max_length=len(PointName),
        ),
    ]


class MetPlayer(View, frozen=True):
    """A partner or an opponent of a player, with a device that had a seat."""

    player_id: UUID
    """The id of the partner or opponent."""
    name: Annotated[
        Label, Meta(description="The name of the partner or opponent in the last match together.")
    ]
    matches: Annotated[
        Number, Meta(description="Matches played in this relation (partner or opponent).")
    ]
    wins: Annotated[
        Number, Meta(description="Matches in this relation that the player of the statistics won.")
    ]
    losses: Annotated[
        Number, Meta(description="Matches in this relation that the player of the statistics lost.")
    ]
    made: Annotated[
        Number,
        Meta(description="Bids that the player of the statistics made in these matches."),
    ]
    times_set: Annotated[
        Number,
        Meta(description="Bids of the player of the statistics that were set in these matches."),
    ]


class FormMatch(View, frozen=True):
    """A match that ended, as a point of a player's form."""

    match_id: UUID
    """The id of the match that ended."""
    opened_at: Annotated[Instant, Meta(description="The time of the match, from its id.")]
    won: Annotated[bool, Meta(description="True if the player won the match.")]
    made: Annotated[Number, Meta(description="Bids that the player made in the match.")]
    times_set: Annotated[Number, Meta(description="Bids of the player that were set in the match.")]
    skill: Annotated[float, Meta(description="The skill of the player after the match.")]
    uncertainty: Annotated[
        float, Meta(description="The standard deviation of the skill after the match.")
    ]


class PlayerRating(View, frozen=True):
    """The estimated skill of a player, with its uncertainty."""

    skill: Annotated[
        float,
        Meta(
            description="The skill by the Plackett-Luce model of openskill; 25 for an unknown "
            "player."
        ),
    ]
    uncertainty: Annotated[
        float, Meta(description="The standard deviation of the skill; 25/3 for an unknown player.")
    ]
    matches: Annotated[
        Total,
        Meta(
            ge=1,
            description="The finished matches on which the rating rests; for PlayerStatistics "
            "the last 200 at most.",
        ),
    ]


class Statistics(View, frozen=True):
    """Totals of the matches of a player, a pair or a team."""

    matches: Annotated[Number, Meta(description="Matches played, in any state.")]
    wins: Annotated[Number, Meta(description="Matches won.")]
    losses: Annotated[Number, Meta(description="Matches lost to another side.")]
    unfinished: Annotated[Number, Meta(description="Matches that nobody has won.")]
    win_rate: Annotated[
        Rate | None,
        Meta(
            description="The share of wins among wins and losses, from 0 to 1; null if there "
            "are none."
        ),
    ]
    longest_streak: Annotated[
        Number,
        Meta(
            description="The longest run of matches won, over finished matches in the order in "
            "which they began."
        ),
    ]
    hands: Annotated[
        Number,
        Meta(
            description="Hands that count: scored or overruled hands, without those that are "
            "open, impossible, void, thrown in or after the win."
        ),
    ]
    score: Annotated[
        Total, Meta(description="Points that the hands added to the side's score, in all.")
    ]
    bids: Annotated[
        tuple[BidStatistics, ...],
        Meta(description="Hands pitched by bid, from low to high.", max_length=len(Call)),
    ]
    times_set: Annotated[Number, Meta(description="Hands pitched and set.")]
    steals: Annotated[
        Number,
        Meta(description="Hands in which the dealer stole the bid and pitched."),
    ]
    slams_made: Annotated[Number, Meta(description="Slams that were made: smudge, pitch or moon.")]
    slams_set: Annotated[Number, Meta(description="Slams that were bid and set.")]
    as_pitcher: Annotated[RoleStatistics, Meta(description="Totals of the hands as the pitcher.")]
    as_partner: Annotated[
        RoleStatistics, Meta(description="Totals of the hands as the partner of the pitcher.")
    ]
    as_defender: Annotated[
        RoleStatistics, Meta(description="Totals of the hands that another side pitched.")
    ]
    rating: Annotated[
        PlayerRating | None, Meta(description="The rating; null while no match has ended.")
    ]


class PlayerStatistics(Statistics, frozen=True):
    """Totals of the matches of a player in which the reader is a member too."""

    player_id: UUID
    """The id of the player: of the device that had the seat."""
    partners: Annotated[
        tuple[MetPlayer, ...],
        Meta(description="The player's partners, the most frequent first.", max_length=MOST_MET),
    ]
    opponents: Annotated[
        tuple[MetPlayer, ...],
        Meta(description="The player's opponents, the most frequent first.", max_length=MOST_MET),
    ]
    form: Annotated[
        tuple[FormMatch, ...],
        Meta(
            description="The player's latest matches that ended, oldest first.",
            max_length=MOST_FORM,
        ),
    ]
