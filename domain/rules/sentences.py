"""What every rule says, in one sentence made from the options."""

from collections.abc import Sequence
from typing import Final

from domain import calls, point_names
from domain.calls import Call
from domain.rules.called_partners import PARTNER_WIN
from domain.rules.choices import (
    PITCHER_ALONE,
    AllPass,
    BiddingRounds,
    GoingOut,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamOpen,
    SlamReward,
    SlamSet,
)
from domain.rules.options import Rules
from domain.rules.play_sentences import PLAY
from domain.rules.point_sentences import POINTS
from domain.rules.remedy_sentences import REMEDIES, Sentence, always
from domain.rules.table_sentences import TABLE
from domain.wording import counted, in_words


def _bids(bids: Sequence[Call], rules: Rules) -> str:
    slam = () if rules.slam is SlamBid.NONE else (Call(rules.slam.value),)
    return calls.listed((*bids, *slam))


def _legal(rules: Rules) -> str:
    return f"In turn a player may pass or bid {_bids(rules.bids, rules)}."


def _order(rules: Rules) -> str:
    if rules.bidding_rounds is BiddingRounds.UNTIL_PASSED:
        return (
            "Players call in turn, clockwise from the dealer's left and round after round; "
            "whoever passes is out of the auction, and the last one left has the bid."
        )
    return "Each player calls once, clockwise from the dealer's left, dealer last."


def _raise(rules: Rules) -> str:
    if rules.bidding_rounds is BiddingRounds.UNTIL_PASSED:
        return "A player other than the dealer must pass or bid higher than the bids so far."
    if rules.ascending:
        return "A player before the dealer must pass or bid higher than the bids so far."
    return "A bid need not be higher than the bids so far; the first of the highest stands."


def _steal(rules: Rules) -> str:
    if not rules.dealer_matches:
        return "The dealer has no privilege and cannot take over a bid by calling the same."
    return (
        f"The dealer may steal a bid of {calls.listed(rules.dealer_matches)} by bidding the same."
    )


