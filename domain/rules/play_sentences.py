"""What the rules say of trumps and of the play of the cards."""

from typing import Final

from domain.rules.options import Rules, TrumpBy
from domain.rules.remedy_sentences import Sentence, always


def _trump(rules: Rules) -> str:
    if rules.trump_by is TrumpBy.FIRST_CARD:
        return "The suit of the first card that the pitcher leads is trump for the hand."
    return "The pitcher names the trump suit and must lead a card of it to the first trick."


PLAY: Final[dict[str, Sentence]] = {
    "play.trump": _trump,
    "play.lead": always("The pitcher leads to the first trick, the winner of a trick to the next."),
    "play.follow": always("A player who can follow suit must follow suit or play a trump."),
    "play.void": always("A player who cannot follow suit may play any card."),
    "play.trick": always(
        "The highest trump wins the trick, else the highest card of the suit led."
    ),
    "play.any": always("Any card may be led to the second trick and those after it."),
    "play.out": always("Every hand is played to its last trick and scored after that."),
}
