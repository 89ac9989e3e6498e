"""League statistics as clients see them: of entrants, of players, and of two who were partners."""

from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta

from pitch.league import MOST_ENTRANTS, EntrantNumber
from pitch.types import Label
from pitchkeeper.matches.players.views import Number, Statistics
from pitchkeeper.rest.views import Version, View

MOST_LISTED: Final = 10_000


class LeaguePlayer(View, frozen=True, order=True):
    """A player of a team, one who plays alone, or a substitute."""

    entrant: EntrantNumber
    """The number of the player's team, or of the player who plays alone."""
    name: Label
    """The name of the player as entered for the league."""


class HeadToHead(View, frozen=True):
    """Results of a team or player against one opponent, including results entered without hands."""

    entrant: Annotated[EntrantNumber, Meta(description="The opponent's number.")]
    name: Label
    """The opponent's name."""
    fixtures: Annotated[Number, Meta(description="Settled matchups against the opponent.")]
    won: Annotated[Number, Meta(description="Matches won against the opponent.")]
    lost: Annotated[Number, Meta(description="Matches lost to the opponent.")]


class EntrantStatistics(Statistics, frozen=True):
    """Totals of the matches of a team or player; a team's include those of its substitutes."""

    entrant: EntrantNumber
    """The number of the team or player that the statistics are of."""
    name: Label
    """The name of the team or player that the statistics are of."""
    met: Annotated[tuple[HeadToHead, ...], Meta(max_length=MOST_ENTRANTS)]
    """Results against each opponent."""


class LeaguePlayerStatistics(Statistics, frozen=True):
    """Totals of the matches that a player played for one team, or alone."""

    player: LeaguePlayer
    """The player whose statistics these are."""


class PairStatistics(Statistics, frozen=True):
    """Totals of the matches two players played as partners."""

    players: Annotated[tuple[LeaguePlayer, ...], Meta(min_length=2, max_length=2)]
    """The two partners of the pair."""


class LeagueStatistics(View, frozen=True):
    """Statistics of a league's teams, players and pairs."""

    league_id: UUID
    """The id of the league that the statistics are of."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    matches: Annotated[
        Number, Meta(description="The number of matches that were scored hand by hand.")
    ]
    entrants: Annotated[tuple[EntrantStatistics, ...], Meta(max_length=MOST_ENTRANTS)]
    """Statistics of each team, or of each player who plays alone."""
    players: Annotated[tuple[LeaguePlayerStatistics, ...], Meta(max_length=MOST_LISTED)]
    """Statistics of each player, apart for each team."""
    pairs: Annotated[tuple[PairStatistics, ...], Meta(max_length=MOST_LISTED)]
    """Statistics of every two players who were partners."""
