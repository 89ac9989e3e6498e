"""Who has won a match after a hand, and by which clause."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch import calls
from pitch.calls import Call
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
    """By which way a match was won."""

    SLAM = "slam"
    SLAM_SET = "slam_set"
    PITCHER_OUT = "pitcher_out"
    HIGHEST = "highest"
    COUNTED_OUT = "counted_out"
    MOST_AFTER_HANDS = "most_after_hands"


class Winner(Value, frozen=True):
    """The side that won, with which hand, and why."""

    side: Side
    hand: Annotated[int, Meta(ge=1, extra_json_schema={"maximum": 999})]
    """The hand with which the match was won."""
    reason: WinReason
    """By what it was won."""
    why: Sentence
    """How it was won, in a sentence."""
    clauses: tuple[Code, ...]
    """The ids of the clauses that decide it."""


class HandEnd(Struct, frozen=True):
    """The end of a settled hand: the scores that it met and left, adjustments included."""

    number: int
    played: int
    """How many hands have been scored so far, this one included."""
    before: tuple[int, ...]
    """The scores that the hand met, by side."""
    after: tuple[int, ...]
    """The scores that it left, adjustments included, by side."""
    verdict: Verdict
    deal: Deal
    is_overruled: bool = False
    """Whether the table agreed what the hand pays, so that no points are there to be counted."""


def was_over_before(before: Sequence[int], played: int, rules: Rules) -> bool:
    """Whether nobody can have played on with such scores after so many hands (D-20 to D-22, M1).

    `before` are the scores by side. Any points may have been taken outside play, but none given,
    except for a misdeal where it costs some. With two sides a pitcher who makes the bid and stands
    at the target has won, and one who is set is below it, so the most points are never shared; of
    more sides two others may share them. Where a pitching side that shares the most wins, all never
    share them. Where only the pitching side goes out, made or set, the last one to pitch is below.
    """
    best = max(before)
    is_shared = list(before).count(best) > 1
    if rules.hands is not None:
        return played >= rules.hands and not is_shared
    target = rules.target
    if target is None or best < target or rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return False
    if rules.going_out in PITCHER_ALONE:
        return rules.going_out is GoingOut.PITCHER_ONLY and min(before) >= target
    if rules.several_out is SeveralOut.COUNTING_ORDER:
        return True
    is_first = rules.going_out is GoingOut.PITCHER_MADE_FIRST
    is_pitchers = rules.several_out is SeveralOut.HIGHEST_OR_PITCHER
    is_shared_by_all = list(before).count(best) == len(before)
    return not is_shared or (is_pitchers and is_shared_by_all) or (is_first and len(before) == 2)


def find_winner(ending: HandEnd) -> Winner | None:
    """The side that has won at the end of a hand; None while the match goes on (C60 to C76).

    A slam that wins the match goes first, then the pitching side where the rules let it out
    before the others, then the highest or the first in counting order (`win.out`, `win.several`).
    """
    rules = ending.deal.ruleset.rules
    slam = _slam(ending)
    # A slam that wins the match goes before any target (S2.smudge.win).
    if slam is not None:
        return slam
    target = rules.target
    if target is None:  # then a number of hands is agreed, for rules have the one or the other
        return None if rules.hands is None else _most_after_hands(ending, rules.hands)
    out = [side for side, score in enumerate(ending.after) if score >= target]
    if not out:
        return None
    pitcher_out = _pitcher_out(ending, out)
    if pitcher_out is not None or rules.going_out in PITCHER_ALONE:
        return pitcher_out
    if rules.several_out is SeveralOut.COUNTING_ORDER and not ending.is_overruled:
        return _counted_out(ending, out, target)
    return _highest(ending, out)


def turns_on_order(ending: HandEnd) -> bool:
    """Whether several sides went out together, and not all is known of who has which point.

    Then `winner` cannot tell who was first.
    """
    rules, target = ending.deal.ruleset.rules, ending.deal.ruleset.rules.target
    if target is None or ending.is_overruled or _is_counted(ending):
        return False
    if rules.going_out in PITCHER_ALONE or rules.several_out is not SeveralOut.COUNTING_ORDER:
        return False
    out = [side for side, score in enumerate(ending.after) if score >= target]
    is_told = _slam(ending) is not None or _pitcher_out(ending, out) is not None
    return len(out) > 1 and not is_told and max(_uncredited(ending)) < target


def _is_counted(ending: HandEnd) -> bool:
    """Whether it is known of every point who has it."""
    shown = ending.verdict.points
    return shown is None or not any(point.is_open for point in shown)


def _won(
    ending: HandEnd, side: int, reason: WinReason, why: Sentence, topics: tuple[str, ...]
) -> Winner:
    return Winner(
        side=side,
        hand=ending.number,
        reason=reason,
        why=why,
        clauses=ending.deal.cite(*topics),
    )


def _slam(ending: HandEnd) -> Winner | None:
    verdict, rules = ending.verdict, ending.deal.ruleset.rules
    side, bid = verdict.pitching_side, verdict.bid
    if side is None or bid is None or not calls.is_slam(bid):
        return None
    if not verdict.made:
        return _slam_set(ending, side, bid)
    if rules.slam_reward is SlamReward.POINTS:
        return None
    if rules.slam_reward is not SlamReward.MATCH and ending.before[side] < 0:
        return None
    why = _SLAM(side=ending.deal.side(side), bid=bid)
    return _won(ending, side, WinReason.SLAM, why, ("slam.made",))


def _pitching(ending: HandEnd) -> tuple[int, ...]:
    """The sides that pitched: the pitcher's first, then that of a partner who was called."""
    verdict = ending.verdict
    own = () if verdict.pitching_side is None else (verdict.pitching_side,)
    called = () if verdict.partner is None else (ending.deal.side_of(verdict.partner),)
    return tuple(dict.fromkeys((*own, *called)))


