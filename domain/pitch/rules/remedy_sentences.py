"""Sentences of the rules on irregularities, on which every document is silent."""

from typing import Final

from pitch.messages import CHOICE, COUNT, Message, Sentences
from pitch.rules.choices import Misdeal, Revoke
from pitch.rules.options import Rules
from pitch.rules.writers import Writer, always, plays_alone, scorer

_OUT_OF_TURN: Final = Message("clause.irregular.call")
_OUT_OF_TURN_COSTS: Final = Message("clause.irregular.call_costs.side", cost=CHOICE)
_OUT_OF_TURN_COSTS_ALONE: Final = Message("clause.irregular.call_costs.alone", cost=CHOICE)
_LED: Final = Message("clause.irregular.led", stands=CHOICE)
_LEADER: Final = Message("clause.irregular.leader")
_REVOKE: Final = Message("clause.irregular.revoke")
_REVOKE_COSTS: Final = Message("clause.irregular.revoke_costs.side", points=COUNT, remedy=CHOICE)
_REVOKE_COSTS_ALONE: Final = Message(
    "clause.irregular.revoke_costs.alone", points=COUNT, remedy=CHOICE
)
_REVOKE_LOSES: Final = Message("clause.irregular.revoke_loses", who=CHOICE, points=COUNT)
_REVOKE_SPARES: Final = Message("clause.irregular.revoke_spares")
_MISDEAL: Final = Message("clause.irregular.misdeal")
_MISDEAL_DEALER: Final = Message("clause.irregular.misdeal_dealer", dealer=CHOICE)
_MISDEAL_GIVES: Final = Message("clause.irregular.misdeal_gives", who=CHOICE, points=COUNT)
_EXPOSED: Final = Message("clause.irregular.exposed", remedy=CHOICE)
_TALK: Final = Message("clause.irregular.talk", who=CHOICE, points=COUNT)
_SCORE: Final = Message("clause.irregular.score")


def _out_of_turn(rules: Rules) -> Sentences:
    costs = _OUT_OF_TURN_COSTS_ALONE if plays_alone(rules) else _OUT_OF_TURN_COSTS
    return _OUT_OF_TURN(), costs(cost=rules.call_out_of_turn)


def _led(rules: Rules) -> Sentences:
    return (_LED(stands="yes" if rules.led_card_stands else "no"),)


def _revoke(rules: Rules) -> Sentences:
    if rules.revoke is Revoke.POINTS_LOST:
        return _REVOKE(), _REVOKE_LOSES(who=scorer(rules), points=rules.revoke_penalty)
    costs = _REVOKE_COSTS_ALONE if plays_alone(rules) else _REVOKE_COSTS
    costly = costs(points=rules.unbid_revoke_penalty, remedy=rules.revoke)
    spares = (_REVOKE_SPARES(),) if rules.revoke is Revoke.SET_BACK else ()
    return _REVOKE(), costly, *spares


def _misdeal(rules: Rules) -> Sentences:
    if rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        return _MISDEAL(), _MISDEAL_GIVES(who=scorer(rules), points=rules.misdeal_penalty)
    return _MISDEAL(), _MISDEAL_DEALER(dealer=rules.misdeal)


def _exposed(rules: Rules) -> Sentences:
    return (_EXPOSED(remedy=rules.exposed_card),)


def _talk(rules: Rules) -> Sentences:
    return (_TALK(who=scorer(rules), points=rules.table_talk_penalty),)


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
