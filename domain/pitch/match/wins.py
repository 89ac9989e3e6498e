"""Wins: the side that has won a match after a hand, and the clauses that decide it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch.calls import SLAMS, Call
from pitch.hand.deals import Deal
from pitch.hand.points import Point
from pitch.hand.verdicts import Verdict
from pitch.messages import BID, CHOICE, COUNT, POINT, SCORE, SIDE, Message, Sentence
from pitch.rules.choices import PITCHER_ALONE, GoingOut, Misdeal, SeveralOut, SlamReward, SlamSet
from pitch.rules.options import Rules
from pitch.types import Code, Side, Value

_SLAM: Final = Message("win.slam", side=SIDE, bid=BID)
_SLAM_SET: Final = Message("win.slam_set", side=SIDE, pitching=SIDE, bid=BID)
_PITCHER_OUT: Final = Message("win.pitcher_out", side=SIDE, score=SCORE, made=CHOICE)
_PARTNER_OUT: Final = Message("win.partner_out", side=SIDE, score=SCORE, made=CHOICE)
_HIGHEST: Final = Message("win.highest", side=SIDE, score=SCORE)
_PITCHED_AND_TIED: Final = Message("win.pitched_and_tied", side=SIDE, score=SCORE)
_BEFORE_COUNT: Final = Message("win.before_count", side=SIDE, score=SCORE)
_COUNTED_FIRST: Final = Message("win.counted_first", side=SIDE, target=SCORE, point=POINT)
_MOST: Final = Message("win.most", side=SIDE, score=SCORE, hands=COUNT)


class WinReason(StrEnum):
    """A way to win a match."""

    SLAM = "slam"
    SLAM_SET = "slam_set"
    PITCHER_OUT = "pitcher_out"
    HIGHEST = "highest"
    COUNTED_OUT = "counted_out"
    MOST_AFTER_HANDS = "most_after_hands"


class Winner(Value, frozen=True):
    """The side that won the match, the hand with which it won, and the reason."""

    side: Side
    """The side that won the match, counted from 0."""
    hand: Annotated[int, Meta(ge=1, extra_json_schema={"maximum": 999})]
    """The number of the hand with which the match was won, from 1."""
    reason: WinReason
    """The way in which the match was won."""
    why: Sentence
    """The reason for the win, in a sentence."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that decide the win."""


class HandEnd(Struct, frozen=True):
    """The end of a settled hand: the scores before and after it, adjustments included."""

    number: int
    played: int
    """The number of hands scored so far, this one included."""
    before: tuple[int, ...]
    """The scores before the hand, by side."""
    after: tuple[int, ...]
    """The scores after the hand, adjustments included, by side."""
    verdict: Verdict
    deal: Deal
    is_overruled: bool = False
    """Whether the table agreed on what the hand pays, so that its points cannot be counted."""


def was_over_before(before: Sequence[int], played: int, rules: Rules) -> bool:
    """Return whether such scores had ended the match after so many hands.

    `before` are the scores by side. Any points may have been taken outside play, but none given,
    except if a misdeal costs some. With two sides a pitcher who makes the bid and stands at the
    target has won, and one who is set is below it, so the most points are never shared; of more
    sides two others may share them. If a pitching side that shares the most wins, all never share
    them. If only the pitching side goes out, made or set, the last one to pitch is below.
    """
    best = max(before)
    sharing = list(before).count(best)
    if rules.hands is not None:
        return played >= rules.hands and sharing == 1
    target = rules.target
    if target is None or best < target or rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return False
    if rules.going_out in PITCHER_ALONE:
        return rules.going_out is GoingOut.PITCHER_ONLY and min(before) >= target
    if rules.several_out is SeveralOut.COUNTING_ORDER:
        return True
    is_first = rules.going_out is GoingOut.PITCHER_MADE_FIRST
    is_pitchers = rules.several_out is SeveralOut.HIGHEST_OR_PITCHER
    return (
        sharing == 1 or (is_pitchers and sharing == len(before)) or (is_first and len(before) == 2)
    )


