"""What every rule says, in one sentence made from the options."""

from collections.abc import Sequence
from typing import Final

from domain.calls import Call
from domain.cards import PACK
from domain.rules.options import (
    PITCHER_ALONE,
    AllPass,
    GameTie,
    GoingOut,
    Low,
    Rules,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamReward,
    TrumpBy,
)
from domain.rules.remedy_sentences import REMEDIES, Sentence, always
from domain.seats import CARDS_EACH, Arrangement
from domain.wording import counted, either, in_words


def _bids(bids: Sequence[Call], rules: Rules) -> str:
    slam = [] if rules.slam is SlamBid.NONE else [rules.slam.value]
    return either([*(bid.value for bid in bids), *slam])


def _numbers(numbers: Sequence[int]) -> str:
    ordered = sorted(set(numbers))
    # Three or more in a row are said as a range: 2 to 8.
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]} to {ordered[-1]}"
    return either(str(number) for number in ordered)


def _players(rules: Rules) -> str:
    return f"The game is for {_numbers([table.players for table in rules.tables])} players."


_SIDES: Final = {
    Arrangement.INDIVIDUALS: "{} players each for themselves",
    Arrangement.PARTNERS_ACROSS: "{} players as two pairs, partners across the table",
    Arrangement.THREE_PAIRS: "{} players as three pairs, partners across the table",
    Arrangement.TWO_THREES: "{} players as two sides of three, seated in turn",
}


def _sides(rules: Rules) -> str:
    groups: dict[Arrangement, list[int]] = {}
    for table in rules.tables:
        groups.setdefault(table.sides, []).append(table.players)
    parts = [_SIDES[sides].format(_numbers(players)) for sides, players in groups.items()]
    usual = ""
    # Where four may play alone or in pairs, the order in the document says which is usual.
    if len({table.players for table in rules.tables}) < len(rules.tables):
        usual = "; where a number is named twice, the first way is the usual one"
    return f"Sides: {'; '.join(parts)}{usual}."


def _legal(rules: Rules) -> str:
    return f"In turn a player may pass or bid {_bids(rules.bids, rules)}."


def _raise(rules: Rules) -> str:
    if rules.ascending:
        return "A player before the dealer must pass or bid higher than the bids so far."
    return "A bid need not be higher than the bids so far; the first of the highest stands."


