"""Records: what a table entered about a hand. Every fact is optional."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, structs

from pitch import point_names, seats
from pitch.calls import Call
from pitch.cards import MOST_CARDS, MOST_TRUMPS, Card, Suit
from pitch.errors import Refusal
from pitch.hand.auctions import MOST_CALLS, Contract
from pitch.messages import TYPED, Message
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


class EnteredTwice(Refusal):
    """The same pile, holding or point is entered twice."""

    code = "entered_twice"


class NotInRules(Refusal):
    """There is no such thing under these rules."""

    code = "not_in_rules"


class Listed(StrEnum):
    """How much of a pile is listed: all of it; every T J Q K A; or some cards.

    With `scoring` a trump below the ten may be on the list or not: whether any was left out, and
    with it who has Low, is told by how many `trumps` the pile has.
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
    cards: Cards
    """The cards that the side took."""
    listed: Listed = Listed.ALL
    """How much of the pile the cards are."""
    trumps: TrumpCount | UnsetType = UNSET
    """How many trumps the pile has, on the list or not."""


class Holding(Fact, frozen=True):
    """Cards that a seat was dealt."""

    seat: Seat
    cards: Cards
    """The cards that the seat was dealt, as far as they are known."""


class Trick(Fact, frozen=True):
    """One trick as it was played; what is not remembered stays out."""

    leader: Seat | None = None
    cards: Annotated[
        tuple[Card, ...],
        Meta(
            max_length=MOST_CARDS,
            description="In playing order, from the leader's card on.",
        ),
    ] = ()
    winner: Seat | None = None
    out: Annotated[tuple[Seat, ...], Meta(max_length=8)] = ()
    """Seats that had no trump left and played none, where only trumps are played."""


class SurplusCards(Fact, frozen=True):
    """Trumps that a player of a side had too many of to play from."""

    side: Side
    cards: Cards
    """The trumps that were too many."""


class PointClaim(Fact, frozen=True):
    """Who took a point, with which card, or why nobody did."""

    point: PointName
    """The point that it is about."""
    side: Side | None = None
    card: Card | None = None
    """The card that brought the point."""
    in_play: bool = True
    """Whether its card was in play at all."""
    tied: bool = False
    """Whether the high count was tied; only of Game."""


class Claims(Fact, frozen=True):
    """Points as the table counted them, and what it wrote on its own score sheet."""

    points: Annotated[
        tuple[PointClaim, ...],
        Meta(max_length=len(PointName), description="What is said of points, each once."),
    ] = ()
    pips: Annotated[tuple[Pips, ...], Meta(min_length=2, max_length=8)] | None = None
    """What each side counted for Game."""
    taken: (
        Annotated[
            tuple[PointCount | None, ...],
            Meta(
                min_length=2,
                max_length=8,
                description="How many points each side took in this hand, by side, as in [3, 1]: "
                "what it took, even where it is set; null for a side of which nobody said.",
            ),
        ]
        | None
    ) = None
    taken_together: (
        Annotated[
            tuple[PointCount | None, ...],
            Meta(
                min_length=2,
                max_length=2,
                description="Where a partner is called: how many points the pitcher and the "
                "partner took together, and how many all the others, as in [6, 4]; null for those "
                "of whom nobody said. Piles that were put together need not be taken apart again.",
            ),
        ]
        | None
    ) = None
    scores: Annotated[tuple[Score, ...], Meta(min_length=2, max_length=8)] | None = None
    """The running scores after this hand, by side, as the table's own sheet has them."""
    winner: Side | None = None

    def find(self, point: PointName) -> PointClaim | None:
        """Return the claim of a point, if there is one."""
        for claim in self.points:
            if claim.point is point:
                return claim
        return None

    def pointer(self, point: PointName) -> str:
        """Where a record says it, when it does."""
        place = next(i for i, claim in enumerate(self.points) if claim.point is point)
        return f"/claims/points/{place}"


class HandRecord(Fact, frozen=True):
    """What the table entered about one hand, whole or in part, in any order."""

    dealer: Seat | None = None
    calls: Annotated[tuple[Call, ...], Meta(max_length=MOST_CALLS)] = ()
    """The bids and passes from the dealer's left on, as far as they are known."""
    contract: Contract | None = None
    """Who pitched, and at which bid."""
    trump: Suit | None = None
    """The trump suit."""
    piles: Annotated[tuple[Pile, ...], Meta(max_length=8)] = ()
    """The cards that each side took."""
    tricks_won: Annotated[tuple[TrickCount, ...], Meta(min_length=2, max_length=8)] | None = None
    """How many tricks each side won."""
    holdings: Annotated[tuple[Holding, ...], Meta(max_length=8)] = ()
    """The cards that seats were dealt, as far as they are known."""
    tricks: Annotated[
        tuple[Trick, ...],
        Meta(
            max_length=MOST_TRICKS,
            description="From the first trick on; {} for one nobody recalls.",
        ),
    ] = ()
    surplus: Annotated[tuple[SurplusCards, ...], Meta(max_length=8)] = ()
    """Trumps that sides had too many of: burned, the opponents', or thrown to the first trick."""
    low_dealt_to: Seat | None = None
    claims: Claims | None = None
    """The points as the table counted them."""


def canonical_record(record: HandRecord) -> HandRecord:
    """The record that says the same with its piles, holdings and their cards in one order.

    Calls and tricks stay in theirs, which is a fact; claims that say nothing are left out.
    """
    piles = sorted(record.piles, key=lambda pile: pile.side)
    holdings = sorted(record.holdings, key=lambda holding: holding.seat)
    surplus = sorted(record.surplus, key=lambda surplus: surplus.side)
    return structs.replace(
        record,
        piles=tuple(structs.replace(pile, cards=_sorted(pile.cards)) for pile in piles),
        holdings=tuple(structs.replace(held, cards=_sorted(held.cards)) for held in holdings),
        surplus=tuple(structs.replace(each, cards=_sorted(each.cards)) for each in surplus),
        # A client may send an empty object where nothing was said, and that is no other record.
        claims=None if record.claims in {None, Claims()} else _ordered(record.claims),
    )