def _slam_set(ending: HandEnd, pitching: int, bid: Call) -> Winner | None:
    """The other side with the most points, where a slam that fails loses the match."""
    rules = ending.deal.ruleset.rules
    if rules.slam_set is not SlamSet.MATCH or ending.verdict.made is None:
        return None
    others = [side for side in range(len(ending.after)) if side not in _pitching(ending)]
    best = max(ending.after[side] for side in others)
    leaders = [side for side in others if ending.after[side] == best]
    if len(leaders) > 1:
        return None
    deal = ending.deal
    why = _SLAM_SET(side=deal.side(leaders[0]), pitching=deal.side(pitching), bid=bid)
    return _won(ending, leaders[0], WinReason.SLAM_SET, why, ("slam.set",))


def _pitcher_out(ending: HandEnd, out: Sequence[int]) -> Winner | None:
    """The pitching side, where the rules let it out before or instead of the others."""
    going_out = ending.deal.ruleset.rules.going_out
    made = ending.verdict.made
    # Of a pitcher and a called partner who are both there the pitcher has won (`win.partner`).
    side = next((side for side in _pitching(ending) if side in out), None)
    if side is None or going_out is GoingOut.ANYONE:
        return None
    # Under one reading of the league's rule a pitcher who is set may still be out by points from
    # before.
    if not made and going_out is not GoingOut.PITCHER_ONLY:
        return None
    out_of = _PITCHER_OUT if side == ending.verdict.pitching_side else _PARTNER_OUT
    is_made = "yes" if made else "no"
    why = out_of(side=ending.deal.side(side), score=ending.after[side], made=is_made)
    topics = ("win.out", "win.made", "win.partner", "win.target")
    return _won(ending, side, WinReason.PITCHER_OUT, why, topics)


def _highest(ending: HandEnd, out: Sequence[int]) -> Winner | None:
    """Who wins among the sides that are out: the most, and of equals the pitching one or nobody."""
    best = max(ending.after[side] for side in out)
    leaders = [side for side in out if ending.after[side] == best]
    pitching = next((side for side in _pitching(ending) if side in leaders), None)
    is_pitchers = ending.deal.ruleset.rules.several_out is SeveralOut.HIGHEST_OR_PITCHER
    if len(leaders) > 1 and is_pitchers and pitching is not None:
        why = _PITCHED_AND_TIED(side=ending.deal.side(pitching), score=best)
        return _won(ending, pitching, WinReason.HIGHEST, why, ("win.several", "win.target"))
    if len(leaders) > 1:
        return None
    why = _HIGHEST(side=ending.deal.side(leaders[0]), score=best)
    # The clause of a rule that counts in order says nothing of an overruled hand.
    in_order = ending.deal.ruleset.rules.several_out is SeveralOut.COUNTING_ORDER
    topics = ("win.out", "win.target") if in_order else ("win.out", "win.several", "win.target")
    return _won(ending, leaders[0], WinReason.HIGHEST, why, topics)


def _counted_out(ending: HandEnd, out: Sequence[int], target: int) -> Winner | None:
    """The first side to reach the target when the points are counted in turn."""
    running = _uncredited(ending)
    topics = ("win.out", "win.several", "win.target")
    already = [side for side in out if running[side] >= target]
    if already:
        best = max(running[side] for side in already)
        leaders = [side for side in already if running[side] == best]
        if len(leaders) > 1:
            return None
        why = _BEFORE_COUNT(side=ending.deal.side(leaders[0]), score=best)
        return _won(ending, leaders[0], WinReason.COUNTED_OUT, why, topics)
    if not _is_counted(ending):
        return _highest(ending, out) if len(out) == 1 else None
    # Points are credited one by one, so the first to arrive is unique (D-22).
    for side, point in _counted(ending):
        running[side] += point.worth
        if running[side] >= target:
            named = ending.deal.side(side)
            why = _COUNTED_FIRST(side=named, target=target, point=point.point)
            return _won(ending, side, WinReason.COUNTED_OUT, why, topics)
    return None


def _uncredited(ending: HandEnd) -> list[int]:
    """The scores before the points of the hand were counted, adjustments included."""
    scores, verdict = list(ending.after), ending.verdict
    if _is_counted(ending):
        for side, point in _counted(ending):
            scores[side] -= point.worth
        return scores
    left_out = _left_out(verdict)
    # Without knowing who has which point the change as a whole is taken off.
    credited = enumerate(verdict.deltas or ())
    return [scores[side] - (change if side != left_out else 0) for side, change in credited]


def _left_out(verdict: Verdict) -> int | None:
    """The side that is credited no points one by one: a set or a slamming pitcher's."""
    is_uncounted = calls.is_slam(verdict.bid) or not verdict.made
    return verdict.pitching_side if is_uncounted else None


def _counted(ending: HandEnd) -> list[tuple[int, Point]]:
    """Who is credited which point, in counting order; a set or slamming pitcher is not."""
    verdict = ending.verdict
    if verdict.points is None:
        return []
    left_out = _left_out(verdict)
    return [
        (point.side, point)
        for point in verdict.points
        if point.side is not None and point.side != left_out
    ]


def _most_after_hands(ending: HandEnd, hands: int) -> Winner | None:
    best = max(ending.after)
    if ending.played < hands or ending.after.count(best) > 1:
        return None
    side = ending.after.index(best)
    why = _MOST(side=ending.deal.side(side), score=best, hands=ending.played)
    return _won(ending, side, WinReason.MOST_AFTER_HANDS, why, ("win.hands",))
