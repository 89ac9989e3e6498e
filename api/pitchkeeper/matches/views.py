"""What clients send and see, besides the facts and verdicts of the domain."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Arrangement, Call, Finding, HandRecord, Options, PointName, Suit, Verdict
from pitch.hand import PointSide
from pitch.match import Consequences, HandNumber, Outlook, Policy, Standing, Winner
from pitch.notation import UTC, TimeZone
from pitch.proof import MOST_REPAIRS, CardsToAsk, CertainPoints, ImpossibleInPiles
from pitch.rules import NO_OPTIONS, Target
from pitch.rulings import HandRuling
from pitch.types import Fact, Label, Name, Reason, RunningScore, Seat, Side
from pitchkeeper.access.naming import Cancellation, DeviceName
from pitchkeeper.access.stamps import Instant
from pitchkeeper.matches import agreements
from pitchkeeper.matches.hands.foreseen_answers import ForeseenAnswer, ForeseenRepair
from pitchkeeper.rest.views import AskAgain, Count, Cursor, Version, View
from pitchkeeper.rulings.views import RulesetId, RulesetSummary


class NewPlayer(Fact, frozen=True):
    """Somebody at the table."""

    name: Name


class NewMatch(Fact, frozen=True):
    """A match to open: its rules, and who sits where, clockwise from seat 0."""

    ruleset: RulesetId
    """The rules to play by."""
    players: Annotated[tuple[NewPlayer, ...], Meta(min_length=2, max_length=8)]
    """Who sits where, clockwise from seat 0."""
    options: Options = NO_OPTIONS
    """House rules: what is changed in the rule set."""
    target: Target | None = None
    sides: Arrangement | None = None
    """Who scores together; the usual for that many players if absent."""
    first_dealer: Seat = 0
    seat: Annotated[
        Seat | None,
        Meta(description="The seat of this device, which it has at once; none if absent."),
    ] = None
    policy: Annotated[
        Policy, Meta(description="Who has to confirm a hand: anyone, every side, or the owner.")
    ] = Policy.ONE
    time_zone: TimeZone = UTC
    # A phone without a signal opens matches too, and what it queues for them has to name them.
    match_id: Annotated[
        UUID | None,
        Meta(description="A UUIDv7 that the device made, so that it knows the match offline."),
    ] = None
    rematch_of: Annotated[
        UUID | None,
        Meta(
            description="The match that these people played before. Whoever has a seat at it or "
            "keeps its score can join this one without a code (joinRematch). Where the device may "
            "not keep the score of that match, nobody is told."
        ),
    ] = None


class NewAdjustment(Fact, frozen=True):
    """Points to give (positive) or take (negative) outside play."""

    side: Side
    points: Annotated[int, Meta(ge=-100, le=100)]
    """What is given, or if negative taken."""
    reason: Reason
    after_hand: (
        Annotated[
            int, Meta(ge=0, le=999, description="The hand it follows; the last one if absent.")
        ]
        | None
    ) = None


class Adjustment(View, frozen=True):
    """Points given or taken outside play; a cancelled one counts for nothing."""

    number: Count
    """Adjustments count from 1."""
    side: Side
    """The side whose score is adjusted, counted from 0."""
    points: Annotated[int, Meta(ge=-100, le=100)]
    """The points added to the side's score; negative if taken away."""
    reason: Label
    """The reason for the adjustment."""
    after_hand: Count
    """The hand it follows; 0 is before the first."""
    device_id: UUID
    device_name: DeviceName
    at: Instant
    cancelled: Cancellation | None
    """When it was taken back and why; null while it counts."""


class NewCancellation(Fact, frozen=True):
    """Why something that was entered is taken back."""

    reason: Reason


class NewConfirmation(Fact, frozen=True):
    """For which side a hand is confirmed."""

    side: Annotated[
        Side | None, Meta(description="Your own side if absent; the owner may name any.")
    ] = None


class NewConfirmations(NewConfirmation, frozen=True, kw_only=True):
    """Which hands are confirmed, and for which side."""

    hands: Annotated[
        tuple[HandNumber, ...],
        Meta(min_length=1, max_length=100, description="The numbers of the hands."),
    ]


