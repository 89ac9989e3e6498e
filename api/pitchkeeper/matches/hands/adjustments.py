"""Adjustments: points given or taken outside play, and taken back."""

from msgspec import structs

from pitch.messages import COUNT, Message, Refusal
from pitch.types import MOST_ADJUSTMENTS
from pitchkeeper.access.devices import Cancellation, Stamp
from pitchkeeper.matches import edit_conflicts
from pitchkeeper.matches.changes import MatchRevision
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.state import MatchState, RecordedAdjustment
from pitchkeeper.matches.views import NewAdjustment
from pitchkeeper.rest.preconditions import Precondition

_NO_ADJUSTMENT = Message("problem.no_such_adjustment", number=COUNT)


class TooManyAdjustments(Refusal):
    """A match has at most 9,999 adjustments."""


class NoSuchAdjustment(Refusal, has_message=False):
    """There is no adjustment of that number."""


def decide_adjustment(
    state: MatchState,
    stamp: Stamp,
    *,
    request: NewAdjustment,
    last: int,
    precondition: Precondition,
) -> MatchRevision:
    """Return a match with one more adjustment, by default after the last hand.

    `last` is the highest number that one ever had, among those that were undone: phones may still
    name them.
    """
    edit_conflicts.refuse_stale(state, precondition)
    adjustment = RecordedAdjustment(
        side=request.side,
        points=request.points,
        reason=request.reason,
        # The last hand when this is saved: another phone may have entered one since the request.
        after_hand=len(state.hands) if request.after_hand is None else request.after_hand,
        number=last + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    state.match.check_adjustment(state.hands, adjustment)
    if last >= MOST_ADJUSTMENTS:
        raise TooManyAdjustments
    after = structs.replace(state, adjustments=(*state.adjustments, adjustment))
    return MatchRevision(action=Action.ADJUSTMENT_MADE, after=after)


def decide_cancellation(
    state: MatchState,
    stamp: Stamp,
    *,
    number: int,
    reason: str,
    precondition: Precondition,
    then: MatchState | None,
) -> MatchRevision | None:
    """Return a match with an adjustment cancelled; None if it is cancelled already.

    `then` is the match at the version that was seen, if there was one.
    """
    adjustment = state.adjustment(number)
    if adjustment is None:
        raise NoSuchAdjustment(_NO_ADJUSTMENT(number=number))
    if adjustment.cancelled is not None:
        return None
    if precondition.is_given and (then is None or then.adjustment(number) != adjustment):
        raise edit_conflicts.stale_error(state, precondition)
    cancellation = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=reason)
    cancelled = structs.replace(adjustment, cancelled=cancellation)
    adjustments = (cancelled if old is adjustment else old for old in state.adjustments)
    after = structs.replace(state, adjustments=tuple(adjustments))
    return MatchRevision(action=Action.ADJUSTMENT_CANCELLED, after=after)
