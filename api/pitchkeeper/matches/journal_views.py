"""Journals: what clients see of who changed what."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import HandRecord
from pitch.match import HandNumber
from pitchkeeper.access.naming import DeviceName, DeviceNames
from pitchkeeper.access.stamps import Instant
from pitchkeeper.matches import presenters
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.journal import (
    Action,
    AdjustmentChange,
    JournalLine,
    MembershipChange,
    PlayerChange,
    RulesetChange,
)
from pitchkeeper.matches.members import views as member_views
from pitchkeeper.matches.members.views import Member
from pitchkeeper.matches.views import Adjustment, Confirmation, Objection, RecordedOverruling
from pitchkeeper.rest.views import Count, Cursor, Version, View
from pitchkeeper.rulings import presenters as rulings
from pitchkeeper.rulings.views import RulesetSummary


class HandState(View, frozen=True):
    """A hand as it was entered and agreed at a version."""

    record: HandRecord
    """What the table had entered."""
    is_void: bool
    """Whether the hand was void."""
    overruled: RecordedOverruling | None
    """What the table had decided itself, if it had."""
    confirmations: Annotated[tuple[Confirmation, ...], Meta(max_length=100)]
    """Who had agreed to it."""
    dispute: Objection | None
    """The last objection to it, if there was one."""


class JournalHand(View, frozen=True):
    """A hand before and after a change; null where it was not there."""

    number: HandNumber
    before: HandState | None
    """The hand as it was; null if it is new."""
    after: HandState | None
    """The hand as it is since then; null if it is gone."""


class JournalAdjustment(View, frozen=True):
    """An adjustment before and after a change; null where it was not there."""

    number: Count
    """Adjustments count from 1."""
    before: Adjustment | None
    """What it was; null if it is new."""
    after: Adjustment | None
    """What it is since then."""


class JournalMember(View, frozen=True):
    """A member before and after a change; null where the device took no part."""

    device_id: UUID
    before: Member | None
    """The member as it was; null if it joined."""
    after: Member | None
    """The member as it is since then; null if it left."""


class JournalRules(View, frozen=True):
    """The rules of a match before and after a change."""

    before: RulesetSummary
    """What was played by before."""
    after: RulesetSummary
    """What is played by since then."""


class JournalEntry(View, frozen=True):
    """One change of a match: who, when, and what from and to.

    `before`, `after`, `wasVoid` and `adjustment` repeat what most changes are about: the one hand,
    or the one adjustment.
    """

    version: Version
    at: Instant
    device_id: UUID
    device_name: DeviceName
    action: Action
    """What kind of change it was."""
    hand: HandNumber | None
    before: HandRecord | None
    """The record of the one hand as it was; null if there was none, or the change is no hand's."""
    after: HandRecord | None
    """The record of the one hand as it is since then; null if the change is no hand's."""
    was_void: bool
    """Whether the one hand was void before."""
    adjustment: Adjustment | None
    """The one adjustment as it is since then; null if the change is about none."""
    restored: Annotated[
        Version | None, Meta(description="The version that an undo or a restore went back to.")
    ]
    hands: tuple[JournalHand, ...]
    """Every hand that changed."""
    adjustments: tuple[JournalAdjustment, ...]
    """Every adjustment that changed."""
    members: tuple[JournalMember, ...]
    """Every member whose place in the match changed."""
    players: tuple[PlayerChange, ...]
    """Every player who was given another name."""
    rules: JournalRules | None
    """The rules, if others were chosen."""


class JournalPage(View, frozen=True):
    """Changes of a match."""

    items: tuple[JournalEntry, ...]
    next_cursor: Cursor | None


def page(noted: Sequence[JournalLine], names: DeviceNames, limit: int) -> JournalPage:
    """A page of the journal; the cursor is the version of the last entry."""
    return JournalPage(
        items=tuple(entry(each, names) for each in noted),
        next_cursor=str(noted[-1].version) if len(noted) == limit else None,
    )


def entry(noted: JournalLine, names: DeviceNames) -> JournalEntry:
    """A line of the journal; `names` are what devices are called now."""
    said = noted.entry
    about = next((change for change in said.hands if change.number == said.hand), None)
    # An undo or a restore can change several at once, and then it is about none of them.
    given = said.adjustments[0].after if len(said.adjustments) == 1 else None
    return JournalEntry(
        version=noted.version,
        at=noted.noted_at,
        device_id=noted.device_id,
        # A journal keeps ids and no names, so nothing in it tells what an erased device was called.
        device_name=names.get(noted.device_id),
        action=said.action,
        hand=said.hand,
        before=about.before.record if about and about.before else None,
        after=about.after.record if about and about.after else None,
        was_void=about.before.is_void if about and about.before else False,
        adjustment=presenters.adjustment(given, names) if given else None,
        restored=said.restored,
        hands=tuple(
            JournalHand(
                number=each.number,
                before=_hand_state(each.before, names),
                after=_hand_state(each.after, names),
            )
            for each in said.hands
        ),
        adjustments=tuple(_adjustment(each, names) for each in said.adjustments),
        members=tuple(_member(each, names) for each in said.members),
        players=said.players,
        rules=_rules(said.ruleset) if said.ruleset else None,
    )


def _adjustment(changed: AdjustmentChange, names: DeviceNames) -> JournalAdjustment:
    was, now = changed.before, changed.after
    return JournalAdjustment(
        number=changed.number,
        before=presenters.adjustment(was, names) if was else None,
        after=presenters.adjustment(now, names) if now else None,
    )


def _member(changed: MembershipChange, names: DeviceNames) -> JournalMember:
    was, now = changed.before, changed.after
    return JournalMember(
        device_id=changed.device_id,
        before=member_views.member(was, names) if was else None,
        after=member_views.member(now, names) if now else None,
    )


def _rules(changed: RulesetChange) -> JournalRules:
    return JournalRules(
        before=rulings.ruleset_summary(changed.before), after=rulings.ruleset_summary(changed.after)
    )


def _hand_state(hand: RecordedHand | None, names: DeviceNames) -> HandState | None:
    if hand is None:
        return None
    return HandState(
        record=hand.record,
        is_void=hand.is_void,
        overruled=presenters.overruling(hand.overruled, names),
        confirmations=presenters.confirmations(hand, names),
        dispute=presenters.objection(hand.agreement.dispute, names),
    )
