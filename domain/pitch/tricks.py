"""Tricks: what may be played to one, and which card wins it."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from pitch.cards import JOKER, PACK, JokerOrder, Pack


class Follow(StrEnum):
    """What may be played to a suit that was led by a player who has it.

    `follow_or_trump`: that suit or a trump. `follow_suit`: only that suit. `trumps_only`: nobody
    leads or plays anything but trumps, and a player without any is out.
    """

    FOLLOW_OR_TRUMP = "follow_or_trump"
    FOLLOW_SUIT = "follow_suit"
    TRUMPS_ONLY = "trumps_only"


def legal_plays(
    held: Iterable[str],
    played: Sequence[str],
    trump: str | None,
    pack: Pack = PACK,
    follow: Follow = Follow.FOLLOW_OR_TRUMP,
) -> tuple[str, ...]:
    """The cards that may be played from a hand to what was played before in the trick.

    Who can follow suit follows, or plays a trump where the rules let him ruff; who cannot plays
    anything, and so does the leader (`play.follow`, `play.void`; S0.play.plain). Where only trumps
    are played, no card is legal to who has none. The lead to the first trick is another matter.
    """
    choices, suits = tuple(held), pack.ranking(trump).suits
    if follow is Follow.TRUMPS_ONLY:
        return tuple(card for card in choices if suits[card] == trump)
    # A joker that is no trump is of no suit, so nobody can follow it.
    if not played or suits[played[0]] == JOKER:
        return choices
    led = suits[played[0]]
    # Void in the suit led there is no duty to trump (S0.play.void).
    if not any(suits[card] == led for card in choices):
        return choices
    # A joker apart may always be played, for it is of no suit.
    allowed = {led, JOKER} if follow is Follow.FOLLOW_SUIT else {led, trump, JOKER}
    return tuple(card for card in choices if suits[card] in allowed)


def winning_card(played: Sequence[str], trump: str | None, pack: Pack = PACK) -> str:
    """The card that wins a trick: the highest trump, else the highest of the suit led (S0.trick).

    A joker apart loses to every trump and beats all else. `trump` is None where nobody knows it:
    then only the suit led is compared.
    """
    ranking = pack.ranking(trump)
    suits, order = ranking.suits, ranking.order
    vying: list[str] = []
    # A trump beats every other suit, so only trumps vie if there is one (S0.trick).
    for suit in (trump, JOKER, suits[played[0]]):
        vying = vying or [card for card in played if suits[card] == suit]
    # Of equals, which only jokers are, `max` takes the first; where the last wins it has to see
    # them the other way round.
    is_last = pack.joker_order is JokerOrder.LAST_PLAYED
    return max(reversed(vying) if is_last else vying, key=order.__getitem__)


def winner(
    leader: int, played: Sequence[str], trump: str | None, players: int, pack: Pack = PACK
) -> int:
    """The seat that wins a trick whose cards are in playing order from the leader's on."""
    return (leader + played.index(winning_card(played, trump, pack))) % players
