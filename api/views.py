"""What clients send and see, besides the facts and verdicts of the domain."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from api.agreements import Confirmation, Instant, Objection, Overruled
from api.kept import Cancellation
from domain import call_rulings, hand_rulings, irregularities, play_rulings, win_rulings
from domain.calls import Call
from domain.cards import Suit
from domain.clauses import Clause
from domain.consents import Policy
from domain.consequences import Consequences
from domain.findings import Finding
from domain.hand_rulings import HandRuling
from domain.matches import HandNumber, Standing
from domain.moments import UTC, TimeZone
from domain.outlooks import Outlook
from domain.records import HandRecord
from domain.rules import NO_OPTIONS, Options, Rules, Target
from domain.tables import Arrangement
from domain.values import Fact, Name, Reason, Seat, Side
from domain.verdicts import Verdict
from domain.wins import Winner


class View(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something that clients see; it may gain fields."""


Count = Annotated[int, Meta(ge=0, le=9999)]
Version = Annotated[int, Meta(ge=1, description="Grows with every change; also the ETag.")]
Cursor = Annotated[str, Meta(description="Give it as `cursor` for the next page.")]
RulesetId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9-]+$",
        min_length=1,
        max_length=64,
        description="A preset's name, or the 64 hexadecimal digits of a content hash.",
    ),
]


class Device(View, frozen=True):
    """A device that is signed in."""

    device_id: UUID
    created_at: Instant


