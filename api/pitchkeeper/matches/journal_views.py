"""Journals: what clients see of who changed what."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import HandRecord
from pitch.types import HandNumber
from pitchkeeper.access.devices import Instant
from pitchkeeper.access.naming import DeviceName, DeviceNames
from pitchkeeper.matches import presenters
from pitchkeeper.matches.agreement_views import Confirmation, Objection, RecordedOverruling
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.journal import (
    Action,
    AdjustmentChange,
    JournalLine,
    MembershipChange,
    NameChange,
    PlayerChange,
    RulesetChange,
)
from pitchkeeper.matches.members import views as member_views
from pitchkeeper.matches.members.views import Member
from pitchkeeper.matches.views import Adjustment
from pitchkeeper.rest.views import Count, Cursor, Version, View
from pitchkeeper.rulings import presenters as rulings
from pitchkeeper.rulings.views import RulesetSummary


class HandState(View, frozen=True):
    """A hand as it was entered and agreed on at one version of the match."""

    record: HandRecord
    """The record of the hand at that version."""
    is_void: bool
    """True if the hand was void at that version."""
    overruled: RecordedOverruling | None
    """The scores that the table agreed on instead of the rules; null if it did not."""
    confirmations: Annotated[tuple[Confirmation, ...], Meta(max_length=100)]
    """The confirmations of the hand at that version."""
    dispute: Objection | None
    """The last objection to the hand at that version; null if there was none."""


class JournalHand(View, frozen=True):
    """A hand before and after a change; null if it did not exist."""

    number: HandNumber
    """The number of the hand that changed, from 1."""
    before: HandState | None
    """The hand before the change; null if it is new."""
    after: HandState | None
    """The hand after the change; null if it was removed."""


class JournalAdjustment(View, frozen=True):
    """An adjustment before and after a change; null if it did not exist."""

    number: Count
    """The number of the adjustment in its match, from 1."""
    before: Adjustment | None
    """The adjustment before the change; null if it is new."""
    after: Adjustment | None
    """The adjustment since the change."""


class JournalMember(View, frozen=True):
    """A member before and after a change; null while the device was no member."""

    device_id: UUID
    """The id of the member's device."""
    before: Member | None
    """The membership before the change; null if the device joined."""
    after: Member | None
    """The membership after the change; null if the device left."""


class JournalRules(View, frozen=True):
    """The rules of a match before and after a change."""

    before: RulesetSummary
    """The rule set before the change."""
    after: RulesetSummary
    """The rule set after the change."""


class JournalEntry(View, frozen=True):
    """One change of a match: the device, the time, and everything that changed, before and after.

    `before`, `after`, `wasVoid` and `adjustment` repeat the one hand or the one adjustment that
    most changes are about.
    """

    version: Version
    """The version of the match after the change."""
    at: Instant
    """The time of the change."""
    device_id: UUID
    """The id of the device that made the change."""
    device_name: DeviceName
    """The name of the device that changed the match; null if it has no name, or has left the match.
    """
    action: Action
    """The kind of the change of the match."""
    hand: HandNumber | None
    """The number of the hand that the change is about, from 1; null if it is about none or several.
    """
    before: HandRecord | None
    """The record of the hand before the change; null if there was none, or if the change is not
    about one hand.
    """
    after: HandRecord | None
    """The record of the hand after the change; null if the change is not about one hand."""
    was_void: bool
    """True if the hand was void before the change."""
    adjustment: Adjustment | None
    """The adjustment after the change; null if the change is about none."""
    restored: Version | None
    """The version that an undo or a restore went back to; null for other changes."""
    hands: tuple[JournalHand, ...]
    """Every hand that changed, before and after."""
    adjustments: tuple[JournalAdjustment, ...]
    """Every adjustment that changed, before and after."""
    members: tuple[JournalMember, ...]
    """Every member whose role or seat changed, before and after."""
    players: tuple[PlayerChange, ...]
    """Every player who was renamed."""
    rules: JournalRules | None
    """The rules before and after, if other rules were chosen."""
    name: NameChange | None
    """The name of the table before and after; null if it was not renamed."""


class JournalPage(View, frozen=True):
    """Changes of a match."""

    items: tuple[JournalEntry, ...]
    """The changes of the match on this page."""
    next_cursor: Cursor | None
    """The `cursor` of the next page; null on the last page."""


def page(lines: Sequence[JournalLine], names: DeviceNames, limit: int) -> JournalPage:
    """A page of the journal; the cursor is the version of the last entry."""
    return JournalPage(
        items=tuple(entry(line, names) for line in lines),
        next_cursor=str(lines[-1].version) if len(lines) == limit else None,
    )


def entry(line: JournalLine, names: DeviceNames) -> JournalEntry:
    """Return a line of the journal, with the present names of devices."""
    change = line.entry
    about = next((hand for hand in change.hands if hand.number == change.hand), None)
    # An undo or a restore can change several at once, and then it is about none of them.
    adjustment = change.adjustments[0].after if len(change.adjustments) == 1 else None
    return JournalEntry(
        version=line.version,
        at=line.noted_at,
        device_id=line.device_id,
        # The journal stores ids and no names, so it has no name of an erased device.
        device_name=names.get(line.device_id),
        action=change.action,
        hand=change.hand,
        before=about.before.record if about and about.before else None,
        after=about.after.record if about and about.after else None,
        was_void=about.before.is_void if about and about.before else False,
        adjustment=presenters.adjustment(adjustment, names) if adjustment else None,
        restored=change.restored,
        hands=tuple(
            JournalHand(
                number=hand.number,
                before=_hand_state(hand.before, names),
                after=_hand_state(hand.after, names),
            )
            for hand in change.hands
        ),
        adjustments=tuple(_adjustment(item, names) for item in change.adjustments),
        members=tuple(_member(item, names) for item in change.members),
        players=change.players,
        rules=_rules(change.ruleset) if change.ruleset else None,
        name=change.name,
    )


def _adjustment(change: AdjustmentChange, names: DeviceNames) -> JournalAdjustment:
    was, now = change.before, change.after
    return JournalAdjustment(
        number=change.number,
        before=presenters.adjustment(was, names) if was else None,
        after=presenters.adjustment(now, names) if now else None,
    )


def _member(change: MembershipChange, names: DeviceNames) -> JournalMember:
    was, now = change.before, change.after
    return JournalMember(
        device_id=change.device_id,
        before=member_views.member(was, names) if was else None,
        after=member_views.member(now, names) if now else None,
    )


def _rules(change: RulesetChange) -> JournalRules:
    return JournalRules(
        before=rulings.ruleset_summary(change.before), after=rulings.ruleset_summary(change.after)
    )


def _hand_state(hand: RecordedHand | None, names: DeviceNames) -> HandState | None:
    if hand is None:
        return None
    return HandState(
        record=hand.record,
        is_void=hand.is_void,
        overruled=presenters.overruling(hand.overruled, names),
        confirmations=presenters.confirmations(hand, names),
        # A ruling has 20 kB, and each entry about the hand would repeat it, twice.
        dispute=presenters.objection(hand.agreement.dispute, names, has_ruling=False),
    )
