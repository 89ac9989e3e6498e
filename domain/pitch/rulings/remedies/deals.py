"""Remedies of the deal: a wrong number of cards, and a card that was seen (C84, C85)."""

from typing import Final

from pitch import seats
from pitch.messages import COUNT, Message
from pitch.rules.choices import (
    ExposedCard,
    Misdeal,
)
from pitch.rules.options import Rules
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction
from pitch.rulings.incidents import IrregularityQuestion
from pitch.rulings.remedies import settlements
from pitch.seats import Table

_HAND_STANDS: Final = Message("ruling.remedy.hand_stands")
_SCORED_ALREADY: Final = Message("ruling.remedy.why.scored_already")
_REDEAL_PAID: Final = Message("ruling.remedy.redeal_paid", points=COUNT)
_WRONG_CARDS: Final = Message("ruling.remedy.why.wrong_cards", cards=COUNT)
_DEAL_AGAIN: Final = Message("ruling.remedy.deal_again")
_SEEN_EARLY: Final = Message("ruling.remedy.why.seen_early")
_PLAY_WITH: Final = Message("ruling.remedy.play_with")
_LIKE_ANY: Final = Message("ruling.remedy.why.like_any")


def misdeal(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C84: dealt again, unless the hand was already scored."""
    side = seats.side_of(table, question.offender)
    topics = ("irregular.misdeal",)
    if question.hand_scored:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.SCORE_STANDS, offending_side=side),
            outcome=_HAND_STANDS(),
            whys=(_SCORED_ALREADY(),),
            topics=topics,
        )
    dealer = _dealer(question)
    given: dict[int, int] = {}
    outcome = settlements.DEALT_AGAIN(dealer=Misdeal.SAME_DEALER)
    if rules.misdeal is Misdeal.NEXT_DEALER:
        # Some houses let a misdeal cost the deal; most give it to the same player again.
        dealer = seats.next_seat(table, dealer)
        outcome = settlements.DEALT_AGAIN(dealer=Misdeal.NEXT_DEALER)
    elif rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        given = {
            other: rules.misdeal_gives for other in range(seats.side_count(table)) if other != side
        }
        outcome = _REDEAL_PAID(points=rules.misdeal_gives)
    return ReasonedRemedy(
        remedy=settlements.redeal(question, table, dealer, given),
        outcome=outcome,
        whys=(_WRONG_CARDS(cards=table.dealt),),
        topics=topics,
    )


def exposed_card(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C85: dealt again by the same dealer, or played on with."""
    if rules.exposed_card is ExposedCard.REDEAL:
        return ReasonedRemedy(
            remedy=settlements.redeal(question, table, _dealer(question), {}),
            outcome=_DEAL_AGAIN(),
            whys=(_SEEN_EARLY(),),
            topics=("irregular.exposed",),
        )
    side = seats.side_of(table, question.offender)
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.PLAY_ON, offending_side=side),
        outcome=_PLAY_WITH(),
        whys=(_LIKE_ANY(),),
        topics=("irregular.exposed",),
    )


def _dealer(question: IrregularityQuestion) -> int:
    """Who dealt: in a fault of the deal that is the offender, unless it is said."""
    return question.offender if question.dealer is None else question.dealer
