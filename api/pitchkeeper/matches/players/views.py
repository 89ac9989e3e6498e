"""Statistics: what clients see of what a player's matches add up to."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Call, PointName
from pitch.types import Label, Quantity, Total
from pitchkeeper.matches.players.statistics import MOST_MET
from pitchkeeper.rest.views import View

Number = Quantity
Rate = Annotated[float, Meta(ge=0, le=1)]


class BidStatistics(View, frozen=True):
    """How often the player pitched for one bid, and what came of it."""

    bid: Call
    """The bid that is counted here."""
    pitched: Annotated[Number, Meta(description="Hands that the player pitched for this bid.")]
    made: Annotated[Number, Meta(description="Those of them in which the bid was made.")]
    times_set: Annotated[Number, Meta(description="Those of them in which it was not.")]
    made_rate: Annotated[
        Rate | None, Meta(description="Made of pitched, from 0 to 1; null of none.")
    ]


class PointStatistics(View, frozen=True):
    """How often a point was taken."""

    point: PointName
    """The point that is counted here."""
    hands: Annotated[Number, Meta(description="Hands in which the side certainly took it.")]


class RoleStatistics(View, frozen=True):
    """What the player's side took in the hands that the player had one role in."""

    hands: Annotated[Number, Meta(description="Hands of known bid in which it had the role.")]
    score: Annotated[Total, Meta(description="What they added to the score of its side, in all.")]
    average_score: Annotated[float | None, Meta(description="Score by hands; null over no hands.")]
    points: Annotated[Number, Meta(description="What the points that its side took are worth.")]
    average_points: Annotated[
        float | None, Meta(description="Points by hands; null over no hands.")
    ]
    taken: Annotated[
        tuple[PointStatistics, ...],
        Meta(description="The points that its side certainly took.", max_length=len(PointName)),
    ]


class MetPlayer(View, frozen=True):
    """Somebody whom the player met at the table, with a device that had a seat there."""

    player_id: UUID
    name: Annotated[Label, Meta(description="The name in the last of these matches.")]
    matches: Annotated[Number, Meta(description="Matches in which the two met so.")]
    wins: Annotated[Number, Meta(description="Those that the player of the page won.")]
    losses: Annotated[Number, Meta(description="Those that another side than the player's won.")]


class PlayerRating(View, frozen=True):
    """How well somebody plays: a guess, and how far off it may be."""

    skill: Annotated[
        float, Meta(description="By the Plackett-Luce model of openskill; 25 for the unknown.")
    ]
    uncertainty: Annotated[
        float, Meta(description="The standard deviation of the skill; 25/3 for the unknown.")
    ]
    matches: Annotated[
        Total,
        Meta(
            ge=1,
            description="The matches that it rests on: those that ended, on a player's page the "
            "last 200 at most.",
        ),
    ]


class Statistics(View, frozen=True):
    """What the matches of a player, a pair or an entrant of a league add up to."""

    matches: Annotated[Number, Meta(description="Matches that it sat in.")]
    wins: Annotated[Number, Meta(description="Matches that its side won.")]
    losses: Annotated[Number, Meta(description="Matches that another side won.")]
    unfinished: Annotated[Number, Meta(description="Matches that nobody has won.")]
    win_rate: Annotated[Rate | None, Meta(description="Wins of wins and losses; null of none.")]
    longest_streak: Annotated[
        Number,
        Meta(
            description="The most matches won in a row, of those that ended, in the order in which "
            "they began."
        ),
    ]
    hands: Annotated[
        Number,
        Meta(
            description="Hands that count: those scored or overruled, none that is open, "
            "impossible, void, thrown in or after the win."
        ),
    ]
    score: Annotated[Total, Meta(description="What they added to the score of its side, in all.")]
    bids: Annotated[
        tuple[BidStatistics, ...],
        Meta(description="The hands that it pitched, by bid, low to high.", max_length=len(Call)),
    ]
    times_set: Annotated[Number, Meta(description="Hands that it pitched and did not make.")]
    steals: Annotated[
        Number,
        Meta(description="Hands that it dealt and pitched for a bid that another had called."),
    ]
    slams_made: Annotated[Number, Meta(description="Slams that it made: smudge, pitch or moon.")]
    slams_set: Annotated[Number, Meta(description="Slams that it did not make.")]
    as_pitcher: Annotated[RoleStatistics, Meta(description="Hands that it pitched.")]
    as_partner: Annotated[RoleStatistics, Meta(description="Hands that a partner of it pitched.")]
    as_defender: Annotated[RoleStatistics, Meta(description="Hands that another side pitched.")]
    rating: Annotated[
        PlayerRating | None, Meta(description="Null while none of the matches has ended.")
    ]


class PlayerStatistics(Statistics, frozen=True):
    """What those matches of a player add up to that the reader is in as well."""

    player_id: UUID
    partners: Annotated[
        tuple[MetPlayer, ...],
        Meta(description="Who was on its side, the most frequent first.", max_length=MOST_MET),
    ]
    opponents: Annotated[
        tuple[MetPlayer, ...],
        Meta(description="Who was on another side, most frequent first.", max_length=MOST_MET),
    ]