class NewDispute(Fact, frozen=True):
    """What is objected to in a hand."""

    reason: Reason


class Confirmation(agreements.Confirmation, frozen=True):
    """Agreement to a hand, for a side or for the whole table."""

    device_name: DeviceName


class Resolution(agreements.Resolution, frozen=True):
    """How a dispute ended, and why."""

    device_name: DeviceName


class Objection(agreements.Objection, frozen=True):
    """An objection to a hand, the ruling on it, and how it ended."""

    device_name: DeviceName
    resolution: Resolution | None
    """How it ended; null while it is open."""


class RecordedOverruling(agreements.RecordedOverruling, frozen=True):
    """What the table agreed that a hand pays, who entered that, and when."""

    device_name: DeviceName


class AgreementState(StrEnum):
    """How far the table agrees on a hand."""

    UNSETTLED = "unsettled"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


class HandAgreement(View, frozen=True):
    """Who has agreed to a hand, who has still to, and the last dispute about it."""

    state: AgreementState
    """How far the table agrees."""
    confirmations: Annotated[tuple[Confirmation, ...], Meta(max_length=100)]
    """Who has agreed to the hand as it is."""
    missing: Annotated[
        tuple[Side, ...], Meta(description="Sides that have still to confirm.", max_length=8)
    ]
    dispute: Objection | None
    """The last objection to it; null if there was none."""


class Player(View, frozen=True):
    """Somebody at the table."""

    seat: Seat
    name: Label
    side: Side
    is_claimed: Annotated[bool, Meta(description="Whether a device has this seat.")]
    is_mine: Annotated[bool, Meta(description="Whether the device that asks has this seat.")]


class TableSide(View, frozen=True):
    """Players who score together."""

    side: Side
    name: Label
    seats: tuple[Seat, ...]
    """Who is on it, by seat."""


class SheetLine(View, frozen=True):
    """One hand on the score sheet. The hand itself has the record and the whole verdict."""

    number: HandNumber
    dealer: Seat
    standing: Standing
    """How the hand counts."""
    agreement: AgreementState
    """How far the table agrees on it."""
    pitcher: Seat | None
    partner: Annotated[
        Seat | None,
        Meta(
            description="Who scored with the pitcher, or the pitcher if he played alone; null if "
            "not known, and where no partner is called."
        ),
    ]
    bid: Call | None
    """The bid it was played at; null if not known."""
    trump: Suit | None
    """The trump suit; null if not known."""
    made: bool | None
    """Whether the bid was made; null if not known."""
    points: Annotated[
        tuple[PointSide, ...],
        Meta(
            description="Who certainly has which point, in counting order; none where none are "
            "to be had.",
            max_length=len(PointName),
        ),
    ]
    deltas: tuple[RunningScore, ...]
    """What the hand adds to the score of each side, as it counts."""
    scores: tuple[RunningScore, ...]
    """The scores after the hand, by side."""
    findings: tuple[Finding, ...]
    """What is wrong or odd about the hand in its match."""
    is_proven: Annotated[
        bool,
        Meta(
            description="Whether the hand was checked over all deals and plays. If not, it is as "
            "soon as there is time, which makes a new version of the match."
        ),
    ]


class Match(View, frozen=True):
    """A match with its score sheet, as the records tell it."""

    match_id: UUID
    version: Version
    ruleset: RulesetSummary
    """The rules it is played by."""
    policy: Policy
    """Who has to confirm a hand."""
    time_zone: TimeZone
    target: Target | None
    fixed_hands: Count | None
    """How many hands are played; null where a target is played to."""
    players: tuple[Player, ...]
    """Who sits where, clockwise from seat 0."""
    sides: tuple[TableSide, ...]
    """Who scores together."""
    first_dealer: Seat
    lines: tuple[SheetLine, ...]
    """The score sheet, a line for each hand."""
    adjustments: tuple[Adjustment, ...]
    """Points given or taken outside play, also those that were cancelled."""
    scores: tuple[RunningScore, ...]
    """The scores by side."""
    unscored: tuple[HandNumber, ...]
    """Recorded hands that count for nothing yet."""
    unconfirmed: Annotated[
        tuple[HandNumber, ...], Meta(description="Hands that the table has not agreed to yet.")
    ]
    unproven: tuple[HandNumber, ...]
    """Hands that are not checked over all deals and plays yet."""
    winner: Winner | None
    """Who has won; null while the match is open."""
    outlook: Outlook | None
    """Who can win with the hand that is open; null unless that is known."""
    next_hand: HandNumber
    next_dealer: Seat
    next_match: Annotated[
        UUID | None,
        Meta(
            description="The match that was opened to go on with the same people; joinRematch "
            "leads there. Null while there is none."
        ),
    ]
    created_at: Instant
    updated_at: Instant


