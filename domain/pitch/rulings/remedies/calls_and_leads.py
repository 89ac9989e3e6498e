"""Remedies of calls and cards out of their turn or place."""

from typing import Final

from pitch import cards
from pitch.calls import Call
from pitch.messages import BID, CARD, CHOICE, PLAYER, SIDE, SUIT, Message, Sentence
from pitch.rules import packs
from pitch.rules.choices import NAMED_TRUMPS, CallOutOfTurn, PitchedJoker, TrumpBy
from pitch.rulings.answers import ReasonedRemedy, RemedyAction
from pitch.rulings.incidents import Case
from pitch.tricks import Follow

_VOID_CALL: Final = Message("ruling.remedy.void_call")
_CAPPED: Final = Message("ruling.remedy.capped", side=SIDE, call=BID)
_CAPPED_AT_IT: Final = Message("ruling.remedy.capped_at_it", side=SIDE)
_PASS_ONLY: Final = Message("ruling.remedy.pass_only", side=SIDE)
_FREE: Final = Message("ruling.remedy.free")
_NOT_IN_TURN: Final = Message("ruling.remedy.why.not_in_turn", player=PLAYER)
_LEAD_NAMED: Final = Message("ruling.remedy.lead_named", card=CARD, suit=SUIT)
_NOT_NAMED: Final = Message("ruling.remedy.why.not_named", card=CARD, suit=SUIT)
_LEAD_SUIT: Final = Message("ruling.remedy.lead_suit")
_JOKER_BARRED: Final = Message("ruling.remedy.why.joker_barred")
_CARD_STANDS: Final = Message("ruling.remedy.card_stands")
_STANDS_AS_TRUMP: Final = Message("ruling.remedy.card_stands_as_trump", suit=SUIT)
_WAS_LED: Final = Message("ruling.remedy.why.was_led")
_MAY_TAKE_BACK: Final = Message("ruling.remedy.may_take_back")
_NOT_FINAL: Final = Message("ruling.remedy.why.not_final")
_WRONG_LEAD: Final = Message("ruling.remedy.wrong_lead", stands=CHOICE)
_NOT_THEIR_LEAD: Final = Message("ruling.remedy.why.not_their_lead", player=PLAYER)
_PLAY_OUT: Final = Message("ruling.remedy.play_out")
_COUNT_AT_END: Final = Message("ruling.remedy.why.count_at_end")


def call_out_of_turn(case: Case) -> ReasonedRemedy:
    """Return that the call is void; the house decides on any further penalty."""
    side, penalty = case.side_argument, case.rules.call_out_of_turn
    highest = {
        CallOutOfTurn.CAPPED: case.question.call,
        CallOutOfTurn.SIDE_BARRED: Call.PASS,
        CallOutOfTurn.NO_PENALTY: None,
    }[penalty]
    if highest is None:
        detail = _CAPPED_AT_IT(side=side) if penalty is CallOutOfTurn.CAPPED else _FREE()
    else:
        is_pass = highest is Call.PASS
        detail = _PASS_ONLY(side=side) if is_pass else _CAPPED(side=side, call=highest)
    return ReasonedRemedy(
        case.remedy(RemedyAction.CALL_VOID, highest_bid=highest),
        outcome=_VOID_CALL(),
        details=(detail,),
        whys=(_NOT_IN_TURN(player=case.offender_argument),),
        topics=("irregular.call", "bid.order"),
    )


def card_pulled_back(case: Case) -> ReasonedRemedy:
    """Return that a lead is replaced if it is not of the named suit and the house minds."""
    question, rules = case.question, case.rules
    back = case.remedy(RemedyAction.CARD_TAKEN_BACK)
    is_unnamed, is_trumps_only = _is_unnamed(case), rules.follow is Follow.TRUMPS_ONLY
    # First of all: if a lead has to be of the named suit, no custom lets another stand.
    if (rules.trump_by is TrumpBy.NAMED_AND_LED or is_trumps_only) and is_unnamed:
        outcome = _LEAD_NAMED(card=question.led, suit=question.named)
        why = _NOT_NAMED(card=question.led, suit=question.named)
        topics = ("play.follow",) if is_trumps_only else ("play.trump",)
        return ReasonedRemedy(back, outcome, (why,), topics=topics)
    if _is_barred_joker(case):
        return ReasonedRemedy(back, _LEAD_SUIT(), (_JOKER_BARRED(),), topics=("play.trump",))
    if not rules.led_card_stands:
        return ReasonedRemedy(back, _MAY_TAKE_BACK(), (_NOT_FINAL(),), topics=("irregular.led",))
    return ReasonedRemedy(
        case.remedy(RemedyAction.CARD_STANDS),
        outcome=_card_stands(case) if is_unnamed else _CARD_STANDS(),
        whys=(_WAS_LED(),),
        topics=("irregular.led", "play.trump"),
    )


def _is_unnamed(case: Case) -> bool:
    """Return whether a card was led that is not of the suit that was named."""
    led, trump = case.question.led, case.question.named
    if led is None or trump is None:
        return False
    return packs.for_table(case.rules, case.table).suit_of(led, trump) != trump


def _is_barred_joker(case: Case) -> bool:
    """Return whether a joker was led that makes no trump, though the first card should."""
    led, rules = case.question.led, case.rules
    makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
    is_barred = makes_trump and rules.pitched_joker is PitchedJoker.BARRED
    return led is not None and is_barred and cards.is_joker(led)


def _card_stands(case: Case) -> Sentence:
    """Return that a card stands, and the trump that it makes against a named suit."""
    led = case.question.led
    if led is None or cards.is_joker(led) or case.rules.trump_by in NAMED_TRUMPS:
        return _CARD_STANDS()
    return _STANDS_AS_TRUMP(suit=cards.suit(led))


def wrong_leader(case: Case) -> ReasonedRemedy:
    """Return that a lead out of turn is taken back as long as that undoes no trick."""
    # A wrong lead that everybody followed is accepted; to undo it would show all hands.
    stands = case.question.trick_complete
    return ReasonedRemedy(
        case.remedy(RemedyAction.LEAD_STANDS if stands else RemedyAction.LEAD_TAKEN_BACK),
        outcome=_WRONG_LEAD(stands="yes" if stands else "no"),
        whys=(_NOT_THEIR_LEAD(player=case.offender_argument),),
        topics=("irregular.leader", "play.lead"),
    )


def hand_stopped_early(case: Case) -> ReasonedRemedy:
    """Return that the hand is played on, because nobody wins before the last trick."""
    remedy = case.remedy(RemedyAction.PLAY_ON)
    return ReasonedRemedy(remedy, _PLAY_OUT(), (_COUNT_AT_END(),), topics=("play.out",))
