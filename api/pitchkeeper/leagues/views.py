"""League views: what clients send and see of leagues."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Options
from pitch.league import Entrant, Format
from pitch.rules import NO_OPTIONS, Target
from pitch.types import (
    MOST_ENTRANTS,
    MOST_NIGHTS,
    ClockTime,
    Code,
    EntrantNumber,
    Fact,
    GroupNumber,
    Label,
    Name,
    NightNumber,
    Reason,
    SlotNumber,
    TimeZone,
)
from pitchkeeper.access.devices import Instant, LeagueRole
from pitchkeeper.access.naming import DeviceName
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.piece_views import LeagueMember, Piece, SignUp
from pitchkeeper.leagues.state import Duration, Seed
from pitchkeeper.rest.views import Count, Cursor, Version, View
from pitchkeeper.rulings.views import RulesetId, RulesetSummary

Players = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=3)]


class NewEntrant(Fact, frozen=True):
    """A team and its players, or one player who plays alone."""

    name: Name
    """The name of the new team or player."""
    players: Players
    """The names of the new team's players; a player's number is the position here, from 0."""
    from_night: NightNumber | None = None
    """The first night to take part in; the next night if absent."""
    from_slot: SlotNumber | None = None
    """The first round to play in of `fromNight`, which has to be open: the team or player is
    checked in. Refused for the teams or players of a new league.
    """
    is_guest: bool = False
    """True for a guest, who is not ranked. A guest takes part in one night, unless changeEntrant
    says otherwise.
    """
    group: GroupNumber | None = None
    """The group of the new team; by its number, in turn, if absent or if there is no such group."""


class EntrantChange(Fact, frozen=True):
    """The new name, players and nights of a team or player."""

    name: Name
    """The new name of the team or player."""
    players: Players
    """The names of the team's players; a player's number is the position here, counted from 0."""
    from_night: NightNumber = 1
    """The first night that the team or player is to take part in, from 1."""
    until_night: NightNumber | None = None
    """The last night of a team or player that leaves the league."""
    is_guest: bool | None = None
    """True for a guest, who is not ranked; unchanged if absent."""
    group: GroupNumber | None = None
    """The group of the team; unchanged if absent."""


class NewLeague(Fact, frozen=True):
    """A league to open: its rules, its format, and its teams or players."""

    name: Name
    """The name of the new league."""
    ruleset: RulesetId
    """The rule set for the league's matches."""
    format: Format
    """The format by which the new league is played, counted, paid and decided."""
    entrants: Annotated[tuple[NewEntrant, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    """The teams or players of the new league; they are numbered from 1 in this order."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed in the rule set."""
    target: Target | None = None
    """The score that wins each match of the league; the rule set's if absent."""
    seed: Seed = 0
    """The seed for the schedule of the new league; the same seed makes the same schedule."""
    dates: Annotated[tuple[date, ...], Meta(max_length=MOST_NIGHTS)] = ()
    """The dates of the nights, the first night first."""
    bar: Name | None = None
    """The name of the bar or club."""
    place: Reason | None = None
    """The address of the bar or club."""
    time_zone: TimeZone | None = None
    """The IANA time zone in which `startsAt` is meant."""
    starts_at: ClockTime | None = None
    """The time of day at which a night starts."""
    minutes: Duration | None = None
    """The length of a night in minutes; 180 if absent."""
    league_id: UUID | None = None
    """The id of the new league, a UUIDv7 made by the device, so that the league can be named while
    offline.
    """


class Carried(Fact, frozen=True):
    """The parts of a season that the next one takes over."""

    phones: bool = True
    """True if the devices of the season are members of the next one, asked to keep their roles."""
    draw_order: bool = True
    """True if the teams or players keep their order; else it is drawn by the new seed."""
    balances: bool = False
    """True if what the teams or players are ahead by, or owe, counts in the next season, as
    payments of the kind `carried`.
    """


class NewSeason(Fact, frozen=True):
    """The season to open after a league, with its rules, format, and teams or players."""

    name: Name | None = None
    """The name of the next season; that of the league if absent."""
    dates: Annotated[tuple[date, ...], Meta(max_length=MOST_NIGHTS)] = ()
    """The dates of the nights of the next season, the first night first."""
    entrants: Annotated[tuple[EntrantNumber, ...], Meta(max_length=MOST_ENTRANTS)] | None = None
    """The numbers of the teams or players that take part again; all of the last night but guests if
    absent.
    """
    carries: Carried = Carried()
    """The parts of the season that are taken over."""
    seed: Seed | None = None
    """The seed for the schedule of the next season; another one if absent."""
    league_id: UUID | None = None
    """The id of the next season's league, a UUIDv7 made by the device, so that a retry opens no
    other.
    """


class ListedSignUp(SignUp, frozen=True, kw_only=True):
    """A sign-up that is open, in the order of the list."""

    is_waiting: bool
    """True if all places are taken, so that it waits for one."""


class League(View, frozen=True):
    """A league: its format, teams or players, and members."""

    league_id: UUID
    """The id of the league."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    name: Label
    """The name of the league."""
    ruleset: RulesetSummary
    """The rule set of the league's matches."""
    format: Format
    """The format by which the league is played, counted, paid and decided."""
    seed: Seed
    """The seed of the schedule; the same seed makes the same schedule."""
    dates: tuple[date, ...]
    """The dates of the league's nights as far as set, first night first."""
    bar: Label | None
    """The name of the bar or club; null if none is set."""
    place: Reason | None
    """The address of the bar or club; null if none is set."""
    time_zone: TimeZone | None
    """The IANA time zone of `startsAt`; null if none is set."""
    starts_at: ClockTime | None
    """The time of day at which a night starts; null if none is set."""
    minutes: Duration | None
    """The length of a night in minutes; 180 if null."""
    follows: UUID | None
    """The id of the league of the season before; null if there is none."""
    entrants: Annotated[tuple[Entrant, ...], Meta(max_length=MOST_ENTRANTS)]
    """The teams or players of the league, by number."""
    sign_ups: Annotated[tuple[ListedSignUp, ...], Meta(max_length=64)]
    """The open sign-ups, the earliest first."""
    members: Annotated[tuple[LeagueMember, ...], Meta(max_length=64)]
    """The devices that are members of the league."""
    fixtures: Count
    """The number of matchups that are planned."""
    reported: Count
    """The number of matchups that have a result."""
    next_night: NightNumber | None
    """The number of the first night without results; null after the last night."""
    created_at: Instant
    """The time when the league was created."""
    updated_at: Instant
    """The time when the league last changed."""


class LeagueListItem(View, frozen=True):
    """A league in a list: name, size and times."""

    league_id: UUID
    """The id of the league that is listed."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    name: Label
    """The name of the league that is listed."""
    bar: Label | None
    """The name of the bar or club; null if none is set."""
    ruleset: Label
    """The name of the rule set of the league's matches."""
    entrants: Count
    """The number of teams or players in the league."""
    nights: Count
    """The number of nights of the season."""
    fixtures: Count
    """The number of matchups that are planned."""
    reported: Count
    """The number of matchups that have a result."""
    created_at: Instant
    """The time when the league was created."""
    updated_at: Instant
    """The time when the league last changed."""


class LeaguePage(View, frozen=True):
    """Leagues of a device, newest first."""

    items: tuple[LeagueListItem, ...]
    """The leagues of this page."""
    next_cursor: Cursor | None
    """The `cursor` of the next page; null on the last page."""


class LeagueMemberChange(Fact, frozen=True):
    """A new role of a member of a league."""

    role: LeagueRole
    """The new role of the member; `owner` hands the league over."""


class PlayerDevice(Fact, frozen=True):
    """The device to assign to a player; null for none."""

    device_id: UUID | None
    """The id of the player's device; null to remove the assignment."""


class LeaguePieceChange(View, frozen=True):
    """A piece of a league before and after a change."""

    place: Code
    """The piece of the league that changed, such as `fixture/12`."""
    before: Piece | None
    """The piece before the change; null if it is new."""
    after: Piece | None
    """The piece after the change; null if it was removed."""


class LeagueJournalEntry(View, frozen=True):
    """One change of a league: the device, the time, and each piece before and after."""

    version: Version
    """The version of the league after the change."""
    at: Instant
    """The time of the change."""
    device_id: UUID
    """The id of the device that made the change."""
    device_name: DeviceName
    """The name of the device that changed the league; null if it has no name, or has left the
    league.
    """
    action: LeagueAction
    """The kind of the change of the league."""
    changes: tuple[LeaguePieceChange, ...]
    """Every piece of the league that changed, before and after."""


class LeagueJournalPage(View, frozen=True):
    """Changes of a league, oldest first."""

    items: tuple[LeagueJournalEntry, ...]
    """The changes of the league on this page."""
    next_cursor: Cursor | None
    """The `cursor` of the next page; null on the last page."""
