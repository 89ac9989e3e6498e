"""Repairs: single changes that would make an impossible record possible, likeliest first."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

import msgspec
from msgspec import Struct, structs

from pitch import cards
from pitch.cards import Card, Pack, Suit
from pitch.hand import points
from pitch.hand.deals import Deal
from pitch.hand.proofs import Repair, Replacement
from pitch.hand.records import HandRecord, Pile, PointClaim
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
    """A changed record, the change, and how unlikely the slip is that it undoes."""

    record: HandRecord
    repair: Repair
    cost: int


_WRONG_PILE: Final = 3
_WRONG_TRUMP: Final = 4
_WRONG_SIDE: Final = 5
_WRONG_PITCHER: Final = 6


def candidates(record: HandRecord, blamed: Sequence[StatementAt], deal: Deal) -> list[Candidate]:
    """Every single change of facts that a conflict blames, the likeliest slip first.

    A card read wrong for a neighbour or the same rank in another suit, a card in the wrong pile,
    the wrong trump, the wrong side, the wrong pitcher.
    """
    found = [
        candidate
        for stated in _widened(record, blamed)
        for candidate in _changes(record, stated, deal)
    ]
    return sorted(found, key=lambda candidate: candidate.cost)


def apply(record: HandRecord, change: Replacement) -> HandRecord:
    """A record with a change made, as a phone makes it: by pointers into its JSON."""
    told = msgspec.json.decode(msgspec.json.encode(record))
    holder, last = _place(told, change.path)
    if change.source is None:
        holder[last] = msgspec.json.decode(change.value or "null")
    else:
        source, place = _place(told, change.source)
        holder.insert(last, source.pop(place))
    return msgspec.convert(told, HandRecord)


def _place(told: Any, pointer: str) -> tuple[Any, Any]:
    """The object or array in which a pointer ends, and the key or place there."""
    *steps, last = (int(step) if step.isdigit() else step for step in pointer.split("/")[1:])
    for step in steps:
        told = told[step]
    return told, last


def _widened(record: HandRecord, blamed: Sequence[StatementAt]) -> Iterator[StatementAt]:
    """The blamed statements; for a pile as it is listed, also every card of it."""
    seen = set()
    for stated in blamed:
        widened = [stated]
        # A pile that is blamed as a whole may have any one card wrong.
        if isinstance(stated.statement, NothingElseInPile):
            place = stated.pointer.removesuffix("/listed")
            pile = record.piles[int(place.split("/")[2])]
            widened = [
                StatementAt(f"{place}/cards/{j}", InPile(pile.side, card))
                for j, card in enumerate(pile.cards)
            ]
        for each in widened:
            if each.pointer not in seen:
                seen.add(each.pointer)
                yield each


def _changes(record: HandRecord, stated: StatementAt, deal: Deal) -> Iterator[Candidate]:
    """Every change of one statement that somebody may have meant instead."""
    if isinstance(stated.statement, CardStatement):
        yield from _misread(record, stated, stated.statement.card, deal)
    match stated.statement:
        case InPile(side, card):
            yield from _moved(record, stated.pointer, side, card, deal)
        case TrumpIs(suit):
            for trump in Suit:
                if trump.value != suit:
                    message = _TRUMP(suit=trump)
                    yield _replaced(record, stated.pointer, trump.value, message, _WRONG_TRUMP)
        case PointGoesTo() | PointsAre() | TogetherAre() | PointInPlay() | TrumpsAre():
            yield from _miscounted(record, stated, deal)
        case PitcherAmong() | PartnerIs() | LedTrick() | TookTrick() | LowWasDealtTo():
            yield from _other_seats(record, stated, deal)
        case _:
            return


def _miscounted(record: HandRecord, stated: StatementAt, deal: Deal) -> Iterator[Candidate]:
    """Another side has a point, or a side has more or fewer."""
    match stated.statement:
        case PointGoesTo(point, side):
            for other in range(deal.sides):
                if other != side:
                    message = _POINT(point=point, side=deal.side(other))
                    yield _replaced(record, stated.pointer, other, message, _WRONG_SIDE)
        case PointsAre(_, number) | TogetherAre(_, number) as taken:
            for other in range(points.most_points(deal) + 1):
                if other != number:
                    message = _of_points(taken, other, deal)
                    yield _replaced(record, stated.pointer, other, message, _WRONG_SIDE)
        case TrumpsAre(side, trumps):
            for other in range(len(deal.pack.trumps(Suit.SPADES.value)) + 1):
                if other != trumps:
                    message = _TRUMPS(side=deal.side(side), trumps=other)
                    cost = 3 * (abs(other - trumps) - 1)
                    yield _replaced(record, stated.pointer, other, message, cost)
        case PointInPlay(point, was):
            message = _IN_PLAY(point=point, was="no" if was else "yes")
            # That it was in play is said by a claim with nothing else in it, so all of that goes.
            claim = PointClaim(point=point, in_play=False) if was else True
            yield _replaced(record, stated.pointer, claim, message, _WRONG_SIDE)


def _of_points(taken: PointsAre | TogetherAre, number: int, deal: Deal) -> Sentence:
    if isinstance(taken, PointsAre):
        return _POINTS(side=deal.side(taken.side), points=number)
    return _TOGETHER(who="pitching" if taken.is_pitching else "others", points=number)


def _other_seats(record: HandRecord, stated: StatementAt, deal: Deal) -> Iterator[Candidate]:
    """Another player pitched, was the partner, was dealt Low, led a trick or took it."""
    if stated.pointer == "/calls":
        return
    entered = _at(record, stated.pointer)
    cost = _WRONG_PITCHER if isinstance(stated.statement, PitcherAmong) else _WRONG_SIDE
    for seat in range(deal.players):
        if seat != entered:
            message = _of_player(stated.statement, deal.player(seat))
            yield _replaced(record, stated.pointer, seat, message, cost)


def _of_player(stated: Statement, player: Argument) -> Sentence:
    """That another player was meant."""
    match stated:
        case LedTrick(trick, _):
            return _LEADER(player=player, trick=trick + 1)
        case TookTrick(trick, _):
            return _WINNER(player=player, trick=trick + 1)
        case PartnerIs():
            return _PARTNER(player=player)
        case LowWasDealtTo():
            return _LOW_DEALT_TO(player=player)
    return _PITCHER(player=player)


def _misread(record: HandRecord, stated: StatementAt, card: str, deal: Deal) -> Iterator[Candidate]:
    # A card that stands in such a list already would only be there twice.
    listed = _listed_with(record, stated.pointer)
    pack = deal.pack
    for other in pack.cards:
        if other != card and other not in listed:
            message = _of_card(
                stated.statement, pack.card_argument(card), pack.card_argument(other), deal
            )
            yield _replaced(record, stated.pointer, other, message, _distance(card, other, pack))


def _of_card(stated: Statement, card: Card, other: Card, deal: Deal) -> Sentence:
    """That another card was meant, and where it is listed."""
    match stated:
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
    """How hard it is to take one card for another: a neighbour or the same rank is easy."""
    if cards.suit(card) == cards.suit(other):
        apart = abs(pack.order[card] - pack.order[other])
        # Neighbours are taken for one another at a glance; what is farther apart seldom is.
        return 0 if apart <= 1 else min(2 + 2 * apart, 20)
    if cards.rank(card) == cards.rank(other):
        return 0 if cards.same_colour(cards.suit(card)) == cards.suit(other) else 1
    return 30


def _listed_with(record: HandRecord, pointer: str) -> set[str]:
    """The cards in lists of the same kind, where a second one could not stand."""
    kind = pointer.split("/")[1]
    if kind in {"claims", "contract"}:
        return set()
    lists: Sequence[tuple[Card, ...]] = [part.cards for part in getattr(record, kind)]
    return {card for listed in lists for card in listed}


def _moved(
    record: HandRecord, pointer: str, side: int, card: str, deal: Deal
) -> Iterator[Candidate]:
    """A card that lay in another side's pile."""
    _, _, i, _, j = pointer.split("/")
    source = record.piles[int(i)]
    without = (*source.cards[: int(j)], *source.cards[int(j) + 1 :])
    for place, pile in enumerate(record.piles):
        # A card is laid to another pile when tricks are gathered, but never to where it is listed.
        if pile.side == side or card in pile.cards:
            continue
        piles: list[Pile] = list(record.piles)
        piles[int(i)] = structs.replace(source, cards=without)
        piles[place] = structs.replace(pile, cards=(*pile.cards, card))
        yield Candidate(
            record=structs.replace(record, piles=tuple(piles)),
            repair=Repair(
                message=_PILE(
                    card=deal.pack.card_argument(card),
                    source=deal.side(side),
                    side=deal.side(pile.side),
                ),
                change=Replacement(
                    op="move", path=f"/piles/{place}/cards/{len(pile.cards)}", source=pointer
                ),
            ),
            cost=_WRONG_PILE,
        )


