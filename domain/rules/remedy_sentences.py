"""What the rules say of irregularities, on which every document is silent."""

from collections.abc import Callable
from typing import Final

from domain.rules.choices import CallOutOfTurn, ExposedCard, Misdeal, Revoke
from domain.rules.options import Rules
from domain.wording import counted

Sentence = Callable[[Rules], str | None]
"""The sentence for a topic; None where the rules have nothing of the kind."""


def always(sentence: str) -> Sentence:
    """The same sentence under all rules."""
    return lambda _rules: sentence


_OUT_OF_TURN: Final = {
    CallOutOfTurn.CAPPED: "the offender's side may then bid no higher than that call",
    CallOutOfTurn.SIDE_BARRED: "the offender's side may then only pass",
    CallOutOfTurn.NO_PENALTY: "it costs nothing",
}


def _out_of_turn(rules: Rules) -> str:
    cost = _OUT_OF_TURN[rules.call_out_of_turn]
    return f"A call out of turn is void and the turn goes back; {cost}."


def _led(rules: Rules) -> str:
    if rules.led_card_stands:
        return "A card that was led in turn and by the rules stands and is not pulled back."
    return "A card that was led may be pulled back until the next player has played."


def _revoke(rules: Rules) -> str:
    remedy = {
        Revoke.SET_BACK: (
            "the offender's side scores nothing and loses the number bid (2 if there was no bid) "
            "and cannot go out, and a pitcher who did not offend cannot be set"
        ),
        Revoke.VOID_AND_REDEAL: "the hand is void and the same dealer deals again",
        Revoke.TAKE_BACK_ONLY: "it stands and costs nothing",
        Revoke.POINTS_LOST: (
            f"the hand counts and the offender's side loses {counted(rules.revoke_loses, 'point')}"
        ),
    }[rules.revoke]
    return f"A revoke is corrected until its trick is quitted; after that {remedy}."


def _misdeal(rules: Rules) -> str:
    remedy = {
        Misdeal.SAME_DEALER: "the same dealer deals again",
        Misdeal.NEXT_DEALER: "the next dealer deals",
        Misdeal.POINTS_TO_OTHERS: (
            f"the other sides get {counted(rules.misdeal_gives, 'point')} each "
            "and the same dealer deals again"
        ),
    }[rules.misdeal]
    return f"A misdeal found before the hand is scored makes it void: {remedy}."


def _exposed(rules: Rules) -> str:
    if rules.exposed_card is ExposedCard.REDEAL:
        return "When a card is exposed in the deal, the same dealer deals again."
    return "When a card is exposed in the deal, play goes on with it."


def _talk(rules: Rules) -> str:
    return (
        "Table talk is first warned about; after that each time "
        f"costs the side {counted(rules.table_talk_loses, 'point')}."
    )


REMEDIES: Final[dict[str, Sentence]] = {
    "irregular.call": _out_of_turn,
    "irregular.led": _led,
    "irregular.leader": always(
        "A lead by the wrong player is taken back while the trick is not complete; "
        "after that it stands."
    ),
    "irregular.revoke": _revoke,
    "irregular.misdeal": _misdeal,
    "irregular.exposed": _exposed,
    "irregular.talk": _talk,
    "irregular.score": always(
        "A wrong score may be corrected until the match ends, "
        "and everything after it is reckoned again."
    ),
}
