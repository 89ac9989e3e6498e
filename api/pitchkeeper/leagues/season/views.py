"""Season views: what clients send and see of the nights, the standings and the money of leagues."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Finding
from pitch.league import (
    Account,
    Balance,
    Bye,
    Chance,
    Judgement,
    Move,
    NightState,
    Payment,
    Payout,
    PrizeTable,
    ResultSettlement,
    Row,
    Stage,
)
from pitch.rules import Clause
from pitch.types import (
    MOST_NIGHTS,
    Currency,
    EntrantNumber,
    Fact,
    FixtureNumber,
    Label,
    MinorTotal,
    NightNumber,
    Reason,
    Seat,
)
from pitchkeeper.leagues.piece_views import (
    RecordedPayment,
    RecordedPayout,
    RecordedPlayOff,
    RecordedReport,
)
from pitchkeeper.leagues.state import Plan
from pitchkeeper.rest.views import Count, Version, View

AfterNight = Annotated[int, Meta(ge=0, le=MOST_NIGHTS)]


class NewPlan(Fact, frozen=True):
    """The night from which the schedule is planned."""

    from_night: NightNumber | None = None
    """The first night to plan. If absent, the next round of a progressive night that has begun, or
    else the first night without results.
    """


class FixtureSide(View, frozen=True):
    """One side of a matchup."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(max_length=3)]
    """The numbers on this side: of a team, a player, or two players who are partners."""
    name: Label
    """The name of the side: of the team, the player, or both partners."""


class Feeds(View, frozen=True):
    """The matchups of a knock-out to which the sides of one go."""

    winner: FixtureNumber | None
    """The number of the winner's next matchup; null after the last."""
    loser: FixtureNumber | None
    """The number of the loser's next matchup; null if the loser is out."""


class LeagueFixture(View, frozen=True):
    """Two sides that meet, with the reported result and its judgment."""

    number: FixtureNumber
    """The matchup's number in the league, which no other matchup ever gets."""
    night: NightNumber
    """The number of the night on which the sides meet, from 1."""
    slot: Count
    """The round of the night in which the sides meet, from 1."""
    table: Count
    """The number of the table at which the sides meet, from 1."""
    sides: Annotated[tuple[FixtureSide, ...], Meta(min_length=2, max_length=2)]
    """The two sides of the matchup, each with its name."""
    first_dealer: Seat
    """The seat that deals first in the matchup, counted clockwise from 0."""
    stage: Stage
    """The part of the league that the matchup belongs to: the season, or a part of a knock-out."""
    feeds: Feeds | None
    """The next matchups of the two sides; null outside a knock-out."""
    reported: RecordedReport | None
    """The report that counts, with the device and time; null if nothing was entered. If two reports
    contradict each other, it has only the matches that are kept hand by hand.
    """
    reports: Annotated[tuple[RecordedReport, ...], Meta(max_length=3)]
    """Every report as it was entered: of neither side, of side 0 and of side 1. Where one
    report is enough, it is empty unless a report of a side was overwritten.
    """
    settlement: ResultSettlement
    """The agreement about the result: reported, agreed, contradicted or settled by an organizer."""
    judgement: Judgement
    """The wins, points and findings that follow from the reported result."""
    is_proven: bool
    """False while a hand of a linked match is not yet checked over all deals and plays, so that the
    result may still change.
    """


class FixtureResult(LeagueFixture, frozen=True):
    """A matchup of a league at a version."""

    league_id: UUID
    """The id of the league of the matchup."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    findings: tuple[Finding, ...]
    """Errors and oddities in the night of the matchup."""


class Night(View, frozen=True):
    """A night of a league: its matchups and byes."""

    night: NightNumber
    """The number of the night, from 1."""
    date: date | None
    """The date of the night, if one was set."""
    state: NightState
    """The state of the night: planned, checking in, begun, over, or called off."""
    fixtures: tuple[LeagueFixture, ...]
    """The matchups of the night, in the order of rounds and tables."""
    byes: tuple[Bye, ...]
    """The teams or players that sit out, by round."""
    findings: tuple[Finding, ...]
    """Errors and oddities in the night's schedule or results."""


