"""Witnesses: a whole deal and six tricks that show how a record can have come about."""

from typing import Annotated

from msgspec import Meta

from pitch import tricks
from pitch.cards import Card, Suit
from pitch.hand.deals import Deal
from pitch.seats import MOST_TRICKS
from pitch.types import Seat, Value

Holdings = Annotated[tuple[tuple[Card, ...], ...], Meta(min_length=2, max_length=8)]


class WitnessTrick(Value, frozen=True, omit_defaults=True):
    """One trick: who led, the cards in playing order from the leader's on, who won."""

    leader: Seat
    cards: tuple[Card, ...]
    """In playing order, from the leader's card on."""
    winner: Seat
    out: tuple[Seat, ...] = ()
    """Who played nothing, where only trumps are played."""


class Witness(Value, frozen=True, omit_defaults=True):
    """A hand as it can have been dealt and played; who pitched led first."""

    trump: Suit
    """The trump suit."""
    holdings: Holdings
    """What every seat played from, in the order in which it was played."""
    tricks: Annotated[tuple[WitnessTrick, ...], Meta(min_length=1, max_length=MOST_TRICKS)]
    """All the tricks, the first one first."""
    surplus: Annotated[tuple[tuple[Card, ...], ...], Meta(max_length=8)] = ()
    """Trumps that every seat had too many of to play from, where anybody had."""


class RevokedCard(Value, frozen=True):
    """A card that was played, or none, although the suit led could have been followed."""

    seat: Seat
    trick: Annotated[int, Meta(ge=1, le=MOST_TRICKS, description="Tricks count from 1.")]
    card: Card | None
    """The card that was played; null where only trumps are played, and none was."""
    kept: Annotated[Card, Meta(description="A card of the suit led, which the seat still held.")]


def find_revokes(shown: Witness, deal: Deal) -> tuple[RevokedCard, ...]:
    """Every card of a witness that was not open to who played it (play.follow)."""
    found = []
    held = [list(holding) for holding in shown.holdings]
    follow, pack, players = deal.ruleset.rules.follow, deal.pack, len(held)
    for number, trick in enumerate(shown.tricks, start=1):
        played: list[str] = []
        for turn in range(players):
            seat = (trick.leader + turn) % players
            card = None if seat in trick.out else trick.cards[len(played)]
            open_cards = tricks.legal_plays(held[seat], played, shown.trump, pack, follow)
            # Where only trumps are played, nothing is open to who has none left (N2).
            if card not in open_cards and open_cards:
                led = pack.suit_of(trick.cards[0], shown.trump)
                kept = next(each for each in held[seat] if pack.suit_of(each, shown.trump) == led)
                found.append(RevokedCard(seat=seat, trick=number, card=card, kept=kept))
            if card is not None:
                held[seat].remove(card)
                played.append(card)
    return tuple(found)
