"""Records: the facts that a table entered about a hand, all optional."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, UnsetType, structs

from pitch import point_names, seats
from pitch.calls import Call
from pitch.cards import MOST_CARDS, MOST_TRUMPS, Card, Suit
from pitch.hand.auctions import MOST_CALLS, Contract
from pitch.messages import TYPED, Message, Refusal
from pitch.point_names import PointName
from pitch.rules import rulesets
from pitch.rules.choices import Draw
from pitch.rules.rulesets import RuleSet
from pitch.seats import MOST_TRICKS, Table
from pitch.tricks import Follow
from pitch.types import Fact, Seat, Side

_TWICE = Message("problem.entered_twice")
_NONE_TO_SPARE = Message("problem.not_in_rules.surplus", rules=TYPED)
_NOBODY_OUT = Message("problem.not_in_rules.out", rules=TYPED)
_NO_PARTNER = Message("problem.not_in_rules.partner", rules=TYPED)


class EnteredTwice(Refusal, has_message=False):
    """The same pile, holding or point is entered twice."""


class NotInRules(Refusal, has_message=False):
    """These rules have no such card, bid, point or option."""


class Listed(StrEnum):
    """The part of a pile that is listed: all of it; every T J Q K A; or some cards.

    With `scoring` a trump below the ten may be on the list or not: the number of `trumps` in the
    pile shows if any was left out, and so who has Low.
    """

    ALL = "all"
    SCORING = "scoring"
    SOME = "some"


Cards = Annotated[tuple[Card, ...], Meta(max_length=MOST_CARDS)]
Pips = Annotated[int, Meta(ge=0, le=999)]
TrickCount = Annotated[int, Meta(ge=0, le=99)]
TrumpCount = Annotated[int, Meta(ge=0, le=MOST_TRUMPS)]
PointCount = Annotated[int, Meta(ge=0, le=999)]
Score = Annotated[int, Meta(ge=-9999, le=9999)]


class Pile(Fact, frozen=True, omit_defaults=False):
    """The cards that a side took."""

    side: Side
    """The side that won the cards of the pile, counted from 0."""
    cards: Cards
    """The cards known to be in the side's pile."""
    listed: Listed = Listed.ALL
    """The part of the side's pile that `cards` lists: all, the scoring cards, or some."""
    trumps: TrumpCount | UnsetType = UNSET
    """The number of trumps in the side's pile, listed in `cards` or not."""


class Holding(Fact, frozen=True):
    """Cards that a seat was dealt."""

    seat: Seat
    """The seat that was dealt the cards, counted clockwise from 0."""
    cards: Cards
    """The cards that the seat was dealt, as far as they are known."""


class Trick(Fact, frozen=True):
    """One trick as it was played, as far as it is known."""

    leader: Seat | None = None
    """The seat that led to the trick, counted clockwise from 0."""
    cards: Annotated[tuple[Card, ...], Meta(max_length=MOST_CARDS)] = ()
    """The cards of the trick in playing order, the leader's card first."""
    winner: Seat | None = None
    """The seat that won the trick, counted clockwise from 0."""
    out: Annotated[tuple[Seat, ...], Meta(max_length=8)] = ()
    """The seats that had no trump left and played none to the trick; only if only trumps are
    played.
    """


class SurplusCards(Fact, frozen=True):
    """Surplus trumps of a side: a player held more trumps than cards to play from."""

    side: Side
    """The side that had the surplus trumps, counted from 0."""
    cards: Cards
    """The surplus trumps of the side."""


class PointClaim(Fact, frozen=True):
    """A claimed point: its side and card, or the reason why nobody took it."""

    point: PointName
    """The claimed point."""
    side: Side | None = None
    """The side that claims the point, counted from 0; absent if nobody took the point."""
    card: Card | None = None
    """The card that brought the point."""
    in_play: bool = True
    """False if the card of the point was not in play."""
    tied: bool = False
    """True if the high count for Game was tied; for no other point."""


class Claims(Fact, frozen=True):
    """Points as the table counted them, and the entries on its own score sheet."""

    points: Annotated[tuple[PointClaim, ...], Meta(max_length=len(PointName))] = ()
    """The points that the table claimed, each of them once."""
    pips: Annotated[tuple[Pips, ...], Meta(min_length=2, max_length=8)] | None = None
    """The count for Game that each side claimed, by side."""
    taken: (
        Annotated[
            tuple[PointCount | None, ...],
            Meta(min_length=2, max_length=8),
        ]
        | None
    ) = None
    """The points that each side took in this hand, by side, as in [3, 1], even if the side is set;
    null for a side without a claim.
    """
    taken_together: (
        Annotated[
            tuple[PointCount | None, ...],
            Meta(min_length=2, max_length=2),
        ]
        | None
    ) = None
    """The points that the pitcher and the called partner took together, then those of all the
    others, as in [6, 4]; null without a claim. Piles that were put together need not be taken apart
    again.
    """
    scores: Annotated[tuple[Score, ...], Meta(min_length=2, max_length=8)] | None = None
    """The running scores after this hand, by side, as on the table's own sheet."""
    winner: Side | None = None
    """The side that won the match by the table's own sheet, counted from 0."""

    def find(self, point: PointName) -> PointClaim | None:
        """Return the claim of a point, if there is one."""
        for claim in self.points:
            if claim.point is point:
                return claim
        return None

    def pointer(self, point: PointName) -> str:
        """Return the pointer to the claim of a point, which has to be there."""
        place = next(i for i, claim in enumerate(self.points) if claim.point is point)
        return f"/claims/points/{place}"


