"""Statements: the smallest things that a table can be wrong about in a record."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec import UNSET, Struct

from pitch import point_names
from pitch.hand import auction_record
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.records import Claims, HandRecord, Listed, PointClaim
from pitch.point_names import PointName


class TrumpIs(Struct, frozen=True):
    """A suit is trump."""

    suit: str


class PitcherAmong(Struct, frozen=True):
    """One of these seats pitched."""

    seats: tuple[int, ...]


class CalledCardIs(Struct, frozen=True):
    """The pitcher called a card."""

    card: str


class PartnerIs(Struct, frozen=True):
    """A seat had the called card, or the pitcher's where nobody else did."""

    seat: int


class InPile(Struct, frozen=True):
    """A side captured a card."""

    side: int
    card: str


class AnyInPiles(Struct, frozen=True):
    """At least one of some pairs of side and card is so, that the side captured the card."""

    captured: tuple[tuple[int, str], ...]


class AnyInNoPile(Struct, frozen=True):
    """At least one of some cards was captured by none of some sides."""

    sides: tuple[int, ...]
    cards: tuple[str, ...]


class NothingElseInPile(Struct, frozen=True):
    """A side captured no card besides these; or no T J Q K A, if only those are listed."""

    side: int
    cards: tuple[str, ...]
    listed: Listed


class TrumpsAre(Struct, frozen=True):
    """A side captured so many trumps."""

    side: int
    trumps: int


class TricksAre(Struct, frozen=True):
    """A side won so many tricks."""

    side: int
    tricks: int


class WasDealt(Struct, frozen=True):
    """A seat was dealt a card."""

    seat: int
    card: str


class LowWasDealtTo(Struct, frozen=True):
    """A seat was dealt the lowest trump in play."""

    seat: int


class PointGoesTo(Struct, frozen=True):
    """A side has a point."""

    point: PointName
    side: int


class PointCardIs(Struct, frozen=True):
    """A card is the highest or the lowest trump in play."""

    point: PointName
    card: str


class PointInPlay(Struct, frozen=True):
    """The card of a point was in play, or was not."""

    point: PointName
    was: bool


class GameIsTied(Struct, frozen=True):
    """The most pips are shared."""


class PipsAre(Struct, frozen=True):
    """A side counts so many pips."""

    side: int
    pips: int


class PointsAre(Struct, frozen=True):
    """A side took points that are worth so much."""

    side: int
    points: int


class TogetherAre(Struct, frozen=True):
    """The pitcher and the partner took points worth so much together, or all the others did."""

    is_pitching: bool
    points: int


class LedTrick(Struct, frozen=True):
    """A seat led to a trick; tricks count from 0."""

    trick: int
    seat: int


class PlayedToTrick(Struct, frozen=True):
    """A card was played to a trick, so many places after the leader's."""

    trick: int
    place: int
    card: str


class TookTrick(Struct, frozen=True):
    """A seat won a trick."""

    trick: int
    seat: int


class HadToSpare(Struct, frozen=True):
    """Somebody of a side had a trump that was too many to play from."""

    side: int
    card: str


class OutOfTrick(Struct, frozen=True):
    """A seat had no trump left for a trick, where only trumps are played."""

    trick: int
    seat: int


SettingStatement: TypeAlias = TrumpIs | PitcherAmong | CalledCardIs | PartnerIs
"""Pitcher, partner and trump."""
PileStatement: TypeAlias = (
    InPile
    | AnyInPiles
    | AnyInNoPile
    | NothingElseInPile
    | TrumpsAre
    | TricksAre
    | WasDealt
    | LowWasDealtTo
)
"""Captured and dealt cards, and their numbers."""
PointStatement: TypeAlias = (
    PointGoesTo | PointCardIs | PointInPlay | GameIsTied | PipsAre | PointsAre | TogetherAre
)
"""Points, pips and Game, which depend on the whole play."""
TrickStatement: TypeAlias = LedTrick | PlayedToTrick | TookTrick | HadToSpare | OutOfTrick
"""Single tricks: their leaders, winners and cards."""
Statement: TypeAlias = SettingStatement | PileStatement | PointStatement | TrickStatement

CardStatement: TypeAlias = (
    CalledCardIs | InPile | WasDealt | PointCardIs | PlayedToTrick | HadToSpare
)
"""Statements about one card."""


class StatementAt(Struct, frozen=True):
    """A statement, and the pointer to its place in the record."""

    pointer: str
    statement: Statement


def from_record(record: HandRecord, deal: Deal) -> tuple[StatementAt, ...]:
    """Return everything that a record says of the play.

    That a pile is complete is a statement of its own, at the `listed` of the pile.
    """
    pitchers = auction_record.pitchers(record, deal)
    return (*_setting(record, pitchers), *_places(record), *_log(record), *_claims(record.claims))


