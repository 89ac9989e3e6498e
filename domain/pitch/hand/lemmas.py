"""Lemmas: the ways in which facts contradict each other, each with its class, clauses and sentence.

    lemmas.PILE_SIZE(deal, side=0, cards=5, players=4).finding("/piles/0")

Checks find them in a complete record, reasons in a smallest conflict; both take them from here.
"""

from typing import Final

from pitch.findings import FindingKind
from pitch.hand.contradictions import Lemma
from pitch.messages import (
    BID,
    CARD,
    CHOICE,
    COUNT,
    PLAYER,
    POINT,
    SCORE,
    SIDE,
    SUIT,
    TYPED,
    all_of,
    any_of,
)

PHYSICAL, ARITHMETIC = FindingKind.PHYSICAL, FindingKind.ARITHMETIC
AWARD, VIOLATION = FindingKind.AWARD, FindingKind.VIOLATION
RULESET, SUSPICIOUS = FindingKind.RULESET, FindingKind.SUSPICIOUS

# Calls and contracts
TOO_MANY_CALLS = Lemma("too_many_calls", RULESET, players=COUNT)
CALL_AFTER_THE_END = Lemma("too_many_calls.over", RULESET)
ILLEGAL_CALL = Lemma("illegal_call", RULESET, player=PLAYER, call=BID, choices=any_of(BID))
ILLEGAL_PASS = Lemma("illegal_call.pass", RULESET, player=PLAYER, choices=any_of(BID))
BID_OVER_TOTAL = Lemma("illegal_call.beyond", RULESET, rules=TYPED, points=COUNT, bid=BID)
BARRED_FROM_SLAM = Lemma(
    "illegal_call.score", RULESET, side=SIDE, score=SCORE, bid=BID, needed=CHOICE
)
CONTRACT_AND_CALLS = Lemma(
    "contract_contradicts_calls", ARITHMETIC, "bid.win", player=PLAYER, bid=BID
)
CONTRACT_NOT_ALLOWED = Lemma("contract_not_allowed", RULESET, player=PLAYER, bid=BID, dealt=CHOICE)
NO_SUCH_BID = Lemma("contract_not_allowed.no_bid", RULESET, bid=BID)
PLAYED_AFTER_ALL_PASSED = Lemma("played_after_all_passed", RULESET, "bid.allpass")
NEEDLESS_RAISE = Lemma(
    "dealer_raised_needlessly", SUSPICIOUS, "bid.steal", dealer=PLAYER, standing=BID, bid=BID
)

# One pack, and piles, tricks and holdings by their sizes
CARD_TWICE_IN_PILE = Lemma("card_twice_in_pile", PHYSICAL, card=CARD, owner=SIDE)
CARD_IN_TWO_PILES = Lemma("card_in_two_piles", PHYSICAL, card=CARD, owners=all_of(SIDE))
CARD_TWICE_IN_HOLDING = Lemma("card_twice_in_holding", PHYSICAL, card=CARD, owner=PLAYER)
CARD_IN_TWO_HOLDINGS = Lemma("card_in_two_holdings", PHYSICAL, card=CARD, owners=all_of(PLAYER))
CARD_PLAYED_TWICE = Lemma("card_played_twice", PHYSICAL, card=CARD, tricks=all_of(COUNT))
CARD_TWICE_ON_TRICK = Lemma("card_played_twice.one_trick", PHYSICAL, card=CARD, trick=COUNT)
TRICK_SIZE = Lemma("trick_size", PHYSICAL, trick=COUNT, cards=COUNT, players=COUNT)
TRICK_SIZE_AND_OUT = Lemma("trick_size.out", PHYSICAL, trick=COUNT, cards=COUNT, players=COUNT)
PILE_SIZE = Lemma("pile_size", PHYSICAL, side=SIDE, cards=COUNT, players=COUNT)
TOO_MANY_CARDS = Lemma("wrong_card_total.over", PHYSICAL, cards=COUNT, most=COUNT, played=CHOICE)
TOO_FEW_CARDS = Lemma("wrong_card_total.under", PHYSICAL, cards=COUNT, least=COUNT, played=CHOICE)
TRICK_TOTAL = Lemma("wrong_trick_total", ARITHMETIC, tricks=COUNT, hand=COUNT)
TRICK_RANGE = Lemma("wrong_trick_total.range", ARITHMETIC, tricks=COUNT, least=COUNT, most=COUNT)
TRICKS_AND_PILE = Lemma("tricks_contradict_pile", ARITHMETIC, side=SIDE, tricks=COUNT, cards=COUNT)
TRICKS_AND_MORE_CARDS = Lemma(
    "tricks_contradict_pile.at_least", ARITHMETIC, side=SIDE, tricks=COUNT, cards=COUNT
)
TRICKS_LEFT = Lemma("tricks_contradict_pile.left", ARITHMETIC, side=SIDE, tricks=COUNT, cards=COUNT)
HOLDING_SIZE = Lemma(
    "holding_size",
    PHYSICAL,
    "table.deal",
    "irregular.misdeal",
    player=PLAYER,
    cards=COUNT,
    most=COUNT,
    dealt=CHOICE,
)
CARD_NOT_DEALT = Lemma("card_not_dealt", PHYSICAL, card=CARD)
PLAYED_NOT_DEALT = Lemma("card_not_dealt.played", PHYSICAL, card=CARD)
SHARE = Lemma(
    "holding_and_pile_disagree", PHYSICAL, side=SIDE, tricks=COUNT, player=PLAYER, cards=COUNT
)