def find_winner(ending: HandEnd) -> Winner | None:
    """Return the side that has won at the end of a hand, if any.

    A slam that wins the match goes first, then the pitching side if the rules let it out before
    the others, then the highest or the first in counting order (`win.out`, `win.several`).
    """
    rules = ending.deal.ruleset.rules
    # A slam that wins the match goes before any target (S2.smudge.win).
    slam = _by_slam(ending)
    if slam is not None:
        return slam
    target = rules.target
    if target is None:  # rules without a target agree on a number of hands
        return None if rules.hands is None else _by_hands(ending, rules.hands)
    out = _sides_out(ending, target)
    if not out:
        return None
    pitcher_out = _by_pitching(ending, out)
    if pitcher_out is not None or rules.going_out in PITCHER_ALONE:
        return pitcher_out
    if rules.several_out is SeveralOut.COUNTING_ORDER and not ending.is_overruled:
        return _by_counting(ending, out, target)
    return _by_score(ending, out)


def turns_on_order(ending: HandEnd) -> bool:
    """Return whether several sides went out together and the owners of some points are unknown.

    Then `find_winner` cannot tell which side was first.
    """
    rules, target = ending.deal.ruleset.rules, ending.deal.ruleset.rules.target
    if target is None or ending.is_overruled or _knows_owners(ending):
        return False
    if rules.going_out in PITCHER_ALONE or rules.several_out is not SeveralOut.COUNTING_ORDER:
        return False
    out = _sides_out(ending, target)
    has_winner = _by_slam(ending) is not None or _by_pitching(ending, out) is not None
    return len(out) > 1 and not has_winner and max(_scores_before_count(ending)) < target


def _sides_out(ending: HandEnd, target: int) -> list[int]:
    return [side for side, score in enumerate(ending.after) if score >= target]


def _leaders(ending: HandEnd, sides: Sequence[int]) -> tuple[int, list[int]]:
    """Return the highest score of some sides, and the sides that have it."""
    best = max(ending.after[side] for side in sides)
    return best, [side for side in sides if ending.after[side] == best]


def _knows_owners(ending: HandEnd) -> bool:
    """Return whether the owner of every point is known."""
    points = ending.verdict.points
    return points is None or not any(point.is_open for point in points)


def _winner(
    ending: HandEnd,
    side: int,
    reason: WinReason,
    message: Message,
    topics: tuple[str, ...],
    **arguments: object,
) -> Winner:
    return Winner(
        side=side,
        hand=ending.number,
        reason=reason,
        why=message(side=ending.deal.side(side), **arguments),
        clauses=ending.deal.cite(*topics),
    )


def _by_slam(ending: HandEnd) -> Winner | None:
    verdict, rules = ending.verdict, ending.deal.ruleset.rules
    side, bid = verdict.pitching_side, verdict.bid
    if side is None or bid is None or not bid.is_slam:
        return None
    if not verdict.made:
        return _by_failed_slam(ending, side, bid)
    if rules.slam_reward is SlamReward.POINTS:
        return None
    if rules.slam_reward is not SlamReward.MATCH and ending.before[side] < 0:
        return None
    return _winner(ending, side, WinReason.SLAM, _SLAM, ("slam.made",), bid=bid)


def _pitching(ending: HandEnd) -> tuple[int, ...]:
    """Return the sides that pitched: the pitcher's first, then that of a called partner."""
    verdict = ending.verdict
    own = () if verdict.pitching_side is None else (verdict.pitching_side,)
    partner = () if verdict.partner is None else (ending.deal.side_of(verdict.partner),)
    return tuple(dict.fromkeys((*own, *partner)))


def _by_failed_slam(ending: HandEnd, pitching: int, bid: Call) -> Winner | None:
    """Return the highest of the other sides, if a slam that fails loses the match."""
    rules, deal = ending.deal.ruleset.rules, ending.deal
    if rules.slam_set is not SlamSet.MATCH or ending.verdict.made is None:
        return None
    others = [side for side in range(len(ending.after)) if side not in _pitching(ending)]
    _, leaders = _leaders(ending, others)
    if len(leaders) > 1:
        return None
    topics, against = ("slam.set",), deal.side(pitching)
    return _winner(
        ending, leaders[0], WinReason.SLAM_SET, _SLAM_SET, topics, pitching=against, bid=bid
    )


