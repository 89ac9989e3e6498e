"""The choices that the rules of Pitch differ in, each with its ways and no more than that."""

from enum import StrEnum
from typing import Final


class AllPass(StrEnum):
    """What happens when everyone before the dealer passes."""

    FORCED = "forced"
    DEALER_SET = "dealer_set"
    DEALER_FREE = "dealer_free"
    REDEAL_SAME_DEALER = "redeal_same_dealer"
    REDEAL_NEXT_DEALER = "redeal_next_dealer"


REDEALS: Final = (AllPass.REDEAL_SAME_DEALER, AllPass.REDEAL_NEXT_DEALER)
"""What makes a hand that everyone passed void."""


class BiddingRounds(StrEnum):
    """How often a player may bid: once, or again and again until passing."""

    ONE = "one"
    UNTIL_PASSED = "until_passed"


class TrumpBy(StrEnum):
    """What fixes the trump suit."""

    FIRST_CARD = "first_card"
    NAMED_AND_LED = "named_and_led"
    NAMED = "named"


NAMED_TRUMPS: Final = (TrumpBy.NAMED_AND_LED, TrumpBy.NAMED)
"""The rules under which the pitcher says which suit is trump before the first lead."""


class PitchedJoker(StrEnum):
    """What a joker led to the first trick does where the first card led makes trump.

    It may not be led, or it makes spades trump, or its leader names any suit.
    """

    BARRED = "barred"
    SPADES = "spades"
    NAMES_ANY = "names_any"


class Draw(StrEnum):
    """Which cards players throw away for others before play: none, no trumps, or some of any."""

    NONE = "none"
    NON_TRUMPS = "non_trumps"
    ANY = "any"


class RestTo(StrEnum):
    """Who takes the cards that are left after the draw, and keeps the best."""

    NOBODY = "nobody"
    PITCHER = "pitcher"
    DEALER = "dealer"


class Surplus(StrEnum):
    """What becomes of the trumps of a player who has more than are played from.

    `on_first_trick` they are thrown to the first trick with the card that is played.
    """

    BURNED = "burned"
    TO_OPPONENTS = "to_opponents"
    ON_FIRST_TRICK = "on_first_trick"


class Low(StrEnum):
    """Who gets Low: who took the lowest trump in play, or who was dealt it."""

    # The documents have it both ways (S0.low "won" or "was dealt"; S2 to S4 "captured"). The clause
    # `score.low` says which (`rules.point_sentences._given`), `hand.awards._low` gives the point,
    # and `Formula._by_low` in `proof.formula.formulas` is the same for a search.

    CAPTURED = "captured"
    DEALT = "dealt"


class GameTie(StrEnum):
    """Who gets Game when the high count is tied; nobody unless the named side is tied for it."""

    NOBODY = "nobody"
    PITCHING_SIDE = "pitching_side"
    OTHER_SIDE = "other_side"
    DEALER = "dealer"


class SlamBid(StrEnum):
    """The bid above all numbers, if the rules have one."""

    NONE = "none"
    SMUDGE = "smudge"
    PITCH = "pitch"
    MOON = "moon"


class SlamNeeds(StrEnum):
    """What the pitching side must take to make the slam.

    Read also as six_tricks, four_points and six_tricks_and_four_points, from when a hand had six
    tricks and four points.
    """

    FOUR_TRICKS = "four_tricks"
    ALL_TRICKS = "all_tricks"
    ALL_POINTS = "all_points"
    ALL_TRICKS_AND_POINTS = "all_tricks_and_points"

    @classmethod
    def _missing_(cls, value: object) -> "SlamNeeds | None":
        return next((needs for needs, old in FORMER_NEEDS.items() if old == value), None)


FORMER_NEEDS: Final = {
    SlamNeeds.ALL_TRICKS: "six_tricks",
    SlamNeeds.ALL_POINTS: "four_points",
    SlamNeeds.ALL_TRICKS_AND_POINTS: "six_tricks_and_four_points",
}
"""The spellings under which rule sets are hashed, so that none that was kept has another hash."""


FOUR_TRICKS: Final = 4
"""The tricks that a slam promises where it does not promise all."""


class SlamReward(StrEnum):
    """What a slam that is made wins."""

    MATCH = "match"
    MATCH_UNLESS_NEGATIVE = "match_unless_negative"
    MATCH_OR_ZERO = "match_or_zero"
    POINTS = "points"


class SlamSet(StrEnum):
    """What a slam that fails costs: points, the match, or as many points as the target."""

    POINTS = "points"
    MATCH = "match"
    TARGET = "target"


class SlamOpen(StrEnum):
    """Who may bid the slam, by the score before the hand."""

    ANYONE = "anyone"
    NOT_NEGATIVE = "not_negative"
    POSITIVE = "positive"


class MadeScores(StrEnum):
    """What a pitching side scores for a bid that it made: all that it took, or the bid alone."""

    ALL_TAKEN = "all_taken"
    BID_ONLY = "bid_only"


class GoingOut(StrEnum):
    """Who may win by reaching the target at the end of a hand."""

    PITCHER_MADE_FIRST = "pitcher_made_first"
    PITCHER_MADE_ONLY = "pitcher_made_only"
    PITCHER_ONLY = "pitcher_only"
    ANYONE = "anyone"


PITCHER_ALONE: Final = (GoingOut.PITCHER_MADE_ONLY, GoingOut.PITCHER_ONLY)
"""The rules under which nobody but the pitching side can go out."""


class SeveralOut(StrEnum):
    """Who wins when several sides that may go out stand at the target."""

    HIGHEST_OR_PLAY_ON = "highest_or_play_on"
    COUNTING_ORDER = "counting_order"
    HIGHEST_OR_PITCHER = "highest_or_pitcher"


class CallOutOfTurn(StrEnum):
    """What a bid out of turn costs; it does not count, and the turn goes back in any case."""

    CAPPED = "capped"
    SIDE_BARRED = "side_barred"
    NO_PENALTY = "no_penalty"


class Revoke(StrEnum):
    """What follows a renege in a trick that was turned over; before that it is fixed."""

    SET_BACK = "set_back"
    VOID_AND_REDEAL = "void_and_redeal"
    TAKE_BACK_ONLY = "take_back_only"
    POINTS_LOST = "points_lost"


class Misdeal(StrEnum):
    """Who deals again after a misdeal, or what it costs."""

    SAME_DEALER = "same_dealer"
    NEXT_DEALER = "next_dealer"
    POINTS_TO_OTHERS = "points_to_others"


class ExposedCard(StrEnum):
    """What follows when a card is exposed in the deal."""

    REDEAL = "redeal"
    PLAYED_ON = "played_on"
