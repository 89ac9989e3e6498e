"""Reasons from counting cards and tricks: one pack, six cards each, six tricks."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from typing import TypeVar

from pitch.hand import lemmas, play
from pitch.hand.checks import captures
from pitch.hand.contradictions import Contradiction, Lemma
from pitch.hand.deals import Deal
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts, Reason, explain
from pitch.proof.statements import InPile, PlayedToTrick, Statement, TricksAre, WasDealt
from pitch.rules.choices import Surplus


def find(facts: Facts) -> Iterator[Reason]:
    """Yield every reason from counted cards and tricks."""
    yield from _twice(facts)
    yield from _too_many(facts)
    yield from _totals(facts)
    yield from _pile_sizes(facts)
    yield from _tricks(facts)
    yield from _shares(facts)
    yield from _not_dealt(facts)


def _twice(facts: Facts) -> Iterator[Reason]:
    """Yield cards that are in two places."""
    deal = facts.deal
    for taken, again in _pairs(facts.all(InPile)):
        conflict = lemmas.CARD_IN_TWO_PILES(deal, card=taken.card, owners=(taken.side, again.side))
        yield explain(facts, conflict, taken, again)
    for held, twice in _pairs(facts.all(WasDealt)):
        conflict = lemmas.CARD_IN_TWO_HOLDINGS(deal, card=held.card, owners=(held.seat, twice.seat))
        yield explain(facts, conflict, held, twice)
    for fell, later in _pairs(facts.all(PlayedToTrick)):
        first, last = sorted((fell.trick, later.trick))
        yield explain(facts, play.double_play_conflict(fell.card, first, last, deal), fell, later)


Place = TypeVar("Place", InPile, WasDealt, PlayedToTrick)


def _pairs(places: list[Place]) -> Iterator[tuple[Place, Place]]:
    """Yield the pairs of places of the same card."""
    return (pair for pair in combinations(places, 2) if pair[0].card == pair[1].card)


def _too_many(facts: Facts) -> Iterator[Reason]:
    """Yield tricks with more cards than players, and holdings of more than six."""
    deal, may_throw = facts.deal, facts.deal.surplus is Surplus.ON_FIRST_TRICK
    for fell in facts.all(PlayedToTrick):
        # Trumps to spare are thrown to the first trick.
        if fell.place >= deal.players and (fell.trick or not may_throw):
            trick, size = fell.trick + 1, fell.place + 1
            conflict = lemmas.TRICK_SIZE(deal, trick=trick, cards=size, players=deal.players)
            yield explain(facts, conflict, fell)
    for seat in range(deal.players if not may_throw else 0):
        held = facts.all(WasDealt, seat=seat)
        if len(held) > deal.tricks:
            yield explain(facts, captures.holding_size_conflict(seat, len(held), deal), *held)


def _totals(facts: Facts) -> Iterator[Reason]:
    """Yield piles with more or fewer cards together than are played."""
    if not facts.deal.has_whole_tricks:
        return
    total, captured = facts.deal.cards_in_play, facts.all(InPile)
    if len(captured) > total:
        yield explain(facts, captures.total_conflict(len(captured), total, facts.deal), *captured)
    # Piles have too few cards only if every one is said to be whole.
    piles = facts.closed_piles(whole=True)
    size = sum(len(pile.cards) for pile in piles)
    if piles and size < total:
        yield explain(facts, captures.total_conflict(size, total, facts.deal), *piles)


def _pile_sizes(facts: Facts) -> Iterator[Reason]:
    """Yield whole piles whose size is no whole number of tricks."""
    players = facts.deal.players
    for side in range(facts.deal.sides):
        pile, captured = facts.closed_pile(side, whole=True), facts.all(InPile, side=side)
        if pile is None or not facts.deal.has_whole_tricks:
            continue
        size = len(pile.cards)
        fewer = size // players * players
        if fewer < len(captured):
            conflict = lemmas.PILE_SIZE(facts.deal, side=side, cards=size, players=players)
            # The fewest cards that show it: one more than fill the whole tricks.
            yield explain(facts, conflict, pile, *captured[: fewer + 1])


def _tricks(facts: Facts) -> Iterator[Reason]:
    """Yield tricks that do not add up to six, or do not agree with a pile."""
    deal = facts.deal
    claims = sorted(facts.all(TricksAre), key=lambda won: -won.tricks)
    for size in range(1, len(claims) + 1):
        total = sum(won.tricks for won in claims[:size])
        # If only trumps are played, the hand may be over before.
        is_short = size == deal.sides and total < deal.tricks and not facts.deal.is_trumps_only
        if total > deal.tricks or is_short:
            yield explain(facts, captures.trick_total_conflict(total, deal), *claims[:size])
            return
    for side in range(deal.sides if facts.deal.has_whole_tricks else 0):
        pile, captured = facts.closed_pile(side, whole=True), facts.all(InPile, side=side)
        for most in _stated_bounds(facts.most_tricks(side)):
            room = most.value * deal.players
            if len(captured) > room:
                conflict = _size_conflict(facts, side, most, room + 1, lemmas.TRICKS_AND_MORE_CARDS)
                yield explain(facts, conflict, most, *captured[: room + 1])
        for least in _stated_bounds(facts.least_tricks(side)):
            if pile is not None and len(pile.cards) < least.value * deal.players:
                size = len(pile.cards)
                conflict = _size_conflict(facts, side, least, size, lemmas.TRICKS_AND_PILE)
                yield explain(facts, conflict, least, pile)


def _stated_bounds(bounds: list[KnownValue]) -> Iterator[KnownValue]:
    """Return the bounds that follow from numbers of tricks, not from piles."""
    return (bound for bound in bounds if all(isinstance(source, TricksAre) for source in bound.by))


def _size_conflict(
    facts: Facts, side: int, won: KnownValue, size: int, own: Lemma
) -> Contradiction:
    """Return the conflict `own` of a pile with its tricks, or that with the other tricks."""
    if any(isinstance(source, TricksAre) and source.side == side for source in won.by):
        return own(facts.deal, side=side, tricks=won.value, cards=size)
    room = won.value * facts.deal.players
    return lemmas.TRICKS_LEFT(facts.deal, side=side, tricks=won.value, cards=room)


def _shares(facts: Facts) -> Iterator[Reason]:
    """Yield piles with too many or too few cards of one seat for their tricks."""
    sides = range(facts.deal.sides if facts.deal.has_whole_tricks else 0)
    for seat, side in product(range(facts.deal.players), sides):
        share = partial(_share, facts.deal, seat, side)
        hand, pile = facts.all(WasDealt, seat=seat), facts.closed_pile(side, whole=True)
        captured = {taken.card: taken for taken in facts.all(InPile, side=side)}
        # Each trick that a side wins brings it exactly one card of every seat.
        shared = [held for held in hand if held.card in captured]
        for most in facts.most_tricks(side):
            if len(shared) > most.value:
                some = shared[: most.value + 1]
                by: list[Statement] = [*some, *(captured[held.card] for held in some)]
                yield explain(facts, share(most.value, len(some)), most, *by)
        if pile is None:
            continue
        inside = [held for held in hand if held.card in pile.cards and held.card not in captured]
        if inside and len(shared) * facts.deal.players == len(pile.cards):
            pairs: list[Statement] = [*shared, *(captured[held.card] for held in shared), inside[0]]
            yield explain(facts, share(len(shared), len(shared) + 1), pile, *pairs)
        outside = [held for held in hand if held.card not in pile.cards]
        for least in facts.least_tricks(side):
            # With so many of a hand elsewhere too few are left for the tricks of this side.
            needed = facts.deal.tricks - least.value + 1
            if 0 < needed <= len(outside):
                conflict = share(least.value, facts.deal.tricks - needed)
                yield explain(facts, conflict, least, pile, *outside[:needed])


def _share(deal: Deal, seat: int, side: int, tricks: int, cards: int) -> Contradiction:
    return lemmas.SHARE(deal, side=side, tricks=tricks, player=seat, cards=cards)


def _not_dealt(facts: Facts) -> Iterator[Reason]:
    """Yield cards in play that are in no holding, if all holdings are known."""
    if not facts.is_dealt():
        return
    dealt = facts.all(WasDealt)
    dealt_cards = {held.card for held in dealt}
    for played in facts.played_cards():
        if played.card not in dealt_cards:
            is_taken = isinstance(played, InPile)
            lemma = lemmas.CARD_NOT_DEALT if is_taken else lemmas.PLAYED_NOT_DEALT
            yield explain(facts, lemma(facts.deal, card=played.card), *dealt, played)