def _steal(rules: Rules) -> str:
    if not rules.dealer_matches:
        return "The dealer has no privilege and cannot take over a bid by calling the same."
    return (
        f"The dealer may steal a bid of {either(call.value for call in rules.dealer_matches)}"
        " by bidding the same."
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
    same = rules.all_pass is AllPass.REDEAL_SAME_DEALER
    dealer = "the same dealer deals" if same else "the next dealer deals"
    return (
        f"If everyone else passes, the dealer may bid {alone} or pass; "
        f"if the dealer passes too, the hand is void and {dealer} again."
    )


def _tabling(rules: Rules) -> str:
    if not rules.four_by_tabling:
        return "Placing a card face up is no bid: the card goes back and a call is due."
    return "Placing a card face up in turn is a bid of four, and that card is the first lead."


def _slam_rank(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE:
        return None
    return f"A bid of {rules.slam.value} ranks above four."


_NEEDS: Final = {
    SlamNeeds.FOUR_TRICKS: "at least four tricks",
    SlamNeeds.SIX_TRICKS: "all six tricks",
    SlamNeeds.FOUR_POINTS: "all four points",
    SlamNeeds.SIX_TRICKS_AND_FOUR_POINTS: "all six tricks and all four points",
}


def _slam_needs(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE:
        return None
    return f"A bid of {rules.slam.value} promises {_NEEDS[rules.slam_needs]}."


def _slam_made(rules: Rules) -> str | None:
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
    return f"{name} made counts {scored} and does not win the match by itself."


def _slam_set(rules: Rules) -> str | None:
    if rules.slam is SlamBid.NONE:
        return None
    return f"{rules.slam.value.capitalize()} that fails loses {counted(rules.slam_loses, 'point')}."


def _trump(rules: Rules) -> str:
    if rules.trump_by is TrumpBy.FIRST_CARD:
        return "The suit of the first card that the pitcher leads is trump for the hand."
    return "The pitcher names the trump suit and must lead a card of it to the first trick."


def _low(rules: Rules) -> str:
    """The clause `score.low`: the option `Low` in words; `hand.points._low` applies it."""
    if rules.low is Low.CAPTURED:
        return "One point, Low, goes to the side that captures the lowest trump in play."
    return (
        "One point, Low, goes to the side that was dealt the lowest trump in play, "
        "whoever captures it."
    )


def _pips(rules: Rules) -> str:
    worth = "Pips: ten 10, ace 4, king 3, queen 2, jack 1"
    if rules.trump_jack_pips:
        return f"{worth}, the jack of trumps included."
    return f"{worth}, but the jack of trumps counts none."


_GAME_TIES: Final = {
    GameTie.NOBODY: "nobody gets Game",
    GameTie.PITCHING_SIDE: "the pitching side gets Game if it is among them, else nobody",
    GameTie.OTHER_SIDE: "the side among them that did not pitch gets Game if there is just one",
    GameTie.DEALER: "the dealer's side gets Game if it is among them, else nobody",
}


def _game_tie(rules: Rules) -> str:
    return f"When sides tie for the most pips, {_GAME_TIES[rules.game_tie]}."


def _pool(rules: Rules) -> str | None:
    # Without partners there is nothing to pool, and a clause about it would only puzzle.
    if all(table.sides is Arrangement.INDIVIDUALS for table in rules.tables):
        return None
    return "Partners pool their cards, their points and their bid."


def _negative(rules: Rules) -> str:
    if rules.negative_scores:
        return "A score may fall below zero."
    return "A score never falls below zero."


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
            "Of several sides at the target, the first there wins, counting High, Low, Jack, Game."
        )
    return "Of several sides at the target, the one with the most points wins."


def _tie(rules: Rules) -> str | None:
    if rules.target is None or rules.going_out in PITCHER_ALONE:
        return None
    if rules.several_out is SeveralOut.COUNTING_ORDER:
        return None
    return "When sides at the target tie for the most points, another hand is played."


SENTENCES: Final[dict[str, Sentence]] = {
    "table.players": _players,
    "table.sides": _sides,
    "table.deal": always(
        f"Each player is dealt {in_words(CARDS_EACH)} cards "
        f"from a pack of {len(PACK.cards)}, aces high."
    ),
    "table.rotate": always("The deal passes to the left after every hand."),
    "bid.order": always("Each player calls once, clockwise from the dealer's left, dealer last."),
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
    "slam.needs": _slam_needs,
    "slam.made": _slam_made,
    "slam.set": _slam_set,
    "play.trump": _trump,
    "play.lead": always("The pitcher leads to the first trick, the winner of a trick to the next."),
    "play.follow": always("A player who can follow suit must follow suit or play a trump."),
    "play.void": always("A player who cannot follow suit may play any card."),
    "play.trick": always(
        "The highest trump wins the trick, else the highest card of the suit led."
    ),
    "play.any": always("Any card may be led to the second trick and those after it."),
    "play.out": always("Every hand is played to its last trick and scored after that."),
    "score.high": always(
        "One point, High, goes to the side that captures the highest trump in play."
    ),
    "score.low": _low,
    "score.jack": always(
        "One point, Jack, goes to the side that captures the jack of trumps; "
        "if it is not in play nobody gets it."
    ),
    "score.game": always("One point, Game, goes to the side with the most pips among its cards."),
    "score.pips": _pips,
    "score.tie": _game_tie,
    "score.lone": always(
        "A lone trump in play is both High and Low, worth two points, or three if it is the jack."
    ),
    "score.pool": _pool,
    "score.made": always(
        "A pitching side that takes at least as many points as it bid scores all that it took."
    ),
    "score.set": always(
        "A pitching side that takes fewer points than it bid scores none of them "
        "and loses the number it bid."
    ),
    "score.others": always("Sides that did not pitch always score the points they took."),
    "score.negative": _negative,
    "win.target": _target,
    "win.hands": _hands,
    "win.out": _out,
    "win.made": _out_made,
    "win.several": _several,
    "win.tie": _tie,
    **REMEDIES,
}
"""Every topic in the order in which a rulebook tells it."""
