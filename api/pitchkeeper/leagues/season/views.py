"""Season views: what clients send and see of the nights, the standings and the money of leagues."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Finding
from pitch.league import (
    MOST_NIGHTS,
    Account,
    Balance,
    Bye,
    Chance,
    Currency,
    EntrantNumber,
    FixtureNumber,
    Judgement,
    Minor,
    Move,
    NightNumber,
    Payment,
    PrizeTable,
    Row,
)
from pitch.rules import Clause
from pitch.types import Fact, Label, Reason, Seat
from pitchkeeper.leagues.piece_views import RecordedPayment, RecordedPlayOff, RecordedReport
from pitchkeeper.leagues.state import Plan
from pitchkeeper.rest.views import Count, Version, View

AfterNight = Annotated[int, Meta(ge=0, le=MOST_NIGHTS, description="0 is before the first.")]


class NewPlan(Fact, frozen=True):
    """From which night on to plan."""

    from_night: Annotated[
        NightNumber | None,
        Meta(
            description="If absent the next round of a progressive night that has begun, or else "
            "the first night without results."
        ),
    ] = None


class FixtureSide(View, frozen=True):
    """Who plays on one side of a matchup."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(max_length=3)]
    """Who is on this side: a team, a player, or two players who are partners."""
    name: Label


class LeagueFixture(View, frozen=True):
    """Two sides that meet, what was reported of it, and what that comes to."""

    number: FixtureNumber
    night: NightNumber
    slot: Count
    """In which round of the night it is, from 1."""
    table: Count
    """At which table it is played."""
    sides: Annotated[tuple[FixtureSide, ...], Meta(min_length=2, max_length=2)]
    """Who meets whom."""
    first_dealer: Annotated[Seat, Meta(description="The seat that deals first.")]
    reported: RecordedReport | None
    """What was entered of it; null if nothing was."""
    judgement: Judgement
    """What that comes to."""


class FixtureResult(LeagueFixture, frozen=True):
    """A matchup of a league at a version."""

    league_id: UUID
    version: Version
    findings: Annotated[tuple[Finding, ...], Meta(description="What is odd about its night.")]


class Night(View, frozen=True):
    """The matchups of a night, and who sits out."""

    night: NightNumber
    date: date | None
    """The day of it, if one was set."""
    fixtures: tuple[LeagueFixture, ...]
    """Who meets whom that night, in the order of rounds and tables."""
    byes: Annotated[tuple[Bye, ...], Meta(description="Who has nobody to play, by round.")]
    findings: tuple[Finding, ...]
    """What is out of the ordinary about that night."""


class Schedule(View, frozen=True):
    """All nights of a league, and the proof that pairings repeat as little as they can."""

    league_id: UUID
    version: Version
    nights: tuple[Night, ...]
    """Every night, the first one first."""
    plan: Annotated[
        Plan | None, Meta(description="The count of pairings; null before anything was planned.")
    ]


class ResultPreview(View, frozen=True):
    """What a result would come to, and who would move in the standings. Nothing was saved."""

    judgement: Judgement
    """What the result would come to."""
    findings: Annotated[tuple[Finding, ...], Meta(description="What would be odd about the night.")]
    moves: tuple[Move, ...]
    """Every team or player whose line would change."""


class StandingsRow(Row, frozen=True, kw_only=True):
    """The line of one team or player."""

    name: Label
    chance: Chance
    """Whether it can still be first."""
    prize: Annotated[
        Minor | None, Meta(description="What its place gets; null while a play-off is awaited.")
    ]


class Standings(View, frozen=True):
    """The table of a league after a night."""

    league_id: UUID
    version: Version
    after_night: AfterNight
    rows: tuple[StandingsRow, ...]
    """The table, the first line first."""
    left: Annotated[Count, Meta(description="Matchups that are not settled.")]
    impossible: Annotated[
        tuple[FixtureNumber, ...], Meta(description="Matchups whose results cannot be.")
    ]
    play_offs: tuple[RecordedPlayOff, ...]
    """Every play-off, also those that were cancelled."""
    prizes: PrizeTable
    """What there is to win, and who gets it."""


class NewPayment(Payment, frozen=True):
    """Money that a team or player paid, or below zero got back."""

    night: Annotated[
        NightNumber | None,
        Meta(description="The night that it was paid for, to be read; it counts for the season."),
    ] = None
    note: Reason | None = None
    """What else is to be known of it, to be read."""


class NamedAccount(Account, frozen=True, kw_only=True):
    """What one team or player owes and has paid."""

    name: Label


class Accounts(View, frozen=True):
    """The money of a league, in minor units of its currency."""

    league_id: UUID
    version: Version
    after_night: AfterNight
    due_night: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_NIGHTS,
            description="The last night whose fee is due: the one that is under way, or once that "
            "is over the next, as soon as it is planned; 0 before the first is planned.",
        ),
    ]
    currency: Currency
    accounts: tuple[NamedAccount, ...]
    """What each team or player owes and has paid."""
    owed: Minor
    collected: Balance
    pot: Annotated[Minor, Meta(description="The fees of the whole season as it is planned.")]
    payments: tuple[RecordedPayment, ...]
    """Every payment, also those that were cancelled."""
    prizes: PrizeTable
    """What there is to win, and who gets it."""


class LeagueRules(View, frozen=True):
    """The clauses of a league, each with what it rests on."""

    clauses: tuple[Clause, ...]
    """In the order in which they are read."""