class HandRecord(Fact, frozen=True):
    """The facts that the table entered about one hand, complete or in part, in any order."""

    dealer: Seat | None = None
    """The seat of the dealer, counted clockwise from 0."""
    calls: Annotated[tuple[Call, ...], Meta(max_length=MOST_CALLS)] = ()
    """The bids and passes in order from the dealer's left, as far as they are known."""
    contract: Contract | None = None
    """The pitcher and the winning bid."""
    trump: Suit | None = None
    """The trump suit of the hand."""
    piles: Annotated[tuple[Pile, ...], Meta(max_length=8)] = ()
    """The pile of each side, as far as its cards are known."""
    tricks_won: Annotated[tuple[TrickCount, ...], Meta(min_length=2, max_length=8)] | None = None
    """The number of tricks that each side won, by side."""
    holdings: Annotated[tuple[Holding, ...], Meta(max_length=8)] = ()
    """The cards that players were dealt, by seat, as far as they are known."""
    tricks: Annotated[tuple[Trick, ...], Meta(max_length=MOST_TRICKS)] = ()
    """The tricks in playing order; {} stands for a trick that nobody remembers."""
    surplus: Annotated[tuple[SurplusCards, ...], Meta(max_length=8)] = ()
    """Surplus trumps of each side: burned, given to the opponents, or thrown to the first trick."""
    low_dealt_to: Seat | None = None
    """The seat that was dealt the lowest trump in play, counted clockwise from 0."""
    claims: Claims | None = None
    """The points as the table counted them."""

    def is_same(self, other: "HandRecord") -> bool:
        """Return whether two records have the same facts, in whatever order they list cards."""
        return self.canonical() == other.canonical()

    def canonical(self) -> "HandRecord":
        """Return the equal record with piles, holdings, claims and their cards in one order.

        Keeps the order of calls and tricks, which is a fact, and drops empty claims.
        """
        claims = self.claims
        if claims is not None:
            in_order = sorted(claims.points, key=lambda claim: claim.point.value)
            claims = structs.replace(claims, points=tuple(in_order))
        return structs.replace(
            self,
            piles=tuple(map(_sort_cards, sorted(self.piles, key=lambda pile: pile.side))),
            holdings=tuple(map(_sort_cards, sorted(self.holdings, key=lambda item: item.seat))),
            surplus=tuple(map(_sort_cards, sorted(self.surplus, key=lambda item: item.side))),
            # A client may send an empty object for no claims, which is the same record.
            claims=None if claims == Claims() else claims,
        )

    def check(self, ruleset: RuleSet, table: Table) -> None:
        """Raise a refusal if a record names a seat, side or card which the table does not have."""
        for pointer, seat in _seats(self):
            table.check_seat(seat, pointer)
        for pointer, side in _sides(self):
            table.check_side(side, pointer)
        for pointer, by_side in _lists_by_side(self):
            if by_side is not None:
                seats.check_by_side(table, by_side, pointer)
        check_once("/piles/{}/side", [pile.side for pile in self.piles])
        check_once("/holdings/{}/seat", [holding.seat for holding in self.holdings])
        check_once("/surplus/{}/side", [surplus.side for surplus in self.surplus])
        claimed = self.claims.points if self.claims else ()
        check_once("/claims/points/{}/point", [point_names.label(claim.point) for claim in claimed])
        rulesets.check_cards(ruleset, table, card_pointers(self))
        _check_rules(self, ruleset)
        if self.claims is not None and self.claims.taken_together is not None:
            check_called(ruleset, table, "/claims/takenTogether")
        if self.contract is not None:
            check_contract(self.contract, ruleset, table)


_Listing = TypeVar("_Listing", Pile, Holding, SurplusCards)


def _sort_cards(listing: _Listing) -> _Listing:
    return structs.replace(listing, cards=tuple(sorted(listing.cards)))


def has_play(record: HandRecord) -> bool:
    """Return whether a record has any fact that only a played hand can have."""
    claims = record.claims
    # Calls and holdings do not count: a hand in which everyone passed has them too.
    has_claims = claims is not None and any(
        (
            claims.points,
            claims.pips is not None,
            claims.taken is not None,
            claims.taken_together is not None,
        )
    )
    return has_claims or bool(
        record.contract
        or record.trump
        or record.piles
        or record.tricks
        or record.surplus
        or record.tricks_won is not None
    )