def _replaced(
    record: HandRecord,
    pointer: str,
    value: str | int | bool | PointClaim,
    message: Sentence,
    cost: int,
) -> Candidate:
    typed = Suit(value) if pointer == "/trump" and isinstance(value, str) else value
    changed = cast("HandRecord", _put(record, pointer.split("/")[1:], typed))
    change = Replacement(op="replace", path=pointer, value=msgspec.json.encode(value).decode())
    return Candidate(changed, Repair(message=message, change=change), cost)


def _put(holder: object, steps: Sequence[str], value: object) -> object:
    """A value with another one at the end of a pointer's steps."""
    if not steps:
        return value
    step, *rest = steps
    if isinstance(holder, tuple):
        place = int(step)
        return (*holder[:place], _put(holder[place], rest, value), *holder[place + 1 :])
    if not isinstance(holder, Struct):
        return value
    field = _field(holder, step)
    return structs.replace(holder, **{field: _put(getattr(holder, field), rest, value)})


def _at(holder: object, pointer: str) -> object:
    """What stands at a pointer."""
    for step in pointer.split("/")[1:]:
        if isinstance(holder, tuple):
            holder = holder[int(step)]
        elif isinstance(holder, Struct):
            holder = getattr(holder, _field(holder, step))
    return holder


def _field(holder: Struct, name: str) -> str:
    places = holder.__struct_encode_fields__
    return holder.__struct_fields__[places.index(name)]
