"""Agreements: confirmations and disputes of a hand, and payments that the table decided itself."""

from typing import Final
from uuid import UUID

from msgspec import structs

from pitch import Hand, HandRecord, Table
from pitch.match import Overruling, Policy, Settlement
from pitch.messages import COUNT, Message, Refusal
from pitch.rulings import Ruling
from pitch.types import Reason, Side, Value
from pitchkeeper.access.devices import Instant, Stamp

_DISPUTED = Message("problem.hand_disputed", hand=COUNT)


class HandDisputed(Refusal, has_message=False):
    """The hand is disputed; resolve the dispute first."""


class RecordedOverruling(Overruling, frozen=True):
    """The scores of a hand that the table agreed on, with the device that entered them and the
    time.
    """

    device_id: UUID
    """The id of the device that entered the agreed scores."""
    at: Instant
    """The time when the agreed scores were entered."""


class Confirmation(Stamp, frozen=True):
    """Agreement to a hand, for a side or for the whole table."""

    side: Side | None
    """The side that confirms the hand, counted from 0; null for the whole table."""


class Resolution(Stamp, frozen=True):
    """The end of a dispute, with its reason."""

    settlement: Settlement
    """The way in which the dispute was settled."""
    reason: Reason | None
    """The reason for the resolution, if one was given."""


class Objection(Stamp, frozen=True):
    """An objection to a hand, with the ruling on it and the resolution."""

    reason: Reason
    """The reason for the objection to the hand."""
    ruling: Ruling | None
    """The ruling on the objection; null in the journal, in the answers of changes but disputeHand,
    and if the server was too busy when the hand was disputed (getHandRuling)."""
    resolution: Resolution | None = None
    """The resolution of the dispute; null while it is open."""


class Agreement(Value, frozen=True, omit_defaults=True):
    """The confirmations of a hand, and the last dispute about it."""

    confirmations: tuple[Confirmation, ...] = ()
    dispute: Objection | None = None

    @property
    def is_disputed(self) -> bool:
        """Return whether there is a dispute that has not been resolved."""
        return self.dispute is not None and self.dispute.resolution is None


NOTHING_AGREED: Final = Agreement()


class RecordedHand(Hand, frozen=True):
    """A recorded hand, and the agreement of the table about it."""

    overruled: RecordedOverruling | None = None
    agreement: Agreement = NOTHING_AGREED


def refuse_disputed(hand: RecordedHand) -> None:
    """Refuse to change a hand while it is disputed."""
    if hand.agreement.is_disputed:
        raise HandDisputed(_DISPUTED(hand=hand.number))


def with_record(hand: RecordedHand, record: HandRecord) -> RecordedHand:
    """Return a hand that counts, with a record; agreement to a different record is removed."""
    # A different order of the same cards needs no new agreement.
    if hand.record.is_same(record):
        return structs.replace(hand, is_void=False)
    return structs.replace(
        without_confirmations(hand), record=record, is_void=False, overruled=None, proof=None
    )


def without_confirmations(hand: RecordedHand) -> RecordedHand:
    """Return a hand without its confirmations; the dispute stays to be read."""
    return structs.replace(hand, agreement=structs.replace(hand.agreement, confirmations=()))


def missing_sides(agreement: Agreement, policy: Policy, table: Table) -> tuple[int, ...]:
    """Return the sides that have yet to confirm a hand, if every side has to."""
    if policy is not Policy.BOTH_SIDES:
        return ()
    confirmed = {confirmation.side for confirmation in agreement.confirmations}
    return tuple(side for side in range(table.side_count) if side not in confirmed)


def is_confirmed(agreement: Agreement, policy: Policy, table: Table) -> bool:
    """Return whether everyone required has agreed; entering a hand counts as agreeing to it."""
    if agreement.is_disputed:
        return False
    if policy is Policy.BOTH_SIDES:
        return not missing_sides(agreement, policy, table)
    # If the owner has to agree, any confirmation is the owner's: no other is ever stored.
    return policy is Policy.ONE or bool(agreement.confirmations)
