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
    name: Label


class HeadToHead(View, frozen=True):
    """How a team or player did against another, by all results, also those entered alone."""

    entrant: Annotated[EntrantNumber, Meta(description="The other one.")]
    name: Label
    fixtures: Annotated[Number, Meta(description="Settled matchups in which they met.")]
    won: Annotated[Number, Meta(description="Matches of them that its side won.")]
    lost: Annotated[Number, Meta(description="Matches of them that the other side won.")]


class EntrantStatistics(Statistics, frozen=True):
    """What the matches of a team or player add up to: of a team, whoever played for it."""

    entrant: EntrantNumber
    name: Label
    met: Annotated[tuple[HeadToHead, ...], Meta(max_length=MOST_ENTRANTS)]
    """How it did against each of the others."""


class LeaguePlayerStatistics(Statistics, frozen=True):
    """What the matches of a player add up to that it played for one team, or alone."""

    player: LeaguePlayer
    """Whose numbers these are."""


class PairStatistics(Statistics, frozen=True):
    """What the matches of two add up to that they sat in as partners; as one, they pitch."""

    players: Annotated[tuple[LeaguePlayer, ...], Meta(min_length=2, max_length=2)]
    """The two partners."""


class LeagueStatistics(View, frozen=True):
    """What the matches of a league add up to."""

    league_id: UUID
    version: Version
    matches: Annotated[Number, Meta(description="Matches of matchups kept hand by hand.")]
    entrants: Annotated[tuple[EntrantStatistics, ...], Meta(max_length=MOST_ENTRANTS)]
    """What every team or player did."""
    players: Annotated[tuple[LeaguePlayerStatistics, ...], Meta(max_length=MOST_LISTED)]
    """What every player did."""
    pairs: Annotated[tuple[PairStatistics, ...], Meta(max_length=MOST_LISTED)]
    """What every two did who were partners."""
