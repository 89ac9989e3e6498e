"""Hands of any game as records of the domain: whole, in part, or with something entered wrong."""

import random

from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord, Holding, Listed, Pile, Trick
from tests.support.family import packs
from tests.support.family.games import SUITS
from tests.support.family.playing import Played


def complete_record(hand: Played, bid: str) -> HandRecord:
    """Return a record of the contract, the trump suit and every card of every pile."""
    piles = (Pile(side=side, cards=tuple(cards)) for side, cards in enumerate(hand.piles()))
    return HandRecord(
        contract=Contract(
            pitcher=hand.pitcher, bid=Call(bid), called_card=hand.called, partner=hand.partner
        ),
        trump=Suit(hand.trump),
        piles=tuple(piles),
    )


def part(hand: Played, bid: str, chance: random.Random) -> HandRecord:
    """Some of what is true."""

    def maybe(likely: float = 0.5) -> bool:
        return chance.random() < likely

    full, leaders = complete_record(hand, bid), [trick.leader for trick in hand.tricks]
    tricks = tuple(
        Trick(
            leader=leader if maybe(0.4) else None,
            cards=trick.cards if maybe(0.9) else trick.cards[: chance.randrange(3)],
            winner=trick.winner if maybe(0.3) else None,
        )
        for leader, trick in zip(leaders, hand.tricks, strict=True)
    )
    return HandRecord(
        contract=full.contract if maybe(0.8) else None,
        trump=full.trump if maybe(0.8) else None,
        piles=tuple(_some(pile, chance, hand) for pile in full.piles if maybe(0.7)),
        tricks_won=tuple(hand.tricks_won()) if maybe() else None,
        holdings=tuple(
            Holding(seat=seat, cards=tuple(card for card in cards if maybe(0.9)))
            for seat, cards in enumerate(hand.holdings)
            if maybe(0.3)
        ),
        tricks=tricks[: chance.randint(1, len(tricks))] if maybe(0.4) else (),
    )


def _some(pile: Pile, chance: random.Random, hand: Played) -> Pile:
    how = chance.choice([Listed.ALL, Listed.ALL, Listed.SOME])
    cards = pile.cards
    if how is Listed.SOME:
        cards = tuple(card for card in cards if chance.random() < 0.7)
    trumps = sum(packs.suit(card, hand.trump, hand.game) == hand.trump for card in pile.cards)
    partial = structs.replace(pile, cards=cards, listed=how)
    return structs.replace(partial, trumps=trumps) if chance.random() < 0.3 else partial


def with_slip(record: HandRecord, chance: random.Random, hand: Played) -> HandRecord:
    """Return the record with a card, the trump suit, pitcher or number of tricks entered wrong."""
    kind = chance.choice(["piles", "holdings", "tricks", "trump", "pitcher", "won"])
    if kind == "trump":
        return structs.replace(record, trump=Suit(chance.choice(SUITS)))
    if kind == "pitcher" and record.contract is not None:
        wrong = structs.replace(record.contract, pitcher=chance.randrange(hand.game.players))
        return structs.replace(record, contract=wrong)
    if kind == "won":
        won = [0] * hand.game.sides
        for _ in hand.tricks:
            won[chance.randrange(hand.game.sides)] += 1
        return structs.replace(record, tricks_won=tuple(won))
    parts = list(getattr(record, kind, ()))
    candidates = [i for i, item in enumerate(parts) if item.cards]
    if not candidates:
        return record
    i = chance.choice(candidates)
    cards = list(parts[i].cards)
    # Mostly a card that another one is taken for: the trumps and the cards that seem to be.
    likely = packs.ladder(hand.game, hand.trump) if chance.random() < 0.6 else packs.pack(hand.game)
    cards[chance.randrange(len(cards))] = chance.choice(likely)
    parts[i] = structs.replace(parts[i], cards=tuple(cards))
    return structs.replace(record, **{kind: tuple(parts)})
