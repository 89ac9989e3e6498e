"""What the rules say of trumps and of the play of the cards."""

from typing import Final

from domain import cards
from domain.cards import JokerOrder, JokerRank, Pack
from domain.rules import packs
from domain.rules.called_partners import PARTNER_PLAY
from domain.rules.choices import Draw, PitchedJoker, RestTo, Surplus, TrumpBy
from domain.rules.options import Rules
from domain.rules.remedy_sentences import Sentence
from domain.tricks import Follow
from domain.wording import counted, in_words


def _order(rules: Rules) -> str | None:
    """How trumps rank, where jokers and off-cards stand among them."""
    has_ranked_jokers = rules.jokers and rules.joker_rank is not JokerRank.APART
    if not rules.off_cards and not has_ranked_jokers:
        return None
    # Spades stand for whatever is trump, and the whole pack for a stripped one: the order is the
    # same.
    pack = packs.whole(rules)
    said = [_trump_said(card, pack) for card in reversed(pack.trumps("S"))]
    off = [
        f" The off-{name} is the {name} of the other suit of the same colour as trumps."
        for name in map(cards.rank_name, rules.off_cards)
    ]
    return f"Trumps rank, from the highest down: {', '.join(said)}.{''.join(off)}"


def _trump_said(card: str, pack: Pack) -> str:
    if cards.is_joker(card):
        return "joker" if len(pack.jokers) == 1 else cards.name(card)
    rank = cards.rank_name(cards.rank(card))
    return rank if cards.suit(card) == "S" else f"off-{rank}"


_WHICH_JOKER: Final = {
    JokerOrder.MARKED: "The high joker beats the low joker",
    JokerOrder.FIRST_PLAYED: "Of two jokers in a trick the first played beats the second",
    JokerOrder.LAST_PLAYED: "Of two jokers in a trick the second played beats the first",
}


def _joker(rules: Rules) -> str | None:
    if not rules.jokers:
        return None
    said = [f"{_WHICH_JOKER[rules.joker_order]}."] if rules.jokers == 2 else []
    if rules.joker_rank is JokerRank.APART:
        said.append(
            "A joker is no trump: it loses to every trump and beats all else, may always be "
            "played, and when it is led anything may be played to it."
        )
    else:
        said.append("A joker is a trump and is never Low.")
    return " ".join(said)


_PITCHED: Final = {
    PitchedJoker.BARRED: "The pitcher may not lead a joker first while he has another card.",
    PitchedJoker.SPADES: "A joker that the pitcher leads first makes spades trump.",
    PitchedJoker.NAMES_ANY: "A pitcher who leads a joker first names any suit as trump.",
}


def _pitched(rules: Rules) -> str | None:
    if not rules.jokers or rules.trump_by is not TrumpBy.FIRST_CARD:
        return None
    return _PITCHED[rules.pitched_joker]


def _draw(rules: Rules) -> str | None:
    match rules.draw:
        case Draw.NONE:
            return None
        case Draw.NON_TRUMPS:
            return (
                "When trump is named everybody throws away what is no trump and is filled up to "
                f"{in_words(rules.keep)} cards."
            )
        case Draw.ANY:
            return (
                f"Everybody may throw away up to {counted(rules.draw_most, 'card')} "
                "and is dealt as many."
            )


def _rest(rules: Rules) -> str | None:
    if rules.draw is not Draw.NON_TRUMPS:
        return None
    if rules.rest_to is RestTo.NOBODY:
        return "What is left of the pack after the draw is out of play."
    return (
        f"The {rules.rest_to.value} takes all that is left of the pack "
        f"and keeps {in_words(rules.keep)} cards, every trump first."
    )


_SURPLUS: Final = {
    Surplus.BURNED: "puts the others out of play, and what they are worth is nobody's",
    Surplus.TO_OPPONENTS: "gives the others to the opponents, who have taken them",
    Surplus.ON_FIRST_TRICK: "plays the others to the first trick together with a card",
}


def _surplus(rules: Rules) -> str | None:
    if rules.draw is not Draw.NON_TRUMPS:
        return None
    return f"Who has more than {in_words(rules.keep)} trumps {_SURPLUS[rules.surplus]}."


_TRUMP: Final = {
    TrumpBy.FIRST_CARD: "The suit of the first card that the pitcher leads is trump for the hand.",
    TrumpBy.NAMED_AND_LED: (
        "The pitcher names the trump suit and must lead a card of it to the first trick."
    ),
    TrumpBy.NAMED: "The pitcher names the trump suit and may lead any card to the first trick.",
}


def _trump(rules: Rules) -> str:
    if rules.trump_by is TrumpBy.NAMED and rules.follow is Follow.TRUMPS_ONLY:
        return "The pitcher names the trump suit."
    return _TRUMP[rules.trump_by]


_LEAD: Final = "The pitcher leads to the first trick, the winner of a trick to the next"
_FOLLOW: Final = {
    Follow.FOLLOW_OR_TRUMP: "A player who can follow suit must follow suit or play a trump.",
    Follow.FOLLOW_SUIT: "A player who can follow suit must follow suit.",
    Follow.TRUMPS_ONLY: "Only trumps are led and played; who has one must play one.",
}


def _lead(rules: Rules) -> str:
    if rules.follow is Follow.TRUMPS_ONLY:
        return f"{_LEAD}; if he has no trump left, the next on his left who has one leads."
    return f"{_LEAD}."


def _follow(rules: Rules) -> str:
    return _FOLLOW[rules.follow]


def _void(rules: Rules) -> str:
    if rules.follow is Follow.TRUMPS_ONLY:
        return "A player without a trump is out of the hand and plays no more."
    return "A player who cannot follow suit may play any card."


def _trick(rules: Rules) -> str:
    if rules.follow is Follow.TRUMPS_ONLY:
        return "The highest trump wins the trick."
    return "The highest trump wins the trick, else the highest card of the suit led."


def _any(rules: Rules) -> str:
    card = "trump" if rules.follow is Follow.TRUMPS_ONLY else "card"
    return f"Any {card} may be led to the second trick and those after it."


def _out(rules: Rules) -> str:
    if rules.follow is Follow.TRUMPS_ONLY:
        return "Every hand is played until nobody has a trump left, and scored after that."
    return "Every hand is played to its last trick and scored after that."


PLAY: Final[dict[str, Sentence]] = {
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
    "play.void": _void,
    "play.trick": _trick,
    "play.any": _any,
    "play.out": _out,
}
