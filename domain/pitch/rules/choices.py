"""The choices in which rules of Pitch differ, one enumeration each."""

from enum import StrEnum
from typing import Final


class AllPass(StrEnum):
    """The consequence if everyone before the dealer passes."""

    FORCED = "forced"
    DEALER_SET = "dealer_set"
    DEALER_FREE = "dealer_free"
    REDEAL_SAME_DEALER = "redeal_same_dealer"
    REDEAL_NEXT_DEALER = "redeal_next_dealer"


REDEALS: Final = (AllPass.REDEAL_SAME_DEALER, AllPass.REDEAL_NEXT_DEALER)
"""The choices that make a hand void if everyone passes."""


class BiddingRounds(StrEnum):
    """The number of bids of a player: one, or any number until passing."""

    ONE = "one"
    UNTIL_PASSED = "until_passed"


class TrumpBy(StrEnum):
    """The act that fixes the trump suit."""

    FIRST_CARD = "first_card"
    NAMED_AND_LED = "named_and_led"
    NAMED = "named"


NAMED_TRUMPS: Final = (TrumpBy.NAMED_AND_LED, TrumpBy.NAMED)
"""The choices under which the pitcher names the trump suit before the first lead."""


class PitchedJoker(StrEnum):
    """The effect of a joker as the first card led, if that card makes trump.

    It may not be led, or it makes spades trump, or its leader names any suit.
    """

    BARRED = "barred"
    SPADES = "spades"
    NAMES_ANY = "names_any"


class Draw(StrEnum):
    """The cards that players exchange before play: none, all but trumps, or some of any kind."""

    NONE = "none"
    NON_TRUMPS = "non_trumps"
    ANY = "any"


class RestTo(StrEnum):
    """The player who takes the cards remaining after the draw, and keeps the best."""

    NOBODY = "nobody"
    PITCHER = "pitcher"
    DEALER = "dealer"


class Surplus(StrEnum):
    """The fate of trumps beyond the number of cards that a player plays from.

    With `on_first_trick` they are thrown to the first trick with the card that is played.
    """

    BURNED = "burned"
    TO_OPPONENTS = "to_opponents"
    ON_FIRST_TRICK = "on_first_trick"


class Low(StrEnum):
    """The player who gets Low: the one who took the lowest trump in play, or was dealt it."""

    # S0.low and S1.low leave the choice; in the other documents Low is won. All code asks
    # `Rules.dealt_points`: the clause `score.low`, `hand.awards` and `proof.formula.formulas`.

    CAPTURED = "captured"
    DEALT = "dealt"


class GameTie(StrEnum):
    """The side that gets Game in a tie of the high count, if it is one of those tied."""

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
    """The tricks and points that the pitching side must take to make the slam.

    A request is also read with six_tricks, four_points and six_tricks_and_four_points, the names
    from when a hand had six tricks and four points; this schema leaves them out.
    """

    FOUR_TRICKS = "four_tricks"
    ALL_TRICKS = "all_tricks"
    ALL_POINTS = "all_points"
    ALL_TRICKS_AND_POINTS = "all_tricks_and_points"

    @classmethod
    def _missing_(cls, value: object) -> "SlamNeeds | None":
        return next((needs for needs, former in FORMER_NEEDS.items() if former == value), None)


FORMER_NEEDS: Final = {
    SlamNeeds.ALL_TRICKS: "six_tricks",
    SlamNeeds.ALL_POINTS: "four_points",
    SlamNeeds.ALL_TRICKS_AND_POINTS: "six_tricks_and_four_points",
}
"""The former names, under which rule sets are hashed so that stored hashes stay."""

FOUR_TRICKS: Final = 4
"""The tricks that a slam promises if it does not promise all."""


class SlamReward(StrEnum):
    """The reward of a slam that is made."""

    MATCH = "match"
    MATCH_UNLESS_NEGATIVE = "match_unless_negative"
    MATCH_OR_ZERO = "match_or_zero"
    POINTS = "points"


class SlamSet(StrEnum):
    """The cost of a slam that fails: points, the match, or as many points as the target."""

    POINTS = "points"
    MATCH = "match"
    TARGET = "target"


class SlamOpen(StrEnum):
    """The players who may bid the slam, by their score before the hand."""

    ANYONE = "anyone"
    NOT_NEGATIVE = "not_negative"
    POSITIVE = "positive"


class MadeScores(StrEnum):
    """The score of a pitching side for a bid that it made: all points taken, or the bid alone."""

    ALL_TAKEN = "all_taken"
    BID_ONLY = "bid_only"


class GoingOut(StrEnum):
    """The sides that may win by reaching the target at the end of a hand."""

    PITCHER_MADE_FIRST = "pitcher_made_first"
    PITCHER_MADE_ONLY = "pitcher_made_only"
    PITCHER_ONLY = "pitcher_only"
    ANYONE = "anyone"


PITCHER_ALONE: Final = (GoingOut.PITCHER_MADE_ONLY, GoingOut.PITCHER_ONLY)
"""The choices under which only the pitching side can go out."""


class SeveralOut(StrEnum):
    """The winner if several sides that may go out have reached the target."""

    HIGHEST_OR_PLAY_ON = "highest_or_play_on"
    COUNTING_ORDER = "counting_order"
    HIGHEST_OR_PITCHER = "highest_or_pitcher"


class CallOutOfTurn(StrEnum):
    """The cost of a bid out of turn, which never counts: the turn goes back."""

    CAPPED = "capped"
    SIDE_BARRED = "side_barred"
    NO_PENALTY = "no_penalty"


class Revoke(StrEnum):
    """The remedy of a renege in a trick that was turned over; until then it is corrected."""

    SET_BACK = "set_back"
    VOID_AND_REDEAL = "void_and_redeal"
    TAKE_BACK_ONLY = "take_back_only"
    POINTS_LOST = "points_lost"


class Misdeal(StrEnum):
    """The remedy of a misdeal: the next dealer, or points to the others."""

    SAME_DEALER = "same_dealer"
    NEXT_DEALER = "next_dealer"
    POINTS_TO_OTHERS = "points_to_others"


class ExposedCard(StrEnum):
    """The remedy of a card exposed in the deal."""

    REDEAL = "redeal"
    PLAYED_ON = "played_on"
