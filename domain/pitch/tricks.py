"""Tricks: the legal plays to a trick, and the card that wins it."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from pitch.cards import JOKER, PACK, JokerOrder, Pack


class Follow(StrEnum):
    """The legal plays of a player who holds the suit led.

    `follow_or_trump`: that suit or a trump. `follow_suit`: only that suit. `trumps_only`: only
    trumps are led and played, and a player without any is out.
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
    """Return the cards of a hand that may follow the cards already in the trick.

    A player who holds the suit led follows it, or plays a trump if the rules allow it; anyone else
    plays any card, and so does the leader (`play.follow`, `play.void`; S0.play.plain). If only
    trumps are played, a player without any has no legal card. The first lead of a hand has further
    rules, which are not checked here.
    """
    choices, suits = tuple(held), pack.ranking(trump).suits
    if follow is Follow.TRUMPS_ONLY:
        return tuple(card for card in choices if suits[card] == trump)
    # A joker apart has no suit, so nobody can follow it.
    if not played or suits[played[0]] == JOKER:
        return choices
    led = suits[played[0]]
    # A player without the suit led need not trump (S0.play.void).
    if not any(suits[card] == led for card in choices):
        return choices
    # A joker apart may always be played because it has no suit.
    allowed = {led, JOKER} if follow is Follow.FOLLOW_SUIT else {led, trump, JOKER}
    return tuple(card for card in choices if suits[card] in allowed)


def winning_card(played: Sequence[str], trump: str | None, pack: Pack = PACK) -> str:
    """Return the card that wins a trick: the highest trump, else the highest of the suit led.

    A joker apart loses to every trump and beats all other cards. If `trump` is None, because it is
    unknown, only the suit led is compared (S0.trick).
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
    """Return the seat that wins a trick, whose cards begin with the leader's."""
    return (leader + played.index(winning_card(played, trump, pack))) % players
