"""Bracket views: what clients see of a knock-out."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Finding
from pitch.league import Pair, Place, Stage
from pitch.types import EntrantNumber, FixtureNumber, Label, NightNumber, SlotNumber
from pitchkeeper.leagues.season.views import Feeds
from pitchkeeper.rest.views import Count, Version, View


class TieState(StrEnum):
    """The state of a matchup of a knock-out."""

    BYE = "bye"
    """A side has no opponent and goes through."""
    WAITING = "waiting"
    """A side is not known yet."""
    PLANNED = "planned"
    BEGUN = "begun"
    OVER = "over"
    WALK_OVER = "walk_over"
    """A side goes through because the other is out or has left, or neither side came."""
    NOT_NEEDED = "not_needed"
    """The grand final is not played again, because the unbeaten side has won it."""


class BracketSide(View, frozen=True):
    """One side of a matchup of a knock-out."""

    entrant: EntrantNumber | None
    """The number of the team or player; null if it is not known, or nobody."""
    name: Label | None
    """The name of the team or player; null with `entrant`."""
    seed: Place | None
    """The seed of the team or player, from 1."""
    winner_of: FixtureNumber | None
    """The matchup whose winner this side is; null if it is no winner's place."""
    loser_of: FixtureNumber | None
    """The matchup whose loser this side is; null if it is no loser's place."""


class BracketFixture(View, frozen=True):
    """A matchup of a knock-out, also before its sides are known."""

    number: FixtureNumber
    """The number of the matchup, which it keeps."""
    table: Count | None
    """The number of the table, from 1; null for a bye."""
    state: TieState
    """The state of the matchup."""
    sides: Annotated[tuple[BracketSide, ...], Meta(min_length=2, max_length=2)]
    """The two sides of the matchup, known or not."""
    wins: Pair | None
    """The matches that each side has won; null before the matchup begins."""
    winner: EntrantNumber | None
    """The number of the team or player that goes on; null if not known."""
    feeds: Feeds
    """The matchups to which the two sides go."""


class BracketRound(View, frozen=True):
    """The matchups of one round of a part of a knock-out."""

    stage: Stage
    """The part of the knock-out: winners, losers, third place, grand final or reset."""
    round: Count
    """The round of that part, from 1."""
    night: NightNumber
    """The number of the night on which the round is played, from 1."""
    slot: SlotNumber
    """The round of that night, from 1."""
    fixtures: tuple[BracketFixture, ...]
    """The matchups of the round, in the order of the bracket."""


class BracketPlace(View, frozen=True):
    """The places that a team or player can still finish in."""

    entrant: EntrantNumber
    """The number of the team or player."""
    name: Label
    """The name of the team or player."""
    best: Place
    """The best place that can still be reached."""
    worst: Place
    """The worst place that is still possible; the same as `best` once the place is certain."""


class BracketSheet(View, frozen=True):
    """A knock-out: its rounds with their matchups, and the places that can still be reached."""

    league_id: UUID
    """The id of the league of the knock-out."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    night: NightNumber
    """The number of the night on which the knock-out begins, from 1."""
    is_double: bool
    """True if it takes two losses to be out."""
    is_drawn: bool
    """True once the knock-out is drawn; before that there are no rounds and places."""
    has_begun: bool
    """True once a matchup has a result; then the draw stays."""
    is_over: bool
    """True once nothing is left to be played."""
    winner: EntrantNumber | None
    """The number of the team or player that has won the knock-out."""
    rounds: tuple[BracketRound, ...]
    """The rounds in the order in which they are played; those played at once by their tables."""
    places: tuple[BracketPlace, ...]
    """The places that each team or player in the knock-out can still finish in, the best first."""
    findings: tuple[Finding, ...]
    """Errors and oddities in the draw and its results."""
