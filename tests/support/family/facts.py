"""The facts that are true of a hand: all of them, or those that a table might remember."""

import random

from tests.support.family import packs, partners, points
from tests.support.family.hands import Hand
from tests.support.family.playing import Played, Trick
from tests.support.family.questions import Asked, Fact


def of_play(hand: Played) -> list[Fact]:
    """The whole play, and what every seat put aside."""
    facts: list[Fact] = [("pitcher", hand.pitcher)]
    if hand.called is not None:
        facts += [("called", hand.called), ("partner", hand.partner)]
    for number, trick in enumerate(hand.tricks):
        facts += [("leader", number, trick.leader), ("log", number, *trick.cards)]
        facts += [("ends", number, len(trick.cards)), ("winner", number, trick.winner)]
    for seat, cards_of_seat in enumerate(hand.holdings):
        facts += [("has", card, seat) for card in cards_of_seat]
    over = [(card, seat) for seat, cards in enumerate(hand.surplus) for card in cards]
    return [
        *facts,
        *(("over", *aside) for aside in over),
        ("no_more_surplus", *(c for c, _ in over)),
    ]


def of_points(hand: Played) -> list[Fact]:
    """Return the facts of every point's owner, and of the counts behind it."""
    owners, had = points.owners(hand), hand.had()
    facts: list[Fact] = [("owner", point, owner.side) for point, owner in owners.items()]
    facts += [("card", point, owner.card) for point, owner in owners.items() if owner.card]
    low = owners["low"].card if "low" in owners else None
    facts += [("low_dealt", had[low])] if low in had else []
    points_by_side = points.score(hand, "two").taken
    if hand.called is not None:
        both = partners.together(hand, points_by_side)
        facts += [("together", place, number) for place, number in enumerate(both)]
    tricks, pips = hand.tricks_won(), points.pips(hand)
    for side, pile in enumerate(hand.piles()):
        facts += [("got", card, side) for card in pile]
        suits = [packs.suit(card, hand.trump, hand.game) for card in pile]
        facts += [
            ("trumps", side, suits.count(hand.trump)),
            ("tricks", side, tricks[side]),
            ("pips", side, pips[side]),
            ("taken", side, points_by_side[side]),
        ]
    return facts


def some_of(hand: Hand, chance: random.Random, part: float = 0.4) -> list[Fact]:
    """Some of what is true of a hand."""
    facts = [*of_play(hand.played), *of_points(hand.played)]
    return [fact for fact in facts if chance.random() < part]


def holds(fact: Fact, hand: Played) -> bool:
    """Return whether a fact is true of a hand; a log may be of the first cards of a trick."""
    kind, *what = fact
    if kind == "log":
        number, *cards = what
        tricks = dict(enumerate(hand.tricks))
        return number in tricks and list(tricks[number].cards[: len(cards)]) == cards
    if kind == "no_more_surplus":
        return {card for cards in hand.surplus for card in cards} <= set(what)
    if kind == "in_play":
        return any(what[0] in pile for pile in hand.piles()) == what[1]
    if kind == "not_got":
        return ("got", *what) not in of_points(hand)
    return fact in {*of_play(hand), *of_points(hand)}


def model(model: Asked) -> Played:
    """The hand that the engine has found."""
    f = model.f
    true = {literal for literal in f.solver.get_model() or [] if literal > 0}
    tricks = []
    for t in f.times:
        if f.happens[t] not in true:
            break
        leader = next(s for s in f.seats if f.leads[t, s] in true)
        turns = [(leader + turn) % f.game.players for turn in f.seats]
        plays = [(s, c) for s in turns for c in f.playable if f.plays[t, s, c] in true]
        tricks.append(Trick(plays, next(s for s in f.seats if f.wins[t, s] in true)))
    return Played(
        f.game,
        f.dealer,
        next(s for s in f.seats if f.pitcher[s] in true),
        f.trump,
        tuple(tuple(c for c in f.cards if f.has[c, s] in true) for s in f.seats),
        tuple(
            tuple(c for c in f.trumps if f.over[c, s] in true and f.game.may_have_surplus)
            for s in f.seats
        ),
        tricks,
        next((c for c, literal in f.called.items() if literal in true), None),
        next((s for s, literal in enumerate(f.partner) if literal in true), None),
    )
