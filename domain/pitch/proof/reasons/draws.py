"""Reasons of games in which trumps are drawn: nothing else is played, and some have too many."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from pitch import cards
from pitch.cards import Suit
from pitch.hand import lemmas
from pitch.hand.contradictions import Contradiction
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, explain
from pitch.proof.statements import (
    HadToSpare,
    InPile,
    LedTrick,
    OutOfTrick,
    PlayedToTrick,
)
from pitch.rules.choices import Surplus


def find(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    if facts.deal.is_trumps_only:
        yield from _no_trumps(facts)
        yield from _never_both(facts)
        yield from _folded(facts)
        yield from _too_few_left(facts)
    yield from _no_spare_trump(facts)
    yield from _spare_elsewhere(facts)


def _placed(facts: Facts) -> list[InPile | PlayedToTrick]:
    return [*facts.all(InPile), *facts.all(PlayedToTrick)]


def _is_named(facts: Facts) -> bool:
    """Whether the trump suit is told by something else than the cards that were played."""
    return bool(facts.trump_by) and facts.trump_by[0] not in _placed(facts)


def _no_trumps(facts: Facts) -> Iterator[Reason]:
    """N2: a card that is no trump in a pile or in a trick, where only trumps are played."""
    for each in _placed(facts) if _is_named(facts) else []:
        if not facts.is_trump(each.card):
            yield explain(facts, _plain(facts, each), each, trump=True)


def _plain(facts: Facts, placed: InPile | PlayedToTrick) -> Contradiction:
    """That a card is no trump where nothing else is played."""
    if isinstance(placed, InPile):
        conflict = lemmas.PLAIN_IN_PILE(facts.deal, card=placed.card, side=placed.side)
    else:
        trick, suit = placed.trick + 1, facts.trump
        conflict = lemmas.PLAIN_CARD(facts.deal, card=placed.card, trick=trick, suit=suit)
    # Either the card or the suit may be the slip, so it accuses nobody.
    return structs.replace(conflict, code="card_is_no_trump", kind=lemmas.RULESET)


def _never_both(facts: Facts) -> Iterator[Reason]:
    """N2: two cards that are trumps together whatever was trump in no hand.

    Most cards are entered right, so only what does not go with the most of them is told.
    """
    if _is_named(facts):
        return
    trumps = [set(facts.pack.ranking(suit).trumps) for suit in Suit]
    fell = [*_placed(facts), *facts.all(HadToSpare)]
    likely = max(trumps, key=lambda suit: sum(each.card in suit for each in fell))
    for odd in (each for each in fell if each.card not in likely):
        for other in fell:
            if not any({odd.card, other.card} <= suit for suit in trumps):
                conflict = lemmas.NEVER_BOTH_TRUMPS(facts.deal, card=other.card, other=odd.card)
                yield explain(facts, conflict, other, odd)
                break


def _folded(facts: Facts) -> Iterator[Reason]:
    """N2: who was out, so had no trump left, and led later all the same."""
    for out in facts.all(OutOfTrick):
        for led in facts.all(LedTrick):
            if led.seat == out.seat and led.trick >= out.trick:
                trick, later = out.trick + 1, led.trick + 1
                conflict = lemmas.FOLDED_AND_LED(
                    facts.deal, player=out.seat, trick=trick, later=later
                )
                yield explain(facts, conflict, out, led)


def _too_few_left(facts: Facts) -> Iterator[Reason]:
    """N2: more cards in a trick than players who had a trump left, for some were out by then."""
    for fell in sorted(facts.all(PlayedToTrick), key=lambda fell: fell.trick):
        needed = facts.deal.players - fell.place
        if needed <= 0 or facts.may_be_thrown(fell.trick):
            continue
        earlier: dict[int, OutOfTrick] = {}
        for out in facts.all(OutOfTrick):
            if out.trick <= fell.trick:
                earlier.setdefault(out.seat, out)
        if len(earlier) >= needed:
            outs = tuple(earlier.values())[:needed]
            yield explain(facts, _kept_back(facts, fell, outs), fell, *outs)
            return


def _kept_back(facts: Facts, fell: PlayedToTrick, outs: Sequence[OutOfTrick]) -> Contradiction:
    """That somebody who was out had a card all the same: whose it was, where the record tells."""
    player, deal, last = facts.player_seat(fell), facts.deal, fell.trick + 1
    own = next((out for out in outs if out.seat == player and out.trick < fell.trick), None)
    if own is None:
        players = [out.seat for out in outs]
        return lemmas.TOO_MANY_FOLDED(deal, players=players, trick=last, cards=fell.place + 1)
    about = {"player": own.seat, "card": fell.card, "trick": own.trick + 1}
    # A jack may be the jack of one suit and the off-jack of another, and is easily kept back.
    if not cards.is_joker(fell.card) and not facts.is_natural(fell.card):
        return lemmas.FOLDED_WITH_TWO_SUITS(deal, **about)
    return lemmas.FOLDED(deal, **about, later=last)


def _no_spare_trump(facts: Facts) -> Iterator[Reason]:
    """A card to spare that is no trump: what is none is thrown away before play."""
    for spare in facts.all(HadToSpare):
        if facts.trump is not None and not facts.is_trump(spare.card):
            conflict = lemmas.SURPLUS_IS_NO_TRUMP(facts.deal, card=spare.card, side=spare.side)
            yield explain(facts, conflict, spare, trump=True)


def _spare_elsewhere(facts: Facts) -> Iterator[Reason]:
    """A trump to spare that goes to the opponents, and so lies in their pile and nowhere else."""
    if facts.deal.surplus is not Surplus.TO_OPPONENTS:
        return
    deal = facts.deal
    for spare in facts.all(HadToSpare):
        # Rules that give them to the opponents have two sides only (`packs`).
        about, opponents = {"card": spare.card, "side": spare.side}, 1 - spare.side
        for fell in facts.all(PlayedToTrick):
            if fell.card == spare.card:
                conflict = lemmas.SURPLUS_ELSEWHERE(deal, **about, where="trick")
                yield explain(facts, conflict, spare, fell)
        for taken in facts.all(InPile, side=spare.side):
            if taken.card == spare.card:
                conflict = lemmas.SURPLUS_ELSEWHERE(deal, **about, where="own_pile")
                yield explain(facts, conflict, spare, taken)
        pile = facts.closed_pile(opponents, whole=not facts.pack.pips[spare.card])
        if pile is not None and spare.card not in pile.cards:
            conflict = lemmas.SURPLUS_MISSING(deal, **about, other=opponents)
            yield explain(facts, conflict, spare, pile)
