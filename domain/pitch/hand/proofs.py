"""Proofs: what was found out about a record over all deals and plays."""

from typing import Annotated

from msgspec import Meta, field

from pitch.cards import MOST_CARDS
from pitch.findings import Finding, Pointer
from pitch.hand.endings import Ending
from pitch.hand.pips import SidePips
from pitch.hand.witnesses import RevokedCard
from pitch.messages import Sentence
from pitch.types import Code, Encoded, Seat, Side, Value


class Replacement(Value, frozen=True):
    """One step of a correction, as in RFC 6902: replace what is at a path, or move it."""

    op: Annotated[Code, Meta(pattern=r"^(replace|move)\Z")]
    """Whether a value is replaced, or a card is moved to another place."""
    path: Pointer
    value: Annotated[Encoded, Meta(description="The new value, as JSON text.")] | None = None
    source: Pointer | None = field(default=None, name="from")
    """Where a moved card stood."""


class Repair(Value, frozen=True):
    """A single change that makes an impossible record possible."""

    message: Sentence
    """What to change, in a sentence."""
    change: Replacement
    """The change itself."""


class Proof(Value, frozen=True, omit_defaults=True):
    """What a search over all deals and plays found, for one dealer."""

    dealer: Seat
    findings: tuple[Finding, ...] = ()
    """What cannot be, each with a smallest set of facts, and what is odd."""
    revokes: Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None = 0
    """The fewest revokes that explain the record; None if none do."""
    revoked: tuple[RevokedCard, ...] = ()
    """Revokes that would explain it."""
    endings: tuple[Ending, ...] = ()
    """Ways in which an open hand can end; all of them if `is_complete`."""
    is_complete: bool = True
    """Whether `endings` are all."""
    possible: tuple[tuple[Side | None, ...], ...] = ()
    """Who can have each point, in counting order; empty for a hand that is not open."""
    partners: tuple[Seat, ...] = ()
    """Who can be the partner, where one is called and nobody has said who it is."""
    made: bool | None = None
    """Whether the bid is made in every ending, or in none, where those are too many to list."""
    is_exact: bool = True
    """Whether no more work would tell more of `possible`, of `made`, or of whether it can be."""
    pips: tuple[SidePips, ...] = ()
    repairs: Annotated[tuple[Repair, ...], Meta(max_length=5)] = ()
    undecided: tuple[Sentence, ...] = ()
    """What was not proven within the work allowed, each in one sentence."""
