"""Sentences of the rules on trumps and the play of the cards."""

from typing import Final

from pitch.cards import JokerRank
from pitch.messages import CARD, CHOICE, COUNT, RANK, Message, Sentences, all_of
from pitch.rules import packs
from pitch.rules.called_partners import PARTNER_PLAY
from pitch.rules.choices import Draw, RestTo, TrumpBy
from pitch.rules.options import Rules
from pitch.rules.writers import Writer
from pitch.tricks import Follow

_ORDER: Final = Message("clause.play.order", cards=all_of(CARD))
_OFF: Final = Message("clause.play.off", rank=RANK)
_OFF_TRUMP: Final = Message("clause.play.off_trump")
_JOKERS: Final = Message("clause.play.jokers", order=CHOICE)
_JOKER_TRUMP: Final = Message("clause.play.joker_trump")
_JOKER_APART: Final = Message("clause.play.joker_apart")
_JOKER_LED: Final = Message("clause.play.joker_led")
_PITCHED: Final = Message("clause.play.pitched", joker=CHOICE)
_TRUMP: Final = Message("clause.play.trump", by=CHOICE)
_TRUMP_NAMED: Final = Message("clause.play.trump_named")
_DRAW: Final = Message("clause.play.draw")
_DRAW_FILLED: Final = Message("clause.play.draw_filled", cards=COUNT)
_DRAW_ANY: Final = Message("clause.play.draw_any", cards=COUNT)
_REST: Final = Message("clause.play.rest")
_REST_TAKEN: Final = Message("clause.play.rest_taken", taker=CHOICE, cards=COUNT)
_SURPLUS: Final = Message("clause.play.surplus", cards=COUNT, fate=CHOICE)
_LEAD: Final = Message("clause.play.lead")
_LEAD_PASSES: Final = Message("clause.play.lead_passes")
_FOLLOW: Final = Message("clause.play.follow", follow=CHOICE)
_VOID: Final = Message("clause.play.void", trumps=CHOICE)
_TRICK: Final = Message("clause.play.trick", trumps=CHOICE)
_ANY: Final = Message("clause.play.any", trumps=CHOICE)
_OUT: Final = Message("clause.play.out", trumps=CHOICE)


def _order(rules: Rules) -> Sentences | None:
    """Return the order of trumps if jokers or off-cards are among them."""
    has_ranked_jokers = rules.jokers and rules.joker_rank is not JokerRank.APART
    if not rules.off_cards and not has_ranked_jokers:
        return None
    # The order is the same for every trump suit and for a stripped pack.
    pack = packs.full_pack(rules)
    order = [pack.card_argument(card) for card in reversed(pack.trumps("S"))]
    off_cards = [_OFF(rank=rank) for rank in rules.off_cards]
    return _ORDER(cards=order), *off_cards, *((_OFF_TRUMP(),) if off_cards else ())


def _joker(rules: Rules) -> Sentences | None:
    if not rules.jokers:
        return None
    which = (_JOKERS(order=rules.joker_order),) if rules.jokers == 2 else ()
    if rules.joker_rank is JokerRank.APART:
        return *which, _JOKER_APART(), _JOKER_LED()
    return *which, _JOKER_TRUMP()


def _pitched(rules: Rules) -> Sentences | None:
    if not rules.jokers or rules.trump_by is not TrumpBy.FIRST_CARD:
        return None
    return (_PITCHED(joker=rules.pitched_joker),)


def _draw(rules: Rules) -> Sentences | None:
    match rules.draw:
        case Draw.NONE:
            return None
        case Draw.NON_TRUMPS:
            return _DRAW(), _DRAW_FILLED(cards=rules.keep)
        case Draw.ANY:
            return (_DRAW_ANY(cards=rules.draw_most),)


def _rest(rules: Rules) -> Sentences | None:
    if rules.draw is not Draw.NON_TRUMPS:
        return None
    if rules.rest_to is RestTo.NOBODY:
        return (_REST(),)
    return (_REST_TAKEN(taker=rules.rest_to, cards=rules.keep),)


def _surplus(rules: Rules) -> Sentences | None:
    if rules.draw is not Draw.NON_TRUMPS:
        return None
    return (_SURPLUS(cards=rules.keep, fate=rules.surplus),)


def _trump(rules: Rules) -> Sentences:
    # If only trumps are played, the first lead is a trump anyway.
    if rules.trump_by is TrumpBy.NAMED and rules.follow is Follow.TRUMPS_ONLY:
        return (_TRUMP_NAMED(),)
    return (_TRUMP(by=rules.trump_by),)


def _lead(rules: Rules) -> Sentences:
    if rules.follow is Follow.TRUMPS_ONLY:
        return _LEAD(), _LEAD_PASSES()
    return (_LEAD(),)


def _follow(rules: Rules) -> Sentences:
    return (_FOLLOW(follow=rules.follow),)


def _by_trumps(message: Message) -> Writer:
    """Return a writer whose sentence depends on whether only trumps are played."""
    among = {True: (message(trumps="only"),), False: (message(trumps="among_others"),)}
    return lambda rules: among[rules.follow is Follow.TRUMPS_ONLY]


PLAY: Final[dict[str, Writer]] = {
    "play.order": _order,
    "play.joker": _joker,
    "play.pitched": _pitched,
    "play.trump": _trump,
    **PARTNER_PLAY,
    "play.draw": _draw,
    "play.rest": _rest,
    "play.surplus": _surplus,
    "play.lead": _lead,
    "play.follow": _follow,
    "play.void": _by_trumps(_VOID),
    "play.trick": _by_trumps(_TRICK),
    "play.any": _by_trumps(_ANY),
    "play.out": _by_trumps(_OUT),
}