def fact_pointers(record: HandRecord, *fields: str) -> tuple[str, ...]:
    """Return pointers to the entered fields of a record, or to those among some names."""
    return tuple(
        f"/{name}"
        for name, field in zip(
            record.__struct_encode_fields__, record.__struct_fields__, strict=True
        )
        if (not fields or name in fields) and getattr(record, field) not in (None, ())
    )


def _seats(record: HandRecord) -> list[tuple[str, int | None]]:
    """Return every seat that a record names, by its pointer."""
    contract = record.contract
    return [
        ("/dealer", record.dealer),
        ("/contract/pitcher", contract.pitcher if contract else None),
        ("/lowDealtTo", record.low_dealt_to),
        *((f"/holdings/{i}/seat", holding.seat) for i, holding in enumerate(record.holdings)),
        *((f"/tricks/{i}/leader", trick.leader) for i, trick in enumerate(record.tricks)),
        *((f"/tricks/{i}/winner", trick.winner) for i, trick in enumerate(record.tricks)),
        *(
            (f"/tricks/{i}/out/{j}", seat)
            for i, trick in enumerate(record.tricks)
            for j, seat in enumerate(trick.out)
        ),
    ]


def _sides(record: HandRecord) -> list[tuple[str, int | None]]:
    """Return every side that a record names, by its pointer."""
    claims = record.claims or Claims()
    return [
        *((f"/piles/{i}/side", pile.side) for i, pile in enumerate(record.piles)),
        *((f"/surplus/{i}/side", surplus.side) for i, surplus in enumerate(record.surplus)),
        *((f"/claims/points/{i}/side", claim.side) for i, claim in enumerate(claims.points)),
        ("/claims/winner", claims.winner),
    ]


def _check_rules(record: HandRecord, ruleset: RuleSet) -> None:
    """Raise NotInRules for surplus trumps or players who are out, if the rules have none."""
    rules = ruleset.rules
    if record.surplus and rules.draw is not Draw.NON_TRUMPS:
        raise NotInRules(_NONE_TO_SPARE(rules=ruleset.name), pointer="/surplus")
    for place, trick in enumerate(record.tricks):
        if trick.out and rules.follow is not Follow.TRUMPS_ONLY:
            raise NotInRules(_NOBODY_OUT(rules=ruleset.name), pointer=f"/tricks/{place}/out")


def check_contract(contract: Contract, ruleset: RuleSet, table: Table) -> None:
    """Raise a refusal for a seat that is not at the table, or a partner where nobody calls one."""
    table.check_seat(contract.pitcher, "/contract/pitcher")
    table.check_seat(contract.partner, "/contract/partner")
    if contract.called_card is not None:
        check_called(ruleset, table, "/contract/calledCard")
        rulesets.check_cards(ruleset, table, [("/contract/calledCard", contract.called_card)])
    if contract.partner is not None:
        check_called(ruleset, table, "/contract/partner")


def check_called(ruleset: RuleSet, table: Table, pointer: str) -> None:
    """Raise NotInRules for a fact about a called partner at a table that calls none."""
    if not table.calls_partner:
        raise NotInRules(_NO_PARTNER(rules=ruleset.name), pointer=pointer)


def card_pointers(record: HandRecord) -> Iterator[tuple[str, str]]:
    """Yield every card that a record names, after its pointer."""
    lists = (
        *((f"/piles/{i}", pile.cards) for i, pile in enumerate(record.piles)),
        *((f"/holdings/{i}", holding.cards) for i, holding in enumerate(record.holdings)),
        *((f"/tricks/{i}", trick.cards) for i, trick in enumerate(record.tricks)),
        *((f"/surplus/{i}", surplus.cards) for i, surplus in enumerate(record.surplus)),
    )
    for pointer, cards in lists:
        yield from ((f"{pointer}/cards/{place}", card) for place, card in enumerate(cards))
    for place, claim in enumerate(record.claims.points if record.claims else ()):
        if claim.card is not None:
            yield f"/claims/points/{place}/card", claim.card


def _lists_by_side(record: HandRecord) -> list[tuple[str, tuple[int | None, ...] | None]]:
    """Return every list with an item for each side, by its pointer."""
    claims = record.claims or Claims()
    return [
        ("/tricksWon", record.tricks_won),
        ("/claims/pips", claims.pips),
        ("/claims/taken", claims.taken),
        ("/claims/scores", claims.scores),
    ]


def check_once(pointer: str, places: Sequence[int | str]) -> None:
    """Raise EnteredTwice for the second of two equal items, by its place in a list."""
    for i, place in enumerate(places):
        if place in places[:i]:
            raise EnteredTwice(_TWICE(), pointer=pointer.format(i))
