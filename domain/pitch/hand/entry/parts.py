"""Parts: the groups of facts of a record that different phones can enter separately."""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand.auctions import MOST_CALLS, Contract
from pitch.hand.records import (
    Cards,
    Claims,
    HandRecord,
    Holding,
    Listed,
    Pile,
    SurplusCards,
    Trick,
    TrickCount,
    TrumpCount,
)
from pitch.seats import MOST_TRICKS
from pitch.shapes import Upgrades
from pitch.types import Fact, Seat

_NOTHING: Final = HandRecord()
_NUMBERED: Final = {"piles": "side", "holdings": "seat"}
"""The lists of which one phone enters one item, and the field that identifies the item."""


class Part(Struct, frozen=True):
    """A group of facts: some fields of a record, or a single item of one of its lists."""

    fields: tuple[str, ...]
    owner: int | None = None
    """The side of the pile, or the seat of the holding, that is the single item."""

    def extract(self, record: HandRecord) -> HandRecord:
        """Return the record with only this part of it."""
        if self == WHOLE_RECORD:
            return record
        return structs.replace(
            _NOTHING, **{name: self._value(record, name) for name in self.fields}
        )

    def is_in(self, record: HandRecord) -> bool:
        """Return whether a record has any fact of this part."""
        return not self.extract(record).is_same(_NOTHING)

    def is_same(self, record: HandRecord, other: HandRecord) -> bool:
        """Return whether two records have the same facts in this part."""
        return self.extract(record).is_same(self.extract(other))

    def replace(self, record: HandRecord, facts: HandRecord) -> HandRecord:
        """Return the record with this part replaced by that of another; all other parts stay."""
        if self == WHOLE_RECORD:
            return facts
        return structs.replace(
            record, **{name: self._replaced(record, facts, name) for name in self.fields}
        )

    def _value(self, record: HandRecord, name: str) -> Any:
        """Return a field of a record with only the item of the part, if it is one item."""
        value = getattr(record, name)
        if self.owner is None:
            return value
        return tuple(item for item in value if getattr(item, _NUMBERED[name]) == self.owner)

    def _replaced(self, record: HandRecord, facts: HandRecord, name: str) -> Any:
        """Return a field of a record with the part of other facts, its items in one order."""
        value = self._value(facts, name)
        if self.owner is None:
            return value
        key = _NUMBERED[name]
        others = [item for item in getattr(record, name) if getattr(item, key) != self.owner]
        return tuple(sorted((*others, *value), key=lambda item: int(getattr(item, key))))


WHOLE_RECORD: Final = Part(tuple(field.name for field in structs.fields(HandRecord)))


class HandEntry(Struct, frozen=True):
    """An entry of a phone: a complete record, or one part of it."""

    facts: HandRecord
    part: Part = WHOLE_RECORD


class AuctionFacts(Fact, frozen=True):
    """The dealer, the calls, the winning bid and the trump."""

    dealer: Seat | None = None
    """The seat of the dealer, counted clockwise from 0."""
    calls: Annotated[tuple[Call, ...], Meta(max_length=MOST_CALLS)] = ()
    """The bids and passes in order from the dealer's left, as far as they are known."""
    contract: Contract | None = None
    """The pitcher and the winning bid."""
    trump: Suit | None = None
    """The trump suit of the hand."""

    def entry(self) -> HandEntry:
        """Return the entry of an auction."""
        facts = HandRecord(
            dealer=self.dealer, calls=self.calls, contract=self.contract, trump=self.trump
        )
        return HandEntry(facts, Part(("dealer", "calls", "contract", "trump")))


class PileFacts(Fact, frozen=True, omit_defaults=False):
    """The cards known to be in a side's pile, and the part of the pile that they are."""

    cards: Cards
    """The cards known to be in the side's pile."""
    listed: Listed = Listed.ALL
    """The part of the side's pile that `cards` lists: all, the scoring cards, or some."""
    trumps: TrumpCount | UnsetType = UNSET
    """The number of trumps in the side's pile, listed in `cards` or not."""

    def entry(self, side: int) -> HandEntry:
        """Return the entry of the pile of a side."""
        pile = Pile(side=side, cards=self.cards, listed=self.listed, trumps=self.trumps)
        return HandEntry(HandRecord(piles=(pile,)), Part(("piles",), side))


class HoldingFacts(Fact, frozen=True, omit_defaults=False):
    """Cards that a seat was dealt."""

    cards: Cards
    """The cards that the seat was dealt, as far as they are known."""

    def entry(self, seat: int) -> HandEntry:
        """Return the entry of the holding of a seat."""
        holding = Holding(seat=seat, cards=self.cards)
        return HandEntry(HandRecord(holdings=(holding,)), Part(("holdings",), seat))


class TrickFacts(Fact, frozen=True):
    """The tricks of a hand in playing order, and the number that each side won."""

    tricks: Annotated[tuple[Trick, ...], Meta(max_length=MOST_TRICKS)] = ()
    """The tricks in playing order; {} stands for a trick that nobody remembers."""
    tricks_won: Annotated[tuple[TrickCount, ...], Meta(min_length=2, max_length=8)] | None = None
    """The number of tricks that each side won, by side."""
    surplus: Annotated[tuple[SurplusCards, ...], Meta(max_length=8)] = ()
    """Surplus trumps, listed for each side that had some."""

    def entry(self) -> HandEntry:
        """Return the entry of tricks, and of surplus trumps, which may fall to the first trick."""
        facts = HandRecord(tricks=self.tricks, tricks_won=self.tricks_won, surplus=self.surplus)
        return HandEntry(facts, Part(("tricks", "tricks_won", "surplus")))


class ClaimFacts(Claims, frozen=True):
    """Points as the table counted them, and the seat that was dealt Low."""

    low_dealt_to: Seat | None = None
    """The seat that was dealt the lowest trump in play, counted clockwise from 0."""

    def entry(self) -> HandEntry:
        """Return the entry of the points as the table counted them."""
        claims = Claims(
            **{field.name: getattr(self, field.name) for field in structs.fields(Claims)}
        )
        facts = HandRecord(
            claims=None if claims == Claims() else claims, low_dealt_to=self.low_dealt_to
        )
        # The holder of Low is a claim about a point, though the record has it as a field.
        return HandEntry(facts, Part(("claims", "low_dealt_to")))


_NAMES: Final = ("high", "low", "jack", "game")


def convert_claims(claims: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of claims with their points in a list.

    In the first contract each of High, Low, Jack and Game was a field of its own, and the pips
    stood in Game. All other fields stay as they are.
    """
    if not any(name in claims for name in _NAMES):
        return claims
    converted, points = dict(claims), []
    for name in _NAMES:
        claim = converted.pop(name, None)
        if isinstance(claim, dict):
            rest = {field: value for field, value in claim.items() if field != "pips"}
            points += [{"point": name} | rest] if rest else []
            converted |= {"pips": claim["pips"]} if "pips" in claim else {}
        # An invalid claim stays, so it is refused by its name.
        elif claim is not None:
            converted[name] = claim
    return {"points": points} | converted


EARLIER_CLAIMS: Final[Upgrades] = {Claims: convert_claims, ClaimFacts: convert_claims}
"""The readers of claims of the first contract, by the type that has claims."""