def _steal_slam(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE:
        return None
    may = "may" if rules.dealer_matches_slam else "cannot"
    return f"The dealer {may} take over a bid of {rules.slam.value} by bidding the same."


def _overcall(rules: Rules) -> str:
    may = "may" if rules.dealer_may_raise else "may not"
    return f"The dealer {may} bid higher than the bids so far."


def _all_pass(rules: Rules) -> str:
    alone = _bids(rules.dealer_alone_bids, rules) or "nothing"
    if rules.all_pass is AllPass.FORCED:
        return f"If everyone else passes, the dealer may not pass and must bid {alone}."
    then = {
        AllPass.DEALER_SET: f"the dealer's side loses {rules.least_bid.value}, the least bid, "
        "and nothing is played",
        AllPass.DEALER_FREE: "the dealer pitches without a bid and cannot be set",
        AllPass.REDEAL_SAME_DEALER: "the hand is void and the same dealer deals again",
        AllPass.REDEAL_NEXT_DEALER: "the hand is void and the next dealer deals again",
    }[rules.all_pass]
    # A dealer who has nothing to bid says nothing.
    if rules.all_pass is AllPass.DEALER_FREE and not rules.dealer_alone_bids:
        return f"If everyone else passes, {then}."
    return (
        f"If everyone else passes, the dealer may bid {alone} or pass; "
        f"if the dealer passes too, {then}."
    )


def _tabling(rules: Rules) -> str:
    if not rules.four_by_tabling:
        return "Placing a card face up is no bid: the card goes back and a call is due."
    return "Placing a card face up in turn is a bid of four, and that card is the first lead."


def _slam_rank(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE:
        return None
    return f"A bid of {rules.slam.value} ranks above {calls.bid(rules.total).value}."


def _slam_needs(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE:
        return None
    tricks, points = in_words(rules.keep), in_words(rules.total)
    promise = {
        SlamNeeds.FOUR_TRICKS: "at least four tricks",
        SlamNeeds.ALL_TRICKS: f"all {tricks} tricks",
        SlamNeeds.ALL_POINTS: f"all {points} points",
        SlamNeeds.ALL_TRICKS_AND_POINTS: f"all {tricks} tricks and all {points} points",
    }[rules.slam_needs]
    return f"A bid of {rules.slam.value} promises {promise}."


def _slam_open(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE or rules.slam_open is SlamOpen.ANYONE:
        return None
    where = "above zero" if rules.slam_open is SlamOpen.POSITIVE else "not below zero"
    return (
        f"Only a side whose score before the hand is {where} may bid {rules.slam.value} "
        "or take it over."
    )


def _slam_made(rules: Rules) -> str | None:
    """What a slam that is made pays, by the reward that it has."""
    if rules.slam is SlamBid.NONE:
        return None
    name, scored = rules.slam.value.capitalize(), counted(rules.slam_scores, "point")
    if rules.slam_reward is SlamReward.MATCH:
        return f"{name} made wins the match at once, whatever the score, and counts {scored}."
    if rules.slam_reward is SlamReward.MATCH_UNLESS_NEGATIVE:
        return (
            f"{name} made wins the match at once, unless the side's score was below zero: "
            f"then it counts {scored}."
        )
    if rules.slam_reward is SlamReward.MATCH_OR_ZERO:
        return (
            f"{name} made wins the match at once and counts {scored}, unless the side's score was "
            "below zero: then it comes to zero."
        )
    return f"{name} made counts {scored} and does not win the match by itself."


def _slam_set(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE:
        return None
    name, lost = rules.slam.value.capitalize(), counted(rules.slam_loses, "point")
    if rules.slam_set is SlamSet.TARGET:
        return f"{name} that fails loses as many points as the match is played to."
    if rules.slam_set is SlamSet.MATCH:
        return (
            f"{name} that fails loses {lost}, and the match at once: the other side wins it, "
            "or of several the one with the most points, and if they share the most play goes on."
        )
    return f"{name} that fails loses {lost}."


def _target(rules: Rules) -> str | None:
    return (
        None
        if rules.target is None
        else f"The match is played to {counted(rules.target, 'point')}."
    )


def _hands(rules: Rules) -> str | None:
    if rules.hands is None:
        return None
    length = "one hand is" if rules.hands == 1 else f"{rules.hands} hands are"
    return f"When {length} played, the most points win; if the most are shared, play goes on."


def _out(rules: Rules) -> str | None:
    """Who may go out and win: anybody, or only a side that pitched (`win.out`)."""
    if rules.target is None:
        return None
    match rules.going_out:
        case GoingOut.PITCHER_MADE_FIRST:
            return (
                "A pitching side that makes its bid and stands at the target or above wins "
                "at once, whatever the others have; else any side there may win."
            )
        case GoingOut.ANYONE:
            return "Any side that stands at the target or above after a hand may win."
        case _:
            return (
                "A side wins only at the target or above at the end of a hand "
                "in which it was the pitching side."
            )


def _out_made(rules: Rules) -> str | None:
    if rules.target is None:
        return None
    match rules.going_out:
        case GoingOut.PITCHER_MADE_ONLY:
            return "To win, the pitching side must have made its bid in that hand."
        case GoingOut.PITCHER_ONLY:
            return "A pitching side at the target wins even if it was set in that hand."
        case _:
            return None


def _several(rules: Rules) -> str | None:
    if rules.target is None or rules.going_out in PITCHER_ALONE:
        return None
    if rules.several_out is SeveralOut.COUNTING_ORDER:
        return (
            "Of several sides at the target, the first there wins, counting "
            f"{', '.join(map(point_names.said, rules.points))}."
        )
    most = "Of several sides at the target, the one with the most points wins"
    if rules.several_out is SeveralOut.HIGHEST_OR_PITCHER:
        return f"{most}; if the pitching side shares the most, it wins."
    return f"{most}."


def _tie(rules: Rules) -> str | None:
    if rules.target is None or rules.going_out in PITCHER_ALONE:
        return None
    if rules.several_out is SeveralOut.COUNTING_ORDER:
        return None
    if rules.several_out is SeveralOut.HIGHEST_OR_PITCHER:
        return (
            "When sides at the target that did not pitch tie for the most points, "
            "another hand is played."
        )
    return "When sides at the target tie for the most points, another hand is played."


SENTENCES: Final[dict[str, Sentence]] = {
    **TABLE,
    "bid.order": _order,
    "bid.legal": _legal,
    "bid.raise": _raise,
    "bid.steal": _steal,
    "bid.stealslam": _steal_slam,
    "bid.overcall": _overcall,
    "bid.allpass": _all_pass,
    "bid.tabling": _tabling,
    "bid.win": always(
        "The highest bidder is the pitcher; a bid that the dealer took over is the dealer's."
    ),
    "slam.rank": _slam_rank,
    "slam.open": _slam_open,
    "slam.needs": _slam_needs,
    "slam.made": _slam_made,
    "slam.set": _slam_set,
    **PLAY,
    **POINTS,
    "win.target": _target,
    "win.hands": _hands,
    "win.out": _out,
    "win.made": _out_made,
    **PARTNER_WIN,
    "win.several": _several,
    "win.tie": _tie,
    **REMEDIES,
}
"""Every topic in the order in which a rulebook tells it."""
