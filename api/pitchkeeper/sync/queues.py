"""Queues: what a device did while it could not reach us, one command after the other."""

from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from pitch import HandRecord
from pitch.hand import AuctionFacts, ClaimFacts, HoldingFacts, PileFacts, TrickFacts
from pitch.match import MOST_ADJUSTMENTS, HandNumber
from pitch.types import Fact, Seat, Side
from pitchkeeper.matches import views
from pitchkeeper.matches.hands.disputes import Settling
from pitchkeeper.rest.views import Version

LONGEST = 100
"""The most commands that are sent at once."""


class DeviceCommand(Fact, frozen=True, kw_only=True, tag_field="kind"):
    """A command with the id that its device made for it."""

    status: ClassVar[int] = 200
    """What HTTP calls it when the command is carried out by itself."""
    command_id: Annotated[
        UUID, Meta(description="A UUIDv7 that the device made; copies of a command have the same.")
    ]
    match_id: Annotated[UUID, Meta(description="The match, which may be opened earlier in it.")]


class FollowingCommand(DeviceCommand, frozen=True, kw_only=True):
    """A command that may follow another one, which has to be carried out first."""

    # Without a signal a phone cannot know the versions that its own commands will make, so it names
    # the command.
    after: Annotated[
        UUID | None,
        Meta(
            description="The `commandId` of an earlier command of this device in the match: what "
            "it left counts as seen. Until it is done, this one is refused as `command_missing`."
        ),
    ] = None


class SeeingCommand(FollowingCommand, frozen=True, kw_only=True):
    """A command that acts only on what its device has seen."""

    seen_version: Annotated[
        Version | None,
        Meta(description="The version of the match that was seen, as in `If-Match`."),
    ] = None


class HandCommand(SeeingCommand, frozen=True, kw_only=True):
    """A command about one hand."""

    number: HandNumber


class OpenMatch(DeviceCommand, frozen=True, kw_only=True, tag="open_match"):
    """Open a match, as createMatch. A `matchId` in the body is the one beside it."""

    status: ClassVar[int] = 201
    body: views.NewMatch

    def __post_init__(self) -> None:
        """Refuse two ids for one match."""
        if self.body.match_id not in {None, self.match_id}:
            # msgspec makes the refusal of a body of it, with its place.
            raise ValueError("The body names another match")


class RecordHand(HandCommand, frozen=True, kw_only=True, tag="record_hand"):
    """Record a hand or correct one, as recordHand."""

    body: HandRecord


class RecordAuction(HandCommand, frozen=True, kw_only=True, tag="record_auction"):
    """Record the auction of a hand, as recordAuction."""

    body: AuctionFacts


class RecordPile(HandCommand, frozen=True, kw_only=True, tag="record_pile"):
    """Record the pile of one side, as recordPile."""

    side: Side
    body: PileFacts


class RecordHolding(HandCommand, frozen=True, kw_only=True, tag="record_holding"):
    """Record the holding of one seat, as recordHolding."""

    seat: Seat
    body: HoldingFacts


class RecordTricks(HandCommand, frozen=True, kw_only=True, tag="record_tricks"):
    """Record the tricks of a hand, as recordTricks."""

    body: TrickFacts


class RecordClaims(HandCommand, frozen=True, kw_only=True, tag="record_claims"):
    """Record the points as the table counted them, as recordClaims."""

    body: ClaimFacts


class VoidHand(HandCommand, frozen=True, kw_only=True, tag="void_hand"):
    """Take a hand out of the count, as voidHand."""


class MakeAdjustment(SeeingCommand, frozen=True, kw_only=True, tag="make_adjustment"):
    """Give or take points outside play, as createAdjustment."""

    status: ClassVar[int] = 201
    body: views.NewAdjustment


class CancelAdjustment(SeeingCommand, frozen=True, kw_only=True, tag="cancel_adjustment"):
    """Take an adjustment back, as cancelAdjustment."""

    adjustment: Annotated[
        int, Meta(ge=1, le=MOST_ADJUSTMENTS, description="The number of the adjustment.")
    ]
    body: views.NewCancellation


class ConfirmHand(HandCommand, frozen=True, kw_only=True, tag="confirm_hand"):
    """Confirm a hand as it was seen, as confirmHand."""

    body: views.NewConfirmation


class ConfirmHands(SeeingCommand, frozen=True, kw_only=True, tag="confirm_hands"):
    """Confirm several hands as they were seen, all or none, as confirmHands."""

    body: views.NewConfirmations


# No version: an objection locks a hand whatever it says by then.
class DisputeHand(FollowingCommand, frozen=True, kw_only=True, tag="dispute_hand"):
    """Dispute a hand, as disputeHand."""

    status: ClassVar[int] = 201
    number: HandNumber
    body: views.NewDispute


class ResolveDispute(FollowingCommand, frozen=True, kw_only=True, tag="resolve_dispute"):
    """Resolve a dispute, as resolveDispute."""

    number: HandNumber
    body: Settling


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
    Meta(description="What a device may do before it knows what became of what it did earlier."),
]


class Queue(Fact, frozen=True):
    """Commands in the order in which the device queued them."""

    commands: Annotated[tuple[QueuedCommand, ...], Meta(min_length=1, max_length=LONGEST)]
    """In the order in which the device made them."""
