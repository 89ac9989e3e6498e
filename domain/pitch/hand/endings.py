"""Endings: the ways in which an open hand can still end."""

from typing import Annotated

from msgspec import Meta

from pitch.cards import Suit
from pitch.seats import MOST_TRICKS
from pitch.types import Seat, Side, Value


class Ending(Value, frozen=True, omit_defaults=True):
    """One way in which the hand can still end: its trump and the owner of each point."""

    trump: Suit
    owners: tuple[Side | None, ...]
    """The owning sides of the points of the rules, in counting order; None for nobody."""
    tricks: Annotated[int, Meta(ge=0, le=MOST_TRICKS)] | None
    """The tricks of the pitching side, if the bid turns on them."""
    partner: Seat | None = None
    """The seat that scores with the pitcher, if a partner is called."""
