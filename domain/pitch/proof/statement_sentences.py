"""Statements in sentences, cards of one hand, pile or trick together."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pitch.hand.deals import Deal
from pitch.hand.records import Listed
from pitch.messages import (
    CARD,
    CHOICE,
    COUNT,
    PLAYER,
    POINT,
    SIDE,
    SUIT,
    Message,
    Sentence,
    Sentences,
    all_of,
    any_of,
)
from pitch.proof import statements

_TOOK: Final = Message("statement.took", side=SIDE, cards=all_of(CARD))
_DEALT: Final = Message("statement.dealt", player=PLAYER, cards=all_of(CARD))
_PLAYED: Final = Message("statement.played", trick=COUNT, cards=all_of(CARD))
_LED: Final = Message("statement.led_card", trick=COUNT, card=CARD)
_WHOLE_PILE: Final = Message("statement.whole_pile", side=SIDE, cards=all_of(CARD), listed=CHOICE)
_EMPTY_PILE: Final = Message("statement.whole_pile.none", side=SIDE, listed=CHOICE)
_USUAL: Final = {
    statements.TrumpIs: Message("statement.trump", suit=SUIT),
    statements.PitcherAmong: Message("statement.pitcher", players=any_of(PLAYER)),
    statements.CalledCardIs: Message("statement.called_card", card=CARD),
    statements.PartnerIs: Message("statement.partner", player=PLAYER),
    statements.TrumpsAre: Message("statement.trumps", side=SIDE, trumps=COUNT),
    statements.TricksAre: Message("statement.tricks", side=SIDE, tricks=COUNT),
    statements.LowWasDealtTo: Message("statement.low_dealt", player=PLAYER),
    statements.PointGoesTo: Message("statement.point", point=POINT, side=SIDE),
    statements.PointCardIs: Message("statement.point_card", point=POINT, card=CARD),
    statements.PointInPlay: Message("statement.in_play", point=POINT, was=CHOICE),
    statements.GameIsTied: Message("statement.tied"),
    statements.PipsAre: Message("statement.counted", side=SIDE, counted=COUNT),
    statements.PointsAre: Message("statement.points", side=SIDE, points=COUNT),
    statements.TogetherAre: Message("statement.points.together", who=CHOICE, points=COUNT),
    statements.LedTrick: Message("statement.leader", player=PLAYER, trick=COUNT),
    statements.TookTrick: Message("statement.winner", player=PLAYER, trick=COUNT),
    statements.HadToSpare: Message("statement.to_spare", side=SIDE, card=CARD),
    statements.OutOfTrick: Message("statement.out", player=PLAYER, trick=COUNT),
}


def sentences(conflict: Sequence[statements.Statement], deal: Deal) -> Sentences:
    """Return statements as sentences, in their order; twenty cards of one pile are one sentence."""
    groups: dict[object, list[statements.Statement]] = {}
    for statement in conflict:
        groups.setdefault(_group_key(statement), []).append(statement)
    return tuple(_group_sentence(group, deal) for group in groups.values())


def sentence(statement: statements.Statement, deal: Deal) -> Sentence:
    """Return a statement as a sentence."""
    return _group_sentence((statement,), deal)


def _group_key(statement: statements.Statement) -> object:
    match statement:
        case statements.InPile(side, _):
            return ("pile", side)
        case statements.WasDealt(seat, _):
            return ("holding", seat)
        case statements.PlayedToTrick(trick, _, _):
            return ("trick", trick)
    return statement


def _group_sentence(group: Sequence[statements.Statement], deal: Deal) -> Sentence:
    """Return the sentence of the cards of one place, or of one other statement."""
    card_argument, first = deal.pack.card_argument, group[0]
    cards = tuple(
        card_argument(statement.card)
        for statement in group
        if isinstance(statement, statements.InPile | statements.WasDealt | statements.PlayedToTrick)
    )
    match first:
        case statements.InPile(side, _):
            return _TOOK(side=deal.side(side), cards=cards)
        case statements.WasDealt(seat, _):
            return _DEALT(player=deal.player(seat), cards=cards)
        case statements.PlayedToTrick(trick, 0, card) if len(group) == 1:
            return _LED(trick=trick + 1, card=card_argument(card))
        case statements.PlayedToTrick(trick, _, _):
            return _PLAYED(trick=trick + 1, cards=cards)
        case statements.NothingElseInPile():
            return _pile_sentence(first, deal)
    arguments = {}
    for field in first.__struct_fields__:
        name, convert = _ARGUMENTS.get(field, (field, _unchanged))
        arguments[name] = convert(deal, getattr(first, field))
    return _USUAL[type(first)](**arguments)


def _pile_sentence(pile: statements.NothingElseInPile, deal: Deal) -> Sentence:
    """Return the sentence that a pile has no other cards than these."""
    side, listed = deal.side(pile.side), "all" if pile.listed is Listed.ALL else "scoring"
    if not pile.cards:
        return _EMPTY_PILE(side=side, listed=listed)
    return _WHOLE_PILE(side=side, cards=map(deal.pack.card_argument, pile.cards), listed=listed)


def _unchanged(_deal: Deal, value: object) -> object:
    return value


_ARGUMENTS: Final[dict[str, tuple[str, Callable[[Deal, Any], Any]]]] = {
    "seat": ("player", Deal.player),
    "seats": ("players", lambda deal, seats: map(deal.player, seats)),
    "side": ("side", Deal.side),
    "card": ("card", lambda deal, card: deal.pack.card_argument(card)),
    "trick": ("trick", lambda _deal, trick: trick + 1),
    "was": ("was", lambda _deal, was: "yes" if was else "no"),
    "is_pitching": ("who", lambda _deal, is_pitching: "pitching" if is_pitching else "others"),
    "pips": ("counted", _unchanged),
}
"""By field of a statement, the name of its argument in a sentence, and its conversion; other fields
are arguments as they are."""