def _by_pitching(ending: HandEnd, out: Sequence[int]) -> Winner | None:
    """Return the pitching side, if the rules let it out before or instead of the others."""
    going_out, made = ending.deal.ruleset.rules.going_out, ending.verdict.made
    # If a pitcher and a called partner are both out, the pitcher has won (`win.partner`).
    side = next((side for side in _pitching(ending) if side in out), None)
    if side is None or going_out is GoingOut.ANYONE:
        return None
    # Under one reading of the league's rule a pitcher who is set may still be out by points from
    # before.
    if not made and going_out is not GoingOut.PITCHER_ONLY:
        return None
    message = _PITCHER_OUT if side == ending.verdict.pitching_side else _PARTNER_OUT
    score, is_made = ending.after[side], "yes" if made else "no"
    topics = ("win.out", "win.made", "win.partner", "win.target")
    return _winner(ending, side, WinReason.PITCHER_OUT, message, topics, score=score, made=is_made)


def _by_score(ending: HandEnd, out: Sequence[int]) -> Winner | None:
    """Return the highest of the sides that are out; of equals the pitching side or none."""
    several_out = ending.deal.ruleset.rules.several_out
    best, leaders = _leaders(ending, out)
    if len(leaders) == 1:
        # The clause of a rule that counts in order says nothing about an overruled hand.
        in_order = several_out is SeveralOut.COUNTING_ORDER
        topics = ("win.out", *(() if in_order else ("win.several",)), "win.target")
        return _winner(ending, leaders[0], WinReason.HIGHEST, _HIGHEST, topics, score=best)
    pitching = next((side for side in _pitching(ending) if side in leaders), None)
    if pitching is None or several_out is not SeveralOut.HIGHEST_OR_PITCHER:
        return None
    topics = ("win.several", "win.target")
    return _winner(ending, pitching, WinReason.HIGHEST, _PITCHED_AND_TIED, topics, score=best)


def _by_counting(ending: HandEnd, out: Sequence[int], target: int) -> Winner | None:
    """Return the first side to reach the target when the points are counted in turn."""
    scores = _scores_before_count(ending)
    topics = ("win.out", "win.several", "win.target")
    best = max(scores[side] for side in out)
    if best >= target:
        leaders = [side for side in out if scores[side] == best]
        if len(leaders) > 1:
            return None
        reason = WinReason.COUNTED_OUT
        return _winner(ending, leaders[0], reason, _BEFORE_COUNT, topics, score=best)
    if not _knows_owners(ending):
        return _by_score(ending, out) if len(out) == 1 else None
    # Points are credited one by one, so the first to arrive is unique.
    for side, point in _credits(ending):
        scores[side] += point.worth
        if scores[side] >= target:
            reason, arguments = WinReason.COUNTED_OUT, {"target": target, "point": point.point}
            return _winner(ending, side, reason, _COUNTED_FIRST, topics, **arguments)
    return None


def _scores_before_count(ending: HandEnd) -> list[int]:
    """Return the scores before the points of the hand were counted, adjustments included."""
    scores, verdict = list(ending.after), ending.verdict
    if _knows_owners(ending):
        for side, point in _credits(ending):
            scores[side] -= point.worth
        return scores
    exception = _uncredited_side(verdict)
    # The owners of some points are not known, so the change as a whole is subtracted.
    changes = enumerate(verdict.deltas or ())
    return [scores[side] - (change if side != exception else 0) for side, change in changes]


def _uncredited_side(verdict: Verdict) -> int | None:
    """Return the side whose points are not credited one by one: a set or slamming pitcher's."""
    is_uncounted = verdict.bid in SLAMS or not verdict.made
    return verdict.pitching_side if is_uncounted else None


def _credits(ending: HandEnd) -> list[tuple[int, Point]]:
    """Return the points in counting order with the sides credited; a set pitcher gets none."""
    verdict = ending.verdict
    exception = _uncredited_side(verdict)
    return [
        (point.side, point)
        for point in verdict.points or ()
        if point.side is not None and point.side != exception
    ]


def _by_hands(ending: HandEnd, hands: int) -> Winner | None:
    best, leaders = _leaders(ending, range(len(ending.after)))
    if ending.played < hands or len(leaders) > 1:
        return None
    reason, arguments = WinReason.MOST_AFTER_HANDS, {"score": best, "hands": ending.played}
    return _winner(ending, leaders[0], reason, _MOST, ("win.hands",), **arguments)