# Surplus trumps, and games in which only trumps are played
PLAIN_IN_PILE = Lemma("plain_card_in_pile", VIOLATION, "play.follow", card=CARD, side=SIDE)
PLAIN_CARD = Lemma("plain_card_played", VIOLATION, "play.follow", card=CARD, trick=COUNT, suit=SUIT)
NEVER_BOTH_TRUMPS = Lemma("card_is_no_trump", RULESET, "play.follow", card=CARD, other=CARD)
SURPLUS_ELSEWHERE = Lemma(
    "surplus_elsewhere", PHYSICAL, "play.surplus", card=CARD, side=SIDE, where=CHOICE
)
SURPLUS_MISSING = Lemma(
    "surplus_elsewhere.missing", PHYSICAL, "play.surplus", card=CARD, side=SIDE, other=SIDE
)
SURPLUS_IS_NO_TRUMP = Lemma("surplus_is_no_trump", ARITHMETIC, "play.surplus", card=CARD, side=SIDE)
_REVOKE = ("play.follow", "irregular.revoke")
FOLDED = Lemma(
    "folded_with_a_trump", VIOLATION, *_REVOKE, player=PLAYER, trick=COUNT, card=CARD, later=COUNT
)
FOLDED_WITH_OFF_CARD = Lemma(
    "folded_with_a_trump.off_card",
    VIOLATION,
    *_REVOKE,
    player=PLAYER,
    trick=COUNT,
    card=CARD,
    suit=SUIT,
)
FOLDED_AND_LED = Lemma(
    "folded_with_a_trump.led", VIOLATION, *_REVOKE, player=PLAYER, trick=COUNT, later=COUNT
)
TOO_MANY_FOLDED = Lemma(
    "folded_with_a_trump.too_many",
    VIOLATION,
    *_REVOKE,
    players=all_of(PLAYER),
    trick=COUNT,
    cards=COUNT,
)
FOLDED_WITH_TWO_SUITS = Lemma(
    "folded_with_a_trump.two_suits", VIOLATION, *_REVOKE, player=PLAYER, trick=COUNT, card=CARD
)

