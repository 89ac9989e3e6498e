"""Sentences of the rules on the auction, and on the slam, the bid above every number."""

from collections.abc import Sequence
from typing import Final

from pitch import calls
from pitch.calls import Call
from pitch.messages import BID, CHOICE, COUNT, Argument, Message, Sentences, any_of
from pitch.rules.choices import (
    AllPass,
    BiddingRounds,
    SlamNeeds,
    SlamOpen,
    SlamReward,
    SlamSet,
)
from pitch.rules.options import Rules
from pitch.rules.writers import Writer, plays_alone, scorer

_MOST_IN_WORDS: Final = 4
"""The highest bid that has a word."""
_ORDER: Final = Message("clause.bid.order")
_ROUNDS: Final = Message("clause.bid.rounds")
_ROUNDS_LAST: Final = Message("clause.bid.rounds_last")
_LEGAL: Final = Message("clause.bid.legal", bids=any_of(BID))
_RAISE: Final = Message("clause.bid.raise", rule=CHOICE)
_STEAL: Final = Message("clause.bid.steal", bids=any_of(BID))
_NO_STEAL: Final = Message("clause.bid.no_steal")
_STEAL_SLAM: Final = Message("clause.bid.steal_slam", slam=BID, may=CHOICE)
_OVERCALL: Final = Message("clause.bid.overcall", may=CHOICE)
_STUCK: Final = Message("clause.bid.stuck", bids=any_of(BID))
_DEALER_FREE: Final = Message("clause.bid.dealer_free")
_DEALER_MAY: Final = Message("clause.bid.dealer_may", bids=any_of(BID))
_DEALER_PASSES: Final = Message("clause.bid.dealer_passes")
_ALL_PASS: Final = Message("clause.bid.all_pass", then=CHOICE)
_ALL_PASS_COSTS: Final = Message("clause.bid.all_pass_costs", who=CHOICE, bid=BID)
_TABLING: Final = Message("clause.bid.tabling", bids=CHOICE)
_WIN: Final = Message("clause.bid.win")
_WIN_OR_STEAL: Final = Message("clause.bid.win_or_steal")


def written_bid(bid: Call, rules: Rules) -> Call | Argument:
    """Return a bid as the rulebook writes it: all in digits where some number is over four."""
    number, numbers = calls.number(bid), {*rules.bids, *rules.dealer_alone_bids}
    if number is None or max(map(calls.rank, numbers), default=0) <= _MOST_IN_WORDS:
        return bid
    return Argument(kind=BID, text=str(number))


def written_bids(bids: Sequence[Call], rules: Rules) -> tuple[Call | Argument, ...]:
    """Return bids in their order, three or more in a row by the first and the last."""
    return tuple(
        written_bid(bid, rules) if isinstance(bid, Call) else bid
        for bid in calls.alternatives(bids)
    )


def _bids(bids: Sequence[Call], rules: Rules) -> tuple[Call | Argument, ...]:
    return written_bids((*bids, *rules.slam_bids), rules)


def _order(rules: Rules) -> Sentences:
    if rules.bidding_rounds is BiddingRounds.UNTIL_PASSED:
        return _ROUNDS(), _ROUNDS_LAST()
    return (_ORDER(),)


def _legal(rules: Rules) -> Sentences:
    return (_LEGAL(bids=_bids(rules.bids, rules)),)


def _raise(rules: Rules) -> Sentences:
    if rules.bidding_rounds is BiddingRounds.UNTIL_PASSED:
        return (_RAISE(rule="rounds"),)
    return (_RAISE(rule="must_rise" if rules.ascending else "any"),)


def _steal(rules: Rules) -> Sentences:
    if not rules.dealer_matches:
        return (_NO_STEAL(),)
    return (_STEAL(bids=written_bids(rules.dealer_matches, rules)),)


def _steal_slam(rules: Rules) -> Sentences | None:
    if not rules.has_slam:
        return None
    return (_STEAL_SLAM(slam=rules.slam, may="yes" if rules.dealer_matches_slam else "no"),)


def _overcall(rules: Rules) -> Sentences:
    return (_OVERCALL(may="yes" if rules.dealer_may_raise else "no"),)


def _all_pass(rules: Rules) -> Sentences:
    """Return the choices of the dealer if all others pass, and the consequence of passing too."""
    alone = _bids(rules.dealer_alone_bids, rules)
    if rules.all_pass is AllPass.FORCED:
        return (_STUCK(bids=alone),)
    # A dealer without a bid does not call.
    if rules.all_pass is AllPass.DEALER_FREE and not rules.dealer_alone_bids:
        return (_DEALER_FREE(),)
    may = _DEALER_MAY(bids=alone) if alone else _DEALER_PASSES()
    if rules.all_pass is AllPass.DEALER_SET:
        return may, _ALL_PASS_COSTS(who=scorer(rules), bid=written_bid(rules.least_bid, rules))
    return may, _ALL_PASS(then=rules.all_pass)


