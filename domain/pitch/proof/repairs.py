"""Repairs: single changes that would make an impossible record possible, likeliest first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitch import cards
from pitch.cards import Card, Pack, Suit
from pitch.hand import points
from pitch.hand.deals import Deal
from pitch.hand.proofs import Repair, Replacement
from pitch.hand.records import HandRecord, PointClaim
from pitch.messages import (
    CARD,
    CHOICE,
    COUNT,
    PLAYER,
    POINT,
    SIDE,
    SUIT,
    Argument,
    Message,
    Sentence,
)
from pitch.proof.statements import (
    CardStatement,
    HadToSpare,
    InPile,
    LedTrick,
    LowWasDealtTo,
    NothingElseInPile,
    PartnerIs,
    PitcherAmong,
    PlayedToTrick,
    PointGoesTo,
    PointInPlay,
    PointsAre,
    Statement,
    StatementAt,
    TogetherAre,
    TookTrick,
    TrumpIs,
    TrumpsAre,
    WasDealt,
)

_TRUMP: Final = Message("repair.trump", suit=SUIT)
_CARD: Final = Message("repair.card", card=CARD, other=CARD)
_CARD_IN_PILE: Final = Message("repair.card.pile", card=CARD, other=CARD, side=SIDE)
_CARD_IN_HOLDING: Final = Message("repair.card.holding", card=CARD, other=CARD, player=PLAYER)
_CARD_IN_TRICK: Final = Message("repair.card.trick", card=CARD, other=CARD, trick=COUNT)
_SURPLUS_CARD: Final = Message("repair.card.surplus", card=CARD, other=CARD, side=SIDE)
_PILE: Final = Message("repair.pile", card=CARD, source=SIDE, side=SIDE)
_POINT: Final = Message("repair.point", point=POINT, side=SIDE)
_POINTS: Final = Message("repair.points", side=SIDE, points=COUNT)
_TOGETHER: Final = Message("repair.points.together", who=CHOICE, points=COUNT)
_TRUMPS: Final = Message("repair.trumps", side=SIDE, trumps=COUNT)
_IN_PLAY: Final = Message("repair.in_play", point=POINT, was=CHOICE)
_PITCHER: Final = Message("repair.pitcher", player=PLAYER)
_PARTNER: Final = Message("repair.partner", player=PLAYER)
_LOW_DEALT_TO: Final = Message("repair.low_dealt_to", player=PLAYER)
_LEADER: Final = Message("repair.leader", player=PLAYER, trick=COUNT)
_WINNER: Final = Message("repair.winner", player=PLAYER, trick=COUNT)


class Candidate(Struct, frozen=True):
    """A change, and how unlikely the slip is that it undoes."""

    repair: Repair
    cost: int


_WRONG_PILE: Final = 3
_WRONG_TRUMP: Final = 4
_WRONG_SIDE: Final = 5
_WRONG_PITCHER: Final = 6


def candidates(record: HandRecord, blamed: Sequence[StatementAt], deal: Deal) -> list[Candidate]:
    """Return every single change of facts that a conflict blames, the likeliest slip first.

    Likely slips are a card read as its neighbour or as the same rank in another suit, a card in the
    wrong pile, the wrong trump, the wrong side, the wrong pitcher.
    """
    changes = (
        candidate
        for suspect in _suspects(record, blamed)
        for candidate in _changes(record, suspect, deal)
    )
    return sorted(changes, key=lambda candidate: candidate.cost)


def apply(record: HandRecord, change: Replacement) -> HandRecord:
    """Return a record with a change made, by pointers into its JSON as a client makes it."""
    document = msgspec.json.decode(msgspec.json.encode(record))
    holder, last = _place(document, change.path)
    if change.source is None:
        holder[last] = msgspec.json.decode(change.value or "null")
    else:
        source, place = _place(document, change.source)
        holder.insert(last, source.pop(place))
    return msgspec.convert(document, HandRecord)


def changed_facts(change: Replacement) -> tuple[tuple[str, ...], ...]:
    """Return the facts that a change can change, by pointer; before them all of its whole piles.

    A change of a card can also change what a complete pile says.
    """
    # What is moved is new at its path, so nothing was there before.
    pointer = change.path if change.source is None else change.source
    piles = sorted(
        "/".join(path.split("/")[:3])
        for path in (change.path, change.source)
        if path is not None and path.startswith("/piles/") and "/cards/" in path
    )
    listed = tuple(f"{pile}/listed" for pile in piles)
    facts = (pointer, *listed)
    return ((*(f"{pile}/cards" for pile in piles), *listed), facts) if piles else (facts,)


def _place(document: Any, pointer: str) -> tuple[Any, Any]:
    """Return the object or array in which a pointer ends, and the last key or index."""
    *steps, last = (int(step) if step.isdigit() else step for step in pointer.split("/")[1:])
    for step in steps:
        document = document[step]
    return document, last


def _suspects(record: HandRecord, blamed: Sequence[StatementAt]) -> Iterable[StatementAt]:
    """Return the blamed statements; for a complete pile, each of its cards instead."""
    suspects: dict[str, StatementAt] = {}
    for statement in blamed:
        if not isinstance(statement.statement, NothingElseInPile):
            suspects.setdefault(statement.pointer, statement)
            continue
        # Any one card of a complete pile may be wrong.
        pointer = statement.pointer.removesuffix("/listed")
        pile = record.piles[int(pointer.split("/")[2])]
        for j, card in enumerate(pile.cards):
            at = f"{pointer}/cards/{j}"
            suspects.setdefault(at, StatementAt(at, InPile(pile.side, card)))
    return suspects.values()


def _changes(record: HandRecord, at: StatementAt, deal: Deal) -> Iterator[Candidate]:
    """Yield every change of one statement to something that may have been meant."""
    if isinstance(at.statement, CardStatement):
        yield from _card_changes(record, at, at.statement.card, deal)
    match at.statement:
        case InPile(side, card):
            yield from _moves(record, at.pointer, side, card, deal)
        case TrumpIs(suit):
            for trump in Suit:
                if trump.value != suit:
                    message = _TRUMP(suit=trump)
                    yield _replacement(at.pointer, trump.value, message, _WRONG_TRUMP)
        case PointGoesTo() | PointsAre() | TogetherAre() | PointInPlay() | TrumpsAre():
            yield from _recounts(at, deal)
        case PitcherAmong((seat,)) if at.pointer != "/calls":
            yield from _seat_changes(at, seat, _WRONG_PITCHER, deal)
        case PartnerIs(seat) | LedTrick(_, seat) | TookTrick(_, seat) | LowWasDealtTo(seat):
            yield from _seat_changes(at, seat, _WRONG_SIDE, deal)


def _recounts(at: StatementAt, deal: Deal) -> Iterator[Candidate]:
    """Yield changes of the side of a point, or of a number."""
    match at.statement:
        case PointGoesTo(point, side):
            for other in range(deal.sides):
                if other != side:
                    message = _POINT(point=point, side=deal.side(other))
                    yield _replacement(at.pointer, other, message, _WRONG_SIDE)
        case PointsAre(_, number) | TogetherAre(_, number) as claim:
            for other in range(points.most_points(deal) + 1):
                if other != number:
                    message = _points_sentence(claim, other, deal)
                    yield _replacement(at.pointer, other, message, _WRONG_SIDE)
        case TrumpsAre(side, trumps):
            for other in range(len(deal.pack.trumps(Suit.SPADES.value)) + 1):
                if other != trumps:
                    message = _TRUMPS(side=deal.side(side), trumps=other)
                    cost = 3 * (abs(other - trumps) - 1)
                    yield _replacement(at.pointer, other, message, cost)
        case PointInPlay(point, was):
            message = _IN_PLAY(point=point, was="no" if was else "yes")
            # A claim with nothing else in it says that the card was in play, so all of it changes.
            value: PointClaim | bool = PointClaim(point=point, in_play=False) if was else True
            yield _replacement(at.pointer, value, message, _WRONG_SIDE)


def _points_sentence(claim: PointsAre | TogetherAre, number: int, deal: Deal) -> Sentence:
    """Return the sentence that a side or a camp has another number of points."""
    if isinstance(claim, PointsAre):
        return _POINTS(side=deal.side(claim.side), points=number)
    return _TOGETHER(who="pitching" if claim.is_pitching else "others", points=number)


def _seat_changes(at: StatementAt, entry: int, cost: int, deal: Deal) -> Iterator[Candidate]:
    """Yield changes of the player who pitched, was partner or dealt Low, led or took a trick."""
    for seat in range(deal.players):
        if seat != entry:
            message = _player_sentence(at.statement, deal.player(seat))
            yield _replacement(at.pointer, seat, message, cost)


def _player_sentence(statement: Statement, player: Argument) -> Sentence:
    """Return the sentence that another player was meant."""
    match statement:
        case LedTrick(trick, _):
            return _LEADER(player=player, trick=trick + 1)
        case TookTrick(trick, _):
            return _WINNER(player=player, trick=trick + 1)
        case PartnerIs():
            return _PARTNER(player=player)
        case LowWasDealtTo():
            return _LOW_DEALT_TO(player=player)
    return _PITCHER(player=player)


def _card_changes(
    record: HandRecord, at: StatementAt, card: str, deal: Deal
) -> Iterator[Candidate]:
    """Yield changes of a card to any other that no list of its kind has."""
    listed = _cards_in_lists(record, at.pointer)
    pack = deal.pack
    for other in pack.cards:
        if other != card and other not in listed:
            message = _card_sentence(
                at.statement, pack.card_argument(card), pack.card_argument(other), deal
            )
            yield _replacement(at.pointer, other, message, _distance(card, other, pack))


def _card_sentence(statement: Statement, card: Card, other: Card, deal: Deal) -> Sentence:
    """Return the sentence that another card was meant, with the place of its list."""
    match statement:
        case InPile(side, _):
            return _CARD_IN_PILE(card=card, other=other, side=deal.side(side))
        case WasDealt(seat, _):
            return _CARD_IN_HOLDING(card=card, other=other, player=deal.player(seat))
        case PlayedToTrick(trick, _, _):
            return _CARD_IN_TRICK(card=card, other=other, trick=trick + 1)
        case HadToSpare(side, _):
            return _SURPLUS_CARD(card=card, other=other, side=deal.side(side))
    return _CARD(card=card, other=other)


def _distance(card: Card, other: Card, pack: Pack) -> int:
    """Return the cost of taking one card for another: a neighbour or the same rank costs least."""
    if cards.suit(card) == cards.suit(other):
        steps = abs(pack.order[card] - pack.order[other])
        # Neighbours look alike at a glance; distant cards seldom do.
        return 0 if steps <= 1 else min(2 + 2 * steps, 20)
    if cards.rank(card) == cards.rank(other):
        return 0 if cards.same_colour(cards.suit(card)) == cards.suit(other) else 1
    return 30


def _cards_in_lists(record: HandRecord, pointer: str) -> set[str]:
    """Return the cards in lists of the same kind, which cannot have one of them twice."""
    kind = pointer.split("/")[1]
    if kind in {"claims", "contract"}:
        return set()
    lists: Sequence[tuple[Card, ...]] = [part.cards for part in getattr(record, kind)]
    return {card for listed in lists for card in listed}


def _moves(
    record: HandRecord, pointer: str, side: int, card: Card, deal: Deal
) -> Iterator[Candidate]:
    """Yield moves of a card to the pile of another side."""
    for place, pile in enumerate(record.piles):
        # A card goes to a wrong pile when tricks are gathered, but to none that lists it as well.
        if pile.side == side or card in pile.cards:
            continue
        message = _PILE(
            card=deal.pack.card_argument(card), source=deal.side(side), side=deal.side(pile.side)
        )
        path = f"/piles/{place}/cards/{len(pile.cards)}"
        change = Replacement(op="move", path=path, source=pointer)
        yield Candidate(Repair(message=message, change=change), _WRONG_PILE)


def _replacement(
    pointer: str, value: str | int | bool | PointClaim, message: Sentence, cost: int
) -> Candidate:
    change = Replacement(op="replace", path=pointer, value=msgspec.json.encode(value).decode())
    return Candidate(Repair(message=message, change=change), cost)
