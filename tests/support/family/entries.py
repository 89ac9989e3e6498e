"""Possible entries of a hand: complete or in part, correct or with an error."""

import random
from typing import Any

from msgspec import UNSET, structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand.auctions import Contract
from pitch.hand.records import (
    Claims,
    HandRecord,
    Holding,
    Listed,
    Pile,
    PointClaim,
    SurplusCards,
    Trick,
)
from pitch.point_names import PointName
from tests.support.family import packs, partners, playing, points
from tests.support.family.games import SLAMS
from tests.support.family.hands import Hand
from tests.support.family.playing import Played


def contract_of(hand: Hand) -> Contract:
    """Return the pitcher and the bid of a hand."""
    card, partner = hand.played.called, hand.played.partner
    return Contract(pitcher=hand.pitcher, bid=Call(hand.bid), called_card=card, partner=partner)


def to_calls(calls: tuple[str, ...]) -> tuple[Call, ...]:
    """Calls as the domain has them."""
    return tuple(map(Call, calls))


def by_points(hand: Hand) -> HandRecord:
    """Return a record with the owner of every point."""
    claims = [claim(hand.played, point) for point in hand.game.points]
    return HandRecord(
        contract=contract_of(hand),
        tricks_won=tricks_due(hand),
        claims=Claims(points=tuple(claims)),
    )


def tricks_due(hand: Hand) -> tuple[int, ...] | None:
    """The tricks of every side, where a bid turns on them."""
    is_due = hand.bid in SLAMS and "tricks" in hand.game.slam_needs
    return tuple(hand.played.tricks_won()) if is_due else None


def claim(hand: Played, point: str, *, names_card: bool = False) -> PointClaim:
    """Return the claim of one point."""
    owner = points.owners(hand)[point]
    name = PointName(point)
    if owner.side is not None:
        card = owner.card if names_card else None
        return PointClaim(point=name, side=owner.side, card=card)
    if point == "game":
        return PointClaim(point=name, tied=True)
    return PointClaim(point=name, in_play=False)


def by_taken(hand: Hand) -> HandRecord:
    """Return a record with the number of points of every side."""
    return HandRecord(
        contract=contract_of(hand),
        tricks_won=tricks_due(hand),
        claims=Claims(taken=hand.score.taken),
    )


def by_together(hand: Hand) -> HandRecord:
    """Return a record with the points of pitcher and called partner together; else of each side."""
    record = by_taken(hand)
    if not hand.game.calls_partner:
        return record
    claims = Claims(taken_together=partners.together(hand.played, hand.score.taken))
    return structs.replace(record, claims=claims)


def by_piles(hand: Hand, *listed: Listed) -> HandRecord:
    """Every pile, whole or as far as it scores."""
    return HandRecord(
        contract=contract_of(hand),
        trump=Suit(hand.played.trump),
        piles=tuple(
            pile(hand.played, side, listed[side % len(listed)]) for side in range(hand.game.sides)
        ),
        low_dealt_to=low_holder(hand.played),
        tricks_won=tuple(hand.played.tricks_won()),
        surplus=surplus_of(hand.played),
    )


def pile(hand: Played, side: int, listed: Listed, chance: random.Random | None = None) -> Pile:
    """A side's pile, with its trumps counted where not all of them need be listed."""
    cards = hand.piles()[side]
    trumps = [card for card in cards if packs.suit(card, hand.trump, hand.game) == hand.trump]
    if listed is Listed.SCORING:
        cards = [card for card in cards if scores(hand, card) or card in trumps]
    if listed is Listed.SOME and chance:
        cards = [card for card in cards if chance.random() < 0.7]
    trump_count = len(trumps) if listed is not Listed.ALL else UNSET
    return Pile(side=side, cards=tuple(cards), listed=listed, trumps=trump_count)


def scores(hand: Played, card: str) -> bool:
    """Return whether a card is one of those that count towards Game, trump jack or not."""
    if packs.is_joker(card):
        return hand.game.joker_pips != "none"
    return card[0] in packs.PIPS


def low_holder(hand: Played) -> int | None:
    """Return the seat that held the lowest trump in play when play began."""
    got = {card for cards in hand.piles() for card in cards}
    lows = [c for c in packs.ladder(hand.game, hand.trump) if c in got and not packs.is_joker(c)]
    return hand.had().get(lows[0]) if lows else None


def by_tricks(hand: Hand, chance: random.Random | None = None) -> HandRecord:
    """The tricks in playing order, of some of which only part is remembered."""
    tricks = []
    for trick in hand.played.tricks:
        number = len(trick.cards)
        if chance and chance.random() < 0.25:
            number = chance.randint(0, number)
        tricks.append(
            Trick(
                leader=trick.leader if not chance or chance.random() < 0.4 else None,
                cards=trick.cards[:number],
                winner=trick.winner if not chance or chance.random() < 0.3 else None,
                out=out_of(hand.played, trick),
            )
        )
    contract, trump = contract_of(hand), Suit(hand.played.trump)
    surplus = surplus_of(hand.played)
    return HandRecord(contract=contract, trump=trump, tricks=tuple(tricks), surplus=surplus)


def out_of(hand: Played, trick: playing.Trick) -> tuple[int, ...]:
    """Return the seats that play nothing to a trick, if only trumps are played."""
    acting = {seat for seat, _ in trick.played}
    return tuple(seat for seat in range(hand.game.players) if seat not in acting)


def surplus_of(hand: Played) -> tuple[SurplusCards, ...]:
    """The trumps that nobody of a side could keep, by side."""
    by_side: dict[int, tuple[str, ...]] = {}
    for seat, cards in enumerate(hand.surplus):
        by_side[hand.side(seat)] = (*by_side.get(hand.side(seat), ()), *cards)
    return tuple(SurplusCards(side=side, cards=cards) for side, cards in by_side.items() if cards)


