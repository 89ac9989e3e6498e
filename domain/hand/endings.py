"""Endings: the ways in which a hand that is open can still end."""

from typing import Annotated

from msgspec import Meta

from domain.cards import Suit
from domain.seats import MOST_TRICKS
from domain.types import Side, Value


class Ending(Value, frozen=True):
    """One way in which the hand can still end: trump, and who has which point."""

    trump: Suit
    high: Side
    low: Side
    jack: Side | None
    game: Side | None
    tricks: Annotated[int, Meta(ge=0, le=MOST_TRICKS)] | None
    """The tricks of the pitching side, where the bid turns on them."""

    @property
    def owners(self) -> tuple[int | None, ...]:
        """The sides that have High, Low, Jack and Game, in counting order; None for nobody."""
        return (self.high, self.low, self.jack, self.game)
