"""Reasons that cards and tricks give by being counted: one pack, six cards each, six tricks."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from typing import TypeVar

from pitch.hand import lemmas, play
from pitch.hand.checks import captures
from pitch.hand.contradictions import Contradiction, Lemma
from pitch.hand.deals import Deal
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, explain
from pitch.proof.statements import InPile, PlayedToTrick, Statement, TricksAre, WasDealt
from pitch.rules.choices import Surplus


def find(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    yield from _twice(facts)
    yield from _too_many(facts)
    yield from _totals(facts)
    yield from _pile_sizes(facts)
    yield from _tricks(facts)
    yield from _shares(facts)
    yield from _not_dealt(facts)


def _twice(facts: Facts) -> Iterator[Reason]:
    """A card in two places."""
    deal = facts.deal
    for one, other in _alike(facts.all(InPile)):
        conflict = lemmas.CARD_IN_TWO_PILES(deal, card=one.card, owners=(one.side, other.side))
        yield explain(facts, conflict, one, other)
    for held, again in _alike(facts.all(WasDealt)):
        conflict = lemmas.CARD_IN_TWO_HOLDINGS(deal, card=held.card, owners=(held.seat, again.seat))
        yield explain(facts, conflict, held, again)
    for fell, later in _alike(facts.all(PlayedToTrick)):
        first, last = sorted((fell.trick, later.trick))
        yield explain(facts, play.double_play_conflict(fell.card, first, last, deal), fell, later)


Placed = TypeVar("Placed", InPile, WasDealt, PlayedToTrick)


def _alike(placed: list[Placed]) -> Iterator[tuple[Placed, Placed]]:
    return ((one, other) for one, other in combinations(placed, 2) if one.card == other.card)


def _too_many(facts: Facts) -> Iterator[Reason]:
    """More cards in a trick than players, or in a holding than six."""
    deal, may_throw = facts.deal, facts.deal.surplus is Surplus.ON_FIRST_TRICK
    for fell in facts.all(PlayedToTrick):
        # Trumps to spare are thrown to the first trick.
        if fell.place >= deal.players and (fell.trick or not may_throw):
            trick, fallen = fell.trick + 1, fell.place + 1
            conflict = lemmas.TRICK_SIZE(deal, trick=trick, cards=fallen, players=deal.players)
            yield explain(facts, conflict, fell)
    for seat in range(deal.players if not may_throw else 0):
        held = facts.holding(seat)
        if len(held) > deal.tricks:
            yield explain(facts, captures.holding_size_conflict(seat, len(held), deal), *held)


def _totals(facts: Facts) -> Iterator[Reason]:
    """Piles with more cards together than are played, or with fewer."""
    if not facts.deal.has_whole_tricks:
        return
    played = facts.deal.cards_in_play
    closed = [facts.closed_pile(side, whole=True) for side in range(facts.deal.sides)]
    whole = [each for each in closed if each is not None]
    listed: list[tuple[int, list[Statement]]] = [
        (len(facts.all(InPile)), list(facts.all(InPile))),
        (sum(len(each.cards) for each in whole), list(whole)),
    ]
    (most, many), (least, few) = listed
    for total, wrong, by in (
        # Too many by the listed cards, too few only where every pile is said to be whole.
        (most, most > played, many),
        (least, None not in closed and least < played, few),
    ):
        if wrong:
            yield explain(facts, captures.total_conflict(total, played, facts.deal), *by)


def _pile_sizes(facts: Facts) -> Iterator[Reason]:
    """A pile listed whole that is no whole number of tricks."""
    players = facts.deal.players
    for side in range(facts.deal.sides):
        closed, taken = facts.closed_pile(side, whole=True), facts.captures(side)
        if closed is None or not facts.deal.has_whole_tricks:
            continue
        size = len(closed.cards)
        fewer = size // players * players
        if fewer < len(taken):
            conflict = lemmas.PILE_SIZE(facts.deal, side=side, cards=size, players=players)
            # The fewest cards that show it: one more than fill the whole tricks.
            yield explain(facts, conflict, closed, *taken[: fewer + 1])


def _tricks(facts: Facts) -> Iterator[Reason]:
    """Tricks that do not add up to six, or do not agree with a pile."""
    deal = facts.deal
    won = sorted(facts.all(TricksAre), key=lambda each: -each.tricks)
    for size in range(1, len(won) + 1):
        total = sum(each.tricks for each in won[:size])
        # Where only trumps are played, the hand may be over before.
        is_short = size == deal.sides and total < deal.tricks and not facts.deal.is_trumps_only
        if total > deal.tricks or is_short:
            yield explain(facts, captures.trick_total_conflict(total, deal), *won[:size])
            return
    for side in range(deal.sides if facts.deal.has_whole_tricks else 0):
        closed, taken = facts.closed_pile(side, whole=True), facts.captures(side)
        for most in _counted(facts.most_tricks(side)):
            room = most.value * deal.players
            if len(taken) > room:
                conflict = _disagreeing(facts, side, most, room + 1, lemmas.TRICKS_AND_MORE_CARDS)
                yield explain(facts, conflict, most, *taken[: room + 1])
        for least in _counted(facts.least_tricks(side)):
            if closed is not None and len(closed.cards) < least.value * deal.players:
                listed = len(closed.cards)
                conflict = _disagreeing(facts, side, least, listed, lemmas.TRICKS_AND_PILE)
                yield explain(facts, conflict, least, closed)


def _counted(bounds: list[KnownValue]) -> Iterator[KnownValue]:
    """The bounds that come from numbers of tricks, not from piles."""
    return (bound for bound in bounds if all(isinstance(each, TricksAre) for each in bound.by))


def _disagreeing(facts: Facts, side: int, won: KnownValue, size: int, own: Lemma) -> Contradiction:
    """That a pile does not go with tricks, as `own` says it, or with those of the others."""
    if any(isinstance(each, TricksAre) and each.side == side for each in won.by):
        return own(facts.deal, side=side, tricks=won.value, cards=size)
    room = won.value * facts.deal.players
    return lemmas.TRICKS_LEFT(facts.deal, side=side, tricks=won.value, cards=room)


def _shares(facts: Facts) -> Iterator[Reason]:
    """D-10: a side takes one card of every seat with each trick that it wins."""
    sides = range(facts.deal.sides if facts.deal.has_whole_tricks else 0)
    for seat, side in product(range(facts.deal.players), sides):
        share = partial(_share, facts.deal, seat, side)
        held, closed = facts.holding(seat), facts.closed_pile(side, whole=True)
        taken = {each.card: each for each in facts.captures(side)}
        # Each trick that a side wins brings it exactly one card of every seat.
        shared = [each for each in held if each.card in taken]
        for most in facts.most_tricks(side):
            if len(shared) > most.value:
                some = shared[: most.value + 1]
                by: list[Statement] = [*some, *(taken[each.card] for each in some)]
                yield explain(facts, share(most.value, len(some)), most, *by)
        if closed is None:
            continue
        inside = [each for each in held if each.card in closed.cards and each.card not in taken]
        if inside and len(shared) * facts.deal.players == len(closed.cards):
            pairs: list[Statement] = [*shared, *(taken[each.card] for each in shared), inside[0]]
            yield explain(facts, share(len(shared), len(shared) + 1), closed, *pairs)
        outside = [each for each in held if each.card not in closed.cards]
        for least in facts.least_tricks(side):
            # So many of a holding elsewhere that too few are left for the tricks of this side.
            needed = facts.deal.tricks - least.value + 1
            if 0 < needed <= len(outside):
                conflict = share(least.value, facts.deal.tricks - needed)
                yield explain(facts, conflict, least, closed, *outside[:needed])


def _share(deal: Deal, seat: int, side: int, tricks: int, cards: int) -> Contradiction:
    return lemmas.SHARE(deal, side=side, tricks=tricks, player=seat, cards=cards)


def _not_dealt(facts: Facts) -> Iterator[Reason]:
    """A card in play that is in no holding, when all are known."""
    if not facts.is_dealt():
        return
    dealt = facts.all(WasDealt)
    known = {each.card for each in dealt}
    played: list[InPile | PlayedToTrick] = [*facts.all(InPile), *facts.all(PlayedToTrick)]
    for each in played:
        if each.card not in known:
            is_taken = isinstance(each, InPile)
            lemma = lemmas.CARD_NOT_DEALT if is_taken else lemmas.PLAYED_NOT_DEALT
            yield explain(facts, lemma(facts.deal, card=each.card), *dealt, each)