# The order of play
REVOKE = Lemma(
    "revoke", VIOLATION, *_REVOKE, player=PLAYER, thrown=CARD, card=CARD, suit=SUIT, later=COUNT
)
REVOKE_OFF_CARD = Lemma(
    "revoke.off_card", VIOLATION, *_REVOKE, player=PLAYER, thrown=CARD, card=CARD, suit=SUIT
)
REVOKE_OFF_THROWN = Lemma(
    "revoke.off_thrown",
    VIOLATION,
    *_REVOKE,
    player=PLAYER,
    thrown=CARD,
    card=CARD,
    suit=SUIT,
    trump=SUIT,
)
SOMEBODY_REVOKED = Lemma(
    "revoke.somebody", VIOLATION, *_REVOKE, thrown=CARD, card=CARD, suit=SUIT, later=COUNT
)
SOMEBODY_REVOKED_OFF_CARD = Lemma(
    "revoke.somebody.off_card", VIOLATION, *_REVOKE, thrown=CARD, card=CARD, suit=SUIT
)
_VOID = ("play.follow", "play.void")
UNPROVEN_DISCARD = Lemma(
    "discards_not_proven", SUSPICIOUS, *_VOID, player=PLAYER, suit=SUIT, trick=COUNT
)
UNPROVEN_DISCARDS = Lemma("discards_not_proven.several", SUSPICIOUS, *_VOID, players=all_of(PLAYER))
WRONG_WINNER = Lemma(
    "wrong_trick_winner", AWARD, "play.trick", winner=PLAYER, card=CARD, trick=COUNT, claimed=PLAYER
)
WRONG_FIRST_LEADER = Lemma(
    "wrong_first_leader", RULESET, "play.lead", leader=PLAYER, pitchers=any_of(PLAYER)
)
WRONG_LEADER = Lemma("wrong_leader", AWARD, "play.lead", leader=PLAYER, trick=COUNT, winner=PLAYER)
LEAD_PASSED_ON = Lemma(
    "wrong_leader.passed_on", AWARD, "play.lead", leader=PLAYER, trick=COUNT, due=PLAYER
)
LOST = {
    (code, why): Lemma(
        f"{code}.{why}", AWARD, "play.trick", player=PLAYER, card=CARD, other=CARD, trick=COUNT
    )
    for code in ("wrong_trick_winner", "wrong_leader")
    for why in ("beaten", "thrown_off")
}
"""The lemmas of a card that lost its trick, by the finding's code and the reason it lost."""
JOKER_LED = Lemma("joker_pitched", VIOLATION, "play.trump", card=CARD)
LED_ANOTHER_SUIT = Lemma(
    "first_lead_is_no_trump", ARITHMETIC, "play.trump", card=CARD, suit=SUIT, trump=SUIT
)
LED_NO_TRUMP = Lemma("first_lead_is_no_trump.named", VIOLATION, "play.trump", card=CARD, trump=SUIT)
CAPTURED_ELSEWHERE = Lemma(
    "card_captured_elsewhere", AWARD, "play.trick", winner=SIDE, card=CARD, trick=COUNT, side=SIDE
)
CAPTURED_NOT_THERE = Lemma(
    "card_captured_elsewhere.missing", AWARD, "play.trick", side=SIDE, card=CARD, trick=COUNT
)
TRICK_IN_TWO_PILES = Lemma(
    "trick_in_two_piles", PHYSICAL, "play.trick", card=CARD, other=CARD, trick=COUNT
)
CARD_OF_ANOTHER_HAND = Lemma(
    "card_of_another_hand", PHYSICAL, owner=PLAYER, card=CARD, player=PLAYER
)

# Trumps: their number, holders and captors
NO_TRUMP_IN_PLAY = Lemma("no_trump_in_play", RULESET, "play.trump")
_LONE = ("play.trump", "score.lone")
LONE_TRUMP = Lemma("lone_trump_not_pitchers", AWARD, *_LONE, card=CARD, side=SIDE)
LONE_UNNAMED_TRUMP = Lemma("lone_trump_not_pitchers.unnamed", AWARD, *_LONE, side=SIDE)
LONE_TRUMP_OF_ANY_SUIT = Lemma("lone_trump_not_pitchers.any_suit", AWARD, *_LONE, side=SIDE)
_PULLED = ("play.trump", "play.follow")
TWO_TRUMPS = Lemma("two_trumps_apart", VIOLATION, *_PULLED, cards=all_of(CARD))
TWO_UNNAMED_TRUMPS = Lemma("two_trumps_apart.unnamed", VIOLATION, *_PULLED)
SPREAD = Lemma("trumps_spread_too_thin", VIOLATION, *_PULLED, sides=COUNT)
SPREAD_TOO_FEW = Lemma(
    "trumps_spread_too_thin.needed", VIOLATION, *_PULLED, sides=COUNT, needed=COUNT, trumps=COUNT
)
SPREAD_TO_NOBODY = Lemma("trumps_spread_too_thin.nobody", VIOLATION, *_PULLED, sides=all_of(SIDE))
TOO_FEW_TRUMPS = Lemma("too_few_trumps", PHYSICAL, players=COUNT, least=COUNT, trumps=COUNT)
TOO_FEW_OF_ANY_SUIT = Lemma(
    "too_few_trumps.any_suit", PHYSICAL, players=COUNT, least=COUNT, trumps=COUNT
)
TRUMPS_MISSING = Lemma(
    "too_few_trumps.missing", PHYSICAL, trumps=COUNT, suit=SUIT, cards=all_of(CARD)
)
TRUMP_NOT_CAPTURED = Lemma(
    "trump_not_captured", RULESET, "play.draw", "play.rest", cards=all_of(CARD)
)
TRUMPS_MISCOUNTED = Lemma("trumps_miscounted", ARITHMETIC, side=SIDE, trumps=COUNT, claimed=COUNT)
MORE_TRUMPS = Lemma(
    "trumps_miscounted.at_least", ARITHMETIC, side=SIDE, trumps=COUNT, claimed=COUNT
)
FEWER_TRUMPS = Lemma(
    "trumps_miscounted.at_most", ARITHMETIC, side=SIDE, trumps=COUNT, claimed=COUNT
)
WITHOUT_A_PAIR = Lemma("pile_without_a_pair", AWARD, "play.trick", "play.lead", side=SIDE)
WITHOUT_TRUMP = Lemma("pitcher_without_trump", RULESET, "play.trump", player=PLAYER)
TOP_TRUMP = Lemma(
    "top_trump_from_another_hand", AWARD, "play.trick", card=CARD, side=SIDE, player=PLAYER
)
TOP_TRUMPS = Lemma(
    "top_trumps_won_too_few",
    AWARD,
    "play.trick",
    player=PLAYER,
    trumps=COUNT,
    side=SIDE,
    tricks=COUNT,
)

