"""Proofs: the results of a search over all deals and plays that fit a record.

A witness is a complete deal and its tricks, as an example.
"""

from typing import Annotated, Final

from msgspec import Meta, field

from pitch import tricks
from pitch.cards import MOST_CARDS, Card, Suit
from pitch.findings import Finding, Pointer
from pitch.hand.deals import Deal
from pitch.hand.pips import SidePips
from pitch.messages import Sentence
from pitch.seats import MOST_TRICKS
from pitch.types import Code, Encoded, Seat, Side, Value

MOST_REPAIRS: Final = 5
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
    trick: Annotated[int, Meta(ge=1, le=MOST_TRICKS)]
    """The number of the trick in the hand, counted from 1."""
    card: Card | None
    """The card that was played; null if only trumps are played and the seat played none."""
    kept: Card
    """A card of the suit led that the seat still held."""


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
            # If only trumps are played, nothing is open to a player without any.
            if card not in open_cards and open_cards:
                led = pack.suit_of(trick.cards[0], witness.trump)
                kept = next(own for own in held[seat] if pack.suit_of(own, witness.trump) == led)
                revokes.append(RevokedCard(seat=seat, trick=number, card=card, kept=kept))
            if card is not None:
                held[seat].remove(card)
                played.append(card)
    return tuple(revokes)


class Ending(Value, frozen=True, omit_defaults=True):
    """One way in which the hand can still end: its trump and the owner of each point."""

    trump: Suit
    owners: tuple[Side | None, ...]
    """The owning sides of the points of the rules, in counting order; None for nobody."""
    tricks: Annotated[int, Meta(ge=0, le=MOST_TRICKS)] | None
    """The tricks of the pitching side, if the bid turns on them."""
    partner: Seat | None = None
    """The seat that scores with the pitcher, if a partner is called."""


class Replacement(Value, frozen=True):
    """One step of a correction, as in RFC 6902: replace what is at a path, or move it."""

    op: Annotated[Code, Meta(pattern=r"^(replace|move)\Z")]
    """The operation: `replace` sets a value, `move` puts a card in another place."""
    path: Pointer
    """A JSON Pointer (RFC 6901) into the record, to the value that changes or the place where the
    card goes.
    """
    value: Encoded | None = None
    """The new value as JSON text; null if a card is moved."""
    source: Pointer | None = field(default=None, name="from")
    """A JSON Pointer to the card that is moved; null if a value is replaced."""


class Repair(Value, frozen=True):
    """A single change that makes an impossible record possible."""

    message: Sentence
    """The change in a sentence."""
    change: Replacement
    """The change to the record, as one step of a JSON Patch."""


class Proof(Value, frozen=True, omit_defaults=True):
    """The result of a search over all deals and plays, for one dealer."""

    dealer: Seat
    findings: tuple[Finding, ...] = ()
    """Contradictions, each with a smallest set of facts, and oddities."""
    revokes: Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None = 0
    """The fewest revokes that explain the record; None if none do."""
    revoked: tuple[RevokedCard, ...] = ()
    """Revokes that would explain it."""
    endings: tuple[Ending, ...] = ()
    """Ways in which an open hand can end; all of them if `is_complete`."""
    is_complete: bool = True
    """Whether `endings` are all."""
    possible: tuple[tuple[Side | None, ...], ...] = ()
    """The possible owners of each point, in counting order; empty unless the hand is open."""
    partners: tuple[Seat, ...] = ()
    """The possible partners, if one is called and unknown."""
    made: bool | None = None
    """Whether the bid is made in every ending, or in none, if those are too many to list."""
    is_exact: bool = True
    """Whether more work cannot improve `possible`, `made` or the findings."""
    pips: tuple[SidePips, ...] = ()
    repairs: Annotated[tuple[Repair, ...], Meta(max_length=MOST_REPAIRS)] = ()
    undecided: tuple[Sentence, ...] = ()
    """Statements left unproven within the work allowed, one sentence each."""