class Schedule(View, frozen=True):
    """All nights of a league, with proof that pairings repeat as rarely as possible."""

    league_id: UUID
    """The id of the league that the schedule is of."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    nights: tuple[Night, ...]
    """The nights of the season with their matchups, the first night first."""
    plan: Plan | None
    """The count of pairings; null before anything was planned."""


class ResultPreview(View, frozen=True):
    """A preview of a result: its judgment, and the teams or players that would move in the
    standings. Nothing was saved.
    """

    judgement: Judgement
    """The wins, points and findings that would follow from the result."""
    findings: tuple[Finding, ...]
    """Errors and oddities that the night would have with the result."""
    moves: tuple[Move, ...]
    """Every team or player whose row in the standings would change."""


class StandingsRow(Row, frozen=True, kw_only=True):
    """The line of one team or player."""

    name: Label
    """The name of the team or player that the row is about."""
    chance: Chance
    """The chance to finish first: certain, impossible, or open."""
    prize: MinorTotal | None
    """The prize of the row's rank in minor units; null while a play-off is awaited."""


class Standings(View, frozen=True):
    """The table of a league after a night."""

    league_id: UUID
    """The id of the league that the standings are of."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    after_night: AfterNight
    """The number of the night after which the standings hold; 0 is before the first night."""
    rows: tuple[StandingsRow, ...]
    """The standings, a row for each team or player, from first to last."""
    left: Count
    """The number of matchups not settled yet."""
    impossible: tuple[FixtureNumber, ...]
    """The numbers of matchups whose results are impossible."""
    contradicted: tuple[FixtureNumber, ...]
    """The numbers of matchups with two results, of which neither counts."""
    unproven: tuple[FixtureNumber, ...]
    """The numbers of matchups with a hand not yet checked over all deals and plays, so that their
    results may still change.
    """
    play_offs: tuple[RecordedPlayOff, ...]
    """Every play-off of the league, including cancelled ones."""
    prizes: PrizeTable
    """The prizes of the league and those who get them."""


class NewPayment(Payment, frozen=True):
    """Money that a team or player paid, or below zero got back."""

    note: Reason | None = None
    """A note about the payment for people to read."""


class NewPayout(Payout, frozen=True):
    """A prize, or a part of one, that was handed out to a team or player."""

    note: Reason | None = None
    """A note about the payout for people to read."""


class NamedAccount(Account, frozen=True, kw_only=True):
    """The fees and payments of one team or player, with its name."""

    name: Label
    """The name of the team or player that owes and pays the fees."""


class Accounts(View, frozen=True):
    """The money of a league, in minor units of its currency."""

    league_id: UUID
    """The id of the league whose money this is."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    after_night: AfterNight
    """The number of the night up to which fees are counted; 0 is before the first night."""
    due_night: Annotated[int, Meta(ge=0, le=MOST_NIGHTS)]
    """The last night whose fee is due: the night under way; once that is over the next night, as
    soon as it is planned; 0 before the first is planned.
    """
    currency: Currency
    """The ISO 4217 code of the currency of all amounts."""
    accounts: tuple[NamedAccount, ...]
    """The account of each team or player."""
    owed: MinorTotal
    """Fees owed by all for the nights so far, in minor units."""
    due: MinorTotal
    """Fees due from all, with that of `dueNight`, in minor units."""
    collected: Balance
    """Fees received so far, less refunds, in minor units."""
    paid_out: MinorTotal
    """Prizes handed out so far, in minor units."""
    in_box: Balance
    """The money in the box: `collected` less `paidOut`, in minor units; below zero if more was
    handed out than came in.
    """
    pot: MinorTotal
    """The fees of the whole season as planned, in minor units."""
    payments: tuple[RecordedPayment, ...]
    """Every payment of the league, including cancelled ones."""
    payouts: tuple[RecordedPayout, ...]
    """Every payout of the league, including cancelled ones."""
    prizes: PrizeTable
    """The prizes of the league and those who get them."""


class LeagueRules(View, frozen=True):
    """The clauses of a league, each with its basis."""

    clauses: tuple[Clause, ...]
    """The league's clauses in reading order."""
