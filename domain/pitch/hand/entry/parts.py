"""Parts: the groups of facts of a record that different phones can enter separately."""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand import records
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


WHOLE_RECORD: Final = Part(tuple(field.name for field in structs.fields(HandRecord)))
AUCTION_PART: Final = Part(("dealer", "calls", "contract", "trump"))
# Surplus trumps may be thrown to the first trick, so they are entered with the tricks.
TRICKS_PART: Final = Part(("tricks", "tricks_won", "surplus"))
# The holder of Low is a claim about a point, though the record has it as a field of its own.
CLAIMS_PART: Final = Part(("claims", "low_dealt_to"))


def pile_part(side: int) -> Part:
    """Return the part that is the pile of a side."""
    return Part(("piles",), side)


def holding_part(seat: int) -> Part:
    """Return the part that is the holding of a seat."""
    return Part(("holdings",), seat)


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


class PileFacts(Fact, frozen=True, omit_defaults=False):
    """The cards known to be in a side's pile, and the part of the pile that they are."""

    cards: Cards
    """The cards known to be in the side's pile."""
    listed: Listed = Listed.ALL
    """The part of the side's pile that `cards` lists: all, the scoring cards, or some."""
    trumps: TrumpCount | UnsetType = UNSET
    """The number of trumps in the side's pile, listed in `cards` or not."""


class HoldingFacts(Fact, frozen=True, omit_defaults=False):
    """Cards that a seat was dealt."""

    cards: Cards
    """The cards that the seat was dealt, as far as they are known."""


class TrickFacts(Fact, frozen=True):
    """The tricks of a hand in playing order, and the number that each side won."""

    tricks: Annotated[tuple[Trick, ...], Meta(max_length=MOST_TRICKS)] = ()
    """The tricks in playing order; {} stands for a trick that nobody remembers."""
    tricks_won: Annotated[tuple[TrickCount, ...], Meta(min_length=2, max_length=8)] | None = None
    """The number of tricks that each side won, by side."""
    surplus: Annotated[tuple[SurplusCards, ...], Meta(max_length=8)] = ()
    """Surplus trumps, listed for each side that had some."""


class ClaimFacts(Claims, frozen=True):
    """Points as the table counted them, and the seat that was dealt Low."""

    low_dealt_to: Seat | None = None
    """The seat that was dealt the lowest trump in play, counted clockwise from 0."""


def record_of_auction(facts: AuctionFacts) -> HandRecord:
    """Return a record with only an auction."""
    return HandRecord(
        dealer=facts.dealer, calls=facts.calls, contract=facts.contract, trump=facts.trump
    )


def record_of_pile(side: int, facts: PileFacts) -> HandRecord:
    """Return a record with only a pile."""
    pile = Pile(side=side, cards=facts.cards, listed=facts.listed, trumps=facts.trumps)
    return HandRecord(piles=(pile,))


def record_of_holding(seat: int, facts: HoldingFacts) -> HandRecord:
    """Return a record with only a holding."""
    return HandRecord(holdings=(Holding(seat=seat, cards=facts.cards),))


def record_of_tricks(facts: TrickFacts) -> HandRecord:
    """Return a record with only tricks."""
    return HandRecord(tricks=facts.tricks, tricks_won=facts.tricks_won, surplus=facts.surplus)


def record_of_claims(facts: ClaimFacts) -> HandRecord:
    """Return a record with only the points as the table counted them."""
    claims = Claims(**{field.name: getattr(facts, field.name) for field in structs.fields(Claims)})
    return HandRecord(
        claims=None if claims == Claims() else claims, low_dealt_to=facts.low_dealt_to
    )


def extract_part(record: HandRecord, part: Part) -> HandRecord:
    """Return the record with only one part of it."""
    if part == WHOLE_RECORD:
        return record
    return structs.replace(
        _NOTHING, **{name: _part_value(record, part, name) for name in part.fields}
    )


def has_part(record: HandRecord, part: Part) -> bool:
    """Return whether a record has any fact of a part."""
    return not records.is_same_record(extract_part(record, part), _NOTHING)


def has_same_part(record: HandRecord, other: HandRecord, part: Part) -> bool:
    """Return whether two records have the same facts in a part."""
    return records.is_same_record(extract_part(record, part), extract_part(other, part))


def replace_part(record: HandRecord, part: Part, facts: HandRecord) -> HandRecord:
    """Return the record with one part replaced by that of another; all other parts stay."""
    if part == WHOLE_RECORD:
        return facts
    return structs.replace(
        record, **{name: _replaced_value(record, part, facts, name) for name in part.fields}
    )


def _part_value(record: HandRecord, part: Part, name: str) -> Any:
    """Return a field of a record with only the item of a part, if the part is one item."""
    value = getattr(record, name)
    if part.owner is None:
        return value
    return tuple(item for item in value if getattr(item, _NUMBERED[name]) == part.owner)


def _replaced_value(record: HandRecord, part: Part, facts: HandRecord, name: str) -> Any:
    """Return a field of a record with the part of other facts, its items in one order."""
    value = _part_value(facts, part, name)
    if part.owner is None:
        return value
    key = _NUMBERED[name]
    others = [item for item in getattr(record, name) if getattr(item, key) != part.owner]
    return tuple(sorted((*others, *value), key=lambda item: int(getattr(item, key))))


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
