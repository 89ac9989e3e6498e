"""Remedies of calls and cards out of their turn or place (C16, C24, C25, C77)."""

from typing import Final

from pitch import cards, seats
from pitch.calls import Call
from pitch.messages import BID, CARD, CHOICE, PLAYER, SIDE, SUIT, Message, Sentence
from pitch.rules import packs
from pitch.rules.choices import (
    NAMED_TRUMPS,
    CallOutOfTurn,
    PitchedJoker,
    TrumpBy,
)
from pitch.rules.options import Rules
from pitch.rulings import questions
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction
from pitch.rulings.incidents import IrregularityQuestion
from pitch.seats import Table
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


def call_out_of_turn(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C16: the call is void; what more it costs is up to the house."""
    side = seats.side_of(table, question.offender)
    named = questions.side_arguments(question, table)[side]
    highest = {
        CallOutOfTurn.CAPPED: question.call,
        CallOutOfTurn.SIDE_BARRED: Call.PASS,
        CallOutOfTurn.NO_PENALTY: None,
    }[rules.call_out_of_turn]
    if highest is None:
        is_capped = rules.call_out_of_turn is CallOutOfTurn.CAPPED
        costs = _CAPPED_AT_IT(side=named) if is_capped else _FREE()
    else:
        is_pass = highest is Call.PASS
        costs = _PASS_ONLY(side=named) if is_pass else _CAPPED(side=named, call=highest)
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.CALL_VOID, offending_side=side, highest_bid=highest),
        outcome=_VOID_CALL(),
        details=(costs,),
        whys=(_NOT_IN_TURN(player=questions.player_arguments(question, table)[question.offender]),),
        topics=("irregular.call", "bid.order"),
    )


def card_pulled_back(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C24: a lead that is not of the named suit is replaced; another stands or not."""
    side = seats.side_of(table, question.offender)
    is_not_named = _is_not_named(question, rules, table)
    is_trumps_only = rules.follow is Follow.TRUMPS_ONLY
    # Before the house is asked: where a lead has to be of the named suit no custom lets another
    # stand.
    if (rules.trump_by is TrumpBy.NAMED_AND_LED or is_trumps_only) and is_not_named:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome=_LEAD_NAMED(card=question.led, suit=question.named),
            whys=(_NOT_NAMED(card=question.led, suit=question.named),),
            topics=("play.follow",) if is_trumps_only else ("play.trump",),
        )
    if _is_barred_joker(question, rules):
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
            outcome=_LEAD_SUIT(),
            whys=(_JOKER_BARRED(),),
            topics=("play.trump",),
        )
    if rules.led_card_stands:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.CARD_STANDS, offending_side=side),
            outcome=_stands(question, rules) if is_not_named else _CARD_STANDS(),
            whys=(_WAS_LED(),),
            topics=("irregular.led", "play.trump"),
        )
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.CARD_TAKEN_BACK, offending_side=side),
        outcome=_MAY_TAKE_BACK(),
        whys=(_NOT_FINAL(),),
        topics=("irregular.led",),
    )


def _is_not_named(question: IrregularityQuestion, rules: Rules, table: Table) -> bool:
    """Whether a card was led that is not of the suit that was named."""
    if question.led is None or question.named is None:
        return False
    return packs.for_table(rules, table).suit_of(question.led, question.named) != question.named


def _is_barred_joker(question: IrregularityQuestion, rules: Rules) -> bool:
    """Whether a joker was led where the first card led makes trump, and it makes none."""
    makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
    is_barred = makes_trump and rules.pitched_joker is PitchedJoker.BARRED
    return question.led is not None and is_barred and cards.is_joker(question.led)


def _stands(question: IrregularityQuestion, rules: Rules) -> Sentence:
    """That a card stands, and what it makes trump where another suit had been named."""
    is_suited = question.led is not None and not cards.is_joker(question.led)
    if question.led is None or not is_suited or rules.trump_by in NAMED_TRUMPS:
        return _CARD_STANDS()
    return _STANDS_AS_TRUMP(suit=cards.suit(question.led))


def wrong_leader(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """C25: a lead out of turn is taken back as long as that undoes no trick."""
    # A wrong lead that everybody followed is accepted; to undo it would show all hands.
    stands = question.trick_complete
    return ReasonedRemedy(
        remedy=Remedy(
            action=RemedyAction.LEAD_STANDS if stands else RemedyAction.LEAD_TAKEN_BACK,
            offending_side=seats.side_of(table, question.offender),
        ),
        outcome=_WRONG_LEAD(stands="yes" if stands else "no"),
        whys=(
            _NOT_THEIR_LEAD(player=questions.player_arguments(question, table)[question.offender]),
        ),
        topics=("irregular.leader", "play.lead"),
    )


def hand_stopped_early(
    question: IrregularityQuestion,
    rules: Rules,  # noqa: ARG001
    table: Table,
) -> ReasonedRemedy:
    """C77: nobody wins before the last trick."""
    return ReasonedRemedy(
        remedy=Remedy(
            action=RemedyAction.PLAY_ON, offending_side=seats.side_of(table, question.offender)
        ),
        outcome=_PLAY_OUT(),
        whys=(_COUNT_AT_END(),),
        topics=("play.out",),
    )
