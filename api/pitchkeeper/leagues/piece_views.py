"""Pieces of a league as its members see them: beside each device what it is called."""

from msgspec import structs

from pitchkeeper.access import naming
from pitchkeeper.access.naming import Cancellation, DeviceName, DeviceNames
from pitchkeeper.leagues import state


class LeagueMember(state.RecordedLeagueMember, frozen=True, kw_only=True):
    """A device that helps to keep a league, and the player whose phone it is."""

    device_name: DeviceName
    """The name of the member's device; null if it has no name, or has left the league."""


class RecordedReport(state.RecordedReport, frozen=True, kw_only=True):
    """The result of a matchup, with the device that entered it and the time."""

    device_name: DeviceName
    """The name of the device that entered the result; null if it has no name, or has left the
    league.
    """


class RecordedPayment(state.RecordedPayment, frozen=True, kw_only=True):
    """A payment as it was entered: by whom, when, and whether it was cancelled."""

    device_name: DeviceName
    """The name of the device that entered the payment; null if it has no name, or has left the
    league.
    """
    cancelled: Cancellation | None
    """The cancellation of the recorded payment; null while the payment counts."""


class RecordedPlayOff(state.RecordedPlayOff, frozen=True, kw_only=True):
    """A play-off as it was entered: by whom, when, and whether it was cancelled."""

    device_name: DeviceName
    """The name of the device that entered the play-off; null if it has no name, or has left the
    league.
    """
    cancelled: Cancellation | None
    """The cancellation of the recorded play-off; null while the play-off counts."""


class Piece(state.Piece, frozen=True):
    """One piece of a league's state; exactly one field is set."""

    reported: RecordedReport | None = None
    """The reported result of a matchup."""
    payment: RecordedPayment | None = None
    """A payment of a team or player."""
    play_off: RecordedPlayOff | None = None
    """A play-off that decided a tie."""
    member: LeagueMember | None = None
    """A device that is a member of the league."""


def member(kept: state.RecordedLeagueMember, names: DeviceNames) -> LeagueMember:
    """A member, with what the device is called."""
    return naming.with_device_name(LeagueMember, kept, names)


def report(kept: state.RecordedReport, names: DeviceNames) -> RecordedReport:
    """A report, with what the device is called that entered it."""
    return naming.with_device_name(RecordedReport, kept, names)


def payment(kept: state.RecordedPayment, names: DeviceNames) -> RecordedPayment:
    """A payment, with what the devices are called that entered it and took it back."""
    cancelled = naming.cancellation(kept.cancelled, names)
    return naming.with_device_name(RecordedPayment, kept, names, cancelled=cancelled)


def play_off(kept: state.RecordedPlayOff, names: DeviceNames) -> RecordedPlayOff:
    """A play-off, with what the devices are called that entered it and took it back."""
    cancelled = naming.cancellation(kept.cancelled, names)
    return naming.with_device_name(RecordedPlayOff, kept, names, cancelled=cancelled)


def piece(kept: state.Piece | None, names: DeviceNames) -> Piece | None:
    """A piece, with what its devices are called; None where there is none."""
    if kept is None:
        return None
    named = {
        "reported": kept.reported and report(kept.reported, names),
        "payment": kept.payment and payment(kept.payment, names),
        "play_off": kept.play_off and play_off(kept.play_off, names),
        "member": kept.member and member(kept.member, names),
    }
    return Piece(**structs.asdict(kept) | named)
