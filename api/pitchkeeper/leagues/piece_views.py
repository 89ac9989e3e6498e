"""Pieces of a league as its members see them: beside each device what it is called."""

from typing import Final, TypeVar

from msgspec import Struct, structs

from pitchkeeper.access import naming
from pitchkeeper.access.naming import Cancellation, DeviceName, DeviceNames
from pitchkeeper.leagues import pieces, records

V = TypeVar("V", bound=Struct)


class LeagueMember(records.RecordedLeagueMember, frozen=True, kw_only=True):
    """A device that is a member of a league, and the player to whom it belongs."""

    device_name: DeviceName
    """The name of the member's device; null if it has no name, or has left the league."""


class RecordedReport(records.RecordedReport, frozen=True, kw_only=True):
    """A report of the result of a matchup, with the device that entered it and the time."""

    device_name: DeviceName
    """The name of the device that reported; null if it has no name, or has left the league."""


class SignUp(records.SignUp, frozen=True, kw_only=True):
    """A sign-up with the device that made it, and what became of it."""

    device_name: DeviceName
    """The name of the device that signed up; null if it has no name, or has left the league."""


class RecordedPayment(records.RecordedPayment, frozen=True, kw_only=True):
    """A payment with the device that entered it, the time, and its cancellation, if any."""

    device_name: DeviceName
    """The name of the device that entered the payment; null if it has no name, or has left the
    league.
    """
    cancelled: Cancellation | None
    """The cancellation of the recorded payment; null while the payment counts."""


class RecordedPayout(records.RecordedPayout, frozen=True, kw_only=True):
    """A payout with the device that entered it, the time, and its cancellation, if any."""

    device_name: DeviceName
    """The name of the device that entered the payout; null if it has no name, or has left the
    league.
    """
    cancelled: Cancellation | None
    """The cancellation of the recorded payout; null while the payout counts."""


class RecordedPlayOff(records.RecordedPlayOff, frozen=True, kw_only=True):
    """A play-off with the device that entered it, the time, and its cancellation, if any."""

    device_name: DeviceName
    """The name of the device that entered the play-off; null if it has no name, or has left the
    league.
    """
    cancelled: Cancellation | None
    """The cancellation of the recorded play-off; null while the play-off counts."""


class RecordedNight(records.RecordedNight, frozen=True, kw_only=True):
    """The record of a night: when it was opened and planned, or that it was called off."""

    device_name: DeviceName
    """The name of the device that opened the night or called it off; null if it has no name, or has
    left the league.
    """
    cancelled: Cancellation | None
    """The last time that the night was called off; null while it never was, or is held after all.
    """


class RecordedCheckIn(records.RecordedCheckIn, frozen=True, kw_only=True):
    """The attendance of a team or player on a night, with the device that entered it."""

    device_name: DeviceName
    """The name of the device that entered the attendance; null if it has no name, or has left the
    league.
    """


class Piece(pieces.Piece, frozen=True):
    """One piece of a league's state; exactly one field is set."""

    reported: RecordedReport | None = None
    """A report of the result of a matchup."""
    sign_up: SignUp | None = None
    """A sign-up of a team or player."""
    payment: RecordedPayment | None = None
    """A payment of a team or player."""
    payout: RecordedPayout | None = None
    """A prize that was handed out."""
    play_off: RecordedPlayOff | None = None
    """A play-off that decided a tie."""
    night: RecordedNight | None = None
    """The record of a night that was opened, planned or called off."""
    check_in: RecordedCheckIn | None = None
    """The attendance of a team or player on a night."""
    member: LeagueMember | None = None
    """A device that is a member of the league."""


def with_names(view: type[V], stored: Struct, names: DeviceNames) -> V:
    """Return a stored piece as its view, with the names of the devices in it."""
    if not hasattr(stored, "cancelled"):
        return naming.with_device_name(view, stored, names)
    cancelled = naming.cancellation(stored.cancelled, names)
    return naming.with_device_name(view, stored, names, cancelled=cancelled)


def piece(stored: pieces.Piece | None, names: DeviceNames) -> Piece | None:
    """Return the view of a piece, if there is one."""
    if stored is None:
        return None
    values = structs.asdict(stored)
    for field, view in _VIEWS.items():
        if values[field] is not None:
            values[field] = with_names(view, values[field], names)
    return Piece(**values)


_VIEWS: Final[dict[str, type[Struct]]] = {
    "reported": RecordedReport,
    "sign_up": SignUp,
    "payment": RecordedPayment,
    "payout": RecordedPayout,
    "play_off": RecordedPlayOff,
    "night": RecordedNight,
    "check_in": RecordedCheckIn,
    "member": LeagueMember,
}