def _ordered(claims: Claims) -> Claims:
    ordered = sorted(claims.points, key=lambda claim: claim.point.value)
    return structs.replace(claims, points=tuple(ordered))


def is_same_record(one: HandRecord, other: HandRecord) -> bool:
    """Whether two records say the same, in whatever order they list cards."""
    return canonical_record(one) == canonical_record(other)


def check_record(record: HandRecord, ruleset: RuleSet, table: Table) -> None:
    """Refuse a record that names a seat, a side or a card which the table does not have."""
    for pointer, seat in _seats(record):
        seats.check_seat(table, seat, pointer)
    for pointer, side in _sides(record):
        seats.check_side(table, side, pointer)
    for pointer, by_side in _lists_by_side(record):
        if by_side is not None:
            seats.check_by_side(table, by_side, pointer)
    check_once("/piles/{}/side", [pile.side for pile in record.piles])
    check_once("/holdings/{}/seat", [holding.seat for holding in record.holdings])
    check_once("/surplus/{}/side", [surplus.side for surplus in record.surplus])
    claimed = record.claims.points if record.claims else ()
    check_once("/claims/points/{}/point", [point_names.label(claim.point) for claim in claimed])
    rulesets.check_cards(ruleset, table, card_pointers(record))
    _check_known(record, ruleset)
    _check_together(record, ruleset, table)
    if record.contract is not None:
        check_contract(record.contract, ruleset, table)


def has_play(record: HandRecord) -> bool:
    """Whether anything was entered that only a hand that was played can have."""
    claims = record.claims
    # What was called and what was dealt say nothing: those a hand has too in which everyone passed.
    claimed = claims is not None and any(
        (
            claims.points,
            claims.pips is not None,
            claims.taken is not None,
            claims.taken_together is not None,
        )
    )
    return claimed or bool(
        record.contract
        or record.trump
        or record.piles
        or record.tricks
        or record.surplus
        or record.tricks_won is not None
    )


def fact_pointers(record: HandRecord, *fields: str) -> tuple[str, ...]:
    """Pointers to the parts of a record that were entered, or to those of some names."""
    return tuple(
        f"/{name}"
        for name, field in zip(
            record.__struct_encode_fields__, record.__struct_fields__, strict=True
        )
        if (not fields or name in fields) and getattr(record, field) not in (None, ())
    )


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def _seats(record: HandRecord) -> list[tuple[str, int | None]]:
    """Every place of a record that names a seat, with the seat it names."""
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
    piles = [(f"/piles/{i}/side", pile.side) for i, pile in enumerate(record.piles)]
    piles += [(f"/surplus/{i}/side", surplus.side) for i, surplus in enumerate(record.surplus)]
    claims = record.claims
    if claims is None:
        return [*piles]
    return [
        *piles,
        *((f"/claims/points/{i}/side", claim.side) for i, claim in enumerate(claims.points)),
        ("/claims/winner", claims.winner),
    ]


def _check_known(record: HandRecord, ruleset: RuleSet) -> None:
    """Refuse what only happens under other rules: trumps to spare, and players who are out."""
    rules = ruleset.rules
    if record.surplus and rules.draw is not Draw.NON_TRUMPS:
        raise NotInRules(_NONE_TO_SPARE(rules=ruleset.name), pointer="/surplus")
    for place, trick in enumerate(record.tricks):
        if trick.out and rules.follow is not Follow.TRUMPS_ONLY:
            raise NotInRules(_NOBODY_OUT(rules=ruleset.name), pointer=f"/tricks/{place}/out")


def check_contract(contract: Contract, ruleset: RuleSet, table: Table) -> None:
    """Refuse seats that are not there, and a called card or partner where nobody calls one."""
    seats.check_seat(table, contract.pitcher, "/contract/pitcher")
    seats.check_seat(table, contract.partner, "/contract/partner")
    if contract.called_card is not None:
        check_called(ruleset, table, "/contract/calledCard")
        named = [("/contract/calledCard", contract.called_card)]
        rulesets.check_cards(ruleset, table, named)
    if contract.partner is not None:
        check_called(ruleset, table, "/contract/partner")


def check_called(ruleset: RuleSet, table: Table, pointer: str) -> None:
    """Refuse what is only said of a called partner at a table where nobody calls one."""
    if not seats.calls_partner(table):
        raise NotInRules(_NO_PARTNER(rules=ruleset.name), pointer=pointer)


def _check_together(record: HandRecord, ruleset: RuleSet, table: Table) -> None:
    if record.claims is not None and record.claims.taken_together is not None:
        check_called(ruleset, table, "/claims/takenTogether")


def card_pointers(record: HandRecord) -> Iterator[tuple[str, str]]:
    """Every card that a record names, by its pointer."""
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
    claims = record.claims or Claims()
    return [
        ("/tricksWon", record.tricks_won),
        ("/claims/pips", claims.pips),
        ("/claims/taken", claims.taken),
        ("/claims/scores", claims.scores),
    ]


def check_once(pointer: str, places: Sequence[int | str]) -> None:
    """Refuse what is entered for the second time (EnteredTwice), by its place in a list."""
    for i, place in enumerate(places):
        if place in places[:i]:
            raise EnteredTwice(_TWICE(), pointer=pointer.format(i))
