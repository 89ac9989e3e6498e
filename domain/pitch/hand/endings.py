"""Endings: the ways in which a hand that is open can still end."""

from typing import Annotated

from msgspec import Meta

from pitch.cards import Suit
from pitch.seats import MOST_TRICKS
from pitch.types import Seat, Side, Value


class Ending(Value, frozen=True, omit_defaults=True):
    """One way in which the hand can still end: trump, and who has which point."""

    trump: Suit
    owners: tuple[Side | None, ...]
    """The sides that have the points of the rules, in counting order; None for nobody."""
    tricks: Annotated[int, Meta(ge=0, le=MOST_TRICKS)] | None
    """The tricks of the pitching side, where the bid turns on them."""
    partner: Seat | None = None
    """Who scores with the pitcher, where a partner is called."""
