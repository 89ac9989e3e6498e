"""Reasons in games that draw trumps: nothing else is played, and some players have too many."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from pitch import cards
from pitch.cards import Suit
from pitch.hand import lemmas
from pitch.hand.contradictions import Contradiction
from pitch.proof.facts import Facts, Reason, explain
from pitch.proof.statements import (
    HadToSpare,
    InPile,
    LedTrick,
    OutOfTrick,
    PlayedToTrick,
)
from pitch.rules.choices import Surplus


def find(facts: Facts) -> Iterator[Reason]:
    """Yield every reason from drawn trumps."""
    if facts.deal.is_trumps_only:
        yield from _no_trumps(facts)
        yield from _never_both(facts)
        yield from _leads_when_out(facts)
        yield from _plays_when_out(facts)
    yield from _no_spare_trump(facts)
    yield from _spare_elsewhere(facts)


def _has_known_suit(facts: Facts) -> bool:
    """Return whether something else than the cards that were played shows the trump suit."""
    return bool(facts.trump_by) and facts.trump_by[0] not in facts.played_cards()


def _no_trumps(facts: Facts) -> Iterator[Reason]:
    """Yield cards in a pile or a trick that are no trumps, if only trumps are played."""
    for played in facts.played_cards() if _has_known_suit(facts) else ():
        if not facts.is_trump(played.card):
            yield explain(facts, _plain(facts, played), played, trump=True)


def _plain(facts: Facts, played: InPile | PlayedToTrick) -> Contradiction:
    """Return the conflict of a card that is no trump where nothing else is played."""
    if isinstance(played, InPile):
        conflict = lemmas.PLAIN_IN_PILE(facts.deal, card=played.card, side=played.side)
    else:
        trick, suit = played.trick + 1, facts.trump
        conflict = lemmas.PLAIN_CARD(facts.deal, card=played.card, trick=trick, suit=suit)
    # Either the card or the suit may be the slip, so it accuses nobody.
    return structs.replace(conflict, code="card_is_no_trump", kind=lemmas.RULESET)


def _never_both(facts: Facts) -> Iterator[Reason]:
    """Yield pairs of cards that are both trumps in no suit.

    Most cards are entered right, so only cards that do not go with most of the others are named.
    """
    if _has_known_suit(facts):
        return
    trumps = [set(facts.pack.ranking(suit).trumps) for suit in Suit]
    listed_trumps = [*facts.played_cards(), *facts.all(HadToSpare)]
    likely = max(trumps, key=lambda suit: sum(card.card in suit for card in listed_trumps))
    for odd in (odd for odd in listed_trumps if odd.card not in likely):
        for rival in listed_trumps:
            if not any({odd.card, rival.card} <= suit for suit in trumps):
                conflict = lemmas.NEVER_BOTH_TRUMPS(facts.deal, card=rival.card, other=odd.card)
                yield explain(facts, conflict, rival, odd)
                break


def _leads_when_out(facts: Facts) -> Iterator[Reason]:
    """Yield players who were out, so had no trump left, and led later all the same."""
    for out in facts.all(OutOfTrick):
        for led in facts.all(LedTrick, seat=out.seat):
            if led.trick >= out.trick:
                trick, later = out.trick + 1, led.trick + 1
                conflict = lemmas.FOLDED_AND_LED(
                    facts.deal, player=out.seat, trick=trick, later=later
                )
                yield explain(facts, conflict, out, led)


def _plays_when_out(facts: Facts) -> Iterator[Reason]:
    """Yield a trick with more cards than players who still had a trump."""
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
    """Return the conflict of a card from a player who was out, named if the record shows it."""
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
    """Yield surplus cards that are no trumps: other cards are thrown away before play."""
    for spare in facts.all(HadToSpare):
        if facts.trump is not None and not facts.is_trump(spare.card):
            conflict = lemmas.SURPLUS_IS_NO_TRUMP(facts.deal, card=spare.card, side=spare.side)
            yield explain(facts, conflict, spare, trump=True)


def _spare_elsewhere(facts: Facts) -> Iterator[Reason]:
    """Yield surplus trumps that are not in the pile of the opponents who get them."""
    if facts.deal.surplus is not Surplus.TO_OPPONENTS:
        return
    deal = facts.deal
    for spare in facts.all(HadToSpare):
        # Rules that give them to the opponents have two sides only (`packs`).
        about, opponents = {"card": spare.card, "side": spare.side}, 1 - spare.side
        for fell in facts.all(PlayedToTrick, card=spare.card):
            conflict = lemmas.SURPLUS_ELSEWHERE(deal, **about, where="trick")
            yield explain(facts, conflict, spare, fell)
        for taken in facts.all(InPile, side=spare.side, card=spare.card):
            conflict = lemmas.SURPLUS_ELSEWHERE(deal, **about, where="own_pile")
            yield explain(facts, conflict, spare, taken)
        pile = facts.closed_pile(opponents, whole=not facts.pack.pips[spare.card])
        if pile is not None and spare.card not in pile.cards:
            conflict = lemmas.SURPLUS_MISSING(deal, **about, other=opponents)
            yield explain(facts, conflict, spare, pile)
