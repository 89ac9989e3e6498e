"""Sentences of the rules on irregularities, on which every document is silent."""

from collections.abc import Callable
from typing import Final

from pitch.messages import CHOICE, COUNT, Message, Sentence, Sentences
from pitch.rules.choices import Misdeal, Revoke
from pitch.rules.options import Rules

Writer = Callable[[Rules], Sentences | None]
"""A function that returns the sentences of rules on a topic; None if they have none."""

_OUT_OF_TURN: Final = Message("clause.irregular.call")
_OUT_OF_TURN_COSTS: Final = Message("clause.irregular.call_costs", cost=CHOICE)
_LED: Final = Message("clause.irregular.led", stands=CHOICE)
_LEADER: Final = Message("clause.irregular.leader")
_REVOKE: Final = Message("clause.irregular.revoke")
_REVOKE_COSTS: Final = Message("clause.irregular.revoke_costs", remedy=CHOICE)
_REVOKE_LOSES: Final = Message("clause.irregular.revoke_loses", points=COUNT)
_REVOKE_SPARES: Final = Message("clause.irregular.revoke_spares")
_MISDEAL: Final = Message("clause.irregular.misdeal")
_MISDEAL_DEALER: Final = Message("clause.irregular.misdeal_dealer", dealer=CHOICE)
_MISDEAL_GIVES: Final = Message("clause.irregular.misdeal_gives", points=COUNT)
_EXPOSED: Final = Message("clause.irregular.exposed", remedy=CHOICE)
_TALK: Final = Message("clause.irregular.talk", points=COUNT)
_SCORE: Final = Message("clause.irregular.score")


def always(*sentences: Sentence) -> Writer:
    """Return a writer of the same sentences for all rules."""
    return lambda _rules: sentences


def _out_of_turn(rules: Rules) -> Sentences:
    return _OUT_OF_TURN(), _OUT_OF_TURN_COSTS(cost=rules.call_out_of_turn)


def _led(rules: Rules) -> Sentences:
    return (_LED(stands="yes" if rules.led_card_stands else "no"),)


def _revoke(rules: Rules) -> Sentences:
    match rules.revoke:
        case Revoke.SET_BACK:
            return _REVOKE(), _REVOKE_COSTS(remedy=rules.revoke), _REVOKE_SPARES()
        case Revoke.POINTS_LOST:
            return _REVOKE(), _REVOKE_LOSES(points=rules.revoke_loses)
        case _:
            return _REVOKE(), _REVOKE_COSTS(remedy=rules.revoke)


def _misdeal(rules: Rules) -> Sentences:
    if rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return _MISDEAL(), _MISDEAL_GIVES(points=rules.misdeal_gives)
    return _MISDEAL(), _MISDEAL_DEALER(dealer=rules.misdeal)


def _exposed(rules: Rules) -> Sentences:
    return (_EXPOSED(remedy=rules.exposed_card),)


def _talk(rules: Rules) -> Sentences:
    return (_TALK(points=rules.table_talk_loses),)


REMEDIES: Final[dict[str, Writer]] = {
    "irregular.call": _out_of_turn,
    "irregular.led": _led,
    "irregular.leader": always(_LEADER()),
    "irregular.revoke": _revoke,
    "irregular.misdeal": _misdeal,
    "irregular.exposed": _exposed,
    "irregular.talk": _talk,
    "irregular.score": always(_SCORE()),
}