def by_holdings(hand: Hand) -> HandRecord:
    """Return a record with every holding and the piles."""
    holdings = (Holding(seat=s, cards=cards) for s, cards in enumerate(hand.played.holdings))
    return structs.replace(by_piles(hand, Listed.ALL), holdings=tuple(holdings), tricks_won=None)


def part(hand: Hand, chance: random.Random) -> HandRecord:
    """Some of what is true."""

    def maybe(value: Any, nothing: Any, likely: float = 0.5) -> Any:
        return value if chance.random() < likely else nothing

    log = by_tricks(hand, chance)
    claims = [
        claim(hand.played, point, names_card=chance.random() < 0.3)
        for point in hand.game.points
        if chance.random() < 0.5
    ]
    numbers = tuple(maybe(number, None, 0.8) for number in hand.score.taken)
    piles = [
        pile(hand.played, side, chance.choice(list(Listed)), chance)
        for side in range(hand.game.sides)
        if chance.random() < 0.6
    ]
    contract, together = maybe(contract_of(hand), None, 0.8), None
    if hand.game.calls_partner:
        both = partners.together(hand.played, hand.score.taken)
        together = maybe(tuple(maybe(number, None, 0.8) for number in both), None, 0.4)
        if contract is not None:
            called_card, partner = maybe(contract.called_card, None), maybe(contract.partner, None)
            contract = structs.replace(contract, called_card=called_card, partner=partner)
    return HandRecord(
        contract=contract,
        trump=maybe(Suit(hand.played.trump), None, 0.7),
        piles=tuple(piles),
        tricks_won=maybe(tuple(hand.played.tricks_won()), None),
        holdings=tuple(
            Holding(seat=seat, cards=tuple(c for c in cards if chance.random() < 0.9))
            for seat, cards in enumerate(hand.played.holdings)
            if chance.random() < 0.3
        ),
        tricks=maybe(log.tricks[: chance.randint(1, hand.game.keep)], (), 0.3),
        surplus=maybe(surplus_of(hand.played), (), 0.7),
        low_dealt_to=maybe(low_holder(hand.played), None, 0.4),
        claims=maybe(
            Claims(points=tuple(claims), taken=maybe(numbers, None, 0.3), taken_together=together),
            None,
            0.7,
        ),
    )


def with_slip(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    """Return a record with one card, place or number entered wrong, or at least otherwise."""
    places = [_card, _pile, _pitcher, _claim, _taken, _tricks]
    places += [_partner, _called, _together] if hand.game.calls_partner else []
    return chance.choice(places)(record, hand, chance)


def _card(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    kind = chance.choice(["piles", "holdings", "tricks"])
    parts = list(getattr(record, kind))
    candidates = [i for i, part in enumerate(parts) if part.cards]
    entered_cards = {card for part in parts for card in part.cards}
    free = [card for card in packs.pack(hand.game) if card not in entered_cards]
    if not candidates or not free:
        return record
    at = chance.choice(candidates)
    cards = list(parts[at].cards)
    cards[chance.randrange(len(cards))] = chance.choice(free)
    parts[at] = structs.replace(parts[at], cards=tuple(cards))
    return structs.replace(record, **{kind: tuple(parts)})


def _pile(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    candidates = [i for i, pile in enumerate(record.piles) if pile.cards]
    if len(candidates) < 2:
        return record
    a, b = chance.sample(candidates, 2)
    piles = [list(pile.cards) for pile in record.piles]
    i, j = chance.randrange(len(piles[a])), chance.randrange(len(piles[b]))
    piles[a][i], piles[b][j] = piles[b][j], piles[a][i]
    new_piles = (
        structs.replace(pile, cards=tuple(cards))
        for pile, cards in zip(record.piles, piles, strict=True)
    )
    return structs.replace(record, piles=tuple(new_piles))


def _pitcher(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    if record.contract is None:
        return record
    contract = structs.replace(record.contract, pitcher=chance.randrange(hand.game.players))
    return structs.replace(record, contract=contract)


def _partner(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    if record.contract is None:
        return record
    contract = structs.replace(record.contract, partner=chance.randrange(hand.game.players))
    return structs.replace(record, contract=contract)


def _called(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    if record.contract is None:
        return record
    card = chance.choice(packs.pack(hand.game))
    contract = structs.replace(record.contract, called_card=card)
    return structs.replace(record, contract=contract)


def _together(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    both = list(partners.together(hand.played, hand.score.taken))
    place = chance.randrange(2)
    both[place] = max(0, both[place] + chance.choice([-1, 1]))
    claims = structs.replace(record.claims or Claims(), taken_together=(both[0], both[1]))
    return structs.replace(record, claims=claims)


def _claim(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    side, name = chance.randrange(hand.game.sides), chance.choice(hand.game.points)
    claims = record.claims or Claims()
    rest = tuple(point for point in claims.points if point.point != name)
    points = (PointClaim(point=PointName(name), side=side), *rest)
    return structs.replace(record, claims=structs.replace(claims, points=points))


def _taken(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    numbers = list(hand.score.taken)
    side = chance.randrange(hand.game.sides)
    numbers[side] = max(0, numbers[side] + chance.choice([-1, 1]))
    claims = record.claims or Claims()
    return structs.replace(record, claims=structs.replace(claims, taken=tuple(numbers)))


def _tricks(record: HandRecord, hand: Hand, chance: random.Random) -> HandRecord:
    won = hand.played.tricks_won()
    a, b = chance.randrange(len(won)), chance.randrange(len(won))
    if won[a]:
        won[a], won[b] = won[a] - 1, won[b] + 1
    return structs.replace(record, tricks_won=tuple(won))