class MatchSummary(View, frozen=True):
    """A match as a list shows it."""

    match_id: UUID
    version: Version
    ruleset: Label
    """The name of the rules it is played by."""
    players: tuple[Label, ...]
    """Their names, clockwise from seat 0."""
    sides: tuple[Label, ...]
    """What the sides are called."""
    scores: tuple[RunningScore, ...]
    """The scores by side."""
    hands: Count
    """How many hands are recorded."""
    winner: Side | None
    created_at: Instant
    updated_at: Instant


class MatchPage(View, frozen=True):
    """Matches of a device."""

    items: tuple[MatchSummary, ...]
    next_cursor: Cursor | None


class Hand(View, frozen=True):
    """A hand of a match: the record, the verdict on it, and what it did to the match."""

    match_id: UUID
    match_version: Version
    number: HandNumber
    dealer: Seat
    standing: Standing
    """How the hand counts in the match."""
    record: HandRecord
    """What the table entered."""
    verdict: Verdict
    """What that amounts to."""
    overruled: RecordedOverruling | None
    """What the table decided itself; null where the verdict counts."""
    agreement: HandAgreement
    """How far the table agrees on it."""
    deltas: tuple[RunningScore, ...]
    """What the hand adds to the score of each side, as it counts."""
    scores: tuple[RunningScore, ...]
    """The scores after the hand, by side."""
    findings: tuple[Finding, ...]
    """What is wrong or odd about the hand in its match."""
    match_scores: tuple[RunningScore, ...]
    """The scores of the match as it is now, by side."""
    winner: Winner | None
    """Who has won the match; null while it is open."""
    next_dealer: Seat


class HandPreview(View, frozen=True):
    """What saving would say of the hand and change in the match. Nothing was saved."""

    dealer: Seat
    standing: Standing
    """How the hand would count in the match."""
    verdict: Verdict
    """What the record would amount to."""
    findings: tuple[Finding, ...]
    """What would be wrong or odd about the hand in its match."""
    consequences: Consequences
    """What would change in the match."""
    answers: Annotated[
        tuple[ForeseenAnswer, ...],
        Meta(
            description="What each question of `verdict.needs` can be answered with, and what that "
            "would lead to: after a card, a point or the partner, not after piles and numbers.",
            max_length=128,
        ),
    ]
    repair_outcomes: Annotated[
        tuple[ForeseenRepair, ...],
        Meta(description="What each of `verdict.repairs` would lead to.", max_length=MOST_REPAIRS),
    ]
    impossible_cards: ImpossibleInPiles
    """Cards that cannot be in the piles that are still being listed, while the hand is open: piles
    with `some` of their cards, and those without any entry.
    """
    cards_to_ask: CardsToAsk
    """The cards to ask for next while the hand is open, the most decisive first: cards of which the
    taker is open and decides a point. Empty before trump is known.
    """
    certain_points: CertainPoints
    """The points of an impossible hand that stay the same whoever took the cards that are in
    several piles. Without such cards: the points that stay the same however the facts that
    `verdict.findings` name are changed.
    """
    ask_again_after: AskAgain


class RecordedRuling(View, frozen=True):
    """The ruling on a recorded hand, judged again."""

    match_id: UUID
    match_version: Version
    number: HandNumber
    ruling: HandRuling
    """What the rules say about the hand as it is recorded."""
    agrees: Annotated[bool, Meta(description="Whether it is the verdict that is kept.")]
