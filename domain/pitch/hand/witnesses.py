"""Witnesses: a complete deal and its tricks that show how a record is possible."""

from typing import Annotated

from msgspec import Meta

from pitch import tricks
from pitch.cards import Card, Suit
from pitch.hand.deals import Deal
from pitch.seats import MOST_TRICKS
from pitch.types import Seat, Value

Holdings = Annotated[tuple[tuple[Card, ...], ...], Meta(min_length=2, max_length=8)]


class WitnessTrick(Value, frozen=True, omit_defaults=True):
    """One trick: its leader, its cards in playing order from the leader's on, and its winner."""

    leader: Seat
    """The seat that led to the trick in the example, counted clockwise from 0."""
    cards: tuple[Card, ...]
    """The cards of the trick in playing order from the leader's card, one for each seat that
    played.
    """
    winner: Seat
    """The seat that won the trick in the example, counted clockwise from 0."""
    out: tuple[Seat, ...] = ()
    """The seats that played no card to the trick; only if only trumps are played."""


class Witness(Value, frozen=True, omit_defaults=True):
    """A hand as it can have been dealt and played; the pitcher led first."""

    trump: Suit
    """The trump suit of the example."""
    holdings: Holdings
    """The cards that each seat played from, by seat, in playing order."""
    tricks: Annotated[tuple[WitnessTrick, ...], Meta(min_length=1, max_length=MOST_TRICKS)]
    """Every trick of the example, in playing order."""
    surplus: Annotated[tuple[tuple[Card, ...], ...], Meta(max_length=8)] = ()
    """The surplus trumps of each seat, by seat, if any seat had some."""


class RevokedCard(Value, frozen=True):
    """A card that was played, or none, although the player could follow suit."""

    seat: Seat
    """The seat that reneged, counted clockwise from 0."""
    trick: Annotated[
        int,
        Meta(
            ge=1, le=MOST_TRICKS, description="The number of the trick in the hand, counted from 1."
        ),
    ]
    card: Card | None
    """The card that was played; null if only trumps are played and the seat played none."""
    kept: Annotated[Card, Meta(description="A card of the suit led that the seat still held.")]


def find_revokes(witness: Witness, deal: Deal) -> tuple[RevokedCard, ...]:
    """Return every card of a witness that its player could not legally play (play.follow)."""
    revokes = []
    held = [list(holding) for holding in witness.holdings]
    follow, pack, players = deal.ruleset.rules.follow, deal.pack, len(held)
    for number, trick in enumerate(witness.tricks, start=1):
        played: list[str] = []
        for turn in range(players):
            seat = (trick.leader + turn) % players
            card = None if seat in trick.out else trick.cards[len(played)]
            open_cards = tricks.legal_plays(held[seat], played, witness.trump, pack, follow)
            # If only trumps are played, nothing is open to a player without any (N2).
            if card not in open_cards and open_cards:
                led = pack.suit_of(trick.cards[0], witness.trump)
                kept = next(own for own in held[seat] if pack.suit_of(own, witness.trump) == led)
                revokes.append(RevokedCard(seat=seat, trick=number, card=card, kept=kept))
            if card is not None:
                held[seat].remove(card)
                played.append(card)
    return tuple(revokes)
