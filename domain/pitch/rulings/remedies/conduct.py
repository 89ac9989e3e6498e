"""Remedies of table talk, and of scores written down wrong (C86, C87)."""

from typing import Final

from pitch.messages import COUNT, SIDE, Message
from pitch.rulings.answers import ReasonedRemedy, RemedyAction
from pitch.rulings.remedies.cases import Case

_WARNED: Final = Message("ruling.remedy.warned", side=SIDE)
_FIRST_TIME: Final = Message("ruling.remedy.why.first_time")
_LOSES: Final = Message("ruling.remedy.loses", side=SIDE, points=COUNT)
_WARNED_BEFORE: Final = Message("ruling.remedy.why.warned_before", side=SIDE)
_SCORE_STANDS: Final = Message("ruling.remedy.score_stands")
_FINAL: Final = Message("ruling.remedy.why.final")
_ADD_AGAIN: Final = Message("ruling.remedy.add_again")
_NOT_OVER: Final = Message("ruling.remedy.why.not_over")


def table_talk(case: Case) -> ReasonedRemedy:
    """C86: a warning, then points."""
    side, topics = case.side_argument, ("irregular.talk",)
    if not case.question.warned:
        remedy = case.remedy(RemedyAction.WARNING)
        return ReasonedRemedy(remedy, _WARNED(side=side), (_FIRST_TIME(),), topics=topics)
    points = case.rules.table_talk_loses
    outcome, why = _LOSES(side=side, points=points), _WARNED_BEFORE(side=side)
    return ReasonedRemedy(case.fine(points), outcome, (why,), topics=topics)


def wrong_score(case: Case) -> ReasonedRemedy:
    """C87: corrected while the match lasts; every later hand is scored again."""
    # Before the end a wrong score is corrected even if that shows that the match had ended (C87).
    if case.question.match_over:
        remedy = case.remedy(RemedyAction.SCORE_STANDS)
        return ReasonedRemedy(remedy, _SCORE_STANDS(), (_FINAL(),), topics=("irregular.score",))
    remedy = case.remedy(RemedyAction.SCORE_CORRECTED)
    topics = ("irregular.score", "win.out")
    return ReasonedRemedy(remedy, _ADD_AGAIN(), (_NOT_OVER(),), topics=topics)