# Claimed points, their cards and their owners
NO_TRUMP_CLAIMED = Lemma("claimed_card_is_no_trump", ARITHMETIC, card=CARD, trump=SUIT)
HIGH_BELOW_LOW = Lemma("high_below_low", ARITHMETIC)
JOKER_AS_LOW = Lemma("joker_is_never_low", ARITHMETIC, "score.low", card=CARD)
TOO_FEW_BETWEEN = Lemma(
    "too_few_ranks_between", VIOLATION, *_PULLED, low=CARD, high=CARD, room=COUNT, needed=COUNT
)
BEYOND_EXTREME = Lemma("beyond_high_or_low", ARITHMETIC, point=POINT, extreme=POINT, card=CARD)
IS_EXTREME = Lemma("is_high_or_low", ARITHMETIC, point=POINT, extreme=POINT, card=CARD)
LOW_DEALT_ELSEWHERE = Lemma(
    "low_dealt_elsewhere", ARITHMETIC, holder=PLAYER, card=CARD, player=PLAYER
)
AWARDED_BUT_ABSENT = Lemma("awarded_but_absent", ARITHMETIC, point=POINT)
WAS_IN_PLAY = Lemma("was_in_play", ARITHMETIC, card=CARD)
WITHOUT_A_TRICK = Lemma("point_without_a_trick", ARITHMETIC, side=SIDE, point=POINT)
ANOTHER_CARD = Lemma("is_another_card", ARITHMETIC, point=POINT, card=CARD, claimed=CARD)
CARD_BEYOND = Lemma("is_another_card.beyond", ARITHMETIC, point=POINT, card=CARD, other=CARD)
CARD_IN_NO_PILE = Lemma("is_another_card.in_no_pile", ARITHMETIC, point=POINT, card=CARD)
ANOTHERS = Lemma("claimed_by_another", ARITHMETIC, point=POINT, claimed=SIDE, side=SIDE)
NOBODYS = Lemma("claimed_by_another.nobody", ARITHMETIC, point=POINT, claimed=SIDE)
NOBODYS_IN_PLAY = Lemma("claimed_by_another.nobody.in_play", ARITHMETIC, point=POINT)
ANOTHERS_CARD = Lemma("claimed_by_another.card", ARITHMETIC, other=SIDE, card=CARD, side=SIDE)
ANOTHERS_EXTREME = Lemma(
    "claimed_by_another.taken", ARITHMETIC, other=SIDE, card=CARD, point=POINT, side=SIDE
)
ANOTHERS_NONE_BEYOND = Lemma(
    "claimed_by_another.none_beyond", ARITHMETIC, other=SIDE, card=CARD, side=SIDE, way=CHOICE
)
ANOTHERS_NO_TRUMP = Lemma("claimed_by_another.no_trump", ARITHMETIC, side=SIDE, point=POINT)
ANOTHERS_DEALT_LOW = Lemma(
    "claimed_by_another.low_dealt", ARITHMETIC, "score.low", player=PLAYER, side=SIDE
)
ANOTHERS_GAME = Lemma(
    "claimed_by_another.game",
    ARITHMETIC,
    "score.game",
    "score.pips",
    other=SIDE,
    more=COUNT,
    side=SIDE,
    fewer=COUNT,
)
NOT_IN_PILE = Lemma("claimed_by_another.not_in_pile", ARITHMETIC, side=SIDE, card=CARD)
NOT_IN_PILE_OF_ANY_SUIT = Lemma(
    "claimed_by_another.not_in_pile.any_suit", ARITHMETIC, side=SIDE, point=POINT
)
IN_NO_PILE = Lemma("claimed_by_another.in_no_pile", ARITHMETIC, card=CARD)
IN_NO_PILE_OF_ANY_SUIT = Lemma("claimed_by_another.in_no_pile.any_suit", ARITHMETIC, point=POINT)
POINT_NOT_IN_RULES = Lemma("point_not_in_rules", RULESET, point=POINT, points=all_of(POINT))
NOTHING_COUNTED = Lemma("point_not_in_rules.counts", RULESET)
POINT_HAS_NO_CARD = Lemma("point_has_no_card", RULESET, point=POINT)
BRINGS_ANOTHER = Lemma("claimed_card_brings_another", RULESET, card=CARD, point=POINT)
NEVER_TIED = Lemma("point_cannot_be_tied", RULESET, point=POINT)
ALWAYS_IN_PLAY = Lemma("point_always_in_play", RULESET, point=POINT)

