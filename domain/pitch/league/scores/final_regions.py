"""Final regions: the scores with which a match between two sides can end.

A hand pays all its points at most. The side that pitches and makes a bid gets at least that bid and
the other side the rest; a slam pays the number in the rules, and a side that is set gains nothing.
Besides, any points may be taken from a side at any time, for a revoke or for talk.

If the side that made its bid goes out first, or points count in order, and nothing is given outside
play, nobody stands at the target when a hand begins. Proof: that holds at first. If only one side
stands there after a hand, it has won. If both do, both have gained, so the pitching side was not
set, and it wins, or the side that got there first does. So the hand that reaches the target lifts
both from the target less one, or less, by the points that a hand can pay to both of them.

If a side that pitches goes out, made or set, and nothing is given, at most one side stands at the
target when a hand begins: of two, the one that pitched had won. So one of them is lifted to its
final score from the target less one, or less.

If only a side that made its bid goes out, the others pass the target, and if the most points win,
ties are played on from tie to tie: then only the winner's score or lead is bounded.

Every pair of scores within these bounds is possible, since points may be taken from either side; it
is not used that ties at the target are rarer if all bids are four.

A handicap voids the proofs, and so does a hand whose points the table agreed. If points are
given so, a match can be stopped with any scores, since no hand is needed to lift a side to the
target, and won with any that the winner's own hand does not forbid: it stands at the target, and it
has the most points if those win. If points count in order it stood there before they were counted
with more than the other side, which had at most all of them, or both got there with them.
"""

from functools import lru_cache
from math import inf

from msgspec import Struct

from pitch import calls
from pitch.hand import results
from pitch.league.scores import score_regions
from pitch.league.scores.score_regions import Pair, Region
from pitch.rules.choices import (
    AllPass,
    GoingOut,
    MadeScores,
    Misdeal,
    SeveralOut,
    SlamReward,
    SlamSet,
)
from pitch.rules.options import Rules


class Ends(Struct, frozen=True):
    """The possible scores at the end of a match, as regions of which at least one has them."""

    won: tuple[tuple[Region, ...], tuple[Region, ...]]
    """The scores with which each side can win."""
    led: tuple[tuple[Region, ...], tuple[Region, ...]]
    """The scores at which a match can be stopped while each side leads."""
    stopped: tuple[Region, ...]
    """The scores at which a match can be stopped before anybody has won."""


@lru_cache(maxsize=1024)
def without_gifts(rules: Rules) -> Ends:
    """Return the ends of a match if no points are given outside play."""
    if _ends_at_once(rules):
        won = _target_ends(rules)
    elif _ends_with_pitcher(rules):
        won = _pitcher_ends(rules)
    else:
        won = (_loose_end(rules),)
    return Ends(
        won=_by_side(won),
        led=_by_side(_unfinished_ends(rules, 1)),
        stopped=_unfinished_ends(rules, -inf),
    )


@lru_cache(maxsize=1024)
def with_gifts(rules: Rules) -> Ends:
    """Return the ends of a match if any points may be given or taken before a side has won."""
    least = _least(rules)
    return Ends(
        won=_by_side((_loose_end(rules),)),
        led=_by_side((score_regions.from_bounds(least, lead=1),)),
        stopped=(score_regions.from_bounds(least),),
    )


def most_paid(rules: Rules) -> tuple[float, float]:
    """Return the most that the fixed number of hands pays to one side, and to both of them."""
    if rules.hands is None or rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return inf, inf
    alone = both = rules.total
    if rules.has_slam:
        alone = max(alone, rules.slam_scores)
        # A slam that promises tricks only may leave points to the other side.
        both = max(both, rules.slam_scores + rules.total - results.slam_points(rules))
    return alone * rules.hands, both * rules.hands


def most_points_win(rules: Rules) -> bool:
    """Return whether only the side with the most points can win."""
    return rules.hands is not None or (
        rules.going_out is GoingOut.ANYONE and rules.several_out is SeveralOut.HIGHEST_OR_PLAY_ON
    )


def _by_side(kinds: tuple[Region, ...]) -> tuple[tuple[Region, ...], tuple[Region, ...]]:
    return kinds, tuple(map(score_regions.swap, kinds))


def _unfinished_ends(rules: Rules, lead: float) -> tuple[Region, ...]:
    """Return the scores before anybody has won at which the first side has at least a lead.

    A negative lead is one of the other side, and -inf allows any.
    """
    below, least = (rules.target or 0) - 1, _least(rules)
    most: tuple[Pair, ...] = ((inf, inf),)
    if _ends_at_once(rules):
        most = ((below, below),)
    elif _ends_with_pitcher(rules):
        most = ((below, inf), (inf, below))
    return tuple(
        score_regions.from_bounds(least, each, lead) for each in most if each[0] - least[1] >= lead
    )


