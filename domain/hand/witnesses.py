"""Witnesses: a whole deal and six tricks that show how a record can have come about."""

from typing import Annotated

from msgspec import Meta

from domain import cards, tricks
from domain.cards import Card, Suit
from domain.seats import MOST_TRICKS
from domain.types import Seat, Value

Holdings = Annotated[tuple[tuple[Card, ...], ...], Meta(min_length=2, max_length=8)]


class WitnessTrick(Value, frozen=True):
    """One trick: who led, the cards in playing order from the leader's on, who won."""

    leader: Seat
    cards: tuple[Card, ...]
    """In playing order, from the leader's card on."""
    winner: Seat


class Witness(Value, frozen=True):
    """A hand as it can have been dealt and played; who pitched led first."""

    trump: Suit
    """The trump suit."""
    holdings: Holdings
    """What every seat was dealt, in the order in which it was played."""
    tricks: Annotated[tuple[WitnessTrick, ...], Meta(min_length=1, max_length=MOST_TRICKS)]
    """All six tricks, the first one first."""


class RevokedCard(Value, frozen=True):
    """A card that was played although the suit led could have been followed."""

    seat: Seat
    trick: Annotated[int, Meta(ge=1, le=MOST_TRICKS, description="Tricks count from 1.")]
    card: Card
    """The card that was played."""
    kept: Annotated[Card, Meta(description="A card of the suit led, which the seat still held.")]


def revokes(shown: Witness) -> tuple[RevokedCard, ...]:
    """Every card of a witness that was not open to who played it (play.follow)."""
    found = []
    held = [list(holding) for holding in shown.holdings]
    for number, trick in enumerate(shown.tricks, start=1):
        for turn, card in enumerate(trick.cards):
            seat = (trick.leader + turn) % len(held)
            if card not in tricks.legal_plays(held[seat], trick.cards[:turn], shown.trump):
                led = cards.suit(trick.cards[0])
                kept = next(other for other in held[seat] if cards.suit(other) == led)
                found.append(RevokedCard(seat=seat, trick=number, card=card, kept=kept))
            held[seat].remove(card)
    return tuple(found)
