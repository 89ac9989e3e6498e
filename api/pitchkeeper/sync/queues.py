"""Queues: what a device did while it could not reach us, one command after the other."""

from enum import StrEnum
from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from pitch import HandRecord
from pitch.hand import AuctionFacts, ClaimFacts, HoldingFacts, PileFacts, TrickFacts
from pitch.types import MOST_ADJUSTMENTS, Fact, FixtureNumber, HandNumber, Seat, Side
from pitchkeeper.leagues.records import Report
from pitchkeeper.matches import agreement_views, views
from pitchkeeper.matches.hands.disputes import Settling
from pitchkeeper.rest.views import Version

LONGEST = 100
"""The most commands that are sent at once."""


class DeviceCommand(Fact, frozen=True, kw_only=True, tag_field="kind"):
    """A command with the id that its device made for it."""

    status: ClassVar[int] = 200
    """What HTTP calls it when the command is carried out by itself."""
    command_id: UUID
    """The id of the command, a UUIDv7 made by the device; every copy of the command has the same
    id.
    """
    match_id: UUID
    """The id of the match; an earlier command of the queue may open the match."""


class FollowingCommand(DeviceCommand, frozen=True, kw_only=True):
    """A command that may follow another one, which has to be carried out first."""

    # Without a signal a phone cannot know the versions that its own commands will make, so it names
    # the command.
    after: UUID | None = None
    """The `commandId` of an earlier command of this device in the match; the version that it left
    counts as seen, or beside a `seenVersion` only what this device changed since that. Until that
    command is done, this one is refused as `command_missing`.
    """


class SeeingCommand(FollowingCommand, frozen=True, kw_only=True):
    """A command that acts only on what its device has seen."""

    seen_version: Version | None = None
    """The version of the match that the device had seen, as in `If-Match`."""


class HandCommand(SeeingCommand, frozen=True, kw_only=True):
    """A command about one hand."""

    number: HandNumber
    """The number of the hand that the command is about, from 1."""


class OpenMatch(DeviceCommand, frozen=True, kw_only=True, tag="open_match"):
    """Open a match, as createMatch does. A `matchId` in the body must be that of the command."""

    status: ClassVar[int] = 201
    body: views.NewMatch
    """The match to open, as in createMatch."""

    def __post_init__(self) -> None:
        """Refuse two ids for one match."""
        if self.body.match_id not in {None, self.match_id}:
            # msgspec makes the refusal of a body of it, with its place.
            raise ValueError("The body names another match")


class RecordHand(HandCommand, frozen=True, kw_only=True, tag="record_hand"):
    """Record a hand or correct one, as recordHand does."""

    body: HandRecord
    """The record of the hand, as in recordHand."""


class RecordAuction(HandCommand, frozen=True, kw_only=True, tag="record_auction"):
    """Record the auction of a hand, as recordAuction does."""

    body: AuctionFacts
    """The auction of the hand, as in recordAuction."""


class RecordPile(HandCommand, frozen=True, kw_only=True, tag="record_pile"):
    """Record the pile of one side, as recordPile does."""

    side: Side
    """The side whose pile is recorded, counted from 0."""
    body: PileFacts
    """The pile of the side, as in recordPile."""


class RecordHolding(HandCommand, frozen=True, kw_only=True, tag="record_holding"):
    """Record the cards that one seat was dealt, as recordHolding does."""

    seat: Seat
    """The seat whose cards are recorded, counted clockwise from 0."""
    body: HoldingFacts
    """The cards that the seat was dealt, as in recordHolding."""


class RecordTricks(HandCommand, frozen=True, kw_only=True, tag="record_tricks"):
    """Record the tricks of a hand, as recordTricks does."""

    body: TrickFacts
    """The tricks of the hand, as in recordTricks."""


class RecordClaims(HandCommand, frozen=True, kw_only=True, tag="record_claims"):
    """Record the points as the table counted them, as recordClaims does."""

    body: ClaimFacts
    """The points that the table counted, as in recordClaims."""


