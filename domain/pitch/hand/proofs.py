"""Proofs: the results of a search over all deals and plays that fit a record."""

from typing import Annotated

from msgspec import Meta, field

from pitch.cards import MOST_CARDS, Suit
from pitch.findings import Finding, Pointer
from pitch.hand.pips import SidePips
from pitch.hand.witnesses import RevokedCard
from pitch.messages import Sentence
from pitch.seats import MOST_TRICKS
from pitch.types import Code, Encoded, Seat, Side, Value


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
    repairs: Annotated[tuple[Repair, ...], Meta(max_length=5)] = ()
    undecided: tuple[Sentence, ...] = ()
    """Statements left unproven within the work allowed, one sentence each."""
