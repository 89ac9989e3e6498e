"""Scoreboard views: what a public link shows."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from pitch import Call, Permille
from pitch.league import Chance, NightNumber, Pair, Place, TitleEstimate
from pitch.match import HandNumber, Outlook, Standing, WinChances, Winner
from pitch.rules import Target
from pitch.types import Label, Quantity, RunningScore, Side, Total
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.rest.views import Count, View

Names = Annotated[tuple[Label, ...], Meta(min_length=2, max_length=2)]


class LastHand(View, frozen=True):
    """The hand that was entered last."""

    number: HandNumber
    standing: Standing
    """How the hand counts."""
    bidder: Annotated[Side | None, Meta(description="The side that bid; null if not known.")]
    bid: Call | None
    """The bid it was played at; null if not known."""
    made: bool | None
    """Whether the bid was made; null if not known."""
    deltas: tuple[RunningScore, ...]
    """What the hand adds to the score of each side, as it counts."""


class MatchScoreboard(View, frozen=True):
    """A match as everybody sees it who has its public link."""

    ruleset: Label
    """The name of the rules it is played by."""
    players: tuple[Label, ...]
    """Their names, clockwise from seat 0."""
    sides: tuple[Label, ...]
    """What the sides are called."""
    scores: tuple[RunningScore, ...]
    """The scores by side."""
    target: Target | None
    fixed_hands: Count | None
    """How many hands are played; null where a target is played to."""
    hands: Count
    """How many hands are recorded."""
    last_hand: LastHand | None
    """Null before the first hand."""
    unproven: Annotated[
        tuple[HandNumber, ...],
        Meta(
            description="Hands that are not checked over all deals and plays yet, so that the "
            "scores may still change."
        ),
    ]
    dealer: Label
    """Who deals the next hand."""
    outlook: Outlook | None
    """Who can win with the hand that is open; null unless that is known."""
    winner: Winner | None
    """Who has won; null while the match is open."""
    chances: WinChances
    """How likely each side is to win: an estimate, except for what is certain."""


class TablePairing(View, frozen=True):
    """Two sides that meet at a table."""

    table: Count
    """At which table they meet."""
    names: Names
    """What the two sides are called."""


class TableScore(TablePairing, frozen=True):
    """A table of a league night, and how far it is."""

    slot: Count
    """In which round of the night it is, from 1."""
    wins: Annotated[Pair | None, Meta(description="Matches won; null if the result cannot be.")]
    left: Annotated[Quantity, Meta(description="Matches that are still to be played or entered.")]
    scores: Annotated[
        Pair | None, Meta(description="Of the match that is being played; null between matches.")
    ]
    is_over: bool
    """Whether the result is settled."""


class NextPairings(View, frozen=True):
    """Who meets next."""

    night: NightNumber
    slot: Count
    """In which round of that night they are, from 1."""
    pairings: tuple[TablePairing, ...]
    """By table."""


class ScoreboardRow(View, frozen=True):
    """One line of the standings."""

    rank: Place
    """The place, the same for those who are tied."""
    name: Label
    score: Total
    """By what the league counts."""
    won: Quantity
    """Matches won."""
    lost: Quantity
    """Matches lost."""
    chance: Chance
    """Whether it can still be first."""
    first_permille: Annotated[
        Permille | None,
        Meta(
            description="How likely it finishes first, in thousandths, each rounded by itself: "
            "an estimate, but for 1000 and 0, which are certain. So whoever can still be first "
            "has at least 1, and all together may come to a little more or less than 1000. Null "
            "where that cannot be told yet, and once nothing is left to be played."
        ),
    ]


class LeagueScoreboard(View, frozen=True):
    """A night of a league as everybody sees it who has its public link."""

    name: Label
    night: NightNumber
    """The last night that has begun; the first before any has."""
    nights: Count
    """How many nights the league has."""
    date: date | None
    """The day of the night, if one was set."""
    slot: Count
    """Which round of the night is being played, from 1; 0 before they are planned."""
    slots: Count
    """How many rounds that night has."""
    tables: tuple[TableScore, ...]
    """What is played in that round, by table."""
    results: tuple[TableScore, ...]
    """What is settled of the night, the last first."""
    next: NextPairings | None
    """Who meets after that; null after the last round that is planned."""
    rows: tuple[ScoreboardRow, ...]
    """The standings, the first line first."""
    estimate: Annotated[
        TitleEstimate | None,
        Meta(description="How `firstPermille` was estimated; null where it is."),
    ]


class Scoreboard(View, frozen=True):
    """What a public link shows: a match, or a league night."""

    kind: AggregateKind
    """Which of the two it is."""
    match: MatchScoreboard | None = None
    """Null where the link is to a league."""
    league: LeagueScoreboard | None = None
    """Null where the link is to a match."""