def _setting(record: HandRecord, pitchers: tuple[int, ...]) -> Iterator[StatementAt]:
    if record.trump is not None:
        yield StatementAt("/trump", TrumpIs(record.trump.value))
    if record.contract is not None:
        # The auction reports a pitcher that the calls rule out; here it would hide other slips.
        if record.contract.pitcher in pitchers:
            yield StatementAt("/contract/pitcher", PitcherAmong((record.contract.pitcher,)))
        yield from _partner(record.contract)
    elif record.calls and pitchers:
        yield StatementAt("/calls", PitcherAmong(pitchers))


def _partner(contract: Contract) -> Iterator[StatementAt]:
    if contract.called_card is not None:
        yield StatementAt("/contract/calledCard", CalledCardIs(contract.called_card))
    if contract.partner is not None:
        yield StatementAt("/contract/partner", PartnerIs(contract.partner))


def _places(record: HandRecord) -> Iterator[StatementAt]:
    """Yield the places of cards, trick counts, holdings, and who was dealt Low."""
    for i, pile in enumerate(record.piles):
        for j, card in enumerate(pile.cards):
            yield StatementAt(f"/piles/{i}/cards/{j}", InPile(pile.side, card))
        if pile.listed is not Listed.SOME:
            # A fact of its own: often the cards are right and only the list is not complete.
            complete = NothingElseInPile(pile.side, tuple(sorted(set(pile.cards))), pile.listed)
            yield StatementAt(f"/piles/{i}/listed", complete)
        if pile.trumps is not UNSET:
            yield StatementAt(f"/piles/{i}/trumps", TrumpsAre(pile.side, pile.trumps))
    for side, tricks in enumerate(record.tricks_won or ()):
        yield StatementAt(f"/tricksWon/{side}", TricksAre(side, tricks))
    for i, holding in enumerate(record.holdings):
        for j, card in enumerate(holding.cards):
            yield StatementAt(f"/holdings/{i}/cards/{j}", WasDealt(holding.seat, card))
    for i, surplus in enumerate(record.surplus):
        for j, card in enumerate(surplus.cards):
            yield StatementAt(f"/surplus/{i}/cards/{j}", HadToSpare(surplus.side, card))
    if record.low_dealt_to is not None:
        yield StatementAt("/lowDealtTo", LowWasDealtTo(record.low_dealt_to))


def _log(record: HandRecord) -> Iterator[StatementAt]:
    for i, trick in enumerate(record.tricks):
        if trick.leader is not None:
            yield StatementAt(f"/tricks/{i}/leader", LedTrick(i, trick.leader))
        for j, card in enumerate(trick.cards):
            yield StatementAt(f"/tricks/{i}/cards/{j}", PlayedToTrick(i, j, card))
        for j, seat in enumerate(trick.out):
            yield StatementAt(f"/tricks/{i}/out/{j}", OutOfTrick(i, seat))
        if trick.winner is not None:
            yield StatementAt(f"/tricks/{i}/winner", TookTrick(i, trick.winner))


def _claims(claims: Claims | None) -> Iterator[StatementAt]:
    """Yield the points as the table counted them; its own score sheet belongs to the match."""
    if claims is None:
        return
    # In counting order, so that the same claims listed otherwise are the same statements.
    for claim in sorted(claims.points, key=lambda claim: _ORDER[claim.point]):
        yield from _point_claim(claim, claims.pointer(claim.point))
    for side, points in enumerate(claims.taken or ()):
        if points is not None:
            yield StatementAt(f"/claims/taken/{side}", PointsAre(side, points))
    for place, points in enumerate(claims.taken_together or ()):
        if points is not None:
            together = TogetherAre(is_pitching=not place, points=points)
            yield StatementAt(f"/claims/takenTogether/{place}", together)
    for side, number in enumerate(claims.pips or ()):
        yield StatementAt(f"/claims/pips/{side}", PipsAre(side, number))


_ORDER: Final = {point: place for place, point in enumerate(PointName)}


def _point_claim(claim: PointClaim, pointer: str) -> Iterator[StatementAt]:
    point = claim.point
    if not claim.in_play:
        yield StatementAt(f"{pointer}/inPlay", PointInPlay(point, was=False))
    # A claim that names nobody says at least that the card was there.
    elif point not in point_names.NO_CARD and claim.side is None and claim.card is None:
        yield StatementAt(pointer, PointInPlay(point, was=True))
    if claim.side is not None:
        yield StatementAt(f"{pointer}/side", PointGoesTo(point, claim.side))
    if claim.card is not None:
        yield StatementAt(f"{pointer}/card", PointCardIs(point, claim.card))
    if claim.tied and point is PointName.GAME:
        yield StatementAt(f"{pointer}/tied", GameIsTied())
