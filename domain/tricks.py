"""Tricks: what may be played to one, and which card wins it."""

from collections.abc import Iterable, Sequence

from domain import cards
from domain.cards import PACK


def legal_plays(held: Iterable[str], played: Sequence[str], trump: str | None) -> tuple[str, ...]:
    """The cards that may be played from a hand to what was played before in the trick.

    Who can follow suit follows or plays a trump; who cannot plays anything, and so does the
    leader (`play.follow`, `play.void`; S0.play.plain). The lead to the first trick is another
    matter: there a trump is due.
    """
    choices = tuple(held)
    if not played:
        return choices
    led = cards.suit(played[0])
    # Void in the suit led there is no duty to trump (S0.play.void).
    if not cards.of_suit(choices, led):
        return choices
    return tuple(card for card in choices if cards.suit(card) in {led, trump})


def best(played: Sequence[str], trump: str | None) -> str:
    """The card that wins a trick: the highest trump, else the highest of the suit led (S0.trick).

    `trump` is None where nobody knows it: then only the suit led is compared.
    """
    # A trump beats every other suit, so only trumps vie if there is one (S0.trick).
    vying = cards.of_suit(played, trump) or cards.of_suit(played, cards.suit(played[0]))
    return max(vying, key=PACK.order.__getitem__)


def winner(leader: int, played: Sequence[str], trump: str | None, players: int) -> int:
    """The seat that wins a trick whose cards are in playing order from the leader's on."""
    return (leader + played.index(best(played, trump))) % players
