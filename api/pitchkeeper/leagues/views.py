"""League views: what clients send and see of leagues."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Options
from pitch.league import MOST_ENTRANTS, MOST_NIGHTS, Entrant, Format, NightNumber
from pitch.rules import NO_OPTIONS, Target
from pitch.types import Code, Fact, Label, Name
from pitchkeeper.access.naming import DeviceName
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Instant
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.piece_views import LeagueMember, Piece
from pitchkeeper.leagues.state import Seed
from pitchkeeper.rest.views import Count, Cursor, Version, View
from pitchkeeper.rulings.views import RulesetId, RulesetSummary

Players = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=3)]


class NewEntrant(Fact, frozen=True):
    """A team and its players, or one player who plays alone."""

    name: Name
    players: Players
    """Who plays for it; their order numbers them."""
    from_night: Annotated[
        NightNumber | None,
        Meta(description="The first night it takes part in; the next one if absent."),
    ] = None


class EntrantChange(Fact, frozen=True):
    """What a team or player is called, who plays for it, and on which nights."""

    name: Name
    players: Players
    """Who plays for it; their order numbers them."""
    from_night: NightNumber = 1
    until_night: Annotated[
        NightNumber | None, Meta(description="The last night of a team or player that leaves.")
    ] = None


class NewLeague(Fact, frozen=True):
    """A league to open: its rules, how it is played, and who takes part."""

    name: Name
    ruleset: RulesetId
    """The rules of its matches."""
    format: Format
    """How it is played, counted, paid and decided."""
    entrants: Annotated[tuple[NewEntrant, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    """Who takes part; their order numbers them from 1."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""
    target: Target | None = None
    seed: Seed = 0
    dates: Annotated[tuple[date, ...], Meta(max_length=MOST_NIGHTS)] = ()
    """The days of its nights, the first night first."""
    league_id: Annotated[
        UUID | None,
        Meta(description="A UUIDv7 that the device made, so that it knows the league offline."),
    ] = None


class League(View, frozen=True):
    """A league: what was agreed, who takes part, and who keeps it."""

    league_id: UUID
    version: Version
    name: Label
    ruleset: RulesetSummary
    """The rules of its matches."""
    format: Format
    """How it is played, counted, paid and decided."""
    seed: Seed
    dates: tuple[date, ...]
    """The days of its nights, as far as they were set."""
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=MOST_ENTRANTS)]
    """Who takes part, in the order of their numbers."""
    members: Annotated[tuple[LeagueMember, ...], Meta(max_length=64)]
    """The devices that are in it."""
    fixtures: Annotated[Count, Meta(description="How many matchups are planned.")]
    reported: Annotated[Count, Meta(description="How many of them have a result.")]
    next_night: Annotated[
        NightNumber | None,
        Meta(description="The first night that nothing was reported of; null after the last."),
    ]
    created_at: Instant
    updated_at: Instant


class LeagueListItem(View, frozen=True):
    """A league as a list shows it."""

    league_id: UUID
    version: Version
    name: Label
    ruleset: Label
    """The name of the rules of its matches."""
    entrants: Count
    """How many take part."""
    nights: Count
    """How many nights it has."""
    fixtures: Count
    """How many matchups are planned."""
    reported: Count
    """Of how many matchups something was entered."""
    created_at: Instant
    updated_at: Instant


class LeaguePage(View, frozen=True):
    """Leagues of a device, newest first."""

    items: tuple[LeagueListItem, ...]
    next_cursor: Cursor | None


class LeagueMemberChange(Fact, frozen=True):
    """What a device may do in a league."""

    role: Annotated[Role, Meta(description="With `owner` the league is handed over.")]


class PlayerDevice(Fact, frozen=True):
    """The device of a player; null for none."""

    device_id: UUID | None
    """The device of that player; null if nobody's is to be."""


class LeaguePieceChange(View, frozen=True):
    """What stood at a place of a league before a change and stands there after it."""

    place: Code
    """Which piece it is, such as `fixture/12`."""
    before: Piece | None
    """The piece as it was; null if it is new."""
    after: Piece | None
    """The piece as it is since then; null if it is gone."""


class LeagueJournalEntry(View, frozen=True):
    """One change of a league: who, when, and what from and to."""

    version: Version
    at: Instant
    device_id: UUID
    device_name: DeviceName
    action: LeagueAction
    """What kind of change it was."""
    changes: tuple[LeaguePieceChange, ...]
    """Every piece of the league that changed."""


class LeagueJournalPage(View, frozen=True):
    """Changes of a league, oldest first."""

    items: tuple[LeagueJournalEntry, ...]
    next_cursor: Cursor | None