def _tabling(rules: Rules) -> Sentences:
    return (_TABLING(bids="yes" if rules.four_by_tabling else "no"),)


def _win(rules: Rules) -> Sentences:
    can_steal = rules.dealer_matches or (rules.dealer_matches_slam and rules.has_slam)
    return (_WIN_OR_STEAL(),) if can_steal else (_WIN(),)


BIDDING: Final[dict[str, Writer]] = {
    "bid.order": _order,
    "bid.legal": _legal,
    "bid.raise": _raise,
    "bid.steal": _steal,
    "bid.stealslam": _steal_slam,
    "bid.overcall": _overcall,
    "bid.allpass": _all_pass,
    "bid.tabling": _tabling,
    "bid.win": _win,
}


_RANK: Final = Message("clause.slam.rank", slam=BID, below=BID)
_OPEN: Final = Message("clause.slam.open.side", slam=BID, score=CHOICE)
_OPEN_ALONE: Final = Message("clause.slam.open.alone", slam=BID, score=CHOICE)
_FOUR_TRICKS: Final = Message("clause.slam.four_tricks", slam=BID)
_ALL_TRICKS: Final = Message("clause.slam.all_tricks", slam=BID, tricks=COUNT)
_ALL_POINTS: Final = Message("clause.slam.all_points", slam=BID, points=COUNT)
_ALL_OF_BOTH: Final = Message("clause.slam.all_of_both", slam=BID, tricks=COUNT, points=COUNT)
_MADE: Final = Message("clause.slam.made.side", slam=BID, points=COUNT, reward=CHOICE)
_MADE_ALONE: Final = Message("clause.slam.made.alone", slam=BID, points=COUNT, reward=CHOICE)
_SET: Final = Message("clause.slam.set", slam=BID, points=COUNT)
_SET_TARGET: Final = Message("clause.slam.set_target", slam=BID)
_SET_MATCH: Final = Message("clause.slam.set_match", slam=BID, points=COUNT)
_SET_WINNER: Final = Message("clause.slam.set_winner", who=CHOICE)
_ADDED: Final = Message("clause.slam.added", slam=BID, points=COUNT)
_TAKEN_OFF: Final = Message("clause.slam.taken_off", slam=BID, points=COUNT)


def _where_bid(writer: Writer) -> Writer:
    """Return a writer that is silent for rules without a slam."""
    return lambda rules: writer(rules) if rules.has_slam else None


def _rank(rules: Rules) -> Sentences:
    return (_RANK(slam=rules.slam, below=calls.bid(rules.total)),)


def _open(rules: Rules) -> Sentences | None:
    if rules.slam_open is SlamOpen.ANYONE:
        return None
    may_bid = _OPEN_ALONE if plays_alone(rules) else _OPEN
    return (may_bid(slam=rules.slam, score=rules.slam_open),)


def _needs(rules: Rules) -> Sentences:
    slam, tricks, points = rules.slam, rules.keep, rules.total
    match rules.slam_needs:
        case SlamNeeds.FOUR_TRICKS:
            return (_FOUR_TRICKS(slam=slam),)
        case SlamNeeds.ALL_TRICKS:
            return (_ALL_TRICKS(slam=slam, tricks=tricks),)
        case SlamNeeds.ALL_POINTS:
            return (_ALL_POINTS(slam=slam, points=points),)
        case SlamNeeds.ALL_TRICKS_AND_POINTS:
            return (_ALL_OF_BOTH(slam=slam, tricks=tricks, points=points),)


def _made(rules: Rules) -> Sentences:
    """Return the sentence on the pay of a slam that is made, by its reward."""
    made = _MADE_ALONE if plays_alone(rules) else _MADE
    return (made(slam=rules.slam, points=rules.slam_scores, reward=rules.slam_reward),)


def _set(rules: Rules) -> Sentences:
    if rules.slam_set is SlamSet.TARGET:
        return (_SET_TARGET(slam=rules.slam),)
    if rules.slam_set is SlamSet.MATCH:
        return _SET_MATCH(slam=rules.slam, points=rules.slam_loses), _SET_WINNER(who=scorer(rules))
    return (_SET(slam=rules.slam, points=rules.slam_loses),)


def _score(rules: Rules) -> Sentences | None:
    """Return what the score sheet counts if the slam decides the match without its points."""
    counted = []
    if rules.slam_reward is SlamReward.MATCH and rules.slam_scores != rules.total:
        counted.append(_ADDED(slam=rules.slam, points=rules.slam_scores))
    if rules.slam_set is SlamSet.MATCH:
        counted.append(_TAKEN_OFF(slam=rules.slam, points=rules.slam_loses))
    return tuple(counted) or None


SLAM: Final[dict[str, Writer]] = {
    "slam.rank": _where_bid(_rank),
    "slam.open": _where_bid(_open),
    "slam.needs": _where_bid(_needs),
    "slam.made": _where_bid(_made),
    "slam.set": _where_bid(_set),
    "slam.score": _where_bid(_score),
}