def _target_ends(rules: Rules) -> tuple[Region, ...]:
    """Return the ends of a match decided by the hand that reaches the target, the winner first."""
    target, (least, _) = rules.target or 0, _least(rules)

    def region(first: float, gains: Pair, lead: float = -inf) -> Region:
        """Return ends by the winner's least score, the most that a hand pays, the least lead."""
        # A score that is held up at zero does not fall below it.
        most = (target - 1 + gains[0], max(least, target - 1 + gains[1]))
        return score_regions.from_bounds((first, least), most, lead)

    is_highest = _highest_or_pitcher_wins(rules)
    paid = _paid(rules)
    ends = [region(target, gains, 0 if is_highest else -inf) for gains in paid]
    if rules.going_out is GoingOut.ANYONE:
        # If anybody may go out, so may the side that did not pitch.
        lead = 1 if is_highest else -inf
        ends += [region(target, (rest, made), lead) for made, rest in paid if rest]
    # The side that did not pitch goes out alone, against a bid that was made or one that was set.
    ends.append(region(target, (max(rest for _, rest in paid), 0)))
    ends.append(region(target, (rules.total, -results.set_cost(rules.least_bid, rules))))
    if rules.has_slam:
        rest = rules.total - results.slam_points(rules)
        wins = rules.slam_reward is not SlamReward.POINTS
        ends.append(region(least if wins else target, (rules.slam_scores, rest)))
        if rules.slam_set is SlamSet.MATCH:
            ends.append(region(least, (rules.total, -rules.slam_loses)))
    return score_regions.drop_covered(tuple(ends))


def _paid(rules: Rules) -> list[Pair]:
    """Return the points of a made bid by number for its side, and at most for the other one."""
    total = rules.total
    paid: list[Pair] = [(made, total - made) for made in range(_lowest(rules), total + 1)]
    if rules.made_scores is MadeScores.BID_ONLY:
        numbers = map(calls.rank, {*rules.bids, *rules.dealer_alone_bids})
        paid = [(number, total - number) for number in numbers]
    if rules.all_pass is AllPass.DEALER_FREE:
        paid += [(made, total - made) for made in range(total + 1)]
    return paid


def _highest_or_pitcher_wins(rules: Rules) -> bool:
    """Return whether the most points win, and if both sides have them the one that pitched."""
    is_shared = rules.several_out is SeveralOut.HIGHEST_OR_PITCHER
    return is_shared and rules.going_out is GoingOut.ANYONE


def _pitcher_ends(rules: Rules) -> tuple[Region, ...]:
    """Return the ends of a match in which the side that pitched is out, the winner first."""
    below, least = (rules.target or 0) - 1, _least(rules)
    first = least[0] if rules.slam_may_decide else below + 1
    slam = rules.slam_scores if rules.has_slam else 0
    if rules.has_slam and rules.slam_set is SlamSet.MATCH:
        slam = max(slam, rules.total)
    gain = max(slam, *(made for made, _ in _paid(rules)))
    # When the last hand began one of the two was short of the target: the loser, or the winner.
    return (
        score_regions.from_bounds((first, least[1]), (inf, below + rules.total)),
        score_regions.from_bounds((first, least[1]), (below + gain, inf)),
    )


def _loose_end(rules: Rules) -> Region:
    """Return the end of a match that bounds only the winner's score and lead, the winner first."""
    least = _least(rules)
    if rules.slam_may_decide:
        return score_regions.from_bounds(least)
    target = least[0] if rules.target is None else rules.target
    return score_regions.from_bounds((target, least[1]), lead=_least_lead(rules))


def _least_lead(rules: Rules) -> float:
    """Return the least lead of a winner; below zero it may be behind."""
    if most_points_win(rules):
        return 1
    if _highest_or_pitcher_wins(rules):
        return 0
    return 1 - rules.total if rules.going_out is GoingOut.ANYONE else -inf


def _lowest(rules: Rules) -> int:
    """Return the lowest bid by number."""
    return calls.rank(rules.least_bid)


def _least(rules: Rules) -> Pair:
    return (-inf, -inf) if rules.negative_scores else (0, 0)


def _has_bounds(rules: Rules) -> bool:
    """Return whether a side reaches the target only by the points of hands."""
    # If a misdeal pays the others, a side can get there without a hand.
    return rules.target is not None and rules.misdeal is not Misdeal.POINTS_TO_OTHERS


def _ends_at_once(rules: Rules) -> bool:
    """Return whether play cannot go on when a side stands at the target."""
    return _has_bounds(rules) and (  # in order is refused if only the pitching side goes out
        rules.going_out is GoingOut.PITCHER_MADE_FIRST
        or rules.several_out is not SeveralOut.HIGHEST_OR_PLAY_ON
    )


def _ends_with_pitcher(rules: Rules) -> bool:
    """Return whether play cannot go on when both sides stand at the target."""
    return _has_bounds(rules) and rules.going_out is GoingOut.PITCHER_ONLY