class VoidHand(HandCommand, frozen=True, kw_only=True, tag="void_hand"):
    """Void a hand so that it does not count, as voidHand does."""


class MakeAdjustment(SeeingCommand, frozen=True, kw_only=True, tag="make_adjustment"):
    """Give or take points outside play, as createAdjustment does."""

    status: ClassVar[int] = 201
    body: views.NewAdjustment
    """The adjustment to make, as in createAdjustment."""


class CancelAdjustment(SeeingCommand, frozen=True, kw_only=True, tag="cancel_adjustment"):
    """Cancel an adjustment, as cancelAdjustment does."""

    adjustment: Annotated[int, Meta(ge=1, le=MOST_ADJUSTMENTS)]
    """The number of the adjustment to cancel."""
    body: views.NewCancellation
    """The reason for the cancellation, as in cancelAdjustment."""


class ConfirmHand(HandCommand, frozen=True, kw_only=True, tag="confirm_hand"):
    """Confirm a hand as it was seen, as confirmHand does."""

    body: agreement_views.NewConfirmation
    """The side that confirms the hand, as in confirmHand."""


class ConfirmHands(SeeingCommand, frozen=True, kw_only=True, tag="confirm_hands"):
    """Confirm several hands as they were seen, all or none, as confirmHands does."""

    body: agreement_views.NewConfirmations
    """The hands to confirm and the side, as in confirmHands."""


# No version: an objection locks a hand whatever it says by then.
class DisputeHand(FollowingCommand, frozen=True, kw_only=True, tag="dispute_hand"):
    """Dispute a hand, as disputeHand does."""

    status: ClassVar[int] = 201
    number: HandNumber
    """The number of the hand to dispute, from 1."""
    body: agreement_views.NewDispute
    """The objection to the hand, as in disputeHand."""


class ResolveDispute(FollowingCommand, frozen=True, kw_only=True, tag="resolve_dispute"):
    """Resolve a dispute, as resolveDispute does."""

    number: HandNumber
    """The number of the hand whose dispute ends, from 1."""
    body: Settling
    """The resolution of the dispute, as in resolveDispute."""


RecordPart = RecordAuction | RecordPile | RecordHolding | RecordTricks | RecordClaims
QueuedCommand = Annotated[
    OpenMatch
    | RecordHand
    | RecordPart
    | VoidHand
    | MakeAdjustment
    | CancelAdjustment
    | ConfirmHand
    | ConfirmHands
    | DisputeHand
    | ResolveDispute,
    Meta(description="A change that a device can queue while offline."),
]


class LeagueCommandKind(StrEnum):
    """The kind of a command about a league."""

    RECORD_RESULT = "record_result"


class RecordResult(Fact, frozen=True, kw_only=True):
    """Record the result of a matchup, as recordResult does."""

    status: ClassVar[int] = 200
    # No tag: msgspec would let a command without it pass, because there is one kind yet.
    kind: LeagueCommandKind
    """The kind of the command: to record a result."""
    command_id: UUID
    """The id of the command, a UUIDv7 made by the device; every copy of the command has the same
    id.
    """
    league_id: UUID
    """The id of the league of the matchup."""
    fixture: FixtureNumber
    """The number of the matchup."""
    body: Report
    """The result of the matchup, as in recordResult."""
    after: UUID | None = None
    """The `commandId` of an earlier command of this device in the league; the version that it left
    counts as seen. Until that command is done, this one is refused as `command_missing`.
    """
    seen_version: Version | None = None
    """The version of the league that the device had seen, as in `If-Match`."""


class Queue(Fact, frozen=True):
    """Commands in the order in which the device queued them."""

    commands: Annotated[tuple[QueuedCommand, ...], Meta(max_length=LONGEST)] = ()
    """The commands in the order in which the device made them."""
    # A list of its own: the answers to commands of matches name a match.
    league_commands: Annotated[tuple[RecordResult, ...], Meta(max_length=LONGEST)] = ()
    """The commands about leagues, executed after the others, because results link to matches."""
