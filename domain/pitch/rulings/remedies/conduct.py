"""Remedies of what was said, and of what was written down wrong (C86, C87)."""

from typing import Final

from pitch import seats
from pitch.messages import COUNT, SIDE, Message
from pitch.rules.options import Rules
from pitch.rulings import questions
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction
from pitch.rulings.incidents import IrregularityQuestion
from pitch.rulings.remedies import settlements
from pitch.seats import Table

_WARNED: Final = Message("ruling.remedy.warned", side=SIDE)
_FIRST_TIME: Final = Message("ruling.remedy.why.first_time")
_LOSES: Final = Message("ruling.remedy.loses", side=SIDE, points=COUNT)
_WARNED_BEFORE: Final = Message("ruling.remedy.why.warned_before", side=SIDE)
_SCORE_STANDS: Final = Message("ruling.remedy.score_stands")
_FINAL: Final = Message("ruling.remedy.why.final")
_ADD_AGAIN: Final = Message("ruling.remedy.add_again")
_NOT_OVER: Final = Message("ruling.remedy.why.not_over")


def table_talk(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C86: a warning, then points."""
    side = seats.side_of(table, question.offender)
    named = questions.side_arguments(question, table)[side]
    if not question.warned:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.WARNING, offending_side=side),
            outcome=_WARNED(side=named),
            whys=(_FIRST_TIME(),),
            topics=("irregular.talk",),
        )
    lost = rules.table_talk_loses
    return ReasonedRemedy(
        remedy=settlements.fine(side, lost, table),
        outcome=_LOSES(side=named, points=lost),
        whys=(_WARNED_BEFORE(side=named),),
        topics=("irregular.talk",),
    )


def wrong_score(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:  # noqa: ARG001
    """C87: corrected while the match lasts; every later hand is reckoned again."""
    side = seats.side_of(table, question.offender)
    # Until then a wrong score is mended, though that may show that the match had ended before
    # (C87).
    if question.match_over:
        return ReasonedRemedy(
            remedy=Remedy(action=RemedyAction.SCORE_STANDS, offending_side=side),
            outcome=_SCORE_STANDS(),
            whys=(_FINAL(),),
            topics=("irregular.score",),
        )
    return ReasonedRemedy(
        remedy=Remedy(action=RemedyAction.SCORE_CORRECTED, offending_side=side),
        outcome=_ADD_AGAIN(),
        whys=(_NOT_OVER(),),
        topics=("irregular.score", "win.out"),
    )
