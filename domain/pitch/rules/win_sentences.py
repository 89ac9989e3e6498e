"""Sentences of the rules on winning the match."""

from typing import Final

from pitch.messages import CHOICE, COUNT, POINT, Message, Sentences, all_of
from pitch.rules.called_partners import PARTNER_WIN
from pitch.rules.choices import PITCHER_ALONE, GoingOut, SeveralOut
from pitch.rules.options import Rules
from pitch.rules.writers import Writer, scorer

_TARGET: Final = Message("clause.win.target", points=COUNT)
_HANDS: Final = Message("clause.win.hands", hands=COUNT)
_HANDS_TIE: Final = Message("clause.win.hands_tie")
_OUT_FIRST: Final = Message("clause.win.out_first", who=CHOICE)
_OUT_ELSE: Final = Message("clause.win.out_else", who=CHOICE)
_OUT_ANYONE: Final = Message("clause.win.out_anyone", who=CHOICE)
_OUT_PITCHER: Final = Message("clause.win.out_pitcher", who=CHOICE)
_MADE: Final = Message("clause.win.made")
_MADE_OR_SET: Final = Message("clause.win.made_or_set", who=CHOICE)
_IN_ORDER: Final = Message("clause.win.in_order", points=all_of(POINT))
_MOST: Final = Message("clause.win.most")
_MOST_PITCHER: Final = Message("clause.win.most_pitcher", who=CHOICE)
_TIE: Final = Message("clause.win.tie", who=CHOICE)
_TIE_OTHERS: Final = Message("clause.win.tie_others", who=CHOICE)


def _target(rules: Rules) -> Sentences | None:
    return None if rules.target is None else (_TARGET(points=rules.target),)


def _hands(rules: Rules) -> Sentences | None:
    return None if rules.hands is None else (_HANDS(hands=rules.hands), _HANDS_TIE())


def _out(rules: Rules) -> Sentences | None:
    if rules.target is None:
        return None
    match rules.going_out:
        case GoingOut.PITCHER_MADE_FIRST:
            return _OUT_FIRST(who=scorer(rules)), _OUT_ELSE(who=scorer(rules))
        case GoingOut.ANYONE:
            return (_OUT_ANYONE(who=scorer(rules)),)
        case _:
            return (_OUT_PITCHER(who=scorer(rules)),)


def _made(rules: Rules) -> Sentences | None:
    if rules.target is None:
        return None
    match rules.going_out:
        case GoingOut.PITCHER_MADE_ONLY:
            return (_MADE(),)
        case GoingOut.PITCHER_ONLY:
            return (_MADE_OR_SET(who=scorer(rules)),)
        case _:
            return None


def _several(rules: Rules) -> Sentences | None:
    if rules.target is None or rules.going_out in PITCHER_ALONE:
        return None
    match rules.several_out:
        case SeveralOut.COUNTING_ORDER:
            return (_IN_ORDER(points=rules.points),)
        case SeveralOut.HIGHEST_OR_PITCHER:
            return _MOST(), _MOST_PITCHER(who=scorer(rules))
        case SeveralOut.HIGHEST_OR_PLAY_ON:
            return (_MOST(),)


def _tie(rules: Rules) -> Sentences | None:
    if rules.target is None or rules.going_out in PITCHER_ALONE:
        return None
    match rules.several_out:
        case SeveralOut.COUNTING_ORDER:
            return None
        case SeveralOut.HIGHEST_OR_PITCHER:
            return (_TIE_OTHERS(who=scorer(rules)),)
        case SeveralOut.HIGHEST_OR_PLAY_ON:
            return (_TIE(who=scorer(rules)),)


WINNING: Final[dict[str, Writer]] = {
    "win.target": _target,
    "win.hands": _hands,
    "win.out": _out,
    "win.made": _made,
    **PARTNER_WIN,
    "win.several": _several,
    "win.tie": _tie,
}
