"""Remedies of the deal: a wrong number of cards, and a card that was seen (C84, C85)."""

from typing import Final

from pitch import seats
from pitch.messages import COUNT, Message
from pitch.rules.choices import ExposedCard, Misdeal
from pitch.rulings.answers import ReasonedRemedy, RemedyAction
from pitch.rulings.remedies import cases
from pitch.rulings.remedies.cases import Case

_HAND_STANDS: Final = Message("ruling.remedy.hand_stands")
_SCORED_ALREADY: Final = Message("ruling.remedy.why.scored_already")
_REDEAL_PAID: Final = Message("ruling.remedy.redeal_paid", points=COUNT)
_WRONG_CARDS: Final = Message("ruling.remedy.why.wrong_cards", cards=COUNT)
_DEAL_AGAIN: Final = Message("ruling.remedy.deal_again")
_SEEN_EARLY: Final = Message("ruling.remedy.why.seen_early")
_PLAY_WITH: Final = Message("ruling.remedy.play_with")
_LIKE_ANY: Final = Message("ruling.remedy.why.like_any")


def misdeal(case: Case) -> ReasonedRemedy:
    """C84: dealt again, unless the hand was already scored."""
    rules, table, topics = case.rules, case.table, ("irregular.misdeal",)
    if case.question.hand_scored:
        remedy = case.remedy(RemedyAction.SCORE_STANDS)
        return ReasonedRemedy(remedy, _HAND_STANDS(), (_SCORED_ALREADY(),), topics=topics)
    dealer = _dealer(case)
    points: dict[int, int] = {}
    outcome = cases.DEALT_AGAIN(dealer=Misdeal.SAME_DEALER)
    if rules.misdeal is Misdeal.NEXT_DEALER:
        # Some houses let a misdeal cost the deal; most give it to the same player again.
        dealer = seats.next_seat(table, dealer)
        outcome = cases.DEALT_AGAIN(dealer=Misdeal.NEXT_DEALER)
    elif rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        others = set(range(seats.side_count(table))) - {case.side}
        points = dict.fromkeys(others, rules.misdeal_gives)
        outcome = _REDEAL_PAID(points=rules.misdeal_gives)
    why = _WRONG_CARDS(cards=table.dealt)
    return ReasonedRemedy(case.redeal(dealer, points), outcome, (why,), topics=topics)


def exposed_card(case: Case) -> ReasonedRemedy:
    """C85: dealt again by the same dealer, or played on with."""
    topics = ("irregular.exposed",)
    if case.rules.exposed_card is ExposedCard.REDEAL:
        remedy = case.redeal(_dealer(case), {})
        return ReasonedRemedy(remedy, _DEAL_AGAIN(), (_SEEN_EARLY(),), topics=topics)
    remedy = case.remedy(RemedyAction.PLAY_ON)
    return ReasonedRemedy(remedy, _PLAY_WITH(), (_LIKE_ANY(),), topics=topics)


def _dealer(case: Case) -> int:
    """Return the dealer: for a fault of the deal the offender, unless the question tells."""
    dealer = case.question.dealer
    return case.question.offender if dealer is None else dealer
