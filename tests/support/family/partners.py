"""Partners whom the pitcher calls by a card, as the second engine has them."""

import random

from tests.support.family import packs
from tests.support.family.playing import Played


def call(hand: Played, chance: random.Random) -> None:
    """Let the pitcher call a trump; who keeps it is the partner, or the pitcher if nobody does.

    No partner puts the called card aside, for then it could not fall to the first trick.
    """
    seats = enumerate(hand.surplus)
    aside = [card for seat, cards in seats if seat != hand.pitcher for card in cards]
    trumps = [card for card in packs.ladder(hand.game, hand.trump) if card not in aside]
    hand.called = chance.choice(trumps)
    hand.partner = hand.pitcher
    for seat, held in enumerate(hand.holdings):
        if hand.called in held:
            hand.partner = seat


def pitching(hand: Played) -> list[int]:
    """Return the sides that score the bid, the pitcher's first: two with a called partner."""
    own = [hand.side(hand.pitcher)]
    if hand.partner not in {None, hand.pitcher}:
        own += [seat for seat in range(hand.game.players) if seat == hand.partner]
    return own


def together(hand: Played, points_by_side: tuple[int, ...]) -> tuple[int, int]:
    """Return the points of pitcher and partner together, and of all the others together."""
    own = sum(points for side, points in enumerate(points_by_side) if side in pitching(hand))
    return own, sum(points_by_side) - own


def changes(
    hand: Played, bid: int, points_by_side: tuple[int, ...]
) -> tuple[bool, tuple[int, ...]]:
    """Return whether a number bid is made, and every side's score change."""
    own, rest = together(hand, points_by_side)
    pays = own if own >= bid else -bid
    both = pitching(hand)
    return own >= bid, tuple(pays if seat in both else rest for seat in range(len(points_by_side)))
