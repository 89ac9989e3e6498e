"""Summaries of leagues: what a list shows of each."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from pitch.types import Value
from pitchkeeper.leagues.state import LeagueState


class LeagueSummary(Value, frozen=True):
    """What a list shows of a league."""

    name: str
    ruleset: str
    entrants: int
    nights: int
    fixtures: int
    reported: int


class ListedLeague(Struct, frozen=True):
    """A league as a list shows it."""

    league_id: UUID
    version: int
    summary: LeagueSummary
    created_at: datetime
    updated_at: datetime


def of(league: LeagueState) -> LeagueSummary:
    """What a list shows of a league."""
    # Kept beside the league with each change, so that a list decodes no pieces.
    return LeagueSummary(
        name=league.charter.name,
        ruleset=league.ruleset.name,
        entrants=len(league.entrants),
        nights=league.charter.format.nights,
        fixtures=len(league.fixtures),
        reported=len(league.reported),
    )