# Pips and Game
TIED_BUT_AWARDED = Lemma("game_awarded_but_tied", ARITHMETIC, "score.tie")
NOT_TIED = Lemma("pips_not_tied", ARITHMETIC, "score.tie", counts=all_of(COUNT))
ALL_TRICKS = Lemma("six_tricks_without_game", ARITHMETIC, "score.tie", side=SIDE, tricks=COUNT)
PIPS_MISCOUNTED = Lemma(
    "pips_miscounted", ARITHMETIC, "score.pips", side=SIDE, counted=COUNT, claimed=COUNT
)
PIPS_AT_MOST = Lemma(
    "pips_miscounted.at_most", ARITHMETIC, "score.pips", side=SIDE, most=COUNT, claimed=COUNT
)
PIPS_OVER_DECK = Lemma("pips_over_deck", ARITHMETIC, "score.pips", total=COUNT, deck=COUNT)
PIPS_FOR_TRICKS = Lemma(
    "pips_impossible_for_tricks", ARITHMETIC, "score.pips", side=SIDE, counted=COUNT, tricks=COUNT
)
PIPS_BELOW_NAMED = Lemma(
    "pips_below_named_cards", ARITHMETIC, "score.pips", side=SIDE, least=COUNT, counted=COUNT
)
PIPS_OF_ALL = Lemma("pips_total_impossible", ARITHMETIC, "score.pips", cards=COUNT, total=COUNT)
PIPS_OF_THESE = Lemma(
    "pips_total_impossible.these", ARITHMETIC, "score.pips", cards=COUNT, total=COUNT
)

# Numbers of points
POINTS_OVER_TOTAL = Lemma(
    "points_over_total", ARITHMETIC, sides=all_of(SIDE), total=COUNT, most=COUNT, always=CHOICE
)
ALL_POINTS_OVER_TOTAL = Lemma(
    "points_over_total.together", ARITHMETIC, total=COUNT, most=COUNT, always=CHOICE
)
POINTS_UNDER_TOTAL = Lemma("points_under_least.total", ARITHMETIC, total=COUNT, most=COUNT)
POINTS_UNDER_LEAST = Lemma("points_under_least", ARITHMETIC, total=COUNT, points=all_of(POINT))
POINTS_MISCOUNTED = Lemma(
    "points_miscounted", ARITHMETIC, side=SIDE, points=COUNT, bound=CHOICE, claimed=COUNT
)
POINTS_PERHAPS_BURNED = Lemma("points_perhaps_burned", SUSPICIOUS, total=COUNT, due=COUNT)

# A called partner
CALLED_NO_TRUMP = Lemma("called_card_is_no_trump", RULESET, "play.partner", card=CARD, trump=SUIT)
WRONG_PARTNER = Lemma(
    "wrong_partner", AWARD, "play.partner", holder=PLAYER, card=CARD, partner=PLAYER
)
PLAYED_ALONE = Lemma(
    "wrong_partner.alone", AWARD, "play.partner", pitcher=PLAYER, card=CARD, partner=PLAYER
)
PARTNER_PLAYED_ANOTHER = Lemma(
    "partner_played_another", VIOLATION, "play.called", player=PLAYER, card=CARD, called=CARD
)
CALLED_CARD_HELD_BACK = Lemma(
    "called_card_held_back", VIOLATION, "play.called", card=CARD, trick=COUNT
)
_TOGETHER: Final = {"points": COUNT, "bound": CHOICE, "claimed": COUNT}
POOLED_MISCOUNTED = (
    Lemma("points_miscounted.together", ARITHMETIC, "score.partner", **_TOGETHER),
    Lemma("points_miscounted.together.others", ARITHMETIC, "score.partner", **_TOGETHER),
)
"""By the sides that pool their points: the pitcher with the partner, then the others."""
