"""Confirmations, disputes and overrulings, as clients send and see them."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from pitch.types import Fact, HandNumber, Reason, Side
from pitchkeeper.access.naming import DeviceName
from pitchkeeper.matches import agreements
from pitchkeeper.rest.views import View


class NewConfirmation(Fact, frozen=True):
    """The side that confirms a hand."""

    side: Side | None = None
    """The side that confirms, counted from 0; your own if absent. The owner may name any."""


class NewConfirmations(NewConfirmation, frozen=True, kw_only=True):
    """The hands to confirm, and the side that confirms them."""

    hands: Annotated[tuple[HandNumber, ...], Meta(min_length=1, max_length=100)]
    """The numbers of the hands to confirm."""


class NewDispute(Fact, frozen=True):
    """The objection to a hand."""

    reason: Reason
    """The reason for the dispute, for everyone to read."""


class Confirmation(agreements.Confirmation, frozen=True):
    """Agreement to a hand, for a side or for the whole table."""

    device_name: DeviceName
    """The name of the device that confirmed the hand; null if it has no name, or has left the
    match.
    """


class Resolution(agreements.Resolution, frozen=True):
    """The end of a dispute, with its reason."""

    device_name: DeviceName
    """The name of the device that resolved the dispute; null if it has no name, or has left the
    match.
    """


class Objection(agreements.Objection, frozen=True):
    """An objection to a hand, with the ruling on it and the resolution."""

    device_name: DeviceName
    """The name of the device that disputed the hand; null if it has no name, or has left the match.
    """
    resolution: Resolution | None
    """The resolution of the dispute; null while it is open."""


class RecordedOverruling(agreements.RecordedOverruling, frozen=True):
    """The scores of a hand that the table agreed on, with the device that entered them and the
    time.
    """

    device_name: DeviceName
    """The name of the device that entered the agreed scores; null if it has no name, or has left
    the match.
    """


class AgreementState(StrEnum):
    """The state of agreement on a hand."""

    UNSETTLED = "unsettled"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


class HandAgreement(View, frozen=True):
    """The confirmations of a hand, those still missing, and the last dispute."""

    state: AgreementState
    """The state of agreement on the hand."""
    confirmations: Annotated[tuple[Confirmation, ...], Meta(max_length=100)]
    """The confirmations of the hand as it is recorded now."""
    missing: Annotated[tuple[Side, ...], Meta(max_length=8)]
    """The sides that still have to confirm the hand, counted from 0."""
    dispute: Objection | None
    """The last objection to the hand; null if there was none."""
