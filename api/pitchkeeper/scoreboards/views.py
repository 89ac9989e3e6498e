"""Scoreboard views: what a public link shows."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from pitch import Call
from pitch.league import Chance, Pair, Place, ResultSettlement, TitleEstimate
from pitch.match import Outlook, Standing, WinChances, Winner
from pitch.rules import Target
from pitch.types import (
    GroupNumber,
    HandNumber,
    Label,
    NightNumber,
    Permille,
    Quantity,
    RunningScore,
    Side,
    Total,
)
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.leagues.season.bracket_views import BracketRound
from pitchkeeper.rest.views import Count, View

Names = Annotated[tuple[Label, ...], Meta(min_length=2, max_length=2)]


class LastHand(View, frozen=True):
    """The last hand that was entered."""

    number: HandNumber
    """The number of the last hand entered, from 1."""
    standing: Standing
    """The way the hand counts on the score sheet."""
    bidder: Side | None
    """The side that bid, counted from 0; null if not known."""
    bid: Call | None
    """The bid for which the pitcher played; null if not known."""
    made: bool | None
    """True if the bid was made; null if not known."""
    deltas: tuple[RunningScore, ...]
    """The points that the last hand added to each side's score."""


class MatchScoreboard(View, frozen=True):
    """A match as anyone with its public link sees it."""

    name: Label | None
    """The name of the table; null if it has none."""
    ruleset: Label
    """The name of the match's rule set."""
    players: tuple[Label, ...]
    """The names of the players, clockwise from seat 0."""
    sides: tuple[Label, ...]
    """The names of the sides."""
    scores: tuple[RunningScore, ...]
    """The current scores of the match, by side."""
    target: Target | None
    """The score that wins the match; null if a fixed number of hands is played."""
    fixed_hands: Count | None
    """The number of hands in the match; null if the match is played to a target."""
    hands: Count
    """The number of hands recorded so far."""
    last_hand: LastHand | None
    """The last hand entered; null before the first hand."""
    unproven: tuple[HandNumber, ...]
    """The numbers of hands not yet checked over all deals and plays, so that the scores may still
    change.
    """
    dealer: Label
    """The name of the player who deals the next hand."""
    outlook: Outlook | None
    """The possible winners with the hand that is open; null if there is none, or if they are not
    known.
    """
    winner: Winner | None
    """The winner of the match; null while the match is open."""
    chances: WinChances
    """The chances of each side to win: an estimate while the winner is not certain."""


class TablePairing(View, frozen=True):
    """Two sides that meet at a table."""

    table: Count
    """The number of the table, from 1."""
    names: Names
    """The names of the two sides that meet."""


class TableScore(TablePairing, frozen=True):
    """A table of a league night, with the score so far."""

    slot: Count
    """The round of the night played at the table, from 1."""
    wins: Pair | None
    """The matches won by each side at the table; null if the result is impossible."""
    left: Quantity
    """The number of matches still to be played or entered at the table."""
    scores: Pair | None
    """The scores of the match being played at the table; null between matches."""
    is_over: bool
    """True if the matchup at the table is settled."""
    settlement: ResultSettlement
    """The agreement about the result: with `contradicted` there are two, and neither counts."""


class NextPairings(View, frozen=True):
    """The matchups of the next round of a league."""

    night: NightNumber
    """The number of the night of the next round, from 1."""
    slot: Count
    """The next round of that night, from 1."""
    pairings: tuple[TablePairing, ...]
    """The matchups of the next round, one per table."""


class ScoreboardRow(View, frozen=True):
    """One line of the standings."""

    rank: Place
    """The rank in the standings, the same for those who are tied."""
    name: Label
    """The name of the team or player in the row."""
    score: Total
    """The total that the league counts, for this row."""
    won: Quantity
    """Matches won in the league."""
    lost: Quantity
    """Matches lost in the league."""
    chance: Chance
    """The chance of the row's team or player to finish first."""
    group: GroupNumber | None
    """The group of the row's team; null in a league without groups."""
    group_rank: Place | None
    """The rank in the group before the final; null in a league without groups."""
    first_permille: Permille | None
    """The estimated chance to finish first in thousandths, each rounded by itself, so that all
    together may differ a little from 1000. Only 1000 and 0 are certain: anyone who can still be
    first has at least 1. Null if there is no estimate yet, and once nothing is left to be played.
    """


class CheckInBoard(View, frozen=True):
    """The check-in of a night that is open and not planned yet."""

    here: Count
    """The number of teams or players who are here."""
    expected: Count
    """The number of teams or players who are here or still expected."""
    missing: tuple[Label, ...]
    """The names of those who are still expected."""


class BracketBoard(View, frozen=True):
    """A knock-out on a scoreboard."""

    is_double: bool
    """True if it takes two losses to be out of the knock-out."""
    rounds: tuple[BracketRound, ...]
    """The rounds of the knock-out, in the order in which they are played."""


class LeagueScoreboard(View, frozen=True):
    """A night of a league as anyone with its public link sees it."""

    name: Label
    """The name of the league on the scoreboard."""
    night: NightNumber
    """The number of the night that is open, or of the last that has begun, or else the first."""
    nights: Count
    """The number of nights in the league's season."""
    date: date | None
    """The date of the night shown, if one was set."""
    slot: Count
    """The round of the night that is being played, from 1; 0 before rounds are planned."""
    slots: Count
    """The number of rounds that the night has."""
    check_in: CheckInBoard | None
    """The check-in of the night; null unless it is open and not planned from who is here."""
    tables: tuple[TableScore, ...]
    """The matchups of the round being played, and those before it with two results, by table."""
    results: tuple[TableScore, ...]
    """The matchups of the night that are settled or have two results, the last first."""
    next: NextPairings | None
    """The pairings of the next round; null after the last round that is planned."""
    bracket: BracketBoard | None
    """The knock-out of the night shown; null if the night is not of one, or it is not drawn."""
    rows: tuple[ScoreboardRow, ...]
    """The rows of the standings on the scoreboard, from first to last."""
    unproven: Quantity
    """The number of matchups with a hand not yet checked over all deals and plays, so that the
    standings may still change.
    """
    estimate: TitleEstimate | None
    """The method by which `firstPermille` was estimated; null if there is no estimate."""


class Scoreboard(View, frozen=True):
    """The scoreboard of a public link: a match, or a league night."""

    kind: AggregateKind
    """The kind of scoreboard: of a match or of a league."""
    match: MatchScoreboard | None = None
    """The scoreboard of a match; null if the link is to a league."""
    league: LeagueScoreboard | None = None
    """The scoreboard of a league; null if the link is to a match."""