class SignedIn(View, frozen=True):
    """A new device and its token, which is shown this once."""

    device_id: UUID
    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer <token>`.")]


class RulesetRequest(Fact, frozen=True):
    """House rules: a preset with some options changed."""

    preset: RulesetId
    name: Name | None = None
    options: Options = NO_OPTIONS


class Ruleset(View, frozen=True):
    """A rule set: every choice it makes and every clause that follows."""

    id: RulesetId
    hash: Annotated[str, Meta(description="SHA-256 of the content, in hexadecimal.")]
    name: str
    preset: RulesetId
    is_preset: bool
    rules: Rules
    clauses: tuple[Clause, ...]


class RulesetSummary(View, frozen=True):
    """A rule set as a list shows it."""

    id: RulesetId
    hash: str
    name: str
    document: str


class RulesetPage(View, frozen=True):
    """The preset rule sets."""

    items: tuple[RulesetSummary, ...]
    next_cursor: Cursor | None


class NewPlayer(Fact, frozen=True):
    """Somebody at the table."""

    name: Name


class NewMatch(Fact, frozen=True):
    """A match to open: its rules, and who sits where, clockwise from seat 0."""

    ruleset: RulesetId
    players: Annotated[tuple[NewPlayer, ...], Meta(min_length=2, max_length=8)]
    options: Options = NO_OPTIONS
    target: Target | None = None
    sides: Arrangement | None = None
    first_dealer: Seat = 0
    policy: Annotated[
        Policy, Meta(description="Who has to confirm a hand: anyone, every side, or the owner.")
    ] = Policy.ONE
    time_zone: TimeZone = UTC
    match_id: Annotated[
        UUID | None,
        Meta(description="A UUIDv7 that the device made, so that it knows the match offline."),
    ] = None


class NewAdjustment(Fact, frozen=True):
    """Points to give (positive) or take (negative) outside play."""

    side: Side
    points: Annotated[int, Meta(ge=-100, le=100)]
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
    side: Side
    points: Annotated[int, Meta(ge=-100, le=100)]
    reason: str
    after_hand: Count
    device_id: UUID
    at: Instant
    cancelled: Cancellation | None


class NewCancellation(Fact, frozen=True):
    """Why something that was entered is taken back."""

    reason: Reason


class NewConfirmation(Fact, frozen=True):
    """For which side a hand is confirmed."""

    side: Annotated[
        Side | None, Meta(description="Your own side if absent; the owner may name any.")
    ] = None


class NewDispute(Fact, frozen=True):
    """What is objected to in a hand."""

    reason: Reason


class AgreementState(StrEnum):
    """How far the table agrees on a hand."""

    UNSETTLED = "unsettled"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


class HandAgreement(View, frozen=True):
    """Who has agreed to a hand, who has still to, and the last dispute about it."""

    state: AgreementState
    confirmations: Annotated[tuple[Confirmation, ...], Meta(max_length=100)]
    missing: Annotated[
        tuple[Side, ...], Meta(description="Sides that have still to confirm.", max_length=8)
    ]
    dispute: Objection | None


class Player(View, frozen=True):
    """Somebody at the table."""

    seat: Seat
    name: str
    side: Side
    is_claimed: Annotated[bool, Meta(description="Whether a device has this seat.")]


class TableSide(View, frozen=True):
    """Players who score together."""

    side: Side
    name: str
    seats: tuple[Seat, ...]


class SheetLine(View, frozen=True):
    """One hand on the score sheet. The hand itself has the record and the whole verdict."""

    number: HandNumber
    dealer: Seat
    standing: Standing
    agreement: AgreementState
    pitcher: Seat | None
    bid: Call | None
    trump: Suit | None
    made: bool | None
    high: Side | None
    low: Side | None
    jack: Side | None
    game: Side | None
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    findings: tuple[Finding, ...]


class Match(View, frozen=True):
    """A match with its score sheet, as the records tell it."""

    match_id: UUID
    version: Version
    ruleset: RulesetSummary
    policy: Policy
    time_zone: TimeZone
    target: Target | None
    fixed_hands: Count | None
    players: tuple[Player, ...]
    sides: tuple[TableSide, ...]
    first_dealer: Seat
    lines: tuple[SheetLine, ...]
    adjustments: tuple[Adjustment, ...]
    scores: tuple[int, ...]
    unscored: tuple[HandNumber, ...]
    unconfirmed: Annotated[
        tuple[HandNumber, ...], Meta(description="Hands that the table has not agreed to yet.")
    ]
    winner: Winner | None
    outlook: Outlook | None
    next_hand: HandNumber
    next_dealer: Seat
    created_at: Instant
    updated_at: Instant


class MatchSummary(View, frozen=True):
    """A match as a list shows it."""

    match_id: UUID
    version: Version
    ruleset: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    scores: tuple[int, ...]
    hands: Count
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
    record: HandRecord
    verdict: Verdict
    overruled: Overruled | None
    agreement: HandAgreement
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    findings: tuple[Finding, ...]
    match_scores: tuple[int, ...]
    winner: Winner | None
    next_dealer: Seat


class HandPreview(View, frozen=True):
    """What saving would say of the hand and change in the match. Nothing was saved."""

    dealer: Seat
    standing: Standing
    verdict: Verdict
    findings: tuple[Finding, ...]
    consequences: Consequences


class CallDispute(call_rulings.Dispute, frozen=True, kw_only=True):
    """A call in question, or a card that was tabled in place of one."""

    ruleset: RulesetId
    options: Options = NO_OPTIONS


class PlayDispute(play_rulings.Dispute, frozen=True, kw_only=True):
    """A trick, and the play in question; without a card, what may be played or who wins."""

    ruleset: RulesetId
    options: Options = NO_OPTIONS


class HandDispute(hand_rulings.Dispute, frozen=True, kw_only=True):
    """A hand in question: its record, and who dealt."""

    ruleset: RulesetId
    options: Options = NO_OPTIONS


class RecordedRuling(View, frozen=True):
    """The ruling on a recorded hand, judged again."""

    match_id: UUID
    match_version: Version
    number: HandNumber
    ruling: HandRuling
    agrees: Annotated[bool, Meta(description="Whether it is the verdict that is kept.")]


class WinnerDispute(win_rulings.Dispute, frozen=True, kw_only=True):
    """The scores before a hand, and the hand: its record, or its result."""

    ruleset: RulesetId
    options: Options = NO_OPTIONS
    target: Target | None = None


class IrregularityDispute(irregularities.Dispute, frozen=True, kw_only=True):
    """An irregularity, who is at fault, and what its remedy may depend on."""

    ruleset: RulesetId
    options: Options = NO_OPTIONS


class Health(View, frozen=True):
    """That the server answers."""

    status: Annotated[str, Meta(description="`ok`", examples=["ok"])]
